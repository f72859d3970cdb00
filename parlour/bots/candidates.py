"""What a bot reports about a position."""

from __future__ import annotations

import msgspec


class Candidate(msgspec.Struct, frozen=True):
    """A move that a bot considered."""

    text: str
    """The move."""
    visits: int
    """Its visit count."""
    value: float
    """Its value to the seat, from 0 (lost) to 1 (won)."""
    error: float = 0.0
    """The standard error of `value`; 0 where it is not sampled."""
    points: float | None = None
    """The seat's expected score; None in games without points, and where it is not known."""
    points_error: float | None = None
    """The standard error of `points`."""
    line: list[str] = []
    """The move and what is likely to follow. In simultaneous games, the seat's own moves."""


class Analysis(msgspec.Struct, frozen=True):
    """What a bot thinks of a position."""

    move: str
    """The move it would play."""
    candidates: list[Candidate]
    """The moves it considered, most visited first; empty for bots that do not search."""
    line: list[str]
    """The principal variation: the move and what is likely to follow. In simultaneous games, the seat's own moves."""
    simulations: int
    """How many simulations were run."""
    seconds: float
    """How long it thought."""
