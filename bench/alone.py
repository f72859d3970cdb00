"""`python -m bench.alone`: how close level 5 at solo Träxx comes to a player who knows the order of the cards."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from time import thread_time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

import parlour
from parlour.arena.statistics.intervals import mean
from parlour.games.traxx import best_possible

GREAT = 35  # a result above this is called great by the rulebook


def played(deal: int, effort: float) -> tuple[int, int, int]:
    """Level 5's score on a deal, the best score found when the order is known, and an upper bound."""
    seed = f"0/{deal}"  # the same deal as in the arena
    best = best_possible(parlour.new("traxx", 1, seed=seed))
    match, bot = (
        parlour.new("traxx", 1, seed=seed),
        parlour.bot("traxx", 5, seed=seed, effort=effort, clock=thread_time),
    )
    while match.waiting:
        match.play(0, bot.choose(match, 0))
    assert match.outcome is not None
    return match.outcome.scores[0], best.score, best.bound


def main(
    deals: Annotated[int, typer.Option(min=2, help="How many deals are played.")] = 400,
    effort: Annotated[float, typer.Option(min=0.001, help="A factor on the bot's time and simulations.")] = 0.1,
) -> None:
    """Play solo deals at level 5, and compare with the best lines for the same orders of the cards."""
    columns = (SpinnerColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("deals"))
    processes = ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))
    with processes, Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        results = processes.map(played, range(deals), [effort] * deals)
        rows = list(progress.track(results, total=deals))
    own, best, bound = ([row[k] for row in rows] for k in range(3))
    estimate = mean([float(points) for points in own])
    assert estimate is not None
    console = Console()
    console.print(f"{deals} deals, effort {effort:g}.")
    console.print(f"Level 5: {estimate.value:.2f} points on average (95 %: {estimate.low:.2f} to {estimate.high:.2f}),")
    console.print(f"{estimate.value - GREAT:+.2f} from {GREAT}, above which the rulebook calls a result great;")
    console.print(f"{100 * sum(own) / sum(best):.1f} % of the best lines found ({sum(best) / deals:.2f}),")
    console.print(f"{100 * sum(own) / sum(bound):.1f} % of what no line exceeds ({sum(bound) / deals:.2f}).")


if __name__ == "__main__":
    typer.run(main)
