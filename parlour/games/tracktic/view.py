"""What a seat may see of Tracktic (all but the order of the deck), and what a move did."""

from __future__ import annotations

from collections import Counter

import msgspec

from parlour.game import State
from parlour.games.tracktic import rules
from parlour.games.tracktic.cells import KINDS
from parlour.games.tracktic.naming import CELL_NAMES, COLOURS, WHITE, face_up, grid_cells, owners, side_number
from parlour.games.tracktic.paths import longest_path
from parlour.games.tracktic.pieces import SHAPES


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
    """The same for every seat."""
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


def events(before: State, after: State, mover: int, text: str, seat: int | None) -> list[Event]:
    """In the order in which a page should show them."""
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
