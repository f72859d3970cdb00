"""Is it better to begin? First-seat advantage in Exago for two, between equal bots, with 95 % intervals.

    python examples/first_seat_exago.py                            # level 2, which is quick: less than a minute
    python examples/first_seat_exago.py --bot 4 --games 200        # stronger bots take longer

Shown here: matches and bots from Python, on all cores. Both seats have the same bot with luck of its own, so that all
that differs is who begins. Each game follows from its number alone: the same command tells the same again, as long as
no bot runs out of time.

`parlour arena` does this and more for any bots: see docs/arena.md.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from multiprocessing import get_context
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import parlour
from parlour.arena.estimates import NORMAL, Estimate, mean
from parlour.arena.pool import available_cores
from parlour.bots import title

RESULTS = ("first", "second", "nobody")  # who won


def play(number: int, bot: str, effort: float) -> str:
    """Who wins the game of this number."""
    match = parlour.new("exago", players=2)
    bots = [parlour.bot("exago", bot, seed=f"game {number}, seat {seat}", effort=effort) for seat in range(2)]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat))
    assert match.outcome is not None
    return RESULTS[match.outcome.winners[0]] if match.outcome.winners else "nobody"


def wilson(successes: int, trials: int) -> Estimate:
    """A share with its 95 % interval by Wilson's score, which holds for few trials and rare events, too."""
    share, z = successes / trials, NORMAL
    centre = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
    margin = z * sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2)) / (1 + z**2 / trials)
    return Estimate(share, max(0.0, centre - margin), min(1.0, centre + margin))


def advantage(counts: Counter[str]) -> Estimate:
    """The points of the first seat less those of the second, a draw being half for both, by game."""
    found = mean([1.0] * counts["first"] + [-1.0] * counts["second"] + [0.0] * counts["nobody"])
    assert found is not None, "there are games"
    return found


def verdict(found: Estimate) -> str:
    """What can be said of it."""
    if found.low > 0:
        return "It is better to begin."
    if found.high < 0:
        return "It is better to be second."
    return "Nothing is proved: more games would tell more."


def main(
    bot: Annotated[str, typer.Option(help="The bot in both seats: random, greedy or 1 to 5.")] = "2",
    games: Annotated[int, typer.Option(min=2, help="How many games are played.")] = 400,
    effort: Annotated[float, typer.Option(help="A factor on how long bots think.")] = 0.1,
) -> None:
    """Measure how much better it is to begin."""
    parlour.bot("exago", bot, effort=effort)  # to be told now if there is no such bot
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(available_cores(), get_context("spawn")) as pool:
        playing = [pool.submit(play, number, bot, effort) for number in range(games)]
        finished = track(as_completed(playing), "games", games, console=Console(stderr=True), transient=True)
        counts.update(game.result() for game in finished)
    table = Table(title=f"Exago, two seats, both {title(bot)}: {games} games")
    for heading in ("who won", "games", "share", "95 % interval"):
        table.add_column(heading, justify="left" if heading == "who won" else "right")
    for result in RESULTS:
        share = wilson(counts[result], games)
        interval = f"{share.low:.1%} to {share.high:.1%}"
        table.add_row(result, str(counts[result]), f"{share.value:.1%}", interval)
    found = advantage(counts)
    console = Console(highlight=False)
    console.print(table)
    console.print(f"First seat's lead: {found.value:+.3f} points a game ({found.low:+.3f} to {found.high:+.3f}).")
    console.print(verdict(found))


if __name__ == "__main__":
    typer.run(main)
