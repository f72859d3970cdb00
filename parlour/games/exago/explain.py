"""Exago for people: what to choose next, step by step, and which rule an illegal text breaks."""

from __future__ import annotations

import re

import msgspec
import numpy as np

from parlour.errors import IllegalMove
from parlour.game import Codes, State
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
from parlour.games.exago.view import Group
from parlour.grid import Cell, hex_cells, hex_name, parse_hex
from parlour.message import Message, message

FEW = 4  # the most cells that a sentence names; beyond, it gives their number

# -- what to choose next -----------------------------------------------------------------------------------------------


class PassStep(msgspec.Struct, tag_field="kind", tag="pass", frozen=True):
    """No other move is legal."""


class PlaceFirstStep(msgspec.Struct, tag_field="kind", tag="place-first", frozen=True):
    """The board is empty: the first tile goes on the centre."""

    line: int  # how many tiles in a row win


class PlaceStep(msgspec.Struct, tag_field="kind", tag="place", frozen=True):
    """Place a tile."""

    can_lift: bool  # or lift one (X19)


class LiftStep(msgspec.Struct, tag_field="kind", tag="lift", frozen=True):
    """The hand is empty: lift a tile."""


class BlockStep(msgspec.Struct, tag_field="kind", tag="block", frozen=True):
    """Others could win next (X16). All are named by their colours."""

    threats: list[str]
    unstoppable: list[str]  # those before the first one that can be blocked
    block: str | None  # the colour to block; None: nobody can be blocked


class ChooseGroupStep(msgspec.Struct, tag_field="kind", tag="choose-group", frozen=True):
    """Groups tie for largest: which stays (X12, X21)."""

    lift: str
    target: str | None  # None: chosen later
    groups: list[Group]


class Home(msgspec.Struct, frozen=True):
    """Tiles that go back to the hand of their colour."""

    colour: str
    cells: list[str]


class PutStep(msgspec.Struct, tag_field="kind", tag="put", frozen=True):
    """Put the lifted tile on an empty cell."""

    lift: str
    home: list[Home]
    regroups: bool  # the target decides which group is the largest and stays (X21)


Step = PassStep | PlaceFirstStep | PlaceStep | LiftStep | BlockStep | ChooseGroupStep | PutStep


def step(s: State, seat: int, words: list[str], moves: Codes) -> Step | None:
    """Return what the next word of a move must be."""
    codes: list[int] = moves.tolist()
    if words:
        return _later_step(s, seat, words, codes)
    if codes == [rules.PASS]:
        return PassStep()
    if not names_of(s, s.occupied):
        return PlaceFirstStep(int(rules.line_length(s)))
    if mask := int(rules.to_block(s, seat)):
        return _block(s, seat, mask, codes)
    return PlaceStep(bool(s.early_relocation)) if s.hand[seat] else LiftStep()


def _block(s: State, seat: int, mask: int, moves: list[int]) -> BlockStep:
    order = [(seat + k) % int(s.players) for k in range(1, int(s.players))]
    threats = [other for other in order if mask >> other & 1]
    blocked = next((other for other in threats if not _threatens_after(s, seat, moves[0], other)), None)
    before = [] if blocked is None else threats[: threats.index(blocked)]
    return BlockStep(
        threats=[COLOURS[other] for other in threats],
        unstoppable=[COLOURS[other] for other in before],
        block=None if blocked is None else COLOURS[blocked],
    )


def _threatens_after(s: State, seat: int, move: int, other: int) -> bool:
    after = np.zeros(1, rules.STATE)
    after[0] = s
    rules.apply(after[0], seat, move)
    return bool(rules.threatens(after[0], other))


def _later_step(s: State, seat: int, words: list[str], moves: list[int]) -> Step | None:
    """Return the step after the lifted tile, or after the group that stays."""
    texts = {code: move_text(s, seat, code).split() for code in moves}
    if s.reconnect and len(words) == 2:  # a page may ask for the target first, then for the group
        choices = [code for code, text in texts.items() if len(text) == 3 and text[::2] == words]
        if choices:
            return ChooseGroupStep(words[0], words[1], _tied_groups(s, words[0], words[1], choices))
    following = [code for code, text in texts.items() if len(text) > len(words) and text[: len(words)] == words]
    if not following:
        return None
    if s.reconnect:
        return PutStep(words[0], [], regroups=True)
    return _after_lift(s, words, following)


def _after_lift(s: State, words: list[str], moves: list[int]) -> Step:
    lift = words[0]
    tied = sorted({code >> 1 & 127 for code in moves if code & 1})
    bits = tied or sorted({moves[0] >> 1 & 127} - {0})
    groups = [Group(bit_name(s, bit), group_cells(s, bit, without=lift)) for bit in bits]
    if tied and len(words) == 1:
        return ChooseGroupStep(lift, None, groups)
    return PutStep(lift, _going_home(s, lift, groups[0].cells) if groups else [], regroups=False)


def _going_home(s: State, lift: str, kept: list[str]) -> list[Home]:
    found = [
        Home(COLOURS[seat], [cell for cell in seat_cells(s, seat) if cell != lift and cell not in kept])
        for seat in range(int(s.players))
    ]
    return [home for home in found if home.cells]


def _tied_groups(s: State, lift: str, target: str, moves: list[int]) -> list[Group]:
    """Return the groups of which one stays, with X21."""
    bits = sorted({code >> 1 & 127 for code in moves})
    return [Group(bit_name(s, bit), group_cells(s, bit, without=lift, and_on=target)) for bit in bits]


def step_message(step: Step) -> Message:
    """Return the step as a prompt for people who type."""
    match step:
        case PassStep():
            return message("You can neither place nor move a tile: pass.")
        case PlaceFirstStep():
            return message("Line up {line} of your tiles to win. The first tile goes on the centre.", line=step.line)
        case PlaceStep(can_lift=True):
            return message("Place a tile beside another, or lift one of yours.")
        case PlaceStep():
            return message("Place a tile beside another.")
        case LiftStep():
            return message("Your hand is empty: lift one of your tiles.")
        case BlockStep():
            return _block_message(step)
        case ChooseGroupStep():
            return _group_message(step)
        case PutStep():
            return _put_message(step)


def _block_message(step: BlockStep) -> Message:
    first, *others = step.threats
    threats = [first.capitalize(), *others]
    if step.block is None and not others:
        return message("{threats:and} could win next, and no move of yours stops it.", threats=threats)
    if step.block is None:
        return message("{threats:and} could win next, and no move of yours stops one of them.", threats=threats)
    if not step.unstoppable:
        return message("{threats:and} could win next: you must block {block} (X16).", threats=threats, block=step.block)
    return message(
        "{threats:and} could win next; {unstoppable:and} cannot be stopped: you must block {block} (X16).",
        threats=threats,
        unstoppable=step.unstoppable,
        block=step.block,
    )


def _group_message(step: ChooseGroupStep) -> Message:
    groups = [message("{cell} ({cells})", cell=group.word, cells=_named(group.cells)) for group in step.groups]
    if step.target is None:
        return message("Lifting {lift} leaves equal groups; which stays? {groups:or}.", lift=step.lift, groups=groups)
    return message(
        "Moving {lift} to {target} leaves equal groups; which stays? {groups:or}.",
        lift=step.lift,
        target=step.target,
        groups=groups,
    )


def _put_message(step: PutStep) -> Message:
    if step.regroups:
        return message("Put it on an empty cell beside a tile that stays; then only the largest group stays.")
    if not step.home:
        return message("Put it on an empty cell beside a tile that stays.")
    return message(
        "Lifting {lift} sends {home:,}. Put it on an empty cell beside a tile that stays.",
        lift=step.lift,
        home=[message("{cells} home to {colour}", cells=_named(part.cells), colour=part.colour) for part in step.home],
    )


def _named(cells: list[str]) -> list[str] | Message:
    """Return the names of cells, or their number if there are too many to read."""
    return cells if len(cells) <= FEW else message("{many} tiles", many=len(cells))


# -- why not -----------------------------------------------------------------------------------------------------------


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
        step = _block(self.s, self.seat, int(rules.to_block(self.s, self.seat)), self.moves)
        assert step.block is not None  # where nobody can be blocked, every move is legal
        if not step.unstoppable:
            return IllegalMove(
                "X16",
                "{threats:and} could win next: you must block {block}, for example with {example}",
                threats=step.threats,
                block=step.block,
                example=self._example(),
            )
        return IllegalMove(
            "X16",
            "{threats:and} could win next; {unstoppable:and} cannot be stopped: you must block {block}, "
            "for example with {example}",
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
                example=example,
            )
        if not self.occupied:
            return IllegalMove("X8", "the first tile goes on the centre, {cell}", cell=example)
        if target in self.occupied:
            return IllegalMove("X9", "there is a tile on {cell}: choose an empty cell that touches a tile", cell=target)
        return IllegalMove(
            "X9",
            "{cell} touches no tile: choose an empty cell that does, for example {example}",
            cell=target,
            example=example,
        )

    def _relocation(self, words: list[str]) -> IllegalMove:
        lift, target = words[0], words[-1]
        if wrong := self._lift(lift):
            return wrong
        if target == lift:
            return IllegalMove("X11", "a lifted tile may not go back to {cell}: choose another cell", cell=lift)
        if target in self.occupied:
            return IllegalMove(
                "X11", "there is a tile on {cell}: choose an empty cell that touches a remaining tile", cell=target
            )
        named = [cell for cell in (parse_hex(word, int(self.s.radius)) for word in words) if cell is not None]
        if not self._touches_others(named[-1], named[0]):
            return IllegalMove(
                "X11", "{target} touches no tile that stays when {lift} is lifted", target=target, lift=lift
            )
        return self._groups(words, [bitboard.cell_bit(*cell) for cell in named])

    def _lift(self, lift: str) -> IllegalMove | None:
        """Explain what is wrong with lifting this tile, or any tile."""
        moving = "X19" if self.hand else "X11"
        if self.hand and not self.s.early_relocation:
            return IllegalMove(
                "X10",
                "you have {many} in hand: place one, for example {example}",
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
                moving, "there is no tile of yours on {cell}; yours are on {own:,}", cell=lift, own=self.own
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
        if tied and len(words) == 2 and touched:
            moves = [f"'{lift} {bit_name(self.s, bit)} {target}'" for bit in touched]
            return IllegalMove(
                rule,
                "groups tie for largest: name the first cell of the one that stays, {moves:or}",
                moves=moves,
            )
        if tied and len(words) == 2:
            return IllegalMove(
                rule,
                "{target} touches none of the groups that tie for largest when {lift} is lifted",
                target=target,
                lift=lift,
            )
        if tied and words[1] not in firsts:
            return IllegalMove(
                rule,
                "no group that ties for largest has {cell} as its first cell; they have {firsts:,}",
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
            target=target,
            lift=lift,
        )

    def _example(self) -> str:
        return move_text(self.s, self.seat, self.moves[0])
