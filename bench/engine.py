"""`python -m bench.engine`: speed and memory compared with OpenSpiel and OR-Tools, in one run on one core."""

from __future__ import annotations

import typer
from rich.table import Table

import parlour
from bench import connect_four, longest_path, ours, searching
from bench.measure import ROUNDS, Bound, Figures, Measurement, Single, medians, pin_to_one_core
from bench.options import CpuSeconds, Floors, JsonFile, Rounds
from bench.progress import take_in_turns
from bench.report import conclude, how_taken, needing, number, spread, versions

NEEDED = "This benchmark needs OpenSpiel and OR-Tools: `make bench` installs them and runs it."
PEER_GAMES = {
    "connect_four": "connect_four",
    "havannah": "havannah(board_size=6)",
    "nine_mens_morris": "nine_mens_morris",
}

# To add a game, add its lines to these three.


def work() -> list[Measurement]:
    """Measurements that are repeated for --seconds."""
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
    """Figures that are taken once per round."""
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


def main(seconds: CpuSeconds = 4.0, rounds: Rounds = ROUNDS, floors: Floors = True, json_file: JsonFile = None) -> None:
    """Measure this engine and its peers in turns, and show the ratios against the floors."""
    pin_to_one_core()
    with needing("pyspiel", "ortools", sentence=NEEDED):
        measurements, once = work(), singles()
    taken = take_in_turns("engine", measurements, once, seconds, rounds)
    figures = medians(taken, measurements)
    table = rates_table(measurements, figures, taken)
    packages = versions("numba", "numpy", "open_spiel", "ortools")
    conclude("engine", table, figures, BOUNDS, floors, json_file, versions=packages, seconds=seconds, rounds=taken)


if __name__ == "__main__":
    typer.run(main)
