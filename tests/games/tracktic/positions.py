"""Deals and grids of Tracktic set up by hand, from names."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.games.tracktic import rules
from parlour.games.tracktic.board.bitboard import KINDS, NEXT, words_of
from parlour.games.tracktic.board.pieces import PIECE, SHAPES
from parlour.games.tracktic.notation import DECK_LISTS
from parlour.games.tracktic.notation.names import CELL_INDEX, COLOURS


def deal(first: str, deck: str = "standard") -> list[str]:
    """A deal that begins with these cards."""
    cards = first.split()
    return cards + list((Counter(DECK_LISTS[deck]) - Counter(cards)).elements())


def start(players: int, first: str, **options: Any) -> parlour.Match:
    """A new match with these cards on top of the deck."""
    return parlour.new("tracktic", players, deal=deal(first, options.get("deck", "standard")), **options)


def set_up(
    players: int,
    row: str,
    *,
    to_act: str = "red",
    racks: dict[str, list[int]] | None = None,
    tokens: dict[str, int] | None = None,
    sides: dict[str, int] | None = None,
    pieces: str = "plain",
    **cells: str,
) -> parlour.Match:
    """A match with these cards face up and only these pieces on the grid: `red="g1 g2", white="c4"`.

    It need not be possible in play. Jigsaw pieces have tabs to the north and east where a neighbour lies, unless
    `sides` says otherwise.
    """
    deck = "long" if any(card[-1] == "5" for card in row.split()) else "standard"
    match = start(players, row, pieces=pieces, deck=deck)
    s = match._states[-1][0]
    s.sides[:] = 0
    s.pieces[:] = 0
    for colour, names in cells.items():
        indices = [CELL_INDEX[name] for name in names.split()]
        s.sides[indices] = PIECE
        if colour == "white":
            s.white[:] = words_of(indices)
        else:
            seat = COLOURS.index(colour)
            s.pieces[3 * seat : 3 * seat + 3] = words_of(indices)
    if pieces == "jigsaw":
        for cell in [cell for cell in range(len(NEXT)) if s.sides[cell]]:
            s.sides[cell] += sum(1 << side for side in (0, 1) if s.sides[NEXT[cell, side]])
        for name, number in (sides or {}).items():
            s.sides[CELL_INDEX[name]] = PIECE + number
    for colour, rack in (racks or {}).items():
        s.rack[SHAPES * COLOURS.index(colour) : SHAPES * COLOURS.index(colour) + len(rack)] = rack
    for colour, many in (tokens or {}).items():
        s.tokens[COLOURS.index(colour)] = many
    s.row[:] = rules.NONE
    s.row[: len(row.split())] = [KINDS.index(card) for card in row.split()]
    s.to_act = COLOURS.index(to_act)
    return match


def board(match: parlour.Match) -> Any:
    return match.view(None)["board"]


def cells_of(match: parlour.Match, colour: str) -> str:
    """The cells with pieces of a colour, in order."""
    return " ".join(cell for cell, piece in board(match)["pieces"].items() if piece["colour"] == colour)


def sides_at(match: parlour.Match, cells: str) -> str:
    """The side numbers on these cells, as moves write them."""
    return " ".join(f"{board(match)['pieces'][cell]['sides']:x}" for cell in cells.split())


def play(match: parlour.Match, *texts: str) -> None:
    for text in texts:
        match.play(match.waiting[0], text)


def is_legal(match: parlour.Match, text: str) -> bool:
    return text in match.legal(match.waiting[0])


def refused(match: parlour.Match, text: str) -> str:
    """The rule that a text breaks, and why; the match is unchanged."""
    before = match.state.tobytes(), list(match.moves)
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(match.waiting[0], text)
    assert (match.state.tobytes(), match.moves) == before
    assert text not in match.legal(match.waiting[0])
    return str(caught.value)
