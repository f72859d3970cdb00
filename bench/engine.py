"""`python -m bench.engine`: speed and memory beside OpenSpiel and OR-Tools, in one run on one core."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import parlour
from bench import connect_four, longest_path, ours, searching
from bench.measure import ROUNDS, Bound, Figures, Measurement, Single, medians, pin_to_one_core
from bench.progress import take_in_turns
from bench.report import FloorsTable, how_taken, number, results, screen, spread

NEEDED = "The bench compares with OpenSpiel and OR-Tools, which are not all here: `make bench` adds them and runs this."
PEER_GAMES = {
    "connect_four": "connect_four",
    "havannah": "havannah(board_size=6)",
    "nine_mens_morris": "nine_mens_morris",
}

# A game is added by its lines in these three.


def work() -> list[Measurement]:
    """What is repeated for as long as --seconds says."""
    from bench import peers

    parlour.register(connect_four.GAME)
    return [
        *ours.random_games("exago", players=2, batch=100),
        *ours.random_games("traxx", players=4, batch=100),
        *ours.random_games("cirplexed", players=2, batch=300),
        *ours.random_games("tracktic", players=4, batch=20),
        *ours.random_games("connect_four", players=2, batch=10_000),
        searching.search("connect_four", players=2),
        searching.search("exago", players=2),
        searching.search("traxx", players=1),
        searching.search("cirplexed", players=2),
        searching.search("tracktic", players=2),
        *(measurement for title, text in PEER_GAMES.items() for measurement in peers.measurements(title, text)),
    ]


def singles() -> list[Single]:
    """What is taken once a round."""
    sizes = [ours.record_size(name) for name in ("exago", "traxx", "cirplexed", "tracktic")]
    return [*sizes, *searching.singles(), *longest_path.singles()]


BOUNDS = (
    Bound("Exago, sampled: plies", 2, "OpenSpiel havannah, rollouts: plies"),
    Bound("Exago, listed: plies", 0.6, "OpenSpiel havannah, rollouts: plies"),
    Bound("Exago, listed: games", 3, "OpenSpiel havannah, from Python: games"),
    Bound("Connect four, listed: games", 15, "OpenSpiel connect_four, rollouts: games"),
    Bound("Connect four, sampled: games", 15, "OpenSpiel connect_four, rollouts: games"),
    Bound("Träxx, sampled: games", 0.04, "OpenSpiel connect_four, MCTS: simulations"),
    Bound("Cirplexed!, sampled: games", 0.15, "OpenSpiel connect_four, MCTS: simulations"),
    Bound("Tracktic, sampled: games", 0.01, "OpenSpiel connect_four, MCTS: simulations"),
    Bound("Exago, state record: bytes", 256, is_most=True),
    Bound("Träxx, state record: bytes", 1024, is_most=True),
    Bound("Cirplexed!, state record: bytes", 4096, is_most=True),
    Bound("Tracktic, state record: bytes", 1536, is_most=True),
    *searching.BOUNDS,
    *longest_path.BOUNDS,
)


def rates_table(measurements: list[Measurement], figures: Figures, rounds: dict[str, list[float]]) -> Table:
    """A row for each measurement."""
    table = Table(title=f"Per CPU second, one core, {how_taken(rounds)}")
    table.add_column("")
    for heading in ("games", "plies", "simulations", "plies a game", "spread"):
        table.add_column(heading, justify="right")
    for measurement in measurements:
        row = {unit: figures.get(f"{measurement.name}: {unit}") for unit in ("games", "plies", "simulations")}
        length = row["plies"] / row["games"] if row["plies"] and row["games"] else None
        own = [spread(values) for name, values in rounds.items() if name.startswith(f"{measurement.name}: ")]
        cells = [number(value) if value else "" for value in (*row.values(), length)]
        table.add_row(measurement.name, *cells, f"{max(own):.0%}")
    return table


def as_json(figures: Figures, rounds: dict[str, list[float]], seconds: float) -> str:
    """All figures, each round's too, and the ratios."""
    packages = ("numba", "numpy", "open_spiel", "ortools")
    bounds = [asdict(result) for result in results(figures, BOUNDS)]
    versions = {"python": platform.python_version(), "parlour": parlour.__version__}
    versions |= {package: version(package) for package in packages}
    report = {"versions": versions, "seconds": seconds, "figures": figures, "rounds": rounds, "bounds": bounds}
    return json.dumps(report, indent=2) + "\n"


def main(
    seconds: Annotated[float, typer.Option(min=0.01, help="CPU seconds for each measurement in each round.")] = 4.0,
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is taken; the median counts.")] = ROUNDS,
    floors: Annotated[bool, typer.Option(help="Show the ratios against the floors.")] = True,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the figures to this file, too.")] = None,
) -> None:
    """Measure this engine and its peers in turns, and show the ratios against the floors."""
    pin_to_one_core()
    try:
        measurements, once = work(), singles()
    except ModuleNotFoundError as problem:
        if problem.name not in ("pyspiel", "ortools"):
            raise
        Console(stderr=True).print(NEEDED)
        raise typer.Exit(1) from None
    taken = take_in_turns("engine", measurements, once, seconds, rounds)
    figures = medians(taken, measurements)
    console = screen()
    console.print(rates_table(measurements, figures, taken))
    if floors:
        console.print(FloorsTable({"engine": results(figures, BOUNDS)}))
    if json_file is not None:
        json_file.write_text(as_json(figures, taken, seconds), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
