"""A player who knows no game: it chooses at random among what the page offers, by mouse or by keyboard alone.

A board marks whatever can be chosen now by `data-legal` and `data-word`; the shell marks the button that ends a move by
`data-done`. Keys are aimed: the arrow that leads towards a target, else Tab.
"""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import ElementHandle, Page

from parlour.luck import Luck
from tests.server.client import Client

PATIENCE = 30.0  # seconds until it is one's turn again
MOST_STEPS = 1500  # words, ends of moves and steps back of one game
MOST_KEYS = 250  # to reach one target
STEPPING_BACK = 20  # one time in so many a word is taken back

OFFERED = """() => {
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
  };
  const legal = [...document.querySelectorAll("[data-legal][data-word]")].filter(isSeen);
  const done = [...document.querySelectorAll("[data-done]")].filter((one) => isSeen(one) && !one.disabled);
  return legal.length + done.length === 0 ? null : { legal, done };
}"""

# Where the focus is, and where a target is: by keyboard a target is whatever around it takes the focus.
WHERE = """(target) => {
  const taker = target.closest("button, a[href], [tabindex]") ?? target;
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const active = document.activeElement ?? document.body;
  const [x, y] = middle(active);
  const [tx, ty] = middle(taker);
  const board = (element) => element.closest("svg, [role=grid], [role=listbox], [role=radiogroup], [role=toolbar]");
  return {
    isThere: taker.isConnected,
    isReached: active === taker,
    isNear: board(active) !== null && board(active) === board(taker),
    dx: tx - x,
    dy: ty - y,
    name: active.getAttribute("aria-label") ?? active.textContent.trim().slice(0, 20),
  };
}"""


class Stuck(AssertionError):
    """The page offers nothing, or nothing happens when it is chosen."""


class Player:
    """Plays at the table that a page shows, until the match is over."""

    def __init__(self, page: Page, client: Client, table: str, luck: Luck) -> None:
        self.page = page
        self.client = client
        self.table = table
        self.luck = luck
        self.steps = 0

    def play(self, most: int = MOST_STEPS) -> bool:
        """Go on until the match is over, or so many steps are made; whether it is over."""
        for _ in range(most):
            offered = self._offered()
            if offered is None:
                return True
            self._step(*offered)
            self.steps += 1
        return False

    def _offered(self) -> tuple[list[ElementHandle], list[ElementHandle]] | None:
        """What can be chosen, and what ends a move, as soon as there is something; None when the match is over."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = self.page.evaluate_handle(OFFERED)
            if found.json_value() is not None:
                parts = found.get_properties()
                lists = [parts[name].get_properties().values() for name in ("legal", "done")]
                legal, done = ([one.as_element() for one in part] for part in lists)
                return [one for one in legal if one], [one for one in done if one]
            if self.client.table(self.table)["status"] == "over":
                return None
            self.page.wait_for_timeout(30)
        raise Stuck(f"the page at {self.page.url} offers nothing for {PATIENCE:g} s: {self._seen()}")

    def _step(self, legal: list[ElementHandle], done: list[ElementHandle]) -> None:
        if done and (not legal or self.luck.below(2)):
            self.choose(done[0])
        elif self.luck.below(STEPPING_BACK) == 0:
            self.step_back()
        else:
            self.choose(legal[self.luck.below(len(legal))])

    def choose(self, target: ElementHandle) -> None:
        """Choose something that is offered."""
        raise NotImplementedError

    def step_back(self) -> None:
        """Take the last word back, if there is one."""
        raise NotImplementedError

    def _seen(self) -> Any:
        return self.page.evaluate("() => document.body.innerText.slice(0, 400)")


class MousePlayer(Player):
    """Clicks."""

    def choose(self, target: ElementHandle) -> None:
        """Click on it where a person would; it may have gone meanwhile."""
        box = target.bounding_box()
        if box is None:
            return
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def step_back(self) -> None:
        """Escape works for those with a mouse, too."""
        self.page.keyboard.press("Escape")


class KeyboardPlayer(Player):
    """Presses keys, and never touches the mouse."""

    def choose(self, target: ElementHandle) -> None:
        """Lead the focus to it, then Enter."""
        trail: list[str] = []
        for _ in range(MOST_KEYS):
            where = self.page.evaluate(WHERE, target)
            if not where["isThere"]:
                return  # the board has changed meanwhile
            if where["isReached"]:
                self.page.keyboard.press("Enter")
                return
            trail.append(where["name"])
            self.page.keyboard.press(self._key_towards(where, trail))
        raise Stuck(f"no key leads to {target}: the focus was on {trail[-40:]}")

    def _key_towards(self, where: dict[str, Any], trail: list[str]) -> str:
        if not where["isNear"]:
            return "Tab"
        across, down = abs(where["dx"]), abs(where["dy"])
        sideways = "ArrowRight" if where["dx"] > 0 else "ArrowLeft"
        upright = "ArrowDown" if where["dy"] > 0 else "ArrowUp"
        if trail[-6:].count(trail[-1]) > 2:  # to and fro, or at an edge: leave the straight way
            return ("Tab", sideways, upright, "ArrowLeft", "ArrowRight")[self.luck.below(5)]
        return sideways if across > down else upright

    def step_back(self) -> None:
        """Take a word back."""
        self.page.keyboard.press("Escape")
