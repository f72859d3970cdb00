"""Solo games on a sheet, by which its starts are compared, and making a fair sheet with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from parlour.games import find
from parlour.games.traxx.sheets import Sheet, generator
from parlour.luck import Luck
from parlour.match import Match
from parlour.option import PlayOut

GAMES = 1500  # from each start of a sheet that somebody waits for


def made(seed: str, play_out: PlayOut) -> Sheet:
    """Make a sheet in seconds, whose starts are at least as equal as the standard sheet's."""
    play = partial(play_alone, play_out)
    return generator.fair_sheet(Luck(seed), GAMES, play, most=generator.QUICK_MOST)[0]


def play_alone(
    play_out: PlayOut, sheet: Sheet, starts: Sequence[str], decks: Sequence[generator.Deck]
) -> generator.Results:
    """Return the solo scores from each start with each deck."""
    rows = []
    for start in starts:
        games = np.repeat(_alone(sheet, start).state, len(decks))
        games["cards"] = decks
        rows.append(play_out(games, 1)[:, 0, 0])
    return np.array(rows)


def _alone(sheet: Sheet, start: str) -> Match:
    """Start a match from a field that need not be one of the sheet's starts."""
    others = [name for name in sheet["fields"] if name != start and name not in sheet["numbers"].values()]
    options = {"sheet": {**sheet, "starts": [start, *others[:3]]}}
    deal = {"cards": list(range(len(sheet["cards"]))), "starts": [start]}
    return Match.new(find("traxx"), 1, options, deal=deal)
