"""Perft: the number of move sequences, depth by depth."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from time import perf_counter

from rich.console import Console

from parlour.match import Match
from parlour.perft import perft


def count(match: Match, depth: int) -> Iterator[tuple[int, float]]:
    """For each depth from 1: the number of sequences, with the lowest waiting seat moving each time, and seconds."""
    start = match.state
    perft(start, 1)  # compiles, or loads what was compiled
    for d in range(1, depth + 1):
        began = perf_counter()
        yield _interruptible(start, d), perf_counter() - began


def _interruptible(start: object, depth: int) -> int:
    """Run in another thread, because compiled code does not react to Ctrl-C."""
    found: list[int] = []
    worker = threading.Thread(target=lambda: found.append(int(perft(start, depth))), daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.1)
    return found[0]


def show(match: Match, depth: int, console: Console) -> None:
    """Print a table row by row as depths are counted."""
    console.print(f"{'depth':>5} {'sequences':>22} {'seconds':>10}", style="bold")
    for d, (nodes, seconds) in enumerate(count(match, depth), 1):
        console.print(f"{d:>5} {nodes:>22,} {seconds:>10.3f}")
