"""Actions and planes can be decoded from the text of a game's page: this code was written from that text alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from parlour.adapters.table import Table
from parlour.games import own
from parlour.luck import Luck
from tests.docs.test_game_pages import BOTS, CHANGELOG, section
from tools.game_pages import page

LETTERS = "abcdefghijklm"


def block_of(table: Table, action: int) -> tuple[str, int]:
    """The block of an action, and its number within the block."""
    for feature in table.encoding.actions:
        if action < feature.many:
            return feature.name, action
        action -= feature.many
    raise AssertionError


def planes_of(table: Table, seat: int) -> dict[str, Any]:
    """The planes of a seat by the names of their features."""
    planes, found = table.observation(seat)["planes"], {}
    for feature in table.encoding.planes:
        found[feature.name], planes = planes[: feature.many], planes[feature.many :]
    return found


def marked(plane: Any, name: Callable[[int, int], str]) -> dict[str, int]:
    """The nonzero cells of a plane, by name."""
    return {
        name(int(row), int(column)): int(plane[row, column]) for row, column in zip(*np.nonzero(plane), strict=True)
    }


def turned(order: list[Any], seat: int) -> list[Any]:
    """The seat's own first, then the others in the order of play."""
    return order[seat:] + order[:seat]


# -- Exago -------------------------------------------------------------------------------------------------------------


def hex_place(row: int, column: int) -> str:
    """A cell's column is its letter's place in the alphabet and its row its number, both counted from 0."""
    return f"{LETTERS[column]}{row + 1}"


def read_exago(table: Table, seat: int, action: int) -> str:
    radius = table.options["radius"]
    inside = [(c, r) for c in range(2 * radius + 1) for r in range(2 * radius + 1) if radius <= c + r <= 3 * radius]
    names = [hex_place(r, c) for c, r in inside]  # by letter, then by number
    block, number = block_of(table, action)
    if block == "pass":
        return "pass"
    if block == "place":
        return names[number]
    group, rest = divmod(number, len(names) ** 2)
    lift, target = (names[k] for k in divmod(rest, len(names)))
    tiles = {*table.match.view(seat)["board"]["tiles"]} - {lift} | ({target} if table.options["reconnect"] else set())
    firsts = largest_groups(tiles, names)
    return f"{lift} {firsts[group]} {target}" if len(firsts) > 1 else f"{lift} {target}" if group == 0 else "?"


def largest_groups(tiles: set[str], names: list[str]) -> list[str]:
    """The first cells of the groups that tie for largest, in order."""
    groups = []
    left = set(tiles)
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {cell for one in edge for cell in around(one)} & left
            left -= edge
        groups.append(group)
    most = max(map(len, groups))
    return sorted((min(group, key=names.index) for group in groups if len(group) == most), key=names.index)


def around(cell: str) -> set[str]:
    """The cells that touch one."""
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    return {f"{chr(ord(cell[0]) + right)}{int(cell[1:]) + down}" for right, down in steps}


def look_exago(table: Table, seat: int, board: Any) -> None:
    planes = planes_of(table, seat)
    for k, other in enumerate(turned(list(range(table.players)), seat)):
        assert set(marked(planes["tiles"][k], hex_place)) == {
            cell for cell, owner in board["tiles"].items() if owner == other
        }
    cells, taken = set(marked(planes["board"][0], hex_place)), set(board["tiles"])
    assert cells >= taken
    assert set(marked(planes["frontier"][0], hex_place)) == {
        cell for tile in taken for cell in around(tile) & cells - taken
    }


# -- Träxx -------------------------------------------------------------------------------------------------------------

STEPS = [tuple(np.subtract((ord(f[0]), int(f[1])), (ord("e"), 5))) for f in ("f5", "e6", "d6", "d5", "e4", "f4")]


def walked(words: str) -> list[tuple[int, int]]:
    """Where a walk leads, step by step, from its start."""
    places = [(0, 0)]
    for word in words:
        places.append((places[-1][0] + STEPS[int(word)][0], places[-1][1] + STEPS[int(word)][1]))
    return places


WALKS = sorted(
    words
    for many in range(1, 6)
    for words in map("".join, product("012345", repeat=many))
    if len(set(walked(words))) == many + 1
)


def read_traxx(table: Table, seat: int, action: int) -> str:
    block, number = block_of(table, action)
    if block == "pass":
        return "pass"
    (end,) = marked(planes_of(table, seat)[block][0], hex_place)
    letter, row = ord(end[0]), int(end[1])
    return " ".join(f"{chr(letter + right)}{row + down}" for right, down in walked(WALKS[number]))


def look_traxx(table: Table, seat: int, board: Any) -> None:
    planes = planes_of(table, seat)
    assert marked(planes["number"][0], hex_place) == board["numbers"]
    colours = ["blue", "green", "yellow", "gray", "red", "purple"]
    assert {
        cell: colour for k, colour in enumerate(colours) for cell in marked(planes["colour"][k], hex_place)
    } == board["fields"]
    for k, line in enumerate(turned(board["lines"], seat)):
        assert set(marked(planes["line"][k], hex_place)) == set(line)
        assert set(marked(planes["first"][k], hex_place)) == {line[0]}
        assert set(marked(planes["last"][k], hex_place)) == {line[-1]}


# -- Cirplexed! --------------------------------------------------------------------------------------------------------


def read_cirplexed(table: Table, seat: int, action: int) -> str:
    width = table.encoding.width
    turned_slot, place = divmod(action, width * width)
    (slot, rotation), (row, column) = divmod(turned_slot, 4), divmod(place, width)
    board = table.match.view(seat)["board"]
    x, y = column - width // 2, row - width // 2
    beside = {tuple(map(int, tile["cell"].split(","))) for tile in board["tiles"][seat]}
    near = [(a + dx, b + dy) for a, b in beside for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    (cell,) = {one for one in near if one not in beside and (one[0] - x) % width == (one[1] - y) % width == 0}
    return f"{sorted(board['hand'])[slot]} {cell[0]},{cell[1]} r{rotation}"


def look_cirplexed(table: Table, seat: int, board: Any) -> None:
    planes, width = planes_of(table, seat), table.encoding.width
    colours, half = [colour[0].upper() for colour in "blue green orange purple red yellow".split()], width // 2
    shown = np.zeros((24, width, width), np.uint8)
    for tile in board["tiles"][seat]:
        x, y = map(int, tile["cell"].split(","))
        for corner, letter in enumerate(tile["face"]):  # clockwise from the top left
            shown[6 * corner + colours.index(letter), (y + half) % width, (x + half) % width] = 1
    assert (planes["own"] == shown).all()
    others = np.zeros_like(planes["others"])
    for k, tiles in enumerate(turned(board["tiles"], seat)[1:]):
        for tile in tiles:
            x, y = map(int, tile["cell"].split(","))
            for corner, letter in enumerate(tile["face"]):
                others[4 * k + corner, (y + half) % width, (x + half) % width] = 1 + colours.index(letter)
    assert (planes["others"] == others).all()


# -- Tracktic ----------------------------------------------------------------------------------------------------------

DRAWN = {  # as the rules draw them, row by row
    "I2": ["##"],
    "I3": ["###"],
    "V3": ["##", "# "],
    "I4": ["####"],
    "L4": ["###", "#  "],
    "S4": ["## ", " ##"],
    "I5": ["#####"],
    "L5": ["####", "#   "],
    "N5": ["### ", "  ##"],
    "U5": ["# #", "###"],
    "V5": ["#  ", "#  ", "###"],
    "W5": ["#  ", "## ", " ##"],
    "Z5": ["## ", " # ", " ##"],
}


def forms_of(drawing: list[str]) -> list[list[tuple[int, int]]]:
    """The different ways to turn and mirror a pattern, sorted as the page says."""
    cells = [(column, -row) for row, line in enumerate(drawing) for column, mark in enumerate(line) if mark == "#"]
    found = []
    for mirror, quarter in product((1, -1), range(4)):
        way = [(mirror * x, y) for x, y in cells]
        for _ in range(quarter):
            way = [(-y, x) for x, y in way]
        left, low = min(x for x, _ in way), min(y for _, y in way)
        found.append(sorted((x - left, y - low) for x, y in way))
    return sorted(form for k, form in enumerate(found) if form not in found[:k])


def square_place(table: Table) -> Callable[[int, int], str]:
    first = 2 if table.players == 2 else 0  # from c3 on, or from a1 on
    return lambda row, column: f"{LETTERS[column + first]}{row + 1 + first}"


def read_tracktic(table: Table, seat: int, action: int) -> str:
    block, number = block_of(table, action)
    if block == "skip":
        return "skip"
    width, name = table.encoding.width, square_place(table)
    form, place = divmod(number, width * width)
    row, column = divmod(place, width)
    if block == "flip":
        up, right = [(1, 0), (0, 1), (-1, 0), (0, -1)][form]  # north, east, south, west of the piece that is turned
        return f"flip {name(row - up, column - right)} {name(row, column)}"
    deck = list(DRAWN)[:6] if table.options["deck"] == "standard" else list(DRAWN)[1:]
    kind, cells = [(kind, cells) for kind in deck for cells in forms_of(DRAWN[kind])][form]
    first = cells[0]
    named = [name(row + r - first[1], column + c - first[0]) for c, r in cells]
    token = "*" if set(named) & set(table.match.view(seat)["board"]["pieces"]) else ""
    return f"{kind}{token} {' '.join(named)}"


def look_tracktic(table: Table, seat: int, board: Any) -> None:
    planes, name = planes_of(table, seat), square_place(table)
    colours = ["red", "blue", "green", "yellow"][: table.players]
    for k, colour in enumerate(turned(colours, seat)):
        assert set(marked(planes["pieces"][k], name)) == {
            cell for cell, piece in board["pieces"].items() if piece["colour"] == colour
        }
    for k, side in enumerate((1, 2, 4, 8)):
        assert set(marked(planes["tabs"][k], name)) == {
            cell for cell, piece in board["pieces"].items() if piece["sides"] & side
        }


# ----------------------------------------------------------------------------------------------------------------------

READ = {"exago": read_exago, "traxx": read_traxx, "cirplexed": read_cirplexed, "tracktic": read_tracktic}
LOOK = {"exago": look_exago, "traxx": look_traxx, "cirplexed": look_cirplexed, "tracktic": look_tracktic}
TABLES: list[tuple[str, int, dict[str, Any], int]] = [
    ("cirplexed", 2, {}, 44),
    ("cirplexed", 6, {}, 30),
    ("exago", 2, {}, 60),
    ("exago", 3, {"radius": 4, "early_relocation": True}, 100),
    ("exago", 4, {"reconnect": True, "early_relocation": True}, 60),
    ("tracktic", 2, {}, 20),
    ("tracktic", 3, {"deck": "long"}, 20),
    ("traxx", 1, {}, 6),
    ("traxx", 3, {}, 12),
]


@pytest.mark.parametrize(("name", "players", "options", "moves"), TABLES)
def test_actions_and_planes_agree_with_the_page(
    name: str, players: int, options: dict[str, Any], moves: int, luck: Luck
) -> None:
    table = Table(name, players, options)
    table.begin(luck.number())
    for _ in range(moves):
        if not table.match.waiting:
            break
        seat = table.match.waiting[0]
        legal = np.flatnonzero(table.mask(seat)).tolist()
        some = legal if len(legal) < 40 else [legal[luck.below(len(legal))] for _ in range(40)]
        assert [READ[name](table, seat, action) for action in some] == [
            table.move_text(seat, action) for action in some
        ]
        LOOK[name](table, seat, table.match.view(seat)["board"])
        table.play(seat, some[luck.below(len(some))])


@pytest.mark.parametrize("name", own())
def test_the_page_contains_the_descriptions(name: str) -> None:
    table = Table(name)
    text = section(page(table.game, CHANGELOG, BOTS), "Observation")
    assert table.encoding.places
    assert table.encoding.places in text
    if name == "tracktic":
        counts = np.cumsum([0, *(len(forms_of(DRAWN[kind])) for kind in list(DRAWN)[:6])])
        assert ", ".join(f"{kind} {first}" for kind, first in zip(DRAWN, counts[:-1], strict=False)) + "." in text
