"""Batches as Gymnasium's vector environments."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.luck import Luck
from tests.adapters.tables import ENDS

pytest.importorskip("gymnasium", reason="Gymnasium is in the extra `research`, which is not installed")

from gymnasium.vector import AutoresetMode, VectorEnv

from parlour.adapters.vector import vector_env


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_steps_are_those_of_the_batch(name: str, players: int, luck: Luck) -> None:
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


def test_an_illegal_action_names_its_game() -> None:
    env = vector_env("exago", 2, 3, threads=1)
    env.reset(seed=1)
    actions = env.batch.sample().copy()
    actions[2] = -1
    with pytest.raises(parlour.IllegalAction, match="game 2"):
        env.step(actions)
