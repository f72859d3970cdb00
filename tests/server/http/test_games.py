"""The games in the REST API; test_openapi.py checks the responses against their schemas."""

from __future__ import annotations

import pytest

import parlour
from parlour.games import find, own
from tests.server.client import Client


@pytest.mark.parametrize("name", own())
def test_the_sample_is_a_spectators_view_of_the_sample_record(name: str, visitor: Client) -> None:
    record = (find(name).folder / "web" / "sample.record").read_text(encoding="utf-8")
    match = parlour.load(record)
    assert match.outcome is None or len(match.moves) > 10  # there is something to show
    assert visitor.ask("GET", f"/api/games/{name}/sample") == match.view(None)


def test_an_unknown_game_has_no_sample(visitor: Client) -> None:
    answer = visitor.request("GET", "/api/games/ludo/sample")
    assert answer.status_code == 422
    assert answer.json()["code"] == "unknown_game"
