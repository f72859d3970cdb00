"""The set-up of a tournament: everything that must be equal for results to count together."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import parlour.bots
from parlour.bots import NAMES, bot
from parlour.errors import ParlourError
from parlour.game import Game, Json
from parlour.luck import canonical_json
from parlour.numbers import above_zero


@dataclass(frozen=True)
class Setup:
    """A game as it is played in a tournament. Use `new_setup`, which checks it."""

    game: Game
    """The game."""
    players: int
    """The number of seats."""
    options: Mapping[str, Json]
    """The value of every option."""
    seed: str
    """Determines every deal, and the bots."""
    effort: float
    """A factor on the budget of every bot."""
    is_mixed: bool
    """With more than two seats: whether all bots at a table differ, instead of two sharing it."""
    everybody: str | None = None
    """The bot in every seat, in self-play."""

    @property
    def facts(self) -> dict[str, Any]:
        """What distinguishes set-ups in a file; results with equal facts belong together."""
        return {
            "game": self.game.name,
            "rules": self.game.rules.VERSION,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "effort": self.effort,
            "mixed": self.is_mixed,
            **({} if self.everybody is None else {"everybody": self.everybody}),
        }

    @property
    def key(self) -> str:
        """The facts as text."""
        return canonical_json(self.facts)


def new_setup(
    game: Game,
    players: int | None = None,
    options: Mapping[str, Json] | None = None,
    seed: str = "0",
    effort: float = 1.0,
    is_mixed: bool = False,
) -> Setup:
    """A set-up, or a ParlourError that says what would be valid."""
    number = game.check_players(max(2, game.players[0]) if players is None else players)
    factor = above_zero("effort", effort)
    checked = game.check_options(options or {}, number)
    return Setup(game, number, checked, seed, factor, is_mixed and number > 2)


def checked_bots(setup: Setup, names: Sequence[str]) -> list[str]:
    """The bots from weakest to strongest by name, or a ParlourError."""
    for name in names:
        bot(setup.game.name, name)  # raises for an unknown name
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ParlourError(f"the bot {twice!r} is named twice: name each bot once{_or_self_play(setup, twice)}")
    fewest = 1 if setup.everybody is not None else setup.players if setup.is_mixed else min(setup.players, 2)
    if len(names) < fewest:
        raise ParlourError(f"name at least {fewest} bots, not {len(names)}{_or_self_play(setup, *names[:1])}")
    return sorted(names, key=rank)


def is_self_play(setup: Setup, names: Sequence[str]) -> bool:
    """Whether these names are one bot, given once for each of several seats."""
    return len(names) == setup.players > 1 and len(set(names)) == 1 and not setup.is_mixed


def _or_self_play(setup: Setup, name: str = NAMES[0]) -> str:
    """How to ask for self-play, as the end of a sentence."""
    if setup.is_mixed or setup.players == 1:
        return ""
    return f", or {','.join([name] * setup.players)} for a table of equals"


def rank(name: str) -> tuple[int, str]:
    """A sorting key: the built-in bots from weakest to strongest, then others by name."""
    return (NAMES.index(name) if name in NAMES else len(NAMES), name)


@cache
def fingerprint(game: Game) -> str:
    """A short hash of the code and the learned weights that determine how bots play; it changes with every edit."""
    sources = [*Path(str(parlour.bots.__file__)).parent.rglob("*.py"), *game.folder.rglob("*.py")]
    sources += game.folder.glob("bot/*.json")
    digests = sorted(hashlib.sha256(path.read_bytes()).hexdigest() for path in sources)
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()[:12]
