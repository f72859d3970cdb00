"""Why a move of Exago was a mistake: a fact about the board that a better one would have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.game import State
from parlour.games.exago import bitboard, rules
from parlour.games.exago.explain.force import THREATS, has_won_by_force, wins_by_force
from parlour.games.exago.notation import COLOURS, bit_name, listed_moves, move_text, names_of, parse_move
from parlour.grid import HEX_STEPS, hex_cells
from parlour.message import Message, message
from parlour.numbers import in_words

MISSING = 2  # a line that lacks more tiles is not worth a sentence
FEWER_LINES = 3  # the smallest difference in open lines worth a sentence
FEW_TILES = 2  # lines with fewer tiles are not counted


class Reply(NamedTuple):
    """A move, and the position after it."""

    text: str
    after: State


class Choice:
    """A position, and the positions after the move played and after a better one."""

    def __init__(self, s: State, seat: int, played: int, best: int, line: Sequence[str]) -> None:
        self.before, self.seat, self.line = s, seat, line
        self.played, self.best = played, best
        self.after, self.better = _after(s, seat, played), _after(s, seat, best)
        self.best_text = move_text(s, seat, best)
        self.length = int(rules.line_length(s))
        self.others = [(seat + k) % int(s.players) for k in range(1, int(s.players))]

    @property
    def is_race(self) -> bool:
        """Whether wins by force can be searched: two seats, who place tiles (X10) until such a search ends."""
        s = self.before
        return int(s.players) == 2 and not s.early_relocation and min(int(many) for many in s.hand[:2]) > THREATS + 2

    def moves_again(self, other: int) -> bool:
        """Whether the turn limit lets another seat move once more (X18)."""
        turns = (other - self.seat) % int(self.before.players)
        return bool(rules.waiting(self.after)) and self.after.turn + turns <= self.after.turn_limit * self.after.players


def explain_mistake(s: State, seat: int, played: str, best: str, line: Sequence[str]) -> Message | None:
    """Return the most telling fact that sets a move apart from a better one; None if there is none.

    `line` is the move and what is likely to follow. Where several replies show the fact, the one in the line is named.
    """
    codes = np.array(listed_moves(s, seat), np.int64)
    one, other = (parse_move(s, seat, text, codes) for text in (played, best))
    if one is None or other is None or one == other or rules.PASS in (one, other):
        return None
    choice = Choice(s, seat, one, other, line)
    return next((told for fact in FACTS if (told := fact(choice)) is not None), None)


# -- facts, most telling first -----------------------------------------------------------------------------------------


def missed_win(choice: Choice) -> Message | None:
    """The better move wins at once (X17), the move played does not."""
    if choice.better.winner != choice.seat or choice.after.winner == choice.seat:
        return None
    return message("{better} would have won at once.", better=choice.best_text)


def let_win(choice: Choice) -> Message | None:
    """After the move an opponent threatens to win (X15), after the better move it does not."""
    for other in choice.others:
        if not rules.threatens(choice.after, other) or rules.threatens(choice.better, other):
            continue
        if not choice.moves_again(other):
            continue
        colour = _name(other)
        if rules.threatens(choice.before, other):
            return message(
                "{colour} threatened to win; {better} would have stopped it.", colour=colour, better=choice.best_text
            )
        if other != choice.others[0]:
            return message("This let {colour} threaten to win.", colour=colour)
        winning = [reply.text for reply in _replies(choice.after, other) if reply.after.winner == other]
        return message("This let {colour} win at once with {reply}.", colour=colour, reply=_likely(choice, winning))
    return None


def left_threats(choice: Choice) -> Message | None:
    """An opponent threatened to win on several cells (X15); the better move meets one of the threats."""
    for other in choice.others:
        cells = _winning_cells(choice.before, other)
        if len(cells) < 2 or not choice.moves_again(other):
            continue
        left = _winning_cells(choice.better, other)
        if len(left) < len(_winning_cells(choice.after, other)) and set(left) < set(cells):
            return message(
                "{colour} threatened to win on {cells:, and}; {better} would have met one of these threats.",
                colour=_name(other),
                cells=cells,
                better=choice.best_text,
            )
    return None


def let_double(choice: Choice) -> Message | None:
    """The next opponent has a reply after which it could win on two cells; after the better move it has none."""
    other = choice.others[0]
    if rules.threatens(choice.after, choice.seat) or rules.threatens(choice.after, other):
        return None
    doubling = _doubling(choice.after, other)
    if not doubling or _doubling(choice.better, other):
        return None
    reply = _likely(choice, doubling)
    return message("This let {colour} make two threats at once with {reply}.", colour=_name(other), reply=reply)


def missed_double(choice: Choice) -> Message | None:
    """After the better move the seat could win on two cells or more, and the next opponent could not win before."""
    cells = _winning_cells(choice.better, choice.seat)
    if len(cells) < 2 or len(_winning_cells(choice.after, choice.seat)) > 1:
        return None
    if rules.threatens(choice.better, choice.others[0]):
        return None
    if len(cells) > 2:
        return message(
            "{better} would have made {many} threats at once.", better=choice.best_text, many=in_words(len(cells))
        )
    return message("{better} would have threatened to win on both {cells:and}.", better=choice.best_text, cells=cells)


def let_force(choice: Choice) -> Message | None:
    """With two seats: the opponent now wins by force, and not with the same move after the better one."""
    other = choice.others[0]
    if not choice.is_race or any(rules.threatens(choice.after, seat) for seat in (choice.seat, other)):
        return None
    replies = {reply.text: reply.after for reply in _replies(choice.after, other)}
    again = {reply.text: reply.after for reply in _replies(choice.better, other)}
    for text in dict.fromkeys([*choice.line[1:2], choice.best_text]):
        if text not in replies or not has_won_by_force(replies[text], other):
            continue
        if text not in again or not has_won_by_force(again[text], other):
            return message("This let {colour} win by force with {reply}.", colour=_name(other), reply=text)
    if wins_by_force(choice.after, other) and not wins_by_force(choice.better, other):
        return message("This let {colour} win by force, with threat after threat.", colour=_name(other))
    return None


def missed_force(choice: Choice) -> Message | None:
    """With two seats: after the better move the seat wins by force, after the move played it does not."""
    if not choice.is_race or not has_won_by_force(choice.better, choice.seat):
        return None
    if has_won_by_force(choice.after, choice.seat):
        return None
    return message("{better} would have won by force.", better=choice.best_text)


def sent_own_home(choice: Choice) -> Message | None:
    """The move cuts off more of the seat's own tiles than the better move does (X12)."""
    many = _sent_home(choice, choice.after, choice.played, choice.seat)
    if many <= _sent_home(choice, choice.better, choice.best, choice.seat):
        return None
    if many == 1:
        return message("This sent one of your own tiles back to your hand.")
    return message("This sent {many} of your own tiles back to your hand.", many=in_words(many))


def let_threaten(choice: Choice) -> Message | None:
    """The next opponent has a reply that threatens to win; it has none after the better move."""
    other = choice.others[0]
    if rules.threatens(choice.after, choice.seat) or rules.threatens(choice.after, other):
        return None
    threats = _threatening(choice.after, other)
    if not threats or _threatening(choice.better, other):
        return None
    reply = _likely(choice, [reply.text for reply in threats])
    return message("This let {colour} make a threat with {reply}.", colour=_name(other), reply=reply)


def missed_threat(choice: Choice) -> Message | None:
    """After the better move the seat could win on its next turn, if nobody stopped it; after the move played, not."""
    cells = _winning_cells(choice.better, choice.seat)
    if not cells or rules.threatens(choice.after, choice.seat):
        return None
    return message("{better} would have threatened to win on {cell}.", better=choice.best_text, cell=cells[0])


def left_line(choice: Choice) -> Message | None:
    """An opponent keeps more tiles on an open line than the better move would have left it."""
    for other in choice.others:
        most, less = (_most_in_line(s, other, choice.length) for s in (choice.after, choice.better))
        if most >= choice.length - MISSING and most > less:
            return message(
                "{better} would have left {colour} no open line of {length} with {many} tiles.",
                better=choice.best_text,
                colour=_name(other),
                length=in_words(choice.length),
                many=in_words(most),
            )
    return None


def broke_line(choice: Choice) -> Message | None:
    """The move takes a tile from an open line of the seat's that the better move leaves whole."""
    before, after, better = (
        _most_in_line(s, choice.seat, choice.length) for s in (choice.before, choice.after, choice.better)
    )
    if before < choice.length - MISSING or after >= before or better < before:
        return None
    return message("This broke up your {many} tiles on an open line.", many=in_words(before))


def missed_line(choice: Choice) -> Message | None:
    """The better move puts more of the seat's tiles on an open line: as long as a winning one, and without others."""
    most, less = (_most_in_line(s, choice.seat, choice.length) for s in (choice.better, choice.after))
    if most < choice.length - MISSING or most <= less:
        return None
    return message(
        "{better} would have given you {many} tiles on an open line of {length}.",
        better=choice.best_text,
        many=in_words(most),
        length=in_words(choice.length),
    )


def missed_cut(choice: Choice) -> Message | None:
    """The better move cuts off more of an opponent's tiles (X12)."""
    for other in choice.others:
        many = _sent_home(choice, choice.better, choice.best, other)
        if many <= _sent_home(choice, choice.after, choice.played, other):
            continue
        better, colour = choice.best_text, _name(other)
        if many == 1:
            return message("{better} would have sent one of {colour}'s tiles home.", better=better, colour=colour)
        number = in_words(many)
        return message(
            "{better} would have sent {many} of {colour}'s tiles home.", better=better, many=number, colour=colour
        )
    return None


def lines_left(choice: Choice) -> Message | None:
    """An opponent keeps more open lines with some of its tiles than the better move would have left it."""
    for many in (choice.length - MISSING, FEW_TILES):
        for other in choice.others:
            more, fewer = (_lines_with(s, other, choice.length, many) for s in (choice.after, choice.better))
            if more > max(fewer, 1):
                return message(
                    "This left {colour} {more} open lines with {many} tiles or more; {better} would have left {fewer}.",
                    colour=_name(other),
                    more=in_words(more),
                    many=in_words(many),
                    better=choice.best_text,
                    fewer=in_words(fewer),
                )
    return None


def lines_gained(choice: Choice) -> Message | None:
    """The better move gives the seat more open lines with some of its tiles."""
    for many in (choice.length - MISSING, FEW_TILES):
        more, fewer = (_lines_with(s, choice.seat, choice.length, many) for s in (choice.better, choice.after))
        if more > max(fewer, 1):
            return message(
                "{better} would have given you {more} open lines with {many} tiles or more, this move {fewer}.",
                better=choice.best_text,
                more=in_words(more),
                many=in_words(many),
                fewer=in_words(fewer),
            )
    return None


def left_cell(choice: Choice) -> Message | None:
    """The opponent's likely reply is on the cell of the better move."""
    if len(choice.line) < 2 or choice.line[1].split()[-1] != choice.best_text.split()[-1]:
        return None
    cell = choice.line[1].split()[-1]
    return message("This left {cell} to {colour}, who is likely to play there.", cell=cell, colour=_next(choice))


def likely_reply(choice: Choice) -> Message | None:
    """What the opponent is likely to reply, where nothing more telling is known."""
    if len(choice.line) < 2:
        return None
    return message("{colour}'s likely reply is {reply}.", colour=_next(choice), reply=choice.line[1])


def fewer_lines(choice: Choice) -> Message | None:
    """The better move puts its tile on more open lines."""
    more, fewer = (
        _lines_through(s, choice.seat, move >> 8 & 127, choice.length)
        for s, move in ((choice.better, choice.best), (choice.after, choice.played))
    )
    if more - fewer < FEWER_LINES:
        return None
    return message(
        "{better} would have been on {more} open lines of {length}; this tile is on {fewer}.",
        better=choice.best_text,
        more=in_words(more),
        length=in_words(choice.length),
        fewer=in_words(fewer),
    )


FACTS: tuple[Callable[[Choice], Message | None], ...] = (
    missed_win,
    let_win,
    left_threats,
    let_double,
    missed_double,
    missed_force,
    let_force,
    sent_own_home,
    let_threaten,
    missed_threat,
    left_line,
    broke_line,
    missed_line,
    missed_cut,
    left_cell,
    lines_left,
    lines_gained,
    fewer_lines,
    likely_reply,
)


# -- what they are made of ---------------------------------------------------------------------------------------------


def _after(s: State, seat: int, move: int) -> State:
    after = np.zeros(1, rules.STATE)
    after[0] = s
    rules.apply(after[0], seat, move)
    return after[0]


def _replies(s: State, other: int) -> Iterator[Reply]:
    """The legal moves of the seat to act, with the positions after them."""
    if rules.waiting(s) == 1 << other:
        for code in listed_moves(s, other):
            yield Reply(move_text(s, other, code), _after(s, other, code))


def _threatening(s: State, other: int) -> list[Reply]:
    return [reply for reply in _replies(s, other) if rules.threatens(reply.after, other)]


def _doubling(s: State, other: int) -> list[str]:
    return [reply.text for reply in _threatening(s, other) if len(_winning_cells(reply.after, other)) > 1]


def _winning_cells(s: State, seat: int) -> list[str]:
    """The cells on which this seat would complete a line, if it were its turn."""
    if not rules.threatens(s, seat):
        return []
    out = np.empty(rules.MAX_MOVES, np.int64)
    codes = out[: rules.list_moves(s, seat, out)].tolist()
    targets = {code >> 8 & 127 for code in codes if code != rules.PASS and _after(s, seat, code).winner == seat}
    return [bit_name(s, bit) for bit in sorted(targets)]


def _likely(choice: Choice, replies: Sequence[str]) -> str:
    """The reply in the likely line, if it is one of these, else the first."""
    return choice.line[1] if len(choice.line) > 1 and choice.line[1] in replies else replies[0]


def _sent_home(choice: Choice, s: State, move: int, seat: int) -> int:
    """How many tiles of a seat a move of the choice sends home."""
    placed = int(seat == choice.seat and move >> 15 == 0)
    return int(s.hand[seat]) - int(choice.before.hand[seat]) + placed


def _bits(words: Iterable[Any]) -> int:
    low, high = words
    return int(low) | int(high) << 64


@cache
def _lines(radius: int, length: int) -> tuple[int, ...]:
    """Every straight line of this length on the board, as bits."""
    cells = set(hex_cells(radius))
    rows = [[(q + k * dq, r + k * dr) for k in range(length)] for q, r in cells for dq, dr in HEX_STEPS[:3]]
    return tuple(sum(1 << bitboard.cell_bit(*cell) for cell in row) for row in rows if cells.issuperset(row))


def _open_lines(s: State, seat: int, length: int) -> list[int]:
    """The lines without tiles of other colours."""
    others = _bits(s.occupied) & ~_bits(s.tiles[2 * seat : 2 * seat + 2])
    return [line for line in _lines(int(s.radius), length) if not line & others]


def _most_in_line(s: State, seat: int, length: int) -> int:
    """The most tiles of a seat on one open line."""
    own = _bits(s.tiles[2 * seat : 2 * seat + 2])
    return max(((line & own).bit_count() for line in _open_lines(s, seat, length)), default=0)


def _lines_with(s: State, seat: int, length: int, many: int) -> int:
    """How many open lines have at least so many tiles of a seat."""
    own = _bits(s.tiles[2 * seat : 2 * seat + 2])
    return sum((line & own).bit_count() >= many for line in _open_lines(s, seat, length))


def _lines_through(s: State, seat: int, cell: int, length: int) -> int:
    """How many open lines run through a cell."""
    return sum(line >> cell & 1 for line in _open_lines(s, seat, length))


def _next(choice: Choice) -> str:
    return _name(choice.others[0])


def _name(seat: int) -> str:
    return COLOURS[seat].capitalize()


# -- where to look -----------------------------------------------------------------------------------------------------


def hint_cells(s: State, seat: int, text: str) -> list[str]:
    """Return where to look for a move: the tile to lift, or the tiles beside the cell on which one is placed."""
    move = parse_move(s, seat, text, np.array(listed_moves(s, seat), np.int64))
    if move is None or move == rules.PASS:
        return []
    if move >> 15:
        return [bit_name(s, move >> 15)]
    ring = [int(word) & int(s.occupied[k]) for k, word in enumerate(bitboard.RINGS[move >> 8 & 127])]
    return names_of(s, ring) or [bit_name(s, move >> 8 & 127)]
