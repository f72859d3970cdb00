"""The screens around play: the lobby, setting up a table, settings and rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.games import find, own
from tests.browser.visiting import PHONE, Visits
from tests.server.client import Client, Opened

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FINGER = 40  # minimum size of a target on a phone, in pixels


def table_of(page: Page, client: Client) -> dict[str, Any]:
    """The table whose screen is shown, as the server describes it."""
    page.wait_for_url("**/table/*")
    return client.table(page.url.split("/table/")[1].split("#")[0])


def lobby(visits: Visits, client: Client, **more: Any) -> Page:
    page = visits.new_page(**more)
    page.goto(client.server.url)
    expect(page.get_by_role("article")).to_have_count(len(client.ask("GET", "/api/games")["games"]))
    return page


@contextmanager
def waiting(client: Client, name: str, *others: str) -> Iterator[Opened]:
    """A public table where somebody of this name waits: an abandoned one would not be listed."""
    opened = client.open_table("tracktic", [{"who": "me", "name": name}, *others], public=True)
    with client.sit(opened.id, opened.tokens[0]):
        yield opened


def setting_up(game: str, visits: Visits, client: Client, **more: Any) -> Page:
    page = visits.new_page(**more)
    page.goto(f"{client.server.url}/new/{game}")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    return page


@pytest.mark.parametrize("game", own())
def test_one_click_opens_a_table_against_an_easy_bot(game: str, visits: Visits, client: Client) -> None:
    page = lobby(visits, client)
    page.get_by_role("button", name=f"Play {find(game).title}").click()
    table = table_of(page, client)
    assert (table["game"], table["public"], table["status"]) == (game, False, "playing")
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert table["seats"][1]["bot"] in ("1", "greedy")


def test_the_picture_on_a_card_starts_a_game_too(visits: Visits, client: Client) -> None:
    page = lobby(visits, client)
    frame = page.locator("article[data-game=exago] .frame").bounding_box()
    assert frame is not None
    page.mouse.click(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    assert table_of(page, client)["game"] == "exago"


def test_a_table_is_set_up_for_people_at_one_screen_with_options(visits: Visits, client: Client) -> None:
    page = setting_up("exago", visits, client)
    page.get_by_role("radio", name="3 players").check()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Seat 2, blue").select_option("guest")
    page.get_by_label("Name at seat 2").fill("Ben")
    page.get_by_label("Seat 3, yellow").select_option("bot random")
    page.get_by_text("Rule options").click()
    page.get_by_label("Rounds until a draw").fill("12")
    page.get_by_role("radio", name="Always").check()
    page.get_by_role("switch", name="Rejoining groups").check()
    page.locator("label", has_text="Blue").get_by_role("spinbutton").fill("2")
    page.get_by_role("button", name="Open the table").click()
    table = table_of(page, client)
    assert [seat["name"] for seat in table["seats"][:2]] == ["Ann", "Ben"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "bot"]
    assert table["seats"][2]["bot"] == "random"
    wanted = {"turn_limit": 12, "must_block": "always", "reconnect": True, "handicap": [0, 2, 0]}
    assert table["options"] == {"radius": 5, "early_relocation": False, **wanted}
    page.goto(f"{client.server.url}/new/traxx")
    expect(page.get_by_label("Your name")).to_have_value("Ann")


def test_the_link_to_a_free_seat_is_shown_copied_and_drawn(visits: Visits, client: Client) -> None:
    page = setting_up("cirplexed", visits, client, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Open the table").click()
    table = table_of(page, client)
    page.reload()
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    expect(page.get_by_text("This link works on this computer only.")).to_be_visible()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    link = page.get_by_label("Send this link").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_role("button", name="Copy a link to watch").click()
    expect(page.get_by_text("The link to watch is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link.split("#")[0]
    assert (table["id"] in link, table["status"], table["public"]) == (True, "gathering", False)


def test_refusals_of_the_server_are_shown_as_sentences(visits: Visits, client: Client) -> None:
    visits.expect("422")
    page = setting_up("exago", visits, client)
    page.get_by_text("Rule options").click()
    page.get_by_label("Rounds until a draw").fill("0")
    page.get_by_text("Rule options").click()
    page.get_by_role("button", name="Open the table").click()
    problem = "Rounds until a draw: must be a whole number from 1 to 1000 (X18), not 0"
    expect(page.get_by_role("alert")).to_have_text(problem)
    expect(page.get_by_label("Rounds until a draw")).to_be_visible()


def test_public_tables_are_listed_to_join_or_watch(visits: Visits, client: Client) -> None:
    page = lobby(visits, client)
    with waiting(client, "Otto", "open") as opened:
        row = page.get_by_role("region", name="Open tables").get_by_role("listitem").filter(has_text="Otto").first
        expect(row).to_contain_text("one seat is free")
        assert row.get_by_role("link", name="Watch").get_attribute("href") == f"/table/{opened.id}"
        row.get_by_role("link", name="Join").click()
        page.wait_for_url(f"**/table/{opened.id}**")


def test_my_games_are_listed_and_can_be_removed(visits: Visits, client: Client) -> None:
    page = lobby(visits, client)
    page.get_by_role("button", name="Play Tracktic").click()
    table = table_of(page, client)
    page.goto(client.server.url)
    mine = page.get_by_role("region", name="Your games")
    expect(mine.get_by_role("listitem")).to_have_count(1)
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("link").click()
    assert table_of(page, client)["id"] == table["id"]
    page.goto(client.server.url)
    mine.get_by_role("button", name="from this list").click()
    expect(mine).to_contain_text("Your seat goes with it.")
    expect(mine.get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("Escape")
    expect(mine.get_by_role("link")).to_be_visible()
    mine.get_by_role("button", name="from this list").click()
    mine.get_by_role("button", name="Remove").click()
    expect(mine).to_contain_text("No game to continue.")
    page.reload()
    expect(page.get_by_role("article").first).to_be_visible()
    expect(mine).to_have_count(0)


def test_settings_are_kept_and_escape_closes_them(visits: Visits, client: Client) -> None:
    page = lobby(visits, client, color_scheme="light")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("switch", name="Confirm moves").check()
    page.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("switch", name="Confirm moves")).to_be_checked()
    expect(page.get_by_label("Your name")).to_have_value("Ann")


def test_third_party_licences_are_one_click_away(visits: Visits, client: Client) -> None:
    page = lobby(visits, client)
    link = page.get_by_role("contentinfo").get_by_role("link", name="Licences")
    expect(link).to_be_visible()
    told = page.request.get(f"{client.server.url}{link.get_attribute('href')}")  # showing it would request favicon.ico
    assert told.ok
    assert told.headers["content-type"] == "text/plain; charset=utf-8"
    assert "svelte " in told.text()


@pytest.mark.parametrize("game", own())
def test_every_game_shows_its_rules(game: str, visits: Visits, client: Client) -> None:
    page = lobby(visits, client)
    title = find(game).title
    page.get_by_role("button", name=f"Rules of {title}").focus()
    page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog", name=title)
    expect(drawer.get_by_role("heading", name="Getting ready")).to_be_visible()
    assert drawer.locator("li[id^=rule-]").count() > 5


def test_options_and_rules_link_to_rules(visits: Visits, client: Client) -> None:
    page = setting_up("exago", visits, client)
    page.get_by_text("Rule options").click()
    page.get_by_role("button", name="Rule X16").click()
    expect(page.locator("#rule-X16")).to_be_in_viewport()
    expect(page.locator("#rule-X16")).to_be_focused()
    page.locator("#rule-X15").get_by_role("link", name="X17").click()
    expect(page.locator("#rule-X17")).to_be_focused()
    assert page.url.endswith("/new/exago")


def test_the_lobby_waits_for_an_unresponsive_server(visits: Visits, client: Client) -> None:
    visits.expect("ERR_FAILED")
    page = visits.new_page()
    page.route("**/api/**", lambda route: route.abort())
    page.goto(client.server.url)
    expect(page.get_by_role("alert").filter(has_text="The server is not responding")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.unroute("**/api/**")
    expect(page.get_by_role("article").first).to_be_visible()


def test_an_unknown_address_is_reported(visits: Visits, client: Client) -> None:
    visits.expect("404")
    page = visits.new_page()
    page.goto(f"{client.server.url}/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.goto(f"{client.server.url}/new/nosuchgame")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("article").first).to_be_visible()


@pytest.fixture
def guest(client: Client) -> Iterator[None]:
    """Somebody with a long name waits in the lobby."""
    with waiting(client, "A name of 24 characters!", "open", "open"):
        yield


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 664), (820, 1180), (1440, 900)])
def test_the_rules_never_stand_alone_in_a_row(width: int, height: int, visits: Visits, client: Client) -> None:
    page = lobby(visits, client, screen={"viewport": {"width": width, "height": height}})
    for card in page.get_by_role("article").all():
        rules, set_up = card.get_by_role("button", name="Rules").bounding_box(), card.get_by_role("link").bounding_box()
        assert rules is not None
        assert set_up is not None
        assert abs(rules["y"] - set_up["y"]) < 2


@pytest.mark.usefixtures("guest")
def test_on_a_phone_everything_fits_and_targets_are_large_enough(visits: Visits, client: Client) -> None:
    page = lobby(visits, client, screen=PHONE)
    expect(page.get_by_role("link", name=re.compile("^Join")).first).to_be_visible()
    for path in ("/", "/new/exago"):
        page.goto(client.server.url + path)
        expect(page.get_by_role("button", name=re.compile("^Play Exago$|^Open the table$"))).to_be_visible()
        if path != "/":
            page.get_by_role("radio", name="6 players").check()
            page.get_by_text("Rule options").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        low = page.evaluate(
            """(least) => [...document.querySelectorAll("button, a, select, input:not([role=switch]), summary")]
                .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < least - 0.5)
                .map((one) => one.outerHTML)""",
            FINGER,
        )
        assert low == []


@pytest.mark.usefixtures("guest")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violations(theme: str, visits: Visits, client: Client) -> None:
    page = lobby(visits, client, color_scheme=theme, bypass_csp=True)  # axe is a script from no server

    def look() -> None:
        page.evaluate(AXE.read_text())
        found = page.evaluate("axe.run().then((told) => told.violations.map((one) => [one.id, one.nodes[0].html]))")
        assert found == [], page.url

    look()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules of Tracktic").click()
    expect(page.get_by_role("heading", name="Getting ready")).to_be_visible()
    look()
    page.goto(f"{client.server.url}/new/exago")
    page.get_by_text("Rule options").click()
    look()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    look()
