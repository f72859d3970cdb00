"""The contract between a game and everything that serves it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

import msgspec

from parlour.encoding import Encoder as Encoder
from parlour.encoding import Encoding as Encoding
from parlour.encoding import Feature as Feature
from parlour.errors import BadOption, BadPlayers, IllegalMove
from parlour.message import Message, message
from parlour.numbers import as_number
from parlour.option import Json as Json
from parlour.option import Option
from parlour.outcome import Outcome as Outcome
from parlour.outcome import ScoreColumn as ScoreColumn
from parlour.outcome import Sentence as Sentence
from parlour.outcome import Verdict as Verdict
from parlour.searcher import BestPossible as BestPossible
from parlour.searcher import Searcher as Searcher
from parlour.searcher import SearchResult as SearchResult

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text


JOINERS = "\u200c\u200d"  # not printable by themselves, but part of words and emoji in many scripts


def _is_readable(name: str) -> bool:
    """Whether a name contains only characters that are safe to display."""
    return all(sign.isprintable() or sign in JOINERS for sign in name)


State = Any
"""One `np.record` of the type STATE in the game's rules: options, deal and position."""

Viewpoint = int | Literal["all"] | None
"""Who looks: a seat, None for a spectator, or "all" for whoever sees every hidden part, once a match is over."""

if TYPE_CHECKING:
    Codes = NDArray[np.int64]
    """The legal moves of a seat, as kernels list them."""
else:
    Codes = Any  # NumPy is not imported for this


B = TypeVar("B")


class View(msgspec.Struct, Generic[B]):
    """What one seat, or a spectator, may see: the same envelope around every game's board."""

    game: str
    """The game's name."""
    rules: str
    """The version of the rules."""
    options: dict[str, Any]
    """The value of every option, by name."""
    players: int
    """The number of seats."""
    names: list[str]
    """The players' names, by seat."""
    seat: int | None
    """The seat that looks; None for a spectator."""
    turn: int
    """How many moves this seat has made; for a spectator, how many all seats have made."""
    waiting: list[int]
    """The seats that may act now."""
    legal: list[str]
    """The legal moves of this seat; empty unless it may act."""
    scores: list[int]
    """The first score column, by seat, as it stands now."""
    outcome: Outcome | None
    """How the match ended; None while it is being played."""
    verdict: Verdict | None
    """The same in sentences, as this seat reads it."""
    board: B
    """The game's own view of the board."""


class Luck(Protocol):
    """The random source that deals are made from; see luck.py."""

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely."""

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """Return the items in a random order, each equally likely."""


class Rules(Protocol):
    """A game's rules.py: the state record and its kernels, as `parlour.kernel` specifies them."""

    @property
    def VERSION(self) -> str:
        """The version of the rules, which changes only when a match could end differently."""

    @property
    def STATE(self) -> np.dtype[Any]:
        """The type of the state record: `np.dtype((np.record, np.dtype([...], align=True)))`, without gaps."""

    @property
    def MAX_MOVES(self) -> int:
        """The most moves that `legal` ever lists."""

    @property
    def SCORE_NAMES(self) -> tuple[str, ...]:
        """The names of the columns that `scores` fills, which are compared left to right."""

    @property
    def setup(self) -> Callable[..., Any]:
        """The kernel `setup(s)`; see `parlour.kernel.setup`."""

    @property
    def waiting(self) -> Callable[..., Any]:
        """The kernel `waiting(s)`; see `parlour.kernel.waiting`."""

    @property
    def legal(self) -> Callable[..., Any]:
        """The kernel `legal(s, seat, out)`; see `parlour.kernel.legal`."""

    @property
    def apply(self) -> Callable[..., Any]:
        """The kernel `apply(s, seat, move)`; see `parlour.kernel.apply`."""

    @property
    def scores(self) -> Callable[..., Any]:
        """The kernel `scores(s, out)`; see `parlour.kernel.scores`."""

    @property
    def redeal(self) -> Callable[..., Any]:
        """The kernel `redeal(s, seat, rng)`; see `parlour.kernel.redeal`."""


class Notation(Protocol):
    """A game's notation.py: options, deal, moves and positions as JSON and text."""

    def write_options(self, s: State, players: int, options: Mapping[str, Json]) -> None:
        """Write checked options into a blank record."""

    def new_deal(self, luck: Luck, players: int, options: Mapping[str, Json]) -> Json:
        """Draw everything that chance decides, in the JSON form described in RULES.md."""

    def write_deal(self, s: State, deal: Json) -> None:
        """Write a deal into a record whose options are set, or raise BadDeal."""

    def read_deal(self, s: State) -> Json:
        """Return the deal of a record."""

    def move_text(self, s: State, seat: int, move: int) -> str:
        """Return the text of a move code that `legal` lists."""

    def parse_move(self, s: State, seat: int, text: str, moves: np.ndarray[Any, Any]) -> int | None:
        """Return the move code of a text: one of `moves`, or a refinement of one; None if there is none."""

    def position_text(self, s: State) -> str:
        """Return the position, without options, on one line."""

    def parse_position(self, s: State, text: str) -> None:
        """Write a position into a record that `setup` has prepared, or raise BadPosition."""

    def end_reason(self, s: State) -> str:
        """Return why a finished game ended: one of the reasons of `Outcome`."""


class ViewOf(Protocol):
    """A game's view.py: what a seat may see, as typed structs, and what happened, as events."""

    @property
    def Board(self) -> type[msgspec.Struct]:
        """The type that `board` returns."""

    def board(self, s: State, seat: int | None) -> msgspec.Struct:
        """Return the board as this seat may see it."""

    def events(self, before: State, after: State, mover: int, text: str, seat: int | None) -> Sequence[msgspec.Struct]:
        """Return what one move did, as this seat may see it; each event has a `kind`."""


class Draw(Protocol):
    """A game's draw.py: a state as terminal text and SVG, as a seat may see it; `last` is the last move's text."""

    def terminal(self, s: State, seat: int | None, last: str = "") -> Text:
        """Return the board as text for a terminal."""

    def svg(self, s: State, seat: int | None, last: str = "") -> str:
        """Return the board as an SVG picture."""


@dataclass(frozen=True)
class Level:
    """A numbered bot: how long it thinks, and how carefully."""

    name: str
    """`1` (suits a child) to `5` (the strongest)."""
    sentence: str
    """How it plays, for people."""
    simulations: int
    """Simulations after which it stops thinking, unless its time runs out first."""
    seconds: float
    """Seconds after which it stops thinking, unless its simulations are done first."""
    blunder_rate: float = 0.0
    """The probability that it plays a random legal move instead of searching."""
    tuning: Mapping[str, float] = field(default_factory=dict)
    """Parameters of its search, by name."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game: facts as data, and the modules that implement it.

    `complete`, `step` and `preview` are called with the state, a waiting seat, the words of its move so far and the
    codes of its legal moves.
    """

    name: str
    """Its folder, and its name in records and positions."""
    title: str
    """Its name for people."""
    package: str
    """The importable module whose GAME this is."""
    sentence: str
    """What players do in it, for people."""
    minutes: int
    """How long a game between people usually takes."""
    players: range
    """The numbers of seats that it allows."""
    options: tuple[Option, ...]
    """Its options."""
    rules: Rules
    """The state record and its kernels."""
    notation: Notation
    """Moves, deals and positions as text."""
    view: ViewOf
    """What a seat may see."""
    draw: Draw
    """The board as text and as a picture."""
    why_not: Callable[[State, int, str], IllegalMove]
    """Explains which rule an illegal move text breaks."""
    max_plies: Callable[[int, Mapping[str, Json]], int]
    """An upper bound on the moves of a game, by players and options."""
    rematch_order: Callable[[Outcome, Luck], tuple[int, ...]]
    """For each seat of the rematch, the seat that its player had before."""
    seat_names: tuple[str, ...]
    """The default name of each seat: its colour."""
    simultaneous: bool = False
    """True if all seats choose in secret, and a round ends when everyone has chosen."""
    perfect_information: bool = False
    """True if nothing is hidden, so that every seat sees the same board and events."""
    reveals: bool = False
    """True if `view` and `draw` also accept "all" in place of a seat, and then show every hand and choice.

    Replays of finished matches ask for it. In other games, "all" shows what a spectator sees.
    """
    shares_wins: bool = True
    """False if nobody wins when several seats tie for first place."""
    columns: Mapping[str, ScoreColumn] = field(default_factory=dict)
    """What its score columns count, in words, by name; those not described are worded by their name."""
    sample: Callable[..., Any] | None = None
    """Optional kernel; see `parlour.kernel.sample`."""
    evaluate: Callable[..., Any] | None = None
    """Optional kernel; see `parlour.kernel.evaluate`."""
    propose: Callable[..., Any] | None = None
    """Optional kernel; see `parlour.kernel.propose`."""
    levels: tuple[Level, ...] = ()
    """Its numbered bots; empty for the usual ones."""
    searcher: Callable[[int, Mapping[str, float]], Searcher | None] | None = None
    """Creates its own search, by players and tuning; where this is or returns None, bots use the tree search."""
    encoding: Encoder | None = None
    """Its encoding for learning, which batches and adapters need."""
    complete: Callable[[State, int, list[str], Codes], list[str]] | None = None
    """Words that may follow beyond those of the moves that `legal` lists."""
    step: Callable[[State, int, list[str], Codes], Any] | None = None
    """What to choose next: a struct tagged with `kind`, one of those in its return annotation, or None."""
    preview: Callable[[State, int, list[str], Codes], msgspec.Struct | None] | None = None
    """What the words so far would do, from what the seat may know alone; None if there is nothing to show."""
    step_message: Callable[[Any], Message | None] | None = None
    """A step as a prompt for people who type; None if it needs no words."""
    forget: Callable[[State, int], None] | None = None
    """Puts what this seat does not know into a fixed order, before `redeal` shuffles it: then nothing is left of it."""
    explain_mistake: Callable[[State, int, str, str, Sequence[str]], Message | None] | None = None
    """Says what was wrong with a move, as a fact about the board in one sentence; None if no fact tells.

    It is called with the state before the move, the seat, the move, a better move, and the line that was likely to
    follow, which begins with the move. The sentence may say only what the seat knew: a caller passes a state from
    `Match.belief`, and all beliefs must give the same sentence.
    """
    hint_cells: Callable[[State, int, str], list[str]] | None = None
    """Where to look for a move: the cells that a hint marks before it tells the move, named as in `IllegalMove`."""
    afterword: Callable[[Any], str | None] | None = None
    """For a finished match, a sentence on what would have been possible; may take a second or two."""
    best_possible: Callable[[Any], list[BestPossible]] | None = None
    """For a finished match, the best that each seat could have done had it known everything; takes some seconds."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, (self.package,)

    @property
    def max_moves(self) -> int:
        """The most moves that `legal` ever lists."""
        return self.rules.MAX_MOVES

    @property
    def score_names(self) -> tuple[str, ...]:
        """The names of the score columns, which are compared left to right."""
        return self.rules.SCORE_NAMES

    @property
    def folder(self) -> Path:
        """The game's folder."""
        return Path(str(importlib.import_module(self.package).__file__)).parent

    def check_players(self, players: Any) -> int:
        """Return the number of players as an int, or raise BadPlayers."""
        number = as_number(players)
        if number is None or number not in self.players:
            first, last = self.players[0], self.players[-1]
            as_text = message("given as a whole number, not as {players}", players=repr(players))
            wrong = as_text if number is None else message("not by {players}", players=number)
            if first == last:
                raise BadPlayers("{game} is played by {first}, {wrong}", game=self.title, first=first, wrong=wrong)
            raise BadPlayers(
                "{game} is played by {first} to {last}, {wrong}", game=self.title, first=first, last=last, wrong=wrong
            )
        return number

    def check_names(self, names: Sequence[str] | None, players: int) -> list[str]:
        """Return the players' names, by default those of the seats, or raise BadOption."""
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
        """Return all options, with defaults for those not given, or raise BadOption."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                told = message("{game} has no such option; it has {options:,}", game=self.title, options=sorted(known))
                if name == "options" and known:  # a mapping where keyword arguments are expected
                    example = self._example(given[name])
                    told = message("{told}; options are given by name: {example}", told=told, example=example)
                raise BadOption(name, told)
        return {
            name: option.checked(given[name], players) if name in given else option.value_for(players)
            for name, option in sorted(known.items())
        }

    def refuse_named(self, named: Mapping[str, Any]) -> None:
        """Raise BadOption for unexpected keyword arguments, where options are passed as one mapping."""
        known = sorted(option.name for option in self.options)
        for name, value in named.items():
            if name in known:
                raise BadOption(name, f"belongs in options: options={{{name!r}: {value!r}}}")
            raise BadOption(name, f"unknown parameter or option; the options of {self.title} are {', '.join(known)}")

    def _example(self, meant: Json) -> str:
        """Show how to pass an option: one of those meant, if any can be recognised, else the game's first."""
        told = meant if isinstance(meant, Mapping) else {}
        shown = {option.name: told.get(option.name, option.default) for option in self.options}
        name = next((name for name in shown if name in told), self.options[0].name)
        value = repr(shown[name])
        return f"{name}={value if len(value) <= 20 else '...'}"


def _game_of(package: str) -> Game:
    """Return the game of a package: games are pickled by package name."""
    game = importlib.import_module(package).GAME
    assert isinstance(game, Game)
    return game
