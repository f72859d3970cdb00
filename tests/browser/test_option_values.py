"""Setting up a table of Träxx: its sheet is chosen by pictures, made on the server, or read from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from parlour.games.traxx.sheets import CHOICES, STANDARD, checked, sheet_of
from tests.browser.test_lobby import setting_up, table_of
from tests.browser.visiting import PHONE, Visits
from tests.server.client import Client

LONG = 300_000  # milliseconds to wait for a new sheet on a busy machine
IS_DRAWN = "image => image.complete && image.naturalWidth > 0"


def choosing(visits: Visits, client: Client, **more: Any) -> Page:
    page = setting_up("traxx", visits, client, **more)
    page.get_by_text("Rule options").click()
    expect(sheets(page).get_by_role("radio")).to_have_count(len(CHOICES))
    return page


def sheets(page: Page) -> Locator:
    return page.get_by_role("radiogroup", name="Sheet")


def choose(page: Page, name: str) -> None:
    sheets(page).get_by_role("radio", name=name).click()
    expect(sheets(page).get_by_role("radio", name=name)).to_be_checked()


def opened_on(page: Page, client: Client) -> Any:
    """Open the table, and return the sheet that is played on."""
    page.get_by_role("button", name="Open the table").click()
    return table_of(page, client)["options"]["sheet"]


def never(route: Route) -> None:
    """Leave a request without an answer."""


def test_a_sheet_is_chosen_by_its_picture_on_a_phone(visits: Visits, client: Client) -> None:
    page = choosing(visits, client, screen=PHONE)
    for picture in sheets(page).locator("img").all():
        assert page.evaluate(
            f"async image => {{ await image.decode(); return ({IS_DRAWN})(image); }}", picture.element_handle()
        )
    expect(sheets(page).get_by_role("radio", name="Standard")).to_be_checked()
    sheets(page).get_by_role("radio", name="Clover").tap()
    page.get_by_role("button", name="Look closer at “Clover”").tap()
    expect(page.get_by_role("img", name="Sheet: Clover")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert opened_on(page, client) == checked("clover")


def test_a_sheet_is_made_and_played_on_by_keyboard_alone(visits: Visits, client: Client) -> None:
    page = choosing(visits, client)
    sheets(page).get_by_role("radio", name="Standard").focus()
    page.keyboard.press("ArrowRight")
    expect(sheets(page).get_by_role("radio", name="Pinwheel")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Make a new one")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Making a new one")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    made = sheets(page).get_by_role("radio", name="New 1")
    expect(made).to_be_checked(timeout=LONG)
    expect(made).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(sheets(page).get_by_role("radio", name="Meadow")).to_be_checked()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # submits the form, as in any of its fields
    sheet = table_of(page, client)["options"]["sheet"]
    assert sheet == checked(sheet)
    assert sheet["fields"] not in [sheet_of(checked(name))["fields"] for name in CHOICES]


def test_making_one_can_be_cancelled_and_says_why_it_failed(visits: Visits, client: Client) -> None:
    visits.expect("429")
    page = choosing(visits, client)
    page.route("**/make", never)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/make")):
        page.get_by_role("button", name="Make a new one").click()
        page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Make a new one")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="made")).to_have_count(0)
    problem = {"code": "too_many_makings", "sentence": "too many are being made here: try again in a minute"}
    page.unroute_all(behavior="ignoreErrors")
    page.route("**/make", lambda route: route.fulfill(status=429, json=problem))
    page.get_by_role("button", name="Make a new one").click()
    expect(page.get_by_role("alert").filter(has_text="too many are being made here")).to_be_visible()
    expect(sheets(page).get_by_role("radio", name="Standard")).to_be_checked()


def test_leaving_the_form_cancels_what_is_being_made(visits: Visits, client: Client) -> None:
    page = choosing(visits, client)
    page.route("**/make", never)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/make")):
        page.get_by_role("button", name="Make a new one").click()
        expect(page.get_by_role("button", name="Cancel")).to_be_visible()
        page.get_by_role("link", name="All games").click()
    page.unroute_all(behavior="ignoreErrors")


def test_a_sheet_comes_from_a_file_or_a_text_and_goes_back_to_one(
    visits: Visits, client: Client, tmp_path: Path
) -> None:
    visits.expect("422")
    page = choosing(visits, client)
    page.get_by_text("Use one from a file").click()
    text = page.get_by_label("paste its text")
    problem = page.get_by_role("alert")
    wrong = {**sheet_of(STANDARD), "radius": 3}
    for given, sentence in (
        ("{nothing", "This cannot be read: it should be a file that Parlour wrote."),
        (json.dumps(wrong), "Sheet: its radius must be 4 (T3), not 3"),
    ):
        text.fill(given)
        page.get_by_role("button", name="Use this text").click()
        expect(problem.filter(has_text=sentence)).to_be_visible()
        expect(text).to_have_attribute("aria-invalid", "true")
    mine = {**sheet_of(STANDARD), "starts": ["f3", "c5", "d7", "g4"]}
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(mine, indent=1))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file…").click()
    chooser.value.set_files(file)
    expect(sheets(page).get_by_role("radio", name="Own 1")).to_be_checked()
    expect(problem.filter(has_text="radius")).to_have_count(0)
    page.get_by_role("button", name="Look closer at “Own 1”").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it as a file").click()
    assert saved.value.suggested_filename == "traxx-sheet.json"
    assert json.loads(Path(saved.value.path()).read_text()) == mine
    page.keyboard.press("Escape")
    choose(page, "Ribbons")
    choose(page, "Own 1")
    assert opened_on(page, client) == checked(mine)
