"""Gymnasium: one seat of a game against bots, or Träxx alone. Importing this registers parlour/Exago-v0 and the others.

>>> import gymnasium
>>> import parlour.adapters.gymnasium
>>> env = gymnasium.make("parlour/Traxx-v0")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

`make` takes the arguments of SeatEnv: players, options, seat, bot. An observation is {"planes", "vector",
"action_mask"}. The reward comes when the game ends: by rank from -1 to 1, or the score in a game for one. Pictures show
what the seat may see.

`action_space.sample()` draws a legal action. Gymnasium expects every action to be playable, so an illegal one ends the
game: it is lost (-1), or keeps its current score in a game for one, and info["illegal"] says what would be legal. With
is_strict=True it raises IllegalAction instead, and nothing changes; values that are not actions always do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.adapters.missing import missing

try:
    import gymnasium
except ImportError as problem:
    raise missing("Gymnasium's adapter", "research", problem) from None

from gymnasium.spaces import Discrete, Space

from parlour.adapters.spaces import Actions, masked_space
from parlour.adapters.table import RENDER_MODES, Observation, Table, checked_mode
from parlour.batches import IllegalAction
from parlour.bots import Bot, bot
from parlour.errors import BadPlayers, GameOver
from parlour.game import Encoding, Json
from parlour.games import list_games
from parlour.match import Match
from parlour.numbers import as_number


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat; bots play the others. The same seed gives the same game unless the bots are limited by time."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it
    """What Gymnasium wants to know of an environment: its render modes."""
    table: Table
    """The game being played, by action numbers."""
    seat: int
    """The seat that the agent plays."""
    is_strict: bool
    """Whether an illegal action raises IllegalAction instead of losing the game."""
    render_mode: str | None
    """What `render` returns: `ansi`, `svg`, `rgb_array`, or `human`, which prints the board after each move."""
    action_space: Discrete
    """The actions; `sample` draws a legal one."""
    observation_space: Space[Any]
    """The space of observations: planes, vector and action mask."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Json] | None = None,
        seat: int = 0,
        bot: str = "greedy",  # any of parlour.bots.NAMES
        simulations: int | None = None,  # the budget of numbered bots, instead of their own, which is limited by time
        is_strict: bool = False,
        render_mode: str | None = None,
        **named: Any,
    ) -> None:
        self.table = Table(game, players, options, named)
        number = as_number(seat)
        if number is None or number not in range(self.table.players):
            raise BadPlayers(f"there is no seat {seat!r}; seats are 0 to {self.table.players - 1}")
        self.seat = number
        self.render_mode = checked_mode(render_mode)
        self.is_strict = is_strict
        self._is_lost = False  # through an illegal action
        self._opponent = (bot, simulations)
        self._new_bot(0)  # so that an unknown bot raises now
        self._bots: list[Bot] = []
        self.action_space = Actions(self.table, self.seat)
        self.observation_space = masked_space(self.encoding)

    @property
    def encoding(self) -> Encoding:
        """What actions, planes and vectors mean."""
        return self.table.encoding

    @property
    def match(self) -> Match:
        """The underlying match; `match.record()` is the whole game as text."""
        return self.table.match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game and play until it is the seat's turn."""
        super().reset(seed=seed)
        numbers = self.np_random.integers(2**63, size=1 + self.table.players).tolist()
        self.table.begin(numbers[0])
        self._is_lost = False
        self._bots = [self._new_bot(number) for number in numbers[1:]]
        self._let_others_play()
        return self._observed(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, then play until it is the seat's turn again or the game is over."""
        if self._is_lost:
            raise GameOver("the game was lost by an illegal action: call reset() to start another")
        try:
            self.table.play(self.seat, action)
        except IllegalAction as problem:
            if self.is_strict or as_number(action) is None or not self.action_space.contains(action):
                raise  # a value that is not an action is an error of the program, not of the player
            self._is_lost = True
            reward = self.table.standing()[0] if self.table.players == 1 else -1.0
            return self._observed(), reward, True, False, {"illegal": str(problem)}
        self._let_others_play()
        return self._observed(), self.table.rewards()[self.seat], not self.match.waiting, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal for the seat now; named as MaskablePPO of sb3-contrib expects."""
        return self.table.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The board as the seat may see it, as `render_mode` says."""
        return self.table.render(self.render_mode, self.seat)

    def _new_bot(self, seed: int) -> Bot:
        name, simulations = self._opponent
        return bot(self.table.game.name, name, seed=seed, simulations=simulations)

    def _let_others_play(self) -> None:
        while self.match.waiting and self.seat not in self.match.waiting:
            other = self.match.waiting[0]
            self.match.play(other, self._bots[other].choose(self.match, other))

    def _observed(self) -> Observation:
        if self.render_mode == "human":
            self.render()
        return {**self.table.observation(self.seat), "action_mask": self.table.mask(self.seat)}


def env_id(game: str) -> str:
    """The environment id of a game: parlour/Exago-v0 for exago."""
    return f"parlour/{game.title().replace('_', '')}-v0"


for _name in list_games():
    gymnasium.register(env_id(_name), entry_point=f"{__name__}:SeatEnv", kwargs={"game": _name})
