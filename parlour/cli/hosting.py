"""What `parlour serve` is told, checked."""

from __future__ import annotations

import sys
from urllib.parse import urlsplit

from parlour.game import BadOption


def checked_public_url(url: str | None) -> str | None:
    """An address that links can begin with, or BadOption."""
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BadOption("--public-url", f"must be like https://games.example.org, not {url!r}")
    return url.rstrip("/")


def checked_log_format(name: str | None) -> str:
    """The form of log lines, or BadOption."""
    if name is None:
        return "text" if sys.stderr.isatty() else "json"
    if name not in ("text", "json"):
        raise BadOption("--log-format", f"must be text or json, not {name!r}")
    return name
