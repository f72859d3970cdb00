"""`python -m bench.start`: the first minute. How soon a game can be played, with nothing compiled and with everything.

Each figure is for a fresh process on all cores: a program that asks for legal moves and for a level-1 answer, and a
server where a person opens a table, moves and gets an answer. With nothing compiled, the cache folder is empty.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial

import typer

from bench.measure import Bound, Figures, medians
from bench.options import JsonFile, Limits, Rounds
from bench.progress import Progress
from bench.report import conclude, figures_table
from parlour.games import find, own
from tests.server.client import Client
from tests.server.process import ServerProcess

LONGEST = 600  # seconds to wait for anything
KINDS = ("cold", "warm")

PROGRAM = """
import time
began = time.monotonic()
import parlour
match = parlour.new({game!r}, seed=1)
match.legal(match.waiting[0])
print(time.monotonic() - began)
match.play(match.waiting[0], match.legal(match.waiting[0])[0])
parlour.bot({game!r}, "1", seed=1).choose(match, match.waiting[0])
print(time.monotonic() - began)
"""

HELP = "parlour --help: seconds"


def bounds() -> list[Bound]:
    """The limits for the first minute; a warm process is the yardstick for a cold one."""
    limits = [Bound(HELP, 0.3, is_most=True)]
    for name in own():
        title = find(name).title
        limits += [
            Bound(f"{title}, cold: s from the address to the first move", 2, is_most=True),
            Bound(f"{title}, cold: s from the address to the level-1 answer", 3, is_most=True),
            Bound(f"{title}, warm: s to the legal moves", 1, is_most=True),
            Bound(f"{title}, cold: s to the legal moves", None, f"{title}, warm: s to the legal moves", is_cost=True),
            Bound(f"{title}, all compiled: CPU s", None),
        ]
    return limits


def environment(cache: str) -> dict[str, str]:
    """The environment of a process that keeps its compiled code in this folder."""
    return {key: value for key, value in os.environ.items() if key != "PARLOUR_COMPILE"} | {"NUMBA_CACHE_DIR": cache}


def program(game: str, cache: str) -> tuple[float, float]:
    """Seconds from the start of a program to its first list of legal moves, and to a level-1 answer."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(game=game)],
        env=environment(cache),
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=True,
    )
    listed, answered = map(float, done.stdout.split())
    return listed, answered


def at_a_server(game: str, cache: str) -> tuple[float, float]:
    """Seconds from the server's printed address to a person's first move, and to the level-1 answer."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment(cache))
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            ServerProcess(f"sqlite:///{folder}/parlour.sqlite", "--no-limits") as server,
            Client(server) as client,
        ):
            began = time.monotonic()
            opened = client.open_table(game, ["me", "1"])
            with client.socket(opened.id) as socket:
                socket.hello(opened.tokens.values())
                state = socket.receive("state", timeout=LONGEST)
                socket.send("move", seat=0, branch=0, turn=0, text=state["view"]["legal"][0], ref=1)
                socket.wait_until(lambda: len(socket.moves[0]) >= 1, timeout=LONGEST)
                moved = time.monotonic() - began
                socket.wait_until(lambda: len(socket.moves[0]) >= 2, timeout=LONGEST)
                return moved, time.monotonic() - began
    finally:
        os.environ.clear()
        os.environ.update(before)


def compile_all(game: str, cache: str) -> float:
    """CPU seconds to compile all of a game."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "parlour", "warmup", game],
        env=environment(cache),
        capture_output=True,
        check=True,
        timeout=LONGEST,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def help_seconds() -> float:
    """Seconds that `parlour --help` takes."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-m", "parlour", "--help"], capture_output=True, check=True, timeout=LONGEST)
    return time.monotonic() - began


def taken(game: str) -> Figures:
    """All figures of a game, measured once."""
    title, figures = find(game).title, {}
    with tempfile.TemporaryDirectory() as folder:
        warm = f"{folder}/warm"
        figures[f"{title}, all compiled: CPU s"] = compile_all(game, warm)
        for kind in KINDS:
            for what, run in (("program", program), ("server", at_a_server)):
                first, answer = run(game, warm if kind == "warm" else f"{folder}/{what}")
                names = ("to the legal moves", "to a level-1 answer")
                if run is at_a_server:
                    names = ("from the address to the first move", "from the address to the level-1 answer")
                figures |= {
                    f"{title}, {kind}: s {name}": value for name, value in zip(names, (first, answer), strict=True)
                }
    return figures


def main(
    rounds: Rounds = 1,
    floors: Limits = True,
    json_file: JsonFile = None,
) -> None:
    """Measure how soon a game can be played, cold and warm."""
    with Progress("start", rounds * (1 + len(own())), "wall seconds on all cores") as progress:
        for _ in range(rounds):
            progress.take(HELP, lambda: {HELP: help_seconds()})
            for name in own():
                progress.take(find(name).title, partial(taken, name))
    figures = medians(progress.taken)
    table = figures_table("The first minute, all cores", figures)
    conclude("start", table, figures, bounds(), floors, json_file)


if __name__ == "__main__":
    typer.run(main)
