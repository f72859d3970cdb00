"""All tables in one zip: `records/TABLE-N.txt` for each match, and `tables.json` with what a record cannot hold.

With it, seat links, invitations and names go on to work in another database.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from parlour.server import store
from parlour.server.decisions import STAND_IN
from parlour.server.names import NAME_LENGTH
from parlour.server.store import Kept, TableRow

INDEX = "tables.json"

Follow = Callable[[Sequence[Any], str], Iterable[Any]]  # goes through things and shows how far it is

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Time = Annotated[float, Meta(ge=0, le=250_000_000_000)]  # seconds since 1970; until the year 9892
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


class SeatEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a seat, and who plays it."""

    holder: Hash | None  # of the token in the seat's link
    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)] | None
    bot: Annotated[str, Meta(max_length=40)] | None


class UndoEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open offer to take a move back."""

    seat: SeatNumber
    yes: Annotated[list[SeatNumber], Meta(max_length=64)]  # others who have agreed


class MatchEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the record of a match does not tell."""

    opened: Time
    ended: Time | None
    last: Time  # when something last happened
    branch: Annotated[int, Meta(ge=0, le=10_000)]  # how often moves were taken back
    seats: Annotated[list[SeatEntry], Meta(max_length=64)]
    wishes: Annotated[list[SeatNumber], Meta(max_length=64)]  # seats that want a rematch
    undo: UndoEntry | None


class TableEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table, less its records."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9]{16}\Z")]
    game: Annotated[str, Meta(max_length=64)]
    public: bool
    invitation: Hash
    owner: Hash  # of the token that may delete it
    visitor: Annotated[str, Meta(pattern=r"^[ -~]{1,64}\Z")]  # who opened it
    opened: Time
    touched: Time
    matches: Annotated[list[MatchEntry], Meta(min_length=1)]
    stand_in: Annotated[str, Meta(max_length=40)] = STAND_IN  # the bot that plays for who is away or resigns
    own: Annotated[list[Hash], Meta(max_length=64)] = []  # of the tokens with which who opened it sits there


class Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of `tables.json`."""

    parlour: Literal[1]  # the version of this form
    tables: list[TableEntry]


def record_name(table: str, number: int) -> str:
    """The name of a match's record in the zip."""
    return f"records/{table}-{number}.txt"


def export_tables(connection: sa.Connection, file: IO[bytes], follow: Follow) -> tuple[int, int]:
    """Write everything; how many tables and matches. Equal contents give equal bytes."""
    tables: list[TableEntry] = []
    with zipfile.ZipFile(file, "w") as archive:
        for table in follow(store.table_ids(connection), "Writing tables"):
            row, series = store.load_series(connection, table)
            for kept in series:
                _write(archive, record_name(table, kept.standing.opening.number), kept.standing.record().encode())
            tables.append(_table_entry(row, series))
        _write(archive, INDEX, msgspec.json.format(msgspec.json.encode(Index(1, tables)), indent=1) + b"\n")
    return len(tables), sum(len(entry.matches) for entry in tables)


def _write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    facts = zipfile.ZipInfo(name)  # with a date that is always the same
    facts.compress_type, facts.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
    archive.writestr(facts, data)


def _table_entry(row: TableRow, series: list[Kept]) -> TableEntry:
    return TableEntry(
        id=row.id,
        game=row.game,
        public=row.is_public,
        invitation=row.invitation,
        owner=row.owner,
        visitor=row.visitor,
        opened=row.opened,
        touched=row.touched,
        matches=[_match_entry(kept) for kept in series],
        stand_in=row.stand_in,
        own=msgspec.json.decode(row.own),
    )


def _match_entry(kept: Kept) -> MatchEntry:
    standing = kept.standing
    offer = standing.undo_offer
    return MatchEntry(
        opened=standing.opening.opened,
        ended=kept.ended,
        last=kept.last,
        branch=standing.branch,
        seats=[SeatEntry(seating.holder, seating.name, seating.bot) for seating in standing.seats],
        wishes=list(standing.wishes),
        undo=None if offer is None else UndoEntry(offer.seat, sorted(standing.undo_yes - {offer.seat})),
    )
