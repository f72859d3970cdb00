"""The command line is tested with the games of the package only."""

from __future__ import annotations

import pytest

from parlour.games import registry


@pytest.fixture(autouse=True)
def _without_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests register toy games in this process."""
    for toy in ("connect_four", "sealed_bids"):
        monkeypatch.delitem(registry._registered, toy, raising=False)
