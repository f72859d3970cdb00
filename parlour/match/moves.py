"""The moves of a match: which are legal, how a move may continue, and their action numbers for learning."""

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
    """The part of a match that deals with legal moves."""

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a waiting seat, sorted as plain text; [] for any other seat.

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.legal(0), match.legal(1)
        (['f6'], [])
        """
        seat = self._number_of(seat)
        return list(self._texts(seat)) if seat in self.waiting else []

    def _codes(self, seat: int) -> NDArray[np.int64]:
        return self._recall(("codes", seat), lambda: self._listed(self._now, seat))

    def _listed(self, state: State, seat: int) -> NDArray[np.int64]:
        out = np.empty(self.game.max_moves, np.int64)
        return out[: kernel.legal(state, seat, out)].copy()

    def move_codes(self, seat: int) -> list[int]:
        """Return the move codes of a waiting seat, ascending; [] for any other seat. Kernels know moves by code."""
        seat = self._number_of(seat)
        return self._codes(seat).tolist() if seat in self.waiting else []

    def played_codes(self, start: int = 0) -> list[tuple[int, int]]:
        """Return the moves from number `start` on, each as (seat, move code)."""
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
        """Return the words that may come next after the words of a move typed so far, sorted.

        >>> import parlour
        >>> match = parlour.new("tracktic", seed=1)
        >>> match.complete(0, ""), match.complete(0, "L4")[:4]
        (['L4', 'S4', 'V3', 'skip'], ['d3', 'd4', 'd5', 'd6'])
        """
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
        """Return what a waiting seat must choose after these words of a move: a `kind` with its facts, or None.

        >>> import parlour
        >>> parlour.new("tracktic", seed=1).step(0)
        {'kind': 'choose-card', 'can_spend_token': False, 'is_first': True}
        """
        found = self._step(seat, text)
        return None if found is None else plain_json(found)

    def prompt(self, seat: int, text: str = "") -> str:
        """Return the next step as a sentence for people who type; empty if there is nothing to say.

        >>> import parlour
        >>> parlour.new("tracktic", seed=1).prompt(0)
        'Take a card, or skip for the rest of the game.'
        """
        found = self._step(seat, text)
        told = None if found is None or self.game.step_message is None else self.game.step_message(found)
        return "" if told is None else told.text

    def _step(self, seat: int, text: str) -> Any:
        """The step as the game gives it, cached: it is asked for as data and as a sentence."""
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
        """Return whether `play` would accept this text."""
        seat = self._number_of(seat)
        if seat not in self.waiting:
            return False
        return self.game.notation.parse_move(self._now, seat, checked_text(text), self._codes(seat)) is not None

    def why_not(self, seat: int, text: str) -> IllegalMove | None:
        """Return why a waiting seat may not play a text; None for a legal move or the beginning of one.

        Raises NotWaiting or GameOver if it is not this seat's turn.

        >>> import parlour
        >>> match = parlour.new("exago")
        >>> print(match.why_not(0, "a6"))
        X8: the first tile goes on the centre, f6
        """
        seat = self.check_waiting(seat)
        if self.is_move(seat, text) or self.complete(seat, text):
            return None
        return self.game.why_not(self._now, seat, text)

    def preview(self, seat: int, text: str) -> Json:
        """Return what these words of a move would do, in the game's own form, or None; a page shows it in advance."""
        words = checked_text(text).split()
        seat = self._number_of(seat)
        if self.game.preview is None or seat not in self.waiting:
            return None
        told = self.game.preview(self._now, seat, words, self._codes(seat))
        return None if told is None else plain_json(told)

    def action(self, seat: int, text: str) -> int:
        """Return the action number of a legal move, as batches and adapters use it; raises what `play` would.

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.action(0, "f6"), match.action_text(0, 45)
        (45, 'f6')
        """
        seat = self.check_waiting(seat)
        actions, move = self._actions(seat), self._checked_move(seat, text)
        if move not in actions.values():
            raise IllegalMove(
                "notation", "{text} has no number: only the moves that `legal` lists have one", text=repr(text)
            )
        return int(kernel.action_of(self._now, seat, move))

    def action_text(self, seat: int, action: int) -> str:
        """Return the text of a legal move from its action number; raises IllegalMove if no legal move has it."""
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
        """The move codes of a seat, by action number."""
        if self.game.encoding is None:
            raise ParlourError(f"{self.game.title} has no encoding, so its moves have no numbers")

        def numbered() -> dict[int, int]:
            return {int(kernel.action_of(self._now, seat, code)): code for code in self._codes(seat).tolist()}

        return self._recall(("actions", seat), numbered)

    def move_code(self, seat: int, text: str) -> int:
        """Return the code of a legal move, as kernels know it; raises what `play` would."""
        return self._checked_move(self.check_waiting(seat), text)

    def _checked_move(self, seat: int, text: str) -> int:
        """Return the code of a legal move of a waiting seat, or raise IllegalMove."""
        if not isinstance(text, str):
            raise IllegalMove("notation", "a move is a text, not {text}", text=repr(text))
        move = self.game.notation.parse_move(self._now, seat, text, self._codes(seat))
        if move is None:
            raise self.game.why_not(self._now, seat, text)
        return move


def checked_text(text: Any) -> str:
    """Return the text, or raise ParlourError if it is not a str."""
    if not isinstance(text, str):
        raise ParlourError(f"the beginning of a move is a text, not {text!r}")
    return text
