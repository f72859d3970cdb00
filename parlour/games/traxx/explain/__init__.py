"""Träxx for people: what to choose next, step by step, and which rule an illegal text breaks."""

from __future__ import annotations

from collections import Counter

import msgspec

from parlour.errors import IllegalMove
from parlour.game import Codes, ScoreColumn, State
from parlour.games.traxx.notation import INDEX, ends_of, line_of, turned_up
from parlour.games.traxx.rules import NEIGHBOURS, STEPS
from parlour.games.traxx.sheets import COLOURS, FIELDS
from parlour.message import Message, message


def _colour(s: State, name: str) -> str:
    return COLOURS[s.colour[INDEX[name]]]


def _touch(one: str, other: str) -> bool:
    return bool(int(NEIGHBOURS[INDEX[one]]) >> INDEX[other] & 1)


# -- what to choose next -----------------------------------------------------------------------------------------------


class DrawStep(msgspec.Struct, tag_field="kind", tag="draw", frozen=True):
    """Begin at an end of the line, or pass."""

    ends: list[str]
    card: list[str]  # the colours of its patches
    is_first: bool  # the seat has not moved yet


class DrawOnStep(msgspec.Struct, tag_field="kind", tag="draw-on", frozen=True):
    """Continue to a neighbouring field."""

    left: list[str]  # the colours of the patches that are not used yet
    can_stop: bool  # at least one field has been entered


class UsedUpStep(msgspec.Struct, tag_field="kind", tag="used-up", frozen=True):
    """Every patch of the card is used up: confirm the line."""


class PassStep(msgspec.Struct, tag_field="kind", tag="pass", frozen=True):
    """Confirm that nothing is drawn in this round."""


Step = DrawStep | DrawOnStep | UsedUpStep | PassStep


def step(s: State, seat: int, words: list[str], moves: Codes) -> Step | None:
    """Return what the next word of a move must be."""
    card = turned_up(s)
    if not words:
        return DrawStep(ends_of(s, seat), card, is_first=int(s.closed) == 0)
    if words[0] == "pass":
        return PassStep()
    left = Counter(card) - Counter(_colour(s, word) for word in words[1:] if word in INDEX)
    return DrawOnStep(list(left.elements()), can_stop=len(words) > 1) if left else UsedUpStep()


def step_message(step: Step) -> Message:
    """Return the step as a prompt for people who type."""
    match step:
        case DrawStep():
            return message(
                "Extend your line from {ends:or}, or pass. The card has {card:,} (T7).", ends=step.ends, card=step.card
            )
        case DrawOnStep(can_stop=True):
            return message(
                "Continue to a neighbouring field, or stop here. Left on the card: {left:,} (T7).", left=step.left
            )
        case DrawOnStep():
            return message("Continue to a neighbouring field. Left on the card: {left:,} (T7).", left=step.left)
        case UsedUpStep():
            return message("Every patch of the card is used up (T7).")
        case PassStep():
            return message("You draw nothing in this round (T9).")


# -- why not -----------------------------------------------------------------------------------------------------------


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """Explain the first mistake, word by word."""
    words = text.split(" ")
    ends = ends_of(s, seat)
    if "pass" in words and set(words) <= {"pass", *FIELDS}:
        return IllegalMove("T9", "to pass, write only 'pass'")
    if any(word not in INDEX for word in words):
        odd = next(word for word in words if word not in INDEX)
        return IllegalMove(
            "notation",
            "write fields such as '{end} ...', from an end of your line on, or 'pass'; {word} is not a field",
            end=ends[0],
            word=repr(odd),
        )
    return _wrong_line(s, seat, words, ends)


def _wrong_line(s: State, seat: int, words: list[str], ends: list[str]) -> IllegalMove:
    line, card = line_of(s, seat), turned_up(s)
    if words[0] not in ends:
        return IllegalMove(
            "T7", "begin at an end of your line, {ends:or}, not at {field}", marks=ends, ends=ends, field=words[0]
        )
    if len(words) == 1:
        return IllegalMove("T7", "say where the line goes from {field}, or 'pass' (T9)", field=words[0])
    left = Counter(card)
    for k in range(1, len(words)):
        before, field = words[k - 1], words[k]
        if not _touch(before, field):
            return IllegalMove(
                "T7",
                "{field} is not beside {before}: a line goes over neighbouring fields",
                marks=[before],
                field=field,
                before=before,
            )
        if field in line or field in words[:k]:
            return IllegalMove(
                "T8",
                "your line has been on {field} already: it never enters a field twice",
                marks=[field],
                field=field,
            )
        colour = _colour(s, field)
        if not left[colour]:
            return _no_patch(field, colour, card, k)
        left[colour] -= 1
    raise AssertionError(f"{words} is legal")


def _no_patch(field: str, colour: str, card: list[str], number: int) -> IllegalMove:
    """Explain that the card does not have the patch for this field, or has no more of it."""
    if number > min(STEPS, len(card)):
        return IllegalMove(
            "T7",
            "the card has only {many} patches ({card:,}), and {field} would be one more",
            marks=[field],
            many=number - 1,
            card=card,
            field=field,
        )
    if colour in card:
        return IllegalMove(
            "T7",
            "{field} is {colour}, and the card has no further {colour} patch: it has {card:,}",
            marks=[field],
            field=field,
            colour=colour,
            card=card,
        )
    return IllegalMove(
        "T7",
        "{field} is {colour}, and the card has no {colour} patch: it has {card:,}",
        marks=[field],
        field=field,
        colour=colour,
        card=card,
    )


# -- what the score counts ---------------------------------------------------------------------------------------------

COLUMNS = {
    "points": ScoreColumn(
        name="points",
        one="one point",
        many="{count} points",
        meaning="The points for the numbers on the line, less one for each field that was not reached.",
        rule="T14",
    )
}
