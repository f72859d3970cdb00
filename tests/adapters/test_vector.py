"""Batches as Gymnasium's vector environments."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.game import Json
from parlour.luck import Luck
from tests.adapters.tables import ENDS

pytest.importorskip("gymnasium", reason="Gymnasium is in the extra `research`, which is not installed")

from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from parlour.adapters.gymnasium import SeatEnv
from parlour.adapters.vector import BatchEnv, vector_env


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_steps_agree_with_the_batch(name: str, players: int, luck: Luck) -> None:
    seed = luck.below(2**32)
    env = vector_env(name, players, 4, threads=2)
    games = parlour.batch(name, players, 4, seed=seed, threads=1)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observed, infos = env.reset(seed=seed)
    ended = 0
    for _ in range(400):
        assert env.observation_space.contains(observed)
        assert (infos["seats"] == games.seats).all()
        assert (observed["planes"] == games.planes).all()
        assert (observed["vector"] == games.vectors).all()
        for k in range(4):
            assert np.flatnonzero(observed["action_mask"][k]).tolist() == sorted(games.legal(k))
        movers, actions = games.seats.copy(), games.sample()
        assert env.action_space.contains(actions)
        before = observed["planes"].copy()
        kept = observed["planes"]
        observed, rewards, terminations, truncations, infos = env.step(actions)
        games.step(actions)
        assert (kept == before).all()  # what was given is not changed later
        assert (terminations == games.done).all()
        assert not truncations.any()
        assert rewards.tolist() == [games.rewards[k, movers[k]] for k in range(4)]
        assert (infos["rewards"] == games.rewards).all()
        ended += int(terminations.sum())
        if ended > 4:
            break
    assert ended
    env.close()


def test_an_illegal_action_raises_with_the_number_of_its_game() -> None:
    env = vector_env("exago", 2, 3, threads=1)
    env.reset(seed=1)
    actions = env.batch.sample().copy()
    actions[2] = -1
    with pytest.raises(parlour.IllegalAction, match="game 2"):
        env.step(actions)


class Dealt(SeatEnv):
    """Solo Träxx with given deals, one after another."""

    def __init__(self, deals: list[Json]) -> None:
        super().__init__("traxx", 1)
        self.deals = deals

    def reset(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(**kwargs)
        self.table._match = parlour.new("traxx", 1, deal=self.deals.pop(0))
        return self._observed(), {}


def read_deals(env: BatchEnv) -> list[Json]:
    return [env.batch.game.notation.read_deal(state) for state in env.batch.states]


def check_same(one: Any, two: Any) -> None:
    """Compare nested observations and infos by value and type."""
    assert type(one) is type(two)
    if isinstance(one, dict):
        assert one.keys() == two.keys()
        for name in one:
            check_same(one[name], two[name])
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (two.dtype, two.shape)
        if one.dtype == object:
            for left, right in zip(one, two, strict=True):
                check_same(left, right)
        else:
            assert (one == two).all()


def test_solo_traxx_agrees_with_gymnasiums_own_vectorisation(luck: Luck) -> None:
    env = vector_env("traxx", 1, 3)
    observed, _ = env.reset(seed=luck.below(2**32))
    deals: list[list[Json]] = [[deal] for deal in read_deals(env)]
    single = SyncVectorEnv([partial(Dealt, dealt) for dealt in deals], autoreset_mode=AutoresetMode.SAME_STEP)
    check_same(single.reset()[0], observed)
    for step in range(1, 2 * 15 + 1):
        actions = env.batch.sample().copy()
        ours = env.step(actions)
        for dealt, deal in zip(deals, read_deals(env), strict=True):
            dealt[:] = [deal]  # of the game that starts with this step
        theirs = single.step(actions)
        for part in range(4):  # observations, rewards, terminations, truncations
            check_same(ours[part], theirs[part])
        assert ours[2].all() == (step % 15 == 0)
        finals = {"final_obs", "_final_obs", "final_info", "_final_info"}
        assert finals & ours[4].keys() == theirs[4].keys()
        for name in finals - {"final_info"} & ours[4].keys():  # a single game has no such info
            check_same(ours[4][name], theirs[4][name])


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_the_end_is_reported_as_in_gymnasium(name: str, players: int, luck: Luck) -> None:
    options = {"turn_limit": 10} if name == "exago" else {}
    env = vector_env(name, players, 5, options)
    env.reset(seed=luck.below(2**32))
    ended = 0
    while ended < 3:
        matches, movers = [env.batch.match(game) for game in range(5)], env.batch.seats.copy()
        actions = env.batch.sample().copy()
        *_, terminations, _, infos = env.step(actions)
        assert ("final_obs" in infos) == terminations.any()
        told: dict[str, Any] = {}
        for game in np.flatnonzero(terminations):
            match = matches[game]
            match.play(int(movers[game]), match.action_text(int(movers[game]), int(actions[game])))
            assert match.outcome is not None
            seen = infos["final_obs"][game]
            assert env.single_observation_space.contains(seen)
            planes, vector = np.empty_like(seen["planes"]), np.empty_like(seen["vector"])
            parlour.kernel.observe(match.state[0], int(movers[game]), planes, vector)
            assert (seen["planes"] == planes).all()
            assert (seen["vector"] == vector).all()
            assert not seen["action_mask"].any()
            scores = np.array(list(match.outcome.details.values())).T
            end = {"seats": movers[game], "rewards": env.batch.rewards[game], "scores": scores}
            told = env._add_info(told, {"final_obs": seen, "final_info": end}, int(game))
            ended += 1
        check_same({key: infos[key] for key in infos if "final" in key}, told)


def test_gymnasiums_vector_wrappers_work() -> None:
    env = DictInfoToList(RecordEpisodeStatistics(vector_env("traxx", 1, 3, seed=1)))
    _, infos = env.reset(seed=1)
    assert [info["seats"] for info in infos] == [0, 0, 0]
    batch = env.unwrapped.batch  # type: ignore[attr-defined]
    for _ in range(15):
        infos = env.step(batch.sample())[4]
    for info, score in zip(infos, batch.scores[:, 0, 0], strict=True):
        assert info["episode"]["r"] == info["final_info"]["scores"][0, 0] == score
        assert info["episode"]["l"] == 15


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_continues_identically(again: Callable[[BatchEnv], BatchEnv]) -> None:
    env = vector_env("cirplexed", 2, 3, seed=1, threads=2)
    env.reset()
    other = again(env)
    for _ in range(50):
        actions = env.batch.sample().copy()
        for one, two in zip(env.step(actions), other.step(actions), strict=True):
            check_same(one, two)
