"""Verifies that a match followed the rules, and that its deal matches the commitment shown before its first move."""

from __future__ import annotations

import re

from rich.console import Console

from parlour import incidents, record
from parlour.cli.record_files import read_text
from parlour.cli.terminal.phrases import called
from parlour.errors import BadRecord, ParlourError, UnknownGame
from parlour.games import find, load
from parlour.incidents import Incident
from parlour.luck import commitment
from parlour.match import Match
from parlour.message import listed


class Broken(Exception):
    """The record fails the check."""


def verify(file: str, shown: str | None, console: Console) -> None:
    """Check everything and print what was checked; Broken if it is wrong, ParlourError if it cannot be checked."""
    name = "standard input" if file == "-" else file
    shown = _checked_hash(shown)
    text = read_text(file)
    try:
        parsed = record.parse(text)
        find(parsed.game)
    except (BadRecord, UnknownGame) as problem:
        raise ParlourError(f"{name} is not a record that can be read: {problem}") from problem
    unpromised = _unpromised(parsed)
    promised = _kept_promise(parsed, name) if unpromised is None else None  # before the moves: they need this deal
    if promised is not None and shown not in (None, promised):
        raise Broken(f"the hash that was shown is another, {shown}: this is not the deal that was promised")
    try:
        match = load(text)
    except BadRecord as problem:
        raise Broken(f"{name} does not keep to the rules: {problem}") from problem
    if promised is None and shown is not None:
        raise ParlourError(f"{name} {unpromised}, so the hash that was shown cannot be compared: leave out --commit")
    sentences = [_played(match, has_result=parsed.result is not None)]
    if promised is None:
        sentences.append(f"No deal was promised that could be checked: {name} {unpromised}.")
    else:
        sentences.insert(0, f"Deal and salt give the hash {promised}, which the record promises.")
        sentences.append(
            "Only the players know whether that hash was shown at the start: compare it, or use --commit."
            if shown is None
            else "It is the hash that was shown at the start: no card was moved since."
        )
    if told := match.header.get("incidents"):
        sentences += _happened(incidents.parse(told, match.players), match)
    for sentence in sentences:
        console.print(sentence, soft_wrap=True)


def _played(match: Match, has_result: bool) -> str:
    """What loading a record shows about its moves and result."""
    moves = len(match.moves)
    if match.outcome is None:
        ending = "the match is not over"
    elif has_result:
        ending = "the result follows from the rules"
    else:
        ending = "the match is over, but the record has no result"
    if moves == 0:
        return f"No move was made, and {ending}."
    kept = "The only move keeps" if moves == 1 else f"All {moves} moves keep"
    return f"{kept} to the rules of {match.game.title}, and {ending}."


def _happened(told: list[Incident], match: Match) -> list[str]:
    """What the record says besides the moves."""
    undos = sum(isinstance(incident, incidents.Undo) for incident in told)
    replaced = sorted({incident.seat for incident in told if isinstance(incident, incidents.StandIn)})
    sentences = [f"Moves were taken back {'once' if undos == 1 else f'{undos} times'}."] if undos else []
    if replaced:
        sentences.append(f"A bot played for {listed(called(match, seat) for seat in replaced)} at times.")
    return sentences


def _checked_hash(shown: str | None) -> str | None:
    if shown is None:
        return None
    shown = shown.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{64}", shown):
        raise ParlourError(f"--commit: a hash has 64 digits and letters from a to f, not {shown[:80]!r}")
    return shown


def _unpromised(parsed: record.Record) -> str | None:
    """Why no commitment can be checked, as the end of a sentence; None if one can."""
    if parsed.position is not None:
        return "starts at a position, which no promise covers"
    missing = [key for key in ("commit", "salt") if key not in parsed.header]
    return f"has no {' and no '.join(missing)}" if missing else None


def _kept_promise(parsed: record.Record, name: str) -> str:
    """The hash of the record's deal and salt; Broken if it is not the one that the record gives."""
    header = parsed.header
    promised = commitment(header["salt"], parsed.game, header["options"], header["deal"])
    if promised != header["commit"]:
        raise Broken(f"the deal in {name} is not the one that was promised: its hash would be {promised}")
    return promised
