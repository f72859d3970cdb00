"""Exago in text: options, moves, positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.errors import BadDeal, BadPosition
from parlour.game import Json, Luck, State
from parlour.games.exago import bitboard, rules
from parlour.grid import Cell, hex_cells, hex_name, parse_hex

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange")  # by seat (X3)
LETTERS = "rbygpo"


# -- sets of cells -----------------------------------------------------------------------------------------------------


def cell_of(bit: int) -> Cell:
    """The cell of a bit."""
    q = (bit - bitboard.CENTRE + 6) // 12
    return q, bit - bitboard.CENTRE - 12 * q


def bit_name(s: State, bit: int) -> str:
    """The name of a cell, given as its bit."""
    return hex_name(cell_of(bit), int(s.radius))


def names_of(s: State, words: Iterable[Any]) -> list[str]:
    """The names, in order, of a set of cells given as two words."""
    low, high = (int(word) for word in words)
    bits = low | high << 64
    return [bit_name(s, bit) for bit in range(128) if bits >> bit & 1]


def words_of(members: Iterable[Cell]) -> tuple[np.uint64, np.uint64]:
    """A set of cells as two words."""
    bits = sum(1 << bitboard.cell_bit(*cell) for cell in members)
    return np.uint64(bits & (2**64 - 1)), np.uint64(bits >> 64)


def seat_cells(s: State, seat: int) -> list[str]:
    """The names of the cells of a seat's tiles."""
    return names_of(s, s.tiles[2 * seat : 2 * seat + 2])


def group_cells(s: State, bit: int, *, without: str = "", and_on: str = "") -> list[str]:
    """The names of the group around a cell, given as its bit, when one tile is lifted and perhaps one put down."""
    off, on = (words_of([parse_hex(name, int(s.radius)) or (0, 0)] if name else []) for name in (without, and_on))
    there = [np.uint64(int(s.occupied[k]) & ~int(off[k]) | int(on[k])) for k in (0, 1)]
    start = (np.uint64(1 << bit & (2**64 - 1)), np.uint64(1 << bit >> 64))
    return names_of(s, bitboard.group_of(*start, *there))


# -- options and deal --------------------------------------------------------------------------------------------------


def write_options(s: State, players: int, options: Mapping[str, Json]) -> None:
    """Write checked options into a blank record."""
    s.players = players
    s.radius = options["radius"]
    s.must_block = rules.MUST_BLOCK.index(options["must_block"])
    s.turn_limit = options["turn_limit"]
    s.early_relocation = options["early_relocation"]
    s.reconnect = options["reconnect"]
    s.handicap[:players] = options["handicap"]


def new_deal(luck: Luck, players: int, options: Mapping[str, Json]) -> Json:
    """Exago has no luck (X6)."""
    return None


def write_deal(s: State, deal: Json) -> None:
    """X6: there is nothing to deal."""
    if deal is not None:
        raise BadDeal(f"Exago has no luck (X6): its deal is null, not {deal!r}")


def read_deal(s: State) -> Json:
    """X6."""
    return None


# -- moves -------------------------------------------------------------------------------------------------------------


def move_text(s: State, seat: int, move: int) -> str:
    """`f6`, `c4 e5`, `c4 g7 e5` or `pass`."""
    if move == rules.PASS:
        return "pass"
    lift, target, group, is_tie = move >> 15, move >> 8 & 127, move >> 1 & 127, move & 1
    bits = [lift] * (lift > 0) + [group] * is_tie + [target]
    return " ".join(bit_name(s, bit) for bit in bits)


def listed_moves(s: State, seat: int) -> list[int]:
    """Return the codes of all legal moves."""
    out = np.empty(rules.MAX_MOVES, np.int64)
    return [int(code) for code in out[: rules.legal(s, seat, out)]]


def parse_move(s: State, seat: int, text: str, moves: NDArray[np.int64]) -> int | None:
    """Return the code, among these, of a move text; None if there is none."""
    if text == "pass":
        return rules.PASS if rules.PASS in moves else None
    named = [parse_hex(word, int(s.radius)) for word in text.split(" ")]
    bits = [bitboard.cell_bit(*cell) for cell in named if cell is not None]
    if len(bits) != len(named) or len(bits) > 3:
        return None
    lift = bits[0] if len(bits) > 1 else 0
    found = moves[moves >> 8 == (lift << 7 | bits[-1])]
    wanted = bits[1] << 1 | 1 if len(bits) == 3 else 0
    found = found[found & 255 == wanted] if len(bits) == 3 else found[found & 1 == 0]
    return int(found[0]) if len(found) else None


# -- positions ---------------------------------------------------------------------------------------------------------


def _rows(radius: int) -> list[list[Cell]]:
    """The cells of each row, from the top, each row from the left."""
    return [[cell for cell in hex_cells(radius) if cell[1] == r] for r in range(-radius, radius + 1)]


def position_text(s: State) -> str:
    """Rows from the top with a letter for a tile and a number for a run of empty cells; then the moves made."""
    owner = {name: LETTERS[seat] for seat in range(int(s.players)) for name in seat_cells(s, seat)}
    rows = []
    for row in _rows(int(s.radius)):
        letters = "".join(owner.get(hex_name(cell, int(s.radius)), ".") for cell in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), letters))
    return f"{'/'.join(rows)} {int(s.turn)}"


def parse_position(s: State, text: str) -> None:
    """Write a position into a record that `setup` has prepared."""
    match = re.fullmatch(r"([0-9a-z/]+) (0|[1-9][0-9]{0,5})", text)
    if match is None:
        raise BadPosition("an Exago position is its rows, with / between them, and the number of moves made")
    players, turn = int(s.players), int(match[2])
    if turn > int(s.turn_limit) * players:
        raise BadPosition(f"{turn} moves are more than the {int(s.turn_limit) * players} of this turn limit (X18)")
    tiles = _parse_rows(s, match[1])
    s.turn = turn
    for seat in range(players):
        s.tiles[2 * seat : 2 * seat + 2] = words_of(tiles[seat])
        s.hand[seat] -= len(tiles[seat])
        if s.hand[seat] < 0:
            limit = len(tiles[seat]) + int(s.hand[seat])
            raise BadPosition(f"{COLOURS[seat]} has {len(tiles[seat])} tiles on the board, but only {limit} in all")
    s.occupied[:] = words_of(cell for owned in tiles for cell in owned)
    ring = bitboard.around(*s.occupied)
    s.frontier[:] = [ring[k] & s.board[k] & ~s.occupied[k] for k in (0, 1)]
    if bitboard.largest_groups(*s.occupied)[0] != bitboard.size(*s.occupied):
        raise BadPosition("the tiles are not one group: every tile touches others (X9, X12)")
    last = (turn - 1) % players
    for seat in range(players):
        if bitboard.has_line(*s.tiles[2 * seat : 2 * seat + 2], rules.line_length(s)):
            if seat != last or turn == 0:
                raise BadPosition(f"{COLOURS[seat]} has a line (X17) but did not make the last move")
            s.winner = seat


def _parse_rows(s: State, text: str) -> list[list[Cell]]:
    """The cells of each seat's tiles."""
    rows, letters = _rows(int(s.radius)), LETTERS[: int(s.players)]
    tiles: list[list[Cell]] = [[] for _ in letters]
    texts = text.split("/")
    if len(texts) != len(rows):
        raise BadPosition(f"a board of radius {int(s.radius)} has {len(rows)} rows, not {len(texts)}")
    for number, (row, row_text) in enumerate(zip(rows, texts, strict=True), 1):
        filled = re.sub(r"[0-9]{1,2}", lambda run: "." * int(run[0]), row_text)
        if len(filled) != len(row):
            raise BadPosition(f"row {number} has {len(row)} cells, not {len(filled)}")
        for cell, letter in zip(row, filled, strict=True):
            if letter in letters:
                tiles[letters.index(letter)].append(cell)
            elif letter != ".":
                raise BadPosition(f"row {number} has {letter!r}; the colours here are {', '.join(letters)}")
    return tiles


def end_reason(s: State) -> str:
    """X17 or X18."""
    return "line" if s.winner >= 0 else "turn_limit"


def winning_line(s: State) -> list[str]:
    """The cells of the winner's line, or []."""
    if s.winner < 0:
        return []
    own = set(map(_cell_parser(s), seat_cells(s, int(s.winner))))
    for dq, dr in ((0, 1), (1, 0), (1, -1)):
        for q, r in sorted(own):
            if (q - dq, r - dr) in own:
                continue
            run = []
            while (q, r) in own:
                run.append(hex_name((q, r), int(s.radius)))
                q, r = q + dq, r + dr
            if len(run) >= rules.line_length(s):
                return run
    return []


def _cell_parser(s: State) -> Callable[[str], Cell]:
    return lambda name: parse_hex(name, int(s.radius)) or (0, 0)
