"""Replays on the page: by mouse, keys and touch, of finished matches and while a match is on."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import parlour
from parlour.games import own
from parlour.luck import Luck
from tests.browser.visiting import PHONE, Visits
from tests.server.client import Client, Opened
from tests.server.process import ServerProcess

PLY = "[data-ply]"


def finished(client: Client, game: str, luck: Luck, moves: int = 12) -> Opened:
    """A table whose match is over: some random moves, and a resignation."""
    opened = client.open_table(game, ("me", "me"))
    with client.sit(opened.id, *opened.tokens.values()) as socket:
        socket.play_random(luck, moves)
        socket.send("resign", seat=0)
        socket.wait_until(lambda: socket.is_over)
    return opened


def at(page: Page, ply: int) -> None:
    """Wait until the board shows this position."""
    page.locator(f".board-then[data-ply='{ply}']").wait_for()


def show(visits: Visits, server: ServerProcess, path: str, **more: Any) -> Page:
    page = visits.new_page(**more)
    page.goto(server.url + path)
    page.locator(PLY).first.wait_for()
    return page


def test_from_the_result_to_the_replay_and_back(
    visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck
) -> None:
    opened = finished(client, "exago", luck)
    page = visits.new_page()
    page.goto(f"{parlour_server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.get_by_role("link", name="Replay").click()
    at(page, 0)
    assert page.url.split("#")[0].endswith(f"/game/{opened.id}/1")
    page.get_by_role("button", name="One move on").click()
    at(page, 1)
    page.wait_for_url(re.compile("#1$"))
    page.go_back()
    page.locator("[data-status=over]").wait_for()


def test_every_key(visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck) -> None:
    opened = finished(client, "exago", luck)
    page = show(visits, parlour_server, f"/game/{opened.id}/1#5")
    at(page, 5)
    for key, ply in (
        ("ArrowRight", 6),
        ("ArrowLeft", 5),
        ("End", 12),
        ("ArrowRight", 12),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("ArrowDown", 1),
    ):
        page.keyboard.press(key)
        at(page, ply)
    page.locator("[data-cell]").first.focus()  # on the board, too: there is no move to make
    page.keyboard.press("ArrowRight")
    at(page, 2)
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    at(page, 12)
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Move 12 of 12: .* won: Red resigned$"))
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "The start")
    page.get_by_label("Speed").select_option("4")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at(page, 12)  # played to the end
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_scrubber_the_moves_and_the_address_lead_anywhere(
    visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck
) -> None:
    opened = finished(client, "tracktic", luck)
    page = show(visits, parlour_server, f"/game/{opened.id}/1#3")
    at(page, 3)
    current = page.locator("[aria-current=step]")
    expect(current).to_contain_text(re.compile("^3"))
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    slider.click(position={"x": box["width"] - 9, "y": box["height"] / 2})  # waits until it no longer moves
    at(page, 12)
    page.locator("ol button").nth(6).click()
    at(page, 7)
    expect(current).to_contain_text(re.compile("^7"))
    page.wait_for_url(re.compile("#7$"))
    page.evaluate("location.hash = '#2'")
    at(page, 2)
    page.goto(f"{parlour_server.url}/game/{opened.id}/1#9999")
    at(page, 12)


def test_hands_are_open_or_as_a_seat_saw_them(
    visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck
) -> None:
    opened = finished(client, "cirplexed", luck)
    page = show(visits, parlour_server, f"/game/{opened.id}/1#3")
    at(page, 3)
    hands = page.locator(".open-hand svg")
    expect(hands).to_have_count(3)  # one of the four tiles has been placed
    choice = page.get_by_label("Seen by")
    choice.select_option(label="As spectators saw it")
    expect(hands).to_have_count(0)
    choice.select_option(index=2)  # the second seat
    page.wait_for_url(re.compile("#3&seat=1$"))
    expect(page.locator(".hand .tile")).to_have_count(2)
    page.reload()
    at(page, 3)
    expect(page.locator(".hand .tile")).to_have_count(2)


def test_a_finger_steps_and_drags(visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck) -> None:
    opened = finished(client, "tracktic", luck)
    page = show(visits, parlour_server, f"/game/{opened.id}/1#4", screen=PHONE)
    at(page, 4)
    box = page.locator(".board-then").bounding_box()
    assert box is not None
    cdp = page.context.new_cdp_session(page)

    def swipe(dx: float) -> None:
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
        points = [(x + dx * step / 4, y) for step in range(5)]
        for kind, (px, py) in zip(("touchStart", *["touchMove"] * 4), points, strict=True):
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py}]})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(-120)
    at(page, 5)
    swipe(120)
    at(page, 4)
    slider = page.get_by_role("slider").bounding_box()
    assert slider is not None
    page.touchscreen.tap(slider["x"] + slider["width"] / 2, slider["y"] + slider["height"] / 2)
    at(page, 6)
    page.get_by_role("button", name="Moves").tap()
    page.locator("dialog[open] ol button").nth(1).tap()
    at(page, 2)


def test_back_to_the_start_while_the_match_goes_on(
    visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck
) -> None:
    opened = client.open_table("exago", ("me", "me"))
    with client.sit(opened.id, opened.tokens[1]) as other, client.sit(opened.id, opened.tokens[0]) as mine:
        for number in range(6):
            mover = (mine, other)[number % 2]
            mover.wait_until(lambda mover=mover, seat=number % 2: bool(mover.states[seat]["view"]["legal"]))  # type: ignore[misc]
            mover.move(number % 2, mover.states[number % 2]["view"]["legal"][0])
        mine.wait_until(lambda: bool(mine.states[0]["view"]["legal"]))
        mine.move(0, mine.states[0]["view"]["legal"][0])
        page = visits.new_page()
        page.goto(f"{parlour_server.url}/table/{opened.id}#seat={opened.tokens[0]}")
        page.locator("ol button").nth(2).click()
        at(page, 3)
        sign = page.locator("[data-looking-back]")
        expect(sign).to_contain_text("Looking back")
        page.keyboard.press("Home")
        at(page, 0)
        assert page.locator("[data-legal]").count() == 0
        made = len(mine.moves[0])
        other.wait_until(lambda: bool(other.states[1]["view"]["legal"]))
        other.move(1, other.states[1]["view"]["legal"][0])
        expect(sign).to_contain_text("Your turn, one move since")
        at(page, 0)
        page.keyboard.press("Escape")
        expect(sign).to_have_count(0)
        page.locator("[data-legal]").first.wait_for()
        assert page.url.endswith(f"/table/{opened.id}")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Look back").click()
        at(page, made + 1)
        page.get_by_role("button", name="Back to the game").click()
        expect(sign).to_have_count(0)


def test_a_record_is_shown_without_a_table(visits: Visits, parlour_server: ServerProcess, luck: Luck) -> None:
    match = parlour.new("traxx", players=2, seed=luck.number())
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1])
    page = show(visits, parlour_server, f"/replay#record={quote(match.record())}&ply=4")
    at(page, 4)
    page.keyboard.press("ArrowRight")
    at(page, 5)
    page.wait_for_url(re.compile("&ply=5$"))
    page.reload()
    at(page, 5)


def test_what_cannot_be_shown_is_explained(visits: Visits, parlour_server: ServerProcess) -> None:
    visits.expect("404|422")
    page = visits.new_page()
    page.goto(f"{parlour_server.url}/game/abcdefghijklmnop/1")
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
    page.goto(f"{parlour_server.url}/replay#record=parlour+2")
    expect(page.get_by_role("heading", name="This game cannot be shown")).to_be_visible()
    expect(page.get_by_text(re.compile("^Line 1: this record has format 2, which is newer"))).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{parlour_server.url}/replay")
    expect(page.get_by_role("heading", name="There is no game in this link")).to_be_visible()


@pytest.mark.parametrize("game", own())
def test_every_position_is_drawn_as_the_table_draws_it(
    visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck, game: str
) -> None:
    """Stepping through all moves, with animations, ends at the same picture as going there directly."""
    opened = finished(client, game, luck, moves=8)
    page = show(visits, parlour_server, f"/game/{opened.id}/1", reduced_motion="no-preference")
    at(page, 0)
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    at(page, 8)
    drawn = "() => [...document.querySelectorAll('.board-then [transform], .board-then path')].length"
    stepped = page.wait_for_function(f"{drawn} || null").json_value()
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("End")
    at(page, 8)
    assert page.evaluate(drawn) == stepped > 0
    assert page.locator("[data-legal]").count() == 0
