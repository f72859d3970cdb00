"""Why a move of Träxx was a mistake: a fact about the sheet that a better one would have changed.

Only what a seat knows is used: its own line, the others' lines of closed rounds, and the card turned up. Cards to come
and the others' choices in the open round are hidden (T6, T10).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from parlour.game import State
from parlour.games.traxx import rules
from parlour.games.traxx.notation import INDEX, ends_of, line_of, move_text, numbers_of, parse_move
from parlour.games.traxx.rules import NEIGHBOURS, PASS
from parlour.games.traxx.sheets import FIELDS
from parlour.message import Message, message
from parlour.numbers import in_words

LOST = 2  # the smallest difference in fields out of reach worth a sentence
FEWER_BESIDE = 2  # the smallest difference in free fields beside the ends worth a sentence
FAR = 6  # numbers this far away are not worth a sentence


class Sheet:
    """A seat's own sheet after a move: its line, and what the line can still get to."""

    def __init__(self, s: State, seat: int, move: int) -> None:
        """Make a move as if the others passed, which changes nothing on this sheet."""
        after = np.zeros(1, rules.STATE)
        after[0] = s
        after[0].choice[: int(s.players)] = PASS
        rules.apply(after[0], seat, move)
        self.state, self.seat = after[0], seat
        self.line, self.ends = line_of(self.state, seat), ends_of(self.state, seat)
        self.reached = numbers_of(self.state, seat)
        self.distance = _distances(int(self.state.used[seat]), self.ends)

    @property
    def out_of_reach(self) -> int:
        """How many fields are neither on the line nor connected to an end of it by fields that are not."""
        return len(FIELDS) - len(self.line) - len(self.distance)

    def is_closed(self, end: str) -> bool:
        """Whether an end has no free field beside it."""
        return not int(NEIGHBOURS[INDEX[end]]) & ~int(self.state.used[self.seat])

    @property
    def colours(self) -> set[int]:
        """The colours of the free fields beside the ends: a card needs one of them to extend the line (T7)."""
        return {int(self.state.colour[INDEX[name]]) for name, steps in self.distance.items() if steps == 1}

    @property
    def beside(self) -> int:
        """How many free fields are beside the ends."""
        return sum(steps == 1 for steps in self.distance.values())

    @property
    def dead_ends(self) -> int:
        """How many fields that can be got to have only one such field, or end of the line, beside them."""
        open_fields = sum(1 << INDEX[name] for name in {*self.distance, *self.ends})
        return sum((int(NEIGHBOURS[INDEX[name]]) & open_fields).bit_count() == 1 for name in self.distance)

    def has_number(self, value: int) -> bool:
        """Whether a number is on the line or can still be reached."""
        return value in self.reached or _field(self.state, value) in self.distance


class Choice:
    """A position, and the seat's sheet before a move, after the move played, and after a better one."""

    def __init__(self, s: State, seat: int, played: int, best: int) -> None:
        self.before, self.played, self.better = (Sheet(s, seat, move) for move in (PASS, played, best))
        self.best_text = move_text(s, seat, best)
        others = [numbers_of(s, other) for other in range(int(s.players)) if other != seat]
        self.taken = {value for numbers in others for value in numbers}
        self.is_solo = not others

    def counts_in_full(self, sheet: Sheet, value: int) -> bool:
        """Whether a number not reached yet would count in full, as far as is known (T11, T13)."""
        return value > max(sheet.reached, default=0) if self.is_solo else value not in self.taken


def explain_mistake(s: State, seat: int, played: str, best: str, line: Sequence[str]) -> Message | None:
    """Return the most telling fact that sets a move apart from a better one; None if there is none."""
    out = np.empty(rules.MAX_MOVES, np.int64)
    codes = out[: rules.legal(s, seat, out)]
    one, other = (parse_move(s, seat, text, codes) for text in (played, best))
    if one is None or other is None or one == other:
        return None
    choice = Choice(s, seat, one, other)
    facts = FACTS if other != PASS else FACTS_AGAINST_DRAWING
    return next((told for fact in facts if (told := fact(choice)) is not None), None)


# -- facts, most telling first -----------------------------------------------------------------------------------------


def missed_numbers(choice: Choice) -> Message | None:
    """The better move scores more points for numbers in this round (T11, T13)."""
    start, fewer, more = (sum(sheet.reached.values()) for sheet in (choice.before, choice.played, choice.better))
    if more <= fewer:
        return None
    points = message("one point") if more - start == 1 else message("{many} points", many=more - start)
    numbers = [str(value) for value in sorted(set(choice.better.reached) - set(choice.before.reached))]
    if fewer == start:
        return message(
            "{better} would have reached the {numbers:, and} for {points}.",
            better=choice.best_text,
            numbers=numbers,
            points=points,
        )
    return message(
        "{better} would have scored {points} for numbers, this move {many}.",
        better=choice.best_text,
        points=points,
        many=fewer - start,
    )


def lost_order(choice: Choice) -> Message | None:
    """In a solo game, the move reaches a number before lower ones, which then count half (T13)."""
    if not choice.is_solo or set(choice.played.reached) == set(choice.before.reached):
        return None
    halved = [
        str(value)
        for value in range(2, 2 + rules.NUMBERS)
        if value not in choice.played.reached
        and value not in choice.better.reached
        and not choice.counts_in_full(choice.played, value)
        and choice.counts_in_full(choice.better, value)
    ]
    if not halved:
        return None
    high = max(choice.played.reached)
    if len(halved) == 1:
        return message(
            "This reached the {high} before the {number}, which now counts half.", high=high, number=halved[0]
        )
    return message(
        "This reached the {high} before the {numbers:, and}, which now count half.", high=high, numbers=halved
    )


def cut_off_numbers(choice: Choice) -> Message | None:
    """The move leaves no way over free fields from an end of the line to a number; the better move leaves one."""
    lost = [
        str(value)
        for value in range(2, 2 + rules.NUMBERS)
        if choice.better.has_number(value) and not choice.played.has_number(value)
    ]
    return message("This cut your line off from the {numbers:, and}.", numbers=lost) if lost else None


def closed_end(choice: Choice) -> Message | None:
    """The move leaves an end of the line without a free field beside it; the better move keeps both ends open."""
    shut = [end for end in choice.played.ends if choice.played.is_closed(end)]
    if not shut or any(choice.better.is_closed(end) for end in choice.better.ends):
        return None
    if len(shut) == 2:
        return message("This left both ends of your line, {ends:and}, without a free field beside them.", ends=shut)
    return message("This left the end on {end} without a free field beside it.", end=shut[0])


def lost_fields(choice: Choice) -> Message | None:
    """The move leaves more free fields that neither end can get to."""
    more, fewer = choice.played.out_of_reach, choice.better.out_of_reach
    if more - fewer < LOST:
        return None
    if not fewer:
        return message("This left {many} free fields that your line can no longer get to.", many=in_words(more))
    return message(
        "This left {many} free fields that your line can no longer get to, {better} only {fewer}.",
        many=in_words(more),
        better=choice.best_text,
        fewer=in_words(fewer),
    )


def fewer_fields(choice: Choice) -> Message | None:
    """The better move enters more fields, each of which is worth a point (T14)."""
    start, fewer, more = (len(sheet.line) for sheet in (choice.before, choice.played, choice.better))
    if more <= fewer:
        return None
    if more - start == 1:
        return message("{better} would have entered a field, this move none.", better=choice.best_text)
    return message(
        "{better} would have entered {more} fields, this move {fewer}.",
        better=choice.best_text,
        more=in_words(more - start),
        fewer=in_words(fewer - start),
    )


def farther_number(choice: Choice) -> Message | None:
    """The better move brings an end of the line nearer to the highest number that still counts in full."""
    for value in range(1 + rules.NUMBERS, 1, -1):
        if value in choice.better.reached or not choice.counts_in_full(choice.better, value):
            continue
        near, far = (sheet.distance.get(_field(sheet.state, value)) for sheet in (choice.better, choice.played))
        if near is None or far is None or near >= min(far, FAR):
            continue
        better, then = choice.best_text, in_words(far)
        if near == 1:
            return message(
                "After {better}, the {value} would be one field away, not {far}.", better=better, value=value, far=then
            )
        return message(
            "After {better}, the {value} would be {near} fields away, not {far}.",
            better=better,
            value=value,
            near=in_words(near),
            far=then,
        )
    return None


def fewer_colours(choice: Choice) -> Message | None:
    """After the better move, the free fields beside the ends have more colours, which more cards can use (T7)."""
    fewer, more = (len(sheet.colours) for sheet in (choice.played, choice.better))
    if more <= fewer or not fewer:
        return None
    if fewer == 1:
        return message(
            "After {better}, your line could go on in {more} colours, not in one.",
            better=choice.best_text,
            more=in_words(more),
        )
    return message(
        "After {better}, your line could go on in {more} colours, not {fewer}.",
        better=choice.best_text,
        more=in_words(more),
        fewer=in_words(fewer),
    )


def more_dead_ends(choice: Choice) -> Message | None:
    """The move leaves more free fields with only one way in, where a line must stop."""
    more, fewer = choice.played.dead_ends, choice.better.dead_ends
    if more <= fewer:
        return None
    if more == 1:
        return message(
            "This left a dead end, a free field with only one way in; {better} none.", better=choice.best_text
        )
    return message(
        "This left {more} dead ends, free fields with only one way in; {better} {fewer}.",
        more=in_words(more),
        better=choice.best_text,
        fewer=in_words(fewer),
    )


def fewer_beside(choice: Choice) -> Message | None:
    """After the better move, more free fields are beside the ends."""
    fewer, more = (sheet.beside for sheet in (choice.played, choice.better))
    if more - fewer < FEWER_BESIDE:
        return None
    return message(
        "After {better}, {more} free fields would be beside your ends, not {fewer}.",
        better=choice.best_text,
        more=in_words(more),
        fewer=in_words(fewer),
    )


Facts = tuple[Callable[[Choice], Message | None], ...]
FACTS: Facts = (
    missed_numbers,
    lost_order,
    cut_off_numbers,
    closed_end,
    lost_fields,
    fewer_fields,
    farther_number,
    more_dead_ends,
    fewer_colours,
    fewer_beside,
)
FACTS_AGAINST_DRAWING: Facts = (lost_order, cut_off_numbers, closed_end, fewer_colours, fewer_beside)


# -- what they are made of ---------------------------------------------------------------------------------------------


def _distances(used: int, ends: Sequence[str]) -> dict[str, int]:
    """How far each free field is from the nearer end, over free fields; fields that no end can get to are left out."""
    found: dict[str, int] = {}
    edge = sum(1 << INDEX[end] for end in ends)
    seen, steps = used, 0
    while edge:
        ring = 0
        for field in range(len(FIELDS)):
            if edge >> field & 1:
                ring |= int(NEIGHBOURS[field])
        edge, steps = ring & ~seen, steps + 1
        seen |= edge
        found |= {name: steps for name, field in INDEX.items() if edge >> field & 1}
    return found


def _field(s: State, value: int) -> str:
    """The field with a number."""
    field: int = s.number.tolist().index(value)
    return FIELDS[field]


# -- where to look -----------------------------------------------------------------------------------------------------


def hint_cells(s: State, seat: int, text: str) -> list[str]:
    """Return where to look for a move: the end of the line that grows."""
    end = text.split(" ")[0]
    return [end] if end in ends_of(s, seat) else []
