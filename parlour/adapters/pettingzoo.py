"""PettingZoo: every game as an AEC environment, and simultaneous games as parallel environments too.

>>> from parlour.adapters.pettingzoo import aec_env
>>> env = aec_env("exago", players=3, seed=7)
>>> env.reset()
>>> env.agent_selection
'red'
>>> int(env.observe("red")["action_mask"].sum())
1

Agents are the seats, by the game's own names: colours in Exago and Tracktic (red, blue, ...), other names where seats
have no colour (north, east, ... in Träxx, ash, birch, ... in Cirplexed!).

An observation is {"observation": {"planes", "vector"}, "action_mask"}: what the seat may know, its own pieces first, as
`env.encoding` describes it, and a 1 for each action that is legal now. `action_space(agent).sample()` draws a legal
action. Any other raises IllegalAction, and nothing changes; to lose the game instead, use PettingZoo's
TerminateIllegalWrapper.

Rewards come when the game ends: by rank from -1 to 1, or the score in a game for one. Pictures show what a spectator
may see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.adapters.missing import missing

try:
    from gymnasium.spaces import Dict, Space
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.env import AECIterable
except ImportError as problem:
    raise missing("PettingZoo's adapter", "research", problem) from None

from parlour.adapters.spaces import Actions, mask_space, observation_space
from parlour.adapters.table import RENDER_MODES, Table, checked_mode
from parlour.errors import BadOption, GameOver, ParlourError
from parlour.game import Encoding, Json
from parlour.luck import Luck, Seed, checked_seed
from parlour.match import Match
from parlour.numbers import as_number

Observed = dict[str, Any]
"""What an agent observes: `{"observation": {"planes", "vector"}, "action_mask"}`."""


class _Seats:
    """The base of both kinds of environment: a table whose seats are agents."""

    table: Table
    """The game being played, by action numbers."""
    render_mode: str | None
    """What `render` returns: `ansi`, `svg`, `rgb_array`, or `human`, which prints the board after each move."""
    max_cycles: int | None
    """The number of moves of each seat after which a game is truncated; None if it never is."""
    possible_agents: list[str]
    """All agents, by seat: the game's names of the seats."""
    agents: list[str]
    """The agents of the current game; empty when it is over."""
    metadata: dict[str, Any]
    """What PettingZoo wants to know of an environment: its name, its render modes, whether rounds are simultaneous."""
    observation_spaces: dict[str, Space[Any]]
    """The space of each agent's observations."""
    action_spaces: dict[str, Space[Any]]
    """The space of each agent's actions; `sample` draws a legal one."""
    is_parallel = False
    """Whether all seats choose at the same time."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
        seed: Seed | None = None,
        max_cycles: int | None = None,  # moves of each seat after which a game is truncated
        **named: Any,
    ) -> None:
        self.table = Table(game, players, options, named)
        if self.is_parallel and not self.table.game.simultaneous:
            raise ParlourError(f"in {self.table.game.title} seats act in turn: use aec_env")
        self.render_mode = checked_mode(render_mode)
        self.max_cycles = _checked_cycles(max_cycles)
        self.possible_agents = list(self.table.game.seat_names[: self.table.players])
        self.agents = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._luck = Luck(checked_seed(seed))
        self.metadata = {
            "name": f"parlour_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": self.table.game.simultaneous,
            "render_fps": 2,
        }
        seen = observation_space(self.encoding), mask_space(self.encoding)
        self.observation_spaces = {
            agent: Dict({"observation": seen[0], "action_mask": seen[1]}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Actions(self.table, seat) for agent, seat in self._seats.items()}

    @property
    def encoding(self) -> Encoding:
        """What actions, planes and vectors mean."""
        return self.table.encoding

    @property
    def match(self) -> Match:
        """The underlying match; `match.record()` is the whole game as text."""
        return self.table.match

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def _begin(self, seed: Seed | None) -> None:
        if seed is not None:
            self._luck = Luck(checked_seed(seed))
        self.table.begin(self._luck.number())
        self.agents = list(self.possible_agents)

    def observe(self, agent: str) -> Observed:
        """An agent's observation and action mask."""
        if agent not in self._seats:
            raise self._nobody(agent)
        seat = self._seats[agent]
        return {"observation": self.table.observation(seat), "action_mask": self.table.mask(seat)}

    def _nobody(self, agent: Any) -> ParlourError:
        return ParlourError(f"there is no agent {agent!r}; agents are {', '.join(self.possible_agents)}")

    def _playing(self) -> Match:
        """The current match. Raises ParlourError before the first one, and GameOver when all agents are done."""
        match = self.match
        if not self.agents:
            raise GameOver("the game is over: call reset() to start another")
        return match

    def _is_cut_off(self) -> bool:
        """Whether every seat has made `max_cycles` moves and the game is not over."""
        limit = self.max_cycles
        if limit is None or not self.match.waiting:
            return False
        return len(self.match.moves) >= limit * self.table.players

    def render(self) -> Any:
        """The board as a spectator may see it, as `render_mode` says."""
        return self.table.render(self.render_mode, None)

    def close(self) -> None:
        """Nothing to close."""


class AecEnv(_Seats, AECEnv[str, Observed, int]):  # type: ignore[misc]
    """Seats act one after the other. In a simultaneous round, the lowest seat that has not chosen is next."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game with the next deal or, given a seed, with the first deal of that seed."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Make the selected agent's move. Pass None for an agent whose game is over."""
        match = self._playing()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, not match.waiting)
        self.truncations = dict.fromkeys(self.agents, self._is_cut_off())
        self._accumulate_rewards()
        self._select()

    def last(self, observe: bool = True) -> tuple[Observed | None, float, bool, bool, dict[str, Any]]:
        """The selected agent's observation, reward, termination, truncation and info."""
        self._playing()
        return super().last(observe)  # type: ignore[no-any-return]

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observed, int]:
        """Yield the selected agent until the game is over and every agent has seen the end."""
        self._playing()  # PettingZoo's own loop would silently run zero times
        return super().agent_iter(max_iter)

    def _select(self) -> None:
        """Select the agent to act or, after the end, the first one."""
        waiting = self.match.waiting
        self.agent_selection = self.possible_agents[waiting[0] if waiting else 0]
        if self.render_mode == "human":
            self.render()


class ParallelSeats(_Seats, ParallelEnv[str, Observed, int]):  # type: ignore[misc]
    """All seats choose, then the round closes. The action of a seat with nothing to choose is ignored."""

    is_parallel = True
    """Whether all seats choose at the same time."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Start a new game with the next deal or, given a seed, with the first deal of that seed."""
        self._begin(seed)
        if self.render_mode == "human":
            self.render()
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play a round. All choices are checked before the first one is made."""
        match, agents = self._playing(), self.agents
        if not isinstance(actions, Mapping):
            raise ParlourError(f"actions are a mapping, such as {{{agents[0]!r}: 0}}, not {actions!r}")
        for agent in actions:
            if agent not in self._seats:
                raise self._nobody(agent)
        chosen = []
        for seat in match.waiting:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise ParlourError(f"{agent} must choose as well: give an action for each of {', '.join(self.agents)}")
            chosen.append((seat, self.table.checked_move(seat, actions[agent])))
        for seat, text in chosen:
            match.play(seat, text)
        is_over, is_cut_off = not match.waiting, self._is_cut_off()
        if is_over or is_cut_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, self.table.rewards(), strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut_off),
            {agent: {} for agent in agents},
        )


def _checked_cycles(cycles: Any) -> int | None:
    number = as_number(cycles)
    if cycles is not None and (number is None or number < 1):
        raise BadOption("max_cycles", f"must be a whole number from 1 on, or None, not {cycles!r}")
    return number


aec_env = AecEnv
"""Create an AEC environment; named like the functions of PettingZoo's own environments. See `AecEnv`."""
parallel_env = ParallelSeats
"""Create a parallel environment of a simultaneous game. See `ParallelSeats`."""
