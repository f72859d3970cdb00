"""The tree search, on connect four (nothing hidden) and sealed bids (hidden hands, everyone simultaneously)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numba
import numpy as np
import pytest

import parlour
from parlour import kernel
from parlour.bots import level_bot
from parlour.bots.tree_search import TreeSearch
from parlour.game import SearchResult
from parlour.kernel import new_rng
from parlour.match import Match
from tests.conformance import shelf  # noqa: F401  registers both


def connect_four(*columns: str) -> Match:
    """A position, by the columns played so far."""
    match = parlour.new("connect_four")
    for column in columns:
        match.play(match.waiting[0], column)
    return match


def search(match: Match, simulations: int, seed: int = 1, **tuning: float) -> TreeSearch:
    """A search from the current position of a match."""
    tree = TreeSearch(match.game, match.players, tuning)
    tree.begin(match.state, match.waiting[0], new_rng(seed))
    tree.search(simulations)
    return tree


def best(found: SearchResult) -> int:
    return found.moves[int(np.argmax(found.visits))]


@pytest.mark.parametrize(("width", "plies"), [(0.0, 1000.0), (0.0, 0.0), (2.0, 1000.0), (4.0, 4.0)])
def test_f4_the_search_takes_a_win(width: float, plies: float) -> None:
    found = search(connect_four(*"aabbcc"), 3000, width=width, plies=plies).result()  # red has a1 b1 c1
    assert "abcdefg"[best(found)] == "d"
    assert found.values[found.moves.index(3)] == 1.0


def test_f4_the_search_blocks_a_win() -> None:
    found = search(connect_four(*"gbacfd"), 4000).result()  # blue has b1 c1 d1, e1 is open, a1 is red's
    assert "abcdefg"[best(found)] == "e"


def test_every_simulation_is_counted_once() -> None:
    found = search(connect_four(), 777).result()
    assert sum(found.visits) == 777
    assert sorted(found.moves) == list(range(7))
    assert all(0 <= value <= 1 for value in found.values)


def test_the_result_does_not_depend_on_how_the_search_is_sliced() -> None:
    whole = search(connect_four(*"dd"), 900).result()
    tree = search(connect_four(*"dd"), 400)
    for part in (1, 99, 400):
        tree.search(part)
    assert tree.result() == whole
    assert search(connect_four(*"dd"), 900, seed=2).result() != whole


def test_a_full_tree_is_still_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TreeSearch, "CAPACITY", 60)
    tree = search(connect_four(), 2000)
    assert tree._used <= 60
    assert sum(tree.result().visits) == 2000


def test_the_tree_is_reused_after_the_moves_played() -> None:
    match = connect_four()
    tree = search(match, 3000)
    line = tree.result().line
    assert len(line) >= 3
    for move in line[:2]:
        match.play(match.waiting[0], "abcdefg"[move])
    assert tree.go_on(match.state, match.played_codes(), new_rng(3))
    known = sum(tree.result().visits)
    assert known > 50
    tree.search(100)
    assert sum(tree.result().visits) == known + 100
    assert not tree.go_on(match.state, [(0, 99)], new_rng(3))  # the tree does not have this move


def test_each_seat_maximises_its_own_result() -> None:
    """Max-n: red may not assume that blue overlooks its win."""
    match = connect_four(*"dcdcd")  # red has d1 d2 d3 and wins at d4 unless blue plays there
    found = search(match, 2000).result()
    assert "abcdefg"[best(found)] == "d"


# -- hidden hands, everyone simultaneously -----------------------------------------------------------------------------


def test_in_simultaneous_games_the_tree_has_only_own_moves() -> None:
    match = parlour.new("sealed_bids", 3, seed=4)
    tree = search(match, 500)
    found = tree.result()
    assert sorted(found.moves) == sorted(match.move_codes(0))
    assert sum(found.visits) == 500
    hand = set(match.move_codes(0))
    assert set(found.line) <= hand
    assert len(set(found.line)) == len(found.line) >= 2


def test_a_high_card_is_not_wasted_on_a_trick_that_a_low_card_wins() -> None:
    """B3: with one card left for each seat, the hand decides; the search estimates its value."""
    match = parlour.new("sealed_bids", 2, seed=1)
    while len(match.moves) < 24:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    found = search(match, 50).result()
    assert [match.game.notation.move_text(match.state[0], 0, move) for move in found.moves] == match.legal(0)


class Spy(TreeSearch):
    """Records what it is given."""

    starts: ClassVar[list[Any]] = []

    def begin(self, start: Any, seat: int, rng: Any, moves: Sequence[int] | None = None) -> None:
        self.starts.append(start.copy())
        super().begin(start, seat, rng, moves)


def test_a_bot_gets_a_belief_and_never_the_true_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    match = parlour.new("sealed_bids", 2, seed=9)
    monkeypatch.setattr(Spy, "starts", [])
    monkeypatch.setattr(level_bot, "TreeSearch", Spy)
    for seed in range(8):
        parlour.bot("sealed_bids", "5", seed=seed, simulations=5).choose(match, 1)
    own, others = slice(13, 26), slice(0, 13)
    true = match.state[0]["cards"]
    assert all(set(start[0]["cards"][own]) == set(true[own]) for start in Spy.starts)
    assert not any(set(start[0]["cards"][others]) == set(true[others]) for start in Spy.starts)


def test_several_seats_with_proposals_and_short_rollouts() -> None:
    match = parlour.new("exago", 3, seed=2)
    match.play(0, "f6")
    found = search(match, 40, width=5.0, plies=3.0).result()
    assert sum(found.visits) == 40
    assert set(found.moves) <= set(match.move_codes(1))


def test_a_bot_uses_the_given_clock() -> None:
    match = parlour.new("connect_four", 2, seed=0)
    parlour.bot("connect_four", "5", seed=1, simulations=9).analyse(match, 0)  # so that nothing is left to compile
    spent = (2.0 * tick for tick in range(1000))  # read once at the beginning, then after each slice
    told = parlour.bot("connect_four", "5", seed=1, seconds=5.0, clock=lambda: next(spent)).analyse(match, 0)
    assert told.simulations > 0
    assert next(spent) == 8.0


def _nothing() -> None:
    """A kernel to compile."""


class Compiling(TreeSearch):
    """Takes a second each time, and a hundred more the first time, as for a compiler."""

    now: ClassVar[float] = 0.0

    def search(self, simulations: int) -> int:
        Compiling.now += 1.0
        if Compiling.now == 1.0:
            numba.njit()(_nothing)()
            Compiling.now += 100.0
        return super().search(simulations)


@pytest.mark.skipif(not kernel.IS_COMPILED, reason="nothing is compiled")
def test_compile_time_does_not_count_as_thinking_time(monkeypatch: pytest.MonkeyPatch) -> None:
    match = parlour.new("connect_four", 2, seed=0)
    monkeypatch.setattr(level_bot, "TreeSearch", Compiling)
    parlour.bot("connect_four", "5", seed=1, seconds=5.0, clock=lambda: Compiling.now).analyse(match, 0)
    assert Compiling.now == 101.0 + 5.0
