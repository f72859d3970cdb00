"""A table for a single record without an index: its people are unknown, so their seats are open."""

from __future__ import annotations

from datetime import UTC, datetime

from parlour.match import Match
from parlour.seat import Seat
from parlour.server.archive.export import MatchEntry, SeatEntry, TableEntry
from parlour.server.table.actions import STAND_IN
from parlour.server.table.names import NAME_LENGTH
from parlour.server.table.tokens import new_table_id, new_token, token_hash


def table_of(match: Match, invitation: str, now: float) -> TableEntry:
    """A table with this invitation, whose first match is the record's."""
    is_over = match.outcome is not None
    opened = _time_of(match.header.get("date"), now)
    told = MatchEntry(
        opened=opened,
        ended=now if is_over else None,
        last=now,
        branch=sum(told["kind"] == "undo" for told in match.header.get("incidents", [])),
        seats=[_entry(seat, usual, is_over) for seat, usual in zip(match.seats, match.game.seat_names, strict=False)],
        wishes=[],
        undo=None,
    )
    return TableEntry(
        id=new_table_id(),
        game=match.game.name,
        public=False,
        invitation=token_hash(invitation),
        owner=token_hash(new_token()),  # nobody has this token: the table is deleted when it is old
        visitor="import",
        opened=now,
        touched=now,
        matches=[told],
        hints=sum(seat.kind == "person" for seat in match.seats) <= 1,
    )


def _entry(seat: Seat, usual: str, is_over: bool) -> SeatEntry:
    """Bots stay. A person's seat is open, unless the person resigned and a bot plays on."""
    name = None if seat.name == usual else seat.name[:NAME_LENGTH] or None
    if seat.kind == "bot" or (seat.resigned and seat.bot is not None):
        return SeatEntry(None, name, seat.bot, seat.kind)
    return SeatEntry(None, name, STAND_IN if seat.resigned and not is_over else None, seat.kind)


def _time_of(date: object, now: float) -> float:
    """The date of a record, or now."""
    try:
        day = datetime.strptime(str(date), "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return now
    return day if 0 <= day <= now else now
