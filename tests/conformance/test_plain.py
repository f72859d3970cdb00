"""Compiled code and plain Python say the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from parlour import kernel
from parlour.luck import Luck
from tests.conformance.shelf import TABLES


def run(name: str, players: int, seeds: list[str], **environment: str) -> dict[str, object]:
    command = [sys.executable, "-m", "tests.conformance.trace", name, str(players), *seeds]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    result = json.loads(done.stdout)
    assert isinstance(result, dict)
    return result


@pytest.mark.skipif("NUMBA_BOUNDSCHECK" in os.environ, reason="one comparison is enough")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_compiled_equals_plain(name: str, players: int, luck: Luck) -> None:
    assert kernel.IS_COMPILED
    seeds = [str(luck.number()) for _ in range(2)]
    plain = run(name, players, seeds, NUMBA_DISABLE_JIT="1")
    compiled = run(name, players, seeds)
    assert (plain["compiled"], compiled["compiled"]) == (False, True)
    assert plain["traces"] == compiled["traces"]
