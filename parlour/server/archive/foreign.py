"""A table for a record that comes from elsewhere: its people are unknown, so their seats are open."""

from __future__ import annotations

from datetime import UTC, datetime

from parlour.bots import NAMES
from parlour.match import Match
from parlour.server.archive.export import MatchEntry, SeatEntry, TableEntry
from parlour.server.table.actions import STAND_IN
from parlour.server.table.names import NAME_LENGTH
from parlour.server.table.tokens import new_table_id, new_token, token_hash


def table_of(match: Match, invitation: str, now: float) -> TableEntry:
    """By this invitation, with the match of the record as its first."""
    is_over = match.outcome is not None
    opened = _time_of(match.header.get("date"), now)
    told = MatchEntry(
        opened=opened,
        ended=now if is_over else None,
        last=now,
        branch=sum(told["kind"] == "undo" for told in match.header.get("incidents", [])),
        seats=[_seat(match, seat, is_over) for seat in range(match.players)],
        wishes=[],
        undo=None,
    )
    return TableEntry(
        id=new_table_id(),
        game=match.game.name,
        public=False,
        invitation=token_hash(invitation),
        owner=token_hash(new_token()),  # nobody's: it goes when it is old
        visitor="import",
        opened=now,
        touched=now,
        matches=[told],
    )


def _seat(match: Match, seat: int, is_over: bool) -> SeatEntry:
    """Bots, known by their names, stay; a bot plays on for who resigned."""
    usual, name = match.game.seat_names[seat], match.names[seat]
    kept = None if name == usual else name[:NAME_LENGTH] or None
    if seat in match.resigned:
        return SeatEntry(None, kept, None if is_over else STAND_IN)
    bot = next((bot for bot in NAMES if name == f"{usual} ({bot})"), None)
    return SeatEntry(None, None if bot else kept, bot)


def _time_of(date: object, now: float) -> float:
    """The day that a record tells, or now."""
    try:
        day = datetime.strptime(str(date), "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return now
    return day if 0 <= day <= now else now
