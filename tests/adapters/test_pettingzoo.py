"""PettingZoo's own tests for every game, and tests of what they do not check."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games import find, own
from parlour.luck import Luck
from tests.adapters.tables import ENDS, SIMULTANEOUS, TABLES

pytest.importorskip("pettingzoo", reason="PettingZoo is in the extra `research`, which is not installed")

with warnings.catch_warnings():
    # If PettingZoo's own games are installed, as for `make bench`, its tests import one in a deprecated way.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from parlour.adapters.pettingzoo import AecEnv, aec_env, parallel_env

# PettingZoo gives this advice to all but its own games, although those have masks in their observations as well.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
]


def play_on(env: AecEnv, luck: Luck, moves: int = 10_000) -> None:
    """Play a number of random legal moves, or until the game is over."""
    while moves and not any(env.terminations.values()):
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(legal[luck.below(len(legal))]))
        moves -= 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_own_tests_pass(name: str, players: int) -> None:
    api_test(aec_env(name, players), num_cycles=30)


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_the_same_seed_gives_the_same_game(name: str, players: int) -> None:
    seed_test(partial(aec_env, name, players), num_cycles=10)


@pytest.mark.parametrize(("name", "players"), SIMULTANEOUS)
def test_pettingzoos_own_tests_pass_for_parallel_environments(name: str, players: int) -> None:
    parallel_api_test(parallel_env(name, players), num_cycles=100)
    parallel_seed_test(partial(parallel_env, name, players))


@pytest.mark.parametrize(("name", "players"), SIMULTANEOUS)
def test_a_game_is_truncated_after_max_cycles(name: str, players: int) -> None:
    module = SimpleNamespace(env=partial(aec_env, name, players), parallel_env=partial(parallel_env, name, players))
    max_cycles_test(module)


@pytest.mark.parametrize("name", own())
def test_every_render_mode_draws(name: str) -> None:
    players = find(name).players[-1]
    render_test(partial(aec_env, name, players), {"svg": lambda drawn: drawn.startswith("<svg")})


@pytest.mark.parametrize("name", own())
def test_pixels_show_the_board_and_keep_their_size(name: str, luck: Luck) -> None:
    env = aec_env(name, render_mode="rgb_array", seed=luck.number())
    env.reset()
    before = env.render()
    play_on(env, luck, 6)
    after = env.render()
    assert before.shape == after.shape
    assert (before != after).any()
    assert len(np.unique(after.reshape(-1, 3), axis=0)) > 20


@pytest.mark.parametrize(("name", "players"), ENDS)
@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_continues_identically_and_independently(
    name: str, players: int, again: Callable[[Any], Any], luck: Luck
) -> None:
    env = aec_env(name, players, seed=luck.number())
    env.reset()
    play_on(env, luck, 3)
    record = env.match.record()
    other = again(env)
    play_on(other, Luck("same"), 4)
    assert env.match.record() == record
    play_on(env, Luck("same"), 4)
    assert env.match.record() == other.match.record()
    env.reset()
    other.reset()
    assert env.match.deal == other.match.deal  # the random state was copied, too


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_rewards_agree_with_a_batch(name: str, players: int, luck: Luck) -> None:
    env = aec_env(name, players, seed=luck.number())
    games = parlour.batch(name, players, 1, seed=luck.number(), threads=1)
    env.reset()
    start = parlour.Match.new(games.game, players)  # give the environment the batch's deal
    start._states[-1][0] = games.states[0]
    env.table._match = start
    env._select()
    total = np.zeros(players)
    while not games.done[0]:
        assert env.agents.index(env.agent_selection) == games.seats[0]
        observed = env.observe(env.agent_selection)
        assert np.flatnonzero(observed["action_mask"]).tolist() == sorted(games.legal(0))
        assert (observed["observation"]["planes"] == games.planes[0]).all()
        assert (observed["observation"]["vector"] == games.vectors[0]).all()
        action = games.legal(0)[luck.below(int(games.counts[0]))]
        env.step(action)
        games.step([action])
        total += list(env.rewards.values())
    assert all(env.terminations.values())
    assert total.tolist() == games.rewards[0].tolist()


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_observations_contain_nothing_hidden(name: str, players: int, luck: Luck) -> None:
    env = aec_env(name, players, seed=luck.number())
    env.reset()
    for _ in range(4):
        play_on(env, luck, 1 + luck.below(6))
        if any(env.terminations.values()):
            break
        for seat, agent in enumerate(env.possible_agents):
            other = copy.deepcopy(env)
            other.table._match = env.match.belief(seat, seed=luck.number())
            one, two = env.observe(agent), other.observe(agent)
            assert (one["action_mask"] == two["action_mask"]).all()
            assert all((one["observation"][part] == two["observation"][part]).all() for part in ("planes", "vector"))


def some_illegal_action(env: Any) -> int:
    """An action that is illegal in the first position in which some action is; on an empty board all may be legal."""
    while env.observe(env.agent_selection)["action_mask"].all():
        env.step(0)
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


@pytest.mark.parametrize("name", own())
def test_an_illegal_action_raises_and_changes_nothing(name: str) -> None:
    env = aec_env(name, seed=0)
    env.reset()
    wrong = some_illegal_action(env)
    record = env.match.record()
    for action in (wrong, -1, env.encoding.action_count, 0.5, "pass"):
        with pytest.raises(parlour.IllegalAction):
            env.step(action)  # type: ignore[arg-type]
    assert env.match.record() == record
    losing = TerminateIllegalWrapper(env, illegal_reward=-1)
    losing.reset(seed=0)
    losing.step(some_illegal_action(losing))
    assert min(losing.rewards.values()) == -1
    assert all(losing.terminations.values())


def test_a_round_needs_the_choices_of_all_agents() -> None:
    env = parallel_env("traxx", 3)
    observed, _ = env.reset(seed=5)
    good = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observed.items()}
    last = env.possible_agents[-1]
    for bad in ({**good, last: -1}, {agent: good[agent] for agent in good if agent != last}):
        with pytest.raises(parlour.ParlourError):
            env.step(bad)
        assert env.match.moves == []
    env.step(good)
    assert len(env.match.moves) == 3


def test_turn_based_games_have_no_parallel_environment() -> None:
    with pytest.raises(parlour.ParlourError, match="use aec_env"):
        parallel_env("exago")


def test_invalid_parameters_are_refused_before_a_game_starts() -> None:
    with pytest.raises(parlour.BadOption, match="render_mode"):
        aec_env("exago", render_mode="film")
    with pytest.raises(parlour.BadOption, match="max_cycles"):
        aec_env("exago", max_cycles=0)
    with pytest.raises(parlour.BadOption, match="radius: belongs in options"):
        aec_env("exago", radius=4)
    with pytest.raises(parlour.ParlourError, match="reset"):
        aec_env("exago").step(0)


def test_turn_based_games_are_truncated_after_max_cycles_too() -> None:
    env = aec_env("exago", 3, max_cycles=2, seed=1)
    env.reset()
    for _ in range(6):
        assert not any(env.truncations.values())
        env.step(env.action_space(env.agent_selection).sample())
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_stepping_before_the_first_game_names_reset() -> None:
    env = aec_env("exago")
    simultaneous = parallel_env("traxx")
    for ask in (
        env.agent_iter,
        env.last,
        lambda: env.step(0),
        lambda: env.observe("red"),
        lambda: simultaneous.step({}),
    ):
        with pytest.raises(parlour.ParlourError, match=r"call reset\(\) first"):
            ask()


def test_stepping_after_the_end_names_reset() -> None:
    env = aec_env("traxx", 2, seed=1)
    env.reset()
    for agent in env.agent_iter():
        env.step(None if env.terminations[agent] else env.action_space(agent).sample())
    for ask in (env.agent_iter, env.last, lambda: env.step(0), lambda: env.step(None)):
        with pytest.raises(parlour.GameOver, match=r"reset\(\)"):
            ask()
    env.reset()
    assert env.last()[2:4] == (False, False)


def test_a_round_takes_a_mapping_of_existing_agents() -> None:
    env = parallel_env("cirplexed", 2)
    observed, _ = env.reset(seed=5)
    good = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observed.items()}
    with pytest.raises(parlour.ParlourError, match="mapping"):
        env.step(None)  # type: ignore[arg-type]
    with pytest.raises(parlour.ParlourError, match="no agent 'pink'; agents are ash, birch"):
        env.step({**good, "pink": 0})
    with pytest.raises(parlour.ParlourError, match="no agent 'pink'"):
        env.observe("pink")
    assert env.match.moves == []
    env.step(good)


def test_agents_have_the_names_in_the_docstring() -> None:
    names = {name: aec_env(name).possible_agents[0] for name in own()}
    assert names.items() >= {"cirplexed": "ash", "exago": "red", "tracktic": "red", "traxx": "north"}.items()


def test_a_board_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec_env("exago", render_mode="human")
    env.reset()
    first = capsys.readouterr().out
    assert first.count("f6") == 1  # the only legal cell
    env.render()
    assert capsys.readouterr().out == ""
    env.step(env.action_space("red").sample())
    env.render()
    assert capsys.readouterr().out.count("[R]") == 1
    env.reset()
    assert capsys.readouterr().out == first


def test_errors_name_no_game_number_for_a_single_game() -> None:
    env = aec_env("exago")
    env.reset()
    with pytest.raises(parlour.IllegalAction, match=r"^action 0 is illegal for seat 0 now; legal: 45$") as caught:
        env.step(0)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
