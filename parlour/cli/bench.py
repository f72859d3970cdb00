"""How fast this installation plays random games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from parlour import kernel, rollout
from parlour.game import Game
from parlour.match import Match

RUNS = 3  # of which the median is reported
MODES: dict[str, Callable[..., Any]] = {"listed": rollout.play_listed, "sampled": rollout.play_sampled}


@dataclass(frozen=True)
class Speed:
    """Rates per second of CPU time."""

    games: float
    plies: float


def measure(game: Game, players: int, mode: str, seconds: float, tick: Callable[[], None] = lambda: None) -> Speed:
    """Measure random games, with all moves `listed` or one `sampled`; `tick` is called after each run."""
    start = Match.new(game, players, seed=0).state
    play = MODES[mode]
    play(start, 1, kernel.new_rng(0))  # compiles, or loads compiled code
    runs = []
    for run in range(RUNS):
        runs.append(_run(play, start, kernel.new_rng(run), seconds))
        tick()
    return sorted(runs, key=lambda speed: speed.plies)[RUNS // 2]


def _run(play: Callable[..., Any], start: Any, rng: Any, seconds: float) -> Speed:
    games = plies = 0
    batch = 1
    began = process_time()
    while (spent := process_time() - began) < seconds or games == 0:
        plies += int(play(start, batch, rng))
        games += batch
        batch = min(2 * batch, 4096)
    return Speed(games / spent, plies / spent)


def show(game: Game, seconds: float, console: Console, progress_console: Console) -> None:
    """Measure a game with every number of players, and print a table."""
    table = Table(box=SIMPLE, title=f"{game.title}: random play per CPU second", title_justify="left", pad_edge=False)
    table.add_column("players", justify="right")
    for mode in MODES:
        table.add_column(f"games,\n{mode}", justify="right")
        table.add_column(f"plies,\n{mode}", justify="right")
    with Progress(*Progress.get_default_columns(), console=progress_console, transient=True) as progress:
        task = progress.add_task(game.title, total=len(game.players) * len(MODES) * RUNS)
        for players in game.players:
            speeds = [measure(game, players, mode, seconds, lambda: progress.advance(task)) for mode in MODES]
            row = [f"{number:,.0f}" for speed in speeds for number in (speed.games, speed.plies)]
            table.add_row(str(players), *row)
    console.print(table)
    console.print(f"A state takes {game.rules.STATE.itemsize} bytes; each number is the median of {RUNS} runs.")
