"""What a seat, or a spectator, may see of a match: views, events, history, pictures; and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from parlour import kernel
from parlour.errors import ParlourError
from parlour.game import Outcome, View
from parlour.luck import canonical_json, plain_json
from parlour.match.moves import Moves
from parlour.numbers import as_number

if TYPE_CHECKING:
    from rich.text import Text


class Views(Moves):
    """A match that can be looked at."""

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
        return plain_json(self.seen(seat))  # type: ignore[no-any-return]

    def seen(self, seat: int | None) -> View[Any]:
        """The same as `view`, typed and not to be changed: encoded as JSON it is the view."""
        seat = self._check_seat(seat)
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
        return plain_json(self.happened(seat, number % len(self._moves)))  # type: ignore[no-any-return]

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

    def position(self) -> str:
        """The position without its history, on one line."""
        body = self.game.notation.position_text(self._now)
        return f"{self.game.name} {self.players} {canonical_json(self.options)} {body}"

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

    def _repr_svg_(self) -> str:
        return self.svg()
