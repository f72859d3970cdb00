"""What is kept: tables, matches and their logs, as functions of a connection."""

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

CHANNEL = "parlour"  # of Postgres's NOTIFY


class Conflict(Exception):
    """Another process wrote first, or the table is gone: read again."""


@dataclass(frozen=True)
class TableRow:
    """A table, less its matches."""

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
    own: str  # hashes of the tokens with which who opened it sits there, as JSON


def add_table(connection: sa.Connection, row: TableRow, first: NewMatch) -> None:
    """A new table with its first match."""
    connection.execute(TABLES.insert(), [asdict(row)])
    add_match(connection, row.id, 1, first, row.opened)


def add_match(connection: sa.Connection, table: str, number: int, match: NewMatch, now: float) -> int:
    """The next match of a table, or Conflict."""
    key = _insert_match(connection, table, number, match, now)
    _insert(connection, key, 0, match.seats, now)
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
    """Entries at the end of a log that has `seq` of them, as the database wants them."""
    rows = []
    for number, entry in enumerate(entries, seq + 1):
        seat = turn = branch = None
        if isinstance(entry, events.Move):
            seat, turn, branch = entry.seat, entry.turn, entry.branch
        place = {"match": key, "seq": number, "seat": seat, "turn": turn, "branch": branch}
        rows.append({**place, "entry": events.entry_text(entry), "at": now})
    return rows


async def append(database: Database, opening: Opening, seq: int, change: Change, origin: str, now: float) -> int | None:
    """Put a change at the end of a log that has `seq` entries, or Conflict; the key of the match that follows.

    The entries of all tables that move at the same time become one statement: see `Database.write`.
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
        if is_more or database.is_shared:  # and others are to be told
            return await database.write(besides, rows=rows)
        await database.append(rows)
        return None
    except IntegrityError as problem:
        raise Conflict from problem


def notify(connection: sa.Connection, text: str) -> None:
    """Tell the other processes, when this is committed; on SQLite there are none."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))


def load_table(connection: sa.Connection, table: str) -> tuple[TableRow, MatchState] | None:
    """A table and how its last match stands."""
    row = connection.execute(TABLES.select().where(TABLES.c.id == table)).one_or_none()
    if row is None:
        return None
    matches = MATCHES.select().where(MATCHES.c.table_id == table).order_by(MATCHES.c.number.desc()).limit(1)
    return TableRow(**row._mapping), _standing(connection, row, connection.execute(matches).one())


def load_match(connection: sa.Connection, table: str, number: int) -> MatchState | None:
    """How one match of a table stands."""
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
    """What was added to a match elsewhere, and whether it ended; None if it is no longer its table's last."""
    opening = match_state.opening
    wanted = sa.select(MATCHES.c.key, MATCHES.c.ended).where(MATCHES.c.table_id == opening.table)
    last = connection.execute(wanted.order_by(MATCHES.c.number.desc()).limit(1)).one_or_none()
    if last is None or last.key != opening.key:
        return None
    return entries_after(connection, opening.key, match_state.seq), last.ended is not None


class Head(NamedTuple):
    """How far the last match of a table is."""

    key: int  # the match's
    seq: int  # entries of its log
    has_ended: bool


def heads(connection: sa.Connection, tables: Sequence[str]) -> dict[str, Head]:
    """How far the last matches of these tables are."""
    later = MATCHES.alias()
    is_last = ~sa.exists().where(later.c.table_id == MATCHES.c.table_id, later.c.number > MATCHES.c.number)
    length = sa.select(sa.func.count()).where(LOG.c.match == MATCHES.c.key).scalar_subquery()
    wanted = sa.select(MATCHES.c.table_id, MATCHES.c.key, length, MATCHES.c.ended)
    rows = connection.execute(wanted.where(MATCHES.c.table_id.in_(tables), is_last))
    return {table: Head(key, seq, ended is not None) for table, key, seq, ended in rows}


@dataclass(frozen=True)
class Kept:
    """A match as it is kept, with its times."""

    match_state: MatchState
    ended: float | None
    last: float  # when its log last grew


def table_ids(connection: sa.Connection) -> list[str]:
    """All tables, the oldest first."""
    return list(connection.execute(sa.select(TABLES.c.id).order_by(TABLES.c.opened, TABLES.c.id)).scalars())


def has_table(connection: sa.Connection, table: str) -> bool:
    """Whether there is a table of this id."""
    return connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table)).one_or_none() is not None


def game_names(connection: sa.Connection) -> list[str]:
    """The games that tables have."""
    return list(connection.execute(sa.select(TABLES.c.game).distinct().order_by(TABLES.c.game)).scalars())


def load_row(connection: sa.Connection, table: str) -> TableRow:
    """A table that is there."""
    return TableRow(**connection.execute(TABLES.select().where(TABLES.c.id == table)).one()._mapping)


def match_numbers(connection: sa.Connection, table: str) -> list[int]:
    """The matches that a table has had, the first first."""
    wanted = sa.select(MATCHES.c.number).where(MATCHES.c.table_id == table)
    return list(connection.execute(wanted.order_by(MATCHES.c.number)).scalars())


def rules_of(connection: sa.Connection, table: str, number: int) -> tuple[str, str | None]:
    """The game of a match, and the version of the rules by which it was opened."""
    wanted = sa.select(TABLES.c.game, MATCHES.c.rules).join(MATCHES, MATCHES.c.table_id == TABLES.c.id)
    game, rules = connection.execute(wanted.where(TABLES.c.id == table, MATCHES.c.number == number)).one()
    return game, rules


def load_kept(connection: sa.Connection, table: str, number: int) -> Kept:
    """A match with its times."""
    row = connection.execute(TABLES.select().where(TABLES.c.id == table)).one()
    wanted = MATCHES.select().where(MATCHES.c.table_id == table, MATCHES.c.number == number)
    match = connection.execute(wanted).one()
    last = connection.execute(sa.select(sa.func.max(LOG.c.at)).where(LOG.c.match == match.key)).scalar()
    return Kept(_standing(connection, row, match), match.ended, match.opened if last is None else last)


def restore_table(connection: sa.Connection, row: TableRow) -> None:
    """A table from elsewhere, whose matches follow."""
    connection.execute(TABLES.insert(), [asdict(row)])


def restore_match(
    connection: sa.Connection,
    table: str,
    number: int,
    match: NewMatch,
    entries: Sequence[events.Entry],
    times: tuple[float, float | None, float],
) -> None:
    """A match from elsewhere with its whole log; when it was opened, ended, and its log last grew."""
    opened, ended, last = times
    key = _insert_match(connection, table, number, match, opened, ended)
    _insert(connection, key, 0, [*match.seats, *entries], last)


def count_open(connection: sa.Connection, visitor: str) -> int:
    """How many tables of a visitor are not over."""
    is_open = sa.exists().where(MATCHES.c.table_id == TABLES.c.id, MATCHES.c.ended.is_(None))
    wanted = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.visitor == visitor, is_open)
    return int(connection.execute(wanted).scalar_one())


def delete_table(connection: sa.Connection, table: str, origin: str) -> bool:
    """Forget a table and its matches; whether it was still there."""
    was_there = connection.execute(TABLES.delete().where(TABLES.c.id == table)).rowcount > 0
    notify(connection, f"table {table} {origin}")
    return was_there


def delete_old(connection: sa.Connection, before: float, most: int, origin: str) -> list[str]:
    """Forget tables that nobody has touched since, but no more than so many; their ids."""
    last = sa.select(sa.func.max(LOG.c.at)).join(MATCHES, MATCHES.c.key == LOG.c.match)
    quiet = last.where(MATCHES.c.table_id == TABLES.c.id).scalar_subquery() < before
    old = sa.select(TABLES.c.id).where(TABLES.c.touched < before, quiet).order_by(TABLES.c.touched).limit(most)
    return [table for table in connection.execute(old).scalars().all() if delete_table(connection, table, origin)]


def house_clock(connection: sa.Connection) -> float | None:
    """The house's clock when it was last looked at, or the time of the newest entry; see cleanup.py."""
    kept = connection.execute(sa.select(HOUSE.c.clock)).scalar_one()
    if kept is not None:
        return float(kept)
    newest = [connection.execute(sa.select(sa.func.max(column))).scalar() for column in (LOG.c.at, TABLES.c.touched)]
    return max((float(time) for time in newest if time is not None), default=None)


def set_house_clock(connection: sa.Connection, clock: float) -> None:
    """What the house's clock shows."""
    connection.execute(HOUSE.update().values(clock=clock))


def probe(connection: sa.Connection) -> None:
    """Read a little of everything."""
    for table in (TABLES, MATCHES, LOG):
        newest = [column.desc() for column in table.primary_key.columns]
        connection.execute(table.select().order_by(*newest).limit(1)).all()


def note_writing(connection: sa.Connection, now: float) -> None:
    """Write a little."""
    connection.execute(HOUSE.update().values(written=now))
