"""Kernels as plain Python, in the same process as their compiled form.

A kernel's twin is the same code with other globals: in them every kernel is a twin too. So a call from Python runs
compiled all the way down or plain all the way down, never mixed, and plain Python pays nothing for the compiler's
presence.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

_twins: dict[int, Any] = {}  # by the id of what they stand in for, which is a global of a module and stays
_namespaces: dict[int, dict[str, Any]] = {}  # by the id of a module's globals


def substitute(value: Any, twin: Callable[..., Any]) -> None:
    """Let this stand in for a global that only compiled code can call, or that needs something else in plain Python."""
    _twins[id(value)] = twin


def plain(value: Any) -> Any:
    """The twin of a kernel, of a function that kernels call or of an intrinsic; anything else is its own twin."""
    twin = _twins.get(id(value))
    if twin is not None:
        return twin
    function = getattr(value, "py_func", None)
    if function is None:
        return value
    twin = FunctionType(function.__code__, _namespace(function.__globals__), function.__name__, function.__defaults__)
    _twins[id(value)] = twin
    return twin


def _namespace(module: dict[str, Any]) -> dict[str, Any]:
    """A module's globals with a twin for every kernel, and the constants that the module's PLAIN gives plain Python."""
    known = _namespaces.get(id(module))
    if known is None:
        known = _namespaces[id(module)] = {}  # known before it is filled: modules may import each other
        known.update({name: plain(value) for name, value in module.items()})
        known.update(module.get("PLAIN", {}))
    return known
