"""A console that sends no escape sequences to the terminal except rich's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.status import Status
from rich.text import Text

from parlour.escaping import visible


class GuardedConsole(Console):
    """Prints strings literally: without markup, and with control characters escaped."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, emoji=False, markup=False, **settings)

    def render_str(self, text: str, **settings: Any) -> Text:
        """A string as rich's text, escaped before it is measured."""
        return super().render_str(visible(text), **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Escape the text of any renderable; everything that is printed passes through here."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))

    def status(self, status: RenderableType, **settings: Any) -> Status:
        """A spinner; rich would treat a string as markup."""
        return super().status(self.render_str(status) if isinstance(status, str) else status, **settings)
