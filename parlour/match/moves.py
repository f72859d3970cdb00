"""The moves of a match: which are legal, what may follow a beginning, and their numbers for learning."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour import kernel
from parlour.errors import IllegalMove, ParlourError
from parlour.game import Json, State
from parlour.luck import plain_json
from parlour.match.states import States
from parlour.numbers import as_number


class Moves(States):
    """A match that can tell its moves."""

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
            following |= set(self.game.complete(self._now, seat, words, self._codes(seat)))
        return sorted(following)

    def step(self, seat: int, text: str = "") -> Json:
        """What a waiting seat is to choose next, after this beginning of a move: a `kind` and its facts, or None."""
        found = self._step(seat, text)
        return None if found is None else plain_json(found)

    def prompt(self, seat: int, text: str = "") -> str:
        """The same as a sentence for people who type, or ""."""
        found = self._step(seat, text)
        told = None if found is None or self.game.step_message is None else self.game.step_message(found)
        return "" if told is None else told.text

    def _step(self, seat: int, text: str) -> Any:
        """As the game gives it; the last one is kept, for it is asked for as data and as a sentence."""
        words = checked_text(text).split()
        seat = self._number_of(seat)
        if self.game.step is None or seat not in self.waiting:
            return None
        asked, found = self._known.get("step", (None, None))
        if asked != (seat, words):
            found = self.game.step(self._now, seat, words, self._codes(seat))
            self._known["step"] = (seat, words), found
        return found

    def is_move(self, seat: int, text: str) -> bool:
        """Whether `play` would take this text."""
        seat = self._number_of(seat)
        if seat not in self.waiting:
            return False
        return self.game.notation.parse_move(self._now, seat, checked_text(text), self._codes(seat)) is not None

    def preview(self, seat: int, text: str) -> Json:
        """What this beginning of a move would do, in the game's own form, or None: for a page to show beforehand."""
        words = checked_text(text).split()
        seat = self._number_of(seat)
        if self.game.preview is None or seat not in self.waiting:
            return None
        told = self.game.preview(self._now, seat, words, self._codes(seat))
        return None if told is None else plain_json(told)

    def action(self, seat: int, text: str) -> int:
        """The number that a move of a waiting seat has in batches and adapters; raises what `play` would."""
        seat = self.check_waiting(seat)
        actions, move = self._actions(seat), self._checked_move(seat, text)
        if move not in actions.values():
            raise IllegalMove(
                "notation", "{text} has no number: only the moves that `legal` lists have one", text=repr(text)
            )
        return int(kernel.action_of(self._now, seat, move))

    def action_text(self, seat: int, action: int) -> str:
        """The move of a waiting seat that has this number in batches and adapters, or IllegalMove."""
        seat = self.check_waiting(seat)
        actions, number = self._actions(seat), as_number(action)
        if number not in actions:
            raise IllegalMove(
                "notation",
                "{action} is not the number of a move that seat {seat} has now",
                action=repr(action),
                seat=seat,
            )
        return self.game.notation.move_text(self._now, seat, actions[number])

    def _actions(self, seat: int) -> dict[int, int]:
        """The numbers of a seat's moves in the game's encoding, with their codes."""
        if self.game.encoding is None:
            raise ParlourError(f"{self.game.title} has no encoding, in which moves would have numbers")

        def numbered() -> dict[int, int]:
            return {int(kernel.action_of(self._now, seat, code)): code for code in self._codes(seat).tolist()}

        return self._recall(("actions", seat), numbered)

    def _checked_move(self, seat: int, text: str) -> int:
        """The code of a move that a waiting seat may make, or IllegalMove."""
        if not isinstance(text, str):
            raise IllegalMove("notation", "a move is a text, not {text}", text=repr(text))
        move = self.game.notation.parse_move(self._now, seat, text, self._codes(seat))
        if move is None:
            raise self.game.why_not(self._now, seat, text)
        return move


def checked_text(text: Any) -> str:
    """A text, or ParlourError."""
    if not isinstance(text, str):
        raise ParlourError(f"the beginning of a move is a text, not {text!r}")
    return text
