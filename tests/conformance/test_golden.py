"""Complete games with every list of legal moves, stored as files: a change of behaviour shows as a difference.

`python -m tests.conformance.test_golden` rewrites them, or those of the games named as arguments, and deletes those for
numbers of players that a game no longer has; look at the difference before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from parlour.games import find
from parlour.playthrough import playthrough, text_lines
from tests.conformance.shelf import GUESTS, NAMES

FOLDER = Path(__file__).parent.parent / "golden"
SEED = "golden"


def told(name: str, players: int) -> str:
    """The golden playthrough of a game and a number of players."""
    game = find(name)
    lines = text_lines(playthrough(game, players, SEED, {}), game.seat_names, 118)
    return "\n".join(lines) + "\n"


def folder_of(name: str) -> Path:
    """The folder of a game's golden files: a game from outside the package brings its own."""
    return find(name).folder / "golden" if name in GUESTS else FOLDER


def kept(name: str) -> dict[int, Path]:
    """The golden files of a game by number of players."""
    return {int(path.stem.rsplit("-", 1)[1]): path for path in sorted(folder_of(name).glob(f"{name}-*.txt"))}


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_are_unchanged(name: str) -> None:
    files = kept(name)
    smallest, largest = find(name).players[0], find(name).players[-1]
    assert {smallest, largest} <= set(files), f"{name} needs a golden playthrough in {folder_of(name)}"
    for players, path in files.items():
        assert told(name, players) == path.read_text()


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        folder_of(name).mkdir(exist_ok=True)
        possible = find(name).players
        for players, path in kept(name).items():
            if players not in possible:
                path.unlink()
        for players in {possible[0], possible[-1], *kept(name)}:
            (folder_of(name) / f"{name}-{players}.txt").write_text(told(name, players))
