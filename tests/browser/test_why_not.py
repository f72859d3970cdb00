"""Whatever is chosen and is not legal, by mouse, touch or keyboard: the prompt names the rule, the board marks why."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.games import own
from parlour.luck import Luck
from tests.browser.playing import OFFERED, MousePlayer
from tests.browser.visiting import PHONE, Visits
from tests.server.client import Client

RULE = re.compile(r"^[A-Z]\d+: |Rule [A-Z]\d+$")
POSITIONS = 10
SEATS = {"traxx": ["me"], "cirplexed": ["me", "random"]}  # else two at one screen

# Clicks every cell on which nothing can be chosen, and returns what the prompt says of each: "" where nothing happens.
# Where the click is a choice after all, because a pattern comes to it or is laid, the next one waits for a turn.
SENTENCES = """async (selector) => {
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const said = () => document.querySelector(".prompt [role=alert]")?.textContent.trim() ?? "";
  const isRefused = () => document.querySelector(".why-not[data-refused]") !== null;
  const drawn = () => document.querySelector(".room svg:has([data-cell])").outerHTML;
  const isOn = () => document.querySelector("[data-legal][data-word], [data-status=over]") !== null;
  const found = {};
  for (const name of [...document.querySelectorAll(selector)].map((cell) => cell.dataset.cell)) {
    const cell = document.querySelector(`.room [data-cell="${name}"]`);
    if (cell === null || !cell.matches(selector)) continue;
    const before = drawn();
    const { left, top, width, height } = cell.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2 };
    cell.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, ...at }));
    await wait(0);
    if (isRefused()) for (let k = 0; k < 2000 && said() === ""; k++) await wait(4);
    else if (drawn() !== before || !isOn()) {
      dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      for (let k = 0; k < 2000 && (k === 0 || !isOn()); k++) await wait(4);
      if (!isOn()) throw new Error(`after ${name}: ${document.querySelector(".prompt").innerText}`);
      continue;
    }
    found[name] = said();
  }
  return found;
}"""

ILLEGAL = {
    "exago": '.room [data-cell][aria-disabled="true"]',
    "traxx": ".room [data-cell]:not(.live)",
    "cirplexed": ".room [data-cell]:not([data-legal])",
    "tracktic": ".room [data-cell]:not([data-legal])",
}


def sit_down(client: Client, visits: Visits, game: str, screen: dict[str, Any] | None = None) -> Page:
    """A table of one's own, at one screen."""
    opened = client.open_table(game, SEATS.get(game, ["me", "me"]))
    page = visits.new_page(**({} if screen is None else {"screen": screen}))
    page.goto(f"{client.server.url}/table/{opened.id}#" + "&".join(f"seat={token}" for token in opened.tokens.values()))
    page.wait_for_function(OFFERED, arg=[])
    return page


@pytest.mark.parametrize("game", own())
def test_every_illegal_cell_gives_a_rule(game: str, visits: Visits, client: Client, luck: Luck) -> None:
    page = sit_down(client, visits, game)
    player = MousePlayer(page, luck)
    clicked = 0
    for _ in range(POSITIONS):
        said: dict[str, str] = page.evaluate(SENTENCES, ILLEGAL[game])
        clicked += len(said)
        assert {cell: sentence for cell, sentence in said.items() if not RULE.search(sentence)} == {}
        if player.play(2 + luck.below(6)):
            break
        page.wait_for_function(OFFERED, arg=[])
        if page.locator("[data-status=over]").count() > 0:  # by the bot's answer
            break
    assert clicked > POSITIONS


def test_x9_the_reason_stays_until_the_next_action_and_leads_to_the_rule(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "exago")
    page.locator('[data-cell="f6"]').click()
    page.locator('[data-cell="g6"][data-legal]').wait_for()
    page.locator('[data-cell="a6"]').click(force=True)
    alert = page.locator(".prompt [role=alert]")
    expect(alert).to_have_text("X9: a6 touches no tile: choose an empty cell that does, for example e6")
    expect(page.locator(".why-not .place")).to_have_count(1)
    expect(page.locator(".why-not .mark:not(.edge)")).to_have_count(1)
    alert.get_by_role("button", name="X9").click()
    expect(page.locator("#rule-X9")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#rule-X9")).to_have_count(0)
    expect(alert).to_be_visible()
    page.locator('[data-cell="g6"]').click()
    expect(alert).to_have_count(0)
    expect(page.locator(".why-not .place")).to_have_count(0)


def test_by_touch_and_by_keyboard(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "exago", PHONE)
    page.locator('[data-cell="d6"]').tap(force=True)
    expect(page.locator(".prompt [role=alert]")).to_have_text("X8: the first tile goes on the centre, f6")
    page = sit_down(client, visits, "exago")
    page.locator('[data-cell="f6"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt [role=alert]")).to_have_text("X8: the first tile goes on the centre, f6")


def test_a_pattern_is_moved_where_it_fits_and_refused_where_it_does_not(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "tracktic")
    page.locator(".face[data-word]:not([data-word=flip])").first.click()
    page.locator("[data-cell][data-legal]").first.click()
    places = "() => [...document.querySelectorAll('.tentative > g')].map((piece) => piece.getAttribute('transform'))"
    there = page.evaluate(places)
    assert there
    far = page.locator(".room [data-cell]").first  # a corner, to which no piece leads yet
    far.click(force=True)
    expect(page.locator(".prompt [role=alert]")).to_have_text(re.compile(r"^K11: no cell of it lies beside a piece"))
    assert page.locator(".why-not .place").count() > 1  # where the pattern would lie
    assert page.evaluate(places) == there


def test_a_card_that_cannot_be_played_says_why(visits: Visits, client: Client, luck: Luck) -> None:
    page = sit_down(client, visits, "tracktic")
    player = MousePlayer(page, luck)
    dim = page.locator(".card.dim .face")
    for _ in range(400):
        if dim.count() > 0:
            break
        if player.play(1):
            pytest.skip("every card could be played until the end")
    page.keyboard.press("Escape")
    dim.first.click(force=True)
    why = r"^(K1[05]: no move with .* is legal now|K17: no (opponent's piece|piece of yours) )"
    expect(page.locator(".prompt [role=alert]")).to_have_text(re.compile(why))


@pytest.mark.parametrize("game", own())
def test_a_click_out_of_turn_says_whose_turn_it_is(game: str, visits: Visits, client: Client, luck: Luck) -> None:
    opened = client.open_table(game, [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Ben"}])
    page, watcher = visits.new_page(), visits.new_page()
    with client.sit(opened.id, opened.tokens[0]) as ann:
        if 0 in client.state(opened.id)["view"]["waiting"]:
            ann.play_random(luck, 1)
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.locator(".room [data-cell]").first.click(force=True)
    expect(page.locator(".why-not[data-refused]")).to_have_count(1)
    said = re.compile(r"^(It is not your turn|You have chosen already)\. (Ben is to move|Waiting for Ben)\.$")
    expect(page.locator(".prompt [role=alert]")).to_have_text(said)
    watcher.goto(f"{client.server.url}/table/{opened.id}")
    if game == "cirplexed":
        watcher.locator(".others button").first.click()  # all patches are small; one becomes large
    watcher.locator("figure" if game == "traxx" else ".room [data-cell]").first.click(force=True)
    expect(watcher.locator(".prompt [role=alert]")).to_have_text(re.compile(r"^You are watching\. .*Ben"))


def test_a_rule_opens_at_its_place_in_every_game(visits: Visits, client: Client) -> None:
    for game in own():
        page = sit_down(client, visits, game)
        for cell in page.locator(ILLEGAL[game]).all():
            cell.dispatch_event("click")
            rule = page.locator(".prompt [role=alert] button").first
            if page.locator(".why-not[data-refused]").count() > 0:
                break
        number = re.search(r"[A-Z]\d+", rule.inner_text())
        assert number is not None
        rule.click()
        expect(page.locator(f"#rule-{number[0]}")).to_be_in_viewport()
        expect(page.locator(f"#rule-{number[0]}")).to_have_class(re.compile("shown"))
        page.keyboard.press("Escape")
        page.close()


def test_by_touch_a_pattern_is_laid_refused_and_moved(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "tracktic", {**PHONE, "viewport": {"width": 390, "height": 664}})
    page.locator(".face[data-word]:not([data-word=flip])").first.tap()
    places = "() => [...document.querySelectorAll('.tentative > g')].map((piece) => piece.getAttribute('transform'))"
    legal = page.locator(".room [data-cell][data-legal]")
    first, last = (legal.nth(k).get_attribute("data-cell") for k in (0, legal.count() - 1))
    alert = page.locator(".prompt [role=alert]")
    page.locator(f'[data-cell="{first}"]').tap(force=True)
    page.locator(".tentative > g").first.wait_for()
    there = page.evaluate(places)
    page.get_by_role("button", name="Show the whole board").tap()
    page.locator(".room [data-cell]").first.tap(force=True)  # a corner, to which no piece leads yet
    expect(alert).to_have_text(re.compile(r"^K11: no cell of it lies beside a piece"))
    assert page.evaluate(places) == there
    page.locator(f'[data-cell="{last}"]').tap(force=True)  # elsewhere, where it fits
    expect(alert).to_have_count(0)
    page.wait_for_function(f"(there) => JSON.stringify(({places})()) !== JSON.stringify(there)", arg=there)
    page.locator("[data-done]").tap()
    page.locator(".tentative > g").first.wait_for(state="detached")


def test_x7_a_click_on_a_hand_says_where_to_go(visits: Visits, client: Client) -> None:
    for screen, hand in ((None, ".tray .slot"), (PHONE, ".short, .long")):
        page = sit_down(client, visits, "exago", screen)
        alert = page.locator(".prompt [role=alert]")
        for seat in range(2):
            box = page.locator(".tray" if screen is None else hand).nth(seat).bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            expect(alert).to_have_text(re.compile(r"^(Choose the cell for your tile|This is the hand of Blue)"))
            page.keyboard.press("Escape")
            expect(alert).to_have_count(0)
        page.close()


def test_tools_that_do_nothing_now_say_why(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "tracktic")
    alert = page.locator(".prompt [role=alert]")
    tools = page.get_by_role("group", name="The card in your hand")
    for name, said in (
        ("Turn", "Take a card first"),
        ("Mirror", "Take a card first"),
        ("Token", "Take a card first.*K15"),
    ):
        tools.get_by_role("button", name=name).click(force=True)
        expect(alert).to_have_text(re.compile(said))
    page.locator(".face[data-word]:not([data-word=flip])").first.click()
    expect(alert).to_have_count(0)
    tools.get_by_role("button", name="Skip the rest").click(force=True)
    expect(alert).to_have_text(re.compile("^Put the card back first"))


@pytest.mark.parametrize(("game", "thing"), [("exago", ".tray >> nth=0"), ("tracktic", ".face >> nth=0")])
def test_dragging_out_of_turn_says_whose_turn_it_is(game: str, thing: str, visits: Visits, client: Client) -> None:
    opened = client.open_table(game, [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Ben"}])
    page = visits.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[1]}")
    page.locator(thing).wait_for()
    held, cell = page.locator(thing).bounding_box(), page.locator(".room [data-cell] >> nth=30").bounding_box()
    assert held is not None
    assert cell is not None
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.down()
    page.mouse.move(cell["x"] + 5, cell["y"] + 5, steps=5)
    page.mouse.up()
    expect(page.locator(".prompt [role=alert]")).to_have_text("It is not your turn. Ann is to move.")


def test_t7_a_stroke_that_cannot_go_on_or_begin_says_why(visits: Visits, client: Client) -> None:
    page = sit_down(client, visits, "traxx")
    alert = page.locator(".prompt [role=alert]")

    def draw(*cells: str) -> None:
        for k, cell in enumerate(cells):
            box = page.locator(f'.room [data-cell="{cell}"]').bounding_box()
            assert box is not None
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
            if k == 0:
                page.mouse.down()
        page.mouse.up()

    end = page.locator(".room [data-cell][data-legal]").first.get_attribute("data-cell")
    assert end is not None
    far, beside = ("a5", "b5") if end[0] > "e" else ("i5", "h5")  # more steps away than a card has patches
    draw(end, far)
    expect(alert).to_have_text(re.compile(f"^T[78]: .*{far}"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(alert).to_have_count(0)
    draw(far, beside)
    expect(alert).to_have_text(re.compile(f"^T[78]: .*{far}"))


def test_only_rule_numbers_are_links(visits: Visits, client: Client) -> None:
    """The names of cards, such as V3, look like those of rules."""
    page = sit_down(client, visits, "tracktic")
    page.locator(".face[data-word]:not([data-word=flip])").first.click()
    taken = page.locator('.room [data-cell][aria-label*="blue piece"]').first
    taken.click(force=True)
    alert = page.locator(".prompt [role=alert]")
    expect(alert).to_have_text(re.compile(r"^K10: there is a blue piece on .*\w\d\* spends a token .*\(K15\)"))
    assert alert.locator("button:not([data-term])").all_inner_texts() == ["K10", "K15"]
    alert.get_by_role("button", name="token").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("note")).to_contain_text("You have two tokens for the whole game.")
    page.get_by_role("note").get_by_role("button", name="Rule K15").click()
    expect(page.locator("#rule-K15")).to_be_in_viewport()
