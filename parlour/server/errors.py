"""What a client can do wrong. Each has a code for programs and a sentence for people."""

from __future__ import annotations

from parlour.errors import (
    BadOption,
    BadPlayers,
    GameOver,
    IllegalMove,
    NotWaiting,
    ParlourError,
    UnknownBot,
    UnknownGame,
)

LONGEST = 300  # characters of a sentence: what was wrong may be quoted in it, and may be long

_CODES: dict[type[ParlourError], str] = {
    IllegalMove: "illegal_move",
    NotWaiting: "not_waiting",
    GameOver: "game_over",
    BadOption: "bad_option",
    BadPlayers: "bad_players",
    UnknownBot: "unknown_bot",
    UnknownGame: "unknown_game",
}


class Refused(ParlourError):
    """A request that is not carried out."""

    def __init__(self, code: str, sentence: str, rule: str | None = None, status: int = 409) -> None:
        super().__init__(code, sentence)
        self.code, self.sentence, self.rule, self.status = code, shortened(sentence), rule, status

    def __str__(self) -> str:
        return self.sentence


class Stale(Exception):
    """A message about a match as it no longer is; the answer is how it is now."""


class NoSuchTable(Refused):
    """The table is not there, or no longer."""

    def __init__(self) -> None:
        super().__init__("unknown_table", "there is no such table: it was deleted, or the link is wrong", status=404)


def refused(problem: ParlourError) -> Refused:
    """An error of the rules core as the answer to a client."""
    if isinstance(problem, Refused):
        return problem
    code = next((code for kind, code in _CODES.items() if isinstance(problem, kind)), "bad_request")
    rule = problem.rule if isinstance(problem, IllegalMove) else None
    return Refused(code, str(problem), rule, status=422)


def shortened(sentence: str) -> str:
    """A sentence of bearable length that can be sent: half a surrogate pair, quoted from a client, cannot."""
    sentence = sentence.encode("utf-8", "replace").decode()
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 3] + "..."
