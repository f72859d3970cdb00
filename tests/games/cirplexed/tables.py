"""Deals and boards of Cirplexed! set up by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

import parlour
from parlour.games.cirplexed import rules, tiles
from parlour.luck import Luck

SIZES = {2: 44, 3: 66, 4: 88, 5: 90, 6: 90}


def deal_of(players: int, first: str) -> list[str]:
    """A deal that begins with these tiles and continues with the others in order."""
    named = first.split()
    return (named + [name for name in rules.TILES if name not in named])[: SIZES[players]]


def new(players: int, first: str = "", **options: Any) -> parlour.Match:
    """A match with such a deal."""
    return parlour.new("cirplexed", players, deal=deal_of(players, first), **options)


def play(match: parlour.Match, *moves: str) -> None:
    """Make these moves, each for the lowest waiting seat."""
    for text in moves:
        match.play(match.waiting[0], text)


def any_move(match: parlour.Match, seat: int, luck: Luck) -> str:
    """One legal text."""
    moves = match.legal(seat)
    return moves[luck.below(len(moves))]


def played(players: int, moves: int, luck: Luck, **options: Any) -> parlour.Match:
    """A match after this many random moves, each by the lowest waiting seat."""
    match = parlour.new("cirplexed", players, seed=luck.number(), **options)
    for _ in range(moves):
        play(match, any_move(match, match.waiting[0], luck))
    return match


def at_last_round(players: int, luck: Luck, **options: Any) -> parlour.Match:
    """A match whose bag has just run out."""
    return played(players, players * (SIZES[players] // players - 3), luck, **options)


def stretched(players: int, rounds: int) -> parlour.Match:
    """A match in which every seat has laid its tiles in a row to the right."""
    match = parlour.new("cirplexed", players, seed="row")
    for number in range(1, rounds + 1):
        for seat in range(players):
            match.play(seat, f"{match.view(seat)['board']['hand'][0]} {number},0 r0")
    return match


def counted(partial: str, *laid: str) -> tuple[int, ...]:
    """Circles, three-quarter and half circles of a board with these tiles, written as moves."""
    state = np.zeros(1, rules.STATE)
    s = state[0]
    s.players, s.shown, s.partial = 2, len(laid), rules.PARTIAL.index(partial)
    for k, text in enumerate(laid):
        name, cell, turn = text.split()
        x, y = tiles.parse_cell(cell) or (0, 0)
        number = (x + 22) * rules.WIDTH + y + 22
        for seat in range(2):
            s.placed[rules.MOST * seat + k] = tiles.NUMBERS[name] << 13 | number << 2 | int(turn[1])
    table = np.zeros((2, 3), np.int64)
    rules.scores(s, table)
    assert table[0].tolist() == table[1].tolist()
    return tuple(table[0].tolist())


def around(letters: str) -> list[str]:
    """Tiles around the point between 0,0 and 1,1 that show it these letters, clockwise from its upper left.

    `-` is no tile. At the points where two of them meet they differ.
    """
    cells, corners = ("0,1", "1,1", "1,0", "0,0"), (2, 3, 0, 1)  # cells, and the corner at the point
    chosen: list[str] = []  # names
    before: list[str] = []  # the letter at the point that a tile shares with the next one, clockwise
    after: list[str] = []  # and with the one before
    for letter, corner in zip(letters, corners, strict=True):
        wanted = [
            (name, face[corner - 1], face[(corner + 1) % 4])
            for name in rules.TILES
            for face in (tiles.face_of(name, turn) for turn in range(4))
            if face[corner] == letter and name not in chosen
        ]
        name, to_next, to_last = next(
            (way for way in wanted if way[2] not in before[-1:] and (len(before) < 3 or way[1] != after[0])), ("-",) * 3
        )
        chosen.append(name)
        before.append(to_next)
        after.append(to_last)
    laid = []
    for name, letter, cell, corner in zip(chosen, letters, cells, corners, strict=True):
        turns = [turn for turn in range(4) if name != "-" and tiles.face_of(name, turn)[corner] == letter]
        laid += [f"{name} {cell} r{turn}" for turn in turns]
    return laid
