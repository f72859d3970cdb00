"""`python -m bench.batches`: games stepped in batches by Parlour and pgx, and one by one by PettingZoo, in one run.

A step is one random legal move with everything a learner needs after it: observation, legal actions, reward, and a new
game if one has ended. Everything runs on one core and is measured in CPU time; only the speedup by a second thread
is measured on all cores, in wall time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import typer
from rich.table import Table

import parlour
from bench import connect_four
from bench.measure import (
    ROUNDS,
    Bound,
    Counts,
    Figures,
    Measurement,
    Single,
    all_cores,
    medians,
    pin_to_one_core,
)
from bench.options import CpuSeconds, Floors, JsonFile, Rounds
from bench.progress import take_in_turns
from bench.report import conclude, how_taken, needing, number, spread, versions
from parlour.games import find

NEEDED = "This benchmark needs pgx and PettingZoo: `make bench` installs them and runs it."
GAMES = 1024  # in a batch
STEPS = 20  # steps of a batch between two readings of the clock
SPAN = 1.0  # seconds of steps in threads
MANY = 8192  # games in a batch for two threads: a step of fewer games ends before a thread wakes up
EPISODES = 2  # steps in PettingZoo between two readings of the clock
TABLES = (
    ("connect_four", 2),
    ("exago", 2),
    ("exago", 4),
    ("traxx", 1),
    ("traxx", 4),
    ("cirplexed", 2),
    ("tracktic", 2),
)


def ours(name: str, players: int, has_bits: bool = False) -> Measurement:
    """One of our batches in one thread, with legal actions as lists, or also as bits."""
    batch = parlour.batch(name, players, GAMES, seed=1, threads=1)

    def work() -> Counts:
        for _ in range(STEPS):
            batch.step(batch.sample())
            if has_bits:
                batch.mask()
        return {"steps": STEPS * GAMES}

    return Measurement(_title(name, players) + (", bits too" if has_bits else ""), work)


def second_thread() -> float:
    """The speedup of a batch of Exago in two threads over one, in wall time."""
    with all_cores():
        one, two = (_steps_in_a_while(threads) for threads in (1, 2))
    return two / one


def _steps_in_a_while(threads: int) -> int:
    batch, steps = parlour.batch("exago", 2, MANY, seed=1, threads=threads), 0
    end = time.perf_counter() + SPAN
    while time.perf_counter() < end:
        batch.step(batch.sample())
        steps += 1
    batch.close()
    return steps


def _title(name: str, players: int) -> str:
    return f"{find(name).title}, {players} seat{'s' if players > 1 else ''}"


def pgx_batch(name: str, how: str) -> Measurement:
    """A batch of pgx, all steps in one compiled call.

    Its examples draw a move by `jax.random.categorical`, which needs a random number for every action. Drawing the
    index of a legal action instead is faster if there are many actions.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def categorical(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)

    def counted(key: Any, mask: Any) -> Any:
        many = mask.sum(-1)
        chosen = jnp.minimum((jax.random.uniform(key, (GAMES,)) * many).astype(jnp.int32), many - 1)
        return jnp.argmax(jnp.cumsum(mask, -1) > chosen[:, None], -1)

    draw: Callable[[Any, Any], Any] = {"categorical": categorical, "counted": counted}[how]

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, drawing, beginning = jax.random.split(key, 3)
        action = draw(drawing, state.legal_action_mask)
        return (step(state, action, jax.random.split(beginning, GAMES)), key), None

    run = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=STEPS)[0])
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), GAMES))
    carried = run((start, jax.random.PRNGKey(2)))

    def work() -> Counts:
        nonlocal carried
        carried = jax.block_until_ready(run(carried))
        return {"steps": STEPS * GAMES}

    return Measurement(f"pgx {name}, {how}", work)


def pettingzoo_games() -> Measurement:
    """PettingZoo's connect four, one game after another."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    env.reset(seed=1)

    def work() -> Counts:
        steps = 0
        for _ in range(EPISODES):
            env.reset()
            for agent in env.agent_iter():
                observation, _, is_over, is_cut, _ = env.last()
                action = None if is_over or is_cut else env.action_space(agent).sample(observation["action_mask"])
                env.step(action)
                steps += action is not None
        return {"steps": steps}

    return Measurement("PettingZoo connect_four", work)


def work() -> list[Measurement]:
    """The measurements, taken in turns."""
    parlour.register(connect_four.GAME)
    peers = [pgx_batch(name, how) for name in ("hex", "connect_four") for how in ("categorical", "counted")]
    return [
        *(ours(name, players) for name, players in TABLES),
        ours("exago", 2, has_bits=True),
        *peers,
        pettingzoo_games(),
    ]


THREADS = Single("Exago batch, two threads by one: times", second_thread)

BOUNDS = (
    Bound("Exago, 2 seats: steps", 3, "pgx hex, categorical: steps"),
    Bound("Exago, 2 seats: steps", 3, "pgx hex, counted: steps"),  # both sides do the same work
    Bound("Exago, 2 seats, bits too: steps", None, "pgx hex, counted: steps"),
    Bound(THREADS.name, 1.5),
    Bound("Connect four, 2 seats: steps", 1, "pgx connect_four, counted: steps"),
    Bound("Connect four, 2 seats: steps", 100, "PettingZoo connect_four: steps"),
)


def rates_table(figures: Figures, rounds: dict[str, list[float]]) -> Table:
    """A row for each measurement."""
    table = Table(title=f"Steps per CPU second, one core, batches of {GAMES}, {how_taken(rounds)}")
    for heading in ("", "steps", "spread"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, values in rounds.items():
        if name != THREADS.name:
            table.add_row(name.partition(":")[0], number(figures[name]), f"{spread(values):.0%}")
    return table


def main(seconds: CpuSeconds = 2.0, rounds: Rounds = ROUNDS, floors: Floors = True, json_file: JsonFile = None) -> None:
    """Measure our batches and those of the peers in turns, and show the ratios against the floors."""
    pin_to_one_core()
    with needing("jax", "pgx", "pettingzoo", "pygame", sentence=NEEDED):
        measurements = work()
    taken = take_in_turns("batches", measurements, (THREADS,), seconds, rounds)
    figures = medians(taken, measurements)
    table = rates_table(figures, taken)
    packages = versions("numba", "numpy", "jax", "pgx", "pettingzoo")
    conclude("batches", table, figures, BOUNDS, floors, json_file, versions=packages, seconds=seconds, rounds=taken)


if __name__ == "__main__":
    typer.run(main)
