"""Hidden is hidden: a view shows only what its seat may know."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.conformance.shelf import TABLES, open_match, random_match

pytestmark = pytest.mark.parametrize(("name", "players"), TABLES)


def seen(match: parlour.Match, seat: int | None) -> dict[str, Any]:
    """A view, less the number of moves: a belief has no history."""
    return {key: value for key, value in match.view(seat).items() if key != "turn"}


def drawn(match: parlour.Match, seat: int | None) -> tuple[str, str]:
    """Both pictures, without a mark on the last move."""
    state, draw = match.state[0], match.game.draw
    return draw.terminal(state, seat).plain, draw.svg(state, seat)


def test_a_belief_looks_the_same_to_its_seat(name: str, players: int, luck: Luck) -> None:
    """`redeal` permutes the hidden part; were any of it in the view, the views would differ."""
    for _ in range(4):
        match = random_match(name, players, luck, plies=luck.below(60))
        for seat in range(players):
            for _ in range(3):
                belief = match.belief(seat, seed=luck.number())
                assert seen(belief, seat) == seen(match, seat)
                assert drawn(belief, seat) == drawn(match, seat)
                assert seen(belief, None) == seen(match, None)  # a spectator knows less than any seat
                assert drawn(belief, None) == drawn(match, None)
                assert belief.waiting == match.waiting
                assert belief.moves == []


def test_a_belief_is_a_match_that_can_be_played_and_changes_nothing(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=7)
    before = match.record()
    for seat in range(players):
        belief = match.belief(seat, seed=3)
        assert match.belief(seat, seed=3).state.tobytes() == belief.state.tobytes()
        while belief.waiting:
            mover = belief.waiting[0]
            belief.play(mover, belief.legal(mover)[0])
        assert belief.outcome is not None
    assert match.record() == before
