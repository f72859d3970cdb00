"""Measurements of the tree search: its speed, the speedup by a second thread, and how long other threads wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import parlour
from bench.measure import Bound, Counts, Measurement, Single, all_cores
from parlour import compiling
from parlour.bots.tree_search import TreeSearch
from parlour.games import find
from parlour.kernel import new_rng

SIMULATIONS = 500  # in one search from the start of a game, as with OpenSpiel
SPAN = 2.0  # seconds of searches in threads
THINKERS = 8
OPENING = ("f6", "f7", "g6", "e6")  # Exago: the first tile has only one place, which needs no search
TICK = 0.005  # seconds between wake-ups of the main thread


def search(name: str, players: int) -> Measurement:
    """Tree search with one random game per leaf."""
    think = _search(name, players)

    def work() -> Counts:
        think(SIMULATIONS)
        return {"simulations": SIMULATIONS}

    return Measurement(f"{find(name).title}, tree search", work)


def _search(name: str, players: int) -> Callable[[int], object]:
    compiling.require(name)  # or the first searches would run in plain Python
    match, tree, rng = parlour.new(name, players=players, seed=1), TreeSearch(find(name), players, {}), new_rng(1)

    def think(simulations: int) -> None:
        tree.begin(match.state, match.waiting[0], rng)
        tree.search(simulations)

    return think


def _in_threads(searches: int, name: str) -> float:
    """Simulations per second of several searches in parallel."""
    done = [0] * searches
    thinking = [_search(name, 2) for _ in range(searches)]
    end = time.perf_counter() + SPAN

    def run(number: int) -> None:
        while time.perf_counter() < end:
            thinking[number](10 * SIMULATIONS)
            done[number] += 10 * SIMULATIONS

    threads = [threading.Thread(target=run, args=(number,)) for number in range(searches)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / SPAN


def second_thread() -> float:
    """The speedup of two threads over one."""
    with all_cores():
        return _in_threads(2, "exago") / _in_threads(1, "exago")


def longest_wait() -> float:
    """The longest delay of the main thread in milliseconds while eight of the strongest bots search."""
    match = parlour.new("exago", seed=1)
    for text in OPENING:
        match.play(match.waiting[0], text)
    seat = match.waiting[0]
    parlour.bot("exago", "5", simulations=1).choose(match, seat)  # loads compiled code
    bots = [parlour.bot("exago", "5", seed=number, seconds=SPAN) for number in range(THINKERS)]
    with all_cores():
        threads = [threading.Thread(target=bot.choose, args=(match, seat)) for bot in bots]
        for thread in threads:
            thread.start()
        longest, before = 0.0, time.perf_counter()
        while any(thread.is_alive() for thread in threads):
            time.sleep(TICK)
            now = time.perf_counter()
            longest, before = max(longest, now - before - TICK), now
    return 1000 * longest


def singles() -> list[Single]:
    """Figures that are taken once per round."""
    return [
        Single("Exago, two threads by one: times", second_thread),
        Single("main thread beside eight bots, longest wait: ms", longest_wait),
    ]


BOUNDS = (
    Bound("Connect four, tree search: simulations", 10, "OpenSpiel connect_four, MCTS: simulations"),
    Bound("Exago, tree search: simulations", 2, "OpenSpiel havannah, MCTS: simulations"),
    Bound("Exago, two threads by one: times", 1.8),
    Bound("main thread beside eight bots, longest wait: ms", 50, is_most=True),
)
