"""Errors that a caller's input can cause; each says what would have been right."""

from __future__ import annotations

from typing import Any

from parlour.message import Arg, Message


class ParlourError(ValueError):
    """Base of every error that a caller's input can cause; each says what would have been right.

    `message` is what it says, as a template with arguments; text without arguments stands as it is.

    >>> problem = ParlourError("there is no seat {seat}", seat=7)
    >>> str(problem), problem.message.args
    ('there is no seat 7', {'seat': 7})
    """

    def __init__(self, template: str | Message, /, **args: Arg) -> None:
        self.message = template if isinstance(template, Message) else Message(template, args)
        super().__init__(self.message.text)  # so that the error can be pickled


class UnknownGame(ParlourError):
    """No registered game has this name."""


class UnknownBot(ParlourError):
    """The game has no bot of this name."""


class BadPlayers(ParlourError):
    """The game is not played by this many."""


class BadDeal(ParlourError):
    """The deal is not one this game can have."""


class BadPosition(ParlourError):
    """The text is not a position of any game."""


class NotWaiting(ParlourError):
    """It is not this seat's turn."""


class GameOver(ParlourError):
    """The match has ended."""


class _Labelled(ParlourError):
    """An error that names the place it speaks of, then explains; `message` and its English `sentence` leave it out."""

    def __init__(self, label: Any, template: str | Message, /, **args: Arg) -> None:
        super().__init__(template, **args)
        self.sentence = self.message.text
        self.args = (label, self.sentence)  # so that the error can be pickled

    def __str__(self) -> str:
        return f"{self.args[0]}: {self.sentence}"


class BadOption(_Labelled):
    """An option has no such name or value; `name` says which."""

    @property
    def name(self) -> str:
        return str(self.args[0])


class BadRecord(_Labelled):
    """A record cannot be read; `line` counts from 1."""

    @property
    def line(self) -> int:
        return int(self.args[0])

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


class IllegalMove(_Labelled):
    """A move text that cannot be played; `rule` is the number of the rule it breaks, or `notation`.

    >>> problem = IllegalMove("F3", "column {column} is full: choose another", column="c")
    >>> str(problem), problem.message.args
    ('F3: column c is full: choose another', {'column': 'c'})
    """

    @property
    def rule(self) -> str:
        return str(self.args[0])


def to_install(extra: str) -> str:
    """How to get the packages of an extra."""
    if extra == "postgres":
        return "in the clone of Parlour, make postgres"
    return f"in the clone of Parlour, .venv/bin/pip install -e '.[{extra}]'"
