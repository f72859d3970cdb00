"""Logs on standard error: a line of JSON for each event, or of text for people. No token is ever in them."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    return {key: value for key, value in record.__dict__.items() if key not in _USUAL}


class JsonLines(logging.Formatter):
    """One JSON object for each event."""

    def format(self, record: logging.LogRecord) -> str:
        """The event as a line."""
        event: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "process": record.process,
            **_extras(record),
        }
        if record.exc_info:
            event["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(event, enc_hook=str).decode()


class TextLines(logging.Formatter):
    """Time, level, event, and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        """The event as a line."""
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        more = "".join(f" {key}={value}" for key, value in _extras(record).items())
        trace = "\n" + self.formatException(record.exc_info) if record.exc_info else ""
        return f"{at} {record.levelname.lower():7} {record.getMessage()}{more}{trace}"


def _without_blame(record: logging.LogRecord) -> bool:
    """Leave uvicorn's trace out of what a client did wrong: anybody could fill the disk with it."""
    return not (record.name == "uvicorn.error" and record.getMessage().startswith("Invalid UTF-8 sequence"))


def set_up(log_format: str) -> None:
    """Let all events go to standard error in this form; uvicorn's lines about each connection are left out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    root = logging.getLogger()
    handler.addFilter(_without_blame)
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("parlour").setLevel(logging.INFO)
