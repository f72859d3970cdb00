"""The text format of records: a header with one fact per line, then the moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from parlour import incidents, notes
from parlour.errors import BadRecord, ParlourError
from parlour.game import Json
from parlour.luck import canonical_json
from parlour.message import shortened
from parlour.numbers import counted

FORMAT = "parlour 1"
FIRST = ("options", "names", "seats", "deal")  # all required but `seats`
TEXTS = ("commit", "salt", "date")
HEXADECIMAL = {"commit": 64, "salt": 32}  # digits
OPTIONAL = (*TEXTS, "incidents")

_NEWER = re.compile(r"parlour ([1-9][0-9]{0,5})")  # where it is not FORMAT
_MOVE = re.compile(r"(0|[1-9][0-9]?) (\S.*)")


@dataclass
class Record:
    """A parsed record, not yet checked against its game."""

    game: str
    rules: str
    players: int
    header: dict[str, Json]
    lines: dict[str, int]
    """The line number of each header field."""
    position: str | None = None
    moves: list[tuple[int, str]] = field(default_factory=list)
    move_lines: list[int] = field(default_factory=list)
    """The line number of each move."""
    notes: notes.Notes = field(default_factory=dict)
    first_move_line: int = 0
    result: Json | None = None
    result_line: int = 0


def text_of(
    game: str,
    rules: str,
    players: int,
    header: Mapping[str, Json],
    position: str | None,
    moves: Iterable[tuple[int, str]],
    noted: notes.Notes,
    result: Json | None,
) -> str:
    """Format a record as text; `parse` is the inverse."""
    lines = _header_lines(game, rules, players, header, position)
    lines += notes.lines_of(noted.get(0, {}))
    for ply, (seat, text) in enumerate(moves, 1):
        lines += [f"{seat} {text}", *notes.lines_of(noted.get(ply, {}))]
    lines += [] if result is None else [f"result {canonical_json(result)}"]
    return "\n".join(lines) + "\n"


def _header_lines(game: str, rules: str, players: int, header: Mapping[str, Json], position: str | None) -> list[str]:
    """The lines before the moves."""
    lines = [FORMAT, f"game {game}", f"rules {rules}", f"players {players}"]
    lines += [f"{key} {canonical_json(header[key])}" for key in FIRST if key in header]
    if position is not None:
        lines.append(f"position {position}")
    lines += [f"{key} {canonical_json(header[key])}" for key in OPTIONAL if key in header]
    return [*lines, "moves"]


class _Lines:
    """The lines of a record, taken one by one."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise BadRecord(1, f"a record is a text, not {type(text).__name__}")
        self._lines = text.split("\n")
        self.number = 0
        first = self._lines[0].rstrip("\r")
        if first != FORMAT and (newer := _NEWER.fullmatch(first)):
            raise BadRecord(
                1, f"this record has format {newer[1]}, which is newer than '{FORMAT}': load it with a newer Parlour"
            )
        if first != FORMAT:
            raise BadRecord(1, f"a record is a text that starts with '{FORMAT}'; this one starts with {text[:20]!r}")
        if "\r" in text:
            raise BadRecord(1 + text[: text.index("\r")].count("\n"), "lines end with \\n alone, not with \\r")
        if self._lines.pop() != "":
            raise BadRecord(len(self._lines) + 1, "the last line must end with a line break; is the record cut off?")

    def peek(self) -> str:
        return self._lines[self.number] if self.number < len(self._lines) else ""

    def take(self, key: str) -> str:
        """Take a line that starts with this word, and return the rest of it."""
        word, _, rest = self.peek().partition(" ")
        self.number += 1
        if word != key or not rest:
            raise BadRecord(self.number, f"expected a line '{key} ...', not {self.shown()}")
        return rest

    def shown(self) -> str:
        line = self._lines[self.number - 1] if self.number <= len(self._lines) else None
        return "the end" if line is None else repr(shortened(line, 60))

    def take_json(self, key: str) -> Json:
        """Take a line that starts with this word, and return the JSON that follows."""
        return self._json(key, self.take(key))

    def _json(self, key: str, text: str) -> Json:
        """The JSON of the line just taken."""
        try:
            value = msgspec.json.decode(text)
            canonical = canonical_json(value)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
            raise BadRecord(self.number, f"'{key}' must be followed by JSON: {problem}") from None
        if canonical != text:
            raise BadRecord(self.number, f"JSON has sorted keys, no spaces and no needless escapes: {key} {canonical}")
        return value

    def take_note(self, players: int, ply: int) -> tuple[str, Json]:
        """Take a line that starts with the sign of notes, and return its word and value."""
        word, _, text = self.peek().removeprefix(notes.SIGN).partition(" ")
        self.number += 1
        try:
            if word == notes.COMMENT:
                return word, notes.checked_comment(text)
            if len(text) > notes.JSON_LENGTH:
                raise ParlourError("a note has at most {most} characters", most=notes.JSON_LENGTH)
            given = self._json(f"{notes.SIGN}{word}", text)
            if word == notes.EVALUATION:
                value: Json = notes.checked_evaluation(given, players, ply)
            else:
                value = notes.checked_annotation(word, given)
        except BadRecord:
            raise
        except ParlourError as problem:
            raise BadRecord(self.number, str(problem)) from problem
        if (canonical := canonical_json(value)) != text:
            raise BadRecord(self.number, f"a note has one spelling: write {notes.SIGN}{word} {canonical}")
        return word, value

    @property
    def at_end(self) -> bool:
        return self.number >= len(self._lines)


def parse(text: str) -> Record:
    """Parse a record, or raise BadRecord."""
    lines = _Lines(text)
    lines.number = 1
    where: dict[str, int] = {}

    def noted(key: str, take: Any) -> Any:
        value = take(key)
        where[key] = lines.number
        return value

    game, rules, players = (noted(key, lines.take) for key in ("game", "rules", "players"))
    if not rules.isprintable() or " " in rules or len(rules) > 20:
        raise BadRecord(where["rules"], f"a rules version is a short word, not {rules[:40]!r}")
    if not re.fullmatch(r"[1-9][0-9]?", players):
        raise BadRecord(
            where["players"], f"the number of players must be a whole number, not {shortened(players, 40)!r}"
        )
    header = {key: noted(key, lines.take_json) for key in FIRST if key != "seats" or lines.peek().startswith("seats ")}
    position = noted("position", lines.take) if lines.peek().startswith("position ") else None
    header |= {key: noted(key, lines.take_json) for key in OPTIONAL if lines.peek().startswith(key + " ")}
    for key in TEXTS:
        if key in header and not isinstance(header[key], str):
            raise BadRecord(where[key], f"'{key}' is a text in quotes, not {shortened(repr(header[key]), 60)}")
    for key, digits in HEXADECIMAL.items():
        if key in header and not re.fullmatch(rf"[0-9a-fA-F]{{{digits}}}", header[key]):
            given = shortened(repr(header[key]), 80)
            raise BadRecord(where[key], f"'{key}' has {digits} hexadecimal digits, not {given}")
    if "incidents" in header:
        try:
            incidents.parse(header["incidents"], int(players))
        except ValueError as problem:
            raise BadRecord(where["incidents"], f"'incidents' is not of the right form: {problem}") from None
    lines.number += 1
    if lines.number > len(lines._lines) or lines._lines[lines.number - 1] != "moves":
        raise BadRecord(lines.number, f"expected 'moves' after the header, not {lines.shown()}")
    parsed = Record(game, rules, int(players), header, where, position, first_move_line=lines.number + 1)
    while not lines.at_end and not lines.peek().startswith("result "):
        if lines.peek().startswith(notes.SIGN):
            _take_note(lines, parsed)
            continue
        move = _MOVE.fullmatch(lines.peek())
        lines.number += 1
        if move is None:
            raise BadRecord(lines.number, f"expected a move such as '0 f6', not {lines.shown()}")
        parsed.moves.append((int(move[1]), move[2]))
        parsed.move_lines.append(lines.number)
    if not lines.at_end:
        parsed.result = lines.take_json("result")
        parsed.result_line = lines.number
    if not lines.at_end:
        lines.number += 1
        raise BadRecord(lines.number, f"the record ends with its result, but {lines.shown()} follows")
    return parsed


def _take_note(lines: _Lines, parsed: Record) -> None:
    """Add the note on the next line to the moves so far; each kind of note occurs once, in the order of the words."""
    ply = len(parsed.moves)
    noted = parsed.notes.setdefault(ply, {})
    word, value = lines.take_note(parsed.players, ply)
    if word in noted:
        what = "comment: write one line" if word == notes.COMMENT else f"note '{word}'"
        raise BadRecord(lines.number, f"after {counted(ply, 'move')} there already is a {what}")
    if noted and word < max(noted):
        raise BadRecord(lines.number, "notes on one move come in order: the comment, then the others by their words")
    noted[word] = value
    if len(noted) > notes.WORDS:
        raise BadRecord(lines.number, f"a position has at most {notes.WORDS} notes")
