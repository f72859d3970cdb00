"""Exago's bots: what they must find, and that their moves are reproducible."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.exago import rules
from parlour.games.exago.bot import AlphaBeta, evaluate
from parlour.kernel import new_rng
from parlour.luck import Luck
from tests.games.exago.positions import at
from tests.new_process import output_of

LEVELS = ("1", "2", "3", "4", "5")


def proposed(match: parlour.Match) -> list[str]:
    """The moves that `propose` lists for the seat to move, as texts."""
    seat, codes = match.waiting[0], np.empty(rules.MAX_MOVES, np.int64)
    many = evaluate.propose(match.state[0], seat, codes)
    return [match.game.notation.move_text(match.state[0], seat, int(code)) for code in codes[:many]]


def best(match: parlour.Match, simulations: int = 250) -> str:
    """The strongest bot's move after a short search."""
    return parlour.bot("exago", "5", seed=1, simulations=simulations).analyse(match, match.waiting[0]).move


@pytest.mark.parametrize("players", [2, 3, 4])
def test_x17_a_line_is_completed_immediately(players: int) -> None:
    red = "c6 d6 e6 f6" if players == 2 else "d6 e6 f6"
    match = at(players, "red", red=red, blue="c7 d7 e7 f7" if players == 2 else "d7 e7 f7")
    wins = {"b6", "g6"} if players == 2 else {"c6", "g6"}
    assert set(proposed(match)) == wins
    assert best(match) in wins


def test_x9_the_only_block_is_the_only_proposal() -> None:
    match = at(2, "blue", red="c6 d6 e6 f6", blue="b6 c7 d7 f5")
    assert proposed(match) == ["g6"]
    assert best(match) == "g6"


def test_x12_a_cut_stops_a_line_that_no_tile_can_block() -> None:
    # Red is about to complete its line at either end; a tile of blue's bridge, lifted, sends the line home.
    match = at(2, "blue", red="c6 d6 e6 f6", blue="f7 f8 e9 f9 g9 e10 d11", handicap=[0, 5])
    stops = proposed(match)
    assert stops
    assert {text.split()[0] for text in stops} == {"f7", "f8"}
    ahead = match.fork()
    ahead.play(1, best(match))
    assert not rules.threatens(ahead.state[0], 0)


def test_x17_an_open_three_is_extended_to_a_double_threat() -> None:
    # Three in line with room on both sides: a fourth makes two threats, and one tile stops only one.
    match = at(2, "red", red="d6 e6 f6", blue="d7 f7 e8")
    found = parlour.bot("exago", "3", seed=1).analyse(match, 0)
    assert found.move in {"c6", "g6"}
    assert found.candidates[0].value == 1.0
    assert found.line[0] == found.move


def test_x17_an_open_three_is_blocked() -> None:
    match = at(2, "blue", red="d6 e6 f6", blue="d7 f7 e8")
    ahead = match.fork()
    ahead.play(1, best(match, 1000))
    analysis = parlour.bot("exago", "5", seed=1, simulations=1000).analyse(ahead, 0)
    assert max(candidate.value for candidate in analysis.candidates) < 1.0  # red no longer has a forced win


def test_x11_a_win_by_lift_is_found() -> None:
    match = at(2, "red", red="c6 d6 e6 f6 e8", blue="b6 c7 d7 e7 f7", handicap=[7, 7])
    assert best(match).endswith(" g6")


@pytest.mark.parametrize("level", ["3", "4", "5"])
def test_x17_with_four_seats_the_next_opponent_is_stopped(level: str) -> None:
    match = at(4, "red", red="e7 f7", blue="d6 e6 f6", yellow="c6 d7", green="e5 f5")
    assert parlour.bot("exago", level, seed=1).analyse(match, 0).move == "g6"


def test_with_four_seats_search_beats_immediate_evaluation() -> None:
    """Two of each at a table, in all six orders, twice each."""
    wins = {"5": 0, "greedy": 0}
    for game, order in enumerate(2 * sorted(set(permutations(["5", "5", "greedy", "greedy"])))):
        bots = [parlour.bot("exago", name, seed=f"{game} {seat}", simulations=500) for seat, name in enumerate(order)]
        match = parlour.new("exago", players=4)
        while match.waiting:
            seat = match.waiting[0]
            match.play(seat, bots[seat].choose(match, seat))
        assert match.outcome is not None
        for winner in match.outcome.winners:
            wins[order[winner]] += 1
    assert wins["5"] >= 2 * wins["greedy"], wins


def test_x18_a_draw_at_the_limit_is_shared() -> None:
    match = at(4, "red", turn=8, red="f6", blue="f7", turn_limit=2)
    values = np.zeros(4)
    evaluate.evaluate(match.state[0], values)
    assert values.tolist() == [0.25] * 4


OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"radius": 4, "must_block": "always"},
    {"must_block": "off", "early_relocation": True},
    {"reconnect": True},
    {"reconnect": True, "early_relocation": True, "radius": 4},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_level_plays_legal_moves_under_all_options(options: dict[str, Any], luck: Luck) -> None:
    for players in range(2, 7):
        handicap = [luck.below(6) for _ in range(players)]
        match = parlour.new("exago", players=players, turn_limit=12, handicap=handicap, **options)
        bots = [parlour.bot("exago", LEVELS[luck.below(5)], seed=luck.number(), simulations=8) for _ in range(players)]
        while match.waiting:
            seat = match.waiting[0]
            match.play(seat, bots[seat].choose(match, seat))  # raises IllegalMove for any other


def game_of(players: int, seed: int, simulations: int) -> list[str]:
    """The moves of a short game of level 5 against itself."""
    match = parlour.new("exago", players=players)
    player = parlour.bot("exago", "5", seed=seed, simulations=simulations)
    for _ in range(8):
        match.play(match.waiting[0], player.choose(match, match.waiting[0]))
    return [text for _, text in match.moves]


@pytest.mark.parametrize("players", [2, 4])
def test_the_same_seed_gives_the_same_moves(players: int) -> None:
    assert game_of(players, 7, 20) == game_of(players, 7, 20)


def test_slicing_the_search_does_not_change_the_result() -> None:
    match = at(2, "red", red="d6 e6 f7 g7", blue="d7 e8 g6 f6")
    found = []
    for slice_ in (1, 7, 150):
        searcher = AlphaBeta({})
        searcher.begin(match.state, 0, new_rng(3))
        done = 0
        while done < 150:
            done += searcher.search(min(slice_, 150 - done))
        found.append(searcher.result())
    assert found[0] == found[1] == found[2]


PLAIN = """
import parlour
from tests.games.exago.positions import at
for match in (
    at(2, "red", red="d6 e6 f7 g7", blue="d7 e8 g6 f6"),
    at(2, "blue", red="d6 e6 f7 g7 c6", blue="d7 e8 g6 f6 f8", handicap=[7, 7]),
    at(4, "red", red="d6 e6", blue="d7 e8", yellow="f6 f7", green="g6 g7"),
):
    found = parlour.bot("exago", "5", seed=1, simulations=3).analyse(match, match.waiting[0])
    print(found.candidates, found.line)
"""


def test_plain_python_gives_the_same_result() -> None:
    told = [output_of("-c", PLAIN, NUMBA_DISABLE_JIT=plain) for plain in ("0", "1")]
    assert told[0] == told[1]
    assert told[0].count("Candidate(") > 10
