"""Export all tables to one zip: `records/TABLE-N.txt` for each match, and `tables.json` for what a record cannot hold.

With it, seat links, invitations and names keep working in another database.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import IO, Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.games import find, list_games
from parlour.luck import canonical_json
from parlour.seat import Kind
from parlour.server.errors import shortened
from parlour.server.storage import queries
from parlour.server.storage.queries import Kept, TableRow
from parlour.server.table.actions import STAND_IN
from parlour.server.table.names import NAME_LENGTH

INDEX = "tables.json"

Follow = Callable[[Sequence[Any], str], Iterable[Any]]  # iterates over the items and shows progress

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Time = Annotated[float, Meta(ge=0, le=250_000_000_000)]  # seconds since 1970, up to the year 9892
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


class SeatEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds a seat, and who plays it."""

    holder: Hash | None  # of the token in the seat's link
    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)] | None
    bot: Annotated[str, Meta(max_length=40)] | None
    kind: Kind | None = None  # whose seat it is; old archives do not say


class UndoEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open offer to take a move back."""

    seat: SeatNumber
    yes: Annotated[list[SeatNumber], Meta(max_length=64)]  # other seats that have agreed


class MatchEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the record of a match does not contain."""

    opened: Time
    ended: Time | None
    last: Time  # when something last happened
    branch: Annotated[int, Meta(ge=0, le=10_000)]  # how often moves were taken back
    seats: Annotated[list[SeatEntry], Meta(max_length=64)]
    wishes: Annotated[list[SeatNumber], Meta(max_length=64)]  # seats that want a rematch
    undo: UndoEntry | None
    number: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None  # given where numbers were skipped before it


class TableEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table without its records."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9]{16}\Z")]
    game: Annotated[str, Meta(max_length=64)]
    public: bool
    invitation: Hash
    owner: Hash  # of the token that may delete it
    visitor: Annotated[str, Meta(pattern=r"^[ -~]{1,64}\Z")]  # who opened it
    opened: Time
    touched: Time
    matches: Annotated[list[MatchEntry], Meta(min_length=1)]
    stand_in: Annotated[str, Meta(max_length=40)] = STAND_IN  # the bot that plays for people who are away or resign
    own: Annotated[list[Hash], Meta(max_length=64)] = []  # of the opener's own seat tokens
    hints: bool = False  # players may ask for hints

    @classmethod
    def of_row(cls, row: TableRow, matches: list[MatchEntry]) -> TableEntry:
        """A stored table, with its matches."""
        facts = asdict(row)
        del facts["players"]  # the records have them
        facts["public"], facts["own"] = facts.pop("is_public"), msgspec.json.decode(row.own)
        return cls(**facts, matches=matches)

    def row(self, players: int) -> TableRow:
        """The table as a row of the database."""
        facts = msgspec.structs.asdict(self)
        del facts["matches"]
        facts["is_public"], facts["own"] = facts.pop("public"), canonical_json(self.own)
        return TableRow(**facts, players=players)

    def numbers(self) -> list[int]:
        """The numbers of its matches: from 1, with gaps for matches that were left out."""
        found: list[int] = []
        for match in self.matches:
            found.append(match.number or (found[-1] + 1 if found else 1))
        return found


class Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `tables.json`."""

    parlour: Literal[1]  # the version of this format
    tables: list[TableEntry]


def record_name(table: str, number: int) -> str:
    """The name of a match's record in the zip."""
    return f"records/{table}-{number}.txt"


@dataclass
class Exported:
    """What an export wrote."""

    tables: list[TableEntry] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)  # matches that cannot be replayed, each with the reason

    @property
    def matches(self) -> int:
        """The number of records written."""
        return sum(len(entry.matches) for entry in self.tables)


def export_tables(connection: sa.Connection, file: IO[bytes], follow: Follow) -> Exported:
    """Write every match that can be replayed. The same contents always give the same bytes."""
    done = Exported()
    with zipfile.ZipFile(file, "w") as archive:
        for table in follow(queries.table_ids(connection), "Writing tables"):
            series = []
            for number in queries.match_numbers(connection, table):
                try:
                    kept, record = _replayed(connection, table, number)
                except CannotReplay as problem:
                    done.left_out.append(f"match {number} of table {table}: {problem}")
                    continue
                _write(archive, record_name(table, number), record.encode())
                series.append(kept)
            if series:
                done.tables.append(_table_entry(queries.load_row(connection, table), series))
        _write(archive, INDEX, msgspec.json.format(msgspec.json.encode(Index(1, done.tables)), indent=1) + b"\n")
    return done


class CannotReplay(ParlourError):
    """A stored match cannot be replayed by these rules."""


def _replayed(connection: sa.Connection, table: str, number: int) -> tuple[Kept, str]:
    """A match and its record, or CannotReplay."""
    try:
        kept = queries.load_kept(connection, table, number)
        return kept, kept.match_state.record()
    except (SQLAlchemyError, OSError, MemoryError):
        raise  # not a fault of the match
    except Exception as problem:  # a damaged log, or rules of another version, may raise any exception
        reason = str(problem) if isinstance(problem, ParlourError) else f"{type(problem).__name__}: {problem}"
        raise CannotReplay(shortened(reason) + _versions(*queries.rules_of(connection, table, number))) from problem


def _versions(game: str, theirs: str | None) -> str:
    """The rules version a match was opened with, if it differs from the current one; else an empty string."""
    if game not in list_games() or theirs in (None, ours := find(game).rules.VERSION):
        return ""
    return f" (it was opened by rules version {theirs}, this is version {ours})"


def _write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    facts = zipfile.ZipInfo(name)  # always has the same date
    facts.compress_type, facts.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
    archive.writestr(facts, data)


def _table_entry(row: TableRow, series: list[Kept]) -> TableEntry:
    numbers = [kept.match_state.opening.number for kept in series]
    return TableEntry.of_row(
        row, [_match_entry(kept, before) for kept, before in zip(series, [0, *numbers], strict=False)]
    )


def _match_entry(kept: Kept, before: int) -> MatchEntry:
    match_state = kept.match_state
    number = match_state.opening.number
    offer = match_state.undo_offer
    return MatchEntry(
        opened=match_state.opening.opened,
        ended=kept.ended,
        last=kept.last,
        branch=match_state.branch,
        seats=[SeatEntry(seating.holder, seating.name, seating.bot, seating.owner) for seating in match_state.seats],
        wishes=list(match_state.rematch_requests),
        undo=None if offer is None else UndoEntry(offer.seat, sorted(match_state.undo_yes - {offer.seat})),
        number=None if number == before + 1 else number,
    )
