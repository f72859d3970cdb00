"""Under `--dist loadscope`, one process runs all tests of a game, so that no two compile the same code."""

from __future__ import annotations

import re
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.conformance.shelf import NAMES


class OneProcessPerGame(LoadScopeScheduling):  # type: ignore[misc]
    """Tests that belong to no game are grouped by module."""

    def _split_scope(self, nodeid: str) -> str:
        named = set(re.split(r"[\[\]-]", nodeid)) & set(NAMES)
        return named.pop() if named else str(super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    """The scheduler for this folder's tests; None for xdist's own choice."""
    return OneProcessPerGame(config, log) if config.getvalue("dist") == "loadscope" else None
