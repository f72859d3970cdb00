"""Every file and module that the documentation and comments name exists."""

from __future__ import annotations

import re
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

import parlour
from parlour.cli.new_game.template_files import filled
from tests.docs.blocks import PAGES, ROOT, path_text

FOLDERS = "bench|docs|examples|parlour|requirements|tests|tools|web"
FILE = re.compile(rf"(?<![\w./$-])(?:{FOLDERS})/[\w./-]*[\w/]")
MODULE = re.compile(rf"(?<![\w./-])(?:{FOLDERS})(?:\.\w+)+(?<!\.log)(?<!\.md)(?![\w/-])")
PYTHON_FILE = re.compile(r"(?<![\w./{}*-])[\w/]+\.py\b")
MADE = {"web/node_modules"}  # created by the set-up
EXAMPLE = "noughts"  # the game that docs/adding-a-game.md lets `parlour new-game` write
PAGES_TOO = [*PAGES, ROOT / "CHANGELOG.md"]


def is_there(module: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    found: object = None
    for part, name in zip(module.split("."), prefixes(module), strict=True):
        try:
            found = import_module(name)
        except ModuleNotFoundError:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
    return True


def prefixes(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[: k + 1]) for k in range(len(parts))]


def example_files() -> set[str]:
    """The files and folders of the example, as the template has them; those of the game also relative to its folder."""
    found = {file.as_posix() for file in filled("game", EXAMPLE, EXAMPLE.title())}
    for part, folder in (("game", f"parlour/games/{EXAMPLE}"), ("tests", f"tests/games/{EXAMPLE}")):
        for file in filled(part, EXAMPLE, EXAMPLE.title()):
            path = Path(folder, file)
            found |= {path.as_posix(), *(f"{above.as_posix()}/" for above in path.parents if EXAMPLE in above.parts)}
    return found


def told_now(page: Path) -> str:
    """A page without the changelog's tables of renames."""
    return re.sub(r"^\| was \|(.*\n)(\|.*\n)*", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)


@pytest.mark.parametrize("page", PAGES_TOO, ids=path_text)
def test_names_on_pages_exist(page: Path) -> None:
    code = "\n".join(re.findall("`([^`]+)`", told_now(page)))
    files = {name for name in FILE.findall(code) if not re.fullmatch(r"parlour/\w+-v0", name)} - MADE  # Gymnasium's ids
    if "adding-a-game" in page.name:
        files -= example_files()
    assert sorted(name for name in files if not (ROOT / name).exists()) == []
    assert sorted(name for name in set(MODULE.findall(code)) if not is_there(name)) == []


@pytest.mark.parametrize("name", parlour.__all__)
def test_every_public_name_exists(name: str) -> None:
    assert getattr(parlour, name) is not None


def test_the_check_finds_missing_names() -> None:
    assert FILE.findall("see `parlour/match.py`, not parlour/match/") == ["parlour/match.py", "parlour/match/"]
    assert MODULE.findall("python -m bench.alone > x") == ["bench.alone"]
    assert is_there("parlour.games.traxx.best_possible")
    assert not is_there("parlour.games.traxx.hindsight")


def test_the_example_has_the_files_of_the_template_and_no_others() -> None:
    known = example_files()
    assert {
        "parlour/games/noughts/",
        "parlour/games/noughts/web/Board.svelte",
        "tests/games/noughts/oracle.py",
    } <= known
    assert not {"parlour/games/noughts/web/Bord.svelte", "parlour/games/", "parlour/games/exago/"} & known


def test_files_named_in_comments_exist() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    files = [name.removesuffix("-tpl") for name in listed]  # templates, too: of the files that they become
    sources = [name for name in listed if re.match(r"(parlour|tools|web/src|bench|examples)/.*\.(py|ts|svelte)$", name)]
    named = {(name, file) for name in sources for file in PYTHON_FILE.findall((ROOT / name).read_text("utf-8"))}
    assert len(named) > 30
    assert (
        sorted((name, file) for name, file in named if not any(f"/{one}".endswith(f"/{file}") for one in files)) == []
    )
