"""Who sits where: people at this terminal, bots, and stand-ins for people who resigned."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parlour import compiling
from parlour.bots import HIGH_LEVELS, HIGHEST_PLAIN, NAMES, Bot, new_bot
from parlour.luck import Seed
from parlour.match import Match

ME = "me"
GIVING_UP = "giving up"
STAND_IN = "3"  # plays for people who resigned
OPPONENT = "2"  # the default opponent


class Seats:
    """The players of one match."""

    def __init__(self, match: Match, who: Sequence[str], seed: Seed | None = None) -> None:
        """`who` has `me` or the name of a bot for each seat; `seed` is for the bots."""
        self.who = list(who)
        self._match = match
        self._seed = seed
        self.people = {seat for seat, name in enumerate(who) if name == ME}
        self.only_person = min(self.people) if len(self.people) == 1 else None  # the person who reads everything shown
        self.bots = {seat: self._new_bot(name, seat) for seat, name in enumerate(who) if name != ME}
        self._resigned: dict[int, int] = {}  # seat of a person -> moves made before
        for seat in match.resigned:
            self._leave(seat)

    def _new_bot(self, name: str, seat: int) -> Bot:
        return new_bot(self._match.game.name, name, None if self._seed is None else f"{self._seed}/bot {seat}")

    def is_warming_up(self, seat: int) -> bool:
        """Whether a seat's bot is weaker for now because the rules are still being compiled."""
        return self.bots[seat].name in HIGH_LEVELS and not compiling.is_compiled(self._match.game.name)

    def choice(self, seat: int) -> str:
        """The move of a bot whose turn it is."""
        compiling.load(self._match.game.name)
        chooser = self._new_bot(HIGHEST_PLAIN, seat) if self.is_warming_up(seat) else self.bots[seat]
        return chooser.choose(self._match, seat)

    def resign(self, seat: int) -> None:
        """Resign for a person; while the match goes on, a bot plays the seat."""
        self._match.resign(seat)
        if self._match.waiting:
            seats = self._match.seats
            seats[seat] = msgspec.structs.replace(seats[seat], bot=STAND_IN)
            self._match.seats = seats
        self._leave(seat)

    def _leave(self, seat: int) -> None:
        """Let a bot play on for a person who resigned: the one named in the match, if it exists here."""
        if seat in self.people:
            self.people.remove(seat)
            self._resigned[seat] = len(self._match.moves)
            told = self._match.seats[seat].bot
            self.bots[seat] = self._new_bot(told if told in NAMES else STAND_IN, seat)

    def stood_in(self, ply: int) -> dict[int, str]:
        """The bots that stood in for people when this move was made, by seat."""
        return {seat: self.bots[seat].name for seat, before in self._resigned.items() if before <= ply}

    @property
    def last_own(self) -> int | None:
        """The number of the last move that a person made."""
        moves = enumerate(self._match.moves)
        own = [ply for ply, (seat, _) in moves if seat in self.people or ply < self._resigned.get(seat, 0)]
        return own[-1] if own else None

    @property
    def can_take_back(self) -> bool:
        """Whether a person has moved or resigned."""
        return bool(self._resigned) or self.last_own is not None

    def take_back(self) -> str:
        """Undo the last move or resignation of a person; returns what it was, or "" if there is none."""
        last = self.last_own
        if self._resigned and (last is None or max(self._resigned.values()) > last):
            seat = max(self._resigned, key=lambda seat: self._resigned[seat])
            while len(self._match.moves) > self._resigned[seat]:
                self._match.undo()
            self._match.withdraw(seat)
            del self._resigned[seat], self.bots[seat]
            self.people.add(seat)
            return GIVING_UP
        if last is None:
            return ""
        text = self._match.moves[last][1]
        while len(self._match.moves) > last:
            self._match.undo()
        return text
