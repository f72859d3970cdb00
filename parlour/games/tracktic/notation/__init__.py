"""Tracktic in text: options, the deal, moves. Positions are in positions.py."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.errors import BadDeal
from parlour.game import Codes, Json, Luck, State
from parlour.games.tracktic import rules
from parlour.games.tracktic.board.bitboard import (
    ANCHORS,
    CELLS,
    DISTANCE,
    FLIP,
    FLIPS,
    FORM_KIND,
    FORM_SIZE,
    KINDS,
    LARGEST,
    NEXT,
)
from parlour.games.tracktic.notation.names import CELL_NAMES, cell_index
from parlour.games.tracktic.notation.positions import parse_position as parse_position
from parlour.games.tracktic.notation.positions import position_text as position_text

DECK_LISTS = {  # K4: how many of each card
    "standard": {**dict.fromkeys(KINDS[:6], 6), "flip": 4},
    "long": {**dict.fromkeys(KINDS[1:FLIP], 3), "flip": 4},
}


# -- options and deal --------------------------------------------------------------------------------------------------


def write_options(s: State, players: int, options: Mapping[str, Json]) -> None:
    """Write checked options into a blank record."""
    s.players = players
    s.is_long = rules.DECKS.index(options["deck"])
    s.is_plain = rules.PIECES.index(options["pieces"])


def deck_list(s: State) -> dict[str, int]:
    """Return how many of each card there are (K4)."""
    return DECK_LISTS[rules.DECKS[int(s.is_long)]]


def new_deal(luck: Luck, players: int, options: Mapping[str, Json]) -> Json:
    """K8: the shuffled cards, from the top."""
    return luck.shuffled([name for name, many in DECK_LISTS[options["deck"]].items() for _ in range(many)])


def write_deal(s: State, deal: Json) -> None:
    """Write a deal into a record whose options are set."""
    if not isinstance(deal, list) or not all(isinstance(card, str) for card in deal):
        raise BadDeal(f"a deal is a list of the {rules.CARDS} cards from the top of the deck (K8), not {deal!r}")
    right, given = deck_list(s), Counter(deal)
    for card in deal:
        if card not in right:
            raise BadDeal(f"there is no card {card!r} in this deck; there are {', '.join(right)} (K4)")
    for card, many in right.items():
        if given[card] != many:
            raise BadDeal(f"this deck has {many} cards {card} (K4), not {given[card]}")
    s.deck[:] = [KINDS.index(card) for card in deal]


def read_deal(s: State) -> Json:
    """The deal in a record."""
    return [KINDS[kind] for kind in s.deck]


# -- moves -------------------------------------------------------------------------------------------------------------


class Written(NamedTuple):
    """A parsed move text."""

    card: str
    has_token: bool
    cells: list[str]
    numbers: list[str] | None  # side numbers of chosen pieces; None if none are chosen


_MOVE = re.compile(r"(flip|[A-Z][0-9])(\*?)((?: [a-z][1-9][0-9]?)+)(?: :((?: [0-9a-f])+))?")
_FORM = {  # by kind and distances of the cells
    (int(FORM_KIND[form]), *DISTANCE[form, : FORM_SIZE[form]].tolist()): form for form in range(FLIPS)
}


def parse_words(text: str) -> Written | None:
    """Parse a text that looks like a move with a card, whether it is legal or not."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return None
    numbers = None if match[4] is None else match[4].split()
    return Written(match[1], match[2] == "*", match[3].split(), numbers)


def form_of(card: str, cells: list[int]) -> int | None:
    """Return the form of a pattern from its cells, given in order; None if they do not match the pattern."""
    form = _FORM.get((KINDS.index(card), *(cell - cells[0] for cell in cells))) if card in KINDS else None
    if form is None:
        return None
    anchors = ANCHORS[0, form]
    return form if int(anchors[cells[0] >> 6]) >> (cells[0] & 63) & 1 else None


def short_code(s: State, written: Written) -> int | None:
    """Return the code of a text without chosen pieces; it may be illegal."""
    if len(written.cells) > LARGEST:
        return None
    cells = [cell_index(s, name) for name in written.cells]
    if None in cells:
        return None
    indices = [cell for cell in cells if cell is not None]
    if written.card == "flip":
        if len(indices) != 2 or written.has_token or indices[1] not in NEXT[indices[0]]:
            return None
        form: int | None = FLIPS + NEXT[indices[0]].tolist().index(indices[1])
        anchor = indices[1]
    else:
        form, anchor = form_of(written.card, indices), indices[0]
    return None if form is None else 2 * (1 + CELLS * form + anchor) + written.has_token


def laid_cells(s: State, move: int) -> NDArray[np.int64]:
    """The cells on which a move lays pieces, in order."""
    laid = np.empty(LARGEST, np.int64)
    return laid[: 0 if move == rules.SKIP else rules.lay(s, move, laid)]


def filling(s: State, seat: int, move: int, chosen: list[int]) -> list[int] | None:
    """Return the side numbers of a move's new cells, the first as chosen, the others by K13; None if none fit."""
    laid, sides = laid_cells(s, move), np.zeros(LARGEST, np.int64)
    sides[: len(chosen)] = chosen
    found = rules.find_pieces(s, seat, laid, len(laid), sides, len(chosen))
    return sides[: len(laid)].tolist() if found else None


def move_text(s: State, seat: int, move: int) -> str:
    """`S4 d4 d5 e5 e6`, `S4* d4 d5 e5 e6`, `flip f7 g7`, `skip`; chosen pieces after a colon."""
    if move == rules.SKIP:
        return "skip"
    form, anchor, token = (int(part) for part in rules.parts(move))
    if form >= FLIPS:
        cells = [int(NEXT[anchor, (form - FLIPS) ^ 2]), anchor]
    else:
        cells = [anchor + int(distance) for distance in DISTANCE[form, : FORM_SIZE[form]]]
    words = [KINDS[FORM_KIND[form]] + "*" * token, *(CELL_NAMES[cell] for cell in cells)]
    if move & rules.CHOSEN:
        numbers = [move >> (rules.CHOICE_BITS + 4 * k) & 15 for k in range(len(laid_cells(s, move)))]
        words += [":", *(f"{number:x}" for number in numbers)]
    return " ".join(words)


def parse_move(s: State, seat: int, text: str, moves: NDArray[np.int64]) -> int | None:
    """Return the listed code of a move text, or the same with chosen pieces (K13)."""
    if text == "skip":
        return rules.SKIP
    written = parse_words(text)
    code = None if written is None else short_code(s, written)
    if written is None or code is None or code not in moves:
        return None
    if written.numbers is None:
        return code
    numbers = [int(number, 16) for number in written.numbers]
    if s.is_plain or len(numbers) != len(laid_cells(s, code)) or filling(s, seat, code, numbers) is None:
        return None
    if numbers == filling(s, seat, code, []):
        return code  # the suggestion itself
    return code | rules.CHOSEN | sum(number << (rules.CHOICE_BITS + 4 * k) for k, number in enumerate(numbers))


def listed_codes(s: State, seat: int) -> NDArray[np.int64]:
    """Return the codes of all legal moves."""
    out = np.empty(rules.MAX_MOVES, np.int64)
    return out[: rules.legal(s, seat, out)]


def complete(s: State, seat: int, words: list[str], moves: Codes) -> list[str]:
    """Return a colon after a complete move, if pieces can be chosen; then the side numbers that can come next."""
    if s.is_plain:
        return []
    end = words.index(":") if ":" in words else len(words)
    numbers = words[end + 1 :]
    code = parse_move(s, seat, " ".join(words[:end]), moves)
    if code is None or code == rules.SKIP or not all(re.fullmatch("[0-9a-f]", number) for number in numbers):
        return []
    if end == len(words):
        return [":"]
    chosen = [int(number, 16) for number in numbers]
    if len(chosen) >= len(laid_cells(s, code)):
        return []
    return [f"{number:x}" for number in range(16) if filling(s, seat, code, [*chosen, number]) is not None]


def end_reason(s: State) -> str:
    """K18."""
    return "cards" if s.row[0] == rules.NONE else "skipped"
