"""What the documentation shows satisfies a strict type checker, on every page: mypy reads it in one run."""

from __future__ import annotations

import doctest
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import PAGES, ROOT, Block, blocks_of

FOLDER = ROOT / "build" / "code-of-the-docs"  # always the same, so that mypy's cache knows these files
REDEFINING = "# mypy: allow-redefinition"  # a page uses a name anew where another section begins
KERNELS = "# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs"


def code_of(block: Block) -> list[tuple[int, str]]:
    """The lines of Python in a block, each with its number on the page."""
    if block.language == "python" and not block.title:
        return list(enumerate(block.text.splitlines(), block.line + 1))
    if block.language != "pycon":
        return []
    examples = doctest.DocTestParser().get_examples(block.text)
    return [
        (block.line + 1 + example.lineno + k, line)
        for example in examples
        for k, line in enumerate(example.source.splitlines())
    ]


def module_of(page: Path) -> str:
    """The Python of a page as a module in which every line has the number that it has on the page."""
    found = dict(line for block in blocks_of(page) for line in code_of(block))
    if not found:
        return ""
    has_kernels = any(line.startswith("@kernel") for line in found.values())
    lines = [found.get(number, "") for number in range(1, max(found) + 1)]
    assert not any(lines[:2])
    return "\n".join([REDEFINING, KERNELS if has_kernels else "", *lines[2:]]) + "\n"


def complaints() -> list[str]:
    """The errors that mypy finds in the folder, with the settings and the cache of `make check`."""
    files = [str(path.relative_to(ROOT)) for path in sorted(FOLDER.rglob("*.py"))]
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--no-pretty", "--show-error-codes", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    errors = [line for line in done.stdout.splitlines() if " error: " in line]
    return [line.removeprefix(f"{FOLDER.relative_to(ROOT)}/") for line in errors]


def test_the_code_of_every_page_satisfies_mypy() -> None:
    pytest.importorskip("pettingzoo", reason="docs/learning.md uses extras that are not installed")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for page in PAGES:
        if text := module_of(page):
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
            (FOLDER / f"{name}.py").write_text(text, encoding="utf-8")
        for block in blocks_of(page):
            if block.language == "python" and block.title:
                file = FOLDER / block.title
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")
    (FOLDER / "wrong.py").write_text("import parlour\nparlour.list_games() + 1\nparlour.nothing\n", encoding="utf-8")
    told = complaints()
    assert [line for line in told if "wrong.py:" not in line] == []
    assert [line.rpartition("[")[2] for line in told] == ["operator]", "attr-defined]"]
