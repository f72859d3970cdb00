"""Phones, and pages that are zoomed in: boards are whole first, and large enough when a piece is laid."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.games import own
from parlour.luck import Luck
from tests.browser.test_replay import finished
from tests.browser.visiting import PHONE, Visits
from tests.server.client import Client

PHONES = [(360, 640), (390, 664), (390, 844), (844, 390), (664, 390)]
FINGER = 36  # CSS pixels that a cell has at least while a finger lays something
ZOOMED = [(1280, 800, 1), (640, 400, 2), (320, 200, 4)]  # a window of 1280 x 800 at 100 to 400 %

# Of the large board: how wide its cells are, how many of them are seen whole, and how many there are.
CELLS = """() => {
  const stage = document.querySelector(".room .stage").getBoundingClientRect();
  const cells = [...document.querySelectorAll(".room .stage [data-cell][role=button]")].map((cell) => {
    const shape = cell.querySelector(".hit, .touch, rect, polygon") ?? cell;
    const { left, right, top, bottom } = shape.getBoundingClientRect();
    return { left, right, top, bottom };
  });
  const isSeen = ({ left, right, top, bottom }) =>
    left > stage.left - 2 && right < stage.right + 2 && top > stage.top - 2 && bottom < stage.bottom + 2;
  return {
    wide: cells[0].right - cells[0].left,
    seen: cells.filter(isSeen).length,
    all: cells.length,
    stage: [stage.width, stage.height],
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
    isCut: [...document.querySelectorAll("h1")].some((title) => title.scrollWidth > title.clientWidth),
  };
}"""

# The middle of a cell that can be chosen and is not covered by anything.
FREE = """() => {
  const middle = (cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  for (const cell of document.querySelectorAll(".room .stage [data-cell][data-legal]")) {
    const [x, y] = middle(cell);
    if (document.elementFromPoint(x, y)?.closest("[data-cell]") === cell) return [x, y];
  }
  return null;
}"""


def phone(width: int, height: int) -> dict[str, Any]:
    return {**PHONE, "viewport": {"width": width, "height": height}}


def zoomed(width: int, height: int, times: int) -> dict[str, Any]:
    """A zoomed window has fewer CSS pixels, each of them larger."""
    return {"viewport": {"width": width, "height": height}, "device_scale_factor": times}


def sit_down(client: Client, visits: Visits, game: str, screen: dict[str, Any]) -> Page:
    opened = client.open_table(game, ["me", "greedy"])
    page = visits.new_page(screen)
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.locator("[data-legal][data-word]").first.wait_for()
    return page


def take_a_card(page: Page) -> None:
    """Where cells can only be chosen with a card in the hand."""
    if page.locator(".room .stage [data-cell][data-legal]").count() == 0:
        page.locator(".face[data-word]:not([data-word=flip])").first.tap()


@pytest.mark.parametrize("game", own())
def test_a_phone_shows_the_whole_board_first_and_a_tap_makes_room_for_the_finger(
    game: str, visits: Visits, client: Client
) -> None:
    page = sit_down(client, visits, game, phone(*PHONES[0]))
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => innerWidth === {width}")
        page.wait_for_function(f"() => {{ const {{ seen, all }} = ({CELLS})(); return seen === all; }}")
        shown = page.evaluate(CELLS)
        assert shown["page"] == [width, height], "the page scrolls"
        least = 0.6 if height < width < 700 else 0.8  # where the cards have to lie beside it
        assert shown["stage"][0] > least * min(width, height), "the board does not have the room"
        assert not shown["isCut"], "the title is cut"
        prompt = page.locator("section[aria-label='What to do']").bounding_box()
        assert prompt is not None
        assert height < width or prompt["height"] < 90, "the prompt is not slim"
    page.set_viewport_size({"width": 360, "height": 640})
    take_a_card(page)
    page.wait_for_function(f"() => ({FREE})() !== null")
    page.touchscreen.tap(*page.evaluate(FREE))
    page.wait_for_function(f"() => ({CELLS})().wide >= {FINGER}")


# Pairs of texts and buttons that lie over each other, and those that hang out of the window.
TANGLED = """() => {
  const isDrawn = (one) => one.closest(".hidden-words, .zoom, svg") !== null;
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !isDrawn(one);
  const parts = ".room p, .room button, .room .hand, .prompt p, .prompt button";
  const all = [...document.querySelectorAll(parts)].filter(isSeen);
  const shown = (one) => {
    let { left, right, top, bottom } = one.getBoundingClientRect();
    for (let around = one.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const frame = around.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom };
  };
  const hasSize = ({ box }) => box.right > box.left && box.bottom > box.top;
  const boxes = all.map((one) => ({ one, box: shown(one) })).filter(hasSize);
  const name = (one) => one.getAttribute("aria-label") || one.textContent.trim().slice(0, 30) || one.className;
  const found = [];
  boxes.forEach(({ one, box }, k) => {
    const { left, right } = one.getBoundingClientRect();
    if (right > innerWidth + 1 || left < -1) found.push(`${name(one)} hangs out`);
    for (const { one: other, box: its } of boxes.slice(k + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (across > 6 && down > 6) found.push(`${name(one)} / ${name(other)}`);
    }
  });
  return found;
}"""


@pytest.mark.parametrize("game", own())
def test_nothing_lies_over_anything_else_beside_a_board(game: str, visits: Visits, client: Client) -> None:
    for screen in (phone(664, 390), zoomed(720, 450, 2), zoomed(960, 600, 1)):
        page = sit_down(client, visits, game, screen)
        page.wait_for_function(f"() => ({CELLS})().stage[1] > 100")
        coins = [pair for pair in page.evaluate(TANGLED) if "with a token" not in pair]  # they lie on their cards
        assert coins == [], screen["viewport"]


def test_a_tap_that_enlarges_lays_nothing_for_good(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "exago", phone(360, 640))
    first = page.locator('[data-cell="f6"]')
    first.tap()
    page.wait_for_function(f"() => ({CELLS})().wide >= {FINGER}")
    expect(first).to_have_attribute("aria-label", "f6, empty, you may place here")
    first.tap()
    expect(first).to_have_attribute("aria-label", "f6, your red tile")


@pytest.mark.parametrize("game", own())
def test_zooming_the_page_in_enlarges_the_board(game: str, visits: Visits, client: Client) -> None:
    sizes = []
    for width, height, times in ZOOMED:
        page = sit_down(client, visits, game, zoomed(width, height, times))
        page.wait_for_function(f"() => ({CELLS})().stage[1] > 100")
        shown = page.evaluate(CELLS)
        sizes.append(times * shown["wide"])
        assert shown["page"][0] == width, "the page scrolls sideways"
        assert not shown["isCut"], "the title is cut"
        top = page.locator(".room .stage").bounding_box()
        assert top is not None
        assert top["y"] < height, "the board is not on the first screen"
    assert sizes[1] > 0.5 * sizes[0], sizes  # the first board has a large window for itself
    assert sizes[1] < sizes[2], sizes


def test_the_mouse_enlarges_and_moves_a_board(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "exago", zoomed(640, 400, 2))
    stage = page.locator(".room .stage")
    first = page.evaluate(CELLS)
    assert first["seen"] < first["all"]
    box = stage.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3

    def place() -> tuple[float, float]:
        cell = page.locator('[data-cell="a6"] .hit').bounding_box()
        assert cell is not None
        return round(cell["x"]), round(cell["y"])

    def wait_until_moved(before: tuple[float, float]) -> tuple[float, float]:
        page.wait_for_function(
            """([x, y]) => { const box = document.querySelector('[data-cell="a6"] .hit').getBoundingClientRect();
            return Math.round(box.x) !== x || Math.round(box.y) !== y; }""",
            arg=list(before),
        )
        return place()

    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)  # enlarges the board, not the page
    page.keyboard.up("Control")
    page.wait_for_function(f"() => ({CELLS})().wide > {1.2 * first['wide']}")
    at = place()
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    moved = wait_until_moved(at)
    assert (moved[0] - at[0], moved[1] - at[1]) == pytest.approx((60, 40), abs=25)  # edges stop it
    expect(page.locator(".prompt [role=alert]")).to_have_count(0)  # the end of it was no click
    page.mouse.wheel(0, 30)
    wait_until_moved(moved)
    page.keyboard.press("0")
    page.wait_for_function(f"() => {{ const {{ seen, all }} = ({CELLS})(); return seen === all; }}")
    page.keyboard.press("+")
    page.wait_for_function(f"() => ({CELLS})().seen < ({CELLS})().all")
    page.keyboard.press("-")
    page.wait_for_function(f"() => ({CELLS})().seen === ({CELLS})().all")
    page.get_by_role("button", name="Show the board larger").click()
    page.get_by_role("button", name="Show the whole board").click()
    page.wait_for_function(f"() => ({CELLS})().seen === ({CELLS})().all")
    for _ in range(8):
        page.keyboard.press("+")
    page.locator('[data-cell="f6"]').focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # the board follows the focus
    expect(page.locator('[data-cell="d6"]')).to_be_focused()
    expect(page.locator('[data-cell="d6"]')).to_be_in_viewport()


def test_two_fingers_enlarge_the_board_and_a_finished_move_shows_it_whole(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "cirplexed", phone(360, 640))
    box = page.locator(".room .stage").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    wide = page.evaluate(CELLS)["wide"]
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 60), ("touchEnd", None)):
        points = [] if apart is None else [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_function(f"() => ({CELLS})().wide > {2 * wide}")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.get_by_role("button", name="Show the whole board").tap()
    page.wait_for_function(f"() => ({CELLS})().wide < {1.1 * wide}")


def test_the_racks_of_a_phone_unfold_over_the_grid(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "tracktic", phone(360, 640))
    racks = page.get_by_role("region", name="Your pieces")
    stage = page.locator(".room .stage").bounding_box()
    expect(racks).to_be_hidden()
    fold = page.get_by_role("button", name="Racks, tokens and paths")
    fold.tap()
    expect(racks).to_be_visible()
    expect(page.get_by_role("region", name="Blue's pieces")).to_be_visible()
    assert page.locator(".room .stage").bounding_box() == stage  # nothing jumps
    page.locator(".face[data-word]:not([data-word=flip])").first.tap()
    expect(racks).to_be_hidden()  # the grid is wanted


@pytest.mark.parametrize("game", own())
def test_a_replay_on_a_phone_has_a_large_board_and_no_heading(
    game: str, visits: Visits, client: Client, luck: Luck
) -> None:
    opened = finished(client, game, luck)
    page = visits.new_page(phone(390, 664))
    page.goto(f"{client.server.url}/game/{opened.id}/1#4")
    page.locator(".board-then[data-ply]").wait_for()
    room = page.locator(".room").bounding_box()
    assert room is not None
    assert room["height"] > 0.65 * 664
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_count(1)  # heard, not seen
    box = title.bounding_box()
    assert box is not None
    assert box["width"] < 2
    assert page.evaluate("() => document.documentElement.scrollHeight") == 664
    page.get_by_role("button", name="Review", exact=True).tap()
    panel = page.locator("[data-review]")
    expect(panel).to_be_visible()
    held = page.locator("div.panel").bounding_box()
    assert held is not None
    assert held["height"] <= 0.31 * 664
