"""`parlour new-game`: what it writes can be played and is clean; what it refuses leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import parlour
from parlour.cli.new_game import clone, package
from parlour.cli.new_game.all_or_nothing import transaction
from parlour.cli.new_game.mentions import first_mention, naming
from parlour.cli.new_game.names import check_name, check_title, title_of, type_name
from parlour.cli.new_game.template_files import TEMPLATE, filled, moved_out
from tests.docs.blocks import ROOT, blocks_of
from tests.test_layout import tracked
from tools import node

NAME, TITLE = "sample_game", "Sample game"  # the documentation calls its own Noughts
SKIPPED = {"__pycache__", ".git", ".hypothesis", "node_modules", "build"}  # what Python and the tests leave
LONG = "long_name_of_a_board_gam", "The longest title that a board game has!"


@dataclass(frozen=True)
class Clone:
    """A clone in which the command was run for two games, one of them with the longest name and title."""

    folder: Path
    with_one: dict[str, bytes]  # all files before the second
    told: str  # by the second


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clone]:
    """The clone that all tests of this file share, in one process."""
    folder = tmp_path_factory.mktemp("clone")
    copy_to(folder)
    assert f"parlour/games/{NAME}/" in new_game(folder, NAME)
    before = files(folder)
    told = new_game(folder, LONG[0], "--title", LONG[1])
    yield Clone(folder, before, told)
    shutil.rmtree(folder)  # pytest would keep it for some runs


@pytest.fixture
def tree(made: Clone) -> Path:
    """Its folder."""
    return made.folder


def copy_to(folder: Path) -> None:
    """The files of the project, and the packages of the page."""
    for name in tracked():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    (folder / "web" / "node_modules").symlink_to(node.WEB / "node_modules", target_is_directory=True)
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)  # tests/test_layout.py asks git for the files


def ended(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in a tree, with its package and plain kernels."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHONPATH"))}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=ours | {"NUMBA_DISABLE_JIT": "1", "COLUMNS": "100"} | environment,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )


def run(folder: Path, *command: str, **environment: str) -> str:
    """The same, for a command that succeeds; what it wrote."""
    done = ended(folder, *command, **environment)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-2000:]}"
    return done.stdout


def new_game(folder: Path, *arguments: str) -> str:
    return run(folder, "parlour", "new-game", *arguments)


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a folder but what Python leaves there."""
    found = (path for path in folder.rglob("*") if path.is_file() and not SKIPPED & set(path.parts))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


# -- in a clone --------------------------------------------------------------------------------------------------------


def test_the_games_are_found_and_named_as_asked(tree: Path) -> None:
    listed = run(tree, "parlour", "games")
    assert NAME in listed
    assert TITLE in listed
    assert LONG[0] in listed
    wanted = {f"{NAME}-2.txt", f"{NAME}-4.txt"}
    assert wanted <= {path.name for path in (tree / "tests" / "golden").iterdir()}
    types = (tree / "web/src/api.ts").read_text(encoding="utf-8")
    assert "export type SampleGameView = " in types
    assert "export type LongNameOfABoardGamStep = " in types


def test_what_is_written_is_clean_whatever_the_name(tree: Path) -> None:
    written = [f"{folder}/{name}" for folder in ("parlour/games", "tests/games") for name in (NAME, LONG[0])]
    run(tree, "ruff", "check", "--no-cache", *written)
    run(tree, "ruff", "format", "--check", "--no-cache", *written)


def test_it_passes_the_conformance_tests_and_its_own(tree: Path) -> None:
    """In plain Python, as compiling takes longer than all the rest."""
    quiet = ("-q", "-p", "no:cacheprovider", "-m", "not prove", "--deselect", "tests/conformance/test_plain.py")
    told = run(tree, "pytest", *quiet, "tests/conformance", f"tests/games/{NAME}", "-k", NAME)
    assert " passed" in told
    assert "failed" not in told
    layout = ("tests/test_layout.py", "tests/test_page_sources.py", "tests/docs/test_game_pages.py")
    told = run(tree, "pytest", *quiet, *layout, "-k", f"({NAME} or {LONG[0]}) and not deleting")
    assert " passed" in told


def test_a_sample_is_made_as_the_documentation_says(tree: Path) -> None:
    blocks = blocks_of(ROOT / "docs" / "adding-a-game.md")
    (block,) = (block for block in blocks if block.language == "python" and "web/sample.record" in block.text)
    made = tree / "tests" / "making_a_sample.py"
    made.write_text(block.text.replace("noughts", NAME) + "print(text, end='')\n", encoding="utf-8")
    told = run(tree, "tests.making_a_sample")
    made.unlink()
    assert told == (tree / "parlour/games" / NAME / "web/sample.record").read_text(encoding="utf-8")


def test_a_game_that_is_there_is_not_overwritten(tree: Path) -> None:
    before = {path: (tree / path).read_bytes() for path in ("CHANGELOG.md", f"parlour/games/{NAME}/rules.py")}
    done = ended(tree, "parlour", "new-game", NAME)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"there is a game called {NAME} already" in done.stderr
    assert {path: (tree / path).read_bytes() for path in before} == before


def test_what_it_says_deletes_the_game(made: Clone) -> None:
    folder, with_two = made.folder, files(made.folder)
    removing = next(line for line in made.told.splitlines() if " rm -r " in line).partition("rm -r ")[2].split()
    for path in [path for pattern in removing for path in folder.glob(pattern)]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    changelog = folder / "CHANGELOG.md"
    section = f"### {LONG[1]}\nRules\n{clone.VERSION_LINE}\n\n"
    assert section in changelog.read_text(encoding="utf-8")
    changelog.write_text(changelog.read_text(encoding="utf-8").replace(section, ""), encoding="utf-8")
    run(folder, "tools.page_types")
    left = files(folder)
    differing = {name for name in left.keys() | made.with_one.keys() if left.get(name) != made.with_one.get(name)}
    for name, data in with_two.items():  # the other tests want both games
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        folder.joinpath(name).write_bytes(data)
    assert differing == set()


@pytest.mark.prove
def test_types_are_right_and_the_game_is_played_in_a_browser(tree: Path) -> None:
    if (ROOT / ".mypy_cache").exists():  # `make check` has left it: most files need not be read anew
        shutil.copytree(ROOT / ".mypy_cache", tree / ".mypy_cache")
    run(tree, "mypy", "--package", "parlour", "--package", "tests.games")
    for script in ("lint", "check", "test"):
        done = subprocess.run(
            [sys.executable, "tools/node.py", "npm", "run", "--silent", script],
            cwd=tree,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    run(tree, "tools.page")
    assert "2 passed" in run(
        tree, "pytest", "-q", "-p", "no:cacheprovider", "tests/browser/test_whole_games.py", "-k", NAME
    )


def test_the_changelog_gets_a_section_after_those_of_the_games() -> None:
    before = "# Changelog\n\n## 2\n\n### Exago\nRules\n- X\n\n### Added\n- Y\n\n## 1\n\n### Added\n"
    after = clone.with_section(before, TITLE)
    assert after == before.replace("\n### Added\n- Y", f"\n### {TITLE}\nRules\n{clone.VERSION_LINE}\n\n### Added\n- Y")
    assert clone.with_section("## 1\n", TITLE).endswith(f"## 1\n### {TITLE}\nRules\n{clone.VERSION_LINE}\n\n")


def test_a_word_of_the_code_is_no_name_for_a_game() -> None:
    assert first_mention(ROOT, naming("waiting", "Waiting")) is not None
    assert first_mention(ROOT, naming("zzzquux", "Zzzquux")) is None


# -- as a package ------------------------------------------------------------------------------------------------------


def test_a_package_is_clean_and_can_be_played(tmp_path: Path) -> None:
    told = package.write(NAME, TITLE, tmp_path)
    assert "its own needs a clone" in " ".join(told.split())
    folder = tmp_path / NAME
    assert not (folder / NAME / "web").exists()
    described = (folder / "pyproject.toml").read_text(encoding="utf-8")
    assert f'[project.entry-points."parlour.games"]\n{NAME} = "{NAME}:GAME"\n' in described
    ours = ("--config", str(ROOT / "pyproject.toml"), "--config", f'src = ["{folder.as_posix()}"]', "--no-cache")
    run(ROOT, "ruff", "check", *ours, str(folder / NAME))
    run(ROOT, "ruff", "format", "--check", *ours, str(folder / NAME))
    info = folder / f"{NAME}-0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 0\n")
    info.joinpath("entry_points.txt").write_text(f"[parlour.games]\n{NAME} = {NAME}:GAME\n")
    paths = os.pathsep.join((str(folder), str(ROOT)))
    shown = run(tmp_path, "parlour", "playthrough", NAME, "--seed", "1", PYTHONPATH=paths)
    assert "outcome" in shown


def test_imports_are_sorted_for_a_package() -> None:
    before = (
        "import re\n\nimport rich\n\nfrom parlour.games.pips import rules\nfrom parlour.grid import Cell\n\nA = 1\n"
    )
    after = "import re\n\nimport rich\nfrom parlour.grid import Cell\n\nfrom pips import rules\n\nA = 1\n"
    assert moved_out(before, "pips") == after


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["", "Noughts", "9men", "nine-holes", "class", "_x", "x_", "a__b", "näher", "a b", "x" * 25, "../x"]
)
def test_a_name_is_an_identifier_in_lower_case(name: str) -> None:
    with pytest.raises(parlour.ParlourError, match="identifier in lower case"):
        check_name(name)


@pytest.mark.parametrize(("name", "problem"), [("exago", "there is a game called exago"), ("find", "parlour.games")])
def test_a_name_that_is_taken_is_refused(name: str, problem: str) -> None:
    with pytest.raises(parlour.ParlourError, match=problem):
        check_name(name)


@pytest.mark.parametrize("title", ["", '"', "{x}", "<b>", "\\", "x" * 41, "!", "a\nb"])
def test_a_title_is_plain(title: str) -> None:
    with pytest.raises(parlour.ParlourError, match="a title is at most 40"):
        check_title(title)


def test_a_title_belongs_to_one_game() -> None:
    with pytest.raises(parlour.ParlourError, match="the game exago has the title"):
        check_title("EXAGO")
    assert check_title(" Nine Men's Morris ") == "Nine Men's Morris"
    assert (title_of("nine_holes"), type_name("nine_holes")) == ("Nine holes", "NineHoles")


def test_a_package_goes_into_a_folder_that_is_there_and_empty_of_it(tmp_path: Path) -> None:
    with pytest.raises(parlour.ParlourError, match="there is no folder"):
        package.write(NAME, TITLE, tmp_path / "nowhere")
    with pytest.raises(parlour.ParlourError, match="a module called json"):
        package.write("json", TITLE, tmp_path)
    (tmp_path / NAME).write_text("mine")
    with pytest.raises(parlour.ParlourError, match="is there already: nothing was written"):
        package.write(NAME, TITLE, tmp_path)
    assert (tmp_path / NAME).read_text() == "mine"


@pytest.mark.parametrize("problem", [OSError("disk full"), KeyboardInterrupt()])
def test_whatever_goes_wrong_nothing_is_left(problem: BaseException, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("before")

    def write() -> None:
        with transaction() as writing:
            writing.folder(tmp_path / "a", {Path("b", "c.txt"): "c"})
            writing.file(tmp_path / "d.txt", "d")
            writing.change(kept, "after")
            raise problem

    with pytest.raises((parlour.ParlourError, KeyboardInterrupt)):
        write()
    assert files(tmp_path) == {"kept.txt": b"before"}
    assert list(tmp_path.iterdir()) == [kept]


# -- the template ------------------------------------------------------------------------------------------------------


def test_every_placeholder_is_filled() -> None:
    for part in ("game", "tests", "package"):
        found = filled(part, NAME, TITLE)
        assert found
        assert [path for path, text in found.items() if "{{ " in text or path.name.endswith("-tpl")] == []


def test_nothing_but_templates_is_in_the_folder_of_the_template() -> None:
    others = [path for path in TEMPLATE.rglob("*") if path.is_file() and not path.name.endswith("-tpl")]
    assert others == []
