"""Why a move of Tracktic was a mistake: a fact about the grid that a better one would have changed.

Nothing is said about cards: those to come are hidden (K8). A piece that is turned to white still counts for paths (K16,
K19), so what a move takes from opponents is room, and hardly ever length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from parlour.game import Codes, State
from parlour.games.tracktic import rules
from parlour.games.tracktic.board.bitboard import CELLS, NEXT
from parlour.games.tracktic.board.pieces import SHAPES
from parlour.games.tracktic.notation import laid_cells, move_text, parse_move, parse_words
from parlour.games.tracktic.notation.names import (
    CELL_INDEX,
    CELL_NAMES,
    COLOURS,
    WHITE,
    grid_cells,
    owners,
    touched_cells,
)
from parlour.games.tracktic.paths import longest_path
from parlour.message import Message, message
from parlour.numbers import in_words

LESS_ROOM = 2  # a difference in room that is more telling than those that follow it
LESS_TERRITORY = 2  # the smallest difference in empty cells worth a sentence
SHAPE_NAMES = (  # in the order of a rack (K2)
    message("without tabs"),
    message("with one tab"),
    message("with two adjacent tabs"),
    message("with two opposite tabs"),
    message("with three tabs"),
    message("with four tabs"),
)


class Grid:
    """A position, as a seat sees it."""

    def __init__(self, s: State, seat: int, move: int | None) -> None:
        """Make a move, if there is one."""
        after = np.zeros(1, rules.STATE)
        after[0] = s
        if move is not None:
            rules.apply(after[0], seat, move)
        self.state, self.seat = after[0], seat

    @cached_property
    def paths(self) -> list[int]:
        """The length of each seat's longest path (K19)."""
        table = np.zeros((int(self.state.players), 1), np.int64)
        rules.scores(self.state, table)
        return [length for (length,) in table.tolist()]

    @cached_property
    def pieces(self) -> Counter[int]:
        """How many pieces of each colour lie on the grid."""
        return Counter(owners(self.state).values())

    def room(self, seat: int) -> list[int]:
        """The empty cells beside what a seat can build from where one more piece makes no T (K11, K14)."""
        lying = owners(self.state)
        own = {cell for cell, owner in lying.items() if owner == seat}

        def beside(cell: int) -> list[int]:
            return [int(there) for there in NEXT[cell] if there != CELLS and int(there) in own]

        return [
            cell
            for cell in sorted(touched_cells(self.state, seat).intersection(grid_cells(self.state)))
            if cell not in lying and len(beside(cell)) < 3 and all(len(beside(there)) < 2 for there in beside(cell))
        ]

    def growth(self, seat: int) -> list[int]:
        """How long a seat's longest path would be with one more piece, for each cell that has room for it."""
        lying = owners(self.state)
        own, white = ([CELL_NAMES[cell] for cell, owner in lying.items() if owner == whose] for whose in (seat, WHITE))
        return [len(longest_path([*own, CELL_NAMES[cell]], white)) for cell in self.room(seat)]

    def growing(self, seat: int) -> int:
        """On how many cells one more piece makes a seat's longest path longer."""
        return sum(length > self.paths[seat] for length in self.growth(seat))

    @cached_property
    def territory(self) -> Counter[int]:
        """How many empty cells each colour gets to in fewer steps than any other, over empty cells from its pieces."""
        lying, nearest = owners(self.state), dict[int, set[int]]()
        edge = {cell: {owner} for cell, owner in lying.items() if owner != WHITE}
        empty = set(grid_cells(self.state)).difference(lying)
        while edge:
            reached: dict[int, set[int]] = {}
            for cell, colours in edge.items():
                for there in NEXT[cell]:
                    if int(there) in empty and int(there) not in nearest:
                        reached.setdefault(int(there), set()).update(colours)
            nearest |= reached
            edge = reached
        return Counter(min(colours) for colours in nearest.values() if len(colours) == 1)

    @property
    def rack(self) -> list[int]:
        """How many pieces of each shape the seat has left."""
        return [int(left) for left in self.state.rack[SHAPES * self.seat : SHAPES * (self.seat + 1)]]


class Choice:
    """A position, and the positions after the move played and after a better one."""

    def __init__(self, s: State, seat: int, played: int, best: int) -> None:
        self.before, self.after, self.better = (Grid(s, seat, move) for move in (None, played, best))
        self.seat = seat
        self.played, self.best = played, best
        self.best_text = move_text(s, seat, best)
        self.others = [(seat + k) % int(s.players) for k in range(1, int(s.players))]


def explain_mistake(s: State, seat: int, played: str, best: str, line: Sequence[str]) -> Message | None:
    """Return the most telling fact that sets a move apart from a better one; None if there is none."""
    codes = _listed(s, seat)
    one, other = (parse_move(s, seat, text, codes) for text in (played, best))
    if one is None or other is None or one == other or other == rules.SKIP:
        return None
    choice = Choice(s, seat, one, other)
    return next((told for fact in FACTS if (told := fact(choice)) is not None), None)


# -- facts, most telling first -----------------------------------------------------------------------------------------


def skipped(choice: Choice) -> Message | None:
    """The move skips the rest of the game (K20), and the better move lays pieces."""
    if choice.played != rules.SKIP:
        return None
    return message("This skipped the rest of the game, but {better} was possible.", better=choice.best_text)


def shorter_path(choice: Choice) -> Message | None:
    """The better move makes the seat's own longest path longer (K19)."""
    short, long = (grid.paths[choice.seat] for grid in (choice.after, choice.better))
    if long <= short:
        return None
    return message(
        "{better} would have made your longest path {long} pieces long, not {short}.",
        better=choice.best_text,
        long=long,
        short=short,
    )


def helped(choice: Choice) -> Message | None:
    """The move makes an opponent's longest path longer, by turning pieces to white; the better move does not."""
    for other in choice.others:
        before, after, better = (grid.paths[other] for grid in (choice.before, choice.after, choice.better))
        if after > before >= better:
            return message(
                "This made {colour}'s longest path longer, from {short} pieces to {long}.",
                colour=_name(other),
                short=before,
                long=after,
            )
    return None


def wasted_token(choice: Choice) -> Message | None:
    """The move spends a token (K15), the better one does not."""
    if (
        not _spends(choice.played)
        or _spends(choice.best)
        or choice.after.paths[choice.seat] > choice.better.paths[choice.seat]
    ):
        return None
    return message("This spent a token, which {better} would have saved.", better=choice.best_text)


def less_room(choice: Choice) -> Message | None:
    """The better move leaves more cells for the seat's next pieces (K11, K14)."""
    return _less_room(choice, LESS_ROOM)


def slightly_less_room(choice: Choice) -> Message | None:
    """The same, for the smallest difference."""
    return _less_room(choice, 1)


def _less_room(choice: Choice, least: int) -> Message | None:
    less, more = (len(grid.room(choice.seat)) for grid in (choice.after, choice.better))
    if more - less < least:
        return None
    return message(
        "{better} would have left you {more} cells to build on, this move {less}.",
        better=choice.best_text,
        more=in_words(more),
        less=in_words(less),
    )


def more_room(choice: Choice) -> Message | None:
    """The move leaves an opponent more cells for its next pieces than the better move."""
    return _more_room(choice, LESS_ROOM)


def slightly_more_room(choice: Choice) -> Message | None:
    """The same, for the smallest difference."""
    return _more_room(choice, 1)


def _more_room(choice: Choice, least: int) -> Message | None:
    for other in choice.others:
        more, less = (len(grid.room(other)) for grid in (choice.after, choice.better))
        if more - less >= least:
            return message(
                "This left {colour} {more} cells to build on; {better} would have left {less}.",
                colour=_name(other),
                more=in_words(more),
                better=choice.best_text,
                less=in_words(less),
            )
    return None


def less_growth(choice: Choice) -> Message | None:
    """The better move leaves more cells where the seat's next piece would lengthen its longest path (K19)."""
    less, more = (grid.growing(choice.seat) for grid in (choice.after, choice.better))
    if more <= less:
        return None
    if more == 1:
        return message(
            "{better} would have left you a cell to lengthen your path, this move none.", better=choice.best_text
        )
    return message(
        "{better} would have left you {more} cells to lengthen your path, this move {less}.",
        better=choice.best_text,
        more=in_words(more),
        less=in_words(less),
    )


def more_growth(choice: Choice) -> Message | None:
    """The move leaves an opponent more cells where a piece would lengthen its longest path than the better move."""
    for other in choice.others:
        more, less = (grid.growing(other) for grid in (choice.after, choice.better))
        if more > max(less, 1):
            return message(
                "This left {colour} {more} cells to lengthen its path; {better} would have left {less}.",
                colour=_name(other),
                more=in_words(more),
                better=choice.best_text,
                less=in_words(less),
            )
    return None


def missed_turning(choice: Choice) -> Message | None:
    """The better move turns more of an opponent's pieces to white (K15, K17)."""
    for other in choice.others:
        before, after, better = (grid.pieces[other] for grid in (choice.before, choice.after, choice.better))
        if better >= after:
            continue
        text, colour = choice.best_text, _name(other)
        if before - better == 1:
            return message("{better} would have turned one of {colour}'s pieces to white.", better=text, colour=colour)
        return message(
            "{better} would have turned {many} of {colour}'s pieces to white.",
            better=text,
            many=in_words(before - better),
            colour=colour,
        )
    return None


def less_territory(choice: Choice) -> Message | None:
    """The better move leaves more empty cells that the seat gets to before all others."""
    less, more = (grid.territory[choice.seat] for grid in (choice.after, choice.better))
    if more - less < LESS_TERRITORY:
        return None
    return message(
        "{better} would have left {more} empty cells nearer to you than to others, this move {less}.",
        better=choice.best_text,
        more=in_words(more),
        less=in_words(less),
    )


def more_territory(choice: Choice) -> Message | None:
    """The move leaves more empty cells that an opponent gets to before all others."""
    for other in choice.others:
        more, less = (grid.territory[other] for grid in (choice.after, choice.better))
        if more - less >= LESS_TERRITORY:
            return message(
                "This left {more} empty cells nearest to {colour}; {better} would have left {less}.",
                colour=_name(other),
                more=in_words(more),
                better=choice.best_text,
                less=in_words(less),
            )
    return None


def used_up_shape(choice: Choice) -> Message | None:
    """The move takes the last piece of a shape from the rack (K12), the better move does not."""
    if choice.before.state.is_plain:
        return None
    for shape, name in enumerate(SHAPE_NAMES):
        before, after, better = (grid.rack[shape] for grid in (choice.before, choice.after, choice.better))
        if after == 0 < min(before, better):
            return message("This used your last piece {shape}.", shape=name)
    return None


def fewer_pieces(choice: Choice) -> Message | None:
    """The better move lays more pieces."""
    fewer, more = (len(laid_cells(choice.before.state, move)) for move in (choice.played, choice.best))
    if more <= fewer:
        return None
    return message(
        "{better} would have laid {more} pieces, this move {fewer}.",
        better=choice.best_text,
        more=in_words(more),
        fewer=in_words(fewer),
    )


FACTS: tuple[Callable[[Choice], Message | None], ...] = (
    skipped,
    shorter_path,
    helped,
    wasted_token,
    less_room,
    more_room,
    missed_turning,
    less_growth,
    more_growth,
    used_up_shape,
    fewer_pieces,
    less_territory,
    more_territory,
    slightly_less_room,
    slightly_more_room,
)


# -- what they are made of ---------------------------------------------------------------------------------------------


def _listed(s: State, seat: int) -> Codes:
    out = np.empty(rules.MAX_MOVES, np.int64)
    return out[: rules.legal(s, seat, out)]


def _spends(move: int) -> bool:
    return bool(move != rules.SKIP and rules.parts(move)[2])


def _name(seat: int) -> str:
    return COLOURS[seat].capitalize()


# -- where to look -----------------------------------------------------------------------------------------------------


def hint_cells(s: State, seat: int, text: str) -> list[str]:
    """Return where to look for a move: the piece that a Flip card turns, or where a pattern meets what it builds on."""
    written = parse_words(text)
    if written is None:
        return []
    if written.card == "flip":
        return written.cells[:1]
    touched = touched_cells(s, seat)
    return [cell for cell in written.cells if CELL_INDEX.get(cell) in touched]
