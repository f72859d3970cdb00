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


@pytest.mark.parametrize("name", own())
def test_every_label_of_a_choice_belongs_to_a_choice(name: str) -> None:
    for option in find(name).options:
        assert set(option.choice_labels) <= set(option.choices), option.name


def test_choices_have_labels_for_players(visitor: Client) -> None:
    exago = next(game for game in visitor.ask("GET", "/api/games")["games"] if game["name"] == "exago")
    (duty,) = (option for option in exago["options"] if option["name"] == "must_block")
    told = dict(zip(duty["choices"], duty["choice_labels"], strict=True))
    assert told == {"choice": "If two or more could win", "always": "Always", "off": "Never"}


def test_score_columns_are_worded_for_one_and_for_many(visitor: Client) -> None:
    games = {game["name"]: game for game in visitor.ask("GET", "/api/games")["games"]}
    circles = games["cirplexed"]["columns"][0]
    assert (circles["key"], circles["one"], circles["many"]) == ("circles", "one circle", "{count} circles")


def test_an_unknown_game_has_no_sample(visitor: Client) -> None:
    answer = visitor.request("GET", "/api/games/ludo/sample")
    assert answer.status_code == 422
    assert answer.json()["code"] == "unknown_game"
