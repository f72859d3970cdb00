"""Whole games against bots, to their end: by mouse, and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import parlour
from parlour.games import own
from parlour.luck import Luck
from tests.browser.playing import KeyboardPlayer, MousePlayer, Player
from tests.browser.visiting import Visits
from tests.server.client import Client

GAMES = own()
# Against `greedy`, a game of Exago would be over before the first lift.
BOTS = {"exago": "random"}
OPTIONS = {"exago": {"turn_limit": 25}}
# This person has not asked for reduced motion: with animations, states wait for one another.
IN_MOTION = ("cirplexed", MousePlayer)


@pytest.mark.parametrize("way", [MousePlayer, KeyboardPlayer], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot(game: str, way: type[Player], visits: Visits, client: Client, luck: Luck) -> None:
    opened = client.open_table(game, ["me", BOTS.get(game, "greedy")], OPTIONS.get(game))
    page = visits.new_page(reduced_motion="no-preference" if (game, way) == IN_MOTION else "reduce")
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    player = way(page, luck)
    assert player.play(), f"{player.steps} steps did not end the game"
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    match = parlour.load(client.record(opened.id))
    assert match.outcome is not None
    assert any(seat == 0 for seat, _ in match.moves)
