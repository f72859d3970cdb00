"""Hints at the table, by mouse, touch and keyboard, on every board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.games import own
from tests.browser.playing import OFFERED
from tests.browser.visiting import DESKTOP, PHONE, Visits
from tests.server.client import Client

SAID = "[data-hint]"


def sit_down(client: Client, visits: Visits, game: str, screen: dict[str, Any] = DESKTOP, **table: Any) -> Page:
    """A table against a bot."""
    opened = client.open_table(game, ["me", "greedy"], **table)
    page = visits.new_page(screen)
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.wait_for_function(OFFERED, arg=[])
    return page


@pytest.mark.parametrize("game", own())
def test_a_move_is_drawn_as_a_ghost_and_told_in_words(game: str, visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, game)
    said, ghost = page.locator(SAID), page.locator("[data-ghost]")
    page.keyboard.press("h")
    expect(said).not_to_be_empty()
    expect(ghost).to_have_count(0)
    page.get_by_role("button", name="More help").click()
    expect(said).to_contain_text("A strong bot")
    expect(ghost).to_have_count(1)
    page.get_by_role("button", name="More help").click()
    expect(said).to_have_text(re.compile(r"chance of|score: \d|more often"))
    expect(page.get_by_role("button", name="More help")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(ghost).to_have_count(0)
    expect(said).to_be_empty()


def test_by_touch_a_hint_is_in_the_prompt_and_in_the_menu(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "exago", PHONE)
    page.locator(".prompt").get_by_role("button", name="Hint").tap()
    expect(page.locator(SAID)).not_to_be_empty()
    page.get_by_role("button", name="Menu").tap()
    page.locator("dialog").get_by_role("button", name="More help").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-ghost]")).to_have_count(1)
    page.locator('[data-cell="f6"]').tap()  # makes room for the finger
    page.get_by_role("button", name="Show the whole board").wait_for()
    page.locator('[data-cell="f6"]').tap()
    expect(page.locator("[data-ghost]")).to_have_count(0)


def test_people_choose_whether_there_are_hints(visits: Visits, client: Client) -> None:
    page = visits.new_page()
    page.goto(f"{client.server.url}/new/exago")
    hints = page.get_by_role("group", name="Hints")
    expect(hints.get_by_role("radio", name="No")).to_be_checked()
    seat = page.get_by_role("combobox", name=re.compile("^Seat 2"))
    seat.select_option("bot 1")
    expect(hints.get_by_role("radio", name="Yes")).to_be_checked()
    hints.get_by_role("radio", name="No").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_function(OFFERED, arg=[])
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
