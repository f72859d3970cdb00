"""Restrictions on the page's sources, checked without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import page

BOARDS = sorted(path for pattern in ("*.svelte", "*.ts") for path in page.GAMES.glob(f"*/web/{pattern}"))
TEMPLATES = sorted(path for path in page.sources() if path.suffix in (".svelte", ".html"))
IMPORT = re.compile(
    r"""(?:^|[;\s])(?:import|export)\s(?:[^"'()]*?\sfrom\s)?\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']"""
)
STYLE = re.compile(r"""\sstyle\s*=\s*["'{]""")
OUTSIDE = re.compile(r"""(?:src|href)=["']https?://|url\(\s*["']?https?://""")


def imported(source: str) -> list[str]:
    """The names of all modules that a script imports."""
    return [first or second for first, second in IMPORT.findall(source)]


def may_import(name: str) -> bool:
    """Whether a board may import this: svelte, the shell's modules, and its own folder."""
    return name == "svelte" or name.startswith(("svelte/", "$web/")) or bool(re.fullmatch(r"\./[^/]+", name))


def named(path: Path) -> str:
    return path.relative_to(page.ROOT).as_posix()


def test_imports_are_found_however_they_are_written() -> None:
    source = """
    import a from "a"; import type { B } from 'b'
    import {
      c,
      d,
    } from "c";
    import "d";
    export { e } from "e";
    const f = await import("f");
    export const g = "not this";
    """
    assert imported(source) == ["a", "b", "c", "d", "e", "f"]
    for name in ("svelte", "svelte/attachments", "$web/board", "./cells"):
        assert may_import(name)
    for name in ("svelte-kit", "../exago/cells", "./deep/cells", "$web", "uqr", "https://example.org/x.js", "/x"):
        assert not may_import(name)


@pytest.mark.parametrize("path", BOARDS, ids=named)
def test_a_board_imports_only_svelte_and_the_shells_modules(path: Path) -> None:
    others = [name for name in imported(path.read_text(encoding="utf-8")) if not may_import(name)]
    if path.name.endswith(".test.ts"):
        others = [name for name in others if name != "vitest"]
    assert not others, "a board imports svelte, $web/... and ./..., and nothing else"


@pytest.mark.parametrize("path", TEMPLATES, ids=named)
def test_templates_have_no_style_attributes_and_no_external_resources(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not STYLE.search(source), 'the page\'s policy refuses style="...": write style:name={...} or a class'
    assert not OUTSIDE.search(source), "the page loads nothing from other servers"


def test_style_attributes_are_distinguished_from_directives() -> None:
    assert STYLE.search('<p style="color: red">')
    assert STYLE.search("<p style={css}>")
    assert not STYLE.search("<p style:color={red} class='style'><style>p { color: red }</style>")
