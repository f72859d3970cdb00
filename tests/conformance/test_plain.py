"""Compiled code and plain Python say the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from parlour.games import find
from parlour.luck import Luck
from tests.conformance.shelf import NAMES
from tests.conformance.trace import traces


def made_plain(name: str, wanted: list[str]) -> str:
    """The traces as plain Python makes them, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.trace", name, *wanted],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.skipif("NUMBA_BOUNDSCHECK" in os.environ, reason="one comparison is enough")
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
