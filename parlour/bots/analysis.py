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
