"""How much travels before somebody who comes for the first time can play."""

from __future__ import annotations

from playwright.sync_api import Browser

from bench.page import TRAVELLING, bounds, first_load
from parlour.games import own
from tests.server.client import Client


def test_the_lobby_is_light(browser: Browser, client: Client) -> None:
    _, size, pictures = first_load(browser, client.server.url)
    assert 0 < size <= TRAVELLING
    assert pictures > 0


def test_every_promise_of_the_page_is_measured() -> None:
    figures = {bound.figure for bound in bounds()}
    assert {bound.is_most for bound in bounds()} == {True}
    assert len(figures) == 2 + 4 * len(own())
