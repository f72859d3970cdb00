"""Why a move was a mistake: every sentence is true of the board, as the oracle knows it."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.games.cirplexed.oracle import COLOURS, Board, Cell, Oracle, quarters
from tests.games.mistakes import Mistake, check_game, number, sentence, with_move

NAMES = ("blue", "green", "orange", "purple", "red", "yellow")


def letter(name: Any) -> str:
    return COLOURS[NAMES.index(name)]


def names(letters: list[str]) -> list[str]:
    return sorted({NAMES[COLOURS.index(one)] for one in letters})


def around(board: Board) -> dict[Cell, list[str]]:
    """The quarters at every point of a board, without those that are missing."""
    points = {(x + dx, y + dy) for x, y in board for dx in (0, 1) for dy in (0, 1)}
    return {point: [one for one in quarters(board, point) if one in COLOURS and one] for point in points}


def alike(board: Board, many: int) -> dict[Cell, str]:
    """The points with so many quarters, all of one colour, and no other; each with its letter."""
    return {point: there[0] for point, there in around(board).items() if len(there) == many and len(set(there)) == 1}


def placed(before: Board, after: Board) -> dict[Cell, tuple[str, list[str]]]:
    """What a new tile meets at each of its corners: its own letter, and those that were there."""
    (cell,) = after.keys() - before.keys()
    alone, old = around({cell: after[cell]}), around(before)
    return {point: (own, old.get(point, [])) for point, (own,) in alone.items()}


def matches(before: Board, after: Board) -> int:
    return sum(bool(there) and set(there) == {own} for own, there in placed(before, after).values())


def needs(board: Board, colour: str) -> list[int]:
    """For each empty cell: how many circles of a colour lack just the quarter there, if two or more."""
    gaps: dict[Cell, int] = {}
    for (x, y), there in alike(board, 3).items():
        (gap,) = {(x - 1, y - 1), (x - 1, y), (x, y - 1), (x, y)} - set(board)
        gaps[gap] = gaps.get(gap, 0) + (there == colour)
    return [many for many in gaps.values() if many > 1]


def is_true(oracle: Oracle, told: Mistake) -> bool:
    """Whether a sentence holds."""
    seat, args = told.seat, told.args
    before, after, better = (
        state.boards[seat]
        for state in (oracle, *(with_move(oracle, seat, text) for text in (told.played, told.better)))
    )
    colour = letter(args["colour"]) if "colour" in args else ""
    assert args.get("better", told.better) == told.better
    new, gained = (
        [there for point, there in alike(board, 4).items() if point not in alike(before, 4)]
        for board in (after, better)
    )
    three, threes = (
        [there for point, there in alike(board, 3).items() if point not in alike(before, 3)]
        for board in (after, better)
    )
    match told.message.template:
        case "{better} would have completed {more} circles, this move only {fewer}.":
            return (len(gained), len(new)) == (number(args["more"]), number(args["fewer"])) and len(gained) > len(new)
        case "{better} would have completed a circle in {colour}.":
            return (gained, new) == ([colour], [])
        case "{better} would have completed {many} circles, in {colours:, and}.":
            return len(gained) == number(args["many"]) and names(gained) == args["colours"] and not new
        case "This put {own} into a circle that had {many} quarters in {colour}.":
            many = number(args["many"])
            met = [(own, there) for own, there in placed(before, after).values()]
            return (letter(args["own"]), [colour] * many) in met and args["own"] != args["colour"] and many > 1
        case "This left {many} circles in {colour} that lack the same tile, and no tile has {colour} twice.":
            return number(args["many"]) in needs(after, colour)
        case "This used your only tile with {colour}, and a circle in {colour} lacks one quarter.":
            hand = [tile for tile in oracle.hands[seat] if colour in tile]
            return (
                hand == [told.played.split()[0]] and colour in alike(after, 3).values() and hand[0] not in told.better
            )
        case "{better} would have made three quarters of a circle in {colour}.":
            return (threes, three) == ([colour], [])
        case "{better} would have left {many} circles lacking one quarter, in {colours:, and}.":
            return len(threes) == number(args["many"]) > len(three) and names(threes) == args["colours"]
        case "{better} would have matched at one corner, this move at none.":
            return (matches(before, better), matches(before, after)) == (1, 0)
        case "{better} would have matched at {more} corners, this move at {fewer}.":
            more, fewer = number(args["more"]), number(args["fewer"])
            return matches(before, better) == more > fewer == matches(before, after)
    raise AssertionError(told.message.template)


def checked(luck: Luck, players: int, plies: int, pairs: int) -> set[str]:
    match = parlour.new("cirplexed", players, seed=luck.number())
    oracle = Oracle(players, match.options, match.deal)
    return check_game(match, oracle, is_true, luck, plies, pairs)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_is_said_in_random_games_is_true(players: int, luck: Luck) -> None:
    assert checked(luck, players, plies=40, pairs=3)


@pytest.mark.prove
def test_what_is_said_in_many_random_games_is_true(luck: Luck) -> None:
    seen = set().union(*(checked(luck, 2 + luck.below(5), 132, 8) for _ in range(30)))
    assert len(seen) >= 9


def test_nothing_is_said_about_equal_or_unknown_moves() -> None:
    match = parlour.new("cirplexed", players=2, seed=1)
    first = match.legal(0)[0]
    assert sentence(match, 0, first, first) is None
    assert sentence(match, 0, first, "BGOP 9,9 r0") is None


def test_a_hint_shows_the_cell_but_not_the_tile() -> None:
    match = parlour.new("cirplexed", players=2, seed=1)
    assert match.game.hint_cells is not None
    first = match.legal(0)[0]
    assert match.game.hint_cells(match.state[0], 0, first) == [first.split()[1]]
    assert match.game.hint_cells(match.state[0], 0, "BGOP 9,9 r0") == []
