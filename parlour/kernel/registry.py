"""The game that a state record belongs to, and its kernels."""

from __future__ import annotations

from typing import Any

from numba import types


class Unbound(TypeError):
    """A record that belongs to no registered game."""


bound: dict[Any, tuple[str, dict[str, Any]]] = {}  # by the record's dtype, and by its numba type
guests: set[str] = set()  # games from outside the package
folders: dict[str, str] = {}  # games by folder


def bound_to(s: Any, key: str) -> Any:
    """Return what a game has bound under this key, by one of its records or by their numba type."""
    record = s if isinstance(s, types.Type) else s.dtype
    if record not in bound:
        raise Unbound(f"no registered game has the record {record}: parlour.register(GAME) first")
    name, known = bound[record]
    if key not in known:
        raise Unbound(f"{name} has no kernel {key}: its game has no encoding")
    return known[key]
