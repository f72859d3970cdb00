"""Options of a game, described well enough to build a form from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from parlour.errors import BadOption
from parlour.message import Message, message
from parlour.numbers import as_number

Json = Any
"""Builtins that JSON can represent."""

PlayOut = Callable[[Any, int], Any]
"""Plays matches to their ends: from an array of states and the number of players to the scores.

The bot `greedy` plays all seats. The result is an integer array, indexed by match, seat and score column.
"""


@dataclass(frozen=True)
class Option:
    """An option of a game, described well enough to build a form from it.

    >>> Option("radius", "number", 5, "Size of the board.", "X2", low=4, high=5).checked(4, players=2)
    4
    """

    name: str
    """Its name: a keyword argument of `parlour.new`."""
    kind: Literal["flag", "number", "choice", "numbers", "json"]
    """The type of its value; `numbers` is a list with one number per seat."""
    default: Json
    """Its default value; for `numbers`, that of each seat."""
    sentence: str
    """What it does, for people."""
    rule: str
    """The number of the rule that defines it."""
    choices: tuple[str, ...] = ()
    """The valid values of a `choice`; for `json`, the names of values to choose from, which `check` accepts."""
    label: str = ""
    """What it is called in forms for players, a few words: `Rounds until a draw`; by default its name."""
    choice_labels: Mapping[str, str] = field(default_factory=dict)
    """What its choices are called there, by choice; by default their names in plain words."""
    low: int = 0
    """The smallest valid number."""
    high: int | Callable[[int], int] = 0
    """The largest valid number, or a function of the number of players."""
    check: Callable[[Json], Json] | None = None
    """For `json`: returns the value to keep, or raises BadOption."""
    draw: Callable[[Json], str] | None = None
    """For `json`: draws a value that was checked, or one of the choices, as SVG for light and dark rooms."""
    make: Callable[[str, PlayOut], Json] | None = None
    """For `json`: makes a new value from a seed, which it may try out; the same seed makes the same value."""

    @property
    def heading(self) -> str:
        """Its label, or its name in plain words.

        >>> Option("turn_limit", "number", 60, "Rounds after which the game is a draw.", "X18").heading
        'Turn limit'
        """
        return self.label or self.name.replace("_", " ").capitalize()

    def choice_heading(self, choice: str) -> str:
        """The same for a choice."""
        return self.choice_labels.get(choice) or choice.replace("_", " ").capitalize()

    def choice_of(self, value: Json) -> str | None:
        """Return the name of a value that was checked, if it is one of the choices.

        >>> Option("deck", "choice", "short", "Which cards.", "K3", choices=("short", "long")).choice_of("long")
        'long'
        """
        if self.kind == "json" and self.check is not None:
            return next((choice for choice in self.choices if self.check(choice) == value), None)
        return value if self.kind == "choice" else None

    def value_for(self, players: int) -> Json:
        """Return the default value with this number of players."""
        return [self.default] * players if self.kind == "numbers" else self.default

    def most(self, players: int) -> int:
        """Return the largest valid number with this number of players."""
        return self.high(players) if callable(self.high) else self.high

    def expectation(self, players: int) -> Message:
        """Return what a value must be, as the end of a sentence."""
        low, high = self.low, self.most(players)
        each = message("{n} whole numbers from {low} to {high}", n=players, low=low, high=high)
        return {
            "flag": message("true or false"),
            "number": message("a whole number from {low} to {high}", low=low, high=high),
            "choice": message("one of {choices:,}", choices=self.choices),
            "numbers": message("a list of {numbers}, one per seat", numbers=each),
            "json": message("JSON of the form that the rules describe"),
        }[self.kind]

    def checked(self, value: Json, players: int) -> Json:
        """Return the value to keep, or raise BadOption."""
        if self.kind == "json" and self.check is not None:
            return self.check(value)
        kept: Json
        if self.kind == "number":
            kept = self._number(value, players)
        elif self.kind == "numbers":
            is_list = isinstance(value, list | tuple) or getattr(value, "ndim", None) == 1  # or a NumPy array
            numbers = [self._number(item, players) for item in value] if is_list and len(value) == players else [None]
            kept = None if None in numbers else numbers
        else:
            fits = isinstance(value, bool) if self.kind == "flag" else isinstance(value, str) and value in self.choices
            kept = None if not fits else value if self.kind == "flag" else str(value)
        if kept is None:
            raise BadOption(
                self.name,
                "must be {expected} ({rule}), not {value}",
                expected=self.expectation(players),
                rule=self.rule,
                value=repr(value),
            )
        return kept

    def _number(self, value: Json, players: int) -> int | None:
        number = as_number(value)
        return number if number is not None and self.low <= number <= self.most(players) else None
