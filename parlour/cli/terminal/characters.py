"""Replacements for characters that a terminal's encoding may lack."""

from __future__ import annotations

import codecs
import io
import sys

INSTEAD = str.maketrans({"·": ".", "…": "...", "–": "-", "—": "-", "−": "-", "×": "x", "’": "'", "“": '"', "”": '"'})


def _replaced(problem: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(problem, UnicodeEncodeError):
        return codecs.replace_errors(problem)
    text = problem.object[problem.start : problem.end].translate(INSTEAD)
    return text.encode(problem.encoding, "replace"), problem.end


def forgive() -> None:
    """Never fail on an encoding error: missing characters are replaced by similar ones."""
    codecs.register_error("parlour", _replaced)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="parlour")
