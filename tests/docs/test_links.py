"""Links in Markdown files lead somewhere as a code host shows these files, where no page is generated."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.docs.blocks import ROOT

CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(
    r"\]\(<?([^()\s>]+(?:\([^()]*\))?)>?(?: \"[^\"]*\")?\)|^\[[^\]]+\]: (\S+)|(?:href|src)=\"([^\"]+)\"", re.MULTILINE
)


@cache
def tracked() -> frozenset[str]:
    """The files that a clone has, and their folders."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")[:-1]
    return frozenset({*listed, *(str(folder) for name in listed for folder in Path(name).parents)})


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


@cache
def anchors(file: str) -> frozenset[str]:
    """The anchors of a Markdown file; of several equal headings, all but the first are numbered."""
    text = re.sub(r"^```.*?^```$", "", (ROOT / file).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    seen: Counter[str] = Counter()
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#{1,6} (.*?)(?: #+)?$", text, re.MULTILINE):
        name = slug(heading)
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return frozenset(found)


def broken(file: str, text: str) -> Iterator[str]:
    """The links of a Markdown file that lead nowhere."""
    for groups in LINK.findall(CODE.sub("", text)):
        link = next(filter(None, groups))
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (ROOT / file).parent.joinpath(path).resolve() if path else ROOT / file
        name = target.relative_to(ROOT).as_posix() if target.is_relative_to(ROOT) else ""
        if name not in tracked() or (anchor and (not name.endswith(".md") or anchor not in anchors(name))):
            yield link


@pytest.mark.parametrize("file", sorted(name for name in tracked() if name.endswith(".md")))
def test_every_link_leads_to_a_file_and_a_heading_that_exist(file: str) -> None:
    assert list(broken(file, (ROOT / file).read_text(encoding="utf-8"))) == []


def test_broken_links_are_found() -> None:
    text = "[a](docs/none.md) [b](docs/study.md#a-match) [c](docs/study.md#none) ![d](docs/exago.svg) [e](#parlour)"
    more = "[f](https://example.org/x) `[g](none)` [h](../outside) [i](docs) [j](LICENSE#x)\n[k]: none.md\n"
    assert list(broken("README.md", text + more)) == [
        "docs/none.md",
        "docs/study.md#none",
        "../outside",
        "LICENSE#x",
        "none.md",
    ]
