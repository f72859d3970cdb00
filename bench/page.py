"""`python -m bench.page`: how soon the page is usable and answers, its transfer size and its longest task.

Uses a real Chromium with a cold cache and a real server on this machine; whole games by mouse, with all animations.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from statistics import median
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, Page, Request, sync_playwright
from rich.console import Console

from bench.measure import ROUNDS, Bound, Figures
from bench.options import Floors, JsonFile
from bench.progress import Progress
from bench.refusals import clicks
from bench.report import conclude, figures_table
from bench.server import percentile
from parlour.games import find, own
from parlour.luck import Luck
from tests.browser.playing import MousePlayer
from tests.browser.visiting import ARGUMENTS, DESKTOP
from tests.server.client import Client
from tests.server.conftest import wait_for_rules
from tests.server.process import ServerProcess
from tools import page as built_page
from tools.setup import chromium_program

USABLE = 1000  # milliseconds
TRAVELLING = 120_000  # bytes
ANSWERED = 100  # milliseconds
BUSY = 100  # milliseconds
REPLAYED = 50  # milliseconds
EXPLAINED = 150  # milliseconds

# What the lobby's cards need: images, positions, and the boards that draw them.
PICTURES = re.compile(r"\.(png|svg|webp)$|/Board-[^/]*$|/sample$")

# Runs in the page before its own scripts. Records when it is usable, how long each click or key waited for the next
# frame (the browser reports those that took longer than a frame), and long tasks.
FRAME = 16  # milliseconds
NOTING = f"""
window.noted = {{ usable: null, answers: {{}}, tasks: [] }};
const usable = () => {{
  const found = document.querySelector("article[data-game] button, [data-legal]");
  if (found === null) requestAnimationFrame(usable);
  else window.noted.usable = performance.now();
}};
requestAnimationFrame(usable);
const {{ answers, tasks }} = window.noted;
new PerformanceObserver((list) => {{
  for (const {{ interactionId: id, duration }} of list.getEntries())
    if (id) answers[id] = Math.max(answers[id] ?? 0, duration);
}}).observe({{ type: "event", durationThreshold: {FRAME}, buffered: true }});
new PerformanceObserver((list) => {{
  for (const task of list.getEntries()) tasks.push(task.duration);
}}).observe({{ type: "longtask", buffered: true }});
"""


# Steps through a whole replay. Returns how long each position took from the key to the frame that shows it.
STEPPING = """async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  }));
  const times = [];
  const ply = () => document.querySelector(".board-then").dataset.ply;
  for (let before = null; before !== ply(); ) {
    before = ply();
    await painted();
    const began = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
    await painted();
    times.push(performance.now() - began);
  }
  return times.slice(0, -1);
}"""


def bounds() -> list[Bound]:
    """The limits of the page."""
    return [
        Bound("lobby, usable: ms", USABLE, is_most=True),
        Bound("lobby, first load: bytes", TRAVELLING, is_most=True),
        *(Bound(f"{title(game)}, usable: ms", USABLE, is_most=True) for game in own()),
        *(Bound(f"{title(game)}, first load: bytes", TRAVELLING, is_most=True) for game in own()),
        *(Bound(f"{title(game)}, click answered, p95: ms", ANSWERED, is_most=True) for game in own()),
        *(Bound(f"{title(game)}, longest task of a game: ms", BUSY, is_most=True) for game in own()),
        *(Bound(f"{title(game)}, position of a replay shown, p95: ms", REPLAYED, is_most=True) for game in own()),
        *(Bound(f"{title(game)}, illegal click explained, p95: ms", EXPLAINED, is_most=True) for game in own()),
    ]


def title(game: str) -> str:
    return find(game).title


def first_load(browser: Browser, url: str) -> tuple[float, int, int]:
    """With a cold cache: milliseconds until a URL is usable, bytes transferred, and further bytes of pictures."""
    context = browser.new_context(**DESKTOP)
    context.add_init_script(NOTING)
    page = context.new_page()
    came: list[Request] = []
    page.on("requestfinished", lambda request: came.append(request))  # playwright does not accept a builtin method
    page.goto(url)
    page.wait_for_function("() => window.noted.usable !== null")
    page.wait_for_load_state("networkidle")
    usable = page.evaluate("() => window.noted.usable")
    sizes = [(request.url, request.sizes()["responseBodySize"]) for request in came]
    context.close()
    is_lobby = "/table/" not in url
    pictures = sum(size for address, size in sizes if is_lobby and PICTURES.search(address))
    return usable, sum(size for _, size in sizes) - pictures, pictures


@dataclass(frozen=True)
class Game:
    """The response times of a whole game, in milliseconds."""

    answers: list[float]  # from each click to the next frame
    tasks: list[float]  # durations of long tasks
    positions: list[float]  # from each key to the next position of its replay


def whole_game(browser: Browser, client: Client, game: str) -> Game:
    """Play a game to its end."""
    opened = client.open_table(game, ["me", "random"])  # a weak bot, so that games are long
    context = browser.new_context(**DESKTOP)
    context.add_init_script(NOTING)
    page: Page = context.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    player = MousePlayer(page, Luck(f"bench {game}"))
    assert player.play(), f"{game} was not over after {player.steps} steps"
    noted: dict[str, Any] = page.evaluate("() => window.noted")
    page.goto(f"{client.server.url}/game/{opened.id}/1")
    page.locator(".board-then").wait_for()
    page.wait_for_load_state("networkidle")
    positions = page.evaluate(STEPPING)
    context.close()
    slow = [float(duration) for duration in noted["answers"].values()]
    return Game(slow + [FRAME] * (player.steps - len(slow)), noted["tasks"], positions)


def measured(browser: Browser, client: Client, rounds: int, progress: Progress) -> Figures:
    """All figures."""
    figures: Figures = {}
    for name in ("", *own()):
        who = title(name) if name else "lobby"
        progress.begin(f"{who}, first load")
        loads = []
        for _ in range(rounds):
            opened = client.open_table(name, ["me", "greedy"]) if name else None
            path = f"/table/{opened.id}#seat={opened.tokens[0]}" if opened else "/"
            usable, size, pictures = first_load(browser, client.server.url + path)
            loads.append((usable, size, pictures))
            progress.done(f"{who}, first load", {"ms until usable": usable, "bytes": size})
        figures[f"{who}, usable: ms"] = median(usable for usable, _, _ in loads)
        figures[f"{who}, first load: bytes"] = max(size for _, size, _ in loads)
        if not name:
            figures["lobby, pictures: bytes"] = max(size for _, _, size in loads)
    for game in own():
        progress.begin(f"{title(game)}, a whole game")
        played = []
        for _ in range(rounds):
            felt = whole_game(browser, client, game)
            played.append(felt)
            times = {
                "ms from click to answer (p95)": percentile(felt.answers, 0.95),
                "ms for the longest task": max(felt.tasks, default=0),
            }
            progress.done(f"{title(game)}, a whole game", times)
        figures[f"{title(game)}, clicks: number"] = median(len(felt.answers) for felt in played)
        figures[f"{title(game)}, click answered, p95: ms"] = median(percentile(felt.answers, 0.95) for felt in played)
        figures[f"{title(game)}, click answered, longest: ms"] = median(max(felt.answers) for felt in played)
        figures[f"{title(game)}, positions of a replay: number"] = median(len(felt.positions) for felt in played)
        figures[f"{title(game)}, position of a replay shown, p95: ms"] = median(
            percentile(felt.positions, 0.95) for felt in played
        )
        figures[f"{title(game)}, position of a replay shown, longest: ms"] = median(
            max(felt.positions) for felt in played
        )
        figures[f"{title(game)}, longest task of a game: ms"] = median(max(felt.tasks, default=0) for felt in played)
    for game in own():
        progress.begin(f"{title(game)}, illegal clicks")
        rounds_of = [clicks(browser, client, game, find(game).simultaneous) for _ in range(rounds)]
        refused, legal = ([time for one in rounds_of for time in getattr(one, kind)] for kind in ("refused", "legal"))
        figures[f"{title(game)}, illegal clicks: number"] = len(refused)
        figures[f"{title(game)}, illegal click explained, median: ms"] = median(refused)
        figures[f"{title(game)}, illegal click explained, p95: ms"] = percentile(refused, 0.95)
        figures[f"{title(game)}, illegal click explained, worst: ms"] = max(refused)
        figures[f"{title(game)}, legal click shown, median: ms"] = median(legal)
        figures[f"{title(game)}, legal click shown, worst: ms"] = max(legal)
        progress.done(f"{title(game)}, illegal clicks", {"ms until it is explained (worst)": max(refused)})
    return figures


def main(
    rounds: Annotated[int, typer.Option(min=1, help="Loads of each address, and games; the median counts.")] = ROUNDS,
    floors: Floors = True,
    json_file: JsonFile = None,
) -> None:
    """Measure the page against its limits."""
    program = chromium_program()
    if program is None:
        Console(stderr=True).print("This benchmark needs Chromium: run 'apt install chromium'")
        raise typer.Exit(1)
    built_page.provide()
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(f"sqlite:///{folder}/parlour.sqlite", "--no-limits") as server,
        Client(server) as client,
        Progress("page", rounds * (1 + 2 * len(own())) + len(own()), "in Chromium, the cache cold") as progress,
        sync_playwright() as playwright,
    ):
        wait_for_rules(server)
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        figures = measured(browser, client, rounds, progress)
        browser.close()
    table = figures_table("The page, in Chromium on this machine", figures)
    conclude("page", table, figures, bounds(), floors, json_file)


if __name__ == "__main__":
    typer.run(main)
