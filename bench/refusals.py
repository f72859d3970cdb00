"""How soon the page says why something is not legal, and how soon it answers what is legal, in the same positions."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Browser

from parlour.luck import Luck
from tests.browser.playing import OFFERED, MousePlayer
from tests.browser.visiting import DESKTOP
from tests.server.client import Client

POSITIONS = 10

# Clicks every cell on which nothing can be chosen, then one on which something can. Returns how long each took, from
# the click to the frame that shows the sentence, or the changed board. A click that was a choice after all is taken
# back.
CLICKING = """async () => {
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  }));
  const changed = (element) => new Promise((done) => {
    const observer = new MutationObserver(() => { observer.disconnect(); done(); });
    observer.observe(element, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const prompt = document.querySelector(".prompt");
  const board = document.querySelector(".board > .room");
  const said = () => prompt.querySelector("[role=alert]")?.textContent.trim() ?? "";
  const escape = () => dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  const isRefused = () => board.querySelector(".why-not[data-refused]") !== null;
  const click = (cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2 };
    cell.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, ...at }));
  };
  const [refused, legal] = [[], []];
  const names = [...board.querySelectorAll("[data-cell]:not([data-legal])")].map((cell) => cell.dataset.cell);
  for (const name of names) {
    const cell = board.querySelector(`[data-cell="${name}"]:not([data-legal])`);
    if (cell === null) continue;
    const began = performance.now();
    click(cell);
    await Promise.resolve();
    if (!isRefused()) await wait(0);
    if (!isRefused()) {
      escape();
      await wait(50);
      continue;
    }
    while (said() === "") await changed(prompt);
    await painted();
    refused.push(performance.now() - began);
    escape();
    while (said() !== "") await changed(prompt);
  }
  const isChoice = "[data-legal][data-word]";
  const choice = board.querySelector(`[data-cell]${isChoice}`) ?? board.querySelector(isChoice);
  if (choice !== null) {
    const change = changed(board);
    const began = performance.now();
    if (choice.dataset.cell === undefined) choice.click();
    else click(choice);
    await change;
    await painted();
    legal.push(performance.now() - began);
  }
  return { refused, legal };
}"""


@dataclass
class Clicks:
    """Response times in milliseconds."""

    refused: list[float] = field(default_factory=list)
    legal: list[float] = field(default_factory=list)


def clicks(browser: Browser, client: Client, game: str, is_simultaneous: bool) -> Clicks:
    """Click every illegal cell of ten positions of a game, and one that is legal in each."""
    opened = client.open_table(game, ["me", "random"] if is_simultaneous else ["me", "me"])
    context = browser.new_context(**DESKTOP)
    page = context.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#" + "&".join(f"seat={token}" for token in opened.tokens.values()))
    luck = Luck(f"refusals {game}")
    player = MousePlayer(page, luck)
    found = Clicks()
    for _ in range(POSITIONS):
        page.wait_for_function(OFFERED, arg=[])
        page.wait_for_load_state("networkidle")
        times = page.evaluate(CLICKING)
        found.refused += times["refused"]
        found.legal += times["legal"]
        if player.play(2 + luck.below(6)):
            break
    context.close()
    return found
