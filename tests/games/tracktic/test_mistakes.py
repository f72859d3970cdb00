"""Why a move was a mistake: every sentence is true of the grid, as the oracle knows it."""

from __future__ import annotations

import pytest

import parlour
from parlour.luck import Luck
from tests.games.mistakes import Mistake, check_game, number, sentence, with_move
from tests.games.tracktic.oracle import (
    COLOURS,
    WHITE,
    Oracle,
    bases,
    cells_beside,
    cells_of,
    grid,
    has_t,
    longest_path_length,
)

SHAPES = [
    f"with{ending}"
    for ending in "out tabs, one tab, two adjacent tabs, two opposite tabs, three tabs, four tabs".split(",")
]


def room(oracle: Oracle, seat: int) -> int:
    """How many empty cells beside what a seat can build from take a piece of its own without a T (K11, K14)."""
    own = cells_of(oracle.pieces, COLOURS[seat])
    empty = cells_beside(bases(oracle.pieces, COLOURS[seat])) & grid(oracle.players) - set(oracle.pieces)
    return sum(not has_t(own | {cell}) for cell in empty)


def is_true(before: Oracle, told: Mistake) -> bool:
    """Whether a sentence holds."""
    seat, args = told.seat, told.args
    after, better = (with_move(before, seat, text) for text in (told.played, told.better))
    other = COLOURS.index(str(args["colour"]).lower()) if "colour" in args else seat
    assert args.get("better", told.better) == told.better
    match told.message.template:
        case "This skipped the rest of the game, but {better} was possible.":
            return bool(told.played == "skip" != told.better)
        case "{better} would have made your longest path {long} pieces long, not {short}.":
            return bool(after.path_length(seat) == args["short"] < args["long"] == better.path_length(seat))
        case "This made {colour}'s longest path longer, from {short} pieces to {long}.":
            is_longer = after.path_length(other) == args["long"] > args["short"] == before.path_length(other)
            return is_longer and better.path_length(other) <= args["short"] and other != seat
        case "This spent a token, which {better} would have saved.":
            return (after.tokens[seat], better.tokens[seat]) == (before.tokens[seat] - 1, before.tokens[seat])
        case "{better} would have left you {more} cells to build on, this move {less}.":
            return room(after, seat) == number(args["less"]) < number(args["more"]) == room(better, seat)
        case "This left {colour} {more} cells to build on; {better} would have left {less}.":
            left = room(after, other), room(better, other)
            return left == (number(args["more"]), number(args["less"])) and left[0] > left[1] and other != seat
        case "{better} would have turned one of {colour}'s pieces to white.":
            return turned(before, better, other) == 1 > turned(before, after, other)
        case "{better} would have turned {many} of {colour}'s pieces to white.":
            return turned(before, better, other) == number(args["many"]) > turned(before, after, other)
        case "This used your last piece {shape}.":
            shape = SHAPES.index(args["shape"].text)
            pieces = [oracle.racks[seat][shape] for oracle in (before, after, better)]
            return bool(pieces[1] == 0 < pieces[2] <= pieces[0])
        case "{better} would have laid {more} pieces, this move {fewer}.":
            laid = [sum(before.racks[seat]) - sum(oracle.racks[seat]) for oracle in (after, better)]
            return laid == [number(args["fewer"]), number(args["more"])] and laid[0] < laid[1]
        case "{better} would have left you a cell to lengthen your path, this move none.":
            return (growing(after, seat), growing(better, seat)) == (0, 1)
        case "{better} would have left you {more} cells to lengthen your path, this move {less}.":
            left = growing(after, seat), growing(better, seat)
            return left == (number(args["less"]), number(args["more"])) and left[0] < left[1]
        case "This left {colour} {more} cells to lengthen its path; {better} would have left {less}.":
            left = growing(after, other), growing(better, other)
            return left == (number(args["more"]), number(args["less"])) and left[0] > left[1] and other != seat
        case "{better} would have left {more} empty cells nearer to you than to others, this move {less}.":
            left = nearest(after, seat), nearest(better, seat)
            return left == (number(args["less"]), number(args["more"])) and left[0] < left[1]
        case "This left {more} empty cells nearest to {colour}; {better} would have left {less}.":
            left = nearest(after, other), nearest(better, other)
            return left == (number(args["more"]), number(args["less"])) and left[0] > left[1] and other != seat
    raise AssertionError(told.message.template)


def growing(oracle: Oracle, seat: int) -> int:
    """On how many empty cells beside what a seat can build from one more piece makes its longest path longer."""
    own = cells_of(oracle.pieces, COLOURS[seat])
    white = cells_of(oracle.pieces, WHITE)
    empty = cells_beside(bases(oracle.pieces, COLOURS[seat])) & grid(oracle.players) - set(oracle.pieces)
    free = [cell for cell in empty if not has_t(own | {cell})]
    return sum(longest_path_length(own | {cell}, white) > oracle.path_length(seat) for cell in free)


def nearest(oracle: Oracle, seat: int) -> int:
    """How many empty cells a colour gets to in fewer steps than every other one."""
    steps = {colour: steps_from(oracle, cells_of(oracle.pieces, colour)) for colour in COLOURS}
    own = steps.pop(COLOURS[seat])
    return sum(all(many < other.get(cell, 1000) for other in steps.values()) for cell, many in own.items())


def steps_from(oracle: Oracle, cells: set[str]) -> dict[str, int]:
    """How many steps each empty cell is from the nearest of these cells, over empty cells."""
    empty, found, edge, many = grid(oracle.players) - set(oracle.pieces), dict[str, int](), cells, 0
    while edge:
        edge, many = (cells_beside(edge) & empty) - set(found), many + 1
        found |= dict.fromkeys(edge, many)
    return found


def turned(before: Oracle, after: Oracle, seat: int) -> int:
    return len(cells_of(before.pieces, COLOURS[seat])) - len(cells_of(after.pieces, COLOURS[seat]))


def checked(luck: Luck, players: int, plies: int, pairs: int) -> set[str]:
    options = {"deck": ("standard", "long")[luck.below(2)], "pieces": ("jigsaw", "plain")[luck.below(4) == 0]}
    match = parlour.new("tracktic", players, seed=luck.number(), **options)
    oracle = Oracle(players, match.options, match.deal)
    return check_game(match, oracle, is_true, luck, plies, pairs)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_said_in_random_games_is_true(players: int, luck: Luck) -> None:
    assert checked(luck, players, plies=4 * players, pairs=2)


@pytest.mark.prove
def test_what_is_said_in_many_random_games_is_true(luck: Luck) -> None:
    seen = set().union(*(checked(luck, 2 + luck.below(3), 14, 6) for _ in range(40)))
    assert len(seen) >= 8


def test_k12_the_last_piece_of_a_shape() -> None:
    match = parlour.new("tracktic", players=2, seed=1)
    state = match.state
    state[0].rack[0] = 1  # the pieces without tabs
    explain = match.game.explain_mistake
    assert explain is not None
    played = next(text for text in match.legal(0) if "0" in match.complete(0, f"{text} :"))
    while len(played.split(":")) == 1 or match.complete(0, played):
        played += " :" if ":" not in played else f" {match.complete(0, played)[0]}"
    same = played.split(" :")[0]
    told = explain(state[0], 0, played, same, [played])
    assert told is not None
    assert told.text == "This used your last piece without tabs."


def test_nothing_is_said_about_equal_or_unknown_moves() -> None:
    match = parlour.new("tracktic", players=2, seed=1)
    first, other = match.legal(0)[:2]
    assert sentence(match, 0, first, first) is None
    assert sentence(match, 0, first, "I9 a1 a2") is None
    assert sentence(match, 0, other, "skip") is None
    assert sentence(match, 0, "skip", first) == f"This skipped the rest of the game, but {first} was possible."


def test_a_hint_shows_where_a_pattern_meets_what_it_builds_on() -> None:
    match = parlour.new("tracktic", players=2, seed=1)
    hint_cells = match.game.hint_cells
    assert hint_cells is not None
    for text in match.legal(0)[:-1]:
        cells = hint_cells(match.state[0], 0, text)
        own = {"g3", "g4", "g5"}
        assert cells
        assert set(cells) <= set(text.split()[1:]) & cells_beside(own)
    assert hint_cells(match.state[0], 0, "skip") == []
    assert hint_cells(match.state[0], 0, "flip g10 f10") == ["g10"]
