"""A player that knows no game: it chooses at random among what the page offers, by mouse or by keyboard alone.

A board marks whatever can be chosen now by `data-legal` and `data-word`; the shell marks the button that ends a move by
`data-done`. Keys are chosen to lead to a target: the arrow in its direction, otherwise Tab.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import ElementHandle, JSHandle, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from parlour.luck import Luck

PATIENCE = 30.0  # seconds to wait for the next turn
MOST_STEPS = 1500  # words, ends of moves and steps back of one game
MOST_KEYS = 250  # keys to reach a target
STEPPING_BACK = 20  # a word is taken back once in this many choices
UNWILLING = ("skip", "pass")  # chosen only if there is nothing else: a game full of skips is soon over

OFFERED = """(unwilling) => {
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
  };
  const every = [...document.querySelectorAll("[data-legal][data-word]")].filter(isSeen);
  const willing = every.filter((one) => !unwilling.includes(one.dataset.word));
  const legal = willing.length > 0 ? willing : every;
  const done = [...document.querySelectorAll("[data-done]")].filter((one) => isSeen(one) && !one.disabled);
  const isOver = document.querySelector("[data-status=over]") !== null;
  return legal.length + done.length > 0 || isOver ? { legal, done } : null;
}"""

# The position of a target, scrolled into view.
MIDDLE = """(target) => {
  if (!target.isConnected) return null;
  const middle = () => {
    const box = target.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle();
  const isSeen = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  if (!isSeen) target.scrollIntoView({ block: "center", inline: "center" });
  return middle();
}"""

# The positions of the focus and of a target: by keyboard, a target is the focusable element around it.
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
    """The page offers nothing, or does not react to a choice."""


class Player:
    """Plays at the table that a page shows, until the match is over."""

    def __init__(self, page: Page, luck: Luck) -> None:
        self.page = page
        self.luck = luck
        self.steps = 0

    def play(self, most: int = MOST_STEPS) -> bool:
        """Play until the match is over or this many steps are made; returns whether it is over."""
        for _ in range(most):
            offered = self._offered()
            legal, done = offered.evaluate("({ legal, done }) => [legal.length, done.length]")
            if legal + done == 0:
                return True
            if done and (not legal or self.luck.below(2)):
                self.choose(_one(offered, "done", 0))
            elif self.luck.below(STEPPING_BACK) == 0:
                self.page.keyboard.press("Escape")
            else:
                self.choose(_one(offered, "legal", self.luck.below(legal)))
            self.steps += 1
        return False

    def _offered(self) -> JSHandle:
        """Wait for what can be chosen, and what ends a move; returns nothing when the match is over."""
        try:
            return self.page.wait_for_function(OFFERED, arg=UNWILLING, timeout=1000 * PATIENCE)
        except PlaywrightTimeout:
            raise Stuck(f"the page at {self.page.url} offers nothing for {PATIENCE:g} s: {self._seen()}") from None

    def choose(self, target: ElementHandle) -> None:
        """Choose one of the offers."""
        raise NotImplementedError

    def _seen(self) -> Any:
        return self.page.evaluate("() => document.body.innerText.slice(0, 400)")


def _one(offered: JSHandle, kind: str, number: int) -> ElementHandle:
    """One of the offered elements; the others stay in the browser."""
    element = offered.evaluate_handle("(offered, [kind, number]) => offered[kind][number]", [kind, number]).as_element()
    assert element is not None
    return element


class MousePlayer(Player):
    """Clicks."""

    def choose(self, target: ElementHandle) -> None:
        """Click on it where a person would, whatever is on top; it may have disappeared in the meantime."""
        middle = self.page.evaluate(MIDDLE, target)
        if middle is not None:
            self.page.mouse.click(*middle)


class KeyboardPlayer(Player):
    """Presses keys, and never touches the mouse."""

    def choose(self, target: ElementHandle) -> None:
        """Move the focus to it, then press Enter."""
        trail: list[str] = []
        for _ in range(MOST_KEYS):
            where = self.page.evaluate(WHERE, target)
            if not where["isThere"]:
                return  # the board has changed in the meantime
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
        if trail[-6:].count(trail[-1]) > 2:  # oscillating, or at an edge: try another direction
            return ("Tab", sideways, upright, "ArrowLeft", "ArrowRight")[self.luck.below(5)]
        return sideways if across > down else upright
