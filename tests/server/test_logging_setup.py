"""Log lines: whatever is in an event, it becomes one line, and nothing is raised."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from parlour.server.logging_setup import JsonLines, TextLines


class Mute:
    """Something that cannot be told."""

    def __str__(self) -> str:
        raise RuntimeError("no")

    __repr__ = __str__


def deep() -> list[Any]:
    """A list in a list in a list."""
    found: list[Any] = []
    for _ in range(100_000):
        found = [found]
    return found


ODD: dict[str, Any] = {
    "half a pair": "\ud800",
    "a line of its own": "x\n12:00:00 info    all is well",
    "a terminal's command": "\x1b[2J\x9b2J\r\u2028\u202e",
    "no text": Mute(),
    "a number beyond all": 10**400,
    "no number": float("nan"),
    "bytes": b"\xff",
    "odd keys": {1: {(2, 3): {4}}, None: "\udfff"},
    "deep": deep(),
}


def record(message: object, *arguments: object, **more: object) -> logging.LogRecord:
    made = logging.LogRecord("parlour.server", logging.WARNING, "", 0, message, arguments, None)
    made.__dict__.update(more)
    return made


@pytest.mark.parametrize("value", ODD.values(), ids=ODD.keys())
def test_an_odd_value_becomes_a_line(value: object) -> None:
    for odd in (record("event", value=value), record(value), record("%s", value), record("%d %d", value)):
        line = JsonLines().format(odd)
        assert json.loads(line)["level"] == "warning"
        shown = TextLines().format(odd)
        assert "\n" not in line
        assert shown.isprintable()
        shown.encode()


def test_an_error_that_cannot_be_told_becomes_a_trace() -> None:
    try:
        raise ValueError("x\x1b[2J", Mute())
    except ValueError as problem:
        odd = record("failed")
        odd.exc_info = (type(problem), problem, problem.__traceback__)
    assert "ValueError" in json.loads(JsonLines().format(odd))["trace"]
    shown = TextLines().format(odd)
    assert "ValueError" in shown
    assert all(line.isprintable() for line in shown.splitlines())
