"""Kernels as plain Python, in the same process as their compiled form.

A kernel's twin is the same code with different globals, in which every kernel is a twin too. So a call from Python runs
either compiled or plain all the way down, never mixed, and plain Python has no overhead from numba.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

_twins: dict[int, Any] = {}  # by the id of the original, a module global that is never freed
_namespaces: dict[int, dict[str, Any]] = {}  # by the id of a module's globals


def substitute(value: Any, twin: Callable[..., Any]) -> None:
    """Use this twin for a global that only compiled code can call, or that differs in plain Python."""
    _twins[id(value)] = twin


def plain(value: Any) -> Any:
    """Return the twin of a kernel, of a function that kernels call, or of an intrinsic; else the value itself."""
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
    """Return a module's globals with a twin for every kernel, and with the constants in the module's PLAIN."""
    known = _namespaces.get(id(module))
    if known is None:
        known = _namespaces[id(module)] = {}  # stored before it is filled: modules may import each other
        known.update({name: plain(value) for name, value in module.items()})
        known.update(module.get("PLAIN", {}))
    return known
