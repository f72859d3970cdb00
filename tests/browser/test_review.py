"""Reviews on the page: made with progress, turning points solved on the board, the curve, luck, and the best score."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import parlour
from parlour.games import own
from parlour.match import Match
from tests.browser.visiting import DESKTOP, PHONE, Visits
from tests.server.client import Client
from tests.server.process import ServerProcess

READY = 180_000  # milliseconds for a review, on a machine that is busy with other tests
LANDSCAPE: dict[str, Any] = {**PHONE, "viewport": {"width": 740, "height": 360}}
SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 640}}


def played(game: str, players: int, seed: int, most: int | None = None) -> Match:
    """A game of which some moves are random, and some are good; resigned if it takes more than `most`."""
    match = parlour.new(game, players, seed=seed)
    bots = [parlour.bot(game, "random" if seat % 2 else "greedy", seed=seed + seat) for seat in range(players)]
    while match.waiting and (most is None or len(match.moves) < most):
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat))
    if match.waiting:
        match.resign(match.waiting[0])
    return match


def reviewed(visits: Visits, server: ServerProcess, match: Match, screen: dict[str, Any] = DESKTOP) -> Page:
    """A replay with its review, which is ready."""
    page = visits.new_page(screen)
    page.goto(f"{server.url}/replay#record={quote(match.record())}&review")
    page.locator("[data-review=done]").wait_for(timeout=READY)
    return page


def board_at(page: Page, ply: int) -> None:
    """Wait until the board shows this position."""
    page.locator(f"main[data-ply='{ply}']").wait_for()


def answer(page: Page) -> Any:
    return page.locator(".moment .answer")


def test_a_turning_point_is_solved_on_the_board(visits: Visits, parlour_server: ServerProcess) -> None:
    match = played("exago", 2, seed=5)
    told = parlour.annotate(match, with_luck=False)
    page = reviewed(visits, parlour_server, match)
    ply = int(page.locator("[data-moment]").get_attribute("data-moment") or "")
    assert ply == told.turning_points[0]
    moment = told.moves[ply]
    page.get_by_role("button", name="Find it").click()
    board_at(page, ply)
    cell = page.locator(f'[data-cell="{moment.played.text}"]')
    cell.click()  # what was played is not it
    expect(answer(page)).to_have_text("That was played in the game. There is a better move.")
    taken = next(iter(match.at(ply).view(None)["board"]["tiles"])) if ply else None
    if taken is not None:
        page.locator(f'[data-cell="{taken}"]').click(force=True)
        expect(page.locator(".controls .trouble")).to_contain_text(re.compile(r"^X\d"))  # the number of its rule
    page.locator(f'[data-cell="{moment.best.text}"]').click()
    expect(answer(page)).to_have_text(re.compile("^That is (as good as )?the best move found.$"))  # of two reviews
    board_at(page, ply + 1)
    expect(page.locator("[data-ghost]")).to_have_count(1)


def test_a_line_that_was_not_played_is_played_on_the_board(visits: Visits, parlour_server: ServerProcess) -> None:
    match = played("exago", 2, seed=5)
    page = reviewed(visits, parlour_server, match)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("[data-ghost]")).to_have_count(1)
    expect(page.locator(".cost")).to_contain_text("the chances of winning fell")
    page.get_by_role("button", name="See how it continues").click()
    expect(page.get_by_text("This was not played.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Share")).to_have_count(0)  # it is not the game
    expect(page.locator("[data-ghost]")).to_have_count(0)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.get_by_text("This was not played.")).to_have_count(0)
    expect(page.locator("main")).to_have_attribute("data-last", str(len(match.moves)))


def test_the_board_shows_what_the_review_is_about(visits: Visits, parlour_server: ServerProcess) -> None:
    """It opens at the first turning point, each dot leads to its own, and a ghost stays with its move."""
    match = played("exago", 2, seed=5)
    page = reviewed(visits, parlour_server, match)
    moment = page.locator("[data-moment]")
    first = int(moment.get_attribute("data-moment") or "")
    board_at(page, first)
    page.get_by_role("button", name="Turning point 2 of").click()
    expect(moment).not_to_have_attribute("data-moment", str(first))
    second = int(moment.get_attribute("data-moment") or "")
    board_at(page, second)
    page.get_by_role("button", name="Show me").click()
    board_at(page, second + 1)
    ghost = page.locator("[data-ghost]")
    expect(ghost).to_have_count(1)
    page.keyboard.press("ArrowLeft")  # the same choice, before it was made
    expect(ghost).to_have_count(1)
    page.keyboard.press("Home")
    expect(ghost).to_have_count(0)
    page.get_by_role("button", name=re.compile(f"^Move {second + 1}:")).click()
    board_at(page, second + 1)
    expect(ghost).to_have_count(1)


def test_whoever_looks_elsewhere_no_longer_seeks(visits: Visits, parlour_server: ServerProcess) -> None:
    match = played("exago", 2, seed=5)
    page = reviewed(visits, parlour_server, match)
    find = page.get_by_role("button", name="Find it")
    find.click()
    expect(page.get_by_text("Find a better move", exact=True)).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Find a better move", exact=True)).to_have_count(0)
    find.click()
    page.locator("[data-legal]").first.wait_for()
    page.locator(".moves ol button").nth(2).click()
    board_at(page, 3)
    expect(page.locator("[data-legal]")).to_have_count(0)
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    expect(page.get_by_role("button", name="Find it")).to_be_visible()


def test_by_keyboard(visits: Visits, parlour_server: ServerProcess) -> None:
    """From the result of a table to the review, its turning points and its end, without a mouse."""
    match = played("exago", 2, seed=5)
    page = reviewed(visits, parlour_server, match)
    page.get_by_role("button", name="Turning point 2 of").press("Enter")
    page.get_by_role("button", name="Turning point 2 of").press("Enter")
    second = page.locator("[data-moment]").get_attribute("data-moment")
    page.get_by_role("button", name="Show me").press("Enter")
    board_at(page, int(second or "") + 1)
    page.locator("body").press("Home")
    board_at(page, 0)
    page.get_by_role("button", name="Close", exact=True).press("Enter")
    expect(page.locator("[data-review]")).to_have_count(0)
    page.get_by_role("button", name="Review the game").press("Enter")  # it is kept: nothing is made again
    page.locator("[data-review=done]").wait_for()


def test_the_curve_follows_and_leads(visits: Visits, parlour_server: ServerProcess) -> None:
    match = played("exago", 2, seed=5)
    page = reviewed(visits, parlour_server, match)
    chances = page.get_by_role("list", name="Chances of winning in this position")
    before = chances.inner_text()
    page.locator("[data-curve]").click(position={"x": 5, "y": 20})
    board_at(page, 0)
    page.keyboard.press("End")
    board_at(page, len(match.moves))
    expect(chances).not_to_have_text(before)
    assert match.outcome is not None
    expect(chances.get_by_role("listitem").nth(match.outcome.winners[0])).to_contain_text("100%")
    expect(page.locator(".moves")).to_contain_text(re.compile("Blunder|Mistake|Inaccuracy"))


@pytest.mark.parametrize("game", own())
def test_every_game_on_a_phone(game: str, visits: Visits, parlour_server: ServerProcess) -> None:
    """By touch; everything but the turning points is in a dialog, so that the board has the room."""
    match = played(game, 2, seed=5, most=None if game == "traxx" else 14)  # the best score is that of a whole game
    page = reviewed(visits, parlour_server, match, SMALL)
    stage = page.locator(".board .stage").first
    for act in ("Show me", "Try it yourself"):
        if (button := page.get_by_role("button", name=act)).count() == 0:
            continue
        button.tap()
        if act == "Show me":
            expect(page.locator("[data-ghost]")).to_have_count(1)
        else:
            page.locator("[data-legal]").first.wait_for()
        box = stage.bounding_box()
        assert box is not None
        assert box["width"] > 300, act
        assert box["height"] > 230, act
    if (button := page.get_by_role("button", name="Show me")).count():
        button.tap()
        page.get_by_role("button", name=re.compile("^(See how it continues|Play it on the board)$")).tap()
        expect(page.get_by_text("This was not played.")).to_be_in_viewport()
        expect(page.get_by_role("button", name="Moves")).to_have_count(0)
        page.get_by_role("button", name="Back to the game").tap()
        expect(page.get_by_text("This was not played.")).to_have_count(0)
    page.get_by_role("button", name="Curve and luck").tap()
    dialog = page.get_by_role("dialog", name="Review")
    expect(dialog).to_contain_text("The moves of each player")
    assert (dialog.get_by_text("The luck of the deal").count() > 0) == (game != "exago")
    if game == "traxx":
        dialog.get_by_role("button", name="See how").first.tap()
        expect(dialog).to_have_count(0)
        expect(page.get_by_text("This was not played.")).to_be_in_viewport()
        page.get_by_role("button", name="Back to the game").tap()
    page.set_viewport_size(LANDSCAPE["viewport"])
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator("header button, header a, .panel button, .controls button, .controls select").all():
        if not button.is_visible():
            continue  # on a phone held across the slider leads to both ends
        expect(button).to_be_in_viewport(ratio=0.99)


def test_from_the_result_to_the_review(visits: Visits, parlour_server: ServerProcess, client: Client) -> None:
    """A review that is being made can be cancelled, and asked for again."""
    opened = client.open_table("exago", ("me", "me"))
    with client.sit(opened.id, *opened.tokens.values()) as socket:
        socket.send("resign", seat=0)
        socket.wait_until(lambda: socket.is_over)
    page = visits.new_page()
    page.goto(f"{parlour_server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.get_by_role("link", name="Review", exact=True).click()
    page.locator("[data-review=done]").wait_for(timeout=READY)
    expect(page.locator("[data-review]")).to_contain_text("there is no turning point")
