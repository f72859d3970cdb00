"""What was asked for, as the command that asked, and what of it is missing."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from parlour.arena.tournament.runner import Plan
from parlour.arena.tournament.schedule import decided_pairs, orders
from parlour.arena.tournament.worker import Played
from parlour.luck import canonical_json

LONG_OPTION = 80  # characters; longer values are named by a file


class Request(msgspec.Struct, frozen=True):
    """Games that a command asked for."""

    bots: tuple[str, ...]  # weakest first
    games: int  # of each contest, at least
    stops_when_sure: bool


class Unfinished(msgspec.Struct, frozen=True):
    """A contest that has fewer games than were asked for, though it may not end before."""

    bots: tuple[str, ...]  # weakest first
    games: int
    asked: int


def command_text(plan: Plan) -> str:
    """The command that plays this, without what does not change the results."""
    setup = plan.setup
    told = ["parlour", "arena", setup.game.name, "--players", str(setup.players)]
    named = plan.bots if setup.everybody is None else plan.bots * setup.players
    told += ["--bots", ",".join(named), "--games", str(plan.games)]
    told += [] if setup.seed == "0" else ["--seed", setup.seed]
    told += [] if setup.effort == 1 else ["--effort", f"{setup.effort:g}"]
    for option in setup.game.options:
        value = setup.options[option.name]
        if value != option.value_for(setup.players):
            text = canonical_json(value)
            told += ["--option", f"{option.name}={text if len(text) <= LONG_OPTION else '@FILE'}"]
    told += ["--mixed"] if setup.is_mixed else []
    told += ["--stop-when-sure"] if plan.stops_when_sure else []
    return shlex.join(told)


def parse_command(command: str) -> Request | None:
    """What a text of `command_text` asks for; None for any other text."""
    words = shlex.split(command)
    if "--bots" not in words or "--games" not in words:
        return None
    bots, games = (words[words.index(name) + 1] for name in ("--bots", "--games"))
    return Request(tuple(dict.fromkeys(bots.split(","))), int(games), words[-1] == "--stop-when-sure")


def unfinished(
    commands: Iterable[str], facts: Mapping[str, Any], games: Sequence[Played], sure: Collection[tuple[str, str]]
) -> list[Unfinished]:
    """Contests that neither have the games of the command that asked for most nor ended because pairs are sure."""
    size = orders(facts)
    found: dict[tuple[str, ...], Unfinished] = {}
    for asked in filter(None, map(parse_command, commands)):
        deals = -(-asked.games // size)
        done = Counter(game.fixture.contest for game in games if game.fixture.deal < deals)
        for bots in combinations(asked.bots, size):
            pairs = decided_pairs(bots, asked.bots)
            is_sure = asked.stops_when_sure and bool(pairs) and pairs <= set(sure)
            number, most = done[" ".join(bots)], found[bots].asked if bots in found else 0
            if number < deals * size > most and not is_sure:
                found[bots] = Unfinished(bots, number, deals * size)
    return list(found.values())
