"""The contract between a game and everything that serves it. Imports nothing of ours."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from parlour.errors import BadOption, BadPlayers, IllegalMove
from parlour.message import Message, message
from parlour.numbers import as_number
from parlour.option import Json as Json
from parlour.option import Option

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text


JOINERS = "\u200c\u200d"  # not printable by themselves, but parts of words and of pictures in many scripts


def _is_readable(name: str) -> bool:
    """Whether a name does nothing to a screen but stand there."""
    return all(sign.isprintable() or sign in JOINERS for sign in name)


State = Any  # one np.record of the game's STATE: options, deal and position

if TYPE_CHECKING:
    Codes = NDArray[np.int64]  # the legal moves of a seat, as kernels list them
else:
    Codes = Any  # NumPy is not imported for this


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended."""

    reason: str  # line, turn_limit, rounds, cards, skipped or resigned
    scores: tuple[int, ...]  # the first score column, by seat; after a resignation as it stood then
    details: dict[str, tuple[int, ...]]  # every score column, by name
    winners: tuple[int, ...]  # seats; () when nobody wins
    ranking: tuple[int, ...]  # place of each seat; ties share one


B = TypeVar("B")


class View(msgspec.Struct, Generic[B]):
    """What one seat, or a spectator, may see: the same envelope around every game's board."""

    game: str
    rules: str  # version of the rules
    options: dict[str, Any]
    players: int
    names: list[str]
    seat: int | None  # None: a spectator
    turn: int  # moves that this seat has made; for a spectator, moves made by all
    waiting: list[int]  # seats that may act now
    legal: list[str]  # this seat's move texts while it may act
    scores: list[int]  # the first score column as it stands
    outcome: Outcome | None
    board: B


class Luck(Protocol):
    """Where deals come from; see luck.py."""

    def below(self, n: int) -> int: ...
    def shuffled(self, items: Sequence[Any]) -> list[Any]: ...


class Rules(Protocol):
    """rules.py: the state record and its kernels (kernel.dispatch says what each must do)."""

    @property
    def VERSION(self) -> str: ...  # moves only when behaviour does
    @property
    def STATE(self) -> np.dtype[Any]: ...
    @property
    def MAX_MOVES(self) -> int: ...  # `legal` never lists more
    @property
    def SCORE_NAMES(self) -> tuple[str, ...]: ...  # columns of `scores`, compared left to right
    @property
    def setup(self) -> Callable[..., Any]: ...
    @property
    def waiting(self) -> Callable[..., Any]: ...
    @property
    def legal(self) -> Callable[..., Any]: ...
    @property
    def apply(self) -> Callable[..., Any]: ...
    @property
    def scores(self) -> Callable[..., Any]: ...
    @property
    def redeal(self) -> Callable[..., Any]: ...


class Notation(Protocol):
    """notation.py: options, deal, moves and positions as JSON and text."""

    def write_options(self, s: State, players: int, options: Mapping[str, Json]) -> None:
        """Put checked options into a blank record."""

    def new_deal(self, luck: Luck, players: int, options: Mapping[str, Json]) -> Json:
        """All that luck decides, in the rules file's JSON form."""

    def write_deal(self, s: State, deal: Json) -> None:
        """Put a deal into a record that has its options, or raise BadDeal."""

    def read_deal(self, s: State) -> Json:
        """The deal in a record."""

    def move_text(self, s: State, seat: int, move: int) -> str:
        """The text of a listed code."""

    def parse_move(self, s: State, seat: int, text: str, moves: np.ndarray[Any, Any]) -> int | None:
        """The code, among those listed or refining one of them, that a text stands for."""

    def position_text(self, s: State) -> str:
        """The position without options, on one line."""

    def parse_position(self, s: State, text: str) -> None:
        """Put a position into a set-up record, or raise BadPosition."""

    def end_reason(self, s: State) -> str:
        """Why an ended game ended: one of Outcome's reasons."""


class ViewOf(Protocol):
    """view.py: what a seat may see, typed; what happened, as events."""

    @property
    def Board(self) -> type[msgspec.Struct]: ...

    def board(self, s: State, seat: int | None) -> msgspec.Struct:
        """The board as this seat may see it."""

    def events(self, before: State, after: State, mover: int, text: str, seat: int | None) -> Sequence[msgspec.Struct]:
        """What one move did, as this seat may see it; each has a `kind`."""


class Draw(Protocol):
    """draw.py: state to terminal text and SVG, as a seat may see it; `last` is the last move's text."""

    def terminal(self, s: State, seat: int | None, last: str = "") -> Text: ...
    def svg(self, s: State, seat: int | None, last: str = "") -> str: ...


@dataclass(frozen=True)
class Feature:
    """Actions, planes or numbers that belong together: a row of the table that describes an encoding."""

    name: str
    many: int
    sentence: (
        str  # what they mean; where they are one for each seat, the seat's own is first, then in the order of play
    )
    most: int = 1  # no value is larger, none is below 0


@dataclass(frozen=True)
class Encoding:
    """A game in numbers, at one kind of table: blocks of actions, and what an observation holds, each in order."""

    actions: tuple[Feature, ...]
    height: int  # of a plane
    width: int
    planes: tuple[Feature, ...]
    vector: tuple[Feature, ...]
    places: str = ""  # sentences: where a cell lies in a plane, and whatever else several features count by
    scores: tuple[int, int] | None = None  # where one plays alone: the lowest and the highest that can be

    @property
    def action_count(self) -> int:
        """Actions are the numbers below this."""
        return sum(feature.many for feature in self.actions)

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """Planes, height, width."""
        return sum(feature.many for feature in self.planes), self.height, self.width

    @property
    def vector_size(self) -> int:
        """How many numbers there are beside the planes."""
        return sum(feature.many for feature in self.vector)


class Encoder(Protocol):
    """encoding/: moves, and what a seat may know, as numbers for learning (kernel/dispatch.py says what each does).

    It may also have `list_actions`, where listing numbers is quicker than numbering what is listed.
    """

    def describe(self, players: int, options: Mapping[str, Json]) -> Encoding:
        """What the numbers mean at such a table."""

    @property
    def action_of(self) -> Callable[..., Any]: ...
    @property
    def move_of(self) -> Callable[..., Any]: ...
    @property
    def observe(self) -> Callable[..., Any]: ...
    @property
    def deal(self) -> Callable[..., Any]: ...


@dataclass(frozen=True)
class Level:
    """A bot by number: how long it thinks, and how carefully."""

    name: str  # 1 (suits a child) to 5 (the best there is)
    sentence: str  # how it plays, for people
    simulations: int  # it thinks until so many are done,
    seconds: float  # or so much time has passed
    blunder_rate: float = 0.0  # how often it plays what merely comes to mind: any legal move
    tuning: Mapping[str, float] = field(default_factory=dict)  # what its searcher is told


class SearchResult(msgspec.Struct, frozen=True):
    """What a searcher found out about a position, for the seat it thinks for."""

    moves: list[int]  # codes of the moves looked at
    visits: list[int]  # how often each; the most visited is best
    values: list[float]  # what each is worth: from 0 (lost) to 1 (won)
    line: list[int]  # the best move and what is likely to follow; where all choose simultaneously, the seat's own moves


class Searcher(Protocol):
    """Looks for a good move, step by step: the tree search of bots/, or a game's own."""

    def begin(self, start: np.ndarray[Any, Any], seat: int, rng: np.ndarray[Any, Any]) -> None:
        """Look at a position, given as an array of one record as the seat may imagine it."""

    def go_on(self, start: np.ndarray[Any, Any], moves: Sequence[tuple[int, int]], rng: np.ndarray[Any, Any]) -> bool:
        """Look at the position after these moves, keeping what is known of it; False: `begin` anew."""

    def search(self, simulations: int) -> int:
        """Go on for about so many simulations; how many it took, 0 when there is nothing more to find out."""

    def result(self) -> SearchResult:
        """What was found so far."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game: facts as data, and its modules."""

    name: str  # its folder, and its name in texts
    title: str
    package: str  # the importable module whose GAME this is
    sentence: str  # what one does in it
    minutes: int  # a usual game between people
    players: range
    options: tuple[Option, ...]
    rules: Rules
    notation: Notation
    view: ViewOf
    draw: Draw
    why_not: Callable[[State, int, str], IllegalMove]  # which rule a text breaks that is not legal here, in a sentence
    max_plies: Callable[[int, Mapping[str, Json]], int]  # no game has more moves than this
    rematch_order: Callable[[Outcome, Luck], tuple[int, ...]]  # for each new seat, the seat its player had
    seat_names: tuple[str, ...]  # what a seat is called where nobody gave a name: its colour
    simultaneous: bool = False  # True: all choose, unseen by the others, and a round closes when everyone has
    perfect_information: bool = False  # True: nothing is hidden, so board and events are the same for every seat
    shares_wins: bool = True  # False: nobody wins where several are best
    sample: Callable[..., Any] | None = None  # the three optional kernels
    evaluate: Callable[..., Any] | None = None
    propose: Callable[..., Any] | None = None
    levels: tuple[Level, ...] = ()  # its numbered bots
    # Its own search, by players and tuning; None, or where it gives None: the tree search of bots/.
    searcher: Callable[[int, Mapping[str, float]], Searcher | None] | None = None
    encoding: Encoder | None = None  # for learning; see batches.py
    # The next three are asked about the words of a move so far, by a waiting seat that has these legal moves.
    # `complete`: words that may follow, beyond what `legal` lists.
    complete: Callable[[State, int, list[str], Codes], list[str]] | None = None
    # What is to be chosen next, as data: structs with the tag `kind`, which the return annotation lists; None: nothing.
    step: Callable[[State, int, list[str], Codes], Any] | None = None
    # What they would do, told from what the seat may know alone; None where they say nothing.
    preview: Callable[[State, int, list[str], Codes], msgspec.Struct | None] | None = None
    step_message: Callable[[Any], Message | None] | None = None  # a step in words for people who type; None: needs none
    # Of a match that was played to its end: a sentence on what had been possible; it may take a second or two.
    afterword: Callable[[Any], str | None] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, (self.package,)

    @property
    def max_moves(self) -> int:
        """How many moves `legal` lists at most."""
        return self.rules.MAX_MOVES

    @property
    def score_names(self) -> tuple[str, ...]:
        """The score columns, compared left to right."""
        return self.rules.SCORE_NAMES

    @property
    def folder(self) -> Path:
        """Where the game lives."""
        return Path(str(importlib.import_module(self.package).__file__)).parent

    def check_players(self, players: Any) -> int:
        """The number of players, or BadPlayers."""
        number = as_number(players)
        if number is None or number not in self.players:
            first, last = self.players[0], self.players[-1]
            as_text = message("given as a whole number, not as {players}", players=repr(players))
            wrong = as_text if number is None else message("not by {players}", players=number)
            raise BadPlayers(
                "{game} is played by {first} to {last}, {wrong}", game=self.title, first=first, last=last, wrong=wrong
            )
        return number

    def check_names(self, names: Sequence[str] | None, players: int) -> list[str]:
        """The players' names, those of the seats unless given, or BadOption."""
        if names is None:
            return list(self.seat_names[:players])
        is_list = isinstance(names, list | tuple) and len(names) == players
        if not is_list or not all(isinstance(name, str) and _is_readable(name) for name in names):
            raise BadOption(
                "names",
                "must be {players} printable texts, one per seat, not {names}",
                players=players,
                names=repr(names),
            )
        return [str(name) for name in names]

    def check_options(self, given: Mapping[str, Json], players: int) -> dict[str, Json]:
        """All options, those not given at their default, or BadOption."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                told = message("{game} has no such option; it has {options:,}", game=self.title, options=sorted(known))
                if name == "options" and known:  # of a function's signature, not of a game
                    example = self._example(given[name])
                    told = message("{told}; options are given by name: {example}", told=told, example=example)
                raise BadOption(name, told)
        return {
            name: option.checked(given[name], players) if name in given else option.value_for(players)
            for name, option in sorted(known.items())
        }

    def refuse_named(self, named: Mapping[str, Any]) -> None:
        """BadOption for options by name, as `parlour.new` takes them, where they are one mapping; or for no option."""
        known = sorted(option.name for option in self.options)
        for name, value in named.items():
            if name in known:
                raise BadOption(name, f"goes into options here: options={{{name!r}: {value!r}}}")
            raise BadOption(name, f"there is no such parameter, nor option: {self.title} has {', '.join(known)}")

    def _example(self, meant: Json) -> str:
        """How an option is given: one that somebody meant, where that can be told, else the game's first."""
        told = meant if isinstance(meant, Mapping) else {}
        shown = {option.name: told.get(option.name, option.default) for option in self.options}
        name = next((name for name in shown if name in told), self.options[0].name)
        value = repr(shown[name])
        return f"{name}={value if len(value) <= 20 else '...'}"


def _game_of(package: str) -> Game:
    """A game is pickled by the name of its package."""
    game = importlib.import_module(package).GAME
    assert isinstance(game, Game)
    return game
