"""Checks of the options of `parlour serve`."""

from __future__ import annotations

import re
import sys
from urllib.parse import urlsplit

from parlour.errors import BadOption


def checked_public_url(url: str | None) -> str | None:
    """A base URL for links, or BadOption."""
    if url is None:
        return None
    if not _is_public_url(url):
        raise BadOption("--public-url", f"must be like https://games.example.org, without a path, not {url!r}")
    return url.rstrip("/")


def _is_public_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:  # a port that is not a number
        return False
    is_plain = re.fullmatch(r"[!-~]+", url) is not None and not re.search(r"[?#@\\<>\"]", url)
    return parts.scheme in ("http", "https") and has_host and is_plain and parts.path.strip("/") == ""


def checked_hosts(names: list[str] | None) -> list[str]:
    """Host names of a server, or BadOption."""
    for name in names or []:
        if re.fullmatch(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?", name) is None:
            raise BadOption("--allowed-host", f"must be a name like games.example.org, not {name!r}")
    return names or []


def checked_log_format(name: str | None) -> str:
    """The format of log lines, or BadOption."""
    if name is None:
        return "text" if sys.stderr.isatty() else "json"
    if name not in ("text", "json"):
        raise BadOption("--log-format", f"must be text or json, not {name!r}")
    return name
