"""Gymnasium's own checker for every id, and tests of what it does not check."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import parlour
from parlour.games import find, own
from parlour.luck import Luck
from tests.adapters.tables import ENDS

pytest.importorskip("gymnasium", reason="Gymnasium is in the extra `research`, which is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env

from parlour.adapters.gymnasium import SeatEnv, env_id


def play_on(env: SeatEnv, luck: Luck, moves: int = 10_000) -> float:
    """Play a number of random legal moves, or until the game is over; returns the last reward."""
    reward, is_over = 0.0, not env.match.waiting
    while moves and not is_over:
        legal = np.flatnonzero(env.table.mask(env.seat))
        _, reward, is_over, _, _ = env.step(int(legal[luck.below(len(legal))]))
        moves -= 1
    return reward


@pytest.mark.parametrize("name", own())
def test_gymnasiums_own_checker_passes(name: str) -> None:
    check_env(gymnasium.make(env_id(name)).unwrapped)


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_gymnasiums_own_checker_passes_for_every_table(name: str, players: int) -> None:
    env = gymnasium.make(env_id(name), players=players, seat=players - 1, bot="random").unwrapped
    check_env(env, skip_render_check=True)


def test_environment_ids_follow_the_names_of_the_games() -> None:
    assert {
        "parlour/Cirplexed-v0",
        "parlour/Exago-v0",
        "parlour/Tracktic-v0",
        "parlour/Traxx-v0",
    } <= {env_id(name) for name in own()}


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_the_reward_follows_the_rank(name: str, players: int, luck: Luck) -> None:
    env = SeatEnv(name, players, seat=luck.below(players), bot="random")
    env.reset(seed=luck.below(2**32))
    reward = play_on(env, luck)
    outcome = env.match.outcome
    assert outcome is not None
    place = outcome.ranking[env.seat]
    beaten = sum(other > place for other in outcome.ranking) - sum(other < place for other in outcome.ranking)
    expected = outcome.scores[0] if players == 1 else beaten / (players - 1)
    assert reward == pytest.approx(expected)
    with pytest.raises(parlour.GameOver, match=r"reset\(\)"):
        env.step(0)


@pytest.mark.parametrize("name", own())
def test_level_bots_repeat_their_moves_for_the_same_seed(name: str, luck: Luck) -> None:
    seed, records = luck.below(2**32), []
    for _ in range(2):
        env = SeatEnv(name, max(2, find(name).players[0]), bot="2", simulations=20)
        env.reset(seed=seed)
        play_on(env, Luck("same"), 3)
        records.append(env.match.record())
    assert records[0] == records[1]


@pytest.mark.parametrize("name", own())
def test_a_copy_continues_identically(name: str, luck: Luck) -> None:
    env = SeatEnv(name, max(2, find(name).players[0]))
    env.reset(seed=luck.below(2**32))
    play_on(env, luck, 2)
    others = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for other in others:
        play_on(other, Luck("same"), 2)
    assert len({other.match.record() for other in others}) == 1


@pytest.mark.parametrize("name", own())
def test_an_illegal_action_loses_or_is_refused(name: str) -> None:
    env = SeatEnv(name)
    wrong = some_illegal_action(env)
    _, reward, is_over, _, info = env.step(wrong)
    assert is_over
    assert "is illegal for seat" in info["illegal"]
    assert reward == (-1 if env.table.players > 1 else env.match.view(0)["scores"][0])
    with pytest.raises(parlour.GameOver):
        env.step(env.action_space.sample())
    env.reset()
    env.step(env.action_space.sample())
    strict = SeatEnv(name, is_strict=True)
    wrong = some_illegal_action(strict)
    with pytest.raises(parlour.IllegalAction):
        strict.step(wrong)
    strict.step(strict.action_space.sample())


def some_illegal_action(env: SeatEnv) -> int:
    """An action that is illegal in the first position in which some action is; on an empty board all may be legal."""
    observed, _ = env.reset(seed=0)
    while observed["action_mask"].all():
        observed, *_ = env.step(0)
    return int(np.flatnonzero(observed["action_mask"] == 0)[0])


def test_invalid_arguments_are_refused_with_a_reason() -> None:
    env = SeatEnv("exago")
    with pytest.raises(parlour.ParlourError, match="reset"):
        env.step(0)
    env.reset(seed=0)
    for nonsense in (-1, True, 0.5, None, "f6", np.array([45])):
        with pytest.raises(parlour.IllegalAction, match=r"^actions are whole numbers"):
            env.step(nonsense)
    env.step(np.array(45))
    with pytest.raises(parlour.BadPlayers):
        SeatEnv("exago", seat=2)
    with pytest.raises(parlour.UnknownBot):
        SeatEnv("exago", bot="6")
    with pytest.raises(parlour.BadOption, match="belongs in options"):
        gymnasium.make("parlour/Exago-v0", radius=4)


def test_action_masks_are_available_as_sb3_expects() -> None:
    env = gymnasium.make("parlour/Exago-v0")
    observation, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, observation["action_mask"] == 1)
