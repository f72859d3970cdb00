"""Queries for tables, matches and their logs, as functions of a connection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from parlour.games import find
from parlour.luck import canonical_json
from parlour.server.storage.database import Database, Row
from parlour.server.storage.schema import HOUSE, LOG, MATCHES, TABLES
from parlour.server.table import events
from parlour.server.table.actions import Change, NewMatch
from parlour.server.table.match_state import MatchState, Opening

CHANNEL = "parlour"  # for Postgres's NOTIFY


class Conflict(Exception):
    """Another process wrote first, or the table is gone; read it again."""


@dataclass(frozen=True)
class TableRow:
    """A table without its matches."""

    id: str
    game: str
    players: int
    is_public: bool
    invitation: str
    owner: str
    visitor: str
    opened: float
    touched: float
    stand_in: str
    own: str  # hashes of the opener's own seat tokens, as JSON
    hints: bool  # players may ask for hints


def add_table(connection: sa.Connection, row: TableRow, first: NewMatch) -> None:
    """Insert a new table with its first match."""
    connection.execute(TABLES.insert(), [asdict(row)])
    add_match(connection, row.id, 1, first, row.opened)


def add_match(connection: sa.Connection, table: str, number: int, match: NewMatch, now: float) -> int:
    """Insert the next match of a table and return its key, or Conflict."""
    key = _insert_match(connection, table, number, match, now)
    _insert(connection, key, 0, [*match.seats, *match.moves], now)
    return key


def _insert_match(
    connection: sa.Connection, table: str, number: int, match: NewMatch, opened: float, ended: float | None = None
) -> int:
    row = {
        "table_id": table,
        "number": number,
        "options": canonical_json(match.options),
        "deal": canonical_json(match.deal),
        "salt": match.salt,
        "commit": match.commit,
        "opened": opened,
        "ended": ended,
        "rules": match.rules,
    }
    try:
        return int(connection.execute(MATCHES.insert().returning(MATCHES.c.key), row).scalar_one())
    except IntegrityError as problem:
        raise Conflict from problem


def _insert(connection: sa.Connection, key: int, seq: int, entries: Sequence[events.Entry], now: float) -> None:
    try:
        connection.execute(LOG.insert(), log_rows(key, seq, entries, now))
    except IntegrityError as problem:
        raise Conflict from problem


def log_rows(key: int, seq: int, entries: Sequence[events.Entry], now: float) -> list[Row]:
    """The database rows of entries that follow the first `seq` in a log."""
    rows = []
    for number, entry in enumerate(entries, seq + 1):
        seat = turn = branch = None
        if isinstance(entry, events.Move):
            seat, turn, branch = entry.seat, entry.turn, entry.branch
        place = {"match": key, "seq": number, "seat": seat, "turn": turn, "branch": branch}
        rows.append({**place, "entry": events.entry_text(entry), "at": now})
    return rows


async def append(database: Database, opening: Opening, seq: int, change: Change, origin: str, now: float) -> int | None:
    """Append a change to a log that has `seq` entries, or Conflict. Returns the key of the next match, if one begins.

    Entries of all tables that move at the same time are inserted by one statement: see `Database.write`.
    """

    def besides(connection: sa.Connection) -> int | None:
        key = None
        if change.is_over:
            connection.execute(MATCHES.update().where(MATCHES.c.key == opening.key).values(ended=now))
        if change.following is not None:
            key = add_match(connection, opening.table, opening.number + 1, change.following, now)
        if change.is_over or key is not None or any(isinstance(entry, events.Seat) for entry in change.entries):
            connection.execute(TABLES.update().where(TABLES.c.id == opening.table).values(touched=now))
        notify(connection, f"table {opening.table} {origin}")
        return key

    rows = log_rows(opening.key, seq, change.entries, now)
    is_more = change.is_over or change.following is not None or not isinstance(change.entries[0], events.Move)
    try:
        if is_more or database.is_shared:  # or others must be told
            return await database.write(besides, rows=rows)
        await database.append(rows)
        return None
    except IntegrityError as problem:
        raise Conflict from problem


def notify(connection: sa.Connection, text: str) -> None:
    """Tell the other processes once this is committed. Does nothing on SQLite, where there are none."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))


def load_table(connection: sa.Connection, table: str) -> tuple[TableRow, MatchState] | None:
    """A table and the state of its last match."""
    row = connection.execute(TABLES.select().where(TABLES.c.id == table)).one_or_none()
    if row is None:
        return None
    matches = MATCHES.select().where(MATCHES.c.table_id == table).order_by(MATCHES.c.number.desc()).limit(1)
    return TableRow(**row._mapping), _standing(connection, row, connection.execute(matches).one())


def load_match(connection: sa.Connection, table: str, number: int) -> MatchState | None:
    """The state of one match of a table."""
    row = connection.execute(TABLES.select().where(TABLES.c.id == table)).one_or_none()
    wanted = MATCHES.select().where(MATCHES.c.table_id == table, MATCHES.c.number == number)
    found = connection.execute(wanted).one_or_none()
    return None if row is None or found is None else _standing(connection, row, found)


def _standing(connection: sa.Connection, table: Any, row: Any) -> MatchState:
    opening = Opening(
        key=row.key,
        table=table.id,
        number=row.number,
        game=find(table.game),
        players=table.players,
        options=msgspec.json.decode(row.options),
        deal=msgspec.json.decode(row.deal),
        salt=row.salt,
        commit=row.commit,
        opened=row.opened,
        stand_in=table.stand_in,
        rules=row.rules,
        hints=table.hints,
    )
    match_state = MatchState(opening, has_ended=row.ended is not None)
    for entry in entries_after(connection, row.key, 0):
        match_state.fold(entry)
    return match_state


def entries_after(connection: sa.Connection, key: int, seq: int) -> list[events.Entry]:
    """The entries of a log after the first `seq`."""
    wanted = sa.select(LOG.c.entry).where(LOG.c.match == key, LOG.c.seq > seq).order_by(LOG.c.seq)
    return [events.parse_entry(text) for text in connection.execute(wanted).scalars()]


def news(connection: sa.Connection, match_state: MatchState) -> tuple[list[events.Entry], bool] | None:
    """Entries that other processes added to a match, and whether it ended; None if the table has a newer match."""
    opening = match_state.opening
    wanted = sa.select(MATCHES.c.key, MATCHES.c.ended).where(MATCHES.c.table_id == opening.table)
    last = connection.execute(wanted.order_by(MATCHES.c.number.desc()).limit(1)).one_or_none()
    if last is None or last.key != opening.key:
        return None
    return entries_after(connection, opening.key, match_state.seq), last.ended is not None


class Head(NamedTuple):
    """The progress of a table's last match."""

    key: int  # the match's
    seq: int  # entries of its log
    has_ended: bool


def heads(connection: sa.Connection, tables: Sequence[str]) -> dict[str, Head]:
    """The heads of these tables."""
    later = MATCHES.alias()
    is_last = ~sa.exists().where(later.c.table_id == MATCHES.c.table_id, later.c.number > MATCHES.c.number)
    length = sa.select(sa.func.count()).where(LOG.c.match == MATCHES.c.key).scalar_subquery()
    wanted = sa.select(MATCHES.c.table_id, MATCHES.c.key, length, MATCHES.c.ended)
    rows = connection.execute(wanted.where(MATCHES.c.table_id.in_(tables), is_last))
    return {table: Head(key, seq, ended is not None) for table, key, seq, ended in rows}


@dataclass(frozen=True)
class Kept:
    """A stored match, with its times."""

    match_state: MatchState
    ended: float | None
    last: float  # when its log last grew


def table_ids(connection: sa.Connection) -> list[str]:
    """The ids of all tables, oldest first."""
    return list(connection.execute(sa.select(TABLES.c.id).order_by(TABLES.c.opened, TABLES.c.id)).scalars())


def has_table(connection: sa.Connection, table: str) -> bool:
    """Whether a table with this id exists."""
    return connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table)).one_or_none() is not None


def game_names(connection: sa.Connection) -> list[str]:
    """The names of all games played at tables."""
    return list(connection.execute(sa.select(TABLES.c.game).distinct().order_by(TABLES.c.game)).scalars())


def load_row(connection: sa.Connection, table: str) -> TableRow:
    """The row of an existing table."""
    return TableRow(**connection.execute(TABLES.select().where(TABLES.c.id == table)).one()._mapping)


def match_numbers(connection: sa.Connection, table: str) -> list[int]:
    """The numbers of a table's matches, in order."""
    wanted = sa.select(MATCHES.c.number).where(MATCHES.c.table_id == table)
    return list(connection.execute(wanted.order_by(MATCHES.c.number)).scalars())


def rules_of(connection: sa.Connection, table: str, number: int) -> tuple[str, str | None]:
    """The game of a match, and the rules version it was opened with."""
    wanted = sa.select(TABLES.c.game, MATCHES.c.rules).join(MATCHES, MATCHES.c.table_id == TABLES.c.id)
    game, rules = connection.execute(wanted.where(TABLES.c.id == table, MATCHES.c.number == number)).one()
    return game, rules


def load_kept(connection: sa.Connection, table: str, number: int) -> Kept:
    """A stored match, with its times."""
    row = connection.execute(TABLES.select().where(TABLES.c.id == table)).one()
    wanted = MATCHES.select().where(MATCHES.c.table_id == table, MATCHES.c.number == number)
    match = connection.execute(wanted).one()
    last = connection.execute(sa.select(sa.func.max(LOG.c.at)).where(LOG.c.match == match.key)).scalar()
    return Kept(_standing(connection, row, match), match.ended, match.opened if last is None else last)


def restore_table(connection: sa.Connection, row: TableRow) -> None:
    """Insert an imported table; its matches follow."""
    connection.execute(TABLES.insert(), [asdict(row)])


def restore_match(
    connection: sa.Connection,
    table: str,
    number: int,
    match: NewMatch,
    entries: Sequence[events.Entry],
    times: tuple[float, float | None, float],
) -> None:
    """Insert an imported match with its whole log, and the times when it was opened, ended and last changed."""
    opened, ended, last = times
    key = _insert_match(connection, table, number, match, opened, ended)
    _insert(connection, key, 0, [*match.seats, *entries], last)


def count_open(connection: sa.Connection, visitor: str) -> int:
    """The number of a visitor's tables that are not over."""
    is_open = sa.exists().where(MATCHES.c.table_id == TABLES.c.id, MATCHES.c.ended.is_(None))
    wanted = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.visitor == visitor, is_open)
    return int(connection.execute(wanted).scalar_one())


def delete_table(connection: sa.Connection, table: str, origin: str) -> bool:
    """Delete a table and its matches; returns whether it existed."""
    was_there = connection.execute(TABLES.delete().where(TABLES.c.id == table)).rowcount > 0
    notify(connection, f"table {table} {origin}")
    return was_there


def delete_old(connection: sa.Connection, before: float, most: int, origin: str) -> list[str]:
    """Delete tables that nobody has touched since `before`, at most `most`; returns their ids."""
    last = sa.select(sa.func.max(LOG.c.at)).join(MATCHES, MATCHES.c.key == LOG.c.match)
    quiet = last.where(MATCHES.c.table_id == TABLES.c.id).scalar_subquery() < before
    old = sa.select(TABLES.c.id).where(TABLES.c.touched < before, quiet).order_by(TABLES.c.touched).limit(most)
    return [table for table in connection.execute(old).scalars().all() if delete_table(connection, table, origin)]


def house_clock(connection: sa.Connection) -> float | None:
    """The house clock as last stored, or the time of the newest entry; see cleanup.py."""
    kept = connection.execute(sa.select(HOUSE.c.clock)).scalar_one()
    if kept is not None:
        return float(kept)
    newest = [connection.execute(sa.select(sa.func.max(column))).scalar() for column in (LOG.c.at, TABLES.c.touched)]
    return max((float(time) for time in newest if time is not None), default=None)


def set_house_clock(connection: sa.Connection, clock: float) -> None:
    """Store the house clock."""
    connection.execute(HOUSE.update().values(clock=clock))


def probe(connection: sa.Connection) -> None:
    """Read a little of every table, to see whether that works."""
    for table in (TABLES, MATCHES, LOG):
        newest = [column.desc() for column in table.primary_key.columns]
        connection.execute(table.select().order_by(*newest).limit(1)).all()


def note_writing(connection: sa.Connection, now: float) -> None:
    """Write a little, to see whether that works."""
    connection.execute(HOUSE.update().values(written=now))
