"""The command line is tested with the games that users have."""

from __future__ import annotations

import pytest

from parlour import games


@pytest.fixture(autouse=True)
def _without_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests put connect four on the shelf of this process."""
    monkeypatch.delitem(games._registered, "connect_four", raising=False)  # type: ignore[attr-defined]
