"""The weight of each feature, in points, learned from games on the standard sheet.

`linear.json` has a linear fit of the points to come, over games played by the previous fit: one for solo games (sixteen
rounds of 4,000 games) and one for a race (eight of 2,500), the best round of each. It is older than train_linear.py,
whose results differ. The weights depend on the cards left: see KNOTS.

In solo games, ReLU units are added to the linear terms, as in a network with one hidden layer. They are in
`relu_units.json`, written by train.py.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.games.traxx.bot.features import COLUMNS, NAMES
from parlour.games.traxx.rules import CARDS

LINEAR_FILE = Path(__file__).with_name("linear.json")
RELU_FILE = Path(__file__).with_name("relu_units.json")
KNOTS = (2, 4, 8, 14)  # cards left, for the four columns of linear.json; interpolated in between

Linear = Mapping[str, Sequence[float]]  # by feature, a weight for each knot


def linear_weights(players: int) -> NDArray[np.float64]:
    """Return the weights by cards left and feature, without ReLU units."""
    return by_cards_left(json.loads(LINEAR_FILE.read_text())["alone" if players == 1 else "race"])


def by_cards_left(table: Linear) -> NDArray[np.float64]:
    """Return a row of weights for each number of cards left; zero where the last points are computed exactly."""
    rows = np.zeros((CARDS, COLUMNS))
    for feature, name in enumerate(NAMES):
        rows[KNOTS[0] :, feature] = np.interp(range(KNOTS[0], CARDS), KNOTS, table[name])
    return rows


def with_relu_units(linear: NDArray[np.float64], always: float, relu_units: NDArray[np.float64]) -> NDArray[np.float64]:
    """Add ReLU units and a constant to weights."""
    rows = np.vstack([linear, relu_units])
    rows[KNOTS[0] : CARDS, NAMES.index("always")] += always
    return rows


def weights_for(players: int) -> NDArray[np.float64]:
    """Return the weights that bots use: a row for each number of cards left, then one for each ReLU unit."""
    if players > 1:
        return linear_weights(players)
    learned = json.loads(RELU_FILE.read_text())
    return with_relu_units(linear_weights(1), learned["always"], np.array(learned["relu_units"]))
