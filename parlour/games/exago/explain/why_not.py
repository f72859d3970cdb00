"""Which rule an illegal text breaks in Exago, and which cells show it."""

from __future__ import annotations

import re

import numpy as np

from parlour.errors import IllegalMove
from parlour.game import State
from parlour.games.exago import bitboard, rules
from parlour.games.exago.explain.steps import block_step
from parlour.games.exago.notation import (
    COLOURS,
    bit_name,
    group_cells,
    listed_moves,
    move_text,
    names_of,
    parse_move,
    seat_cells,
    words_of,
)
from parlour.grid import Cell, hex_cells, hex_name, parse_hex


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """Explain which rule an illegal move text breaks."""
    return _WhyNot(s, seat).reason(text)


class _WhyNot:
    """Checks the rules in the order in which a player meets them."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.hand = int(s.hand[seat])
        self.own = seat_cells(s, seat)
        self.occupied = names_of(s, s.occupied)
        out = np.empty(rules.MAX_MOVES, np.int64)
        self.before_blocks = out[: rules.list_moves(s, seat, out)]
        self.moves = listed_moves(s, seat)

    def reason(self, text: str) -> IllegalMove:
        words = text.split(" ")
        if rules.PASS in self.before_blocks:
            return IllegalMove("X14", "you can neither place nor move a tile: write pass")
        if text == "pass":
            return IllegalMove("X14", "you may pass only when no other move is legal; now there are others")
        if not 1 <= len(words) <= 3 or not all(re.fullmatch("[a-z][0-9]+", word) for word in words):
            return IllegalMove(
                "notation",
                "write a cell to place a tile (f6) or two to move one (c4 e5), small letters, single spaces",
            )
        for word in words:
            if parse_hex(word, int(self.s.radius)) is None:
                return self._no_cell(word)
        if parse_move(self.s, self.seat, text, self.before_blocks) is not None:
            return self._not_a_block()
        return self._placement(words[0]) if len(words) == 1 else self._relocation(words)

    def _no_cell(self, word: str) -> IllegalMove:
        """Explain a wrong cell name by the cells near it."""
        radius = int(self.s.radius)
        names = [hex_name(cell, radius) for cell in hex_cells(radius)]
        column = [name for name in names if name[0] == word[0]]
        if not column:
            return IllegalMove(
                "X2",
                "there is no cell {cell} on this board; columns go from {first} to {last}",
                cell=word,
                first=names[0][0],
                last=names[-1][0],
            )
        return IllegalMove(
            "X2",
            "there is no cell {cell} on this board; column {column} goes from {first} to {last}",
            cell=word,
            column=word[0],
            first=column[0],
            last=column[-1],
        )

    def _not_a_block(self) -> IllegalMove:
        step = block_step(self.s, self.seat, int(rules.to_block(self.s, self.seat)), self.moves)
        assert step.block is not None  # where nobody can be blocked, every move is legal
        gaps = self._gaps(COLOURS.index(step.block))
        if not step.unstoppable:
            return IllegalMove(
                "X16",
                "{threats:and} could win next: you must block {block}, for example with {example}",
                marks=gaps,
                threats=step.threats,
                block=step.block,
                example=self._example(),
            )
        return IllegalMove(
            "X16",
            "{threats:and} could win next; {unstoppable:and} cannot be stopped: you must block {block}, "
            "for example with {example}",
            marks=gaps,
            threats=step.threats,
            unstoppable=step.unstoppable,
            block=step.block,
            example=self._example(),
        )

    def _placement(self, target: str) -> IllegalMove:
        example = self._example()
        if self.hand == 0:
            return IllegalMove(
                "X11",
                "you have no tile in hand: lift one of yours and put it elsewhere, for example {example}",
                marks=self.own,
                example=example,
            )
        if not self.occupied:
            return IllegalMove("X8", "the first tile goes on the centre, {cell}", marks=[example], cell=example)
        if target in self.occupied:
            return IllegalMove(
                "X9",
                "there is a tile on {cell}: choose an empty cell that touches a tile",
                marks=[target],
                cell=target,
            )
        return IllegalMove(
            "X9",
            "{cell} touches no tile: choose an empty cell that does, for example {example}",
            marks=self._nearest(target, self.occupied),
            cell=target,
            example=example,
        )

    def _relocation(self, words: list[str]) -> IllegalMove:
        lift, target = words[0], words[-1]
        if wrong := self._lift(lift):
            return wrong
        if target == lift:
            return IllegalMove(
                "X11", "a lifted tile may not go back to {cell}: choose another cell", marks=[lift], cell=lift
            )
        if target in self.occupied:
            return IllegalMove(
                "X11",
                "there is a tile on {cell}: choose an empty cell that touches a remaining tile",
                marks=[target],
                cell=target,
            )
        named = [cell for cell in (parse_hex(word, int(self.s.radius)) for word in words) if cell is not None]
        if not self._touches_others(named[-1], named[0]):
            return IllegalMove(
                "X11",
                "{target} touches no tile that stays when {lift} is lifted",
                marks=self._nearest(target, [cell for cell in self.occupied if cell != lift]),
                target=target,
                lift=lift,
            )
        return self._groups(words, [bitboard.cell_bit(*cell) for cell in named])

    def _lift(self, lift: str) -> IllegalMove | None:
        """Explain what is wrong with lifting this tile, or any tile."""
        moving = "X19" if self.hand else "X11"
        if self.hand and not self.s.early_relocation:
            if self.hand == 1:
                return IllegalMove(
                    "X10", "you have one tile in hand: place it, for example {example}", example=self._example()
                )
            return IllegalMove(
                "X10",
                "you have {many} tiles in hand: place one, for example {example}",
                many=self.hand,
                example=self._example(),
            )
        if not self.own:
            return IllegalMove(
                moving,
                "you have no tile on the board to lift: place one, for example {example}",
                example=self._example(),
            )
        if lift not in self.own:
            return IllegalMove(
                moving,
                "there is no tile of yours on {cell}; yours are on {own:,}",
                marks=self.own,
                cell=lift,
                own=self.own,
            )
        return None

    def _touches_others(self, target: Cell, lift: Cell) -> bool:
        ring = bitboard.around(*words_of([target]))
        rest = [int(self.s.occupied[k]) & ~int(word) for k, word in enumerate(words_of([lift]))]
        return any(int(ring[k]) & rest[k] for k in (0, 1))

    def _groups(self, words: list[str], bits: list[int]) -> IllegalMove:
        """Explain mistakes about groups (X12, or X21 with `reconnect`)."""
        lift, target = words[0], words[-1]
        lifts = [int(code) for code in self.before_blocks if code >> 15 == bits[0]]
        if self.s.reconnect:
            rule, choices = "X21", [code for code in lifts if code >> 8 & 127 == bits[-1]]
        else:
            rule, choices = "X12", lifts
        tied = sorted({code >> 1 & 127 for code in choices if code & 1})
        firsts = [bit_name(self.s, bit) for bit in tied]
        touched = sorted({code >> 1 & 127 for code in choices if code & 1 and code >> 8 & 127 == bits[-1]})
        staying = sorted({code >> 1 & 127 for code in lifts} - {0})
        marks = [cell for bit in staying for cell in group_cells(self.s, bit, without=lift)]
        if tied and len(words) == 2 and touched:
            moves = [f"'{lift} {bit_name(self.s, bit)} {target}'" for bit in touched]
            return IllegalMove(
                rule,
                "groups tie for largest: name the first cell of the one that stays, {moves:, or}",
                marks=marks,
                moves=moves,
            )
        if tied and len(words) == 2:
            return IllegalMove(
                rule,
                "{target} touches none of the groups that tie for largest when {lift} is lifted",
                marks=marks,
                target=target,
                lift=lift,
            )
        if tied and words[1] not in firsts:
            return IllegalMove(
                rule,
                "no group that ties for largest has {cell} as its first cell; they have {firsts:,}",
                marks=marks,
                cell=words[1],
                firsts=firsts,
            )
        if not tied and len(words) == 3:
            return IllegalMove(
                rule,
                "no groups tie for largest here, so none is named: write '{lift} {target}'",
                lift=lift,
                target=target,
            )
        return IllegalMove(
            rule,
            "{target} does not touch the group that stays when {lift} is lifted",
            marks=marks,
            target=target,
            lift=lift,
        )

    def _nearest(self, cell: str, tiles: list[str]) -> list[str]:
        """Return those of the tiles that lie nearest to a cell."""
        far = {tile: _distance(self._place(cell), self._place(tile)) for tile in tiles}
        return [tile for tile in tiles if far[tile] == min(far.values())]

    def _gaps(self, other: int) -> list[str]:
        """Return the empty cells on which a tile would complete a line of another seat."""
        own = [int(self.s.tiles[2 * other + k]) for k in (0, 1)]
        length = int(rules.line_length(self.s))
        found = []
        for cell in hex_cells(int(self.s.radius)):
            with_it = [np.uint64(word | int(more)) for word, more in zip(own, words_of([cell]), strict=True)]
            name = hex_name(cell, int(self.s.radius))
            if name not in self.occupied and bitboard.has_line(*with_it, length):
                found.append(name)
        return found

    def _place(self, name: str) -> Cell:
        return parse_hex(name, int(self.s.radius)) or (0, 0)

    def _example(self) -> str:
        return move_text(self.s, self.seat, self.moves[0])


def _distance(one: Cell, other: Cell) -> int:
    """How many steps lead from one cell to another."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))
