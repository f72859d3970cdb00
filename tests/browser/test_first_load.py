"""The transfer size before a first-time visitor can play."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench.page import TRAVELLING, bounds, first_load
from parlour.games import own
from tests.server.client import Client


def test_the_lobby_keeps_its_transfer_budget(browser: Browser, client: Client) -> None:
    _, size, pictures = first_load(browser, client.server.url)
    assert 0 < size <= TRAVELLING
    assert pictures > 0


@pytest.mark.parametrize("game", own())
def test_a_table_keeps_its_transfer_budget(browser: Browser, client: Client, game: str) -> None:
    opened = client.open_table(game, ["me", "greedy"])
    _, size, _ = first_load(browser, f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    assert 0 < size <= TRAVELLING


def test_every_budget_of_the_page_is_measured() -> None:
    figures = {bound.figure for bound in bounds()}
    assert {bound.is_most for bound in bounds()} == {True}
    assert len(figures) == 2 + 6 * len(own())
