"""The learned coefficients of the features in heuristic.py.

`coefficients.json` has a row for two seats, where racks run out before the cards, and one for more. It is older than
train.py, whose results differ: compare them in the arena before you replace the file.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_name("coefficients.json")
NAMES = (
    "length",
    "rack",
    "wider",
    "both",
    "token",
    "early",
    "stray",
    "white",
    "theirs",
)  # in the order of heuristic.py


def row_name(players: int) -> str:
    """Return the name of the row for this number of seats."""
    return "two" if players == 2 else "more"


def coefficients_for(players: int) -> NDArray[np.float64]:
    """Return the coefficients for this number of seats."""
    row = json.loads(FILE.read_text())[row_name(players)]
    return np.array([row[name] for name in NAMES], np.float64)
