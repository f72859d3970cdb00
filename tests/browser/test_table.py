"""At the table: friends by link, watchers, several people at one screen, and failures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from parlour.luck import Luck
from tests.browser.visiting import PATIENCE, PHONE, Visits
from tests.server.client import Client, Opened
from tests.server.process import ServerProcess

ANN, BEN, CLEO = ({"who": "me", "name": name} for name in ("Ann", "Ben", "Cleo"))

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def owner(own_server: ServerProcess) -> Iterator[Client]:
    """A client of a server that may be killed."""
    with Client(own_server) as visitor:
        yield visitor


def sit(page: Page, client: Client, opened: Opened, *seats: int) -> None:
    """Open one's seats by their link."""
    tokens = "&".join(f"seat={opened.tokens[seat]}" for seat in seats)
    page.goto(f"{client.server.url}/table/{opened.id}#{tokens}")
    expect(page.locator("main[data-status]")).to_be_visible()


def join(page: Page, opened: Opened, name: str) -> None:
    """Take a seat by a friend's link."""
    page.goto(opened.answer["links"]["join"])
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator("main[data-status]")).to_be_visible()


def move(page: Page) -> None:
    """Make a move: in Exago, with tiles in hand, that is one click."""
    page.locator("[data-legal]").first.click()


def prompt(page: Page) -> Locator:
    """The page's prompt."""
    return page.get_by_role("region", name="What to do")


def player(page: Page, seat: int) -> Locator:
    """A player's panel."""
    return page.locator(f"[aria-label=Players] [data-seat='{seat}']")


def moves(page: Page) -> Locator:
    """The list of moves, if there is room for it."""
    return page.locator("ol[aria-label=Moves] li .number")


def result(page: Page) -> Locator:
    """The scores after a match, which have to be asked for where there is no room."""
    if (scores := prompt(page).get_by_role("button", name="Scores")).count():
        scores.click()
        expect(prompt(page).get_by_role("button", name="Hide")).to_be_visible()
    return page.get_by_role("region", name="Result")


def menu(page: Page) -> Locator:
    """The menu with everything else."""
    page.get_by_role("button", name="Menu").click()
    return page.get_by_role("dialog", name="At the table")


def test_two_friends_play_by_link_and_one_reconnects(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, "open"])
    ann, ben = visits.new_page(), visits.new_page(PHONE)
    sit(ann, client, opened, 0)
    expect(prompt(ann)).to_contain_text("One seat is still open")
    join(ben, opened, "Ben")
    assert all("#" not in page.url for page in (ann, ben)), "a token stays in the address"
    expect(player(ann, 1)).to_contain_text("Ben")
    expect(prompt(ann)).to_contain_text("Your turn")
    expect(ann).to_have_title("Your turn - Exago")
    expect(prompt(ben)).to_contain_text("Ann is to move")
    move(ann)
    expect(ben).to_have_title("Your turn - Exago")
    ben.reload()
    expect(prompt(ben)).to_contain_text("Your turn")
    move(ben)
    expect(moves(ann)).to_have_count(2)
    expect(ann.locator("[data-told]")).to_contain_text("Ben")
    ben.close()
    expect(player(ann, 1)).to_contain_text("away")


def test_latecomers_may_watch(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, "open"])
    client.take_seat(opened.id, opened.invitation, name="Ben")
    late = visits.new_page()
    late.goto(opened.answer["links"]["join"])
    expect(late.get_by_role("heading", name="This table is full")).to_be_visible()
    late.get_by_role("button", name="Watch the game").click()
    expect(late.locator("main[data-status=playing]")).to_be_visible()
    expect(prompt(late)).to_contain_text("Ann is to move")


def test_a_wrong_link_is_reported(visits: Visits, client: Client) -> None:
    visits.expect("40[34]")  # the browser logs each response of this kind
    opened = client.open_table("exago", [ANN, "open"])
    page = visits.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#seat=nonsense")
    expect(page.get_by_role("heading", name="This link does not open a seat")).to_be_visible()
    page.goto(f"{client.server.url}/table/{'x' * 16}")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    page.goto(f"{client.server.url}/table/{opened.id}#join=nonsense")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("alert")).to_contain_text("incomplete")


def test_a_watcher_sees_and_may_take_an_open_seat(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, "open"], public=True)
    watcher = visits.new_page()
    watcher.goto(opened.answer["links"]["watch"])
    expect(watcher.get_by_text("watching", exact=True)).to_be_visible()
    assert watcher.locator("[data-legal]").count() == 0
    prompt(watcher).get_by_role("button", name="Take a seat").click()
    expect(prompt(watcher)).to_contain_text("Ann is to move")
    assert client.table(opened.id)["status"] == "playing"


def test_a_watcher_sees_every_move_announced(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN])
    ann, watcher = visits.new_page(), visits.new_page()
    sit(ann, client, opened, 0)
    watcher.goto(opened.answer["links"]["watch"])
    expect(prompt(watcher)).to_contain_text("Ann is to move")
    move(ann)
    expect(moves(watcher)).to_have_count(1)
    expect(prompt(watcher)).to_contain_text("Ben is to move")


def test_an_undo_is_requested_and_answered(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN])
    ann, ben = visits.new_page(), visits.new_page(PHONE)
    sit(ann, client, opened, 0)
    sit(ben, client, opened, 1)
    move(ann)
    ann.get_by_role("button", name="Take back").click()
    offer = ben.locator("[data-offer=undo]")
    expect(offer).to_contain_text("Ann asks to take the last move back: Ann plays f6.")
    expect(ann.get_by_text("You ask to take the last move back: waiting for Ben.")).to_be_visible()
    offer.get_by_role("button", name="No").click()
    expect(ann.get_by_text("waiting for Ben")).to_be_hidden()
    expect(moves(ann)).to_have_count(1)
    ann.keyboard.press("z")
    expect(offer).to_be_hidden()  # letters work only on the board
    ann.get_by_role("main").focus()
    ann.keyboard.press("z")
    offer.get_by_role("button", name="Allow").click()
    expect(moves(ann)).to_have_count(0)
    expect(prompt(ann)).to_contain_text("Your turn")


def test_the_reason_why_undo_is_unavailable_is_shown(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN])
    ann, ben = visits.new_page(), visits.new_page(PHONE)
    sit(ann, client, opened, 0)
    sit(ben, client, opened, 1)
    back = ann.get_by_role("button", name="Take back")
    expect(back).to_be_disabled()
    expect(back).to_have_attribute("title", "You have not moved yet.")
    move(ann)
    expect(back).to_be_enabled()
    expect(menu(ben).get_by_role("button", name="Take back my last move")).to_contain_text("You have not moved yet.")
    sit(ann, client, client.open_table("traxx", [ANN, BEN]), 0)
    expect(back).to_have_attribute("title", "A choice can be taken back until everyone has chosen.")


def test_an_undo_request_lists_the_moves_it_takes_back(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN])
    ann, ben, watcher = visits.new_page(), visits.new_page(PHONE), visits.new_page()
    sit(ann, client, opened, 0)
    sit(ben, client, opened, 1)
    watcher.goto(opened.answer["links"]["watch"])
    move(ann)
    move(ben)
    expect(moves(ann)).to_have_count(2)
    ann.get_by_role("button", name="Take back").click()
    offer = ben.locator("[data-offer=undo]")
    expect(offer).to_contain_text(
        re.compile(r"Ann asks to take the last 2 moves back, yours too: Ann plays f6, Ben plays \w+\.")
    )
    expect(watcher.get_by_text("Ann asks to take the last 2 moves back: waiting for Ben.")).to_be_visible()
    offer.get_by_role("button", name="Allow").click()
    expect(moves(ann)).to_have_count(0)
    expect(ann.locator("[data-told]")).to_have_text("2 moves were taken back. Your turn.")
    expect(ben.locator("[data-told]")).to_have_text("2 moves were taken back. Ann is to move.")


def test_resigning_is_confirmed_and_a_rematch_needs_both(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN])
    ann, ben = visits.new_page(), visits.new_page(PHONE)
    sit(ann, client, opened, 0)
    sit(ben, client, opened, 1)
    move(ann)
    sheet = menu(ben)
    sheet.get_by_role("button", name="Resign").click()
    sheet.get_by_role("button", name="Keep playing").click()
    assert client.table(opened.id)["status"] == "playing"
    sheet.get_by_role("button", name="Resign").click()
    sheet.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    expect(prompt(ann)).to_contain_text("You won: Ben resigned")
    expect(prompt(ben)).to_contain_text("You resigned; Ann won")
    for page in (ann, ben):
        expect(result(page).get_by_role("row", name=re.compile("^2. .*Ben resigned"))).to_have_count(1)
        expect(result(page).get_by_text("resigned", exact=True)).to_have_count(1)
    with ann.expect_download() as saved:
        ann.get_by_role("region", name="Result").get_by_role("link", name="record").click()
    assert saved.value.path().read_text().startswith("parlour 1\n")
    prompt(ann).get_by_role("button", name="Rematch").click()
    expect(prompt(ann)).to_contain_text("Waiting for Ben")
    prompt(ben).get_by_role("button", name="Rematch").click()
    expect(ann.locator("main[data-status=playing]")).to_be_visible()
    expect(ann.get_by_role("region", name="Result")).to_be_hidden()
    expect(moves(ann)).to_have_count(0)
    assert client.table(opened.id)["match"] == 2


def test_a_rematch_is_offered_to_everyone_without_covering_the_board(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN])
    ann, ben, watcher = visits.new_page(), visits.new_page(PHONE), visits.new_page()
    sit(ann, client, opened, 0)
    sit(ben, client, opened, 1)
    watcher.goto(opened.answer["links"]["watch"])
    sheet = menu(ben)
    sheet.get_by_role("button", name="Resign").click()
    sheet.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    prompt(ben).get_by_role("button", name="Scores").focus()
    prompt(ann).get_by_role("button", name="Rematch").click()
    expect(prompt(ann)).to_contain_text("Waiting for Ben to agree to a rematch.")
    expect(prompt(ann).get_by_role("button", name="Rematch")).to_be_disabled()
    expect(prompt(watcher)).to_contain_text("Ann would like a rematch: waiting for Ben.")
    expect(prompt(watcher).get_by_role("button", name="Rematch")).to_have_count(0)
    expect(prompt(ben)).to_contain_text("Ann would like a rematch.")
    expect(prompt(ben).get_by_role("button", name="Scores")).to_be_focused()
    ben.reload()  # shown again to whoever returns
    expect(prompt(ben)).to_contain_text("Ann would like a rematch.")
    prompt(ben).get_by_role("button", name="Rematch").click()
    expect(ann.locator("main[data-status=playing]")).to_be_visible()


def test_whoever_resigned_at_a_table_of_three_may_join_the_rematch(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN, CLEO], options={"turn_limit": 1})
    cleo = visits.new_page(PHONE)
    sit(cleo, client, opened, 2)
    sheet = menu(cleo)
    sheet.get_by_role("button", name="Resign").click()
    sheet.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    with client.sit(opened.id, opened.tokens[0]) as ann, client.sit(opened.id, opened.tokens[1]) as ben:
        ann.play_random(Luck(1), 1)
        ben.play_random(Luck(1), 1)
        again = prompt(cleo).get_by_role("button", name="Rematch")
        expect(again).to_be_enabled()
        ann.wait_until(lambda: ann.is_over)
        ann.send("rematch", seat=0)
        expect(prompt(cleo)).to_contain_text("Ann would like a rematch.")
        again.click()
        expect(again).to_be_disabled()
        expect(prompt(cleo)).to_contain_text("Waiting for Ben to agree to a rematch.")
        ben.wait_until(lambda: ben.is_over)
        ben.send("rematch", seat=1)
        expect(cleo.locator("main[data-status=playing]")).to_be_visible()
    assert [seat["kind"] for seat in client.table(opened.id)["seats"]] == ["person"] * 3


def test_a_bot_plays_on_and_the_seat_is_taken_back(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN])
    ann = visits.new_page()
    sit(ann, client, opened, 0)
    sheet = menu(ann)
    sheet.get_by_role("button", name="Let a bot play my seat").click()
    question = sheet.get_by_role("alertdialog", name="Let a bot play")
    expect(question).to_contain_text("You can take your seat back while the game is on.")
    expect(question).not_to_contain_text("seconds")
    expect(question.get_by_role("button", name="Keep playing")).to_be_focused()
    question.get_by_role("button", name="Keep playing").click()
    assert client.table(opened.id)["seats"][0]["kind"] == "person"
    sheet.get_by_role("button", name="Let a bot play my seat").click()
    question.get_by_role("button", name="Let it play").click()
    expect(moves(ann)).to_have_count(1)
    prompt(ann).get_by_role("button", name="Take my seat back").click()
    expect(player(ann, 0)).not_to_contain_text("bot")


def test_whoever_waits_for_a_player_who_is_away_sees_the_whole_board(visits: Visits, client: Client) -> None:
    opened = client.open_table("traxx", [ANN, BEN])
    page = visits.new_page(PHONE)
    gone = 400.0  # seconds for which Ben has been away: this socket says so

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "presence":
                told["seats"][1] |= {"present": False, "away_for": gone, "can_be_replaced": True}
            socket.send(json.dumps(told))

        server.on_message(tell)

    page.route_web_socket(re.compile(r"/socket$"), route)
    sit(page, client, opened, 0)
    offer = page.locator("[data-offer=replace]")
    expect(offer).to_contain_text("Ben is away for 7 min.")
    offer.get_by_role("button", name="Wait").tap()
    expect(offer).to_have_count(0)
    gone = 1100.0
    with client.sit(opened.id, opened.tokens[1]):
        expect(offer).to_have_count(1)  # it asks again after some minutes


def test_three_at_one_screen_take_turns(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN, CLEO])
    page = visits.new_page()
    sit(page, client, opened, 0, 1, 2)
    for name in ("Ann", "Ben", "Cleo", "Ann"):
        expect(prompt(page)).to_contain_text(f"{name}’s turn")
        assert page.locator("[data-cover]").count() == 0, "nothing is hidden in this game"
        move(page)
    expect(moves(page)).to_have_count(4)
    page.keyboard.press("z")
    expect(moves(page)).to_have_count(3)


def test_hidden_choices_are_covered_until_the_device_is_passed(visits: Visits, client: Client) -> None:
    opened = client.open_table("traxx", [ANN, BEN])
    page = visits.new_page(PHONE)
    sit(page, client, opened, 0, 1)
    for name in ("Ann", "Ben"):
        cover = page.locator("[data-cover]")
        expect(cover).to_contain_text(f"Pass the device to {name}")
        assert page.locator("[data-legal], .room svg[role=group]").count() == 0, "the board shows beside the cover"
        cover.get_by_role("button", name=f"I am {name}").click()
        expect(page.locator("[data-legal]").first).to_be_visible()
        page.locator("[data-word=pass]").first.click()
        if page.locator("[data-done]").count():
            page.locator("[data-done]").click()
        expect(player(page, 0)).to_be_visible()
    assert client.table(opened.id)["moves"] >= 1


def test_a_move_made_while_the_server_is_down_is_kept(visits: Visits, owner: Client, own_server: ServerProcess) -> None:
    visits.expect("WebSocket connection to .* failed")
    visits.expect("ERR_CONNECTION|ERR_EMPTY")
    opened = owner.open_table("exago", [ANN, BEN])
    page = visits.new_page()
    sit(page, owner, opened, 0)
    expect(prompt(page)).to_contain_text("Your turn")
    own_server.kill()
    expect(page.get_by_text("Connection lost: trying again.")).to_be_visible()
    move(page)
    expect(prompt(page)).to_contain_text("Your move is kept")
    own_server.restart()
    expect(page.locator("main[data-connection=open]")).to_be_visible()
    expect(moves(page)).to_have_count(1)
    expect(prompt(page)).to_contain_text("Ben is to move")
    assert owner.table(opened.id)["moves"] == 1


def test_a_deleted_table_is_reported(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, BEN])
    page = visits.new_page()
    sit(page, client, opened, 0)
    client.delete(opened.id, opened.owner)
    expect(page.get_by_role("heading", name="The table was deleted")).to_be_visible()


def test_on_a_phone_everything_is_visible_or_behind_one_button(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", [ANN, "greedy", "greedy", "greedy", "greedy", "greedy"])
    page = visits.new_page(PHONE)
    sit(page, client, opened, 0)
    expect(prompt(page)).to_contain_text("Your turn")
    height, width = page.evaluate("() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (width, height) == (360, 740), "the page scrolls"
    for seat in range(6):
        box = player(page, seat).bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    below = prompt(page).bounding_box()
    assert below is not None
    assert 740 / 2 < below["y"] < below["y"] + below["height"] <= 740
    assert page.locator("header button:visible").count() == 1
    sheet = menu(page)
    expect(sheet.get_by_role("button", name="Rules")).to_be_visible()
    expect(sheet.get_by_text("No move yet.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(667, 375), (740, 360), (844, 390), (932, 430)])
def test_on_a_phone_in_landscape_the_prompt_is_above_the_buttons(
    width: int, height: int, visits: Visits, client: Client
) -> None:
    opened = client.open_table("traxx", [ANN, "random", "random"])
    page = visits.new_page({**PHONE, "viewport": {"width": width, "height": height}})
    sit(page, client, opened, 0)
    page.locator("[data-cell][data-legal]").first.wait_for()
    words = client.state(opened.id, opened.tokens[0])["view"]["legal"][0].split()
    page.locator(f"[data-cell={words[1]}]").dispatch_event("click")
    bar = prompt(page)
    seen = (page.get_by_role("list", name="Players"), bar, bar.locator(".sentence"), bar.locator("[data-done]"))
    players, around, sentence, done = (one.evaluate("one => one.getBoundingClientRect().toJSON()") for one in seen)
    assert sentence["width"] > 180
    assert sentence["bottom"] <= done["top"]
    assert players["bottom"] <= around["top"] < around["bottom"] <= height


def test_the_rules_open_beside_the_board(visits: Visits, client: Client) -> None:
    opened = client.open_table("traxx", [ANN, "greedy"])
    page = visits.new_page()
    sit(page, client, opened, 0)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog", name=re.compile("Träxx|Rules"))).to_be_visible()
