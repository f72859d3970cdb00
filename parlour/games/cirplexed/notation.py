"""Cirplexed! in text: options, deal, moves, positions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from parlour.errors import BadDeal, BadPosition
from parlour.game import Json, Luck, State
from parlour.games.cirplexed import rules
from parlour.games.cirplexed.explain import why_not
from parlour.games.cirplexed.tiles import (
    NUMBERS,
    SEAT_NAMES,
    cell_name,
    cell_of,
    laid,
    parse_cell,
    tile_of,
    wrong_tile,
)

# -- options and deal --------------------------------------------------------------------------------------------------


def write_options(s: State, players: int, options: Mapping[str, Json]) -> None:
    """Write checked options into a blank record."""
    s.players = players
    s.partial = rules.PARTIAL.index(options["partial"])


def new_deal(luck: Luck, players: int, options: Mapping[str, Json]) -> Json:
    """C3: draw as many of the 90 shuffled tiles as these players need."""
    return luck.shuffled(rules.TILES)[: players * rules.tiles_each(players)]


def write_deal(s: State, deal: Json) -> None:
    """C3, C4."""
    size = int(s.players) * int(rules.tiles_each(int(s.players)))
    if not isinstance(deal, list):
        raise BadDeal(f"a deal is a list of {size} names of tiles (C3), not {deal!r}")
    for place, name in enumerate(deal, 1):
        if not isinstance(name, str) or name not in NUMBERS:
            rule, sentence = wrong_tile(name)
            raise BadDeal(f"tile {place} of the deal: {sentence} ({rule})")
    if len(deal) != size:
        raise BadDeal(f"with {int(s.players)} seats the bag has {size} tiles (C3), not {len(deal)}")
    twice = sorted(name for name in set(deal) if deal.count(name) > 1)
    if twice:
        raise BadDeal(f"there is one tile of each kind (C1), but the deal has {', '.join(twice)} more than once")
    s.bag[:size] = [NUMBERS[name] for name in deal]


def read_deal(s: State) -> Json:
    """C4: the bag as it was at the beginning."""
    return [rules.TILES[tile] for tile in s.bag[: int(s.players) * int(rules.tiles_each(int(s.players)))]]


# -- moves -------------------------------------------------------------------------------------------------------------


def move_text(s: State, seat: int, move: int) -> str:
    """`BGOP 1,0 r2`."""
    return f"{tile_of(move)} {cell_name(cell_of(move))} r{move & 3}"


def parse_move(s: State, seat: int, text: str, moves: NDArray[np.int64]) -> int | None:
    """Return the code, among these, of a move text; None if there is none."""
    words = text.split(" ")
    cell = parse_cell(words[1]) if len(words) == 3 else None
    if cell is None or words[0] not in NUMBERS or words[2] not in ("r0", "r1", "r2", "r3"):
        return None
    x, y = cell[0] + 22, cell[1] + 22
    if not (0 <= x < rules.WIDTH and 0 <= y < rules.WIDTH):
        return None
    code = NUMBERS[words[0]] << 13 | (x * rules.WIDTH + y) << 2 | int(words[2][1])
    return code if code in moves else None


def listed_moves(s: State, seat: int) -> NDArray[np.int64]:
    """Return the codes of all legal moves."""
    out = np.empty(rules.MAX_MOVES, np.int64)
    return out[: rules.legal(s, seat, out)]


# -- positions ---------------------------------------------------------------------------------------------------------


def position_text(s: State) -> str:
    """The bag as it was dealt, then each seat's moves: `BGOP ... / BGOR 1,0 r2; BGPR 0,1 r0 / -`."""
    parts = [" ".join(read_deal(s))]
    for seat in range(int(s.players)):
        _start, *moves = laid(s, seat, seat)
        parts.append("; ".join(move_text(s, seat, code) for code in moves) or "-")
    return " / ".join(parts)


def parse_position(s: State, text: str) -> None:
    """Write a position into a record that `setup` has prepared, by playing its moves."""
    deal, *rows = text.split(" / ")
    players = int(s.players)
    if len(rows) != players:
        form = "DEAL / MOVES / MOVES ...: tiles with spaces between them, moves with '; ' between them, - for none"
        raise BadPosition(f"a position of {players} seats is {form}")
    try:
        write_deal(s, deal.split(" "))
    except BadDeal as problem:
        raise BadPosition(str(problem)) from None
    rules.setup(s)
    left = [[] if row == "-" else row.split("; ") for row in rows]
    while acting := [seat for seat in range(players) if left[seat] and rules.waiting(s) >> seat & 1]:
        for seat in acting:
            _replay(s, seat, left[seat].pop(0))
    for seat in range(players):
        if left[seat]:
            reason = "the game is over" if rules.waiting(s) == 0 else "the others have not finished that round (C6)"
            raise BadPosition(f"{SEAT_NAMES[seat]} cannot have played {left[seat][0]!r} yet: {reason}")


def _replay(s: State, seat: int, text: str) -> None:
    move = parse_move(s, seat, text, listed_moves(s, seat))
    if move is None:
        raise BadPosition(f"{SEAT_NAMES[seat]} cannot have played {text!r}: {why_not(s, seat, text)}")
    rules.apply(s, seat, move)


def end_reason(s: State) -> str:
    """C7: all tiles are placed."""
    return "rounds"
