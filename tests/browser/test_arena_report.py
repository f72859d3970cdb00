"""The arena's report on a phone and a desktop, light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from parlour.arena.report.document import html_page
from parlour.arena.tournament.config import new_setup
from parlour.arena.tournament.request import Request
from parlour.arena.tournament.results import Store
from parlour.games import find
from tests.arena.tables import played
from tests.browser.visiting import DESKTOP, PHONE, Visits

BOTS = ("random", "greedy")

# The contrast of each text, on the page and in plots, with the background.
CONTRASTS = """() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
  const light = (colour) => parts(colour)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, k) => sum + part * [0.2126, 0.7152, 0.0722][k], 0);
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const contrast = (one) => (Math.max(one, paper) + 0.05) / (Math.min(one, paper) + 0.05);
  return [...document.querySelectorAll("h1, h2, p, td, th, a, code, figcaption, svg text")].map((element) => {
    const style = getComputedStyle(element);
    return contrast(light(element.closest("svg") ? style.fill : style.color));
  });
}"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with two tables of results."""
    folder = tmp_path_factory.mktemp("arena")
    games = [
        played(bots, [1 if bot == "greedy" else 2 for bot in bots], deal, order, (30 + deal, 20), plies=20 + deal)
        for deal in range(10)
        for order, bots in enumerate((BOTS, BOTS[::-1]))
    ]
    with Store(folder / "a.sqlite") as store:
        for game in ("exago", "tracktic"):
            number = store.setup_number(new_setup(find(game), 2).key)
            store.add(number, games)
            store.add_request(number, Request(("random", "greedy"), 400, False))
        (folder / "page.html").write_text(html_page([store]), encoding="utf-8")
    return (folder / "page.html").as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_report_fits_the_screen_with_sufficient_contrast(
    visits: Visits, report: str, screen: dict[str, Any], scheme: str
) -> None:
    page = visits.new_page(screen, color_scheme=scheme)
    page.goto(report)
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
    widths = page.evaluate("[...document.querySelectorAll('.wide')].map((box) => box.scrollWidth - box.clientWidth)")
    assert any(more > 0 for more in widths) == (screen is PHONE)  # wide tables scroll in their own boxes
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 100
    assert min(contrasts) >= 4.5
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(251, 248, 242)" if scheme == "light" else "rgb(30, 42, 46)")


def test_links_lead_to_their_sections(visits: Visits, report: str) -> None:
    page = visits.new_page(PHONE)
    page.goto(report)
    for name in ("Tracktic, 2 seats", "Exago, 2 seats", "How to read this"):
        page.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name)).to_be_in_viewport()
