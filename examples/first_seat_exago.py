"""Is it better to go first? First-seat advantage in two-player Exago, between equal bots, with 95 % intervals.

    python examples/first_seat_exago.py                            # level 2, which is quick: less than a minute
    python examples/first_seat_exago.py --bot 4 --simulations 500  # stronger bots take longer

This shows matches and bots from Python, on all cores. Both seats have the same bot with different seeds, so the only
difference is who goes first. The bots' budget is a number of simulations, not a time: each game is determined by its
number, and the same command gives the same result again, however busy the machine is.

`parlour arena` does this and more for any bots: see docs/arena.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import parlour
from parlour.arena.statistics.intervals import share
from parlour.arena.tournament.pool import available_cores
from parlour.bots import title
from parlour.numbers import counted

RESULTS = ("first", "second", "nobody")  # who won


def play(number: int, bot: str, simulations: int) -> str:
    """The winner of the game with this number."""
    match = parlour.new("exago", players=2)
    bots = [parlour.bot("exago", bot, seed=f"game {number}, seat {seat}", simulations=simulations) for seat in range(2)]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat))
    assert match.outcome is not None
    return RESULTS[match.outcome.winners[0]] if match.outcome.winners else "nobody"


def verdict(counts: Counter[str]) -> str:
    """A conclusion: whether the first seat wins more or less than half of the games that have a winner."""
    decided = counts["first"] + counts["second"]
    if not decided:
        return "Nobody won a game."
    won = share([1] * counts["first"] + [0] * counts["second"])
    share_won = f"{won.value:.1%} ({won.low:.1%} to {won.high:.1%})"
    result = f"Of {counted(decided, 'game')} with a winner, the first seat won {share_won}"
    if won.low > 0.5:
        return f"{result}: it is better to go first."
    if won.high < 0.5:
        return f"{result}: it is better to go second."
    return f"{result}: this proves nothing; play more games."


def main(
    bot: Annotated[str, typer.Option(help="The bot in both seats: random, greedy or 1 to 5.")] = "2",
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 400,
    simulations: Annotated[int, typer.Option(min=1, help="The bots' budget for each move, in simulations.")] = 50,
) -> None:
    """Measure how much better it is to go first."""
    parlour.bot("exago", bot, simulations=simulations)  # so that an unknown bot raises now
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(available_cores(), get_context("spawn")) as pool:
        playing = [pool.submit(play, number, bot, simulations) for number in range(games)]
        finished = track(as_completed(playing), "games", games, console=Console(stderr=True), transient=True)
        counts.update(game.result() for game in finished)
    table = Table(title=f"Exago, two seats, both {title(bot)}: {counted(games, 'game')}")
    for heading in ("who won", "games", "share", "95 % interval"):
        table.add_column(heading, justify="left" if heading == "who won" else "right")
    for result in RESULTS:
        had = share([1] * counts[result] + [0] * (games - counts[result]))
        table.add_row(result, str(counts[result]), f"{had.value:.1%}", f"{had.low:.1%} to {had.high:.1%}")
    console = Console(highlight=False)
    console.print(table)
    console.print(verdict(counts), soft_wrap=True)


if __name__ == "__main__":
    try:
        typer.run(main)
    except parlour.ParlourError as problem:
        sys.exit(str(problem))
