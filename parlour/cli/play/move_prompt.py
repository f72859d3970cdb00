"""An incomplete move: the words typed so far, and what may follow."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from parlour.cli.terminal.phrases import natural_order
from parlour.errors import ParlourError
from parlour.match import Match
from parlour.message import Message, message

MOST_SHOWN = 12  # words listed in a sentence


class MovePrompt:
    """The beginning of a seat's move, extended word by word."""

    def __init__(self, match: Match, seat: int, words: tuple[str, ...] = ()) -> None:
        self.match = match
        self.seat = seat
        self.words = words

    @property
    def text(self) -> str:
        """The words so far."""
        return " ".join(self.words)

    @cached_property
    def prompt(self) -> str:
        """A sentence that asks for the next word; empty if the game has none."""
        return self.match.prompt(self.seat, self.text)

    @cached_property
    def following(self) -> list[str]:
        """Words that may come next, in natural order: f9 before f10."""
        return sorted(self.match.complete(self.seat, self.text), key=natural_order)

    @cached_property
    def is_move(self) -> bool:
        """Whether the words so far are a complete legal move."""
        return self._is_legal(self.text)

    @cached_property
    def ending(self) -> set[str]:
        """The following words that complete a move."""
        return {word for word in self.following if self._is_legal(" ".join((*self.words, word)))}

    @cached_property
    def _legal(self) -> set[str]:
        return set(self.match.legal(self.seat))

    def _is_legal(self, text: str) -> bool:
        if text in self._legal:
            return True
        if not text or self.match.game.complete is None:
            return False
        try:
            self.match.fork().play(self.seat, text)  # accepts forms that the list of legal moves leaves out
        except ParlourError:
            return False
        return True

    def back(self) -> MovePrompt:
        """Without the last word."""
        return MovePrompt(self.match, self.seat, self.words[:-1])

    def extended(self, typed: str) -> MovePrompt | None:
        """With these words added, or else starting over with them; None if no move begins like that."""
        for words in (self.words, ()):
            found = self._walked(words, typed)
            if found is not None:
                return MovePrompt(self.match, self.seat, found)
        return None

    def _walked(self, words: tuple[str, ...], typed: str) -> tuple[str, ...] | None:
        for word in typed.split():
            possible = self.following if words == self.words else self.match.complete(self.seat, " ".join(words))
            found = _same_word(word, possible)
            if found is None:
                return None
            words = (*words, found)
        return words

    def completions(self, before: str, commands: Iterable[str]) -> list[str]:
        """Words that may be typed after this part of a line; commands only at its beginning."""
        further = self.extended(before)
        return (further.following if further else []) + ([] if before.strip() else list(commands))

    def misfit(self, typed: str) -> Message | None:
        """A sentence that names the typed word that cannot come next in an incomplete move; else None."""
        words, rest = self._beginning(typed), typed.split()
        while rest and (longer := self._walked(words, rest[0])) is not None:
            words, rest = longer, rest[1:]
        wholes = [text.split() for text in self._legal]
        lengths = [len(whole) for whole in wholes if tuple(whole[: len(words)]) == words]
        if not words or not rest or len(words) + len(rest) >= min(lengths, default=len(words) + len(rest) + 1):
            return None
        following = sorted(self.match.complete(self.seat, " ".join(words)), key=natural_order)
        shown = following[:MOST_SHOWN] + (["..."] if len(following) > MOST_SHOWN else [])
        return message(
            "{word} cannot come after {words}; these can: {shown}", word=repr(rest[0]), words=words, shown=shown
        )

    def _beginning(self, typed: str) -> tuple[str, ...]:
        """The words so far; none if the user seems to have started over."""
        first = typed.split()[:1]
        begins_anew = bool(first) and _same_word(first[0], self.match.complete(self.seat, "")) is not None
        return () if begins_anew else self.words

    def meant(self, typed: str) -> str:
        """The likely intended text of an invalid input, in the letter case that moves use here."""
        text = " ".join((*self._beginning(typed), *typed.split()))
        return text.lower() if all(move == move.lower() for move in self._legal) else text


def _same_word(typed: str, possible: list[str]) -> str | None:
    """The word typed, or the only one that differs just in case."""
    if typed in possible:
        return typed
    alike = [word for word in possible if word.casefold() == typed.casefold()]
    return alike[0] if len(alike) == 1 else None
