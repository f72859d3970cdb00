"""What happened and how it ended, in words that fit any game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from parlour.match import Match

REASONS = {
    "line": "a line is complete",
    "turn_limit": "the turn limit is reached",
    "rounds": "the last round is over",
    "cards": "the cards have run out",
    "skipped": "too many turns were skipped",
}


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(number: int, noun: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def natural_order(word: str) -> list[tuple[int, str]]:
    """A sorting key by which f9 comes before f10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", word) if part]


def event_words(event: Mapping[str, Any]) -> str:
    """One event without its seat: `placed e5`, `returned c3 d4`, `scored 12 points`."""
    words = [str(event["kind"]).replace("_", " ")]
    for name, value in event.items():
        label = name.replace("_", " ")
        if name in ("kind", "seat") or value is None or value is False:
            continue
        if value is True:
            words.append(label)
        elif isinstance(value, int | float):
            words.append(f"{value} {label}")
        elif isinstance(value, Mapping):
            words += [f"{key} {item}" for key, item in value.items()]
        elif isinstance(value, list):
            words += [str(item) for item in value]
        else:
            words.append(str(value))
    return " ".join(words)


def move_words(match: Match, ply: int, seat: int | None) -> str:
    """What a move did, as this seat may see it: `blue: lifted c4, placed e5; red: returned c3`."""
    parts = []
    for actor, events in groupby(match.events(seat, ply), key=lambda event: event.get("seat")):
        done = ", ".join(event_words(event) for event in events)
        parts.append(done if actor is None else f"{match.names[actor]}: {done}")
    return "; ".join(parts)


def result_words(match: Match, you: int | None = None) -> str:
    """How an ended match ended, in a sentence; `you` is the seat that reads it, if there is one such."""
    outcome = match.outcome
    assert outcome is not None
    names, winners = match.names, outcome.winners
    if outcome.reason == "resigned":
        losers = [name for seat, name in enumerate(names) if seat not in winners]
        reason = f"{listed(losers)} resigned" if len(losers) == 1 else "all the others resigned"
    else:
        reason = REASONS.get(outcome.reason, outcome.reason.replace("_", " "))
    if not winners:
        return f"Nobody wins: {reason}."
    if match.players == 1:
        return f"The game is over, with {counted(outcome.scores[0], 'point')}: {reason}."
    if len(winners) > 1:
        return f"{listed(names[seat] for seat in winners)} share the win: {reason}."
    if winners == (you,):
        return f"You win, {names[winners[0]]}: {reason}."
    return f"{names[winners[0]]} wins: {reason}."


def has_points(match: Match) -> bool:
    """Whether the scores say more than who won."""
    outcome = match.outcome
    return outcome is not None and any(score not in (0, 1) for column in outcome.details.values() for score in column)


def standings(match: Match) -> list[list[str]]:
    """A heading and a row per seat, best first: place, name, and the scores where they are more than won or lost."""
    outcome = match.outcome
    assert outcome is not None
    columns = outcome.details if has_points(match) else {}
    rows = [["place", "player", *(name.replace("_", " ") for name in columns)]]
    for seat in sorted(range(match.players), key=lambda seat: outcome.ranking[seat]):
        scores = [str(column[seat]) for column in columns.values()]
        rows.append([f"{outcome.ranking[seat]}.", match.names[seat], *scores])
    return rows
