"""Import tables from a zip: everything is checked before anything is written, and nothing is unpacked to disk."""

from __future__ import annotations

import re
import time
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass, field

import msgspec
import sqlalchemy as sa

from parlour import record
from parlour.bots import NAMES
from parlour.errors import ParlourError
from parlour.escaping import visible_line
from parlour.games import find, load
from parlour.luck import commitment, new_salt
from parlour.match import Match
from parlour.seat import Seat
from parlour.server.archive import rebuild
from parlour.server.archive.export import INDEX, Follow, Index, MatchEntry, TableEntry, record_name
from parlour.server.archive.lone_record import table_of
from parlour.server.storage import queries
from parlour.server.table import presence
from parlour.server.table.actions import NewMatch
from parlour.server.table.match_state import MatchState, Opening, date_text
from parlour.server.table.tokens import new_token

RECORD_SIZE = 1 << 20  # maximum bytes of a record
INDEX_SIZE = 1 << 28  # maximum bytes of tables.json
ENTRY_SIZE = 1 << 14  # maximum bytes of tables.json per file in the zip
TOTAL_SIZE = 1 << 32  # maximum bytes of all records together
TAKEN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # for other methods Python inflates everything before it counts
FILES = 500_000  # maximum number of files in a zip

_OURS = re.compile(r"records/[a-z0-9]{16}-[0-9]+\.txt")


class BadArchive(ParlourError):
    """A zip cannot be imported. Each problem is one sentence."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass
class Plan:
    """A table to import."""

    files: list[str]  # its matches' records
    entry: TableEntry | None  # None for a record without an index entry, until it is read
    salt: str | None = None  # for a lone record that has none
    invitation: str | None = None  # to a table made for a lone record


@dataclass
class Contents:
    """What a zip holds."""

    plans: list[Plan]
    is_ours: bool  # has a tables.json
    left_out: list[str]  # files that are not records


@dataclass
class Done:
    """What an import did."""

    added: list[Plan] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)  # ids that already exist


def shown(name: str) -> str:
    """A file's name, shortened, on one line."""
    line = visible_line(name)
    return line if len(line) <= 100 else f"{line[:97]}..."


# -- reading ----------------------------------------------------------------------------------------------------------


def contents(archive: zipfile.ZipFile) -> Contents:
    """What there is to import, or BadArchive. Records are not read yet."""
    files = [facts.filename for facts in archive.infolist() if not facts.is_dir()]
    if len(files) > FILES:
        raise BadArchive([f"it holds {len(files)} files; the limit is {FILES}"])
    if repeated := [name for name, count in Counter(files).items() if count > 1]:
        raise BadArchive([f"it holds {shown(name)} more than once" for name in repeated])
    if INDEX not in files:
        if any(_OURS.fullmatch(name) for name in files):  # otherwise a damaged zip would silently lose all its seats
            raise BadArchive([f"{INDEX} is missing; to import records without it, rename the folder 'records'"])
        records = sorted(name for name in files if name.endswith(".txt") and not name.startswith("__MACOSX/"))
        return Contents([Plan([name], None) for name in records], False, sorted(set(files) - set(records)))
    try:
        index = msgspec.json.decode(_read(archive, INDEX, min(INDEX_SIZE, ENTRY_SIZE * len(files))), type=Index)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise BadArchive([f"{INDEX} is not as 'parlour export' writes it: {problem}"]) from None
    tables = Counter(entry.id for entry in index.tables)
    if repeated := [table for table, count in tables.items() if count > 1]:
        raise BadArchive([f"{INDEX} has table {table} more than once" for table in repeated])
    if wrong := [entry.id for entry in index.tables if entry.numbers() != sorted(set(entry.numbers()))]:
        raise BadArchive([f"{INDEX} has the matches of table {table} out of order" for table in wrong])
    plans = [Plan([record_name(entry.id, number) for number in entry.numbers()], entry) for entry in index.tables]
    named = {INDEX, *(name for plan in plans for name in plan.files)}
    return Contents(plans, True, sorted(set(files) - named))


def _read(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of a zip, or BadArchive. Inflates at most `most` bytes, whatever size the zip claims."""
    try:
        if archive.getinfo(name).compress_type not in TAKEN:
            raise BadArchive(
                [f"{shown(name)} is compressed in an unsupported way: only stored and deflated files can be read"]
            )
        with archive.open(name) as file:
            data = file.read(most + 1)
    except KeyError:
        raise BadArchive([f"{shown(name)} is missing"]) from None
    except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError, ValueError) as problem:
        raise BadArchive([f"{shown(name)} cannot be read: {problem}"]) from None
    if len(data) > most:
        raise BadArchive([f"{shown(name)} is too large: the limit is {most} bytes"])
    return data


def _text(archive: zipfile.ZipFile, name: str) -> str:
    try:
        return _read(archive, name, RECORD_SIZE).decode()
    except UnicodeDecodeError:
        raise BadArchive([f"{shown(name)} is not UTF-8 text"]) from None


# -- checking ---------------------------------------------------------------------------------------------------------


def check(archive: zipfile.ZipFile, found: Contents, follow: Follow) -> None:
    """Read every record and replay every move, or BadArchive with everything that is wrong."""
    problems: list[str] = []
    left = TOTAL_SIZE
    for plan in follow(found.plans, "Checking records"):
        try:
            left -= _check_plan(archive, plan)
        except BadArchive as problem:
            problems += problem.problems
            left -= RECORD_SIZE  # the most it can have
        if left < 0:
            raise BadArchive([*problems, f"its records together are too large: the limit is {TOTAL_SIZE} bytes"])
    if problems:
        raise BadArchive(problems)


def _check_plan(archive: zipfile.ZipFile, plan: Plan) -> int:
    """The size of a table's records in bytes, or BadArchive."""
    is_ours = plan.entry is not None
    matches: list[Match] = []
    size = 0
    for name in plan.files:
        try:
            text = _text(archive, name)
            size += len(text)
            match, parsed = load(text), record.parse(text)
            if plan.entry is None:
                plan.invitation = new_token()
                plan.entry = table_of(match, plan.invitation, time.time())
                plan.salt = None if {"commit", "salt"} <= set(match.header) else new_salt()
            matches.append(match)
            told = plan.entry.matches[len(matches) - 1]
            if wrong := _wrong_record(plan, parsed, matches) or _wrong_entry(match, told):
                raise ParlourError(wrong)
            rebuild.entries(parsed, told)  # raises if incidents do not fit the moves
            if is_ours and (wrong := _wrong_header(plan.entry, parsed, told, match)):
                raise ParlourError(wrong)
        except BadArchive:
            raise
        except ParlourError as problem:
            raise BadArchive([f"{shown(name)}: {problem}"]) from problem
    return size


def _wrong_record(plan: Plan, parsed: record.Record, matches: list[Match]) -> str | None:
    """What is wrong with a record, if anything."""
    assert plan.entry is not None
    if parsed.position is not None:
        return "it starts from a position; a table's matches must start at the beginning"
    if parsed.game != plan.entry.game or parsed.players != matches[0].players:
        return f"table {plan.entry.id} plays {plan.entry.game} with {matches[0].players} seats"
    if plan.salt is None and not {"commit", "salt"} <= set(parsed.header):
        return "it has no commit and salt"
    if len(salt := str(parsed.header.get("salt", ""))) > 64 or not salt.isprintable():
        return "a salt has at most 64 printable characters"
    if plan.entry.stand_in not in NAMES:
        return _no_bot(plan.entry.stand_in)
    if any(match.outcome is None for match in matches[:-1]):
        return "it comes after a match that is not over"
    return None


def _no_bot(name: str) -> str:
    return f"there is no bot {name!r} here; the bots are: {', '.join(NAMES)}"


def _wrong_entry(match: Match, told: MatchEntry) -> str | None:
    """What is wrong with the entry of a match, if anything."""
    if (match.outcome is not None) != (told.ended is not None):
        return f"{INDEX} says that it is {'not ' if told.ended is None else ''}over"
    if len(told.seats) != match.players:
        return f"{INDEX} has {len(told.seats)} seats for it"
    if unknown := next((seat.bot for seat in told.seats if seat.bot is not None and seat.bot not in NAMES), None):
        return _no_bot(unknown)
    numbers = {*told.wishes, *([] if told.undo is None else [told.undo.seat, *told.undo.yes])}
    if len(set(told.wishes)) < len(told.wishes) or any(number >= match.players for number in numbers):
        return f"{INDEX} names a seat that does not exist"
    if told.ended is None and told.wishes:
        return f"{INDEX} has rematch requests before the end"
    return None


def _wrong_header(entry: TableEntry, parsed: record.Record, told: MatchEntry, match: Match) -> str | None:
    """How names, seats, bots or date in the record differ from the index, if they do."""
    match_state = MatchState(_opening(entry, parsed, told), has_ended=told.ended is not None)
    for log_entry in [*rebuild.seats(parsed, told), *rebuild.entries(parsed, told)]:
        match_state.fold(log_entry)
    seats = match_state.match_seats()
    if [seat.name for seat in seats] != match.names:
        return f"its names differ from those in {INDEX}"
    if _wrong_kinds(seats, told, match) or ("seats" in parsed.header and seats != match.seats):
        return f"its seats differ from those in {INDEX}"
    if [seating.bot for seating in match_state.seats] != [seat.bot for seat in told.seats]:
        return f"its bots differ from those in {INDEX}"
    if date_text(told.opened) != parsed.header.get("date"):
        return f"its date differs from that in {INDEX}"
    return None


def _wrong_kinds(seats: list[Seat], told: MatchEntry, match: Match) -> bool:
    """Whether the record and the entry disagree about whose a seat is; old archives do not say."""
    pairs = zip(seats, told.seats, match.seats, strict=True)
    return any(seat.kind != theirs.kind or entry.kind not in (None, seat.kind) for seat, entry, theirs in pairs)


def _opening(entry: TableEntry, parsed: record.Record, told: MatchEntry) -> Opening:
    header = parsed.header
    facts = (header["options"], header["deal"], header["salt"], header["commit"])
    game, opened = find(parsed.game), told.opened
    return Opening(0, entry.id, 1, game, parsed.players, *facts, opened, entry.stand_in, parsed.rules, entry.hints)


# -- writing ----------------------------------------------------------------------------------------------------------


def restore(connection: sa.Connection, archive: zipfile.ZipFile, found: Contents, follow: Follow) -> Done:
    """Write what was checked. Tables that already exist are left unchanged."""
    done = Done()
    for plan in follow(found.plans, "Writing tables"):
        assert plan.entry is not None
        if queries.has_table(connection, plan.entry.id):
            done.skipped.append(plan.entry.id)
        else:
            _restore(connection, archive, plan, plan.entry)
            done.added.append(plan)
    return done


def _restore(connection: sa.Connection, archive: zipfile.ZipFile, plan: Plan, entry: TableEntry) -> None:
    records = [record.parse(_text(archive, name)) for name in plan.files]
    queries.restore_table(connection, entry.row(records[0].players))
    for number, parsed, told in zip(entry.numbers(), records, entry.matches, strict=True):
        options, deal = parsed.header["options"], parsed.header["deal"]
        salt = plan.salt or parsed.header["salt"]
        promised = commitment(salt, parsed.game, options, deal)
        match = NewMatch(options, deal, salt, promised, rebuild.seats(parsed, told), parsed.rules)
        times = (told.opened, told.ended, told.last)
        queries.restore_match(connection, entry.id, number, match, rebuild.entries(parsed, told), times)
    holders = [seat.holder for seat in entry.matches[-1].seats if seat.holder is not None]
    if holders:
        presence.was_here(connection, entry.id, holders)
