"""Match: one game being played, and everything you can ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from parlour import kernel, record
from parlour.errors import BadDeal, BadPosition, GameOver, ParlourError
from parlour.game import Game, Json
from parlour.luck import Luck, Seed, checked_seed, plain_json
from parlour.match.annotated import Annotated
from parlour.match.states import bind_kernels as bind_kernels
from parlour.match.states import copied_state
from parlour.match.views import Views
from parlour.numbers import as_number, counted
from parlour.seat import Seat, seats_line, seats_of_old_names


class _Fresh:
    """The default of `deal`: draw a new one."""

    def __repr__(self) -> str:
        return "<a new deal>"


FRESH: Final = _Fresh()


class Match(Views, Annotated):
    """One game, from its deal to its outcome.

    Create one with `parlour.new`, `parlour.load` or `parlour.from_position`. Seats are numbered from 0. Moves are
    texts, as the game's rules define them. Methods that take `seat: int | None` answer with what that seat may see;
    None stands for a spectator. Bad input raises a ParlourError and leaves the match unchanged.

    >>> import parlour
    >>> match = parlour.new("exago", players=2)
    >>> match.waiting, match.legal(0)
    ((0,), ['f6'])
    >>> match.play(0, "f6")
    >>> match.moves, match.waiting, match.outcome
    ([(0, 'f6')], (1,), None)
    """

    came_from: tuple[int, ...]
    """In a rematch: for each seat, the seat that its player had before."""

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
        """Start a match with a given deal, or one drawn from a seed; with neither, the deal is random and secret."""
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
        """Start a match at a position, written as the game's notation writes it; raise BadPosition if it is not one."""
        match = cls(game, players, options, names)
        deal = game.notation.new_deal(Luck(0), players, match.options)  # any deal: the position replaces it
        start = match._start(deal)
        game.notation.parse_position(start[0], body)
        if game.notation.position_text(start[0]) != body:
            raise BadPosition(f"write it as {game.notation.position_text(start[0])!r}")
        match._position = body
        match._push(start)
        return match

    @classmethod
    def at_state(cls, game: Game, players: int, options: Mapping[str, Json], state: NDArray[Any]) -> Match:
        """Start a match at a state that the rules can reach, given as a one-record array; it is not checked."""
        match = cls(game, players, options)
        match._position = game.notation.position_text(state[0])
        match._push(copied_state(state))
        return match

    def _start(self, deal: Json) -> NDArray[Any]:
        start = np.zeros(1, self.game.rules.STATE)
        self.game.notation.write_options(start[0], self.players, self.options)
        self.game.notation.write_deal(start[0], deal)
        kernel.setup(start[0])
        return start

    def __repr__(self) -> str:
        return f"<{self.game.title}, {counted(self.players, 'seat')}, {counted(len(self._moves), 'move')}>"

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, seat: int, text: str) -> None:
        """Make a move.

        Raises IllegalMove if the move is illegal, with the rule that it breaks, NotWaiting if it is not this seat's
        turn, and GameOver after the end. A move that raises changes nothing.

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.play(0, "f6")
        >>> match.play(1, "a6")
        Traceback (most recent call last):
        parlour.errors.IllegalMove: X9: a6 touches no tile: choose an empty cell that does, for example e6
        """
        seat = self.check_waiting(seat)
        move = self._checked_move(seat, text)
        text = self.game.notation.move_text(self._now, seat, move)  # keep the short form of a listed move
        after = copied_state(self._states[-1])
        kernel.apply(after[0], seat, move)
        self._push(after)
        self._moves.append((seat, text))
        self._turns[seat] += 1

    def undo(self) -> tuple[int, str]:
        """Take back the last move and return it as (seat, text).

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.play(0, "f6")
        >>> match.undo(), match.moves
        ((0, 'f6'), [])
        """
        if not self._moves:
            raise ParlourError("there is no move to take back")
        self._states.pop()
        self._masks.pop()
        self._known.clear()
        last = self._moves.pop()
        self._turns[last[0]] -= 1
        self._set_resigned([(seat, ply) for seat, ply in self._resigned if ply <= len(self._moves)])
        self._omits_result = False
        self._notes = {ply: noted for ply, noted in self._notes.items() if ply <= len(self._moves)}
        return last

    def resign(self, seat: int) -> None:
        """Resign a seat: it is ranked below every seat that plays on.

        The match ends when at most one seat is left. Until then the game goes on, and the seat's moves must still be
        made, by a bot for instance.
        """
        if self.outcome is not None:
            raise GameOver("the match is over")
        number = self._check_seat(self._number_of(seat))
        if number in self.resigned:
            raise ParlourError(f"seat {number} has resigned already")
        if number is not None:
            self._resigned.append((number, len(self._moves)))

    def withdraw(self, seat: int) -> None:
        """Take back a resignation."""
        number = self._number_of(seat)
        if number not in self.resigned:
            raise ParlourError(f"seat {number} has not resigned")
        self._set_resigned([(other, ply) for other, ply in self._resigned if other != number])
        self._omits_result = False

    # -- other matches ------------------------------------------------------------------------------------------------

    def at(self, ply: int) -> Match:
        """Return a copy of this match as it stood after `ply` moves.

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.play(0, "f6")
        >>> match.at(0).moves, match.moves
        ([], [(0, 'f6')])
        """
        number = as_number(ply)
        if number is None or number not in range(len(self._moves) + 1):
            raise ParlourError(f"there is no position after {ply!r} moves; {len(self._moves)} were made")
        other = self.fork()
        while len(other._moves) > number:
            other.undo()
        return other

    def fork(self) -> Match:
        """Return an independent copy."""
        other = copy(self)
        other.__dict__.update({name: _copied(value) for name, value in self.__dict__.items()})
        return other

    def belief(self, seat: int, seed: Seed | None = None) -> Match:
        """Return a match that this seat could be in: everything hidden from it is dealt again at random.

        The belief starts at the current position and has no history. The same seed gives the same belief, in all
        matches that this seat cannot tell apart.

        >>> import parlour
        >>> match = parlour.new("traxx", players=2, seed=7)
        >>> belief = match.belief(0, seed=1)
        >>> belief.legal(0) == match.legal(0), belief.deal == match.deal
        (True, False)
        """
        seat = self._number_of(seat)
        self._check_seat(seat)
        other = Match(self.game, self.players, self.options)
        other._seats = list(self._seats)
        imagined = self.state
        if self.game.forget is not None:
            self.game.forget(imagined[0], seat)
        kernel.redeal(imagined[0], seat, kernel.new_rng(Luck(checked_seed(seed)).number()))
        other.header["rules"] = self.header["rules"]
        other._push(imagined)
        other._position = self.game.notation.position_text(imagined[0])
        other._resigned = [(given_up, 0) for given_up in self.resigned]
        return other

    def rematch(self, seed: Seed | None = None) -> Match:
        """Start the next match of the same players, seated as the game's rules say; see `came_from`.

        >>> import parlour
        >>> match = parlour.new("exago", players=2, names=["Ann", "Ben"])
        >>> match.resign(0)
        >>> match.rematch().names
        ['Ben', 'Ann']
        """
        if self.outcome is None:
            raise ParlourError("a rematch begins when the match is over")
        luck = Luck(checked_seed(seed))
        order = self.game.rematch_order(self.outcome, luck)
        options = self.options
        for option in self.game.options:
            if option.kind == "numbers":  # these belong to the player, not to the seat
                options[option.name] = [options[option.name][old] for old in order]
        match = Match.new(self.game, self.players, options, luck.number())
        match.seats = [self._moved(old, seat) for seat, old in enumerate(order)]
        match.came_from = order
        return match

    def _moved(self, old: int, new: int) -> Seat:
        """Move a player to a new seat: default names change with the seat, and whoever resigned plays again."""
        seat, colours = self.seats[old], self.game.seat_names
        name = colours[new] if seat.name == colours[old] else seat.name
        return Seat(seat.kind, name, None if seat.kind == "person" and seat.resigned else seat.bot)

    # -- text ---------------------------------------------------------------------------------------------------------

    def record(self) -> str:
        """Return the whole match as text; `parlour.load` reads it back.

        >>> import parlour
        >>> match = parlour.new("exago", players=2, names=["Ann", "Ben"])
        >>> match.play(0, "f6")
        >>> lines = match.record().splitlines()
        >>> lines[:2], lines[-3:]
        (['parlour 1', 'game exago'], ['deal null', 'moves', '0 f6'])
        """
        header = {
            "options": self.options,
            "names": self._old_names or self.names,
            **({"seats": seats_line(self._seats)} if self._tells_seats() else {}),
            "deal": self.game.notation.read_deal(self._states[0][0]),
            **{key: value for key, value in self.header.items() if key != "rules"},
        }
        resigned = {"resigned": self._resigned} if self._resigned else {}
        told = plain_json(self.outcome) if self.outcome is not None and not self._omits_result else {}
        rules, listed = self.header["rules"], self._listed_plies()
        return record.text_of(
            self.game.name,
            rules,
            self.players,
            header,
            self._position,
            [self._moves[ply] for ply in listed],
            {0: self._notes.get(0, {}), **{n: self._notes.get(ply + 1, {}) for n, ply in enumerate(listed, 1)}},
            {**told, **resigned} or None,
        )

    def _tells_seats(self) -> bool:
        """Whether a record needs a `seats` line, because the names alone would be read as other seats."""
        return self._old_names is None and seats_of_old_names(self.names, self.game.seat_names) != self._seats

    def _listed_plies(self) -> list[int]:
        """The moves in the order of a record: those of a closed simultaneous round are sorted by seat."""
        listed: list[int] = []
        open_round: list[int] = []
        for ply in range(len(self._moves)):
            open_round.append(ply)
            if self._closes_round(ply):
                listed += sorted(open_round, key=lambda ply: self._moves[ply][0])
                open_round = []
        return listed + open_round


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value
