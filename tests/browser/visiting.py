"""People with browsers: windows that record every problem in the console."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

ARGUMENTS = (
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
PATIENCE = 30_000  # milliseconds, on a machine that is busy with other tests


class Visits:
    """All windows of a test."""

    def __init__(self, browser: Browser, at_end: ExitStack) -> None:
        self._browser = browser
        self._at_end = at_end
        self._complaints: list[str] = []
        self._expected: list[re.Pattern[str]] = []

    def new_page(self, screen: dict[str, Any] = DESKTOP, **more: Any) -> Page:
        """A window of a new person, by default with reduced motion, so that there are no animations to wait for."""
        context = self._browser.new_context(**{"reduced_motion": "reduce", **screen, **more})
        self._at_end.callback(context.close)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self._note(f"{page.url}: {error}"))
        page.on("requestfailed", self._on_failure)
        page.on("response", self._on_response)
        return page

    def expect(self, pattern: str) -> None:
        """Allow such a problem in this test: the browser itself reports lost connections."""
        self._expected.append(re.compile(pattern))

    def complaints(self) -> list[str]:
        """All unexpected problems."""
        return [said for said in self._complaints if not any(pattern.search(said) for pattern in self._expected)]

    def _note(self, complaint: str) -> None:
        self._complaints.append(complaint)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self._note(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left, or cancelled the request
            self._note(f"{request.method} {request.url} failed: {request.failure}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"{response.request.method} {response.url} was answered with {response.status}")
