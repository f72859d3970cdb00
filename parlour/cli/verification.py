"""Whether a match was played with the deal that was promised before its first move."""

from __future__ import annotations

import re

from rich.console import Console

from parlour import record
from parlour.cli.recordfile import read_text
from parlour.game import BadRecord, ParlourError, UnknownGame
from parlour.games import find, load
from parlour.luck import commitment


class Broken(Exception):
    """The record was checked, and something in it is wrong."""


def verify(file: str, shown: str | None, console: Console) -> None:
    """Check everything and say what was checked; Broken when it is wrong, ParlourError when it cannot be told."""
    name = "standard input" if file == "-" else file
    shown = _checked_hash(shown)
    text = read_text(file)
    try:
        parsed = record.parse(text)
        title = find(parsed.game).title
    except (BadRecord, UnknownGame) as problem:
        raise ParlourError(f"{name} is not a record that can be read: {problem}") from problem
    promised = _kept_promise(parsed, name)
    if shown is not None and shown != promised:
        raise Broken(f"the hash that was shown is another, {shown}: this is not the deal that was promised")
    try:
        match = load(text)
    except BadRecord as problem:
        raise Broken(f"{name} does not keep to the rules: {problem}") from problem
    console.print(f"Deal and salt give the hash {promised}, which the record promises.", soft_wrap=True)
    ending = "the result is what the rules make of them" if match.outcome else "the match is not over"
    console.print(f"All {len(match.moves)} moves keep to the rules of {title}, and {ending}.", soft_wrap=True)
    if shown is not None:
        console.print("It is the hash that was shown at the start: no card was moved since.", soft_wrap=True)
    else:
        console.print(
            "Whether that hash was shown at the start only those who played can tell: compare, or use --commit.",
            soft_wrap=True,
        )


def _checked_hash(shown: str | None) -> str | None:
    if shown is None:
        return None
    shown = shown.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{64}", shown):
        raise ParlourError(f"--commit: a hash has 64 digits and letters from a to f, not {shown[:80]!r}")
    return shown


def _kept_promise(parsed: record.Record, name: str) -> str:
    """The hash of what is in the record, if it is the one that the record tells."""
    header = parsed.header
    if missing := [key for key in ("commit", "salt") if key not in header]:
        raise ParlourError(f"{name} has no {' and no '.join(missing)}, so no deal was promised that could be checked")
    if parsed.position is not None:
        raise ParlourError(f"{name} starts at a position, which no promise covers")
    promised = commitment(header["salt"], parsed.game, header["options"], header["deal"])
    if promised != header["commit"]:
        raise Broken(f"the deal in {name} is not the one that was promised: its hash would be {promised}")
    return promised
