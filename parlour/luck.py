"""Deals drawn from a seed, the same on every machine forever; and commitments that prove nobody changed them.

Number k of a seed is the first eight bytes, big-endian, of SHA-256("SEED:k"), k = 0, 1, 2, ...
`below(n)` takes numbers until one is below the largest multiple of n that fits into 64 bits; its result is that number
modulo n.
`shuffled` is Fisher-Yates from the last item down: item i is swapped with item below(i + 1).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.errors import BadDeal
from parlour.numbers import as_number

Seed = int | str


def checked_seed(seed: Any) -> Seed | None:
    """Return a valid seed, or raise BadDeal."""
    if seed is None or _is_text(seed):
        return seed  # type: ignore[no-any-return]
    number = as_number(seed)
    if number is None:
        raise BadDeal(f"a seed is a whole number or a text, not {seed!r}")
    return number


def _is_text(value: Any) -> bool:
    """Whether this is a text that UTF-8 can encode: no lone surrogates."""
    return isinstance(value, str) and value.encode("utf-8", "ignore").decode() == value


class Luck:
    """A stream of random numbers from a seed; without one, from the system's secure source."""

    def __init__(self, seed: Seed | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else str(seed)
        self._taken = 0

    def number(self) -> int:
        """Return the next 64-bit number."""
        digest = hashlib.sha256(f"{self.seed}:{self._taken}".encode()).digest()
        self._taken += 1
        return int.from_bytes(digest[:8], "big")

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, uniformly."""
        limit = (1 << 64) // n * n
        while (number := self.number()) >= limit:
            pass
        return number % n

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """Return the items in random order."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


def canonical_json(value: Any) -> str:
    """Return JSON with sorted keys and no spaces: equal values give equal text."""
    return msgspec.json.encode(value, order="sorted").decode()


def plain_json(value: Any) -> Any:
    """Return builtins exactly as decoded from JSON: lists, not tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def new_salt() -> str:
    """Return sixteen random bytes in hex."""
    return secrets.token_hex(16)


def commitment(salt: str, game: str, options: dict[str, Any], deal: Any) -> str:
    """Return the hash to publish before a game, whose salt and deal are published after it."""
    return hashlib.sha256((salt + canonical_json([game, options, deal])).encode()).hexdigest()
