"""What a seat may know of a match, derived from the rules core and the log alone, without the server's code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import parlour
from parlour.errors import ParlourError
from parlour.games import find
from parlour.luck import Luck
from tests.server.client import Message

Moves = tuple[tuple[int, str], ...]


@dataclass
class Replay:
    """A finished match of which everything is known: its deal from the record, its log from the database."""

    game: str
    players: int
    options: Message
    deal: Any
    entries: list[Message]  # the log
    _matches: dict[Moves, parlour.Match] = field(default_factory=dict)

    def moves_at(self, seq: int) -> tuple[Moves, int]:
        """The moves after this many entries, and the number of undos."""
        moves: list[tuple[int, str]] = []
        branch = 0
        for entry in self.entries[:seq]:
            if entry["kind"] == "move":
                moves.append((entry["seat"], entry["text"]))
            elif entry["kind"] == "undo":
                branch += 1
                moves = [move for ply, move in enumerate(moves) if ply not in entry["dropped"]]
        return tuple(moves), branch

    def names_at(self, seq: int) -> list[str]:
        """The names of the seats after this many entries."""
        names = list(find(self.game).seat_names[: self.players])
        for entry in self.entries[:seq]:
            if entry["kind"] == "seat":
                names[entry["seat"]] = entry["name"] or find(self.game).seat_names[entry["seat"]]
        return names

    def match(self, moves: Moves) -> parlour.Match:
        """The match after these moves."""
        if moves not in self._matches:
            if moves:
                match = self.match(moves[:-1]).fork()
                match.play(*moves[-1])
            else:
                match = parlour.new(self.game, self.players, deal=self.deal, **self.options)
            self._matches[moves] = match
        return self._matches[moves]

    def otherwise(self, moves: Moves, seat: int | None, luck: Luck) -> Iterator[parlour.Match]:
        """Matches that this seat must not be able to tell from the true one."""
        yield from self._other_choices(moves, seat, luck)
        for _ in range(2):
            changed = self._dealt_otherwise(moves, seat, luck)
            if changed is not None:
                yield changed

    def _open_from(self, moves: Moves) -> int:
        """The number of moves before the open simultaneous round (T10, C6); all moves in turn-based games."""
        board = self.match(moves).view(None)["board"]
        if self.game == "traxx":
            return self.players * int(board["closed"])
        if self.game == "cirplexed":
            return self.players * (int(board["shown"]) - 1)  # C4: one is there from the start
        return len(moves)

    def _other_choices(self, moves: Moves, seat: int | None, luck: Luck) -> Iterator[parlour.Match]:
        """In an open simultaneous round, another seat has chosen something else."""
        first = self._open_from(moves)
        hidden = [ply for ply in range(first, len(moves)) if moves[ply][0] != seat]
        if not hidden:
            return
        changed = hidden[luck.below(len(hidden))]
        match = self.match(moves[:changed]).fork()
        choices = match.legal(moves[changed][0])
        match.play(moves[changed][0], choices[luck.below(len(choices))])
        try:
            for later in moves[changed + 1 :]:
                match.play(*later)
        except ParlourError:
            return  # its later choice of the round needs the first
        yield match

    def _dealt_otherwise(self, moves: Moves, seat: int | None, luck: Luck) -> parlour.Match | None:
        """Two cards or tiles that this seat has not seen are swapped."""
        places = self._unseen(moves, seat)
        if len(places) < 2:
            return None
        one, other = luck.shuffled(places)[:2]
        deal = json.loads(json.dumps(self.deal))
        cards = deal["cards"] if self.game == "traxx" else deal
        cards[one], cards[other] = cards[other], cards[one]
        swapped = {cards[one]: cards[other], cards[other]: cards[one]}
        match = parlour.new(self.game, self.players, deal=deal, **self.options)
        first = self._open_from(moves)
        try:
            for ply, (mover, text) in enumerate(moves):
                if self.game == "cirplexed" and ply >= first and mover != seat:  # its hidden tile is the other one
                    tile, rest = text.split(" ", 1)
                    text = f"{swapped.get(tile, tile)} {rest}"
                match.play(mover, text)
        except ParlourError:
            return None  # with the other tile the hidden choice would have been impossible
        return match

    def _unseen(self, moves: Moves, seat: int | None) -> list[int]:
        """Places of the deal that a seat has not seen, according to the rules."""
        if self.deal is None:
            return []  # no randomness
        match = self.match(moves)
        board = match.view(seat)["board"]
        if self.game == "tracktic":  # K: the deck is turned up from the front
            return list(range(len(self.deal) - board["deck"], len(self.deal)))
        if self.game == "traxx":  # T6: a card for each round
            return list(range(board["closed"] + 1, len(self.deal["cards"])))
        first = self._open_from(moves)  # C4, C6: tiles shown on boards, those of the own hand and choices
        seen = {text.split(" ")[0] for ply, (mover, text) in enumerate(moves) if ply < first or mover == seat}
        seen |= {tile for (tile,) in self._starts()} | set(board["hand"])
        return [place for place, tile in enumerate(self.deal) if tile not in seen]

    def _starts(self) -> list[list[str]]:
        """C4: the tile with which each board begins."""
        return [[tile["tile"] for tile in tiles] for tiles in self.match(()).view(None)["board"]["tiles"]]
