"""The blocks of code on a page of the documentation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.joinpath("docs").glob("*.md")), *sorted(ROOT.glob("docs/reference/*.md"))]

_FENCE = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def path_text(page: Path) -> str:
    """Where a page is in the repository."""
    return page.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Block:
    """A block, its language, and the file name given above it, if any."""

    language: str
    title: str
    text: str
    line: int


def blocks_of(page: Path) -> list[Block]:
    """All blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2] or "", found[3], text.count("\n", 0, found.start()) + 1)
        for found in _FENCE.finditer(text)
    ]


def commands_in(block: Block) -> list[str]:
    """The commands of a block, one per line, without comments."""
    return [command for line in block.text.splitlines() if (command := re.sub(r"(^|\s)#.*", "", line).strip())]
