"""Gymnasium spaces for a table's actions and observations."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from parlour.adapters.table import Table
from parlour.game import Encoding, Feature


class Actions(Discrete):
    """The actions of one seat. Without a mask, `sample` draws one that is legal now, or 0 if it is not its turn."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(table.encoding.action_count)
        self._table, self._seat = table, seat

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random legal action, or one that the given mask or probabilities allow."""
        if mask is None and probability is None:
            mask = self._table.mask(self._seat)
        return super().sample(mask, probability)


def observation_space(encoding: Encoding) -> Dict:
    """The space of planes and vector, with their bounds."""
    shape = encoding.plane_shape
    most = np.broadcast_to(highest(encoding.planes).astype(np.uint8)[:, None, None], shape)
    top = highest(encoding.vector).astype(np.float32)
    return Dict(
        {
            "planes": Box(np.zeros(shape, np.uint8), most, dtype=np.uint8),
            "vector": Box(np.zeros_like(top), top, dtype=np.float32),
        }
    )


def masked_space(encoding: Encoding) -> Space[Any]:
    """The same space with the action mask."""
    return Dict({**observation_space(encoding).spaces, "action_mask": mask_space(encoding)})


def mask_space(encoding: Encoding) -> Box:
    """The space of action masks: 0 or 1 for each action."""
    return Box(0, 1, (encoding.action_count,), np.int8)


def highest(features: tuple[Feature, ...]) -> NDArray[np.int64]:
    """The largest value of each plane, or of each number in a vector."""
    return np.array([feature.most for feature in features for _ in range(feature.many)], np.int64)
