"""Observations by the names of their features, and actions by the texts of moves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import parlour
from parlour import kernel
from parlour.game import Feature


def observed(match: parlour.Match, seat: int) -> tuple[dict[str, NDArray[np.uint8]], dict[str, list[float]]]:
    """Planes and numbers, each feature under its name."""
    assert match.game.encoding is not None
    encoding = match.game.encoding.describe(match.players, match.options)
    planes, vector = np.zeros(encoding.plane_shape, np.uint8), np.zeros(encoding.vector_size, np.float32)
    kernel.observe(match.state[0], seat, planes, vector)
    numbers = {name: part.astype(float).round(6).tolist() for name, part in _split(encoding.vector, vector).items()}
    return _split(encoding.planes, planes), numbers


def _split(features: tuple[Feature, ...], whole: NDArray[Any]) -> dict[str, NDArray[Any]]:
    ends = np.cumsum([feature.many for feature in features])
    return {feature.name: whole[end - feature.many : end] for feature, end in zip(features, ends, strict=True)}


def actions(match: parlour.Match, seat: int) -> dict[str, int]:
    """The number of each legal move, by its text."""
    state, text = match.state[0], match.game.notation.move_text
    return {text(state, seat, code): kernel.action_of(state, seat, code) for code in match.move_codes(seat)}


def marked(plane: NDArray[np.uint8]) -> set[tuple[int, int]]:
    """Row and column of everything that is not 0."""
    return {(int(row), int(column)) for row, column in np.argwhere(plane)}
