"""Learn to play solo Träxx purely by self-play, and beat the bot `greedy`.

    python examples/solo_traxx_policy.py
    python examples/solo_traxx_policy.py --plot learning.svg     # also plots the learning curve, with matplotlib

`parlour.batch` plays hundreds of games in parallel, and the learner sees only its arrays. For every legal move of
every game, NumPy computes the resulting sheet and describes it by seventeen features: how many fields are still
reachable, how many ways out the ends have, how far away the numbers are. The expected further points are a weighted
sum of the features, with separate weights for each round. The weights are fitted to finished games by least squares;
the new weights play better games to learn from, and so on.

At the end, the policy and `greedy` play the same fresh deals.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import parlour
from parlour.arena.statistics.intervals import Estimate, mean
from parlour.bots import Bot
from parlour.grid import HEX_STEPS

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
Bits = NDArray[np.uint8]

ROUNDS = 15
STEPS = 5  # the most fields by which a line grows in a move
FAR = 99
MEMORY = 0.6  # the weight of earlier lessons, per lesson
CAUTION = 5.0  # the strength of the penalty for large weights, in games
NOISE = 0.8  # the scale of the exploration noise, in points

# Planes are 9 by 9 fields. Padded with a rim and flattened, a neighbour is always the same number of places away.
WIDE = 11
AROUND = [rows * WIDE + columns for columns, rows in HEX_STEPS]
INSIDE = slice(WIDE + 1, WIDE * WIDE - WIDE - 1)


def walks() -> Numbers:
    """Row k: the offset of the k-th walk from the end of the line after each step, and 0 after its last step.

    Träxx's actions number these walks in alphabetical order, with directions as letters: 0 is to pass, then come all
    walks from the first end of the line, then all from its last end.
    """
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), (0,))]
    for word, places in found:  # the list grows during the loop
        if len(word) < STEPS:
            steps = [(direction, places[-1] + step) for direction, step in enumerate(AROUND)]
            found += [((*word, letter), (*places, place)) for letter, place in steps if place not in places]
    rows = [[*places[1:], *[0] * STEPS][:STEPS] for _, places in sorted(found)]
    return np.array(rows, np.int64)


WALKS = walks()
LENGTHS = (WALKS != 0).sum(axis=1)
LAST_WALK = len(WALKS) - 1


class Candidates(NamedTuple):
    """All legal moves of all games of a batch, one after another."""

    game: Numbers  # the game of the move
    action: Numbers
    gain: Floats  # points that the move brings
    features: Floats  # move, feature: the sheet after the move


def planes_of(batch: parlour.Batch) -> dict[str, Bits]:
    """The planes that the learner uses, by name, each padded and flattened: game, place."""
    padded = np.pad(batch.planes, ((0, 0), (0, 0), (1, 1), (1, 1))).reshape(len(batch), -1, WIDE * WIDE)
    names = [feature.name for feature in batch.encoding.planes for _ in range(feature.many)]
    return {name: padded[:, names.index(name)] for name in ("board", "number", "line", "first", "last")}


def candidates(batch: parlour.Batch, rounds_left: int) -> Candidates:
    """The points that each legal move of each game gains, and the features of the sheet after it."""
    game = np.repeat(np.arange(len(batch)), batch.counts)
    action = batch.actions[np.arange(batch.actions.shape[1]) < batch.counts[:, None]].astype(np.int64)
    is_last = action > LAST_WALK  # whether the move extends the last end
    walk = action - LAST_WALK * is_last
    planes = planes_of(batch)
    first, last = planes["first"].argmax(axis=1)[game], planes["last"].argmax(axis=1)[game]
    end = np.where(is_last, last, first)
    path = end + WALKS[walk].T  # step, move; the end where a walk has no more steps
    tip = np.where(LENGTHS[walk] > 0, path[LENGTHS[walk] - 1, np.arange(walk.size)], end)
    ends = np.where(is_last, first, tip), np.where(is_last, tip, last)

    number = planes["number"][0].astype(np.int64)  # the same sheet in all games
    highest = (planes["number"] * planes["line"]).max(axis=1).astype(np.int64)[game]
    gain = LENGTHS[walk].astype(np.float64)
    for place in path:
        reached = np.where(place == end, 0, number[place])
        gain += points(reached, highest)
        highest = np.maximum(reached, highest)

    free = (planes["board"] & ~planes["line"]).T[:, game]  # place, move
    free[path, np.arange(walk.size)] = 0
    return Candidates(game, action, gain, describe(free, ends, highest, number, rounds_left))


def points(number: Numbers, highest: Numbers) -> Numbers:
    """A number counts in full if no higher one was reached before, otherwise half (T13)."""
    return np.where(number > highest, number, (number + 1) // 2)


def describe(free: Bits, ends: tuple[Numbers, Numbers], highest: Numbers, number: Numbers, rounds_left: int) -> Floats:
    """The features of lines with these ends and these free fields."""
    moves = np.arange(highest.size)
    exits = [np.sum([free[end + step, moves] for step in AROUND], axis=0) for end in ends]
    numbered = np.flatnonzero(number)
    room, distance, near = walk_out(free, ends, numbered)
    size = room.sum(axis=0, dtype=np.int64)
    ways = np.where(room, beside(free, np.add), FAR)
    values = number[numbered][:, None]
    worth = points(values, highest)
    within = [
        (worth * ((low <= distance) & (distance <= high))).sum(axis=0)
        for low, high in ((1, 2), (3, 4), (5, 7), (8, FAR))
    ]
    features: list[NDArray[Any]] = [
        np.ones(highest.size),
        *(np.minimum(exits[0], most) + np.minimum(exits[1], most) for most in (1, 2, 3)),
        near,
        size,
        np.minimum(size, 3 * rounds_left),  # more room than that is of little use
        np.minimum(size, 4 * rounds_left),
        *((ways == many).sum(axis=0) for many in (0, 1, 2, 3)),  # fields by exits: a line may get stuck in corners
        *within,  # reachable numbers by distance
        (worth * (values > highest) * (distance > 0)).sum(axis=0),  # those that still count in full
    ]
    return np.stack(features, axis=1).astype(np.float64)


def walk_out(free: Bits, ends: tuple[Numbers, Numbers], numbered: Numbers) -> tuple[Bits, Bits, Numbers]:
    """Search from both ends over free fields: reachable fields, distances of numbers (0: unreachable), fields nearby.

    A breadth-first search for all moves together, eight of them in a byte.
    """
    many = free.shape[1]
    start = np.zeros_like(free)
    start[ends, np.arange(many)] = 1
    edge, left = np.packbits(start, axis=1), np.packbits(free, axis=1)
    layers, distance = [], np.zeros((numbered.size, many), np.uint8)
    while edge.any():
        distance += np.unpackbits(left[numbered], axis=1, count=many)
        edge = beside(edge, np.bitwise_or) & left
        left ^= edge
        layers.append(edge)
    room = np.unpackbits(np.bitwise_or.reduce(layers), axis=1, count=many)
    near = np.unpackbits(np.bitwise_or.reduce(layers[:2]), axis=1, count=many)
    return room, distance * room[numbered], near.sum(axis=0, dtype=np.int64)


def beside(fields: Bits, gather: np.ufunc) -> Bits:
    """The sum, or another reduction, of the six neighbours of each place."""
    total = np.zeros_like(fields)
    for step in AROUND:
        gather(total[INSIDE], fields[INSIDE.start + step : INSIDE.stop + step], out=total[INSIDE])
    return total


class Played(NamedTuple):
    """The games of a batch, from the first round to the last."""

    scores: Floats  # game
    gains: Floats  # round, game
    features: Floats  # round, game, feature: of the moves made


def play(batch: parlour.Batch, weights: Floats, noise: float, random: np.random.Generator) -> Played:
    """Play all games of a new batch. Noise sometimes selects moves that look almost as good as the best."""
    gains, features = [], []
    for number in range(ROUNDS):
        moves = candidates(batch, ROUNDS - 1 - number)
        values = moves.gain + moves.features @ weights[number] + noise * random.gumbel(size=moves.gain.size)
        best = np.lexsort((values, moves.game))[np.cumsum(batch.counts) - 1]  # the last move of each game, once sorted
        gains.append(moves.gain[best])
        features.append(moves.features[best])
        batch.step(moves.action[best])
    return Played(batch.rewards[:, 0].astype(np.float64), np.array(gains), np.array(features))


class Learner:
    """Weights for each round, by least squares; older games count less, and adjacent rounds count half."""

    def __init__(self, features: int) -> None:
        self.weights: Floats = np.zeros((ROUNDS, features))
        self._squares: Floats = np.zeros((ROUNDS, features, features))
        self._products: Floats = np.zeros((ROUNDS, features))

    def learn(self, played: Played) -> None:
        """Fit the weights to the points gained after each move."""
        to_come = played.gains.sum(axis=0) - played.gains.cumsum(axis=0)
        seen = played.features.transpose(0, 2, 1)
        self._squares = MEMORY * self._squares + seen @ played.features
        self._products = MEMORY * self._products + (seen @ to_come[..., None])[..., 0]
        squares, products = with_neighbours(self._squares), with_neighbours(self._products)
        sizes = np.diagonal(squares, axis1=1, axis2=2)  # the penalty is scaled by the size of each feature
        penalty = np.eye(sizes.shape[1]) * (1e-6 + CAUTION * sizes / sizes[:, :1])[:, None]
        self.weights = np.linalg.solve(squares + penalty, products[..., None])[..., 0].astype(np.float64)
        self.weights[-1] = 0.0  # nothing comes after the last round


def with_neighbours(by_round: Floats) -> Floats:
    """Sums by round, plus half of those of the adjacent rounds."""
    total = by_round.copy()
    total[1:] += by_round[:-1] / 2
    total[:-1] += by_round[1:] / 2
    return total


def greedy_score(match: parlour.Match, bot: Bot) -> int:
    """A bot's score in a solo match."""
    while match.waiting:
        match.play(0, bot.choose(match, 0))
    assert match.outcome is not None
    return match.outcome.scores[0]


def interval_text(estimate: Estimate | None) -> str:
    """A mean and its 95 % interval."""
    assert estimate is not None
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def plot(path: Path, learned: list[float], policy: float, greedy: float) -> None:
    """Plot the mean score of each lesson, beside those of the final policy and `greedy`."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.6), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(range(1, len(learned) + 1), learned, "o-", color="#1f4e79", label="while learning, with noise")
    axes.axhline(policy, color="#1f4e79", linestyle="--", label="the policy, fresh deals")
    axes.axhline(greedy, color="#c0504d", linestyle="--", label="greedy, the same deals")
    axes.set_xlabel("lessons")
    axes.set_ylabel("points, mean")
    axes.locator_params(axis="x", integer=True)
    axes.legend(loc="lower right", frameon=False)
    figure.savefig(path)


def main(
    lessons: Annotated[int, typer.Option(min=1, help="How many lessons: each plays games and learns from them.")] = 15,
    games: Annotated[int, typer.Option(min=1, help="Games in each lesson.")] = 1000,
    deals: Annotated[int, typer.Option(min=2, help="Fresh deals for the comparison with greedy.")] = 1000,
    seed: Annotated[str, typer.Option(help="The seed of deals and noise.")] = "1",
    plot_file: Annotated[Path | None, typer.Option("--plot", help="Plot the learning curve to this file.")] = None,
) -> None:
    """Learn to play solo Träxx, and compare the policy with the bot `greedy`."""
    if plot_file is not None and find_spec("matplotlib") is None:
        sys.exit("Plots need matplotlib: .venv/bin/pip install -e '.[arena]'")
    console = Console(highlight=False)
    random = np.random.default_rng(list(seed.encode()))
    batch = parlour.batch("traxx", 1, games, seed=f"{seed} to learn from")
    learner, learned = Learner(candidates(batch, ROUNDS - 1).features.shape[1]), []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for _ in progress.track(range(lessons), description="lessons"):
            played = play(batch, learner.weights, NOISE, random)
            learner.learn(played)
            learned.append(float(played.scores.mean()))
            console.print(f"{len(learned) * games:>7,} games   mean of the last {games:,}: {learned[-1]:6.2f}")
        fresh = parlour.batch("traxx", 1, deals, seed=f"{seed} fresh")
        matches = [fresh.match(game) for game in range(deals)]
        policy = play(fresh, learner.weights, 0.0, random).scores
        bot = parlour.bot("traxx", "greedy", seed=seed)
        tracked = progress.track(matches, description="greedy on the same deals")
        greedy = np.array([greedy_score(match, bot) for match in tracked])
    console.print(f"On {deals:,} fresh deals, means with 95 % intervals:")
    console.print(f"  policy      {interval_text(mean(policy.tolist()))}")
    console.print(f"  greedy      {interval_text(mean(greedy.tolist()))}")
    console.print(f"  difference  {interval_text(mean((policy - greedy).tolist()))}")
    if plot_file is not None:
        plot(plot_file, learned, float(policy.mean()), float(greedy.mean()))


if __name__ == "__main__":
    typer.run(main)
