"""Train relu_units.json: `python -m parlour.games.traxx.bot.train`.

Plays solo games with a short search. The hidden units of a small ReLU network are fitted to the difference between the
values that the search found and those of the heuristic. (A second round, with games played by those units, made the
heuristic alone worse, and the search no better.)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from parlour.games import find
from parlour.games.traxx.bot.features import AT, BY_CARDS, FEATURES, OUTPUT
from parlour.games.traxx.bot.selfplay import LOOKED_AT, play_by_search
from parlour.games.traxx.bot.weights import RELU_FILE, linear_weights, with_relu_units
from parlour.games.traxx.rules import CARDS, ROUNDS
from parlour.kernel import new_rng
from parlour.match import Match
from parlour.training import run_script

GAMES, AT_ONCE = 2_400, 20  # games, and how many between two progress reports

UNITS, NETWORKS = 32, 2  # networks with different initial weights, whose mean is better than either
EPOCHS, STEP, BATCH = 25, 3e-3, 512  # of Adam; a batch is a number of examples


class Network:
    """ReLU units being fitted, by Adam."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        scale = np.sqrt(2 / inputs)
        self._parts: list[NDArray[np.float64]] = [
            rng.normal(size=(inputs, UNITS)) * scale,
            np.zeros(UNITS),
            np.zeros(UNITS),
            np.zeros(1),
        ]
        self._means = [np.zeros_like(part) for part in self._parts]
        self._squares = [np.zeros_like(part) for part in self._parts]
        self._steps = 0

    def learn(self, seen: Any, wanted: Any, trust: Any, step: float) -> None:
        """Take one step of Adam towards the targets."""
        slopes, at, output, always = self._parts
        bends = seen @ slopes + at
        open_ = np.maximum(bends, 0)
        error = (open_ @ output + always - wanted) * trust / len(wanted)
        back = np.outer(error, output) * (bends > 0)
        self._steps += 1
        gradients = (seen.T @ back, back.sum(0), open_.T @ error, np.array([error.sum()]))
        for k, gradient in enumerate(gradients):
            self._means[k] += 0.1 * (gradient - self._means[k])
            self._squares[k] += 0.001 * (gradient**2 - self._squares[k])
            mean = self._means[k] / (1 - 0.9**self._steps)
            spread = np.sqrt(self._squares[k] / (1 - 0.999**self._steps))
            self._parts[k] -= step * mean / (spread + 1e-8)

    def relu_units(self, middle: Any, width: Any) -> tuple[float, NDArray[np.float64]]:
        """Return the constant term, and the units for unscaled features: slopes, bias, cards, output."""
        slopes, at, output, always = self._parts
        by_feature = slopes / width[:, None]
        rows = np.vstack([by_feature[:FEATURES], at - middle @ by_feature, by_feature[FEATURES], output]).T
        return float(always[0]), rows


def fitted(
    linear: NDArray[np.float64],
    examples: Any,
    targets: Any,
    trust: Any,
    lefts: Any,
    epochs: int,
    rng: np.random.Generator,
) -> tuple[float, NDArray[np.float64]]:
    """Return the hidden units that best explain the differences from the linear terms."""
    missed = targets - promised(linear, examples, lefts)
    seen = np.column_stack([examples, lefts])
    middle, width = seen.mean(0), seen.std(0) + 1e-6
    middle[0], width[0] = 0.0, 1.0  # the constant feature
    seen = (seen - middle) / width
    networks = [Network(seen.shape[1], rng) for _ in range(NETWORKS)]
    for epoch in range(epochs):
        step = STEP * (0.02 + 0.98 * (1 - epoch / epochs))
        for network in networks:
            order = rng.permutation(len(missed))
            for k in range(0, len(order), BATCH):
                some = order[k : k + BATCH]
                network.learn(seen[some], missed[some], trust[some], step)
    found = [network.relu_units(middle, width) for network in networks]
    rows = np.vstack([relu_units for _, relu_units in found])
    rows[:, OUTPUT] /= NETWORKS
    return sum(always for always, _ in found) / NETWORKS, rows


def promised(weights: NDArray[np.float64], examples: Any, lefts: Any) -> Any:
    """Return the points to come by the heuristic: `points_to_come`, for many moves."""
    relu_units = weights[CARDS:]
    bends = examples @ relu_units[:, :FEATURES].T + relu_units[:, AT] + np.outer(lefts, relu_units[:, BY_CARDS])
    return np.sum(examples * weights[lefts, :FEATURES], axis=1) + np.maximum(bends, 0) @ relu_units[:, OUTPUT]


def played(games: int, linear: NDArray[np.float64], seed: int) -> list[Any]:
    """Return features, targets, weights and cards left of the moves that were tried."""
    rng, found = new_rng(seed), []
    for first in track(range(0, games, AT_ONCE), "games", transient=True, disable=not sys.stdout.isatty()):
        seeds = [f"practice {seed}/{game}" for game in range(first, min(first + AT_ONCE, games))]
        starts = np.concatenate([Match.new(find("traxx"), 1, seed=each).state for each in seeds])
        room = len(seeds) * ROUNDS * LOOKED_AT
        examples, targets, trust, lefts = (
            np.zeros((room, FEATURES)),
            np.zeros(room),
            np.zeros(room),
            np.zeros(room, np.int64),
        )
        many = play_by_search(starts, linear, 0.0 * linear, rng, examples, targets, trust, lefts)
        found.append((examples[:many], targets[:many], trust[:many], lefts[:many]))
    return [np.concatenate(parts) for parts in zip(*found, strict=True)]


def train(file: Path, seed: int = 1, games: int = GAMES, epochs: int = EPOCHS) -> None:
    """Train the hidden units and write them to a file; prints the heuristic's error without and with them."""
    linear, rng = linear_weights(1), np.random.default_rng(seed)
    examples, targets, trust, lefts = played(games, linear, seed)
    always, relu_units = fitted(linear, examples, targets, trust, lefts, epochs, rng)
    for name, weights in (("linear", linear), ("with ReLU units", with_relu_units(linear, always, relu_units))):
        off = np.sqrt(np.mean((promised(weights, examples, lefts) - targets) ** 2))
        print(f"{len(targets)} moves: the heuristic, {name}, is off by {off:.2f} points", flush=True)
    rows = ",\n".join(json.dumps([float(f"{value:.4g}") for value in row]) for row in relu_units)
    file.write_text(f'{{\n"always": {always:.4g},\n"relu_units": [\n{rows}\n]}}\n')


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    games, epochs = (GAMES, "games to learn from"), (EPOCHS, "passes over their moves")
    run_script(train, __doc__, RELU_FILE, arguments, games=games, epochs=epochs)


if __name__ == "__main__":
    main()
