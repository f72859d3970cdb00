"""Logs on standard error: one line per event, as JSON or as text for people. They never contain tokens."""

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
    """The event with its arguments, or without them if they do not fit the format string."""
    try:
        return record.getMessage()
    except Exception:
        return _text(record.msg)


def _text(value: object) -> str:
    """Any value as text, with lone surrogates escaped so that it can be written."""
    try:
        return str(value).encode("utf-8", "backslashreplace").decode()
    except Exception:
        return f"<{type(value).__name__}>"


class JsonLines(logging.Formatter):
    """Formats each event as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """One event as one line."""
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
        except Exception:  # some value is not serializable
            line = msgspec.json.encode({_text(key): _text(value) for key, value in event.items()})
        return visible_json(line.decode())


class TextLines(logging.Formatter):
    """Formats each event as time, level, event and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """One event as one line, followed by the lines of its traceback, if any."""
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        more = "".join(f" {key}={_text(value)}" for key, value in _extras(record).items())
        line = f"{at} {record.levelname.lower():7} {visible_line(_event(record) + more)}"
        if not record.exc_info:
            return line
        trace = self.formatException(record.exc_info).splitlines()
        return "\n".join((line, *map(visible_line, trace)))


class Summary:
    """Logs an event that anybody can cause: at once, then at most every minute, each time with a count."""

    def __init__(self, event: str, seconds: float = MINUTE, **more: object) -> None:
        self._event, self._seconds, self._more = event, seconds, more
        self._untold = 0
        self._has_told = False  # recently

    def note(self) -> None:
        """Count one occurrence."""
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
    """Drop uvicorn's line for each client error, with which anybody could fill the disk. They are counted instead."""
    return not (record.name == "uvicorn.error" and _event(record).startswith(_BLAME))


def set_up(log_format: str) -> None:
    """Send all events to standard error in this format, without uvicorn's lines about each connection."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    root = logging.getLogger()
    handler.addFilter(_without_blame)
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("parlour").setLevel(logging.INFO)
