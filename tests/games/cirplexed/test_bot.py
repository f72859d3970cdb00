"""Cirplexed!'s bots: what they see, that they cannot see more, and that they play by the rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import parlour
from parlour import kernel
from parlour.games.cirplexed import rules
from parlour.games.cirplexed.bot import Futures
from parlour.luck import Luck
from tests.games.cirplexed.tables import any_move, at_last_round, new, play, played


def result(match: parlour.Match, seat: int) -> tuple[int, ...]:
    """A seat's columns at the end (C10)."""
    assert match.outcome is not None
    return tuple(match.outcome.details[name][seat] for name in rules.SCORE_NAMES)


def thought(level: str, simulations: int) -> list[list[float]]:
    """What a level thinks of each move after some rounds: visits and values."""
    match = played(3, 9, Luck("thought"))
    found = parlour.bot("cirplexed", level, seed=1, simulations=simulations, seconds=600.0).analyse(match, 0)
    return [[candidate.visits, candidate.value] for candidate in found.candidates]


@pytest.mark.parametrize("partial", rules.PARTIAL)
def test_c9_c10_the_last_tile_is_laid_where_no_other_place_gives_more(partial: str, luck: Luck) -> None:
    match = at_last_round(2, luck, partial=partial)
    for seat in (0, 0, 1):
        play(match, any_move(match, seat, luck))
    assert match.waiting == (1,)
    best: tuple[int, ...] = (0, 0, 0)
    for text in match.legal(1):
        trial = match.fork()
        trial.play(1, text)
        best = max(best, result(trial, 1))
    match.play(1, parlour.bot("cirplexed", "3", seed=1).choose(match, 1))
    assert result(match, 1) == best


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5"])  # each with another board
def test_c7_no_way_to_lay_the_last_two_tiles_is_better(level: str, luck: Luck) -> None:
    match = at_last_round(6, luck)
    for seat in range(5):
        for _ in range(2):
            match.play(seat, any_move(match, seat, luck))
    best: tuple[int, ...] = (0, 0, 0)
    table = np.zeros((6, 3), np.int64)
    for first in match.move_codes(5):
        after = match.state
        kernel.apply(after[0], 5, first)
        moves = np.empty(rules.MAX_MOVES, np.int64)
        for second in moves[: kernel.legal(after[0], 5, moves)]:
            end = after.copy()
            kernel.apply(end[0], 5, int(second))
            kernel.scores(end[0], table)
            best = max(best, tuple(table[5].tolist()))
    bot = parlour.bot("cirplexed", level, seed=1)
    for _ in range(2):
        match.play(5, bot.analyse(match, 5).move)  # without the slips of the gentle ones
    assert result(match, 5) == best


def test_the_same_seed_plays_the_same() -> None:
    def whole() -> list[tuple[int, str]]:
        match = parlour.new("cirplexed", players=4, seed=5)
        bots = [parlour.bot("cirplexed", level, seed=7, simulations=20, seconds=600.0) for level in "1235"]
        while match.waiting:
            seat = match.waiting[0]
            match.play(seat, bots[seat].choose(match, seat))
        return match.moves

    assert whole() == whole()


def test_thinking_in_slices_gives_the_same() -> None:
    match = parlour.new("cirplexed", players=2, seed=5)
    found = []
    for slices in ((40,), (1, 29, 10)):
        thinker = Futures(2, {})
        thinker.begin(match.state, 0, kernel.new_rng(3))
        for slice_ in slices:
            assert thinker.think(slice_) == slice_
        found.append(thinker.findings())
    assert found[0] == found[1]


def test_c4_hands_and_bag_change_nothing() -> None:
    found = []
    for others in ("BGPO BGPR", "BGYR BORY BOYR GOPY"):
        match = new(2, f"BGOP BGOR BOGP BOPG {others}")
        candidates = parlour.bot("cirplexed", "4", seed=2, simulations=200, seconds=600.0).analyse(match, 0).candidates
        found.append([(candidate.text, candidate.visits, candidate.value) for candidate in candidates])
    assert found[0] == found[1]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("partial", rules.PARTIAL)
def test_levels_play_whole_games(players: int, partial: str, luck: Luck) -> None:
    match = parlour.new("cirplexed", players=players, seed=luck.number(), partial=partial)
    bots = [
        parlour.bot("cirplexed", str(1 + seat % 5), seed=luck.number(), simulations=5, seconds=600.0)
        for seat in range(players)
    ]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat))
    assert match.outcome is not None


def test_plain_python_thinks_the_same() -> None:
    script = "import json; from tests.games.cirplexed.test_bot import thought; print(json.dumps(thought('5', 20)))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == thought("5", 20)
