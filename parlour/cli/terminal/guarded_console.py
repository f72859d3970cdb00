"""A console by which nothing but rich's own escapes reaches a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.status import Status
from rich.text import Text

from parlour.escaping import visible


class GuardedConsole(Console):
    """Strings are shown as they are: no markup in them is obeyed, and what would command a terminal is written out."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, emoji=False, markup=False, **settings)

    def render_str(self, text: str, **settings: Any) -> Text:
        """A string as rich's text; made visible before it is measured."""
        return super().render_str(visible(text), **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Everything that is printed comes through here, in whatever object it came."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))

    def status(self, status: RenderableType, **settings: Any) -> Status:
        """A sign of life; rich would take a string for markup."""
        return super().status(self.render_str(status) if isinstance(status, str) else status, **settings)
