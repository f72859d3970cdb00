"""Rebuild the log of a match from its record and its entry in `tables.json`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from parlour import incidents, record
from parlour.errors import ParlourError
from parlour.incidents import Incident
from parlour.server.archive.export import MatchEntry
from parlour.server.table import events

Step = tuple[int, str] | Incident  # a move, or an incident between moves


def seats(parsed: record.Record, told: MatchEntry) -> list[events.Seat]:
    """The seats at the start, without bots that took over from a person later."""
    later = {seat for seat, _ in _resigned(parsed)} | {
        incident.seat for incident in _incidents(parsed) if not isinstance(incident, incidents.Undo)
    }
    return [
        events.Seat(number, seat.holder, seat.name, None if number in later and seat.kind != "bot" else seat.bot)
        for number, seat in enumerate(told.seats)
    ]


def entries(parsed: record.Record, told: MatchEntry) -> list[events.Entry]:
    """The log after the seats, or ParlourError."""
    found: list[events.Entry] = [*_played(parsed, told)]
    if told.undo is not None:
        found.append(events.Ask(told.undo.seat, "undo"))
        found += [events.Answer(seat, True) for seat in told.undo.yes]
    return [*found, *(events.Ask(seat, "rematch") for seat in told.wishes)]


def _played(parsed: record.Record, told: MatchEntry) -> Iterator[events.Entry]:
    steps = _steps(parsed)
    unknown = told.branch - sum(isinstance(step, incidents.Undo) for step in steps)
    if unknown < 0:
        raise ParlourError("it lists more undos than tables.json counts")
    yield from [events.Undo(0, [])] * unknown  # old records only say how often
    branch, moves = unknown, list[int]()  # the seats that made them
    resigned, is_settled = _resigned(parsed), branch == told.branch  # nobody takes back a move after a resignation
    for step in steps:
        if isinstance(step, tuple):
            if is_settled:
                yield from _resignations(resigned, len(moves), told)
            yield events.Move(step[0], Counter(moves)[step[0]], branch, step[1])
            moves.append(step[0])
        elif isinstance(step, incidents.Undo):
            dropped = [number for number, _, _ in step.taken_back]
            yield events.Undo(step.seat, dropped)
            moves = [seat for ply, seat in enumerate(moves) if ply not in dropped]
            branch += 1
            is_settled = branch == told.branch
        elif (seat := told.seats[step.seat]).holder is not None:  # otherwise the person is unknown
            bot, by = (step.bot, step.by) if isinstance(step, incidents.StandIn) else (None, None)
            yield events.Seat(step.seat, seat.holder, seat.name, bot, by)
    yield from _resignations(resigned, len(moves), told)


def _resignations(resigned: list[tuple[int, int]], moves: int, told: MatchEntry) -> list[events.Resign]:
    return [events.Resign(seat, told.seats[seat].bot) for seat, before in resigned if before == moves]


def _steps(parsed: record.Record) -> list[Step]:
    """All moves, including those taken back, and incidents, in order; found backwards from the final moves."""
    moves, steps = list(parsed.moves), list[Step]()
    for incident in reversed(_incidents(parsed)):
        if incident.left > len(moves):
            raise ParlourError(f"it has an incident after {incident.moves} moves, but fewer moves were made")
        steps += [*reversed(moves[incident.left :]), incident]
        moves = moves[: incident.left]
        for number, seat, text in incident.taken_back if isinstance(incident, incidents.Undo) else []:
            moves.insert(number, (seat, text))
    return [*moves, *reversed(steps)]


def _incidents(parsed: record.Record) -> list[Incident]:
    told = parsed.header.get("incidents")
    return [] if told is None else incidents.parse(told, parsed.players)


def _resigned(parsed: record.Record) -> list[tuple[int, int]]:
    """Seats that resigned, each with the number of moves made before."""
    return [(seat, before) for seat, before in (parsed.result or {}).get("resigned", [])]
