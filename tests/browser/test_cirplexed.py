"""Cirplexed!'s board: trying a tile, rotating it, and looking at the others' boards."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.visiting import DESKTOP, PHONE, Visits
from tests.server.client import Client

CELLS = "[data-cell][data-legal]"
DONE = "[data-done]"
EFFECT = re.compile("quarter|half|circle")


def at_table(visits: Visits, client: Client, others: int = 1, screen: dict[str, Any] = DESKTOP) -> Page:
    """A page at a new table with bots, when a tile can be placed."""
    opened = client.open_table("cirplexed", ["me", *["random"] * others])
    page = visits.new_page(screen)
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.locator(CELLS).first.wait_for()
    return page


def turn_of(page: Page) -> str | None:
    """The rotation that the button would give next."""
    return page.get_by_role("button", name="Turn clockwise").get_attribute("data-word")


def test_a_tile_is_tried_rotated_and_placed(visits: Visits, client: Client) -> None:
    page = at_table(visits, client)
    cell = page.locator(CELLS).first
    cell.hover()
    expect(page.locator(".effect")).to_have_text(EFFECT)
    expect(page.locator(DONE)).to_have_count(0)
    cell.click()
    expect(page.locator(DONE)).to_be_visible()
    expect(page.get_by_label("What to do")).to_contain_text("click it again to lay it")
    assert turn_of(page) == "r1"
    page.keyboard.press("r")
    page.mouse.wheel(0, 120)
    expect(page.get_by_role("button", name="Turn clockwise")).to_have_attribute("data-word", "r3")
    page.keyboard.press("Shift+R")
    assert turn_of(page) == "r2"
    page.keyboard.press("Escape")
    expect(page.locator(DONE)).to_have_count(0)
    expect(page.locator(".progress")).to_contain_text("Round 1 of 20")
    cell.click()
    cell.click()
    expect(page.locator(".progress")).to_contain_text("Round 2 of 20")


def test_a_tile_is_dragged_from_the_hand_and_from_cell_to_cell(visits: Visits, client: Client) -> None:
    page = at_table(visits, client)
    second = page.locator("button[data-word]").nth(1)
    name = second.get_attribute("data-word")
    one, other = page.locator(CELLS).nth(0), page.locator(CELLS).nth(2)
    second.drag_to(one)
    expect(page.locator(DONE)).to_be_visible()
    expect(second).to_have_attribute("aria-pressed", "true")
    one.drag_to(other)
    expect(one).to_have_attribute("aria-label", re.compile("empty"))
    expect(other).to_have_attribute("aria-label", re.compile("your tile"))
    page.locator(DONE).click()
    expect(page.locator(".progress")).to_contain_text("Round 2 of 20")
    expect(page.locator(f"button[data-word={name}]")).to_have_count(0)


def test_a_tap_on_the_tried_tile_rotates_it(visits: Visits, client: Client) -> None:
    page = at_table(visits, client, screen=PHONE)
    cell = page.locator(CELLS).first
    cell.tap()
    expect(page.locator(DONE)).to_be_visible()
    expect(page.get_by_label("What to do")).to_contain_text("press Done")
    assert turn_of(page) == "r1"
    cell.tap()
    assert turn_of(page) == "r2"
    page.locator(DONE).tap()
    expect(page.locator(".progress")).to_contain_text("Round 2 of 20")


def test_another_board_is_shown_until_a_tile_in_hand_is_chosen(visits: Visits, client: Client) -> None:
    page = at_table(visits, client, others=5)
    page.get_by_role("button", name=re.compile("^Cedar: 0 circles")).click()
    expect(page.locator(CELLS)).to_have_count(0)
    page.locator("button[data-word]").nth(1).click()
    expect(page.locator(CELLS)).to_have_count(4)


def test_a_watcher_sees_all_boards_and_can_place_nothing(visits: Visits, client: Client) -> None:
    opened = client.open_table("cirplexed", ["me", "random", "random"])
    page = visits.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}")
    expect(page.get_by_role("button", name=re.compile("0 circles"))).to_have_count(3)
    expect(page.locator("[data-legal]")).to_have_count(0)
