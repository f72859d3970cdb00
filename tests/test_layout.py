"""The layout of the tree: a game is one folder, all rules are covered by the hash, and files are short."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from parlour.cli.new_game import mentions
from parlour.games import find, own
from parlour.kernel.cache import package_sources
from tools import node

ROOT = node.WEB.parent
GAMES = ROOT / "parlour" / "games"
TOO_MANY_LINES = 450
MOST_ENTRIES = 12


@cache
def tracked(*suffixes: str) -> tuple[str, ...]:
    """The files of the project, including those not committed yet."""
    wanted = [f"*{suffix}" for suffix in suffixes]
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *wanted]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(name for name in sorted(found.split("\0")) if name and (ROOT / name).is_file())


# -- files and folders -------------------------------------------------------------------------------------------------


def test_no_file_is_too_long() -> None:
    """The generated web/src/api.ts is exempt."""
    names = set(tracked(".py", ".ts", ".svelte")) - {"web/src/api.ts"}
    lengths = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in names}
    assert {name for name, lines in lengths.items() if lines > TOO_MANY_LINES} == set()


@pytest.mark.parametrize("name", own())
def test_game_folders_use_the_standard_names(name: str) -> None:
    inside = [Path(file).relative_to(f"parlour/games/{name}").parts for file in tracked() if is_part_of(file, name)]
    entries = {parts[0] for parts in inside if parts[0] != "__pycache__"}
    modules = {entry.removesuffix(".py") for entry in entries}  # a module may have become a folder
    assert {"RULES.md", "__init__.py", "view.py", "draw.py", "encoding", "web"} <= entries
    assert {"rules", "notation", "explain"} <= modules
    assert {("web", "Board.svelte"), ("web", "move-input.svelte.ts"), ("web", "theme.css")} <= set(inside)
    assert len(entries) <= MOST_ENTRIES


def is_part_of(file: str, game: str) -> bool:
    return file.startswith(f"parlour/games/{game}/")


# -- kernels -----------------------------------------------------------------------------------------------------------


def imports_of(path: Path) -> Iterator[Path]:
    """The files of the package that a file imports."""
    for entry in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(entry, ast.Import):
            yield from (file_of(alias.name) for alias in entry.names if alias.name.split(".")[0] == "parlour")
        elif isinstance(entry, ast.ImportFrom):
            assert not entry.level, f"{path.name}: imports are absolute, so that this test can follow them"
            if entry.module and entry.module.split(".")[0] == "parlour":
                yield from (file_of(f"{entry.module}.{alias.name}", entry.module) for alias in entry.names)


def file_of(*modules: str) -> Path:
    """The file of the first of these modules that exists."""
    for module in modules:
        base = ROOT.joinpath(*module.split("."))
        for path in (base.with_name(f"{base.name}.py"), base / "__init__.py"):
            if path.exists():
                return path
    raise AssertionError(f"no file of the package is {' or '.join(modules)}")


def is_engine(path: Path) -> bool:
    """Whether a file is parlour.kernel or a part of it."""
    return ROOT / "parlour" / "kernel" in (path.with_suffix(""), *path.parents)


KERNEL_FILES = [path for path in package_sources() if path.is_relative_to(GAMES)]


def test_every_game_has_kernels() -> None:
    assert {path.relative_to(GAMES).parts[0] for path in KERNEL_FILES} == set(own())


@pytest.mark.parametrize("path", KERNEL_FILES, ids=lambda path: str(path.relative_to(GAMES)))
def test_kernels_import_only_what_the_name_of_the_cache_covers(path: Path) -> None:
    """A constant from any other file would be compiled in, and a change to it would not recompile the kernel."""
    hashed = set(package_sources())
    assert [file for file in imports_of(path) if file not in hashed and not is_engine(file)] == []


# -- a game is one folder ----------------------------------------------------------------------------------------------


def naming(game: str) -> re.Pattern[str]:
    return mentions.naming(game, find(game).title)


@cache
def without_prose(name: str) -> str:
    return mentions.without_prose(ROOT / name)


@pytest.mark.parametrize("game", own())
def test_nothing_outside_its_folder_names_a_game(game: str) -> None:
    outside = [name for name in tracked() if mentions.is_production(name) and not is_part_of(name, game)]
    assert [name for name in outside if naming(game).search(without_prose(name))] == []


def belongs_to(file: str, game: str) -> bool:
    """Whether a file is the game's, or a test of it."""
    tests = (f"tests/games/{game}/", f"tests/golden/{game}-", f"tests/browser/test_{game}.py")
    return is_part_of(file, game) or file.startswith(tests)


@pytest.fixture
def without(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Makes a copy of the tree without a game, for the duration of a test."""

    def make(game: str) -> Path:
        for name in tracked():
            if not belongs_to(name, game):
                target = tmp_path / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, target)
        (tmp_path / "web" / "node_modules").symlink_to(node.WEB / "node_modules", target_is_directory=True)
        return tmp_path

    yield make
    shutil.rmtree(tmp_path)  # otherwise pytest would keep it for some runs


def run(tree: Path, *command: str) -> str:
    """Run Python in a tree, with its package and plain kernels; returns the output."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHONPATH"))}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tree,
        env={**ours, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-2000:]}"
    return done.stdout


CONFORMANCE = "test_features_have_names or test_options_are_checked or test_a_fork_goes"


@pytest.mark.parametrize("game", own())
def test_deleting_the_folder_deletes_the_game(game: str, without: Callable[[str], Path]) -> None:
    tree, named = without(game), naming(game)
    assert not named.search(run(tree, "-m", "parlour", "--help"))
    listed = run(tree, "-m", "parlour", "games")
    assert not named.search(listed)
    assert all(name in listed for name in own() if name != game)


@pytest.mark.prove
@pytest.mark.parametrize("game", own())
def test_without_a_game_everything_else_is_checked_built_and_conforms(
    game: str, without: Callable[[str], Path]
) -> None:
    tree, named = without(game), naming(game)
    run(tree, "-m", "ruff", "check", "--no-cache", "parlour", "tools")  # tests and bench may name games
    if (ROOT / ".mypy_cache").exists():  # left by `make check`, so that most files need not be checked again
        shutil.copytree(ROOT / ".mypy_cache", tree / ".mypy_cache")
    run(tree, "-m", "mypy", "--package", "parlour")
    run(tree, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache")
    run(tree, "-m", "tools.page_types")
    assert not named.search((tree / "web/src/api.ts").read_text(encoding="utf-8"))
    run(tree, "tools/node.py", "npm", "run", "--silent", "check")
    run(tree, "tools/node.py", "npm", "run", "--silent", "build", "--", "--logLevel", "error")
    assert pages_naming(named, tree / "parlour/server/static") == []
    told = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "-k", CONFORMANCE)
    assert " passed" in told


def pages_naming(named: re.Pattern[str], page: Path) -> list[str]:
    """The files of a built page that name a game."""
    texts = [path for path in page.rglob("*") if path.suffix in {".html", ".js", ".css", ".json"}]
    assert len(texts) > 10
    return [path.name for path in texts if named.search(path.read_text(encoding="utf-8"))]
