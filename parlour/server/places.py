"""Places for long work: one for each visitor, a few for each address, and a limited number for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from parlour.server.errors import Refused


class Places:
    """Counts who holds a place. Methods must be called in one event loop."""

    def __init__(self, of_address: int, in_all: int) -> None:
        self._of_address, self._in_all = of_address, in_all
        self._visitors: set[str] = set()
        self._addresses: Counter[str] = Counter()

    @contextmanager
    def hold(self, visitor: str, address: str, has_one: Refused, are_too_many: Refused) -> Iterator[None]:
        """A place for this visitor, or one of these refusals."""
        if visitor in self._visitors:
            raise has_one
        if self._addresses[address] >= self._of_address or len(self._visitors) >= self._in_all:
            raise are_too_many
        self._visitors.add(visitor)
        self._addresses[address] += 1
        try:
            yield
        finally:
            self._visitors.discard(visitor)
            self._addresses -= Counter({address: 1})
