"""The end of a match: who won for the one who looks, with the board in view, and every score counted on it."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

import parlour
from parlour.games import own
from parlour.match import Match
from tests.browser.positions import NAMES, Seated
from tests.browser.visiting import Visits
from tests.server.client import Client

SMALL = {"width": 360, "height": 640}

# Of the middles of these elements, those where a click would meet something else than the board.
COVERED = """(elements) => elements.filter((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".stage") == null;
}).length"""
MIDDLES = """(elements) => elements.map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, opacity: Number(getComputedStyle(element).opacity) };
})"""
ADDED = "(marks) => marks.reduce((sum, mark) => sum + Number(mark.dataset.counts), 0)"


def ended(client: Client, game: str) -> tuple[Seated, Match]:
    """A finished match with two people, for whom bots have played."""
    opened = client.open_table(game, [{"who": "me", "name": name} for name in NAMES[:2]])
    tokens = [opened.tokens[seat] for seat in range(2)]
    with client.sit(opened.id, *tokens) as people:
        for seat in range(2):
            people.send("hand_over", seat=seat, bot="greedy")
        people.wait_until(lambda: people.is_over)
    return Seated(opened.id, tokens), parlour.load(client.record(opened.id))


def open_end(page: Page, client: Client, seated: Seated, *seats: int) -> None:
    page.goto("about:blank")  # an address that differs only in its fragment would not be reloaded
    page.goto(client.server.url + seated.link(*seats))
    expect(page.locator("[data-status=over]")).to_be_visible()


def prompt(page: Page) -> Locator:
    return page.get_by_role("region", name="What to do")


def result(page: Page) -> Locator:
    return page.get_by_role("region", name="Result")


def score(page: Page, seat: int, column: str) -> Locator:
    return result(page).locator(f"[data-seat='{seat}'] [data-score={column}] button")


def expect_counted(page: Page, button: Locator) -> None:
    """The marks on the board add up to the score, and are all in view."""
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-told-count]")).not_to_be_empty()
    marks = page.locator(".stage [data-counts]")
    assert marks.evaluate_all(ADDED) == int(button.inner_text().replace("−", "-"))
    assert marks.evaluate_all(COVERED) == 0


def expect_board_in_view(page: Page) -> None:
    """Nothing lies over the board, and the result is beside or below it."""
    board = page.locator(".stage svg").first.bounding_box()
    assert board is not None
    for part in (result(page), prompt(page)):
        if part.count() == 0:
            continue
        box = part.bounding_box()
        assert box is not None
        is_beside = box["x"] >= board["x"] + board["width"] or board["x"] >= box["x"] + box["width"]
        is_below = box["y"] >= board["y"] + board["height"] - 1
        assert is_beside or is_below, f"the result at {box} covers the board at {board}"
    assert page.locator(".stage [data-cell]").evaluate_all(COVERED) == 0
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize("game", own())
def test_the_end_is_told_and_every_score_is_counted_on_the_board(game: str, visits: Visits, client: Client) -> None:
    seated, match = ended(client, game)
    assert match.outcome is not None
    page = visits.new_page()
    for seats, looks in (((), None), ((0,), 0), ((1,), None)):  # in the end this browser has both seats
        verdict = match.verdict(looks)
        assert verdict is not None
        open_end(page, client, seated, *seats)
        headline = (verdict.own or verdict.headline).text(NAMES)
        expect(prompt(page)).to_contain_text(headline)
        expect(page).to_have_title(re.compile(f"^{re.escape(headline)} - "))
    expect_board_in_view(page)
    for (column, scores), seat in product(match.outcome.details.items(), range(2)):
        button = score(page, seat, column)
        button.click()
        expect_counted(page, button)
        if not match.game.columns[column].is_win:
            assert int(button.inner_text().replace("−", "-")) == scores[seat]
    expect_board_in_view(page)

    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    expect(result(page)).to_be_hidden()
    expect_board_in_view(page)
    prompt(page).get_by_role("button", name="Scores").click()
    first = next(iter(match.outcome.details))
    expect_counted(page, score(page, 0, first))  # one's own comes first
    expect_board_in_view(page)
    score(page, 1, first).click()
    expect_counted(page, score(page, 1, first))
    page.keyboard.press("Escape")
    expect(result(page)).to_be_hidden()
    assert page.locator("[data-counts]").count() == 0


def test_the_tiles_that_are_counted_stand_out(visits: Visits, client: Client) -> None:
    """Those of the loser too, beside the line that won."""
    seated, match = ended(client, "exago")
    page = visits.new_page()
    open_end(page, client, seated, 0)
    for seat in range(2):
        button = score(page, seat, next(iter(match.outcome.details)))  # type: ignore[union-attr]
        button.click()
        expect_counted(page, button)
        marks = page.locator(".stage [data-counts]").evaluate_all(MIDDLES)
        expect(page.locator(".stage .piece:not(.beside)")).to_have_count(len(marks))
        tiles = page.locator(".stage .piece").evaluate_all(MIDDLES)
        vivid = [tile for tile in tiles if tile["opacity"] == 1]
        assert len(vivid) == len(marks) < len(tiles)
        for mark in marks:
            assert any(abs(tile["x"] - mark["x"]) < 4 and abs(tile["y"] - mark["y"]) < 4 for tile in vivid)


def test_the_question_marks_beside_long_names_are_round(visits: Visits, client: Client) -> None:
    seated, _ = ended(client, "cirplexed")
    for width, height in ((820, 1180), (360, 740)):
        page = visits.new_page({"viewport": {"width": width, "height": height}})
        open_end(page, client, seated, 0)
        prompt(page).get_by_role("button", name="Scores").click()
        badges = result(page).locator("thead button span")
        expect(badges).not_to_have_count(0)
        for badge in badges.all():
            box = badge.bounding_box()
            assert box is not None
            assert abs(box["width"] - box["height"]) < 2


@pytest.mark.parametrize("game", own())
def test_held_across_the_end_and_its_scores_lie_beside_the_board(game: str, visits: Visits, client: Client) -> None:
    seated, match = ended(client, game)
    for width, height in ((664, 390), (720, 450), (960, 600)):
        page = visits.new_page({"viewport": {"width": width, "height": height}})
        open_end(page, client, seated, 0)
        held = prompt(page).bounding_box()
        for button in prompt(page).get_by_role("button").all():
            assert is_within(button, held), "a button hangs out of the prompt"
        prompt(page).get_by_role("button", name="Scores").click()
        expect(score(page, 0, next(iter(match.outcome.details)))).to_be_visible()  # type: ignore[union-attr]
        panel = page.locator(".scores").bounding_box()
        for heading in result(page).locator("thead th").all():
            assert is_within(heading, panel), "a column is cut"
        name = result(page).locator("tbody th").first.bounding_box()
        assert name is not None
        assert name["height"] < 60, "the name stands letter below letter"
        board = page.locator(".stage").bounding_box()
        assert board is not None
        assert board["height"] > 0.6 * height, "the scores are not beside the board"
        expect_board_in_view(page)


def is_within(part: Locator, whole: FloatRect | None) -> bool:
    box = part.bounding_box()
    assert box is not None
    assert whole is not None
    return box["x"] >= whole["x"] - 1 and box["x"] + box["width"] <= whole["x"] + whole["width"] + 1


def test_a_score_is_pointed_at_by_mouse_or_keyboard_and_explained(visits: Visits, client: Client) -> None:
    seated, match = ended(client, "traxx")
    page = visits.new_page()
    open_end(page, client, seated, 0)
    told = page.locator("[data-told-count]")
    expect(told).to_be_empty()
    score(page, 1, "points").hover()
    expect(told).to_contain_text("Ben: ")
    assert page.locator("[data-counts]").count() > 0
    page.mouse.move(5, 5)
    expect(told).to_be_empty()
    assert page.locator("[data-counts]").count() == 0
    score(page, 1, "points").focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("Ben: ")
    page.keyboard.press("Enter")
    expect(told).to_be_empty()
    result(page).get_by_role("button", name="points").first.click()
    expect(result(page)).to_contain_text(match.game.columns["points"].meaning)
    result(page).get_by_role("button", name="Rule T14").click()
    expect(page.get_by_role("dialog", name=re.compile("Träxx|Rules"))).to_be_visible()
