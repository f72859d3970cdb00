"""The engine against the oracle: the same legal lists, hands, boards and outcomes at every ply."""

from __future__ import annotations

import pytest

import parlour
from parlour.games.cirplexed import rules, tiles
from parlour.luck import Luck
from tests.games.cirplexed.oracle import Oracle, open_cells


def assert_same(match: parlour.Match, oracle: Oracle) -> None:
    assert match.waiting == oracle.waiting
    for seat in range(match.players):
        assert match.legal(seat) == oracle.legal(seat)
        view = match.view(seat)["board"]
        assert sorted(view["hand"]) == sorted(oracle.hands[seat])
        assert view["bag"] == len(oracle.bag)
        own = {tiles.parse_cell(tile["cell"]): tile["face"] for tile in view["tiles"][seat]}
        assert own == oracle.boards[seat]
        assert len(view["circles"][seat]) == oracle.counts(seat)[0]
        frontier = tiles.frontier_of(match.state[0], seat)
        assert frontier == sorted(open_cells(oracle.boards[seat]))
        start = rules.FRONTIER * seat
        assert not match.state[0].frontier[start + len(frontier) : start + rules.FRONTIER].any()
    if oracle.outcome is None:
        assert match.outcome is None
    else:
        assert match.outcome is not None
        assert match.outcome.reason == oracle.outcome["reason"]
        assert match.outcome.details == {name: tuple(row) for name, row in oracle.outcome["details"].items()}
        assert match.outcome.winners == oracle.outcome["winners"]
        assert match.outcome.ranking == oracle.outcome["ranking"]
        assert match.outcome.scores == tuple(oracle.outcome["scores"])


def compare_game(luck: Luck, players: int) -> None:
    """Compare every ply of a game; half of its moves are a bot's, so that circles and parts of them occur."""
    options = {"partial": rules.PARTIAL[luck.below(2)]}
    match = parlour.new("cirplexed", players, seed=luck.number(), **options)
    oracle = Oracle(players, options, match.deal)
    greedy = parlour.bot("cirplexed", "greedy", seed=luck.number())
    try:
        assert_same(match, oracle)
        while match.waiting:
            seat = match.waiting[luck.below(len(match.waiting))]
            moves = match.legal(seat)
            text = moves[luck.below(len(moves))] if luck.below(2) else greedy.choose(match, seat)
            match.play(seat, text)
            oracle.play(seat, text)
            assert_same(match, oracle)
            if oracle.outcome is None and not any(match.view(None)["board"]["chosen"]):  # a round was closed
                assert match.view(None)["scores"] == [oracle.counts(other)[0] for other in range(players)]
    except BaseException:
        print(match.record())
        raise


@pytest.mark.parametrize("players", range(2, 7))
def test_games_agree_with_the_oracle(players: int, luck: Luck) -> None:
    for _ in range(2):
        compare_game(luck, players)


@pytest.mark.prove
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("part", range(4))
def test_many_games_agree_with_the_oracle(players: int, part: int, luck: Luck) -> None:
    for _ in range(20):
        compare_game(luck, players)
