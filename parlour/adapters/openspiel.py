"""OpenSpiel: every game as a Python game. Importing this registers parlour_exago and the others.

>>> import pyspiel
>>> import parlour.adapters.openspiel
>>> game = pyspiel.load_game("parlour_exago(players=3,radius=4)")
>>> state = game.new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'e5'

Seats act one after the other. In a simultaneous round, the lowest seat that has not chosen is next, and its choice
stays hidden from the others. Luck is one chance node at the start, which draws one of `deals` deals, numbered by their
seeds; after that a state holds all hidden information, and `resample_from_infostate` samples it again. Options are
parameters, except lists and JSON. Returns are by rank from -1 to 1, or the score in a game for one.

Observations are planes and a vector, as `game.encoding` describes them. An information state exists only as text:
everything that a seat has seen.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.adapters.missing import missing

try:
    import pyspiel
except ImportError as problem:
    raise missing("OpenSpiel's adapter", "openspiel", problem) from None

from parlour.adapters.table import Table
from parlour.errors import BadOption, GameOver, ParlourError
from parlour.game import Encoding, Game, Json
from parlour.games import find, list_games
from parlour.luck import Luck
from parlour.match import Match

DEALS = 1000
"""The default number of deals."""
PLAIN = ("flag", "number", "choice")
"""The kinds of options that can be parameters."""


class ParlourGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and options."""

    start: Table
    """The table before the first move, which states begin with."""
    deals: int
    """The number of different deals; 0 if the game has no luck."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        game = find(name)
        given = parameters(game) | params
        players, deals = given.pop("players"), given.pop("deals")
        if deals < 1:
            raise BadOption("deals", f"must be a whole number from 1 on, not {deals}")
        self.start = Table(name, players, given)
        self.deals = deals if has_luck(game, self.start.players, self.start.options) else 0
        if not self.deals:
            self.start.begin(0)
        is_alone = players == 1
        least, most = (self.encoding.scores or (-inf, inf)) if is_alone else (-1.0, 1.0)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.action_count,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=least,
            max_utility=most,
            utility_sum=None if is_alone else 0.0,
            max_game_length=game.max_plies(players, self.start.options),
        )
        super().__init__(game_type(game, players, bool(self.deals)), info, params)

    @property
    def encoding(self) -> Encoding:
        """What actions, planes and vectors mean."""
        return self.start.encoding

    def new_initial_state(self) -> ParlourState:
        """The state before the deal or, in a game without one, before the first move."""
        return ParlourState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> ParlourObserver:
        """An observer, which encodes what a seat may know."""
        if params:
            raise BadOption("params", f"observers take none, not {params!r}")
        return ParlourObserver(self.encoding, iig_obs_type is not None and iig_obs_type.perfect_recall)


class ParlourState(pyspiel.State):  # type: ignore[misc]
    """A match, possibly before its deal is drawn."""

    table: Table
    """The game being played, by action numbers."""
    deals: int
    """The number of different deals; 0 if the game has no luck."""
    is_dealt: bool
    """Whether the deal was drawn."""

    def __init__(self, game: ParlourGame) -> None:
        super().__init__(game)
        self.table = game.start.fork()
        self.deals = game.deals
        self.is_dealt = not game.deals
        self._told: dict[int, tuple[int, str]] = {}  # by seat: the number of moves told, and the text

    @property
    def match(self) -> Match:
        """The underlying match."""
        return self.table.match

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for a chance node or a terminal state."""
        if not self.is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        waiting = self.match.waiting
        return waiting[0] if waiting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.table.mask(player)).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, all equally likely."""
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise GameOver("the game is over: call new_initial_state() to start another")
        if self.is_dealt:
            self.table.play(self.current_player(), action)
        else:
            self.table.begin(action)
            self.is_dealt = True

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.move_text(player, action) if player >= 0 else f"deal {action}"

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.is_dealt and not self.match.waiting

    def returns(self) -> list[float]:
        """The return of each seat: 0 before the end."""
        return self.table.standing() if self.is_terminal() else [0.0] * self.table.players

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> ParlourState:
        """A state that the seat cannot distinguish from this one, with hidden information resampled and no history."""
        other = ParlourState(self.get_game())
        if self.is_dealt:
            imagined = self.match.belief(player, seed=int(probability_sampler() * 2**53))
            other.table.take_over(imagined)
            other.is_dealt = True
            other._told = {player: (0, self.told(player))}  # what the others were told is not known
        return other

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Not available: what a seat has seen since the start has no fixed size."""
        raise ParlourError(
            "an information state exists only as text: use information_state_string, or observation_tensor"
        )

    def told(self, seat: int) -> str:
        """Everything that a seat has seen: the board at the start, and a line per move, with its own choices."""
        match = self.match
        first, text = self._told.get(seat) or (0, _line(match.at(0).view(seat)["board"]))
        for ply, (mover, move) in enumerate(match.moves[first:], first):
            text += _line([mover, move if mover == seat else None, match.events(seat, ply)])
        self._told[seat] = len(match.moves), text
        return text

    def __str__(self) -> str:
        return self.match.position() if self.is_dealt else "before the deal"


class ParlourObserver:
    """Planes and vector as one tensor, and the board as text. With perfect recall only text: all since the start."""

    tensor: NDArray[np.float32] | None
    """Planes, then vector, in one dimension; None with perfect recall."""
    dict: dict[str, NDArray[np.float32]]
    """The parts of the tensor: `planes` in their shape, and `vector`."""

    def __init__(self, encoding: Encoding, has_recall: bool) -> None:
        self._has_recall = has_recall
        shape, size = encoding.plane_shape, int(np.prod(encoding.plane_shape))
        self.tensor = None if has_recall else np.zeros(size + encoding.vector_size, np.float32)
        self.dict = {}
        if self.tensor is not None:
            self.dict = {"planes": self.tensor[:size].reshape(shape), "vector": self.tensor[size:]}

    def set_from(self, state: ParlourState, player: int) -> None:
        """Fill the tensor with what a seat may know."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.is_dealt:
            for name, numbers in state.table.observation(player).items():
                self.dict[name][:] = numbers

    def string_from(self, state: ParlourState, player: int) -> str:
        """What a seat may know, as text."""
        if not state.is_dealt:
            return ""
        return state.told(player) if self._has_recall else _line(state.match.view(player)["board"])


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game with their defaults."""
    players = game.players[0]
    plain = {option.name: option.value_for(players) for option in game.options if option.kind in PLAIN}
    return {"players": players, "deals": DEALS, **plain}


def has_luck(game: Game, players: int, options: dict[str, Json]) -> bool:
    """Whether different seeds give different deals."""
    deals = [game.notation.new_deal(Luck(seed), players, options) for seed in range(8)]
    return any(deal != deals[0] for deal in deals)


def game_type(game: Game, players: int, is_dealt: bool) -> Any:
    """The OpenSpiel description of a game."""
    kinds = pyspiel.GameType
    is_known = game.perfect_information and not is_dealt
    return kinds(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if is_dealt else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if is_known else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if players == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


def short_name(game: str) -> str:
    """The OpenSpiel name of a game: parlour_exago for exago."""
    return f"parlour_{game}"


def _loaded(text: str) -> Any:
    """A game by its name and parameters. Importing this module has registered it."""
    return pyspiel.load_game(text)


def _line(value: Json) -> str:
    return msgspec.json.encode(value).decode() + "\n"


def _register(name: str) -> None:
    game = find(name)
    if game.encoding is None:
        return
    players = game.players[0]
    is_dealt = has_luck(game, players, game.check_options({}, players))

    class Registered(ParlourGame):  # OpenSpiel constructs a game from its parameters only
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, params or {})

    pyspiel.register_game(game_type(game, players, is_dealt), Registered)


for _name in list_games():
    _register(_name)
