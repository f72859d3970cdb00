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
    text = read_text(file, newline="")  # a carriage return is not allowed
    try:
        parsed = record.parse(text)
        find(parsed.game)
    except (BadRecord, UnknownGame) as problem:
        raise ParlourError(f"{name} is not a valid record: {problem}") from problem
    uncommitted = _uncommitted(parsed)
    committed = _checked_commitment(parsed, name) if uncommitted is None else None  # first: the moves need this deal
    if committed is not None and shown not in (None, committed):
        raise Broken(f"the hash shown at the start is {shown}: this is not the deal that was committed to")
    try:
        match = load(text)
    except BadRecord as problem:
        is_header = problem.line < parsed.first_move_line
        raise Broken(f"{name} {'is not a valid record' if is_header else 'breaks the rules'}: {problem}") from problem
    if committed is None and shown is not None:
        raise ParlourError(f"{name} {uncommitted}, so there is nothing to compare the hash with: leave out --commit")
    sentences = [_played(match, has_result=parsed.result is not None)]
    if committed is None:
        sentences.append(f"There is no commitment to check: {name} {uncommitted}.")
    else:
        sentences.insert(0, f"Deal and salt have the hash {committed}, as the record says.")
        sentences.append(
            "Only the players know whether this hash was shown at the start: compare it, or use --commit."
            if shown is None
            else "It is the hash that was shown at the start: no card has been moved."
        )
    if told := match.header.get("incidents"):
        sentences += _happened(incidents.parse(told, match.players), match)
    if match.has_notes:
        sentences.append("It has comments or evaluations, which nothing can verify.")
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
    checked = "The only move follows" if moves == 1 else f"All {moves} moves follow"
    return f"{checked} the rules of {match.game.title}, and {ending}."


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
        raise ParlourError(f"--commit: a hash has 64 hexadecimal digits, not {shown[:80]!r}")
    return shown


def _uncommitted(parsed: record.Record) -> str | None:
    """Why no commitment can be checked, as the end of a sentence; None if one can."""
    if parsed.position is not None:
        return "starts at a position, which a commitment does not cover"
    missing = [key for key in ("commit", "salt") if key not in parsed.header]
    return f"has no {' and no '.join(missing)}" if missing else None


def _checked_commitment(parsed: record.Record, name: str) -> str:
    """The hash of the record's deal and salt; Broken if the record has a different one."""
    header = parsed.header
    committed = commitment(header["salt"], parsed.game, header["options"], header["deal"])
    if committed != header["commit"]:
        raise Broken(f"the deal in {name} is not the one committed to: its hash would be {committed}")
    return committed
