"""What Tracktic's bots have learned: what a piece of each thing that heuristic.py looks at is worth.

`coefficients.json` has a row for two seats, where racks run out before the cards, and one for more. It is older than
train.py, which does the same anew and finds other numbers: compare them in the arena before they are kept.
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
)  # numbered so in heuristic.py


def row_name(players: int) -> str:
    """Which row of the file is for so many seats."""
    return "two" if players == 2 else "more"


def coefficients_for(players: int) -> NDArray[np.float64]:
    """The coefficients with so many seats."""
    row = json.loads(FILE.read_text())[row_name(players)]
    return np.array([row[name] for name in NAMES], np.float64)
