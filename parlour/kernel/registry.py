"""Which game a state record belongs to, and the kernels that serve it."""

from __future__ import annotations

from typing import Any

from numba import types


class Unbound(TypeError):
    """A record that belongs to no registered game."""


bound: dict[Any, tuple[str, dict[str, Any]]] = {}  # by the record's dtype, and by its type inside kernels
guests: set[str] = set()  # games from outside the package
folders: dict[str, str] = {}  # the folders of games, each with its game


def bound_to(s: Any, key: str) -> Any:
    """What a game has under this key, by one of its records (plain) or by their type (compiling)."""
    record = s if isinstance(s, types.Type) else s.dtype
    if record not in bound:
        raise Unbound(f"no registered game has the record {record}: parlour.register(GAME) first")
    name, known = bound[record]
    if key not in known:
        raise Unbound(f"{name} has no kernel {key}: its game has no encoding")
    return known[key]
