"""Opens the page in the browser of the person at this computer."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def open_page(url: str) -> threading.Thread:
    """Open the page if there is a desktop. Runs in a thread, because some browsers block."""
    opening = threading.Thread(target=_open, args=(url,), daemon=True)
    opening.start()
    return opening


def has_desktop() -> bool:
    """Whether a browser opened here would be visible."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(url: str) -> None:
    if not has_desktop():
        return
    try:
        webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return  # the address was printed
