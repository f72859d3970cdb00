"""Playing on from a position: what stays, and what is dealt again."""

from __future__ import annotations

import pytest

import parlour
from parlour.branch import branch
from parlour.errors import GameOver, ParlourError
from parlour.luck import Luck
from tests.conformance.shelf import TABLES, random_match


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_branch_is_what_its_seat_knew_and_can_be_played(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck)
    for _ in range(4):
        ply, seat = luck.below(len(match.moves)), luck.below(players)
        other = branch(match, ply, seat, seed=luck.number())
        made = len(other.moves)
        assert other.moves == match.moves[:made]
        assert other.seen(seat) == match.at(made).seen(seat)
        assert other.seen(None) == match.at(made).seen(None)
        assert made == ply if not match.game.simultaneous else made == match.at(ply).open_round
        assert parlour.load(other.record()).record() == other.record()
        while other.waiting:
            mover = other.waiting[0]
            other.play(mover, other.legal(mover)[0])
        assert other.outcome is not None


@pytest.mark.parametrize("name", ["traxx", "cirplexed", "tracktic"])
def test_what_was_hidden_is_dealt_again(name: str) -> None:
    match = parlour.new(name, players=2, seed=3)
    deals = [branch(match, 0, 0, seed=seed).deal for seed in range(4)]
    assert match.deal not in deals
    assert len({str(deal) for deal in deals}) == 4
    assert branch(match, 0, 0, seed=2).deal == deals[2]


def test_a_solo_game_is_played_on_with_all_its_moves() -> None:
    match = parlour.new("traxx", players=1, seed=3)
    for ply in range(1, 5):
        match.play(0, match.legal(0)[0])
        assert match.open_round == ply  # alone, every move closes its round
        other = branch(match, ply, seed=1)
        assert other.moves == match.moves
        assert other.deal != match.deal


def test_a_branch_forgets_resignations_and_leaves_its_match_alone() -> None:
    match = parlour.new("exago", players=2, names=["Ann", "Ben"])
    match.play(0, "f6")
    match.resign(1)
    before = match.record()
    other = branch(match, 1)
    assert (other.outcome, other.waiting, other.names) == (None, (1,), ["Ann", "Ben"])
    assert match.record() == before


def test_what_cannot_be_played_on_is_refused(luck: Luck) -> None:
    match = random_match("exago", 2, luck)
    with pytest.raises(GameOver, match="play on from an earlier one"):
        branch(match, len(match.moves))
    with pytest.raises(ParlourError, match="no position after -1 moves"):
        branch(match, -1)
    with pytest.raises(ParlourError, match="began at a position"):
        branch(parlour.from_position(match.at(0).position()), 0)
