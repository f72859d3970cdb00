"""Events and results in words that fit any game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Any

from parlour import incidents
from parlour.bots import title, titled
from parlour.game import Viewpoint
from parlour.match import Match
from parlour.message import Message, message, say
from parlour.notes import Evaluation
from parlour.outcome import usual_column

NOBODY: Mapping[int, str] = MappingProxyType({})
TO_OTHERS = {"returned": "home to"}  # kinds of events with another wording when they happen to another seat


def natural_order(word: str) -> list[tuple[int, str]]:
    """A sorting key that puts f9 before f10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", word) if part]


def event_words(event: Mapping[str, Any]) -> str:
    """One event without its seat: `placed e5`, `returned c3 d4`, `scored 12 points`, `reached 7 for 4 points`."""
    words = [str(event["kind"]).replace("_", " ")]
    for name, value in event.items():
        label = name.replace("_", " ")
        if name in ("kind", "seat") or value is None or value is False:
            continue
        if value is True:
            words.append(label)
        elif isinstance(value, int | float):
            words.append(f"{'for ' if len(words) > 1 else ''}{value} {label}")
        elif isinstance(value, Mapping):
            words += [f"{key} {item}" for key, item in value.items()]
        elif isinstance(value, list):
            words += [str(item) for item in value]
        else:
            words.append(str(value))
    return " ".join(words)


def with_note(name: str, note: str) -> str:
    """`Anna (red)`, or `Anna (red, greedy stands in)` if there already is a note."""
    return f"{name[:-1]}, {note})" if name.endswith(")") else f"{name} ({note})"


def called(match: Match, seat: int) -> str:
    """A seat's display name: its name, a bot's title, and its colour unless the name begins with it."""
    told, colour = match.seats[seat], match.game.seat_names[seat]
    has_colour = re.match(rf"{re.escape(colour)}\b", told.name, re.I)
    return titled(told) if has_colour else with_note(titled(told), colour)


def move_lines(match: Match, ply: int, seat: Viewpoint, stood_in: Mapping[int, str] = NOBODY) -> list[str]:
    """What a move did, as this seat may see it: `blue: lifted c4 (home to red: c3), placed e5`.

    Usually that is one line. When a move closes a simultaneous round, each seat has its own line. `stood_in` names
    the bots that play for seats that resigned.
    """
    mover = match.moves[ply][0]
    done: dict[int, list[str]] = {}  # by the seat that did it
    after: list[str] = []  # done by no seat
    for actor, group in groupby(match.events(seat, ply), key=lambda event: event.get("seat")):
        events = list(group)
        if actor is None:
            after += [event_words(event) for event in events]
        elif actor != mover and events[0]["kind"] in TO_OTHERS and mover in done:
            bracket = ", ".join(_to_others(event, called(match, actor)) for event in events)
            done[mover][-1] = _bracketed(done[mover][-1], bracket)
        else:
            done.setdefault(actor, []).extend(event_words(event) for event in events)
    lines = []
    for actor, words in done.items():
        name = called(match, actor)
        if actor in stood_in:
            name = with_note(name, say("{bot} stands in", bot=title(stood_in[actor])))
        lines.append(say("{name}: {done:,}", name=name, done=words))
    if not lines:
        lines = [say("{name} moved", name=called(match, mover))]
    return [*lines, *after] if len(lines) > 1 else ["; ".join([*lines, *after])]


def is_hidden(match: Match, ply: int, seat: Viewpoint) -> bool:
    """Whether this seat may know only that the move was made."""
    return [event["kind"] for event in match.events(seat, ply)] == ["chosen"]


def _to_others(event: Mapping[str, Any], name: str) -> str:
    """What happened to another seat: `home to red: c3 d4`."""
    kind = str(event["kind"])
    return f"{TO_OTHERS[kind]} {name}: {event_words(event).removeprefix(kind).strip()}"


def _bracketed(words: str, more: str) -> str:
    return f"{words[:-1]}; {more})" if words.endswith(")") else f"{words} ({more})"


def incident_sentences(match: Match, ply: int) -> list[str]:
    """What happened besides moves after `ply` moves."""
    told = match.header.get("incidents")
    found = incidents.placed(incidents.parse(told, match.players), len(match.moves)) if told else []
    return [
        incidents.sentence(incident, lambda seat: called(match, seat), title)
        for place, incident in found
        if place == ply
    ]


def note_sentences(match: Match, ply: int) -> list[str]:
    """The comment on the position after `ply` moves, and its evaluation."""
    comment, told = match.comments.get(ply), match.evaluations.get(ply)
    sentences = [] if comment is None else [say("Comment: {comment}", comment=comment)]
    if told is None:
        return sentences
    values = [
        message("{name} {worth}", name=called(match, seat), worth=_worth(told, seat)) for seat in range(match.players)
    ]
    grade = message(" ({grade})", grade=told.grade) if told.grade else ""
    return [*sentences, say("Evaluation{grade}: {values:,}.", grade=grade, values=values)]


def _worth(told: Evaluation, seat: int) -> Message:
    """A seat's value and points, as a review shows them; alone, only the points count."""
    value = f"{told.values[seat]:.2f}"
    if told.points is None:
        return message("{value}", value=value)
    points = f"{told.points[seat]:.1f}"
    if len(told.values) == 1:
        return message("{points} points", points=points)
    return message("{value} ({points} points)", value=value, points=points)


def given_up(match: Match) -> str:
    """` red and blue resigned.`, or nothing."""
    names = [called(match, seat) for seat in match.resigned]
    return say(" {names:, and} resigned.", names=names) if names else ""


def result_words(match: Match, you: int | None = None) -> str:
    """How a match ended, and who resigned before; `you` is the seat of the person reading, if there is only one."""
    verdict = match.verdict(you)
    assert verdict is not None
    names = [called(match, seat) for seat in range(match.players)]
    sentences = [verdict.own or verdict.headline, *verdict.reasons]
    return " ".join(say("{clause}.", clause=sentence.text(names)) for sentence in sentences)


def has_points(match: Match) -> bool:
    """Whether the scores say more than who won."""
    outcome = match.outcome
    return outcome is not None and any(score not in (0, 1) for column in outcome.details.values() for score in column)


def standings(match: Match) -> list[list[str]]:
    """A heading and a row per seat, best first: place, name, and the scores if they say more than who won."""
    outcome = match.outcome
    assert outcome is not None
    columns = outcome.details if has_points(match) else {}
    described = match.game.columns
    rows = [[say("place"), say("player"), *((described.get(name) or usual_column(name)).name for name in columns)]]
    for seat in sorted(range(match.players), key=lambda seat: outcome.ranking[seat]):
        scores = [str(column[seat]) for column in columns.values()]
        rows.append([f"{outcome.ranking[seat]}.", called(match, seat), *scores])
    return rows
