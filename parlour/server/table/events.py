"""The entries of a match's log, the single source of truth. The log is append-only."""

from __future__ import annotations

from typing import Literal

import msgspec


class Move(msgspec.Struct, tag_field="kind", tag="move", frozen=True):
    """A seat made a move. Unique by (seat, turn, branch), so that it can never be stored twice."""

    seat: int
    turn: int  # moves that the seat made before
    branch: int  # undos before
    text: str


class Undo(msgspec.Struct, tag_field="kind", tag="undo", frozen=True):
    """Moves were taken back."""

    seat: int  # the seat that asked
    dropped: list[int]  # numbers of the moves, ascending


class Resign(msgspec.Struct, tag_field="kind", tag="resign", frozen=True):
    """A seat resigned."""

    seat: int
    bot: str | None  # the bot that plays on, if the match goes on


class Seat(msgspec.Struct, tag_field="kind", tag="seat", frozen=True):
    """Who holds a seat, and who plays it."""

    seat: int
    holder: str | None  # hash of the token of the person it belongs to
    name: str | None  # what that person is called
    bot: str | None  # the bot that plays it now, for itself or for the person
    by: int | None = None  # the seat whose person let the bot play; None if unknown


class Ask(msgspec.Struct, tag_field="kind", tag="ask", frozen=True):
    """A seat offers something to the others."""

    seat: int
    what: Literal["undo", "rematch"]


class Answer(msgspec.Struct, tag_field="kind", tag="answer", frozen=True):
    """A seat answered an undo offer."""

    seat: int
    yes: bool


Entry = Move | Undo | Resign | Seat | Ask | Answer

_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Entry)


def entry_text(entry: Entry) -> str:
    """An entry in its stored form."""
    return _encoder.encode(entry).decode()


def parse_entry(text: str) -> Entry:
    """The entry from its stored form."""
    entry: Entry = _decoder.decode(text)
    return entry
