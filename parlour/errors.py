"""Errors caused by bad input; each says what would have been right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parlour.message import Arg, Message, shortened, with_texts


class ParlourError(ValueError):
    """The base class of all errors caused by bad input; each says what would have been right.

    >>> problem = ParlourError("there is no seat {seat}", seat=7)
    >>> str(problem), problem.message.args
    ('there is no seat 7', {'seat': 7})
    """

    message: Message
    """What `str()` returns, as data: a template and its arguments. Labels, such as a line or a rule, are not in it."""

    def __init__(self, template: str | Message, /, **args: Arg) -> None:
        self.message = template if isinstance(template, Message) else Message(template, args)
        super().__init__(self.message.text)  # so that the error can be pickled


class UnknownGame(ParlourError):
    """No registered game has this name."""


class UnknownBot(ParlourError):
    """The game has no bot of this name."""


class BadPlayers(ParlourError):
    """The game does not allow this number of players, or there is no such seat."""


class BadDeal(ParlourError):
    """The deal or the seed is not valid for this game."""


class BadPosition(ParlourError):
    """The text is not a valid position of any game."""


class NotWaiting(ParlourError):
    """It is not this seat's turn."""


class GameOver(ParlourError):
    """The match has ended."""


class NotOver(ParlourError):
    """The match has not ended, so its hidden parts stay hidden."""


class _Labelled(ParlourError):
    """An error with a label, such as a line or a rule, before its text."""

    sentence: str
    """The text without the label."""

    def __init__(self, label: Any, template: str | Message, /, **args: Arg) -> None:
        super().__init__(template, **args)
        self.sentence = self.message.text
        self.args = (label, self.sentence)  # so that the error can be pickled

    def __str__(self) -> str:
        return f"{self.args[0]}: {self.sentence}"


class BadOption(_Labelled):
    """An option has an unknown name or a bad value."""

    @property
    def name(self) -> str:
        """The name of the option."""
        return str(self.args[0])


class BadRecord(_Labelled):
    """A record cannot be read."""

    @property
    def line(self) -> int:
        """The number of the faulty line, from 1."""
        return int(self.args[0])

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


class IllegalMove(_Labelled):
    """The move is illegal.

    `marks` are the cells of the board that show why: the tile that is in the way, the pieces that would form a T.

    >>> problem = IllegalMove("F3", "column {column} is full: choose another", marks=["c1", "c6"], column="c")
    >>> str(problem), problem.message.args, problem.marks
    ('F3: column c is full: choose another', {'column': 'c'}, ('c1', 'c6'))
    """

    def __init__(self, rule: Any, template: str | Message, /, marks: Iterable[str] = (), **args: Arg) -> None:
        super().__init__(rule, template, **args)
        self.marks = tuple(marks)
        """The cells that show why."""

    @property
    def rule(self) -> str:
        """The number of the rule that the move breaks, or `notation` if it cannot be read."""
        return str(self.args[0])


def brief(problem: ParlourError, most: int) -> str:
    """Return what `str()` returns with each text in it, such as quoted input, cut to so many characters.

    >>> brief(IllegalMove("notation", "there is no cell {cell}", cell="z" * 1000), 9)
    'notation: there is no cell zzzzzz...'
    """
    label = str(problem).removesuffix(problem.message.text)
    return label + with_texts(problem.message, lambda text: shortened(text, most)).text


def to_install(extra: str) -> str:
    """Return how to install the packages of an extra."""
    if extra == "postgres":
        return "in the clone of Parlour, make postgres"
    return f"in the clone of Parlour, .venv/bin/pip install -e '.[{extra}]'"
