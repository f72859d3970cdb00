"""What a bot tells about a position."""

from __future__ import annotations

import msgspec


class Candidate(msgspec.Struct, frozen=True):
    """A move that a bot looked at."""

    text: str
    visits: int  # how often it was looked at
    value: float  # what it is worth to the seat: from 0 (lost) to 1 (won)


class Analysis(msgspec.Struct, frozen=True):
    """What a bot thinks of a position."""

    move: str  # what it would play
    candidates: list[Candidate]  # most looked at first
    line: list[str]  # the move and what is likely to follow; where all choose simultaneously, the seat's own moves
    simulations: int
    seconds: float
