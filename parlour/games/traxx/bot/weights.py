"""How much what is looked at in Träxx counts, in points, learned from games on the standard sheet.

A linear fit of the points still to come, over games that were played by the fit before, alone and with a rival: sixteen
rounds of 4,000 games and eight of 2,500, the best round of each kept. It changes with the cards left: see KNOTS.

Alone, relu_units are added to the lines: each is a sum over the features, too, that counts only where it is above 0, as
in a network with one hidden layer. `relu_units.json` has them, as `train.py` found them.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.games.traxx.bot.features import COLUMNS, NAMES
from parlour.games.traxx.rules import CARDS

RELU_FILE = Path(__file__).with_name("relu_units.json")
KNOTS = (2, 4, 8, 14)  # cards left, for the four columns; in between they are mixed

ALONE = {
    "always": (-3.988, -1.249, 0.610, -0.142),
    "room": (0.089, 0.110, 0.104, 0.097),
    "room, slowly": (0.176, 0.061, 0.190, 0.228),
    "room, quickly": (0.100, 0.222, 0.146, 0.128),
    "shared": (-0.085, -0.077, -0.052, -0.018),
    "free": (-0.002, -0.032, 0.014, 0.196),
    "no way": (-0.758, -1.685, -4.146, -1.168),
    "one way": (-0.531, -0.855, -1.150, -0.600),
    "two ways": (-0.403, -0.689, -0.881, -0.174),
    "three ways": (-0.246, -0.375, -0.365, 0.034),
    "no exit": (0.799, -0.540, -5.059, -19.768),
    "one exit": (0.042, 0.548, 0.310, 0.518),
    "two exits": (-0.072, -0.099, -0.240, 0.089),
    "cards for each end": (1.392, 1.712, 2.373, 1.091),
    "cards for any end": (2.961, 2.903, 5.185, 0.384),
    "second": (0.150, 0.274, -0.035, -0.132),
    "close": (-0.075, -0.228, -0.096, 0.146),
    "edge": (0.049, 0.045, -0.005, 0.083),
    "near edge": (0.026, 0.008, 0.021, 0.392),
    "coloured": (0.642, 0.541, 0.401, 0.116),
    "at once": (0.753, 0.785, 0.802, 0.856),
    "soon": (0.540, 0.728, 0.778, 0.856),
    "later": (0.218, 0.730, 0.796, 0.861),
    "last": (0.070, 0.463, 0.741, 0.858),
    "in full": (-0.395, -0.238, 0.523, -0.149),
    "behind": (0.043, -0.067, -0.645, -0.158),
    "pressed": (0.364, 0.343, 0.080, 0.196),
    "uneven room": (-0.105, -0.151, -0.134, -0.068),
    "uneven exits": (0.033, 0.074, 0.135, -0.066),
    "how many in full": (0.553, -0.261, -4.671, -0.033),
}

RACE = {
    "always": (-2.008, 1.731, 1.826, 2.814),
    "room": (0.116, 0.156, 0.198, 0.186),
    "room, slowly": (0.126, 0.155, 0.204, 0.038),
    "room, quickly": (0.100, 0.145, 0.188, 0.123),
    "shared": (-0.108, -0.102, -0.040, -0.011),
    "free": (0.000, -0.023, -0.009, 0.256),
    "no way": (-0.707, -1.731, -2.903, -0.486),
    "one way": (-0.489, -0.749, -1.015, -0.861),
    "two ways": (-0.387, -0.641, -0.791, -0.575),
    "three ways": (-0.229, -0.352, -0.370, -0.180),
    "no exit": (0.475, -0.899, -5.247, -28.288),
    "one exit": (0.090, 0.116, -0.202, -0.275),
    "two exits": (-0.064, -0.108, -0.255, -0.115),
    "cards for each end": (0.788, 1.162, 1.671, 1.847),
    "cards for any end": (2.183, 1.010, 3.183, 2.096),
    "second": (0.148, 0.119, -0.050, -0.037),
    "close": (-0.061, -0.123, -0.091, 0.031),
    "edge": (0.029, 0.028, 0.015, 0.052),
    "near edge": (-0.001, -0.004, -0.159, -0.010),
    "coloured": (0.602, 0.487, 0.382, 0.242),
    "at once": (0.758, 0.812, 0.850, 0.603),
    "soon": (0.593, 0.795, 0.803, 0.581),
    "later": (0.270, 0.747, 0.815, 0.585),
    "last": (-0.117, 0.451, 0.696, 0.555),
    "in full": (-0.071, -0.029, 0.003, 0.050),
    "behind": (-0.263, -0.419, -0.261, -0.156),
    "pressed": (-0.176, -0.209, -0.135, -0.068),
    "uneven room": (-0.120, -0.151, -0.120, -0.069),
    "uneven exits": (0.034, 0.072, 0.158, -0.079),
    "how many in full": (0.319, 0.107, -0.388, 0.138),
}


def lines_for(players: int) -> NDArray[np.float64]:
    """The weights by cards left and feature, without relu_units."""
    table = ALONE if players == 1 else RACE
    rows = np.zeros((CARDS, COLUMNS))
    for feature, name in enumerate(NAMES):
        rows[KNOTS[0] :, feature] = np.interp(range(KNOTS[0], CARDS), KNOTS, table[name])
    return rows


def with_relu_units(lines: NDArray[np.float64], always: float, relu_units: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights to which relu_units are added, and a number that always counts."""
    rows = np.vstack([lines, relu_units])
    rows[KNOTS[0] : CARDS, NAMES.index("always")] += always
    return rows


def weights_for(players: int) -> NDArray[np.float64]:
    """The weights that bots use: a row for each number of cards left, then one for each relu_unit."""
    if players > 1:
        return lines_for(players)
    learned = json.loads(RELU_FILE.read_text())
    return with_relu_units(lines_for(1), learned["always"], np.array(learned["relu_units"]))
