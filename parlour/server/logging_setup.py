"""Logs on standard error: one line per event, as JSON or as text for people. They never contain tokens."""

from __future__ import annotations

import asyncio
import logging
import sys
from copy import copy
from datetime import UTC, datetime
from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS, merge_record_extra
from pythonjsonlogger.msgspec import MsgspecFormatter

from parlour.escaping import visible_json, visible_line

LOG = logging.getLogger("parlour.server")
MINUTE = 60.0

_USUAL = [*RESERVED_ATTRS, "color_message"]  # uvicorn's message for terminals
_FIELDS = "%(asctime)s %(levelname)s %(message)s %(process)d"
_NAMES = {"asctime": "time", "levelname": "level", "message": "event", "exc_info": "trace"}
_BLAME = ("Invalid UTF-8 sequence", "Invalid HTTP request", "Unsupported upgrade request")


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    return merge_record_extra(record, {}, _USUAL)


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


class JsonLines(MsgspecFormatter):
    """Formats each event as a JSON object. What the library cannot format still becomes a line."""

    def __init__(self) -> None:
        super().__init__(_FIELDS, rename_fields=_NAMES, reserved_attrs=_USUAL, json_default=str)

    def format(self, record: logging.LogRecord) -> str:
        """One event as one line."""
        readable = copy(record)
        readable.msg, readable.args, readable.levelname = _event(record), (), record.levelname.lower()
        return visible_json(super().format(readable))

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """The time with its zone."""
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")

    def jsonify_log_record(self, log_data: dict[str, Any]) -> str:
        """The fields as JSON, or all as text if some value is not serializable."""
        try:
            return super().jsonify_log_record(log_data)
        except Exception:
            return super().jsonify_log_record({_text(key): _text(value) for key, value in log_data.items()})


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
