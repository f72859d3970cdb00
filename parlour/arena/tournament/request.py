"""Requests for games, the commands that make them, and what is still missing."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from parlour.arena.tournament.schedule import orders, pairs_to_decide
from parlour.arena.tournament.worker import GameResult
from parlour.errors import UnknownGame
from parlour.games import find
from parlour.luck import canonical_json

LONG_OPTION = 80  # characters; longer values are given as @FILE


class Request(msgspec.Struct, frozen=True):
    """A request for games of one set-up."""

    bots: tuple[str, ...]
    """The bots, weakest first."""
    games: int
    """How many games each lineup is to play at least."""
    stop_when_sure: bool
    """Whether a pairing ends when it is clear which bot is stronger."""


class Unfinished(msgspec.Struct, frozen=True):
    """A lineup with fewer games than requested that was not stopped early."""

    bots: tuple[str, ...]
    """The bots, weakest first."""
    games: int
    """How many games were played."""
    asked: int
    """How many games were requested."""


def command_text(facts: Mapping[str, Any], request: Request) -> str:
    """The command that makes this request, for people to repeat, without options that do not affect the results."""
    players = int(facts["players"])
    words = ["parlour", "arena", facts["game"], "--players", str(players)]
    named = request.bots * players if "everybody" in facts else request.bots
    words += ["--bots", ",".join(named), "--games", str(request.games)]
    words += [] if facts["seed"] == "0" else ["--seed", facts["seed"]]
    words += [] if facts["effort"] == 1 else ["--effort", f"{facts['effort']:g}"]
    for name, value in _changed_options(facts).items():
        text = canonical_json(value)
        words += ["--option", f"{name}={text if len(text) <= LONG_OPTION else '@FILE'}"]
    words += ["--mixed"] if facts["mixed"] else []
    words += ["--stop-when-sure"] if request.stop_when_sure else []
    return shlex.join(words)


def _changed_options(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The options that differ from the defaults, in the game's order; all of them if the game is unknown here."""
    options = dict(facts["options"])
    try:
        game = find(facts["game"])
    except UnknownGame:
        return options
    usual = {option.name: option.value_for(int(facts["players"])) for option in game.options}
    names = [*usual, *(name for name in options if name not in usual)]  # another version may have more options
    return {name: options[name] for name in names if name in options and options[name] != usual.get(name)}


def unfinished(
    requests: Iterable[Request],
    facts: Mapping[str, Any],
    games: Sequence[GameResult],
    decided: Collection[tuple[str, str]],
) -> list[Unfinished]:
    """Lineups that have fewer games than the largest request and did not stop because all their pairs are decided."""
    size = orders(facts)
    found: dict[tuple[str, ...], Unfinished] = {}
    for asked in requests:
        deals = -(-asked.games // size)
        done = Counter(game.scheduled.lineup for game in games if game.scheduled.deal < deals)
        for bots in combinations(asked.bots, size):
            pairs = pairs_to_decide(bots, asked.bots)
            is_decided = asked.stop_when_sure and bool(pairs) and pairs <= set(decided)
            number, most = done[" ".join(bots)], found[bots].asked if bots in found else 0
            if number < deals * size > most and not is_decided:
                found[bots] = Unfinished(bots, number, deals * size)
    return list(found.values())
