"""A slow, independent model of Tracktic, to check the engine against.

It is written from the numbered rules (K1-K20) alone, in plain dicts, sets and lists, and shares no code with the
engine. Cells are known by their names, and pieces are searched for in the order of K13.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tests.games.standing import Outcome, standing

Pieces = dict[str, tuple[str, int]]  # cell -> colour and side number, the sum of its tabs
Sides = tuple[int, ...]  # side numbers of the newly laid pieces, by cell in order

COLOURS = ("red", "blue", "green", "yellow")  # K6, by seat
WHITE = "white"
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8  # K13
SIDES = ((NORTH, SOUTH, 0, 1), (EAST, WEST, 1, 0), (SOUTH, NORTH, 0, -1), (WEST, EAST, -1, 0))  # own, facing, dx, dy
RACK = (2, 6, 8, 8, 6, 2)  # K2, by shape
FLIP = "flip"
SKIP = "skip"

DRAWINGS = {  # K4
    "I2": ["##"],
    "I3": ["###"],
    "V3": ["##", "#."],
    "I4": ["####"],
    "L4": ["###", "#.."],
    "S4": [".##", "##."],
    "I5": ["#####"],
    "L5": ["####", "#..."],
    "N5": [".###", "##.."],
    "U5": ["#.#", "###"],
    "V5": ["###", "#..", "#.."],
    "W5": ["##.", ".##", "..#"],
    "Z5": ["##.", ".#.", ".##"],
}
DECKS = {  # K4: patterns and how many copies of each
    "standard": ("I2 I3 V3 I4 L4 S4".split(), 6),
    "long": ("I3 V3 I4 L4 S4 I5 L5 N5 U5 V5 W5 Z5".split(), 3),
}


# The grid


def cell_name(column: int, row: int) -> str:
    """Column 0 is `a`, row 1 is at the bottom."""
    return chr(ord("a") + column) + str(row)


def cell_place(name: str) -> tuple[int, int]:
    """Column and row of a cell; sorting by it puts cells in order, f9 before f10."""
    return ord(name[0]) - ord("a"), int(name[1:])


@cache
def grid(players: int) -> frozenset[str]:
    """K3: 13x13, or the 9x9 centre, c3 to k11, for two."""
    columns, rows = (range(2, 11), range(3, 12)) if players == 2 else (range(13), range(1, 14))
    return frozenset(cell_name(column, row) for column in columns for row in rows)


@cache
def neighbours(cell: str) -> tuple[tuple[int, int, str], ...]:
    """The four cells around a cell, some perhaps off the grid: own side, the side of the other that meets it, cell."""
    column, row = cell_place(cell)
    return tuple((own, facing, cell_name(column + dx, row + dy)) for own, facing, dx, dy in SIDES)


def cells_beside(cells: Iterable[str]) -> set[str]:
    """The cells that share a side with some of these, some perhaps off the grid."""
    return {near for cell in cells for _, _, near in neighbours(cell)}


# Patterns


def drawn_cells(drawing: Sequence[str]) -> set[tuple[int, int]]:
    """The squares of a drawing."""
    return {(x, y) for y, line in enumerate(drawing) for x, mark in enumerate(line) if mark == "#"}


def orientations(cells: set[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """K10: a pattern in every rotation and mirror image, each moved to the corner 0, 0."""
    found = set()
    for mirrored in (cells, {(-x, y) for x, y in cells}):
        turned = mirrored
        for _ in range(4):
            turned = {(y, -x) for x, y in turned}
            left, low = min(x for x, _ in turned), min(y for _, y in turned)
            found.add(frozenset((x - left, y - low) for x, y in turned))
    return found


@cache
def placements(pattern: str, players: int) -> tuple[tuple[str, ...], ...]:
    """K3, K10: all sets of cells of the grid that form a pattern, each in order."""
    found = []
    for shape in orientations(drawn_cells(DRAWINGS[pattern])):
        for corner in grid(players):
            column, row = cell_place(corner)
            cells = [cell_name(column + x, row + y) for x, y in shape]
            if all(cell in grid(players) for cell in cells):
                found.append(tuple(sorted(cells, key=cell_place)))
    return tuple(found)


# Pieces


@cache
def shape_of(sides: int) -> int:
    """K2: no tab, one, two adjacent, two opposite, three, four: 0 to 5."""
    tabs = sides.bit_count()
    if tabs == 2:
        return 3 if sides in (NORTH + SOUTH, EAST + WEST) else 2
    return {0: 0, 1: 1, 3: 4, 4: 5}[tabs]


def fits(pieces: Pieces, cell: str, sides: int) -> bool:
    """K12: on every side that meets a piece, one of the two has a tab and the other a blank."""
    for own, facing, near in neighbours(cell):
        if near in pieces and bool(sides & own) == bool(pieces[near][1] & facing):
            return False
    return True


def fillings(pieces: Pieces, rack: Sequence[int], laid: Sequence[str]) -> Iterator[Sides]:
    """K13: every way to fill the new cells from the rack, in the order of the search.

    A rack of one count is `plain` (K12): there is one way, if the pieces suffice.
    """
    if len(rack) == 1:
        if rack[0] >= len(laid):
            yield (0,) * len(laid)
        return
    if not laid:
        yield ()
        return
    cell, *rest = laid
    fitting = [sides for sides in range(16) if rack[shape_of(sides)] > 0 and fits(pieces, cell, sides)]
    for sides in sorted(fitting, key=lambda sides: (-rack[shape_of(sides)], sides)):
        left = list(rack)
        left[shape_of(sides)] -= 1
        for others in fillings({**pieces, cell: ("new", sides)}, left, rest):
            yield (sides, *others)


def suggested(pieces: Pieces, rack: Sequence[int], laid: Sequence[str]) -> Sides | None:
    """K13: the pieces of a move that does not name them; None if nothing fits."""
    return next(fillings(pieces, rack, laid), None)


def is_filling(pieces: Pieces, rack: Sequence[int], laid: Sequence[str], chosen: Sides) -> bool:
    """Move text: each number fits its neighbours, old and new, and the rack holds the shapes."""
    after = {**pieces, **{cell: ("new", sides) for cell, sides in zip(laid, chosen, strict=True)}}
    used = [shape_of(sides) for sides in chosen]
    return all(fits(after, cell, after[cell][1]) for cell in laid) and all(
        used.count(shape) <= rack[shape] for shape in range(len(RACK))
    )


# Where a seat may build


def cells_of(pieces: Pieces, colour: str) -> set[str]:
    """The cells that hold a piece of a colour."""
    return {cell for cell, (owner, _) in pieces.items() if owner == colour}


def bases(pieces: Pieces, colour: str) -> set[str]:
    """K11: the pieces a colour can build from: its own, and the white ones reached from them over white ones."""
    white = cells_of(pieces, WHITE)
    reached = cells_of(pieces, colour)
    while more := (cells_beside(reached) & white) - reached:
        reached |= more
    return reached


def has_t(own: set[str]) -> bool:
    """K14: some piece has three or more neighbours of its colour."""
    return any(len(cells_beside([cell]) & own) >= 3 for cell in own)


def makes_t(own: set[str], laid: Sequence[str]) -> bool:
    """K14: laying these gives a T, where there was none before: only they and their neighbours get new neighbours."""
    after = own.union(laid)
    changed = (cells_beside(laid) & own).union(laid)
    return any(sum(near in after for _, _, near in neighbours(cell)) >= 3 for cell in changed)


# Moves


class Move(NamedTuple):
    """A legal move, with the pieces K13 suggests or others."""

    text: str
    card: str | None  # the card it takes; None for a skip
    token: bool
    turned: tuple[str, ...]  # opponents' pieces that it turns to white
    laid: tuple[str, ...]  # new cells, in order
    sides: Sides  # of the new pieces


def pattern_moves(
    pieces: Pieces, players: int, colour: str, rack: Sequence[int], tokens: int, pattern: str
) -> Iterator[Move]:
    """K10-K15: every move with a pattern card, with and without a token."""
    own = cells_of(pieces, colour)
    beside = cells_beside(bases(pieces, colour))
    for cells in placements(pattern, players):
        if not own.isdisjoint(cells) or beside.isdisjoint(cells):  # K10, K15; K11
            continue
        laid = tuple(cell for cell in cells if cell not in pieces)
        taken = [cell for cell in cells if cell in pieces]
        turned = tuple(cell for cell in taken if pieces[cell][0] != WHITE)
        token = bool(taken)
        if token and not (tokens and turned and laid):  # K15
            continue
        if makes_t(own, laid):
            continue
        sides = suggested(pieces, rack, laid)
        if sides is not None:
            text = " ".join([pattern + "*" * token, *cells])
            yield Move(text, pattern, token, turned, laid, sides)


def flip_moves(pieces: Pieces, players: int, colour: str, rack: Sequence[int]) -> Iterator[Move]:
    """K17: turn an opponent's piece beside one of yours, and lay one on an empty cell beside it."""
    own = cells_of(pieces, colour)
    for turned in cells_beside(own) & set(pieces):
        if pieces[turned][0] in (colour, WHITE):
            continue
        for cell in cells_beside([turned]) & grid(players):
            if cell not in pieces and not makes_t(own, [cell]):
                sides = suggested(pieces, rack, [cell])
                if sides is not None:
                    yield Move(f"{FLIP} {turned} {cell}", FLIP, False, (turned,), (cell,), sides)


# Paths


def longest_path_length(own: set[str], white: set[str]) -> int:
    """K19: the most pieces on a path, side to side, no piece twice, with at least one of the own.

    Every path is tried, piece by piece from each of its ends. All that matters on the way is where the path ends so
    far, whether it has an own piece, and which pieces it can still get to; what is found for these is remembered.
    """
    found: dict[tuple[str, bool, frozenset[str]], int] = {}

    def reachable(start: str, free: frozenset[str]) -> frozenset[str]:
        """The part of the free pieces that hangs together with one of them."""
        group = {start}
        edge = [start]
        while edge:
            for _, _, near in neighbours(edge.pop()):
                if near in free and near not in group:
                    group.add(near)
                    edge.append(near)
        return frozenset(group)

    def longest_from(head: str, with_own: bool, free: frozenset[str]) -> int:
        """The most pieces that a path gets from its head on, the head included; 0 if it gets no own piece."""
        key = (head, with_own, free)
        if key not in found:
            best = 1 if with_own else 0
            for _, _, near in neighbours(head):
                if near in free:
                    group = reachable(near, free)
                    if with_own or not own.isdisjoint(group):
                        rest = longest_from(near, with_own or near in own, group - {near})
                        best = max(best, 1 + rest if rest else 0)
            found[key] = best
        return found[key]

    everything = frozenset(own | white)
    return max(
        (longest_from(start, start in own, reachable(start, everything) - {start}) for start in everything), default=0
    )


# Options and deal


def parse_options(players: int, options: Mapping[str, Any]) -> tuple[str, str]:
    """K4, K12: the deck and the kind of pieces."""
    if not 2 <= players <= 4:  # K6
        raise ValueError(f"2 to 4 players, not {players}")
    if unknown := set(options) - {"deck", "pieces"}:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    deck, kind = options.get("deck", "standard"), options.get("pieces", "jigsaw")
    if deck not in DECKS:
        raise ValueError(f"deck standard or long, not {deck!r}")
    if kind not in ("jigsaw", "plain"):
        raise ValueError(f"pieces jigsaw or plain, not {kind!r}")
    return deck, kind


def all_cards(deck: str) -> list[str]:
    """K4: 36 patterns and 4 Flip cards."""
    patterns, copies = DECKS[deck]
    return [pattern for pattern in patterns for _ in range(copies)] + [FLIP] * 4


def random_deal(players: int, options: Mapping[str, Any], rng: random.Random) -> list[str]:
    """K8: the order of the 40 cards."""
    deck, _ = parse_options(players, options)
    return rng.sample(all_cards(deck), 40)


def start_pieces(players: int, kind: str) -> Pieces:
    """K6, K7: three pieces of each colour, also of the fourth when three play; tabs inward and next clockwise."""
    if players == 2:
        lines = [("g3 g4 g5", NORTH + EAST), ("g11 g10 g9", SOUTH + WEST)]
    else:
        lines = [
            ("g1 g2 g3", NORTH + EAST),
            ("a7 b7 c7", EAST + SOUTH),
            ("g13 g12 g11", SOUTH + WEST),
            ("m7 l7 k7", WEST + NORTH),
        ]
    return {
        cell: (colour, sides if kind == "jigsaw" else 0)
        for colour, (cells, sides) in zip(COLOURS, lines, strict=False)
        for cell in cells.split()
    }


# A game


class Oracle:
    """A game of Tracktic: `legal` lists the moves of the waiting seat, `play` makes one of them."""

    def __init__(self, players: int, options: Mapping[str, Any], deal: Any) -> None:
        deck, self.kind = parse_options(players, options)
        cards = list(deal)
        if sorted(cards) != sorted(all_cards(deck)):
            raise ValueError(f"K8: the 40 cards of the deck {deck}, not {cards}")
        self.players: int = players
        self.pieces: Pieces = start_pieces(players, self.kind)
        self.face_up: list[str] = cards[:4]  # K8, from the left
        self.deck: list[str] = cards[4:]  # the next card first
        rack = list(RACK) if self.kind == "jigsaw" else [sum(RACK)]
        self.racks: list[list[int]] = [list(rack) for _ in range(players)]  # K2, K12
        self.tokens: list[int] = [2] * players  # K5
        self.skipped: list[bool] = [False] * players
        self.turn: int = 0  # the seat to act, unless play has ended
        self._listed: tuple[object, dict[str, Move]] = (None, {})  # the last position asked about, and its moves

    @property
    def waiting(self) -> tuple[int, ...]:
        """K9b: the seat to act; none when play has ended."""
        return () if self._end_reason else (self.turn,)

    @property
    def _end_reason(self) -> str | None:
        """K18."""
        if not self.face_up:
            return "cards"
        return "skipped" if all(self.skipped) else None

    def _all_moves(self, seat: int) -> Iterator[Move]:
        """K9-K17, K20: every legal move of the seat to act, with the suggested pieces."""
        yield Move(SKIP, None, False, (), (), ())
        colour, rack = COLOURS[seat], self.racks[seat]
        if has_t(cells_of(self.pieces, colour)):
            return  # K14; only in positions set up by hand
        for card in set(self.face_up):
            if card == FLIP:
                yield from flip_moves(self.pieces, self.players, colour, rack)
            else:
                yield from pattern_moves(self.pieces, self.players, colour, rack, self.tokens[seat], card)

    def moves(self, seat: int) -> dict[str, Move]:
        """The legal moves by their texts, sorted as plain text; none if the seat is not waiting."""
        if seat not in self.waiting:
            return {}
        asked = (seat, dict(self.pieces), list(self.face_up), list(self.racks[seat]), self.tokens[seat])
        if self._listed[0] != asked:
            self._listed = (asked, {move.text: move for move in sorted(self._all_moves(seat))})
        return self._listed[1]

    def legal(self, seat: int) -> list[str]:
        """The texts of all legal moves of this seat, sorted as plain text; none if it is not waiting."""
        return list(self.moves(seat))

    def _parse(self, seat: int, text: str) -> Move:
        """Move text: a short form, or a longer one with the chosen pieces; ValueError if it is not legal."""
        short, colon, numbers = text.partition(" : ")
        move = self.moves(seat).get(short)
        if move is None:
            raise ValueError(f"{text!r} is not a legal move of seat {seat}")
        if not colon:
            return move
        words = numbers.split(" ")
        if self.kind == "plain" or move.card is None:
            raise ValueError(f"no pieces to choose: {text!r}")
        if len(words) != len(move.laid) or not all(len(word) == 1 and word in "0123456789abcdef" for word in words):
            raise ValueError(f"one side number for each of {move.laid}: {text!r}")
        chosen = tuple(int(word, 16) for word in words)
        if not is_filling(self.pieces, self.racks[seat], move.laid, chosen):
            raise ValueError(f"these pieces do not fit, or the rack does not hold them: {text!r}")
        return move._replace(sides=chosen)

    def play(self, seat: int, text: str) -> None:
        """Make a legal move; ValueError if it is none."""
        move = self._parse(seat, text)
        for cell in move.turned:
            self.pieces[cell] = (WHITE, self.pieces[cell][1])  # K15: it keeps its sides
        for cell, sides in zip(move.laid, move.sides, strict=True):
            self.pieces[cell] = (COLOURS[seat], sides)
            self.racks[seat][0 if self.kind == "plain" else shape_of(sides)] -= 1
        self.tokens[seat] -= move.token
        if move.card is None:
            self.skipped[seat] = True  # K20
        else:
            self.face_up.remove(move.card)  # K9; the leftmost of two alike
            self.face_up += self.deck[:1]
            del self.deck[:1]
        for step in range(self.players, 0, -1):  # K9b: at the end, the first seat after this one that has not skipped
            if not self.skipped[(seat + step) % self.players]:
                self.turn = (seat + step) % self.players

    def path_length(self, seat: int) -> int:
        """K19: the score of a seat, as the board lies."""
        return longest_path_length(cells_of(self.pieces, COLOURS[seat]), cells_of(self.pieces, WHITE))

    @property
    def outcome(self) -> Outcome | None:
        """K18, K19: how the game ended, or None."""
        if self._end_reason is None:
            return None
        return standing(self._end_reason, ["path"], [(self.path_length(seat),) for seat in range(self.players)])


def chosen_forms(oracle: Oracle, seat: int, short_text: str) -> list[str]:
    """All legal longer forms of a short move, the one equal to the suggestion among them; none with `plain`."""
    move = oracle.moves(seat)[short_text]
    if oracle.kind == "plain" or move.card is None:
        return []
    return [
        f"{short_text} : " + " ".join(f"{number:x}" for number in sides)
        for sides in fillings(oracle.pieces, oracle.racks[seat], move.laid)
    ]
