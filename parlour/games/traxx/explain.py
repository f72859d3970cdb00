"""Why a text is no legal move of Träxx, by rule number; and what to say next."""

from __future__ import annotations

from collections import Counter

from parlour.errors import IllegalMove
from parlour.game import State
from parlour.games.traxx.notation import INDEX, ends_of, line_of, turned_up
from parlour.games.traxx.rules import NEIGHBOURS, STEPS
from parlour.games.traxx.sheets import COLOURS, FIELDS


def _colour(s: State, name: str) -> str:
    return COLOURS[s.colour[INDEX[name]]]


def _touch(one: str, other: str) -> bool:
    return bool(int(NEIGHBOURS[INDEX[one]]) >> INDEX[other] & 1)


def _either(names: list[str]) -> str:
    return " or ".join(names)


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """The first thing that is wrong, word by word."""
    words = text.split(" ")
    ends = ends_of(s, seat)
    if "pass" in words and set(words) <= {"pass", *FIELDS}:
        return IllegalMove("T9", "to pass, write only 'pass'")
    if any(word not in INDEX for word in words):
        odd = next(word for word in words if word not in INDEX)
        sentence = f"write fields such as '{ends[0]} ...', from an end of your line on, or 'pass'; {odd!r} is no field"
        return IllegalMove("notation", sentence)
    return _wrong_line(s, seat, words, ends)


def _wrong_line(s: State, seat: int, words: list[str], ends: list[str]) -> IllegalMove:
    line, left = line_of(s, seat), Counter(turned_up(s))
    if words[0] not in ends:
        return IllegalMove("T7", f"begin at an end of your line, {_either(ends)}, not at {words[0]}")
    if len(words) == 1:
        return IllegalMove("T7", f"say where the line goes from {words[0]}, or 'pass' (T9)")
    card = ", ".join(turned_up(s))
    for k in range(1, len(words)):
        before, field = words[k - 1], words[k]
        if not _touch(before, field):
            return IllegalMove("T7", f"{field} is not beside {before}: a line goes over neighbouring fields")
        if field in line or field in words[:k]:
            return IllegalMove("T8", f"your line has been on {field} already: it never enters a field twice")
        colour = _colour(s, field)
        if not left[colour]:
            if k > STEPS or k > left.total() + k - 1:
                return IllegalMove("T7", f"the card has only {k - 1} patches ({card}), and {field} would be one more")
            used = "no" if colour not in turned_up(s) else "no further"
            return IllegalMove("T7", f"{field} is {colour}, and the card has {used} {colour} patch: it has {card}")
        left[colour] -= 1
    raise AssertionError(f"{words} is legal")


def prompt(s: State, seat: int, words: list[str]) -> str:
    """What the next word is."""
    card = ", ".join(turned_up(s))
    if not words:
        return f"Extend your line from {_either(ends_of(s, seat))}, or pass. The card has {card} (T7)."
    if words[0] == "pass":
        return "You draw nothing in this round (T9)."
    left = Counter(turned_up(s)) - Counter(_colour(s, word) for word in words[1:] if word in INDEX)
    if not left:
        return "Every patch of the card is used up (T7)."
    patches = ", ".join(left.elements())
    stop = "" if len(words) == 1 else ", or stop here"
    return f"Go on to a neighbouring field{stop}. Left on the card: {patches} (T7)."
