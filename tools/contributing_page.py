"""CONTRIBUTING.md as a page of the site; links between it and docs/ work there and on a code host alike."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

SOURCE = Path(__file__).resolve().parent.parent / "CONTRIBUTING.md"
PAGE = "contributing.md"


def on_files(files: Files, config: MkDocsConfig) -> None:
    """The page, with links that begin in docs/."""
    from mkdocs.structure.files import File

    content = SOURCE.read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, PAGE, content=content))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to the file lead to the page."""
    return markdown.replace("](../CONTRIBUTING.md", f"]({PAGE}")
