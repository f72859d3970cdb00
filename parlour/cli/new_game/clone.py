"""A new game in a clone of Parlour: its folder, its tests, and the lines that go with them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import parlour
from parlour.cli.new_game.all_or_nothing import refuse_existing, transaction
from parlour.cli.new_game.mentions import first_mention, naming
from parlour.cli.new_game.template_files import filled
from parlour.errors import ParlourError

GOLDEN_SEED, GOLDEN_WIDTH = "golden", 118  # as in tests/conformance/test_golden.py
PLAYERS = (2, 4)  # the smallest and the largest table of the template
VERSION_LINE = "- Version 1: rules R1 to R7 for 2 to 4 seats with the option `size`."

NEXT = """\
{title} is in {game}/: a small game to replace piece by piece by your own.

See it              make play
Check it            .venv/bin/pytest tests/conformance tests/games/{name} -k {name}
                    make check

Edit, in this order RULES.md         number your rules
                    rules.py         the state record and its kernels
                    notation.py, explain.py, view.py, draw.py, encoding/
                    web/             the board on the page; after a change to view.py or to a step: make types
                    web/sample.record  the record of a game, for the picture in the lobby
                    tests/games/{name}/
                    CHANGELOG.md     rules and options, below "### {title}"
After a change      .venv/bin/python -m tests.conformance.test_golden {name}
Delete it           rm -r {game} tests/games/{name} tests/golden/{name}-*.txt
                    remove "### {title}" from CHANGELOG.md, then: make types

docs/adding-a-game.md explains every file."""
NO_TYPES = """

The page's types, web/src/api.ts, could not be written yet: run 'make types'."""


def root() -> Path | None:
    """The clone whose code this is; None if Parlour was installed from a package."""
    folder = Path(parlour.__file__).resolve().parents[1]
    is_clone = all((folder / part).is_dir() for part in ("tests/conformance", "tests/golden", "tools", "web/src"))
    return folder if is_clone else None


def write(name: str, title: str, root: Path) -> str:
    """Write the game, its tests, its golden playthroughs and its line in the changelog; returns what to do next."""
    game, tests = root / "parlour" / "games" / name, root / "tests" / "games" / name
    golden = {players: root / "tests" / "golden" / f"{name}-{players}.txt" for players in PLAYERS}
    for target in (game, tests, *golden.values()):
        refuse_existing(target)
    if (file := first_mention(root, naming(name, title))) is not None:
        raise ParlourError(
            "{file} has a word that begins with {name} or {title}: choose a rarer name, because nothing outside its "
            "folder may name a game",
            file=file,
            name=name,
            title=title,
        )
    changelog = root / "CHANGELOG.md"
    with transaction() as writing:
        writing.folder(game, filled("game", name, title))
        writing.folder(tests, filled("tests", name, title) | {Path("__init__.py"): ""})
        writing.change(changelog, with_section(changelog.read_text(encoding="utf-8"), title))
        for players, target in golden.items():
            writing.file(target, _playthrough(root, name, players))
    told = NEXT.format(title=title, name=name, game=game.relative_to(root).as_posix())
    return told if _write_types(root) else told + NO_TYPES


def with_section(changelog: str, title: str) -> str:
    """The changelog with a section for the game, after those of the other games in the newest release."""
    newest = re.search(r"^## .*\n", changelog, re.MULTILINE)
    if newest is None:
        raise ParlourError("CHANGELOG.md has no release to add the game to")
    general = re.compile(r"^(### (Added|Changed|Deprecated|Removed|Fixed|Security)$|## )", re.MULTILINE)
    place = general.search(changelog, newest.end())
    at = len(changelog) if place is None else place.start()
    return f"{changelog[:at]}### {title}\nRules\n{VERSION_LINE}\n\n{changelog[at:]}"


def _playthrough(root: Path, name: str, players: int) -> str:
    """A golden playthrough: a whole game, by a process that finds the new folder."""
    asked = ("-m", "parlour", "playthrough", name, "--players", str(players), "--seed", GOLDEN_SEED)
    done = _run(root, *asked, COLUMNS=str(GOLDEN_WIDTH))
    if done.returncode != 0:
        raise ParlourError("the new game cannot be played: {problem}", problem=(done.stdout + done.stderr)[-2000:])
    return done.stdout


def _write_types(root: Path) -> bool:
    """Write the page's types, if the tools for it are installed."""
    return _run(root, "-m", "tools.page_types").returncode == 0


def _run(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a clone, with plain kernels: nothing is to be compiled yet."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONIOENCODING": "utf-8"} | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
