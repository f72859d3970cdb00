"""What to choose next in a move of Exago, step by step."""

from __future__ import annotations

import msgspec
import numpy as np

from parlour.game import Codes, State
from parlour.games.exago import rules
from parlour.games.exago.notation import (
    COLOURS,
    bit_name,
    group_cells,
    move_text,
    names_of,
    seat_cells,
)
from parlour.games.exago.view import Group
from parlour.message import Message, message

FEW = 4  # the most cells that a sentence names; beyond, it gives their number


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
        return block_step(s, seat, mask, codes)
    return PlaceStep(bool(s.early_relocation)) if s.hand[seat] else LiftStep()


def block_step(s: State, seat: int, mask: int, moves: list[int]) -> BlockStep:
    """Return whom this seat must block (X16)."""
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
        return message("Lifting {lift} leaves equal groups; which stays? {groups:, or}.", lift=step.lift, groups=groups)
    return message(
        "Moving {lift} to {target} leaves equal groups; which stays? {groups:, or}.",
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
