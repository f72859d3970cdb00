"""What every game with an encoding must satisfy: actions, observations and deals."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

import parlour
from parlour import kernel
from parlour.game import Encoding, Feature, Json
from parlour.games import find
from parlour.luck import Luck
from tests.conformance.shelf import TABLES, blank_observation, random_match, random_move, random_options

pytestmark = pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name, players in TABLES if find(name).encoding is not None]
)


def described(match: parlour.Match) -> Encoding:
    assert match.game.encoding is not None
    return match.game.encoding.describe(match.players, match.options)


def observed(match: parlour.Match, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    planes, vector = blank_observation(match)
    kernel.observe(match.state[0], seat, planes, vector)
    return planes, vector


def listed_actions(match: parlour.Match, seat: int) -> list[int]:
    """The actions of all moves, as batches list them."""
    moves, out = np.zeros(match.game.max_moves, np.int64), np.zeros(match.game.max_moves, np.int32)
    return [int(action) for action in out[: kernel.list_actions(match.state[0], seat, moves, out)]]


def highest(features: tuple[Feature, ...]) -> NDArray[np.int64]:
    """The largest value that each plane, or each number of the vector, may have."""
    return np.array([feature.most for feature in features for _ in range(feature.many)], np.int64)


def test_action_numbers_are_unique_and_convert_back(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=0)
    count = described(match).action_count
    while match.waiting:
        state, seat = match.state[0], match.waiting[-1]
        codes = match.move_codes(seat)
        actions = [kernel.action_of(state, seat, code) for code in codes]
        assert 0 <= min(actions) <= max(actions) < count
        assert len(set(actions)) == len(actions)
        assert [kernel.move_of(state, seat, action) for action in actions] == codes
        assert sorted(listed_actions(match, seat)) == sorted(actions)
        random_move(match, luck)


def test_observations_are_complete_and_within_bounds(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=0)
    encoding, seen = described(match), set()
    while True:
        for seat in range(players):
            planes, vector = observed(match, seat)
            assert (planes.max(axis=(1, 2)) <= highest(encoding.planes)).all()
            assert (vector <= highest(encoding.vector)).all()
            assert (vector >= 0).all()
            seen.add((planes.tobytes(), vector.tobytes()))
        if not match.waiting:
            break
        random_move(match, luck)
    assert len(seen) > len(match.moves) // players  # something changes in every round


def test_observations_contain_nothing_hidden(name: str, players: int, luck: Luck) -> None:
    """`redeal` permutes hidden information; if any of it were observed, the observations would differ."""
    for _ in range(4):
        match = random_match(name, players, luck, plies=luck.below(60))
        for seat in range(players):
            planes, vector = observed(match, seat)
            for _ in range(3):
                other_planes, other_vector = observed(match.belief(seat, seed=luck.number()), seat)
                assert np.array_equal(planes, other_planes)
                assert np.array_equal(vector, other_vector)


def test_features_have_unique_names(name: str, players: int, luck: Luck) -> None:
    game = find(name)
    assert game.encoding is not None
    encoding = game.encoding.describe(players, game.check_options({}, players))
    for features in (encoding.actions, encoding.planes, encoding.vector):
        assert len({feature.name for feature in features}) == len(features)
        assert all(feature.sentence and feature.many > 0 for feature in features)


def test_kernel_deals_are_valid_and_uniform(name: str, players: int, luck: Luck) -> None:
    """The notation accepts each deal, and everything in it is as frequent in each place as in Python's deals."""
    game = find(name)
    options = game.check_options(random_options(game, players, luck), players)
    blank = np.zeros(1, game.rules.STATE)
    game.notation.write_options(blank[0], players, options)
    rng = kernel.new_rng(luck.number())
    made: list[Json] = []
    real: list[Json] = []
    for _ in range(300):
        dealt, again = blank.copy(), blank.copy()
        if made:
            game.notation.write_deal(dealt[0], made[-1])  # a deal may overwrite another one
        kernel.deal(dealt[0], rng)
        made.append(game.notation.read_deal(dealt[0]))
        game.notation.write_deal(again[0], made[-1])
        assert again.tobytes() == dealt.tobytes()
        real.append(game.notation.new_deal(luck, players, options))
    for count in (at_each_place, dealt_at_all):
        ours, theirs = count(made), count(real)
        both = ours + theirs
        surprise = sum((ours[key] - theirs[key]) ** 2 / both[key] for key in both)  # chi-square
        assert surprise <= len(both) + 6 * math.sqrt(2 * len(both)) + 20


def at_each_place(deals: list[Json]) -> Counter[tuple[Json, ...]]:
    """The frequency of each item at each place of a deal."""
    parts = [(name, row) for deal in deals for name, row in (deal if isinstance(deal, dict) else {"": deal}).items()]
    return Counter((name, k, thing) for name, row in parts for k, thing in enumerate(row or [None]))


def dealt_at_all(deals: list[Json]) -> Counter[Json]:
    """The frequency of each item in a deal."""
    counts: Counter[Json] = Counter()
    for (name, _, thing), many in at_each_place(deals).items():
        counts[name, thing] += many
    return counts


def test_solo_scores_stay_within_the_declared_bounds(name: str, players: int, luck: Luck) -> None:
    if players > 1:
        pytest.skip("only in solo games is the reward the score itself")
    for _ in range(5):
        match = random_match(name, players, luck)
        least, most = described(match).scores or (-math.inf, math.inf)
        outcome = match.outcome
        assert outcome is not None
        assert least <= outcome.scores[0] <= most
