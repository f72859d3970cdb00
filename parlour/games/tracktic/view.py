"""What a seat may see of Tracktic (all but the order of the deck), and what a move did."""

from __future__ import annotations

import re
from collections import Counter

import msgspec

from parlour.game import Codes, State
from parlour.games.tracktic import rules
from parlour.games.tracktic.board.bitboard import KINDS
from parlour.games.tracktic.board.pieces import SHAPE, SHAPES
from parlour.games.tracktic.notation import filling, laid_cells, move_text, parse_move
from parlour.games.tracktic.notation.names import CELL_NAMES, COLOURS, WHITE, face_up, grid_cells, owners, side_number
from parlour.games.tracktic.paths import longest_path


class Piece(msgspec.Struct):
    """A piece on the grid."""

    colour: str  # of its front as it lies: red, blue, green, yellow or white
    seat: int | None  # whose it is; None for white pieces and the colour that nobody plays (K7)
    sides: int | None  # tabs: north 1, east 2, south 4, west 8; None with plain pieces


class Board(msgspec.Struct):
    """The grid, the cards and what each seat has left."""

    columns: list[str]  # in play, from the left
    rows: list[int]  # in play, from the bottom
    colours: list[str]  # of the seats
    pieces: dict[str, Piece]  # by cell, in order
    face_up: list[str]  # cards, from the left
    deck: int  # cards not yet turned up
    discarded: list[str]  # cards played, by kind
    racks: list[list[int]]  # by seat: pieces left of each shape (K2), or one number with plain pieces
    tokens: list[int]  # left, by seat
    skipped: list[bool]  # by seat
    paths: list[list[str]]  # by seat: one longest path (K19)


class Took(msgspec.Struct, tag_field="kind", tag="took"):
    """A card was taken from the row."""

    seat: int
    card: str
    with_a_token: bool


class Turned(msgspec.Struct, tag_field="kind", tag="turned_to_white"):
    """A seat turned others' pieces (K15, K17)."""

    seat: int
    cells: list[str]


class Laid(msgspec.Struct, tag_field="kind", tag="laid"):
    """Pieces were laid from the rack."""

    seat: int
    cells: list[str]


class Skipped(msgspec.Struct, tag_field="kind", tag="skipped"):
    """A seat is out for the rest of the game (K20)."""

    seat: int


class TurnedUp(msgspec.Struct, tag_field="kind", tag="turned_up"):
    """A new card lies at the end of the row (K9)."""

    card: str


Event = Took | Turned | Laid | Skipped | TurnedUp


class Preview(msgspec.Struct):
    """What a move would do, complete or with some of its pieces still to be chosen."""

    laid: dict[str, int | None]  # new pieces by cell, in order: their sides, as chosen or suggested (K13)
    turned: list[str]  # opponents' pieces that turn white
    spends_token: bool
    rack: list[int]  # what the seat would have left
    path: list[str]  # a longest path of the seat then (K19)


def longest_paths(s: State) -> list[list[str]]:
    """One longest path for each seat (K19)."""
    pieces = owners(s)
    white = [CELL_NAMES[cell] for cell, owner in pieces.items() if owner == WHITE]
    return [
        longest_path([CELL_NAMES[cell] for cell, owner in pieces.items() if owner == seat], white)
        for seat in range(int(s.players))
    ]


def racks(s: State) -> list[list[int]]:
    """What each seat has left of each shape; with plain pieces one number."""
    many = 1 if s.is_plain else SHAPES
    return [s.rack[SHAPES * seat : SHAPES * seat + many].tolist() for seat in range(int(s.players))]


def discarded(s: State) -> list[str]:
    """The cards that have been played, by kind."""
    kinds = Counter(s.deck[: s.turned].tolist()) - Counter(s.row.tolist())
    return [KINDS[kind] for kind in sorted(kinds.elements())]


def board(s: State, seat: int | None) -> Board:
    """Return the board, which is the same for every seat."""
    players, names = int(s.players), [CELL_NAMES[cell] for cell in grid_cells(s)]
    pieces = {
        CELL_NAMES[cell]: Piece(
            colour=(*COLOURS, "white")[owner],
            seat=owner if owner < players else None,
            sides=None if s.is_plain else side_number(s, cell),
        )
        for cell, owner in owners(s).items()
    }
    return Board(
        columns=sorted({name[0] for name in names}),
        rows=sorted({int(name[1:]) for name in names}),
        colours=list(COLOURS[:players]),
        pieces=pieces,
        face_up=face_up(s),
        deck=rules.CARDS - int(s.turned),
        discarded=discarded(s),
        racks=racks(s),
        tokens=s.tokens[:players].tolist(),
        skipped=[bool(s.skipped >> other & 1) for other in range(players)],
        paths=longest_paths(s),
    )


def forget(s: State, seat: int) -> None:
    """Sort the cards not yet turned up (K8): `redeal` alone would leave a trace of their true order."""
    hidden = s.deck[int(s.turned) :]
    hidden.sort()


def preview(s: State, seat: int, words: list[str], moves: Codes) -> Preview | None:
    """Preview a complete move, one whose pieces are being chosen, or a Flip card with its piece to turn."""
    end = words.index(":") if ":" in words else len(words)
    numbers = words[end + 1 :]
    if words[:1] == ["flip"] and len(words) == 2:
        begins = f"flip {words[1]} "
        is_begun = any(move_text(s, seat, int(code)).startswith(begins) for code in moves)
        return _outlook(s, seat, [], [], [words[1]], False) if is_begun else None
    code = parse_move(s, seat, " ".join(words[:end]), moves)
    if code is None or code == rules.SKIP or not all(re.fullmatch("[0-9a-f]", number) for number in numbers):
        return None
    cells = laid_cells(s, code).tolist()
    if len(numbers) > len(cells) or (s.is_plain and end < len(words)):
        return None
    sides = filling(s, seat, code, [int(number, 16) for number in numbers])
    if sides is None:
        return None
    names, there = words[1:end], owners(s)
    turned = [name for name in names if there.get(CELL_NAMES.index(name), WHITE) != WHITE]
    return _outlook(s, seat, cells, sides, turned, words[0].endswith("*"))


def _outlook(s: State, seat: int, cells: list[int], sides: list[int], turned: list[str], spends_token: bool) -> Preview:
    pieces, rack = owners(s), racks(s)[seat]
    own = [CELL_NAMES[cell] for cell in [*cells, *(cell for cell, owner in pieces.items() if owner == seat)]]
    white = [CELL_NAMES[cell] for cell, owner in pieces.items() if owner == WHITE]
    for number in sides:
        rack[0 if s.is_plain else SHAPE[number]] -= 1
    return Preview(
        laid={CELL_NAMES[cell]: None if s.is_plain else side for cell, side in zip(cells, sides, strict=True)},
        turned=turned,
        spends_token=spends_token,
        rack=rack,
        path=longest_path(own, [*white, *turned]),
    )


def events(before: State, after: State, mover: int, text: str, seat: int | None) -> list[Event]:
    """Return the events in the order in which a page should show them."""
    if text == "skip":
        return [Skipped(mover)]
    card = text.split()[0]
    steps: list[Event] = [Took(mover, card.removesuffix("*"), card.endswith("*"))]
    there, now = owners(before), owners(after)
    if turned := [CELL_NAMES[cell] for cell in there if there[cell] != now[cell]]:
        steps.append(Turned(mover, turned))
    steps.append(Laid(mover, [CELL_NAMES[cell] for cell in now if cell not in there]))
    if after.turned > before.turned:
        steps.append(TurnedUp(face_up(after)[-1]))
    return steps
