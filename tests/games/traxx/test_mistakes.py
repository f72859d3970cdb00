"""Why a move was a mistake: every sentence is true of the sheet, as the oracle knows it."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.games.mistakes import Mistake, check_game, number, sentence, with_move
from tests.games.traxx.oracle import NEIGHBOURS, PASS, PLACES, Oracle, entered_fields
from tests.games.traxx.sheets import random_sheet


def steps(line: list[str]) -> dict[str, int]:
    """How many fields away each field is that is not on the line, over such fields."""
    found: dict[str, int] = {}
    edge, many = {line[0], line[-1]}, 0
    while edge:
        edge = {near for field in edge for near in NEIGHBOURS[field]} - set(line) - set(found)
        many += 1
        found |= dict.fromkeys(edge, many)
    return found


def field_of(oracle: Oracle, value: Any) -> str:
    (field,) = (field for field, found in oracle.sheet.numbers.items() if found == int(value))
    return field


def has(oracle: Oracle, seat: int, value: Any) -> bool:
    """Whether a number is on a line or can still be reached."""
    field = field_of(oracle, value)
    return field in oracle.lines[seat] or field in steps(oracle.lines[seat])


def on_line(oracle: Oracle, seat: int) -> list[int]:
    return [oracle.sheet.numbers[field] for field in oracle.lines[seat] if field in oracle.sheet.numbers]


def in_full(before: Oracle, after: Oracle, seat: int, value: int) -> bool:
    if before.players == 1:
        return value > max(on_line(after, 0), default=0)
    return not any(field_of(before, value) in line for other, line in enumerate(before.lines) if other != seat)


def has_free_field(line: list[str], end: str) -> bool:
    return not set(NEIGHBOURS[end]) <= set(line)


def is_true(oracle: Oracle, told: Mistake) -> bool:
    """Whether a sentence holds."""
    seat, args = told.seat, told.args
    before, after, better = (with_move(oracle, seat, text, PASS) for text in (PASS, told.played, told.better))
    start, points, more_points = (state.number_points[seat] for state in (before, after, better))
    line, good = after.lines[seat], better.lines[seat]
    assert args.get("better", told.better) == told.better
    match told.message.template:
        case "{better} would have reached the {numbers:, and} for {points}.":
            new = sorted(oracle.sheet.numbers[f] for f in entered_fields(told.better) if f in oracle.sheet.numbers)
            return bool(
                args["numbers"] == [str(value) for value in new]
                and args["points"].text.startswith(
                    f"{more_points - start} " if more_points - start > 1 else "one point"
                )
                and more_points > points == start
            )
        case "{better} would have scored {points} for numbers, this move {many}.":
            assert args["points"].text == f"{more_points - start} points"
            return bool(args["many"] == points - start > 0 and more_points > points)
        case "This reached the {high} before the {number}, which now counts half.":
            return halved(oracle, after, better, seat, args["high"], [args["number"]])
        case "This reached the {high} before the {numbers:, and}, which now count half.":
            return len(args["numbers"]) > 1 and halved(oracle, after, better, seat, args["high"], args["numbers"])
        case "This cut your line off from the {numbers:, and}.":
            return all(has(better, seat, value) and not has(after, seat, value) for value in args["numbers"])
        case "This left the end on {end} without a free field beside it.":
            both = all(has_free_field(good, end) for end in (good[0], good[-1]))
            return args["end"] in (line[0], line[-1]) and not has_free_field(line, args["end"]) and both
        case "This left both ends of your line, {ends:and}, without a free field beside them.":
            return set(args["ends"]) == {line[0], line[-1]} and not any(
                has_free_field(line, end) for end in args["ends"]
            )
        case "This left {many} free fields that your line can no longer get to.":
            return lost(line) == number(args["many"]) > lost(good) == 0
        case "This left {many} free fields that your line can no longer get to, {better} only {fewer}.":
            return lost(line) == number(args["many"]) > lost(good) == number(args["fewer"]) > 0
        case "{better} would have entered a field, this move none.":
            return (len(entered_fields(told.played)), len(entered_fields(told.better))) == (0, 1)
        case "{better} would have entered {more} fields, this move {fewer}.":
            more, fewer = number(args["more"]), number(args["fewer"])
            return len(good) - len(before.lines[seat]) == more > fewer == len(line) - len(before.lines[seat])
        case "After {better}, the {value} would be one field away, not {far}.":
            near = 1
        case "After {better}, the {value} would be {near} fields away, not {far}.":
            near = number(args["near"])
        case "This left a dead end, a free field with only one way in; {better} none.":
            return (dead_ends(line), dead_ends(good)) == (1, 0)
        case "This left {more} dead ends, free fields with only one way in; {better} {fewer}.":
            left = dead_ends(line), dead_ends(good)
            return left == (number(args["more"]), number(args["fewer"])) and left[0] > left[1]
        case "After {better}, your line could go on in {more} colours, not in one.":
            return (len(colours(oracle, good)), len(colours(oracle, line))) == (number(args["more"]), 1)
        case "After {better}, your line could go on in {more} colours, not {fewer}.":
            more, fewer = (len(colours(oracle, one)) for one in (good, line))
            return (more, fewer) == (number(args["more"]), number(args["fewer"])) and more > fewer
        case "After {better}, {more} free fields would be beside your ends, not {fewer}.":
            more, fewer = (len(beside(one)) for one in (good, line))
            return (more, fewer) == (number(args["more"]), number(args["fewer"])) and more > fewer
        case other:
            raise AssertionError(other)
    field = field_of(oracle, args["value"])
    return steps(good)[field] == near < steps(line)[field] == number(args["far"]) and in_full(
        oracle, better, seat, args["value"]
    )


def beside(line: list[str]) -> set[str]:
    """The free fields beside the ends of a line."""
    return {near for end in (line[0], line[-1]) for near in NEIGHBOURS[end]} - set(line)


def colours(oracle: Oracle, line: list[str]) -> set[str]:
    return {oracle.sheet.colours[field] for field in beside(line)}


def dead_ends(line: list[str]) -> int:
    """How many fields that the line can get to have only one neighbour that is another such field or an end of it."""
    ways = {*steps(line), line[0], line[-1]}
    return sum(len(ways & set(NEIGHBOURS[field])) == 1 for field in steps(line))


def lost(line: list[str]) -> int:
    return len(PLACES) - len(line) - len(steps(line))


def halved(oracle: Oracle, after: Oracle, better: Oracle, seat: int, high: int, numbers: list[str]) -> bool:
    return (
        oracle.players == 1
        and high in [oracle.sheet.numbers.get(field) for field in after.reached[seat][-1]]
        and all(
            field_of(oracle, value) not in after.lines[seat]
            and not in_full(oracle, after, seat, int(value))
            and in_full(oracle, better, seat, int(value))
            for value in numbers
        )
    )


def checked(luck: Luck, players: int, plies: int, pairs: int) -> set[str]:
    options: dict[str, Any] = {"sheet": random_sheet(luck)} if luck.below(3) == 0 else {}
    match = parlour.new("traxx", players, seed=luck.number(), **options)
    oracle = Oracle(players, match.options, match.deal)
    return check_game(match, oracle, is_true, luck, plies, pairs)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_what_is_said_in_random_games_is_true(players: int, luck: Luck) -> None:
    assert checked(luck, players, plies=60, pairs=3)


@pytest.mark.prove
def test_what_is_said_in_many_random_games_is_true(luck: Luck) -> None:
    seen = set().union(*(checked(luck, 1 + luck.below(4), 60, 8) for _ in range(60)))
    assert len(seen) >= 11


def test_nothing_is_said_about_equal_or_unknown_moves() -> None:
    match = parlour.new("traxx", players=2, seed=1)
    first = match.legal(0)[1]
    assert sentence(match, 0, first, first) is None
    assert sentence(match, 0, first, "a1 a2 a3") is None


def test_a_hint_shows_the_end_that_grows() -> None:
    match = parlour.new("traxx", players=2, seed=1)
    assert match.game.hint_cells is not None
    assert match.game.hint_cells(match.state[0], 0, match.legal(0)[0]) == [match.view(0)["board"]["lines"][0][0]]
    assert match.game.hint_cells(match.state[0], 0, "pass") == []
