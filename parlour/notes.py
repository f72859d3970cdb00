"""Notes on the positions of a match: comments, evaluations and other facts that do not belong to the game itself.

A record carries them as lines that begin with `;`, which readers may ignore; docs/records.md specifies them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from parlour.errors import ParlourError
from parlour.game import JOINERS, Json
from parlour.luck import canonical_json
from parlour.message import Message, message, shortened

SIGN = ";"
COMMENT = ""  # a comment is the note without a word
EVALUATION = "eval"
COMMENT_LENGTH = 2_000  # characters
JSON_LENGTH = 20_000  # characters
DEPTH = 20  # of nested lists and objects
WORDS = 8  # different notes on one position
LARGEST = 2**53  # the largest number that every language reads exactly
DECIMALS = 4  # no language needs an exponent to write these

_WORD = re.compile(r"[a-z][a-z-]{0,29}")

Notes = dict[int, dict[str, Json]]
"""By the number of moves made before: the notes by word, the comment under `COMMENT`."""

Grade = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]


class Evaluation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How good a position of a match is for each seat, and how good the move was that led to it.

    >>> Evaluation([0.25, 0.75], simulations=400, grade="mistake").values
    [0.25, 0.75]
    """

    values: list[float]
    """The expected result of every seat, from 0 (lost) to 1 (won)."""
    points: list[float] | None = None
    """The expected points of every seat."""
    error: float | None = None
    """The standard error of the values."""
    simulations: int | None = None
    """How many simulations they are based on."""
    grade: Grade | None = None
    """How good the last move was."""


def lines_of(notes: Mapping[str, Json]) -> list[str]:
    """Return the notes on one position as lines of a record."""
    return [
        f"{SIGN} {value}" if word == COMMENT else f"{SIGN}{word} {canonical_json(value)}"
        for word, value in sorted(notes.items())
    ]


def checked_comment(text: Any) -> str:
    """Return a comment, or raise ParlourError."""
    if not isinstance(text, str) or not 0 < len(text) <= COMMENT_LENGTH or text != text.strip():
        raise ParlourError(
            "a comment has 1 to {most} characters and no space at either end: {text}",
            most=COMMENT_LENGTH,
            text=_shortened(text),
        )
    if not _is_readable(text):
        raise ParlourError("a comment is one line of printable characters, not {text}", text=_shortened(text))
    return text


def checked_evaluation(value: Any, players: int, ply: int) -> dict[str, Json]:
    """Return an evaluation as it is written in a record, or raise ParlourError; `value` is an Evaluation or JSON."""
    grade = value.get("grade") if isinstance(value, Mapping) else getattr(value, "grade", None)
    if grade is not None and grade not in get_args(Grade):
        raise ParlourError(
            "'grade' must be one of {grades:, or}, not {grade}", grades=get_args(Grade), grade=_shortened(grade)
        )
    try:
        told = msgspec.convert(value, Evaluation) if not isinstance(value, Evaluation) else value
        told = msgspec.convert(msgspec.to_builtins(told), Evaluation)  # constructors do not check types
    except msgspec.ValidationError as problem:
        field = re.search(r" - at `\$\.(\w+)", str(problem))
        if field is not None:
            raise ParlourError(_form_of(field[1], players)) from None
        raise ParlourError("this is not an evaluation: {problem}", problem=shortened(str(problem), 200)) from None
    if wrong := _wrong_evaluation(told, players, ply):
        raise ParlourError(wrong)
    return _rounded(msgspec.to_builtins(told))  # type: ignore[no-any-return]


def _wrong_evaluation(told: Evaluation, players: int, ply: int) -> Message | None:
    """What is wrong with an evaluation, if anything."""
    if len(told.values) != players or not all(0 <= value <= 1 for value in told.values):
        return _form_of("values", players)
    if told.points is not None and (
        len(told.points) != players or not all(abs(number) <= LARGEST for number in told.points)
    ):
        return _form_of("points", players)
    if told.error is not None and not 0 <= told.error <= 1:
        return _form_of("error", players)
    if told.simulations is not None and not 0 <= told.simulations <= LARGEST:
        return _form_of("simulations", players)
    if told.grade is not None and ply == 0:
        return message("there is no move to grade before the first")
    return None


def _form_of(field: str, players: int) -> Message:
    """What a field of an evaluation must be."""
    match field:
        case "values":
            return message("'values' has {players} numbers from 0 to 1, one for each seat", players=players)
        case "points":
            return message("'points' has {players} numbers, one for each seat", players=players)
        case "error":
            return message("'error' is a number from 0 to 1")
        case _:
            return message("'simulations' is a whole number, not below 0")


def checked_annotation(word: Any, value: Any) -> Json:
    """Return an annotation as it is written in a record, or raise ParlourError."""
    if not isinstance(word, str) or not _WORD.fullmatch(word) or word == EVALUATION:
        raise ParlourError(
            "an annotation has a word of 1 to 30 letters a to z and hyphens, not {word}", word=_shortened(word)
        )
    if not isinstance(value, dict) or not _is_plain(value, DEPTH):
        raise ParlourError(
            "annotation '{word}' must be a JSON object, nested at most {depth} deep, with numbers up to 2^53",
            word=word,
            depth=DEPTH,
        )
    rounded = _rounded(value)
    text = canonical_json(rounded)
    if len(text) > JSON_LENGTH:
        raise ParlourError("annotation '{word}' has more than {most} characters", word=word, most=JSON_LENGTH)
    if not _is_readable(text):
        raise ParlourError("annotation '{word}' has characters that are not printable", word=word)
    return rounded


def check_words(notes: Mapping[str, Json]) -> None:
    """Raise ParlourError if there are too many notes on one position."""
    if len(notes) > WORDS:
        raise ParlourError("a position has at most {most} notes, not {many}", most=WORDS, many=len(notes))


def _is_readable(text: str) -> bool:
    """Whether a text can be shown on one line."""
    return all(sign.isprintable() or sign in JOINERS for sign in text)


def _is_plain(value: Any, depth: int) -> bool:
    """Whether a value is JSON that every language reads alike."""
    if isinstance(value, dict):
        return depth > 0 and all(isinstance(key, str) and _is_plain(item, depth - 1) for key, item in value.items())
    if isinstance(value, list):
        return depth > 0 and all(_is_plain(item, depth - 1) for item in value)
    if isinstance(value, str):
        return not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, float):
        return math.isfinite(value) and abs(value) <= LARGEST
    return value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) <= LARGEST)


def _rounded(value: Any) -> Any:
    """A copy of JSON with numbers in their one spelling: at most four decimals, whole numbers without a point."""
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, float):
        short = round(value, DECIMALS)
        return int(short) if short.is_integer() else short
    return value


def _shortened(value: Any) -> str:
    return shortened(repr(value), 60)
