"""Match: one game being played, with everything that can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy, deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour import kernel, record
from parlour.game import (
    BadDeal,
    BadPlayers,
    BadPosition,
    Game,
    GameOver,
    IllegalMove,
    Json,
    NotWaiting,
    Outcome,
    ParlourError,
    State,
    View,
    as_number,
    counted,
)
from parlour.luck import Luck, Seed, canonical_json, checked_seed

if TYPE_CHECKING:
    from rich.text import Text


T = TypeVar("T")


class _Fresh:
    """No deal given: make one."""

    def __repr__(self) -> str:
        return "<a fresh one>"


FRESH: Final = _Fresh()


class Match:
    """A game from its deal to its outcome; made by `parlour.new`, `load` or `from_position`."""

    game: Game
    players: int
    header: dict[str, Json]  # of its record, where given: rules, commit, salt, date
    came_from: tuple[int, ...]  # in a rematch: for each seat, the seat its player had before

    def __init__(
        self, game: Game, players: int, options: Mapping[str, Json], names: Sequence[str] | None = None
    ) -> None:
        """A match without a start; `new`, `at_position` and `at_state` give it one."""
        bind_kernels(game)
        self.game = game
        self.players = game.check_players(players)
        self._names = game.check_names(names, self.players)
        self.came_from = tuple(range(self.players))
        self._options = game.check_options(options, self.players)
        self._moves: list[tuple[int, str]] = []
        self._turns = [0] * self.players  # moves made, by seat
        self.header = {"rules": game.rules.VERSION}
        self._states: list[NDArray[Any]] = []  # a one-record array before each move and after the last
        self._masks: list[int | None] = []  # who waits in each of them; found when first asked for, and asked for often
        self._known: dict[Any, Any] = {}  # what was asked about the last of them: a view asks the same again
        self._position: str | None = None  # where it started, unless at the beginning
        self._resigned: list[tuple[int, int]] = []  # seat, and the number of moves made before it resigned
        self._omits_result = False  # it was loaded from a record without one

    @classmethod
    def new(
        cls,
        game: Game,
        players: int | None = None,
        options: Mapping[str, Json] | None = None,
        seed: Seed | None = None,
        deal: Json = FRESH,
        names: Sequence[str] | None = None,
    ) -> Match:
        """A match at its beginning; the deal is given, or made from a seed, or secret."""
        match = cls(game, game.players[0] if players is None else players, options or {}, names)
        if seed is not None and deal is not FRESH:
            raise BadDeal("give a seed or a deal, not both")
        if deal is FRESH:
            deal = game.notation.new_deal(Luck(checked_seed(seed)), match.players, match.options)
        match._push(match._start(deal))
        return match

    @classmethod
    def at_position(
        cls, game: Game, players: int, options: Mapping[str, Json], body: str, names: Sequence[str] | None = None
    ) -> Match:
        """A match that starts at a position, given as the game writes it."""
        match = cls(game, players, options, names)
        deal = game.notation.new_deal(Luck(0), players, match.options)  # any: the position brings its own
        start = match._start(deal)
        game.notation.parse_position(start[0], body)
        if game.notation.position_text(start[0]) != body:
            raise BadPosition(f"write it as {game.notation.position_text(start[0])!r}")
        match._position = body
        match._push(start)
        return match

    @classmethod
    def at_state(cls, game: Game, players: int, options: Mapping[str, Json], state: NDArray[Any]) -> Match:
        """A match that starts at a one-record array, which has come about by the rules and is not checked."""
        match = cls(game, players, options)
        match._position = game.notation.position_text(state[0])
        match._push(_copied_state(state))
        return match

    def _start(self, deal: Json) -> NDArray[Any]:
        start = np.zeros(1, self.game.rules.STATE)
        self.game.notation.write_options(start[0], self.players, self.options)
        self.game.notation.write_deal(start[0], deal)
        kernel.setup(start[0])
        return start

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        bind_kernels(attributes["game"])  # it may come from another process
        self.__dict__.update(attributes)

    # -- reading ------------------------------------------------------------------------------------------------------

    @property
    def options(self) -> dict[str, Json]:
        """All options with their values."""
        return deepcopy(self._options)

    @property
    def names(self) -> list[str]:
        """The players' names, one per seat; they may be set."""
        return list(self._names)

    @names.setter
    def names(self, names: Sequence[str]) -> None:
        self._names = self.game.check_names(names, self.players)

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves as played: seat and text."""
        return list(self._moves)

    def _push(self, state: NDArray[Any]) -> None:
        self._states.append(state)
        self._masks.append(None)
        self._known.clear()

    def _recall(self, key: Any, find: Callable[[], T]) -> T:
        """What was found about the present state before, or now."""
        if key not in self._known:
            self._known[key] = find()
        return self._known[key]  # type: ignore[no-any-return]

    def _mask(self, number: int) -> int:
        """Who waits in a state, as a bit mask."""
        mask = self._masks[number]
        if mask is None:
            mask = self._masks[number] = kernel.waiting(self._states[number][0])
        return mask

    @property
    def _now(self) -> State:
        return self._states[-1][0]

    @property
    def state(self) -> NDArray[Any]:
        """A copy of the state, as an array of one record, for kernels to work on."""
        return _copied_state(self._states[-1])

    @property
    def deal(self) -> Json:
        """All that luck decided, in JSON form."""
        return self.game.notation.read_deal(self._now)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Seats that may act; () when the match is over."""
        return _seats_in(0 if self._is_given_up() else self._mask(-1))

    def turn(self, seat: int) -> int:
        """How many moves a seat has made."""
        return self._turns[seat] if 0 <= seat < self.players else 0

    def legal(self, seat: int) -> list[str]:
        """The move texts of a waiting seat, sorted as plain text; [] for any other seat."""
        seat = self._number_of(seat)
        return list(self._texts(seat)) if seat in self.waiting else []

    def _codes(self, seat: int) -> NDArray[np.int64]:
        return self._recall(("codes", seat), lambda: self._listed(self._now, seat))

    def _listed(self, state: State, seat: int) -> NDArray[np.int64]:
        out = np.empty(self.game.max_moves, np.int64)
        return out[: kernel.legal(state, seat, out)].copy()

    def move_codes(self, seat: int) -> list[int]:
        """The moves of a waiting seat as kernels know them, ascending; [] for any other seat."""
        seat = self._number_of(seat)
        return self._codes(seat).tolist() if seat in self.waiting else []

    def played_codes(self, start: int = 0) -> list[tuple[int, int]]:
        """The moves made from number `start` on, as kernels know them: seat and code."""
        found = []
        for (seat, text), state in zip(self._moves[start:], self._states[start:], strict=False):
            code = self.game.notation.parse_move(state[0], seat, text, self._listed(state[0], seat))
            assert code is not None, f"{text!r} was played"
            found.append((seat, code))
        return found

    def _texts(self, seat: int) -> list[str]:
        def listed() -> list[str]:
            return sorted(self.game.notation.move_text(self._now, seat, int(code)) for code in self._codes(seat))

        return self._recall(("texts", seat), listed)

    def complete(self, seat: int, text: str) -> list[str]:
        """Words that may follow this beginning of a move."""
        words = checked_text(text).split()
        seat = self._number_of(seat)
        if seat not in self.waiting:
            return []
        splits = [legal.split() for legal in self._texts(seat)]
        following = {split[len(words)] for split in splits if len(split) > len(words) and split[: len(words)] == words}
        if self.game.complete is not None:
            following |= set(self.game.complete(self._now, seat, words))
        return sorted(following)

    def prompt(self, seat: int, text: str = "") -> str:
        """What a waiting seat is to say next, after this beginning of a move: a sentence for people."""
        words = checked_text(text).split()
        seat = self._number_of(seat)
        if self.game.prompt is None or seat not in self.waiting:
            return ""
        return self.game.prompt(self._now, seat, words)

    def is_move(self, seat: int, text: str) -> bool:
        """Whether `play` would take this text."""
        seat = self._number_of(seat)
        if seat not in self.waiting:
            return False
        return self.game.notation.parse_move(self._now, seat, checked_text(text), self._codes(seat)) is not None

    def action(self, seat: int, text: str) -> int:
        """The number that a move of a waiting seat has in batches and adapters; raises what `play` would."""
        seat = self.check_waiting(seat)
        actions, move = self._actions(seat), self._checked_move(seat, text)
        if move not in actions.values():
            raise IllegalMove("notation", f"{text!r} has no number: only the moves that `legal` lists have one")
        return int(kernel.action_of(self._now, seat, move))

    def action_text(self, seat: int, action: int) -> str:
        """The move of a waiting seat that has this number in batches and adapters, or IllegalMove."""
        seat = self.check_waiting(seat)
        actions, number = self._actions(seat), as_number(action)
        if number not in actions:
            raise IllegalMove("notation", f"{action!r} is not the number of a move that seat {seat} has now")
        return self.game.notation.move_text(self._now, seat, actions[number])

    def _actions(self, seat: int) -> dict[int, int]:
        """The numbers of a seat's moves in the game's encoding, with their codes."""
        if self.game.encoding is None:
            raise ParlourError(f"{self.game.title} has no encoding, in which moves would have numbers")

        def numbered() -> dict[int, int]:
            return {int(kernel.action_of(self._now, seat, code)): code for code in self._codes(seat).tolist()}

        return self._recall(("actions", seat), numbered)

    def preview(self, seat: int, text: str) -> Json:
        """What this beginning of a move would do, in the game's own form, or None: for a page to show beforehand."""
        words = checked_text(text).split()
        seat = self._number_of(seat)
        if self.game.preview is None or seat not in self.waiting:
            return None
        told = self.game.preview(self._now, seat, words)
        return None if told is None else _plain(told)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        given_up = self._is_given_up()
        if not given_up and self._mask(-1):
            return None
        reason = "resigned" if given_up else self.game.notation.end_reason(self._now)
        table = self._scores()
        places = [(self._staying(seat), row) for seat, row in enumerate(table)]
        ranking = tuple(1 + sum(other > place for other in places) for place in places)
        best = [seat for seat in range(self.players) if ranking[seat] == 1 and seat not in self.resigned]
        columns = list(zip(*table, strict=True))
        return Outcome(
            reason=reason,
            scores=columns[0],
            details=dict(zip(self.game.score_names, columns, strict=True)),
            winners=tuple(best) if self.game.shares_wins or len(best) == 1 else (),
            ranking=ranking,
        )

    def afterword(self) -> str | None:
        """A sentence on what had been possible in a match that was played to its end, where the game has one to say."""
        if self.game.afterword is None or self.outcome is None or self._resigned:
            return None
        tell = self.game.afterword
        return self._recall("afterword", lambda: tell(self))

    def _scores(self) -> list[list[int]]:
        """Every column of every seat, as they stand."""

        def standing() -> list[list[int]]:
            table = np.zeros((self.players, len(self.game.score_names)), np.int64)
            kernel.scores(self._now, table)
            return table.tolist()

        return self._recall("scores", standing)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, as builtins that can be sent to it; None is a spectator."""
        return _plain(self.seen(seat))  # type: ignore[no-any-return]

    def seen(self, seat: int | None) -> View[Any]:
        """The same as `view`, typed and not to be changed: encoded as JSON it is the view."""
        seat = self._check_seat(seat)
        waiting = self.waiting
        return View(
            game=self.game.name,
            rules=self.header["rules"],
            options=self._options,
            players=self.players,
            names=self._names,
            seat=seat,
            turn=len(self._moves) if seat is None else self.turn(seat),
            waiting=list(waiting),
            legal=self._texts(seat) if seat in waiting and seat is not None else [],
            scores=[row[0] for row in self._scores()],
            outcome=self.outcome,
            board=self._recall(("board", self._eyes(seat)), lambda: self.game.view.board(self._now, seat)),
        )

    def events(self, seat: int | None, ply: int = -1) -> list[dict[str, Any]]:
        """What a move did (the last, or the one of this number from 0), as this seat may see it."""
        seat = self._check_seat(seat)
        number = as_number(ply)
        if number is None or not -len(self._moves) <= number < len(self._moves):
            raise ParlourError(f"there is no move {ply!r}; {len(self._moves)} were made")
        return _plain(self.happened(seat, number % len(self._moves)))  # type: ignore[no-any-return]

    def happened(self, seat: int | None, ply: int) -> list[msgspec.Struct]:
        """The same as `events`, typed."""

        def told() -> list[msgspec.Struct]:
            mover, text = self._moves[ply]
            before, after = self._states[ply][0], self._states[ply + 1][0]
            return list(self.game.view.events(before, after, mover, text, seat))

        return self._recall(("events", ply, self._eyes(seat)), told)

    def _eyes(self, seat: int | None) -> int | None:
        """Through whose eyes a seat sees: where nothing is hidden, all see the same."""
        return None if self.game.perfect_information else seat

    def history(self, seat: int | None, start: int = 0) -> list[tuple[int, str | None]]:
        """The moves from number `start` on as a seat may know them: None for a choice that is still hidden."""
        seat = self._check_seat(seat)
        if not self.game.simultaneous:
            return [*self._moves[start:]]
        open_from = self.open_round
        return [
            (mover, None if ply >= open_from and mover != seat and self._is_hidden(seat, ply) else text)
            for ply, (mover, text) in enumerate(self._moves[start:], start)
        ]

    @property
    def open_round(self) -> int:
        """The number of moves made before the round that is being played."""
        ply = len(self._moves)
        while ply and not self._closes_round(ply - 1):
            ply -= 1
        return ply

    def _closes_round(self, ply: int) -> bool:
        """Whether after this move someone waits anew, or nobody does."""
        before, after = self._mask(ply), self._mask(ply + 1)
        return bool(after == 0 or after & ~before)

    def _is_hidden(self, seat: int | None, ply: int) -> bool:
        """Whether all that this seat may know of a move is that it was made."""
        return all(event["kind"] == "chosen" for event in self.events(seat, ply))

    def _check_seat(self, seat: int | None) -> int | None:
        """A seat's number, or None for a spectator; BadPlayers for anything else."""
        if seat is None:
            return None
        number = as_number(seat)
        if number is None or number not in range(self.players):
            raise BadPlayers(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}")
        return number

    def _number_of(self, seat: Any) -> int:
        """A seat as a number, whether there is one or not; BadPlayers for anything that is no number."""
        number = as_number(seat)
        if number is None:
            raise BadPlayers(f"a seat is a whole number from 0 to {self.players - 1}, not {seat!r}")
        return number

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, seat: int, text: str) -> None:
        """Make a move, or raise and leave everything as it was."""
        seat = self.check_waiting(seat)
        move = self._checked_move(seat, text)
        text = self.game.notation.move_text(self._now, seat, move)  # a longer form of a listed move is kept short
        after = _copied_state(self._states[-1])
        kernel.apply(after[0], seat, move)
        self._push(after)
        self._moves.append((seat, text))
        self._turns[seat] += 1

    def _checked_move(self, seat: int, text: str) -> int:
        """The code of a move that a waiting seat may make, or IllegalMove."""
        if not isinstance(text, str):
            raise IllegalMove("notation", f"a move is a text, not {text!r}")
        move = self.game.notation.parse_move(self._now, seat, text, self._codes(seat))
        if move is None:
            raise self.game.why_not(self._now, seat, text)
        return move

    def check_waiting(self, seat: int) -> int:
        """The number of a seat that may act now, or GameOver or NotWaiting."""
        waiting = self.waiting
        if not waiting:
            raise GameOver("the match is over: start another, or take a move back with undo()")
        number = as_number(seat)
        if number is None or number not in waiting:
            who = " or ".join(f"seat {other} ({self.names[other]})" for other in waiting)
            raise NotWaiting(f"seat {seat!r} is not to act now: {who} is")
        return number

    def undo(self) -> tuple[int, str]:
        """Take back the last move and say which it was."""
        if not self._moves:
            raise ParlourError("there is no move to take back")
        self._states.pop()
        self._masks.pop()
        self._known.clear()
        last = self._moves.pop()
        self._turns[last[0]] -= 1
        self._resigned = [(seat, ply) for seat, ply in self._resigned if ply <= len(self.moves)]
        self._omits_result = False
        return last

    def resign(self, seat: int) -> None:
        """Give up: the seat is ranked last. The match ends when one seat or none is left.

        Until then the game goes on, and somebody, a bot for instance, makes the seat's moves.
        """
        if self.outcome is not None:
            raise GameOver("the match is over")
        number = self._check_seat(self._number_of(seat))
        if number in self.resigned:
            raise ParlourError(f"seat {number} has resigned already")
        if number is not None:
            self._resigned.append((number, len(self._moves)))

    def withdraw(self, seat: int) -> None:
        """Take a resignation back."""
        number = self._number_of(seat)
        if number not in self.resigned:
            raise ParlourError(f"seat {number} has not resigned")
        self._resigned = [(other, ply) for other, ply in self._resigned if other != number]
        self._omits_result = False

    @property
    def resigned(self) -> tuple[int, ...]:
        """Seats that gave up, in the order in which they did."""
        return tuple(seat for seat, _ in self._resigned)

    def _staying(self, seat: int) -> int:
        """How late a seat resigned, for the ranking: later is better, not at all is best."""
        return self.resigned.index(seat) if seat in self.resigned else self.players

    def _is_given_up(self) -> bool:
        return bool(self._resigned) and len(self._resigned) >= max(1, self.players - 1)

    # -- other matches ------------------------------------------------------------------------------------------------

    def at(self, ply: int) -> Match:
        """A new match: this one after its first `ply` moves."""
        number = as_number(ply)
        if number is None or number not in range(len(self._moves) + 1):
            raise ParlourError(f"there is no position after {ply!r} moves; {len(self._moves)} were made")
        other = self.fork()
        while len(other._moves) > number:
            other.undo()
        return other

    def fork(self) -> Match:
        """A copy that goes its own way."""
        other = copy(self)
        other.__dict__.update({name: _copied(value) for name, value in self.__dict__.items()})
        return other

    def belief(self, seat: int, seed: Seed | None = None) -> Match:
        """A match as this seat may imagine it: hidden parts dealt anew, no history."""
        seat = self._number_of(seat)
        self._check_seat(seat)
        other = Match(self.game, self.players, self.options, self.names)
        imagined = self.state
        kernel.redeal(imagined[0], seat, kernel.new_rng(Luck(checked_seed(seed)).number()))
        other.header["rules"] = self.header["rules"]
        other._push(imagined)
        other._position = self.game.notation.position_text(imagined[0])
        other._resigned = [(given_up, 0) for given_up in self.resigned]
        return other

    def rematch(self, seed: Seed | None = None) -> Match:
        """The next match of the same players, at the seats that the game's rules give them."""
        if self.outcome is None:
            raise ParlourError("a rematch begins when the match is over")
        luck = Luck(checked_seed(seed))
        order = self.game.rematch_order(self.outcome, luck)
        options = self.options
        for option in self.game.options:
            if option.kind == "numbers":  # belongs to the player, not to the seat
                options[option.name] = [options[option.name][old] for old in order]
        colours = self.game.seat_names
        names = [  # who had no name but the seat's colour has the new seat's
            colours[seat] if self._names[old] == colours[old] else self._names[old] for seat, old in enumerate(order)
        ]
        match = Match.new(self.game, self.players, options, luck.number(), names=names)
        match.came_from = order
        return match

    # -- text ---------------------------------------------------------------------------------------------------------

    def position(self) -> str:
        """The position without its history, on one line."""
        body = self.game.notation.position_text(self._now)
        return f"{self.game.name} {self.players} {canonical_json(self.options)} {body}"

    def record(self) -> str:
        """The whole match as text; `parlour.load` reads it."""
        header = {
            "options": self.options,
            "names": self.names,
            "deal": self.game.notation.read_deal(self._states[0][0]),
            **{key: value for key, value in self.header.items() if key != "rules"},
        }
        lines = record.header_lines(self.game.name, self.header["rules"], self.players, header, self._position)
        lines += [f"{seat} {text}" for seat, text in self._listed_moves()]
        if self.outcome is not None and not self._omits_result:
            result = _plain(self.outcome)
            if self._resigned:
                result["resigned"] = self._resigned
            lines.append(f"result {canonical_json(result)}")
        elif self._resigned:
            lines.append("result " + canonical_json({"resigned": self._resigned}))
        return "\n".join(lines) + "\n"

    def _listed_moves(self) -> list[tuple[int, str]]:
        """The moves, those of a closed round in which everyone acts sorted by seat."""
        listed: list[tuple[int, str]] = []
        open_round: list[tuple[int, str]] = []
        for ply, move in enumerate(self.moves):
            open_round.append(move)
            if self._closes_round(ply):
                listed += sorted(open_round, key=lambda move: move[0])
                open_round = []
        return listed + open_round

    def draw(self, seat: int | None = None) -> Text:
        """The board as a seat may see it, for a terminal; in colour with `rich`."""
        seat = self._check_seat(seat)
        return self.game.draw.terminal(self._now, seat, self._last_shown(seat))

    def svg(self, seat: int | None = None) -> str:
        """The board as a seat may see it, as a picture."""
        seat = self._check_seat(seat)
        return self.game.draw.svg(self._now, seat, self._last_shown(seat))

    def _last_shown(self, seat: int | None) -> str:
        """The last move's text, unless it is a choice that this seat may not see yet."""
        return "" if self._moves and self._is_hidden(seat, len(self._moves) - 1) else self.last_text

    def __str__(self) -> str:
        return self.draw().plain

    def __repr__(self) -> str:
        return f"<{self.game.title}, {counted(self.players, 'seat')}, {counted(len(self._moves), 'move')}>"

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def last_text(self) -> str:
        """The last move's text, or ""."""
        return self._moves[-1][1] if self._moves else ""


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a bit mask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


_bound_games: set[Game] = set()


def bind_kernels(game: Game) -> None:
    """Let kernels find a game by its record."""
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


def checked_text(text: Any) -> str:
    """A text, or ParlourError."""
    if not isinstance(text, str):
        raise ParlourError(f"the beginning of a move is a text, not {text!r}")
    return text


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value


def _copied_state(state: NDArray[Any]) -> NDArray[Any]:
    """A copy of a state, byte by byte: NumPy copies records field by field, which takes five times as long."""
    return state.view(np.uint8).copy().view(state.dtype)


def _plain(value: Any) -> Any:
    """Builtins exactly as JSON would give them back: lists, not tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))
