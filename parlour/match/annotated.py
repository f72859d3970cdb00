"""The notes on a match: comments, evaluations and annotations, which change nothing about the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from parlour import notes
from parlour.errors import ParlourError
from parlour.game import Json
from parlour.luck import plain_json
from parlour.match.states import States
from parlour.notes import COMMENT, EVALUATION, Evaluation, Notes
from parlour.numbers import as_number


class Annotated(States):
    """The part of a match that keeps notes.

    Each property maps a number of moves to the note on the position after them, 0 for the start. Assign a whole mapping
    to change it; `undo` drops the notes on positions that are no more.
    """

    @property
    def comments(self) -> Mapping[int, str]:
        """A comment on each position, or on the move that led to it; assignable.

        >>> import parlour
        >>> match = parlour.new("exago", players=2)
        >>> match.play(0, "f6")
        >>> match.comments = {1: "The only move."}
        >>> match.record().splitlines()[-2:]
        ['0 f6', '; The only move.']
        """
        return MappingProxyType({ply: noted[COMMENT] for ply, noted in self._notes.items() if COMMENT in noted})

    @comments.setter
    def comments(self, comments: Mapping[int, str]) -> None:
        given = {ply: {COMMENT: notes.checked_comment(text)} for ply, text in self._by_ply(comments).items()}
        self._replace_notes(lambda word: word == COMMENT, given)

    @property
    def evaluations(self) -> Mapping[int, Evaluation]:
        """An evaluation of each position, with numbers rounded to four decimals; assignable."""
        return MappingProxyType(
            {
                ply: msgspec.convert(noted[EVALUATION], Evaluation)
                for ply, noted in self._notes.items()
                if EVALUATION in noted
            }
        )

    @evaluations.setter
    def evaluations(self, evaluations: Mapping[int, Evaluation]) -> None:
        given = {
            ply: {EVALUATION: notes.checked_evaluation(told, self.players, ply)}
            for ply, told in self._by_ply(evaluations).items()
        }
        self._replace_notes(lambda word: word == EVALUATION, given)

    @property
    def annotations(self) -> Mapping[int, Mapping[str, Json]]:
        """Other notes on each position: JSON objects, each with a word that says what it is; assignable."""
        others = {
            ply: {word: plain_json(value) for word, value in noted.items() if _is_other(word)}
            for ply, noted in self._notes.items()
        }
        return MappingProxyType({ply: noted for ply, noted in others.items() if noted})

    @annotations.setter
    def annotations(self, annotations: Mapping[int, Mapping[str, Json]]) -> None:
        given = {
            ply: {word: notes.checked_annotation(word, value) for word, value in _items(told)}
            for ply, told in self._by_ply(annotations).items()
        }
        self._replace_notes(_is_other, given)

    @property
    def has_notes(self) -> bool:
        """Whether there are any comments, evaluations or annotations."""
        return bool(self._notes)

    def _by_ply(self, given: Any) -> dict[int, Any]:
        """The notes by number of moves, or ParlourError."""
        found = {}
        for ply, value in _items(given):
            number = as_number(ply)
            if number is None or number not in range(len(self._moves) + 1):
                made = len(self._moves)
                raise ParlourError("there is no position after {ply} moves; {made} were made", ply=repr(ply), made=made)
            found[number] = value
        return found

    def _replace_notes(self, is_replaced: Callable[[str], bool], given: Notes) -> None:
        """Replace the notes with some words."""
        kept = {
            ply: {word: value for word, value in noted.items() if not is_replaced(word)}
            for ply, noted in self._notes.items()
        }
        merged = {ply: {**kept.get(ply, {}), **given.get(ply, {})} for ply in sorted({*kept, *given})}
        for noted in merged.values():
            notes.check_words(noted)
        self._notes = {ply: noted for ply, noted in merged.items() if noted}


def _is_other(word: str) -> bool:
    return word not in (COMMENT, EVALUATION)


def _items(given: Any) -> list[tuple[Any, Any]]:
    if not isinstance(given, Mapping):
        raise ParlourError("notes are a mapping, not {given}", given=type(given).__name__)
    return list(given.items())
