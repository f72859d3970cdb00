"""What a seat, or a spectator, may see of a match: views, events, history, pictures; and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from parlour import kernel
from parlour.errors import ParlourError
from parlour.game import Outcome, Verdict, View, Viewpoint
from parlour.luck import canonical_json, plain_json
from parlour.match.moves import Moves
from parlour.numbers import as_number
from parlour.outcome import verdict

if TYPE_CHECKING:
    from rich.text import Text


class Views(Moves):
    """The part of a match that shows it: views, events, history, pictures."""

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it is being played.

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.resign(0)
        >>> match.outcome
        Outcome(reason='resigned', scores=(0, 0), details={'win': (0, 0)}, winners=(1,), ranking=(2, 1))
        """
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

    def verdict(self, seat: int | None = None) -> Verdict | None:
        """Return how the match ended in sentences, as this seat reads it; None while it is being played.

        >>> import parlour
        >>> match = parlour.new("exago", players=2, names=["Ann", "Ben"])
        >>> match.resign(0)
        >>> match.verdict(1).own.text(match.names)
        'You won: Ann resigned'
        """
        outcome = self.outcome
        return None if outcome is None else verdict(outcome, self.game.columns, self.resigned, self._check_seat(seat))

    def afterword(self) -> str | None:
        """Return a sentence on what would have been possible; None if the game has none or was not played out."""
        if self.game.afterword is None or self.outcome is None or self._resigned:
            return None
        tell = self.game.afterword
        return self._recall("afterword", lambda: tell(self))

    def _scores(self) -> list[list[int]]:
        """Every score column of every seat, as they stand now."""

        def standing() -> list[list[int]]:
            table = np.zeros((self.players, len(self.game.score_names)), np.int64)
            kernel.scores(self._now, table)
            return table.tolist()

        return self._recall("scores", standing)

    def view(self, seat: Viewpoint) -> dict[str, Any]:
        """Return what a seat may see, as plain builtins that JSON can carry, with the fields of `parlour.game.View`.

        >>> import parlour
        >>> view = parlour.new("exago", players=2, names=["Ann", "Ben"]).view(0)
        >>> view["names"], view["seat"], view["legal"]
        (['Ann', 'Ben'], 0, ['f6'])
        """
        return plain_json(self.seen(seat))  # type: ignore[no-any-return]

    def seen(self, seat: Viewpoint, with_legal: bool = True) -> View[Any]:
        """Return the same as `view`, as a typed struct, which must not be modified; `legal` can be left empty."""
        eyes = self._check_viewpoint(seat)
        seat = eyes if isinstance(eyes, int) else None
        waiting = self.waiting
        return View(
            game=self.game.name,
            rules=self.header["rules"],
            options=self._options,
            players=self.players,
            names=self.names,
            seat=seat,
            turn=len(self._moves) if seat is None else self.turn(seat),
            waiting=list(waiting),
            legal=self._texts(seat) if with_legal and seat is not None and seat in waiting else [],
            scores=[row[0] for row in self._scores()],
            outcome=self.outcome,
            verdict=self.verdict(seat),
            board=self._recall(("board", self._eyes(eyes)), lambda: self.game.view.board(self._now, eyes)),
        )

    def events(self, seat: Viewpoint, ply: int = -1) -> list[dict[str, Any]]:
        """Return what a move did, as this seat may see it; `ply` counts moves from 0, and -1 is the last move.

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.play(0, "f6")
        >>> match.events(None)
        [{'kind': 'placed', 'seat': 0, 'cell': 'f6'}]
        """
        seat = self._check_viewpoint(seat)
        number = as_number(ply)
        if number is None or not -len(self._moves) <= number < len(self._moves):
            raise ParlourError(f"there is no move {ply!r}; {len(self._moves)} were made")
        return plain_json(self.happened(seat, number % len(self._moves)))  # type: ignore[no-any-return]

    def happened(self, seat: Viewpoint, ply: int) -> list[msgspec.Struct]:
        """Return the same as `events`, as typed structs."""
        eyes = self._check_viewpoint(seat)

        def told() -> list[msgspec.Struct]:
            mover, text = self._moves[ply]
            before, after = self._states[ply][0], self._states[ply + 1][0]
            return list(self.game.view.events(before, after, mover, text, eyes))

        return self._recall(("events", ply, self._eyes(eyes)), told)

    def _eyes(self, seat: Viewpoint) -> Any:
        """The cache key for what a seat sees: with perfect information, all see the same."""
        return None if self.game.perfect_information else seat

    def history(self, seat: Viewpoint, start: int = 0) -> list[tuple[int, str | None]]:
        """Return the moves from number `start` on as this seat may know them; the text of a hidden choice is None.

        >>> import parlour
        >>> match = parlour.new("traxx", players=2, seed=7)
        >>> match.play(0, "c5 b5")  # both seats choose in secret
        >>> match.history(0), match.history(1)
        ([(0, 'c5 b5')], [(0, None)])
        """
        seat = self._check_viewpoint(seat)
        if not self.game.simultaneous or seat == "all":
            return [*self._moves[start:]]
        open_from = self.open_round
        return [
            (mover, None if ply >= open_from and mover != seat and self._is_hidden(seat, ply) else text)
            for ply, (mover, text) in enumerate(self._moves[start:], start)
        ]

    @property
    def open_round(self) -> int:
        """How many moves were made before the current round."""
        ply = len(self._moves)
        while ply and not self._closes_round(ply - 1):
            ply -= 1
        return ply

    def _closes_round(self, ply: int) -> bool:
        """Whether this move ends a round: nobody else has to choose, a new seat is to act, or the game is over."""
        before, after = self._mask(ply), self._mask(ply + 1)
        return bool(self.players == 1 or after == 0 or after & ~before)

    def _is_hidden(self, seat: Viewpoint, ply: int) -> bool:
        """Whether this seat may know only that the move was made."""
        return all(event["kind"] == "chosen" for event in self.events(seat, ply))

    def position(self) -> str:
        """Return the position, without its history, on one line; `parlour.from_position` reads it.

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.play(0, "f6")
        >>> match.position().split()[-2:]
        ['6/7/8/9/10/5r5/10/9/8/7/6', '1']
        """
        body = self.game.notation.position_text(self._now)
        return f"{self.game.name} {self.players} {canonical_json(self.options)} {body}"

    def draw(self, seat: Viewpoint = None) -> Text:
        """Return the board as a seat may see it, as text for a terminal, coloured where `rich` prints it."""
        eyes = self._check_viewpoint(seat)
        return self.game.draw.terminal(self._now, eyes, self._last_shown(seat))

    def svg(self, seat: Viewpoint = None) -> str:
        """Return the board as a seat may see it, as an SVG picture."""
        eyes = self._check_viewpoint(seat)
        return self.game.draw.svg(self._now, eyes, self._last_shown(seat))

    def _last_shown(self, seat: Viewpoint) -> str:
        """The text of the last move, unless it is hidden from this seat."""
        return "" if self._moves and self._is_hidden(seat, len(self._moves) - 1) else self.last_text

    def __str__(self) -> str:
        return self.draw().plain

    def _repr_svg_(self) -> str:
        return self.svg()
