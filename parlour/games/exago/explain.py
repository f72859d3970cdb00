"""Exago in sentences: what a person is to say next, and which rule an illegal text breaks."""

from __future__ import annotations

import re

import numpy as np

from parlour.errors import IllegalMove
from parlour.game import State
from parlour.games.exago import bitboard, rules
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

# -- what to say next --------------------------------------------------------------------------------------------------


def prompt(s: State, seat: int, words: list[str]) -> str:
    """What the next word of a move is, for people."""
    moves = listed_moves(s, seat)
    if words:
        texts = {code: move_text(s, seat, code).split() for code in moves}
        if s.reconnect and len(words) == 2:  # a page may ask for the target first, and for the group then
            choices = [code for code, text in texts.items() if len(text) == 3 and text[::2] == words]
            if choices:
                return _which_stays(f"Moving {words[0]} to {words[1]}", _tied_groups(s, words[0], words[1], choices))
        following = [code for code, text in texts.items() if len(text) > len(words) and text[: len(words)] == words]
        return _after_lift(s, words, following)
    if moves == [rules.PASS]:
        return "You can neither place nor move a tile: pass."
    if not names_of(s, s.occupied):
        return f"Line up {int(rules.line_length(s))} of your tiles to win. The first tile goes on the centre."
    if mask := int(rules.to_block(s, seat)):
        return _block(s, seat, mask, moves)
    if s.hand[seat] and s.early_relocation:
        return "Place a tile beside another, or lift one of yours."
    return "Place a tile beside another." if s.hand[seat] else "Your hand is empty: lift one of your tiles."


def _block(s: State, seat: int, mask: int, moves: list[int]) -> str:
    order = [(seat + k) % int(s.players) for k in range(1, int(s.players))]
    threats = [other for other in order if mask >> other & 1]
    could = f"{' and '.join(COLOURS[other] for other in threats)} could win next"
    blocked = [other for other in threats if not _threatens_after(s, seat, moves[0], other)]
    if not blocked:
        return f"{could.capitalize()}, and no move of yours stops {'it' if len(threats) == 1 else 'one of them'}."
    passed_over = threats[: threats.index(blocked[0])]
    but = f"; {' and '.join(COLOURS[other] for other in passed_over)} cannot be stopped" if passed_over else ""
    return f"{could.capitalize()}{but}: you must block {COLOURS[blocked[0]]} (X16)."


def _threatens_after(s: State, seat: int, move: int, other: int) -> bool:
    after = np.zeros(1, rules.STATE)
    after[0] = s
    rules.apply(after[0], seat, move)
    return bool(rules.threatens(after[0], other))


def _after_lift(s: State, words: list[str], moves: list[int]) -> str:
    """After the lifted tile, or after the group that stays."""
    lift = words[0]
    target = "Put it on an empty cell beside a tile that stays"
    if not moves:
        return ""
    if s.reconnect:
        return f"{target}; then only the largest group stays."
    tied = sorted({code >> 1 & 127 for code in moves if code & 1})
    groups = {bit_name(s, bit): group_cells(s, bit, without=lift) for bit in tied or {moves[0] >> 1 & 127} - {0}}
    if tied and len(words) == 1:
        return _which_stays(f"Lifting {lift}", groups)
    if not groups:
        return f"{target}."
    kept = next(iter(groups.values()))
    owners = {cell: seat for seat in range(int(s.players)) for cell in seat_cells(s, seat) if cell != lift}
    home = [cell for cell in names_of(s, s.occupied) if cell != lift and cell not in kept]
    sent = ", ".join(
        f"{_listed([cell for cell in home if owners[cell] == seat])} home to {COLOURS[seat]}"
        for seat in sorted({owners[cell] for cell in home})
    )
    return f"Lifting {lift} sends {sent}. {target}."


def _which_stays(doing: str, groups: dict[str, list[str]]) -> str:
    choice = " or ".join(f"{name} ({_listed(group)})" for name, group in groups.items())
    return f"{doing} leaves equal groups; which stays? {choice}."


def _tied_groups(s: State, lift: str, target: str, moves: list[int]) -> dict[str, list[str]]:
    """With X21, the groups of which one stays, by their first cells."""
    bits = sorted({code >> 1 & 127 for code in moves})
    return {bit_name(s, bit): group_cells(s, bit, without=lift, and_on=target) for bit in bits}


def _listed(names: list[str]) -> str:
    """Cells by name, or how many tiles that is when they are too many to read."""
    return " ".join(names) if len(names) <= 4 else f"{len(names)} tiles"


# -- why not -----------------------------------------------------------------------------------------------------------


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """Which rule a text breaks that is not legal here."""
    rule, sentence = _WhyNot(s, seat).reason(text)
    return IllegalMove(rule, sentence)


Reason = tuple[str, str]


class _WhyNot:
    """Goes through the rules in the order in which a person would meet them."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.hand = int(s.hand[seat])
        self.own = seat_cells(s, seat)
        self.occupied = names_of(s, s.occupied)
        out = np.empty(rules.MAX_MOVES, np.int64)
        self.before_blocks = out[: rules.list_moves(s, seat, out)]
        self.moves = listed_moves(s, seat)

    def reason(self, text: str) -> Reason:
        words = text.split(" ")
        if rules.PASS in self.before_blocks:
            return "X14", "you can neither place nor move a tile: write pass"
        if text == "pass":
            return "X14", "you may pass only when no other move is legal; now there are others"
        if not 1 <= len(words) <= 3 or not all(re.fullmatch("[a-z][0-9]+", word) for word in words):
            return (
                "notation",
                "write a cell to place a tile (f6) or two to move one (c4 e5), small letters, single spaces",
            )
        for word in words:
            if parse_hex(word, int(self.s.radius)) is None:
                return "X2", f"there is no cell {word} on this board; {self._column(word[0])}"
        if parse_move(self.s, self.seat, text, self.before_blocks) is not None:
            return self._not_a_block()
        return self._placement(words[0]) if len(words) == 1 else self._relocation(words)

    def _column(self, letter: str) -> str:
        """Which cells there are near a wrong name."""
        radius = int(self.s.radius)
        names = [hex_name(cell, radius) for cell in hex_cells(radius)]
        column = [name for name in names if name[0] == letter]
        if not column:
            return f"columns go from {names[0][0]} to {names[-1][0]}"
        return f"column {letter} goes from {column[0]} to {column[-1]}"

    def _not_a_block(self) -> Reason:
        mask = int(rules.to_block(self.s, self.seat))
        sentence = _block(self.s, self.seat, mask, self.moves).removesuffix(" (X16).")
        return "X16", f"{sentence[0].lower()}{sentence[1:]}, for example with {self._example()}"

    def _placement(self, target: str) -> Reason:
        if self.hand == 0:
            return (
                "X11",
                "you have no tile in hand: lift one of yours and put it elsewhere, for example " + self._example(),
            )
        if not self.occupied:
            return "X8", f"the first tile goes on the centre, {self._example()}"
        if target in self.occupied:
            return "X9", f"there is a tile on {target}: choose an empty cell that touches a tile"
        return "X9", f"{target} touches no tile: choose an empty cell that does, for example {self._example()}"

    def _relocation(self, words: list[str]) -> Reason:
        lift, target = words[0], words[-1]
        moving = "X19" if self.hand else "X11"
        if self.hand and not self.s.early_relocation:
            return "X10", f"you have {self.hand} in hand: place one, for example {self._example()}"
        if not self.own:
            return moving, f"you have no tile on the board to lift: place one, for example {self._example()}"
        if lift not in self.own:
            return moving, f"there is no tile of yours on {lift}; yours are on {', '.join(self.own)}"
        if target == lift:
            return "X11", f"a lifted tile may not go back to {lift}: choose another cell"
        if target in self.occupied:
            return "X11", f"there is a tile on {target}: choose an empty cell that touches a remaining tile"
        named = [cell for cell in (parse_hex(word, int(self.s.radius)) for word in words) if cell is not None]
        if not self._touches_others(named[-1], named[0]):
            return "X11", f"{target} touches no tile that stays when {lift} is lifted"
        return self._groups(words, [bitboard.cell_bit(*cell) for cell in named])

    def _touches_others(self, target: Cell, lift: Cell) -> bool:
        ring = bitboard.around(*words_of([target]))
        rest = [int(self.s.occupied[k]) & ~int(word) for k, word in enumerate(words_of([lift]))]
        return any(int(ring[k]) & rest[k] for k in (0, 1))

    def _groups(self, words: list[str], bits: list[int]) -> Reason:
        """What is left are mistakes about groups (X12, or X21 with `reconnect`)."""
        lift, target = words[0], words[-1]
        lifts = [int(code) for code in self.before_blocks if code >> 15 == bits[0]]
        if self.s.reconnect:
            rule, choices = "X21", [code for code in lifts if code >> 8 & 127 == bits[-1]]
        else:
            rule, choices = "X12", lifts
        tied = sorted({code >> 1 & 127 for code in choices if code & 1})
        firsts = [bit_name(self.s, bit) for bit in tied]
        touched = sorted({code >> 1 & 127 for code in choices if code & 1 and code >> 8 & 127 == bits[-1]})
        if tied and len(words) == 2 and touched:
            firsts = [bit_name(self.s, bit) for bit in touched]
            say = " or ".join(f"'{lift} {first} {target}'" for first in firsts)
            return rule, f"groups tie for largest: name the first cell of the one that stays, {say}"
        if tied and len(words) == 2:
            return rule, f"{target} touches none of the groups that tie for largest when {lift} is lifted"
        if tied and words[1] not in firsts:
            return (
                rule,
                f"no group that ties for largest has {words[1]} as its first cell; they have {', '.join(firsts)}",
            )
        if not tied and len(words) == 3:
            return rule, f"no groups tie for largest here, so none is named: write '{lift} {target}'"
        return rule, f"{target} does not touch the group that stays when {lift} is lifted"

    def _example(self) -> str:
        return move_text(self.s, self.seat, self.moves[0])
