"""Logs on standard error: a line of JSON for each event, or of text for people. No token is ever in them."""

from __future__ import annotations

import asyncio
import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

from parlour.escaping import visible_json, visible_line

LOG = logging.getLogger("parlour.server")
MINUTE = 60.0

_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}
_BLAME = ("Invalid UTF-8 sequence", "Invalid HTTP request", "Unsupported upgrade request")


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    return {key: value for key, value in record.__dict__.items() if key not in _USUAL}


def _event(record: logging.LogRecord) -> str:
    """What happened; where the words and their parts do not go together, the words alone."""
    try:
        return record.getMessage()
    except Exception:
        return _text(record.msg)


def _text(value: object) -> str:
    """Anything as text that can be written; half a surrogate pair cannot."""
    try:
        return str(value).encode("utf-8", "backslashreplace").decode()
    except Exception:
        return f"<{type(value).__name__}>"


class JsonLines(logging.Formatter):
    """One JSON object for each event."""

    def format(self, record: logging.LogRecord) -> str:
        """The event as a line."""
        event: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _event(record),
            "process": record.process,
            **_extras(record),
        }
        if record.exc_info:
            event["trace"] = self.formatException(record.exc_info)
        try:
            line = msgspec.json.encode(event, enc_hook=str)
        except Exception:  # some value cannot be written as it is
            line = msgspec.json.encode({_text(key): _text(value) for key, value in event.items()})
        return visible_json(line.decode())


class TextLines(logging.Formatter):
    """Time, level, event, and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        """The event as a line; a trace follows on lines of its own."""
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        more = "".join(f" {key}={_text(value)}" for key, value in _extras(record).items())
        line = f"{at} {record.levelname.lower():7} {visible_line(_event(record) + more)}"
        if not record.exc_info:
            return line
        trace = self.formatException(record.exc_info).splitlines()
        return "\n".join((line, *map(visible_line, trace)))


class Summary:
    """Tells of an event that anybody can cause: immediately, then at most once a minute, each time how often it was."""

    def __init__(self, event: str, seconds: float = MINUTE, **more: object) -> None:
        self._event, self._seconds, self._more = event, seconds, more
        self._untold = 0
        self._has_told = False  # of late

    def note(self) -> None:
        """It happened."""
        self._untold += 1
        if not self._has_told:
            self._tell()

    def _tell(self) -> None:
        self._has_told = self._untold > 0
        if self._has_told:
            LOG.warning(self._event, extra={"count": self._untold, **self._more})
            self._untold = 0
            asyncio.get_running_loop().call_later(self._seconds, self._tell)


def _without_blame(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn says of each client's mistakes: anybody could fill the disk with it. They are counted."""
    return not (record.name == "uvicorn.error" and _event(record).startswith(_BLAME))


def set_up(log_format: str) -> None:
    """Let all events go to standard error in this form; uvicorn's lines about each connection are left out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    root = logging.getLogger()
    handler.addFilter(_without_blame)
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("parlour").setLevel(logging.INFO)
