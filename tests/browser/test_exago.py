"""Exago's board: lifts, what they cut off, the group that stays, and dragging tiles."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour.luck import Luck
from tests.browser.playing import MousePlayer
from tests.browser.visiting import PHONE, Visits
from tests.server.client import Client

FEW = {"handicap": [9, 10]}  # three red tiles and two blue ones: blue's third turn is a lift


def both_seats(client: Client, visits: Visits, options: dict[str, Any]) -> tuple[Page, str]:
    """A table at which both seats are played at one screen."""
    opened = client.open_table("exago", ["me", "me"], options=options)
    page = visits.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}&seat={opened.tokens[1]}")
    return page, opened.id


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[role=button][aria-label^="{name},"]')


def choose(page: Page, *names: str) -> None:
    for name in names:
        expect(cell(page, name)).to_have_attribute("data-legal", "")
        cell(page, name).click()


def drag(page: Page, start: Locator, target: Locator) -> None:
    (a, b) = (box for one in (start, target) if (box := one.bounding_box()))
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    page.mouse.down()
    page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=5)
    page.mouse.up()


def expect_moves(page: Page, client: Client, table: str, *texts: str) -> None:
    for _ in range(100):
        if [move["text"] for move in client.state(table)["history"]["moves"]] == list(texts):
            return
        page.wait_for_timeout(50)
    raise AssertionError(client.state(table)["history"]["moves"])


def test_x12_cut_tiles_are_shown_and_clicking_any_tile_keeps_its_group(visits: Visits, client: Client) -> None:
    page, table = both_seats(client, visits, FEW)
    choose(page, "f6", "g6", "h6", "e6", "i6", "g6")  # the lift leaves e6 f6 and h6 i6
    expect(cell(page, "i6")).to_have_attribute("data-word", "h6")
    cell(page, "i6").hover()
    expect(cell(page, "f6")).to_have_attribute("aria-label", re.compile("would go home"))
    choose(page, "i6")
    expect(cell(page, "f6")).to_have_attribute("aria-label", re.compile("would go home"))
    cell(page, "f6").click()  # the other group after all
    expect(cell(page, "i6")).to_have_attribute("aria-label", re.compile("would go home"))
    page.keyboard.press("Escape")
    choose(page, "i6", "j6")
    expect_moves(page, client, table, "f6", "g6", "h6", "e6", "i6", "g6 h6 j6")


def test_x21_with_reconnect_the_group_is_chosen_after_the_target(visits: Visits, client: Client) -> None:
    page, table = both_seats(client, visits, {"handicap": [10, 9], "reconnect": True})
    choose(page, "f6", "g5", "e7", "f5", "f6", "f7")  # e7 with the moved tile on f7, and f5 g5, are equal
    expect(cell(page, "f7")).to_have_attribute("data-word", "e7")
    choose(page, "g5")
    expect_moves(page, client, table, "f6", "g5", "e7", "f5", "f6 f5 f7")


def test_tiles_are_dragged_from_hand_and_board(visits: Visits, client: Client) -> None:
    page, table = both_seats(client, visits, FEW)
    expect(cell(page, "f6")).to_have_attribute("data-legal", "")
    drag(page, page.locator(".tray.can-take .rail"), cell(page, "f6"))
    expect_moves(page, client, table, "f6")
    choose(page, "g6", "h6", "e6", "i6")
    expect(cell(page, "g6")).to_have_attribute("data-legal", "")
    drag(page, cell(page, "g6"), cell(page, "a6"))  # no target: it is put back
    expect(cell(page, "g6")).to_have_attribute("data-legal", "")
    drag(page, cell(page, "g6"), cell(page, "j6"))  # beside one of the equal groups only: no question is left
    expect_moves(page, client, table, "f6", "g6", "h6", "e6", "i6", "g6 h6 j6")


OPTIONS = [
    {"radius": 4, "reconnect": True, "handicap": [3, 3, 3], "turn_limit": 8},
    {"early_relocation": True, "must_block": "always", "turn_limit": 6},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_games_with_every_option_can_be_played_to_the_end(
    options: dict[str, Any], visits: Visits, client: Client, luck: Luck
) -> None:
    opened = client.open_table("exago", ["me", "random", "random"], options=options)
    page = visits.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    assert MousePlayer(page, luck).play()


def test_six_hands_fit_on_a_phone(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", ["me"] + ["random"] * 5)
    page = visits.new_page(PHONE)
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    expect(cell(page, "f6")).to_have_attribute("data-legal", "")
    box = cell(page, "f6").bounding_box()
    assert box is not None
    assert box["width"] > 30  # the whole board is seen; the first tap makes room for the finger
    cell(page, "f6").tap()
    page.get_by_role("button", name="Show the whole board").wait_for()
    cell(page, "f6").tap()
    expect(page.get_by_role("img", name=re.compile("5 red in hand"))).to_be_visible()
