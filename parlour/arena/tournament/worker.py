"""Plays one scheduled game of a tournament; runs in worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time

from parlour import compiling, warmup
from parlour.arena.tournament.config import Setup, fingerprint
from parlour.arena.tournament.schedule import ScheduledGame, deal_seed
from parlour.bots import bot
from parlour.game import Game
from parlour.games import register
from parlour.match import Match
from parlour.seat import Seat

LONGEST_RECORD = 20_000  # characters; longer ones are not stored


@dataclass(frozen=True)
class GameResult:
    """The result of a game; lists are by seat."""

    scheduled: ScheduledGame
    """Which game it was."""
    seed: str
    """The seed of the deal."""
    reason: str
    """Why it ended; see `parlour.Outcome.reason`."""
    scores: dict[str, list[int]]
    """Every score column, by its name."""
    winners: list[int]
    """The winning seats."""
    ranking: list[int]
    """The place of each seat, from 1."""
    plies: int
    """How many moves were made."""
    moves: list[int]
    """How many moves each seat made."""
    seconds: list[float]
    """Thinking time, as CPU time, so that a busy machine favours nobody."""
    slowest: list[float]
    """Seconds of the longest search."""
    program: str
    """The fingerprint of the code that played."""
    record: str | None
    """The record; None if it is not stored or not loaded."""


def play(setup: Setup, scheduled: ScheduledGame) -> GameResult:
    """Play a game. Its seed and the names of the bots determine it, unless a bot is limited by time."""
    register(setup.game)
    seed = deal_seed(setup, scheduled.deal)
    seats = range(setup.players)
    match = Match.new(setup.game, setup.players, setup.options, seed)
    match.seats = [Seat("bot", seat.name, name) for seat, name in zip(match.seats, scheduled.bots, strict=True)]
    table = ",".join(scheduled.bots)
    bots = [
        bot(
            setup.game.name, scheduled.bots[seat], f"{seed}/{table}/seat {seat}", effort=setup.effort, clock=thread_time
        )
        for seat in seats
    ]
    moves, seconds, slowest = [0] * setup.players, [0.0] * setup.players, [0.0] * setup.players
    while match.waiting:
        seat = match.waiting[0]
        began = thread_time()
        text = bots[seat].choose(match, seat)
        took = thread_time() - began
        moves[seat] += 1
        seconds[seat] += took
        slowest[seat] = max(slowest[seat], took)
        match.play(seat, text)
    outcome, record = match.outcome, match.record()
    assert outcome is not None
    return GameResult(
        scheduled=scheduled,
        seed=seed,
        reason=outcome.reason,
        scores={name: list(column) for name, column in outcome.details.items()},
        winners=list(outcome.winners),
        ranking=list(outcome.ranking),
        plies=len(match.moves),
        moves=moves,
        seconds=seconds,
        slowest=slowest,
        program=fingerprint(setup.game),
        record=record if len(record) <= LONGEST_RECORD else None,
    )


def get_ready(game: Game, bots: Sequence[str]) -> None:
    """Load the game's compiled code, and compile what is missing."""
    register(game)
    for step in warmup.steps(game, bots, study=False):
        step.run()


def prepare(game: Game, bots: Sequence[str]) -> str:
    """Get ready on a machine of a cluster, one process at a time; returns the fingerprint of its code."""
    with compiling.only_one(game.name):
        get_ready(game, bots)
    return fingerprint(game)
