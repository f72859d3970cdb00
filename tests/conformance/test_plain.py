"""Compiled code and plain Python give the same results."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from parlour import kernel
from parlour.games import find
from parlour.kernel.plain import plain
from parlour.luck import Luck
from tests.conformance.shelf import NAMES, random_match
from tests.conformance.trace import traces
from tests.new_process import PLAIN, output_of


def made_plain(name: str, wanted: list[str]) -> str:
    """The traces made by plain Python, in a separate process."""
    return output_of("-m", "tests.conformance.trace", name, *wanted, **PLAIN)


@pytest.mark.skipif("NUMBA_BOUNDSCHECK" in os.environ, reason="one comparison is enough")
@pytest.mark.skipif(not kernel.IS_COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("name", NAMES)
def test_compiled_equals_plain(name: str, luck: Luck) -> None:
    wanted = [f"{players}:{luck.number()}" for players in find(name).players for _ in range(2)]
    plain, compiled = json.loads(made_plain(name, wanted)), json.loads(traces(name, wanted))
    assert (plain["compiled"], compiled["compiled"]) == (False, True)
    assert list(plain["traces"]) == wanted
    assert plain["thoughts"] == compiled["thoughts"]
    assert plain["batched"] == compiled["batched"]
    for game in wanted:
        assert plain["traces"][game] == compiled["traces"][game], game


@pytest.mark.skipif("NUMBA_BOUNDSCHECK" in os.environ, reason="one comparison is enough")
@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_plain_kernels_agree_in_one_process(name: str, luck: Luck) -> None:
    """While a game is being compiled, plain Python runs instead; compiled kernels never call back into it."""
    compiled = kernel.compiled()
    for players in find(name).players:
        match = random_match(name, players, luck, plies=luck.below(40))
        for seat in match.waiting:
            lists = [np.zeros(match.game.max_moves, np.int64) for _ in range(2)]
            rngs = [kernel.new_rng(7) for _ in range(2)]
            states = [match.state for _ in range(2)]
            told = []
            forms: list[Callable[[Any], Callable[..., Any]]] = [plain, lambda stub: stub]
            for form, list_, rng, state in zip(forms, lists, rngs, states, strict=True):
                n = form(kernel.legal)(state[0], seat, list_)
                told.append([n, list_[:n].tolist(), int(form(kernel.sample)(state[0], seat, rng)), rng.tolist()])
                form(kernel.redeal)(state[0], seat, rng)
                form(kernel.apply)(state[0], seat, list_[n // 2])
            assert told[0] == told[1]
            assert states[0].tobytes() == states[1].tobytes()
    assert kernel.compiled() == compiled
