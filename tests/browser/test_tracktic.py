"""Tracktic's board: ghosts, rotating, dragging, choosing pieces, showing paths."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import DESKTOP, PHONE, Visits
from tests.server.client import Client


def come_to(visits: Visits, client: Client, screen: dict[str, Any] = DESKTOP) -> tuple[Page, str]:
    """A page at a new game, and the table's id."""
    opened = client.open_table("tracktic", ["me", "greedy"])
    page = visits.new_page(screen)
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    expect(page.locator("[data-word=skip]")).to_be_enabled()
    return page, opened.id


def pattern_card(page: Page) -> Locator:
    """A card with a pattern: at first, all of them can be played."""
    return page.locator("button[data-legal][data-word]:not([data-word=flip], [data-word=skip])").first


def target_in_sight(page: Page) -> tuple[float, float]:
    """The centre of a visible cell for the pattern: on a phone, only a part of the grid is visible."""
    for target in page.locator(".cell[data-legal]").all():
        x, y = middle(target)
        word = target.get_attribute("data-word")
        seen = "([x, y]) => document.elementFromPoint(x, y)?.closest('.cell')?.dataset.word"
        if page.evaluate(seen, [x, y]) == word:
            return x, y
    raise AssertionError("no target is in sight")


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def text_played(client: Client, page: Page, table: str) -> str:
    """The text of my move, once the server has it."""
    for _ in range(300):
        for move in client.state(table)["history"]["moves"]:
            if move["seat"] == 0:
                return str(move["text"])
        page.wait_for_timeout(100)
    raise AssertionError("no move was made")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_pattern_is_rotated_moved_and_laid(screen: dict[str, Any], visits: Visits, client: Client) -> None:
    page, _ = come_to(visits, client, screen)
    card = pattern_card(page).get_attribute("data-word") or ""
    pattern_card(page).click()
    page.mouse.click(*target_in_sight(page))
    laid = page.locator(".tentative > g")
    expect(laid).to_have_count(int(card[1]))
    before = [one.get_attribute("transform") for one in laid.all()]
    page.keyboard.press("r")
    page.wait_for_function(
        "before => document.querySelector('.tentative > g').getAttribute('transform') !== before[0]"
        " || document.querySelectorAll('.tentative > g')[1].getAttribute('transform') !== before[1]",
        arg=before,
    )
    page.keyboard.press("Escape")
    expect(laid).to_have_count(0)
    expect(page.locator("button[aria-pressed=true].face")).to_have_count(1)  # the card is still in the hand
    page.keyboard.press("Escape")
    expect(page.locator("button[aria-pressed=true].face")).to_have_count(0)


def test_a_ghost_follows_the_pointer_and_a_second_click_lays_it(visits: Visits, client: Client) -> None:
    page, table = come_to(visits, client)
    card = pattern_card(page).get_attribute("data-word") or ""
    pattern_card(page).click()
    at = target_in_sight(page)
    page.mouse.move(*at)
    expect(page.locator(".ghost > g")).to_have_count(int(card[1]))
    page.mouse.click(*at)
    expect(page.locator(".ghost > g")).to_have_count(0)
    expect(page.locator("[data-done]")).to_be_enabled()
    page.mouse.click(*at)
    assert text_played(client, page, table).startswith(f"{card} ")


def turned_away(legal: list[str]) -> tuple[str, str] | None:
    """A straight card, and a cell where it fits horizontally, but not vertically, not even nearby."""
    places = [text.split() for text in legal if text[0] == "I" and text[2] == " "]  # without a token
    flat = [place for place in places if place[1][1:] == place[2][1:]]
    for card, *cells in flat:
        upright = [name for place in places if place[0] == card and place not in flat for name in place[1:]]
        for cell in cells if upright else []:
            if all(abs(ord(cell[0]) - ord(name[0])) > 1 or abs(int(cell[1:]) - int(name[1:])) > 1 for name in upright):
                return card, cell
    return None


def test_enter_lays_a_pattern_that_was_rotated_away_from_the_focus(visits: Visits, client: Client) -> None:
    for _ in range(50):
        opened = client.open_table("tracktic", ["me", "greedy"])
        found = turned_away(client.state(opened.id, opened.tokens[0])["view"]["legal"])
        if found is not None:
            break
    else:
        raise AssertionError("no card can be turned away")
    card, cell = found
    page = visits.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.locator(f"button[data-legal][data-word={card}]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cell:focus")).to_have_count(1)
    page.locator(f".cell[data-word={cell}]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tentative > g")).to_have_count(int(card[1]))
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    text = text_played(client, page, opened.id)
    assert len({name[0] for name in text.split(" : ")[0].split()[1:]}) == 1, f"{text} does not lie upright"


def test_a_card_is_dragged_to_the_grid(visits: Visits, client: Client) -> None:
    page, table = come_to(visits, client)
    x, y = middle(pattern_card(page))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y, steps=3)
    page.mouse.move(*target_in_sight(page), steps=5)
    page.mouse.up()
    page.locator("[data-done]").click()
    assert text_played(client, page, table) != "skip"


def press_and_move(page: Page, target: Locator, *ways: float) -> None:
    """Press on a card, move to each of these distances to the right, and release."""
    x, y = middle(target)
    page.mouse.move(x, y)
    page.mouse.down()
    for way in ways:
        page.mouse.move(x + way, y)
    page.mouse.up()


def test_a_slightly_moving_click_picks_a_card_and_a_drag_puts_it_back(visits: Visits, client: Client) -> None:
    page, _ = come_to(visits, client)
    label = pattern_card(page).get_attribute("aria-label") or ""
    card = page.get_by_role("button", name=label, exact=True).first
    for is_picked in ("true", "false"):
        press_and_move(page, card, 4, 7)
        expect(card).to_have_attribute("aria-pressed", is_picked)
    press_and_move(page, card, 30, 60, 2)
    expect(card).to_have_attribute("aria-pressed", "false")
    press_and_move(page, card, 30, 120)  # beside its place it stays in the hand
    expect(card).to_have_attribute("aria-pressed", "true")


def test_pieces_other_than_the_suggested_ones_can_be_chosen(visits: Visits, client: Client) -> None:
    page, table = come_to(visits, client)
    pattern_card(page).click()
    page.mouse.click(*target_in_sight(page))
    page.locator("[data-word=':']").click()
    chosen: list[str] = []
    fitting = page.locator(".fitting button")
    laid = page.locator(".tentative > g").count()
    while len(chosen) < laid:
        expect(page.locator(".outline.now")).to_have_count(1)  # the cell that is to be filled
        last = fitting.last
        chosen.append(last.get_attribute("data-word") or "")
        last.click()
        if len(chosen) < laid:
            page.wait_for_function("() => document.querySelectorAll('.fitting button').length > 0")
    page.locator("[data-done]").click()
    named = text_played(client, page, table).partition(" : ")[2]
    assert named in ("", " ".join(chosen))  # none are named if just these were suggested


def test_paths_are_shown_on_request(visits: Visits, client: Client) -> None:
    page, _ = come_to(visits, client)
    page.get_by_role("button", name="Show your longest path").click()
    expect(page.locator(".path")).to_have_count(1)
    page.get_by_role("button", name="Show blue's longest path").click()
    expect(page.locator(".path")).to_have_count(2)
    page.get_by_role("button", name="Show your longest path").click()
    expect(page.locator(".path")).to_have_count(1)
