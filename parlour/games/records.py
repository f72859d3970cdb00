"""Matches from records."""

from __future__ import annotations

from itertools import zip_longest

import msgspec

from parlour import record
from parlour.errors import BadRecord, ParlourError, brief
from parlour.game import Json
from parlour.games.registry import playable
from parlour.luck import canonical_json, commitment
from parlour.match import Match
from parlour.message import shortened
from parlour.seat import parse_seats_line

LONGEST = 600  # characters of a line that is shown, so that a usual one can be copied
QUOTED = 60  # characters of a move that is quoted


def load(text: str) -> Match:
    """Load a match from a record, checking every move, or raise BadRecord.

    Loading loses nothing:

    >>> import parlour
    >>> text = parlour.new("traxx", players=2, seed=7).record()
    >>> parlour.load(text).record() == text
    True
    """
    parsed = record.parse(text)
    match = _opened(parsed)
    given_up = _resignations(parsed)
    for ply in range(len(parsed.moves) + 1):
        _resign(parsed, match, [seat for seat, before in given_up if before == ply])
        if ply < len(parsed.moves):
            _replay(parsed, match, ply)
    if parsed.result is None:
        match._omits_result = match.outcome is not None
    elif match.outcome is None and not given_up:
        raise BadRecord(parsed.result_line, "the match is not over, so it has no result")
    match._notes = parsed.notes
    written = match.record()
    if written != text:
        raise _difference(parsed, text, written)
    return match


def _difference(parsed: record.Record, text: str, written: str) -> BadRecord:
    """Return what is wrong with a record of a match whose record should be another text."""
    pairs = zip_longest(text.split("\n"), written.split("\n"))
    number, given, expected = next((n, a, b) for n, (a, b) in enumerate(pairs, 1) if a != b)
    if number == parsed.result_line and expected and expected.startswith("result "):
        told, computed = parsed.result or {}, msgspec.json.decode(expected.removeprefix("result "))
        said, right = _without_common(told, computed), _without_common(computed, told)
        return BadRecord(
            number,
            "the result says {said}, but the moves make it {right}",
            said=shortened(canonical_json(said), LONGEST),
            right=shortened(canonical_json(right), LONGEST),
        )
    shown = ["the end" if line is None else shortened(repr(line), LONGEST) for line in (expected, given)]
    return BadRecord(number, "expected {expected}, not {given}", expected=shown[0], given=shown[1])


def _without_common(value: dict[str, Json], other: dict[str, Json]) -> dict[str, Json]:
    """Return the fields that differ in another object, as JSON: there 1 is not true."""
    return {
        key: item
        for key, item in value.items()
        if key not in other or canonical_json(item) != canonical_json(other[key])
    }


def _opened(parsed: record.Record) -> Match:
    """Start the match that a record's header describes."""
    where = parsed.lines
    line = where["game"]
    try:
        chosen = playable(parsed.game)
        line = where["players"]
        chosen.check_players(parsed.players)
        line = where["options"]
        if not isinstance(parsed.header["options"], dict):
            raise BadRecord(line, "options are a JSON object")
        options = chosen.check_options(parsed.header["options"], parsed.players)
        if options != parsed.header["options"]:
            raise BadRecord(line, f"a record lists every option: {canonical_json(options)}")
        line = where["names"]
        names = chosen.check_names(parsed.header["names"] or (), parsed.players)
        line = where["deal"]
        match = Match.new(chosen, parsed.players, options, deal=parsed.header["deal"], names=names)
        if parsed.position is not None:
            line = where["position"]
            match = Match.at_position(chosen, parsed.players, options, parsed.position, names)
        if "seats" in where:
            line = where["seats"]
            match.seats = parse_seats_line(parsed.header["seats"], names)
        else:
            match.take_old_names()
    except BadRecord:
        raise
    except ParlourError as problem:
        raise BadRecord(line, str(problem)) from problem
    match.header = {key: parsed.header[key] for key in record.OPTIONAL if key in parsed.header}
    match.header["rules"] = parsed.rules
    if "commit" in match.header and "salt" in match.header:
        promised = commitment(match.header["salt"], chosen.name, match.options, match.deal)
        if promised != match.header["commit"]:
            raise BadRecord(
                where["commit"], f"the deal does not match this commitment: the deal's own hash is {promised}"
            )
    return match


def _versions(parsed: record.Record, match: Match) -> str:
    ours = match.game.rules.VERSION
    same = parsed.rules == ours
    return "" if same else f" (the record was made by rules version {parsed.rules}, this is version {ours})"


def _replay(parsed: record.Record, match: Match, ply: int) -> None:
    seat, move = parsed.moves[ply]
    try:
        match.play(seat, move)
    except ParlourError as problem:
        raise BadRecord(
            parsed.move_lines[ply],
            "{move} cannot be played: {reason}{versions}",
            move=shortened(repr(move), QUOTED),
            reason=brief(problem, QUOTED),
            versions=_versions(parsed, match),
        ) from problem


def _resignations(parsed: record.Record) -> list[list[int]]:
    """Return the resignations in a record's result, each as [seat, moves made before]."""
    result: Json = {} if parsed.result is None else parsed.result
    listed = result.get("resigned", []) if isinstance(result, dict) else None
    pairs = isinstance(listed, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in listed)
    if not isinstance(listed, list) or not pairs or not all(type(number) is int for pair in listed for number in pair):
        sentence = "a result is a JSON object; 'resigned' in it lists seats, each with the moves made before"
        raise BadRecord(parsed.result_line, sentence)
    if any(not 0 <= ply <= len(parsed.moves) for _, ply in listed):
        raise BadRecord(parsed.result_line, f"nobody can resign after more than {len(parsed.moves)} moves")
    return listed


def _resign(parsed: record.Record, match: Match, seats: list[int]) -> None:
    for seat in seats:
        try:
            match.resign(seat)
        except ParlourError as problem:
            raise BadRecord(parsed.result_line, f"seat {seat} cannot resign there: {problem}") from problem
