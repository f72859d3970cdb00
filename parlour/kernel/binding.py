"""Binding a game's kernels to its state record, with defaults for the optional ones."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np

from parlour.kernel import registry
from parlour.kernel.cache import CACHE, source_of
from parlour.kernel.compiler import kernel
from parlour.kernel.dispatch import action_of, legal, max_moves, score_columns, scores
from parlour.kernel.rng import below


@kernel
def _sample_of_list(s, seat, rng):
    moves = np.empty(max_moves(s), np.int64)
    return moves[below(rng, legal(s, seat, moves))]


@kernel
def _evaluate_leaders(s, out):
    table = np.zeros((out.size, score_columns(s)), np.int64)
    scores(s, table)
    best = 0
    for seat in range(1, out.size):
        for k in range(table.shape[1]):
            if table[seat, k] != table[best, k]:
                if table[seat, k] > table[best, k]:
                    best = seat
                break
    leaders = 0
    for seat in range(out.size):
        leads = True
        for k in range(table.shape[1]):
            if table[seat, k] != table[best, k]:
                leads = False
        out[seat] = 1.0 if leads else 0.0
        leaders += leads
    for seat in range(out.size):
        out[seat] /= leaders


@kernel
def number_moves(s, seat, moves, out):
    """Convert the listed moves to actions one by one: the default `list_actions`."""
    n = legal(s, seat, moves)
    for k in range(n):
        out[k] = action_of(s, seat, moves[k])
    return n


_DEFAULTS: dict[str, Any] = {
    "sample": _sample_of_list,
    "evaluate": _evaluate_leaders,
    "list_actions": number_moves,
}


def bind(name: str, state: np.dtype[Any], kernels: Mapping[str, Callable[..., Any] | None], **facts: int) -> None:
    """Bind kernels and facts to records of this type; optional kernels that are None get a default."""
    if state.type is not np.record or not state.isalignedstruct:
        raise TypeError(f"{name}: STATE must be np.dtype((np.record, np.dtype([...], align=True)))")
    if sum(state[field].itemsize for field in state.names or ()) != state.itemsize:
        raise TypeError(f"{name}: STATE has gaps, in which equal states could differ: fill them with a spare field")
    taken = [field for field in state.names or () if hasattr(np.record, field)]
    if taken:
        raise TypeError(f"{name}: every NumPy record has an attribute {taken[0]!r}: rename that field")
    other = registry.bound.get(state)
    if other is not None and other[0] != name:
        raise TypeError(
            f"{name} and {other[0]} have records of the same fields, so their kernels could not be distinguished: "
            "rename a field of one of them"
        )
    chosen = {key: function or _DEFAULTS.get(key) or kernels["legal"] for key, function in kernels.items()}
    record = numba.from_dtype(state)
    if CACHE is not None and CACHE.add_record(record, [function for function in kernels.values() if function]):
        registry.guests.add(name)
    registry.bound[state] = registry.bound[record] = (name, {**chosen, **facts})
    required = kernels.get("setup")
    if required is not None:
        registry.folders[f"{Path(source_of(required)).parent}{os.sep}"] = name
