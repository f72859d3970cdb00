"""What the view shows of a finished game: everything that a score counts."""

from __future__ import annotations

import pytest

import parlour
from parlour.luck import Luck


@pytest.mark.parametrize("partial", ["any", "open"])
def test_c10_the_partial_circles_shown_are_those_that_count(partial: str, luck: Luck) -> None:
    match = parlour.new("cirplexed", players=2, seed=luck.below(1000), partial=partial)
    while match.waiting:
        assert match.view(None)["board"]["partial"] == [[], []], "they matter only in the end"
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[luck.below(len(match.legal(seat)))])
    assert match.outcome is not None
    board = match.view(None)["board"]
    for seat, parts in enumerate(board["partial"]):
        lying = {tile["cell"]: tile for tile in board["tiles"][seat]}
        for part in parts:
            x, y = part["x"], part["y"]
            around = [f"{x},{y + 1}", f"{x + 1},{y + 1}", f"{x + 1},{y}", f"{x},{y}"]  # clockwise from the top left
            for cell in part["cells"]:
                corner = (around.index(cell) + 2) % 4  # of the tile, opposite
                assert lying[cell]["face"][corner] == part["colour"][0].upper()
        counts = [sum(len(part["cells"]) == quarters for part in parts) for quarters in (3, 2)]
        assert counts == [match.outcome.details[name][seat] for name in ("three_quarters", "halves")]
        assert len(board["circles"][seat]) == match.outcome.details["circles"][seat]
