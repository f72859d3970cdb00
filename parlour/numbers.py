"""Checks of numbers from callers, and numbers in sentences."""

from __future__ import annotations

import operator
from math import inf
from numbers import Real
from typing import Any

from parlour.errors import ParlourError
from parlour.message import Message, message

_WORDS = (
    message("none"),
    message("one"),
    message("two"),
    message("three"),
    message("four"),
    message("five"),
    message("six"),
    message("seven"),
    message("eight"),
    message("nine"),
    message("ten"),
    message("eleven"),
    message("twelve"),
)


def as_number(value: Any) -> int | None:
    """Convert a whole number of any type, NumPy's included, to int; None for anything else, bool included."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 move`, `2 moves`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def in_words(number: int) -> Message | int:
    """Return a number from 0 to 12 as a word, for a sentence; any other as it is.

    >>> str(in_words(3)), str(in_words(13))
    ('three', '13')
    """
    return _WORDS[number] if 0 <= number < len(_WORDS) else number


def above_zero(name: str, value: Any) -> float:
    """Convert a number above 0 of any type, NumPy's included, to float, or raise ParlourError."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not 0 < value < inf:
        raise ParlourError(f"{name} must be a number above 0, not {value!r}")
    return float(value)
