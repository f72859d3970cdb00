"""Learn to play Träxx alone, from nothing but games of one's own, and beat the bot `greedy`.

    python examples/solo_traxx_policy.py
    python examples/solo_traxx_policy.py --plot learning.svg     # the way there as a picture, with matplotlib

Shown here: `parlour.batch` plays hundreds of games; all that the learner knows are its arrays. For every legal
move of every game NumPy works out what the sheet would look like after it, and describes that in seventeen numbers:
how many fields can still be walked to, how many ways out the ends have, how far the numbers are. What such a sheet will
still bring is a weighted sum of them, with weights of its own in each round. They are found by least squares from
finished games; then games are played with the new weights, which makes better games to learn from, and so on.

At the end the policy and `greedy` play the same fresh deals.
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
STEPS = 5  # a line grows by so many fields at most
FAR = 99
MEMORY = 0.6  # how much of what it knows a learner keeps when it learns more
CAUTION = 5.0  # how large weights are avoided, in games that would have to speak for them
NOISE = 0.8  # points by which a move may look worse and still be tried now and then

# Planes are 9 by 9 fields. With a rim around them, flattened, a neighbour is always the same number of places away.
WIDE = 11
AROUND = [rows * WIDE + columns for columns, rows in HEX_STEPS]
INSIDE = slice(WIDE + 1, WIDE * WIDE - WIDE - 1)


def walks() -> Numbers:
    """Row k: how far from the end of the line the k-th walk is after each step, and 0 after its last one.

    The actions of Träxx count these walks in the order of words whose letters are directions: 0 is to pass, then all
    walks from the first end of the line, then all from its last.
    """
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), (0,))]
    for word, places in found:  # grows meanwhile
        if len(word) < STEPS:
            steps = [(direction, places[-1] + step) for direction, step in enumerate(AROUND)]
            found += [((*word, letter), (*places, place)) for letter, place in steps if place not in places]
    rows = [[*places[1:], *[0] * STEPS][:STEPS] for _, places in sorted(found)]
    return np.array(rows, np.int64)


WALKS = walks()
LENGTHS = (WALKS != 0).sum(axis=1)
LAST_WALK = len(WALKS) - 1


class Candidates(NamedTuple):
    """All legal moves of all games of a batch, in a row."""

    game: Numbers  # whose move it is
    action: Numbers
    gain: Floats  # points that the move brings
    features: Floats  # move, feature: what the sheet is like after it


def planes_of(batch: parlour.Batch) -> dict[str, Bits]:
    """The planes that are looked at by name, each with a rim and flattened: game, place."""
    padded = np.pad(batch.planes, ((0, 0), (0, 0), (1, 1), (1, 1))).reshape(len(batch), -1, WIDE * WIDE)
    names = [feature.name for feature in batch.encoding.planes for _ in range(feature.many)]
    return {name: padded[:, names.index(name)] for name in ("board", "number", "line", "first", "last")}


def candidates(batch: parlour.Batch, rounds_left: int) -> Candidates:
    """What each legal move of each game gains, and what it leaves."""
    game = np.repeat(np.arange(len(batch)), batch.counts)
    action = batch.actions[np.arange(batch.actions.shape[1]) < batch.counts[:, None]].astype(np.int64)
    is_last = action > LAST_WALK  # of the two ends
    walk = action - LAST_WALK * is_last
    planes = planes_of(batch)
    first, last = planes["first"].argmax(axis=1)[game], planes["last"].argmax(axis=1)[game]
    end = np.where(is_last, last, first)
    path = end + WALKS[walk].T  # step, move; where there is no step it is the end
    tip = np.where(LENGTHS[walk] > 0, path[LENGTHS[walk] - 1, np.arange(walk.size)], end)
    ends = np.where(is_last, first, tip), np.where(is_last, tip, last)

    number = planes["number"][0].astype(np.int64)  # all have the same sheet
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
    """A number counts in full if no higher one was reached before, else half (T13)."""
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
        np.minimum(size, 3 * rounds_left),  # more than that is of little use
        np.minimum(size, 4 * rounds_left),
        *((ways == many).sum(axis=0) for many in (0, 1, 2, 3)),  # corners out of which a line may not come again
        *within,  # numbers by how far away they are,
        (worth * (values > highest) * (distance > 0)).sum(axis=0),  # and those that still count in full
    ]
    return np.stack(features, axis=1).astype(np.float64)


def walk_out(free: Bits, ends: tuple[Numbers, Numbers], numbered: Numbers) -> tuple[Bits, Bits, Numbers]:
    """From both ends over free fields: all that can be reached, how far the numbers are (0: no way), how much is near.

    Step by step for all moves together, eight of them in a byte.
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
    """What the six neighbours of each place come to."""
    total = np.zeros_like(fields)
    for step in AROUND:
        gather(total[INSIDE], fields[INSIDE.start + step : INSIDE.stop + step], out=total[INSIDE])
    return total


class Played(NamedTuple):
    """One game after the other of a batch, from the first round to the last."""

    scores: Floats  # game
    gains: Floats  # round, game
    features: Floats  # round, game, feature: of the moves that were made


def play(batch: parlour.Batch, weights: Floats, noise: float, random: np.random.Generator) -> Played:
    """Play all games of a batch that has just begun; noise makes moves likely that look almost as good as the best."""
    gains, features = [], []
    for number in range(ROUNDS):
        moves = candidates(batch, ROUNDS - 1 - number)
        values = moves.gain + moves.features @ weights[number] + noise * random.gumbel(size=moves.gain.size)
        best = np.lexsort((values, moves.game))[np.cumsum(batch.counts) - 1]  # the last of each game
        gains.append(moves.gain[best])
        features.append(moves.features[best])
        batch.step(moves.action[best])
    return Played(batch.rewards[:, 0].astype(np.float64), np.array(gains), np.array(features))


class Learner:
    """Weights for each round, by least squares; older games count less, and those of the rounds beside it half."""

    def __init__(self, features: int) -> None:
        self.weights: Floats = np.zeros((ROUNDS, features))
        self._squares: Floats = np.zeros((ROUNDS, features, features))
        self._products: Floats = np.zeros((ROUNDS, features))

    def learn(self, played: Played) -> None:
        """Fit what the sheets after the moves that were made have brought from then on."""
        to_come = played.gains.sum(axis=0) - played.gains.cumsum(axis=0)
        seen = played.features.transpose(0, 2, 1)
        self._squares = MEMORY * self._squares + seen @ played.features
        self._products = MEMORY * self._products + (seen @ to_come[..., None])[..., 0]
        squares, products = with_neighbours(self._squares), with_neighbours(self._products)
        sizes = np.diagonal(squares, axis1=1, axis2=2)  # of features: a penalty for large weights is by their measure
        penalty = np.eye(sizes.shape[1]) * (1e-6 + CAUTION * sizes / sizes[:, :1])[:, None]
        self.weights = np.linalg.solve(squares + penalty, products[..., None])[..., 0].astype(np.float64)
        self.weights[-1] = 0.0  # after the last round nothing is to come


def with_neighbours(by_round: Floats) -> Floats:
    """Sums by round, with half of those of the round before and the round after."""
    total = by_round.copy()
    total[1:] += by_round[:-1] / 2
    total[:-1] += by_round[1:] / 2
    return total


def greedy_score(match: parlour.Match, bot: Bot) -> int:
    """What a bot makes of a match alone."""
    while match.waiting:
        match.play(0, bot.choose(match, 0))
    assert match.outcome is not None
    return match.outcome.scores[0]


def told(estimate: Estimate | None) -> str:
    """A mean and its 95 % interval."""
    assert estimate is not None
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def plot(path: Path, learned: list[float], policy: float, greedy: float) -> None:
    """The means of the games that were learned from, beside what came of it."""
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
    lessons: Annotated[int, typer.Option(min=1, help="How often it plays and learns.")] = 15,
    games: Annotated[int, typer.Option(min=1, help="Games in each lesson.")] = 1000,
    deals: Annotated[int, typer.Option(min=2, help="Fresh deals on which it is compared with greedy.")] = 1000,
    seed: Annotated[str, typer.Option(help="For deals and noise.")] = "1",
    plot_file: Annotated[Path | None, typer.Option("--plot", help="Draw the way there to this file.")] = None,
) -> None:
    """Learn to play Träxx alone, and compare with the bot `greedy`."""
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
    console.print(f"  policy      {told(mean(policy.tolist()))}")
    console.print(f"  greedy      {told(mean(greedy.tolist()))}")
    console.print(f"  difference  {told(mean((policy - greedy).tolist()))}")
    if plot_file is not None:
        plot(plot_file, learned, float(policy.mean()), float(greedy.mean()))


if __name__ == "__main__":
    typer.run(main)
