"""The game that docs/adding-a-game.md builds is found, can be played and passes the conformance tests."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli.new_game.template_files import filled
from parlour.outcome import REASONS
from tests.docs.blocks import ROOT, blocks_of, commands_in

PAGE = ROOT / "docs" / "adding-a-game.md"
BOARDS = "parlour/games/noughts/"  # what `parlour new-game noughts` writes
QUIET = ("-q", "-p", "no:cacheprovider")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game's files, copied from the page, and the metadata that pip writes for a package."""
    folder = tmp_path_factory.mktemp("game")
    for block in blocks_of(PAGE):
        if block.title and not block.title.startswith(BOARDS):
            path = folder / block.title
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    described = folder.joinpath("pyproject.toml").read_text(encoding="utf-8")
    assert '[project.entry-points."parlour.games"]\nboth_ends = "both_ends:GAME"\n' in described
    info = folder / "both_ends-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: both-ends\nVersion: 1\n")
    info.joinpath("entry_points.txt").write_text("[parlour.games]\nboth_ends = both_ends:GAME\n")
    return folder


def run(installed: Path, *command: str, **environment: str) -> str:
    """Run a Python module in this repository, with the game installed; returns its output."""
    paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    given = {"PYTHONPATH": os.pathsep.join(paths), "NUMBA_CACHE_DIR": str(installed / "cache"), **environment}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")} | given,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def test_the_page_lists_every_end_reason() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    told = {reason: words.text[0].lower() + words.text[1:] for reason, words in REASONS.items()}
    assert ", ".join(f"`{reason}` ({words})" for reason, words in told.items()) in page


def test_every_end_reason_is_in_the_format_of_records() -> None:
    listed = ", ".join(f"`{reason}`" for reason in REASONS) + " or `resigned`"
    assert listed in (ROOT / "docs/records.md").read_text(encoding="utf-8")
    assert listed in (ROOT / "parlour/outcome.py").read_text(encoding="utf-8")


def test_the_code_of_the_board_is_what_the_command_writes() -> None:
    written = {f"{BOARDS}{path.as_posix()}": text for path, text in filled("game", "noughts", "Noughts").items()}
    shown = [block for block in blocks_of(PAGE) if block.title.startswith(BOARDS)]
    assert len(shown) > 5
    assert [(block.title, block.line) for block in shown if block.text not in written[block.title]] == []


def test_the_page_names_all_that_a_board_is_given_and_a_move_can_do() -> None:
    page = PAGE.read_text(encoding="utf-8")
    source = (ROOT / "web/src/board-kit/board.ts").read_text(encoding="utf-8")
    given = re.findall(r"^  (\w+)\??:", source.partition("interface BoardProps")[2], re.MULTILINE)
    assert len(given) > 5
    assert [name for name in given if f"| `{name}` |" not in page] == []
    maker = (ROOT / "web/src/table/move.svelte.ts").read_text(encoding="utf-8")
    named = set(re.findall(r"`move\.(\w+)", page))
    assert len(named) > 10
    assert {name for name in named if not re.search(rf"^  (readonly |get )?{name}\b", maker, re.MULTILINE)} == set()


def test_the_code_on_the_page_passes_the_linters(installed: Path) -> None:
    ours = ("--config", str(ROOT / "pyproject.toml"), "--config", f'src = ["{installed.as_posix()}"]', "--no-cache")
    run(installed, "ruff", "check", *ours, str(installed / "both_ends"))
    run(installed, "ruff", "format", "--check", *ours, str(installed / "both_ends"))


def test_the_game_on_the_page_passes_the_conformance_tests(installed: Path) -> None:
    """In plain Python, since compiling takes longer than all the rest; the tests below cover what is left out."""
    writing, proving = (shlex.split(command) for command in commands_in(blocks_of(PAGE)[-1]))
    assert (writing[:2], proving[0]) == (["python", "-m"], "pytest")
    run(installed, *writing[2:], NUMBA_DISABLE_JIT="1")
    assert sorted(path.name for path in installed.glob("both_ends/golden/*")) == ["both_ends-2.txt", "both_ends-3.txt"]
    left_out = ("--deselect", "tests/conformance/test_plain.py")
    told = run(installed, *proving, *QUIET, *left_out, NUMBA_DISABLE_JIT="1")
    assert " passed" in told
    assert "failed" not in told


def test_the_commands_on_the_page_work_compiled_and_plain(installed: Path) -> None:
    commands = [command for block in blocks_of(PAGE) if block.language == "sh" for command in commands_in(block)]
    ours = [shlex.split(command) for command in commands if command.startswith("parlour ")]
    listing, playing, _ = (words for words in ours if "both_ends" in words)
    assert "Both ends" in run(installed, *listing, NUMBA_DISABLE_JIT="1")
    assert run(installed, *playing) == run(installed, *playing, NUMBA_DISABLE_JIT="1")


@pytest.mark.prove
def test_the_compiled_game_behaves_the_same(installed: Path) -> None:
    assert "2 passed" in run(installed, "pytest", *QUIET, "tests/conformance/test_plain.py", "-k", "both_ends")
