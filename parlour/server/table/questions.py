"""Answers about a move in the making: what may follow, and why a text is not a legal move."""

from __future__ import annotations

from parlour.match import Match
from parlour.server.errors import illegal
from parlour.server.table.messages import Reason, Ref, Words


def words_after(match: Match, seat: int, text: str, ref: Ref = None) -> Words:
    """What may follow the beginning of a move, what to choose next, and what it would do."""
    return Words(
        seat=seat,
        text=text,
        words=match.complete(seat, text),
        is_move=match.is_move(seat, text),
        prompt=match.prompt(seat, text),
        step=match.step(seat, text),
        preview=match.preview(seat, text),
        ref=ref,
    )


def reason_against(match: Match, seat: int, text: str, ref: Ref = None) -> Reason:
    """Why a text is not a legal move; ParlourError if this seat may not act."""
    problem = match.why_not(seat, text)
    if problem is None:
        return Reason(seat, text, None, "", None, None, [], ref)
    told = illegal(problem)
    template, args = told.message.template, told.message.args
    return Reason(seat, text, told.rule, told.sentence, template, args, list(problem.marks), ref)
