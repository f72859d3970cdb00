"""Träxx' sheet: drawing a line, taking it back and finishing it with the pen, and the others' sheets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from parlour.luck import Luck
from tests.browser.visiting import DESKTOP, PHONE, Visits
from tests.server.client import Client

DONE = "[data-done]"
ON_STROKE = re.compile("on your new stroke")
END_OF_STROKE = re.compile("end of your new stroke")
SHORT = 3  # words of a move: an end of the line and two fields


def at_table(visits: Visits, client: Client, screen: dict[str, Any] = DESKTOP) -> tuple[Page, list[str]]:
    """A page at a new table with a bot, and the words of a move over two fields that could be continued."""
    opened = client.open_table("traxx", ["me", "random"])
    page = visits.new_page(screen)
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.locator("[data-cell][data-legal]").first.wait_for()
    legal = [text.split() for text in client.state(opened.id, opened.tokens[0])["view"]["legal"]]
    longer = [words[:SHORT] for words in legal if len(words) > SHORT]
    return page, longer[0]


def field(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell={name}]")


def draw_to(page: Page, name: str) -> None:
    """Move the pen to the centre of a field."""
    box = field(page, name).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)


def draw(page: Page, names: list[str]) -> None:
    """Draw over these fields in one stroke."""
    draw_to(page, names[0])
    page.mouse.down()
    for name in names[1:]:
        draw_to(page, name)
    page.mouse.up()


def test_a_line_is_drawn_and_finished_by_a_click_on_its_end(visits: Visits, client: Client) -> None:
    page, (end, first, second) = at_table(visits, client)
    draw(page, [end, first, second])
    expect(field(page, first)).to_have_attribute("aria-label", ON_STROKE)
    expect(field(page, second)).to_have_attribute("aria-label", END_OF_STROKE)
    expect(page.locator(DONE)).to_be_visible()
    expect(page.locator(".tally")).to_contain_text("+2 for fields")
    expect(page.locator(".round")).to_have_text(re.compile("^Card 1 of"))
    field(page, second).click()
    expect(page.locator(".round")).to_have_text(re.compile("^Card 2 of"))
    expect(field(page, first)).to_have_attribute("aria-label", re.compile("on the line$"))
    expect(field(page, second)).to_have_attribute("aria-label", re.compile("end of the line"))


def test_moving_back_along_the_stroke_undoes_it(visits: Visits, client: Client) -> None:
    page, (end, first, second) = at_table(visits, client)
    draw(page, [end, first, second, first])
    expect(field(page, first)).to_have_attribute("aria-label", END_OF_STROKE)
    expect(page.locator(".tally")).to_contain_text("+1 for fields")
    draw(page, [first, second])
    expect(field(page, second)).to_have_attribute("aria-label", END_OF_STROKE)
    field(page, first).click()
    expect(field(page, first)).to_have_attribute("aria-label", END_OF_STROKE)
    page.keyboard.press("Escape")
    expect(page.locator(DONE)).to_have_count(0)
    expect(page.locator(".round")).to_have_text(re.compile("^Card 1 of"))


def test_another_seats_sheet_is_read_only(visits: Visits, client: Client) -> None:
    page, (end, first, _) = at_table(visits, client)
    page.get_by_role("button", name=re.compile("^Look at")).click()
    expect(page.locator("[data-cell][data-legal]")).to_have_count(0)
    draw(page, [end, first])
    expect(page.locator(DONE)).to_have_count(0)
    page.get_by_role("button", name="← My sheet").click()
    field(page, end).click()
    expect(field(page, first)).to_have_attribute("aria-label", re.compile("you may go here"))


@pytest.mark.parametrize(("width", "height"), [(667, 375), (844, 390)])
def test_on_a_phone_in_landscape_the_scores_are_visible(
    width: int, height: int, visits: Visits, client: Client
) -> None:
    page, _ = at_table(visits, client, {**PHONE, "viewport": {"width": width, "height": height}})
    pad = page.get_by_role("region", name="Numbers and points")
    room = pad.bounding_box()
    assert room is not None
    for number in pad.locator("tr.own td:visible").all():
        box = number.bounding_box()
        assert box is not None
        assert room["x"] <= box["x"] < box["x"] + box["width"] <= room["x"] + room["width"] + 1
    for score in page.locator("[aria-label=Players] .score").all():  # beside the names, and no second time on the pad
        expect(score).to_be_in_viewport()


def test_after_a_solo_game_the_best_possible_score_is_shown(visits: Visits, client: Client, luck: Luck) -> None:
    opened = client.open_table("traxx", ["me"])
    with client.sit(opened.id, opened.tokens[0]) as socket:
        socket.play_random(luck)
    page = visits.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    expect(page.get_by_text("With the order of the cards known")).to_be_visible()


def test_the_last_strokes_are_marked_even_if_the_page_opens_late(visits: Visits, client: Client) -> None:
    opened = client.open_table("traxx", ["me", "me"])
    with client.sit(opened.id, *opened.tokens.values()) as socket:
        for seat in (0, 1):
            socket.move(seat, next(text for text in socket.states[seat]["view"]["legal"] if text != "pass"))
    page = visits.new_page()
    held: list[Route] = []
    page.route("**/api/games", lambda route: held.append(route))
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.locator("[data-cell][data-legal]").first.wait_for()
    for route in held:
        route.continue_()
    expect(page.locator(".core.drawn")).to_have_count(2)
