"""Spaces of Gymnasium for a table's actions and observations."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from parlour.adapters.table import Table, highest


class Actions(Discrete):
    """The actions of one seat; without a mask, `sample` draws one that is legal now, or 0 when the seat is to wait."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(table.encoding.action_count)
        self._table, self._seat = table, seat

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """One of the legal actions, or of those that a mask or probabilities allow."""
        if mask is None and probability is None:
            mask = self._table.mask(self._seat)
        return super().sample(mask, probability)


def observation_space(table: Table) -> Dict:
    """Planes and vector with their bounds."""
    shape = table.encoding.plane_shape
    most = np.broadcast_to(highest(table.encoding.planes).astype(np.uint8)[:, None, None], shape)
    return Dict(
        {
            "planes": Box(np.zeros(shape, np.uint8), most, dtype=np.uint8),
            "vector": Box(np.float32(0), highest(table.encoding.vector).astype(np.float32), dtype=np.float32),
        }
    )


def mask_space(table: Table) -> Box:
    """A 0 or a 1 for each action."""
    return Box(0, 1, (table.encoding.action_count,), np.int8)
