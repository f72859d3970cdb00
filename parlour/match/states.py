"""A match's states: one before each move and one after the last, the seats to act in each, and resignations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour import kernel
from parlour.errors import BadPlayers, GameOver, NotWaiting
from parlour.game import Game, Json, State, Viewpoint
from parlour.message import message
from parlour.notes import Notes
from parlour.numbers import as_number
from parlour.seat import Seat, check_seats, seats_of_old_names

T = TypeVar("T")


class States:
    """The data of a match; the subclasses add queries and actions."""

    game: Game
    """The game that is played."""
    players: int
    """The number of seats."""
    header: dict[str, Json]
    """Header fields of its record: `rules`, and where given `commit`, `salt`, `date` and `incidents`."""

    def __init__(
        self, game: Game, players: int, options: Mapping[str, Json], names: Sequence[str] | None = None
    ) -> None:
        """Create a match without a start state; `new`, `at_position` and `at_state` add one."""
        bind_kernels(game)
        self.game = game
        self.players = game.check_players(players)
        self._seats = [Seat("person", name) for name in game.check_names(names, self.players)]  # resigned: see below
        self._old_names: list[str] | None = None  # names of an old record, with bots spelled inside them
        self.came_from = tuple(range(self.players))
        self._options = game.check_options(options, self.players)
        self._moves: list[tuple[int, str]] = []
        self._turns = [0] * self.players  # moves made, by seat
        self.header = {"rules": game.rules.VERSION}
        self._states: list[NDArray[Any]] = []  # a one-record array before each move and after the last
        self._masks: list[int | None] = []  # the waiting seats of each state, computed on first use
        self._known: dict[Any, Any] = {}  # cached answers about the last state: a view asks the same again
        self._position: str | None = None  # where it started, unless at the start of a game
        self._resigned: list[tuple[int, int]] = []  # seat, and the number of moves before it resigned
        self._omits_result = False  # loaded from a record without a result
        self._notes: Notes = {}  # replaced, never changed in place: forks share it

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        bind_kernels(attributes["game"])  # it may come from another process
        self.__dict__.update(attributes)

    @property
    def options(self) -> dict[str, Json]:
        """The value of every option, by name."""
        return deepcopy(self._options)

    @property
    def names(self) -> list[str]:
        """The players' names, one per seat; assignable."""
        return [seat.name for seat in self._seats]

    @names.setter
    def names(self, names: Sequence[str]) -> None:
        checked = self.game.check_names(names, self.players)
        self.seats = [msgspec.structs.replace(seat, name=name) for seat, name in zip(self._seats, checked, strict=True)]

    @property
    def seats(self) -> list[Seat]:
        """Who plays each seat; assignable, except for `resigned`, which `resign` and `withdraw` change."""
        given_up = self.resigned
        return [msgspec.structs.replace(seat, resigned=number in given_up) for number, seat in enumerate(self._seats)]

    @seats.setter
    def seats(self, seats: Sequence[Seat]) -> None:
        checked = check_seats(seats, self.players)
        self.game.check_names([seat.name for seat in checked], self.players)
        self._seats = [msgspec.structs.replace(seat, resigned=False) for seat in checked]
        self._old_names = None

    def take_old_names(self) -> None:
        """Read the names as those of an old record, which spells bots inside them; `record` writes them unchanged."""
        names, seats = self.names, seats_of_old_names(self.names, self.game.seat_names)
        if seats != self._seats:
            self._seats, self._old_names = seats, names

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves made so far, each as (seat, text)."""
        return list(self._moves)

    @property
    def last_text(self) -> str:
        """The text of the last move; empty before the first."""
        return self._moves[-1][1] if self._moves else ""

    def _push(self, state: NDArray[Any]) -> None:
        self._states.append(state)
        self._masks.append(None)
        self._known.clear()

    def _recall(self, key: Any, find: Callable[[], T]) -> T:
        """Return a cached answer about the current state, computing it on first use."""
        if key not in self._known:
            self._known[key] = find()
        return self._known[key]  # type: ignore[no-any-return]

    def _mask(self, number: int) -> int:
        """The waiting seats of a state, as a bit mask."""
        mask = self._masks[number]
        if mask is None:
            mask = self._masks[number] = kernel.waiting(self._states[number][0])
        return mask

    @property
    def _now(self) -> State:
        return self._states[-1][0]

    @property
    def state(self) -> NDArray[Any]:
        """A copy of the current state as a one-record array, for kernels."""
        return copied_state(self._states[-1])

    @property
    def deal(self) -> Json:
        """Everything that chance decided, as JSON."""
        return self.game.notation.read_deal(self._now)

    @property
    def is_from_position(self) -> bool:
        """Whether the match began at a given position, not with a deal."""
        return self._position is not None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the match is over."""
        return _seats_in(0 if self._is_given_up() else self._mask(-1))

    def turn(self, seat: int) -> int:
        """Return how many moves a seat has made."""
        return self._turns[seat] if 0 <= seat < self.players else 0

    def check_waiting(self, seat: int) -> int:
        """Return the seat as an int if it may act now, or raise GameOver or NotWaiting."""
        waiting = self.waiting
        if not waiting:
            raise GameOver("the match is over: start another, or take a move back with undo()")
        number = as_number(seat)
        if number is None or number not in waiting:
            who = [message("seat {seat} ({name})", seat=other, name=self.names[other]) for other in waiting]
            raise NotWaiting("it is not seat {seat}'s turn: waiting for {who:or}", seat=repr(seat), who=who)
        return number

    @property
    def resigned(self) -> tuple[int, ...]:
        """The seats that resigned, in the order in which they did."""
        return tuple(seat for seat, _ in self._resigned)

    @property
    def resignations(self) -> list[tuple[int, int]]:
        """The seats that resigned, in order, each with the number of moves made before."""
        return list(self._resigned)

    def _set_resigned(self, resigned: list[tuple[int, int]]) -> None:
        """Shorten the list of resignations; people who play on lose the bot that stood in for them."""
        back = set(self.resigned) - {seat for seat, _ in resigned}
        self._resigned = resigned
        for number in back:
            if self._seats[number].kind == "person":
                self._seats[number] = msgspec.structs.replace(self._seats[number], bot=None)

    def _staying(self, seat: int) -> int:
        """How late a seat resigned, for the ranking: later is better, not at all is best."""
        return self.resigned.index(seat) if seat in self.resigned else self.players

    def _is_given_up(self) -> bool:
        return bool(self._resigned) and len(self._resigned) >= max(1, self.players - 1)

    def _check_seat(self, seat: int | None) -> int | None:
        """Return the seat as an int, None for a spectator, or raise BadPlayers."""
        if seat is None:
            return None
        number = as_number(seat)
        if number is None or number not in range(self.players):
            raise BadPlayers("there is no seat {seat}; seats are 0 to {last}", seat=repr(seat), last=self.players - 1)
        return number

    def _check_viewpoint(self, seat: Viewpoint) -> Any:
        """Return what stands for this viewpoint in the game's `view` and `draw`, or raise BadPlayers."""
        if seat == "all":
            return "all" if self.game.reveals else None
        return self._check_seat(seat)

    def _number_of(self, seat: Any) -> int:
        """Return the seat as an int, whether it exists or not; raise BadPlayers unless it is a whole number."""
        number = as_number(seat)
        if number is None:
            raise BadPlayers(
                "a seat is a whole number from 0 to {last}, not {seat}", last=self.players - 1, seat=repr(seat)
            )
        return number


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a bit mask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


_bound_games: set[Game] = set()


def bind_kernels(game: Game) -> None:
    """Register a game's kernels under its state record."""
    if game in _bound_games:
        return
    required = {name: getattr(game.rules, name) for name in ("setup", "waiting", "legal", "apply", "scores", "redeal")}
    optional = {"sample": game.sample, "evaluate": game.evaluate, "propose": game.propose}
    if game.encoding is not None:
        required |= {name: getattr(game.encoding, name) for name in ("action_of", "move_of", "observe", "deal")}
        optional["list_actions"] = getattr(game.encoding, "list_actions", None)
    facts = {"max_moves": game.max_moves, "score_columns": len(game.score_names)}
    kernel.bind(game.name, game.rules.STATE, {**required, **optional}, **facts)
    _bound_games.add(game)


def copied_state(state: NDArray[Any]) -> NDArray[Any]:
    """Copy a state byte by byte: NumPy copies records field by field, which takes five times as long."""
    return state.view(np.uint8).copy().view(state.dtype)
