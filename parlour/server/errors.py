"""Errors that a client can cause. Each has a code for programs and a sentence for people."""

from __future__ import annotations

from parlour.errors import (
    BadOption,
    BadPlayers,
    BadRecord,
    GameOver,
    IllegalMove,
    NotOver,
    NotWaiting,
    ParlourError,
    UnknownBot,
    UnknownGame,
)
from parlour.message import Arg, Message, with_texts
from parlour.message import shortened as cut

LONGEST = 300  # characters of a sentence, which may quote long input from the client

_CODES: dict[type[ParlourError], str] = {
    NotWaiting: "not_waiting",
    GameOver: "game_over",
    NotOver: "not_over",
    BadRecord: "bad_record",
    BadOption: "bad_option",
    BadPlayers: "bad_players",
    UnknownBot: "unknown_bot",
    UnknownGame: "unknown_game",
}


class Refused(ParlourError):
    """A request was refused."""

    def __init__(
        self, code: str, template: str | Message, /, rule: str | None = None, status: int = 409, **args: Arg
    ) -> None:
        """The sentence is the template with its arguments, preceded by the broken rule, if any."""
        super().__init__(template, **args)
        sentence = self.message.text if rule is None else f"{rule}: {self.message.text}"
        self.code, self.sentence, self.rule, self.status = code, shortened(sentence), rule, status
        self.message = _sendable(self.message)
        self.args = (code, self.sentence)

    def __str__(self) -> str:
        return self.sentence


class Stale(Exception):
    """A message about an outdated state of a match; the answer is the current state."""


class NoSuchTable(Refused):
    """The table does not exist, or was deleted."""

    def __init__(self) -> None:
        super().__init__("unknown_table", "there is no such table: it was deleted, or the link is wrong", status=404)


def refused(problem: ParlourError) -> Refused:
    """Turn an error of the rules core into a refusal."""
    if isinstance(problem, Refused):
        return problem
    if isinstance(problem, IllegalMove):
        return illegal(problem, status=422)
    code = next((code for kind, code in _CODES.items() if isinstance(problem, kind)), "bad_request")
    if isinstance(problem, BadOption):
        return Refused(code, "{option}: {reason}", status=422, option=problem.name, reason=problem.message)
    if isinstance(problem, BadRecord):
        return Refused(code, "line {line}: {reason}", status=422, line=problem.line, reason=problem.message)
    return Refused(code, problem.message, status=409 if isinstance(problem, NotOver) else 422)


def illegal(problem: IllegalMove, status: int = 409) -> Refused:
    """Turn an illegal move into a refusal with its sentence, template and arguments."""
    return Refused("illegal_move", problem.message, problem.rule, status)


def _sendable(message: Message) -> Message:
    """The message with long arguments shortened, since they may quote a client."""
    return with_texts(message, shortened)


def shortened(sentence: str) -> str:
    """A sentence of limited length without lone surrogates, which may be quoted from a client and cannot be sent."""
    return cut(sentence.encode("utf-8", "replace").decode(), LONGEST)
