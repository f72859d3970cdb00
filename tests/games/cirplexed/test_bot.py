"""Cirplexed!'s bots: what they know, what they cannot know, and that they follow the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import kernel
from parlour.games.cirplexed import rules
from parlour.games.cirplexed.bot import Futures, cell_values, train
from parlour.games.cirplexed.bot.cell_values import EDGES, FITS, ROOM, SCORE, WORDS, promise, read_values
from parlour.games.cirplexed.bot.search import set_up, take_supply, weigh_moves
from parlour.luck import Luck
from tests.games.cirplexed.tables import any_move, at_last_round, new, play, played
from tests.new_process import PLAIN, output_of


def result(match: parlour.Match, seat: int) -> tuple[int, ...]:
    """A seat's columns at the end (C10)."""
    assert match.outcome is not None
    return tuple(match.outcome.details[name][seat] for name in rules.SCORE_NAMES)


def thought(level: str, simulations: int) -> list[list[float]]:
    """A level's visits and values for each move after some rounds."""
    match = played(3, 9, Luck("thought"))
    found = parlour.bot("cirplexed", level, seed=1, simulations=simulations, seconds=600.0).analyse(match, 0)
    return [[candidate.visits, candidate.value] for candidate in found.candidates]


def weighed(state: Any, seat: int, breadth: int) -> dict[int, float]:
    """The value of each move, in circles."""
    moves, values = np.zeros(rules.MAX_MOVES, np.int64), np.zeros(rules.MAX_MOVES)
    outlook = np.zeros((breadth, len(rules.TILES)))
    many = weigh_moves(state, seat, np.empty(0, np.int64), breadth, *read_values(), moves, values, outlook)
    assert sorted(values[:many].tolist(), reverse=True) == values[:many].tolist()
    return dict(zip(moves[:many].tolist(), values[:many].tolist(), strict=True))


def promised(state: Any, seat: int, left: int) -> float:
    """The value of a board with this many tiles left; in plain Python, where inner functions can be called."""
    catalogue, pattern_values = read_values()
    points, cells_, edge = np.empty(ROOM, np.int16), np.empty(ROOM, np.int8), np.empty(EDGES, np.int64)
    pool, supply = np.empty(len(rules.TILES) + 1, np.int64), np.empty(WORDS, np.int16)
    size = set_up(state[0], seat, int(state[0].count[seat]), points, cells_, edge)
    take_supply(state[0], seat, pool, supply)
    total = promise(points, cells_, edge, size, supply, catalogue, pattern_values[left])
    return float(total + SCORE[state[0].partial, points].sum())


def each_move_both_ways() -> list[list[float]]:
    """The value of each move computed incrementally, and from the complete board after it."""
    match = played(2, 24, Luck("both ways"))
    pairs = []
    for move, value in list(weighed(match.state, 0, 1).items())[::5]:
        after = match.state
        kernel.apply(after[0], 0, move)
        pairs.append([value, promised(after, 0, 22 - int(after[0].count[0]))])
    return pairs


def short_training(file: str) -> None:
    """Training with only a few boards."""
    train.train(Path(file), 3, 2, 2)


def in_plain_python(call: str) -> Any:
    """The result of a call of a function in this file in plain Python."""
    code = f"import json; from tests.games.cirplexed import test_bot as t; print(json.dumps(t.{call}))"
    return json.loads(output_of("-c", code, **PLAIN).splitlines()[-1])


def test_the_value_of_a_move_is_the_gain_in_board_value() -> None:
    pairs = in_plain_python("each_move_both_ways()")
    assert len(pairs) > 20
    for by_change, by_board in pairs:
        assert by_change == pytest.approx(by_board)


def test_c4_every_unseen_tile_may_come_next(luck: Luck) -> None:
    match = played(2, 24, luck)
    first, value = next(iter(weighed(match.state, 0, 3).items()))
    after = match.state
    kernel.apply(after[0], 0, first)
    kept = int(after[0].hand[0])
    seen = {int(code) >> 13 for seat in range(2) for code in match.state[0].placed[22 * seat : 22 * seat + 13]}
    seen |= set(match.state[0].hand[:2].tolist())
    may_come = [tile for tile in range(90) if tile not in seen]
    best = []
    for tile in may_come:
        after[0].hand[:2] = sorted((kept, tile))
        best.append(max(weighed(after, 0, 1).values()))
    assert len(may_come) == 90 - 13 * 2 - 2
    assert value == pytest.approx(float(np.mean(best)))


def test_c1_no_tile_fits_a_cell_that_needs_a_colour_twice() -> None:
    catalogue, pattern_values = read_values()
    assert catalogue.max() == pattern_values.shape[1] - 2
    assert not pattern_values[0].any()
    supply = np.zeros(WORDS, np.int64)
    for fits in FITS:
        supply[fits] += 1
    wanted = {"GO__": 12, "G_O_": 12, "GOP_": 3, "GOPY": 1, "GG__": 0, "GOG_": 0, "G___": 60}
    for letters, many in wanted.items():
        word = sum((1 + rules.LETTERS.index(letter)) * 7**k for k, letter in enumerate(letters) if letter != "_")
        assert supply[word] == many


def test_training_produces_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "values.json"
    in_plain_python(f"short_training({str(file)!r})")  # it ends before compiling would
    monkeypatch.setattr(cell_values, "VALUE_FILE", file)
    catalogue, pattern_values = read_values()
    assert pattern_values.shape == (23, catalogue.max() + 2)
    assert pattern_values[21, -1] > pattern_values[1, -1]  # more tiles make more circles


@pytest.mark.parametrize("partial", rules.PARTIAL)
def test_c9_c10_the_last_tile_is_placed_optimally(partial: str, luck: Luck) -> None:
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


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5"])  # each with a different board
def test_c7_the_last_two_tiles_are_placed_optimally(level: str, luck: Luck) -> None:
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
        match.play(5, bot.analyse(match, 5).move)  # without the blunders of low levels
    assert result(match, 5) == best


def test_the_same_seed_gives_the_same_moves() -> None:
    def whole() -> list[tuple[int, str]]:
        match = parlour.new("cirplexed", players=4, seed=5)
        bots = [parlour.bot("cirplexed", level, seed=7, simulations=20, seconds=600.0) for level in "1235"]
        while match.waiting:
            seat = match.waiting[0]
            match.play(seat, bots[seat].choose(match, seat))
        return match.moves

    assert whole() == whole()


def test_slicing_the_search_does_not_change_the_result() -> None:
    match = parlour.new("cirplexed", players=2, seed=5)
    found = []
    for slices in ((40,), (1, 29, 10)):
        searcher = Futures(2, {})
        searcher.begin(match.state, 0, kernel.new_rng(3))
        for slice_ in slices:
            assert searcher.search(slice_) == slice_
        found.append(searcher.result())
    assert found[0] == found[1]


def test_c4_hidden_hands_and_bag_have_no_effect() -> None:
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


def test_plain_python_gives_the_same_result() -> None:
    assert in_plain_python("thought('5', 6)") == thought("5", 6)
