"""Random sheets of any legal kind (T3), fair or not."""

from __future__ import annotations

from typing import Any

from parlour.games.traxx.sheets import COLOURS, FIELDS
from parlour.luck import Luck


def random_sheet(luck: Luck) -> dict[str, Any]:
    """Few or many colours, neighbours alike or not, its own cards or the standard ones."""
    colours = luck.shuffled(COLOURS)[: 1 + luck.below(6)]
    places = luck.shuffled(FIELDS)
    sheet: dict[str, Any] = {
        "radius": 4,
        "colours": luck.shuffled(COLOURS),
        "fields": {name: colours[luck.below(len(colours))] for name in FIELDS},
        "numbers": {str(value): places.pop() for value in range(2, 11)},
        "starts": places[:4],
    }
    if luck.below(2):
        sheet["cards"] = [[COLOURS[luck.below(6)] for _ in range(4 + luck.below(2))] for _ in range(15)]
    return sheet
