"""Gymnasium's vector environments, on top of `parlour.batch`.

>>> from parlour.adapters.vector import vector_env
>>> env = vector_env("traxx", players=1, n=64)
>>> observations, infos = env.reset(seed=7)
>>> observations, rewards, terminations, truncations, infos = env.step(env.batch.sample())

In each game the seat to act makes its move: with several seats this is self-play. `infos["seats"]` has the seats to
act, which the observations are for. A reward is that of the seat that has just acted; `infos["rewards"]` has those of
all seats. A game that ends restarts in the same step, and the observation is that of the new game. As in Gymnasium's
own vector environments in SAME_STEP mode, `infos["final_obs"]` then has the last observation of the seat that acted,
`infos["final_info"]` its seat and all rewards and scores, and `infos["_final_obs"]` a mask of the games that ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour import kernel
from parlour.adapters.missing import missing

try:
    from gymnasium.spaces import Discrete, Space
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as problem:
    raise missing("a vector environment", "research", problem) from None

from parlour.adapters.spaces import masked_space
from parlour.adapters.table import Observation
from parlour.batches import Batch, batch
from parlour.game import Json
from parlour.luck import Seed

Numbers = NDArray[Any]
"""An array with an entry for each game."""


class BatchEnv(VectorEnv[Observation, Numbers, Numbers]):
    """A batch of games. An illegal action raises IllegalAction, which names the game, and nothing changes."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium has it
    """What Gymnasium wants to know of an environment: a game that ends restarts in the same step."""
    batch: Batch
    """The games; `batch.sample()` draws a legal action for each."""
    num_envs: int
    """The number of games."""
    single_observation_space: Space[Any]
    """The space of the observations of one game: planes, vector and action mask."""
    single_action_space: Discrete
    """The space of the actions of one game."""
    observation_space: Space[Any]
    """The space of all observations, with an axis for the game."""
    action_space: Space[Any]
    """The space of all actions. Its `sample` does not know the games: give it the masks, or use `batch.sample()`."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.num_envs = len(batch)
        self.single_observation_space = masked_space(batch.encoding)
        self.single_action_space = Discrete(batch.encoding.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Restart all games, each with its next deal or, given a seed, with the deals of that seed."""
        self.batch.reset(seed)
        return self._observed(), self._infos()

    def step(self, actions: Any) -> tuple[Observation, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Make one move in every game."""
        movers = self.batch.seats.copy()
        self.batch.step(actions)
        rewards = self.batch.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._observed(), rewards, self.batch.done.copy(), truncations, self._infos() | self._final(movers)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()

    def _observed(self) -> Observation:
        """A copy of the observations, since the batch overwrites its own arrays."""
        bits, count = self.batch.mask(), self.batch.encoding.action_count
        mask = np.unpackbits(bits, axis=1, count=count, bitorder="little").view(np.int8)
        return {"planes": self.batch.planes.copy(), "vector": self.batch.vectors.copy(), "action_mask": mask}

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return _marked({"seats": self.batch.seats.copy(), "rewards": self.batch.rewards.copy()}, everywhere)

    def _final(self, movers: Numbers) -> dict[str, Any]:
        """Gymnasium's infos about games that have just ended; empty if none have."""
        batch, done = self.batch, self.batch.done
        if not done.any():
            return {}
        observed = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(done):
            observed[game] = self._last_observed(int(game), int(movers[game]))
        scores = batch.scores * done[:, None, None]
        ends = {"seats": movers * done, "rewards": batch.rewards.copy(), "scores": scores}
        return _marked({"final_obs": observed, "final_info": _marked(ends, done)}, done)

    def _last_observed(self, game: int, seat: int) -> Observation:
        """The final observation of a seat, without legal actions."""
        encoding = self.batch.encoding
        planes, vector = np.empty(encoding.plane_shape, np.uint8), np.empty(encoding.vector_size, np.float32)
        kernel.observe(self.batch.ended[game], seat, planes, vector)
        return {"planes": planes, "vector": vector, "action_mask": np.zeros(encoding.action_count, np.int8)}


def _marked(infos: dict[str, Any], games: Numbers) -> dict[str, Any]:
    """Infos, each with a mask of the games that it is about."""
    return infos | {f"_{name}": games.copy() for name in infos}


def vector_env(
    game: str,
    players: int | None = None,
    n: int = 1,
    options: Mapping[str, Json] | None = None,
    seed: Seed | None = 0,
    threads: int | None = None,
    **named: Any,
) -> BatchEnv:
    """`n` games in parallel; takes the arguments of `parlour.batch`."""
    return BatchEnv(batch(game, players, n, options, seed, threads, **named))
