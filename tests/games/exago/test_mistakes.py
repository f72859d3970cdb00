"""Why a move was a mistake: every sentence is true of the board, as the oracle knows it."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.games.exago.oracle import AXES, Board, Cell, Oracle, candidates, cell_name, is_on_board, threatens
from tests.games.exago.positions import COLOURS, at
from tests.games.mistakes import Mistake, check_game, number, sentence, with_move


def seat_of(colour: Any) -> int:
    return COLOURS.index(str(colour).lower())


def winning(oracle: Oracle, seat: int) -> set[str]:
    """The cells on which a seat would complete a line, if it were its turn."""
    moves = candidates(oracle.rules, oracle.tiles, tuple(oracle.hands), seat, may_win=True)
    return {move.text.split()[-1] for move in moves if move.wins}


def threat(oracle: Oracle, seat: int) -> bool:
    return threatens(oracle.rules, oracle.tiles, tuple(oracle.hands), seat)


def lines(oracle: Oracle, seat: int) -> list[list[Cell]]:
    """Every straight line of the winning length on the board that has no tile of another colour."""
    radius, length, board = oracle.rules.radius, oracle.rules.line_length, oracle.tiles
    span = range(-radius, radius + 1)
    cells = [(q, r) for q in span for r in span if is_on_board((q, r), radius)]
    rows = [[(q + k * dq, r + k * dr) for k in range(length)] for q, r in cells for dq, dr in AXES]
    return [row for row in rows if all(is_on_board(cell, radius) and board.get(cell, seat) == seat for cell in row)]


def most(oracle: Oracle, seat: int, before: Board | None = None) -> int:
    board = oracle.tiles if before is None else before
    return max((sum(cell in board for cell in row) for row in lines(oracle, seat)), default=0)


def through(oracle: Oracle, seat: int, target: str) -> int:
    named = [[cell_name(cell, oracle.rules.radius) for cell in row] for row in lines(oracle, seat)]
    return sum(target in row for row in named)


def sent_home(before: Oracle, after: Oracle, mover: int, seat: int, text: str) -> int:
    return after.hands[seat] - before.hands[seat] + (seat == mover and len(text.split()) == 1)


def is_true(before: Oracle, told: Mistake) -> bool:
    """Whether a sentence holds."""
    seat, args = told.seat, told.args
    after, better = (with_move(before, seat, text) for text in (told.played, told.better))
    following = (seat + 1) % before.rules.players
    other = seat_of(args["colour"].removesuffix("'s")) if "colour" in args else following
    assert args.get("better", told.better) == told.better
    match told.message.template:
        case "{better} would have won at once.":
            return seat in better.outcome["winners"] and not (after.outcome and seat in after.outcome["winners"])
        case "{colour} threatened to win; {better} would have stopped it.":
            return threat(before, other) and threat(after, other) and not threat(better, other)
        case "{colour} threatened to win on {cells:, and}; {better} would have met one of these threats.":
            now, then = winning(before, other), winning(better, other)
            return now == set(args["cells"]) > then and len(winning(after, other)) > len(then) > 0
        case "This let {colour} threaten to win.":
            return threat(after, other) and not threat(before, other) and not threat(better, other)
        case "This let {colour} win at once with {reply}.":
            won = with_move(after, following, args["reply"]).outcome
            return other == following and won["winners"] == (other,) and not threat(better, other)
        case "This let {colour} make two threats at once with {reply}.":
            return (
                other == following
                and two_threats(after, other, args["reply"])
                and not any(two_threats(better, other, text) for text in some_replies(better, other))
            )
        case "This let {colour} make a threat with {reply}.":
            made = with_move(after, following, args["reply"])
            return (
                threat(made, other)
                and not threat(after, other)
                and not any(threat(with_move(better, other, text), other) for text in some_replies(better, other))
            )
        case "{better} would have threatened to win on both {cells:and}.":
            cells = set(args["cells"])
            return winning(better, seat) == cells and len(winning(after, seat)) < 2 == len(cells)
        case "{better} would have made {many} threats at once.":
            return len(winning(better, seat)) == number(args["many"]) > 2 > len(winning(after, seat))
        case "{better} would have threatened to win on {cell}.":
            return args["cell"] in winning(better, seat) and not winning(after, seat)
        case "This sent one of your own tiles back to your hand.":
            return (
                sent_home(before, after, seat, seat, told.played)
                == 1
                > sent_home(before, better, seat, seat, told.better)
            )
        case "This sent {many} of your own tiles back to your hand.":
            many = sent_home(before, after, seat, seat, told.played)
            return many == number(args["many"]) > max(1, sent_home(before, better, seat, seat, told.better))
        case "{better} would have sent one of {colour}'s tiles home.":
            return sent_home(before, better, seat, other, "") == 1 > sent_home(before, after, seat, other, "")
        case "{better} would have sent {many} of {colour}'s tiles home.":
            many = sent_home(before, better, seat, other, "")
            return many == number(args["many"]) > max(1, sent_home(before, after, seat, other, ""))
        case "{better} would have left {colour} no open line of {length} with {many} tiles.":
            many = number(args["many"])
            return (
                most(after, other) >= many > most(better, other) and number(args["length"]) == before.rules.line_length
            )
        case "{better} would have given you {many} tiles on an open line of {length}.":
            many = number(args["many"])
            return most(better, seat) == many > most(after, seat) and number(args["length"]) == before.rules.line_length
        case "This broke up your {many} tiles on an open line.":
            return most(before, seat) == number(args["many"]) > most(after, seat) and most(better, seat) >= most(
                before, seat
            )
        case "{better} would have been on {more} open lines of {length}; this tile is on {fewer}.":
            more, fewer = (number(args[name]) for name in ("more", "fewer"))
            targets = told.better.split()[-1], told.played.split()[-1]
            return (through(better, seat, targets[0]), through(after, seat, targets[1])) == (
                more,
                fewer,
            ) and more > fewer
        case "This let {colour} win by force with {reply}.":
            made = with_move(after, following, args["reply"])
            return before.rules.players == 2 and other == following and forced(made, other, is_to_move=False)
        case "This let {colour} win by force, with threat after threat.":
            return other == following and forced(after, other, is_to_move=True) and not threat(after, other)
        case "{better} would have won by force.":
            return before.rules.players == 2 and forced(better, seat, is_to_move=False)
        case "This left {colour} {more} open lines with {many} tiles or more; {better} would have left {fewer}.":
            left = [lines_with(oracle, other, number(args["many"])) for oracle in (after, better)]
            return other != seat and left == [number(args["more"]), number(args["fewer"])] and left[0] > left[1]
        case "{better} would have given you {more} open lines with {many} tiles or more, this move {fewer}.":
            given = [lines_with(oracle, seat, number(args["many"])) for oracle in (better, after)]
            return given == [number(args["more"]), number(args["fewer"])] and given[0] > given[1]
        case "This left {cell} to {colour}, who is likely to play there.":
            is_told = told.line[1].split()[-1] == args["cell"] == told.better.split()[-1]
            return is_told and other == following and told.line[1] in after.legal(other)
        case "{colour}'s likely reply is {reply}.":
            return other == following and told.line[1] == args["reply"] in after.legal(other)
    raise AssertionError(told.message.template)


def lines_with(oracle: Oracle, seat: int, many: int) -> int:
    """How many open lines have at least so many of a seat's tiles."""
    return sum(sum(cell in oracle.tiles for cell in row) >= many for row in lines(oracle, seat))


Cells = frozenset[Cell]


def around(tiles: Cells) -> Cells:
    steps = [(dq, dr) for q, r in AXES for dq, dr in ((q, r), (-q, -r))]
    return frozenset((q + dq, r + dr) for q, r in tiles for dq, dr in steps)


class Race:
    """Two seats who place tiles: which wins by force, found by trying everything, in sets of cells."""

    def __init__(self, oracle: Oracle) -> None:
        radius, length = oracle.rules.radius, oracle.rules.line_length
        span = range(-radius, radius + 1)
        self.cells = frozenset((q, r) for q in span for r in span if is_on_board((q, r), radius))
        rows = (frozenset((q + k * dq, r + k * dr) for k in range(length)) for q, r in self.cells for dq, dr in AXES)
        self.rows = [row for row in rows if row <= self.cells]

    def winning(self, own: Cells, other: Cells) -> Cells:
        """The cells that complete a line."""
        return frozenset(next(iter(row - own)) for row in self.rows if len(row - own) == 1 and not row & other)

    def replies(self, own: Cells, other: Cells) -> Cells:
        return (around(own | other) & self.cells) - own - other

    def wins(self, own: Cells, other: Cells, threats: int) -> bool:
        if self.winning(own, other):
            return True
        tried = [own | {cell} for cell in self.replies(own, other)] if threats else []
        return any(self.winning(more, other) and self.loses(other, more, threats - 1) for more in tried)

    def loses(self, own: Cells, other: Cells, threats: int) -> bool:
        if self.winning(own, other):
            return False
        return all(self.wins(other, own | {cell}, threats) for cell in self.replies(own, other))


def forced(oracle: Oracle, seat: int, is_to_move: bool) -> bool:
    """Whether a seat wins by force."""
    race, tiles = Race(oracle), oracle.tiles
    own, other = (frozenset(cell for cell, owner in tiles.items() if owner == one) for one in (seat, 1 - seat))
    return race.wins(own, other, 2) if is_to_move else race.loses(other, own, 2)


def two_threats(oracle: Oracle, seat: int, reply: str) -> bool:
    return len(winning(with_move(oracle, seat, reply), seat)) > 1


def some_replies(oracle: Oracle, seat: int) -> list[str]:
    """The replies with tiles from the hand: to try every lift would take too long."""
    return [text for text in oracle.legal(seat) if len(text.split()) == 1]


def checked(luck: Luck, players: int, plies: int, pairs: int) -> set[str]:
    options: dict[str, Any] = {
        "early_relocation": not luck.below(3),
        "reconnect": not luck.below(3),
        "radius": 4 + luck.below(2),
    }
    match = parlour.new("exago", players, **options)
    oracle = Oracle(players, match.options)
    return check_game(match, oracle, is_true, luck, plies, pairs)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_said_in_random_games_is_true(players: int, luck: Luck) -> None:
    assert checked(luck, players, plies=40, pairs=2)


@pytest.mark.prove
def test_what_is_said_in_many_random_games_is_true(luck: Luck) -> None:
    seen = set().union(*(checked(luck, 2 + luck.below(5), 90, 6) for _ in range(40)))
    assert len(seen) >= 12


ONE_OF_TWO = "Blue threatened to win on c7 and h7; h7 would have met one of these threats."


@pytest.mark.parametrize(
    ("position", "played", "better", "told"),
    [
        ({"red": "d6 e6 f6 g6", "blue": "d7 e7 f7"}, "g7", "h6", "h6 would have won at once."),
        ({"red": "e6 f6", "blue": "d7 e7 f7 g7"}, "e5", "h7", ONE_OF_TWO),
        (
            {"red": "h7 e6 f6", "blue": "d7 e7 f7 g7"},
            "e5",
            "c7",
            "Blue threatened to win; c7 would have stopped it.",
        ),
        (
            {"red": "e6 f6", "blue": "e7 f7 g7"},
            "e5",
            "h7",
            "This let Blue make two threats at once with d7.",
        ),
        ({"red": "e6 f6 g6", "blue": "e8 e7"}, "f8", "d6", "d6 would have threatened to win on both c6 and h6."),
        ({"red": "h7 e6 f6", "blue": "e7 f7 g7"}, "e5", "d7", "This let Blue make a threat with d7."),
        ({"red": "h6 d6 e6 f6", "blue": "e7 f7 g7"}, "h5", "g6", "g6 would have won at once."),
        ({"red": "e6 f6 g6", "blue": "d6 e7"}, "f7", "h6", "h6 would have threatened to win on i6."),
    ],
)
def test_sentences(position: dict[str, Any], played: str, better: str, told: str | None) -> None:
    assert sentence(at(2, "red", **position), 0, played, better) == told


def test_the_likely_reply_is_named() -> None:
    match = at(2, "red", red="e6 f6", blue="e7 f7 g7")
    assert sentence(match, 0, "e5", "h7", "h7") == "This let Blue make two threats at once with h7."
    assert sentence(match, 0, "e5", "h7", "f5") == "This let Blue make two threats at once with d7."


def test_x12_tiles_that_go_home() -> None:
    match = at(3, "red", red="a6 b6 d6 e6 f5 g5", blue="c6 c7", yellow="h4")
    assert sentence(match, 0, "b6 e5", "e6 d5") == "e6 d5 would have sent one of Yellow's tiles home."


@pytest.mark.parametrize(
    ("moves", "played", "better", "told"),
    [
        ("f6 e6 e5 e7 g5 d6 f4", "d8", "f5", "This let Red win by force with f5."),
        ("f6 g5 e6 g6 f5 g7 g4", "d6", "g8", "This let Red win by force, with threat after threat."),
        ("f6 f7 f8 g6 e7 d7 g5 h4 e8 h3", "f9", "d8", "d8 would have won by force."),
    ],
)
def test_x17_wins_by_force_are_found_and_are_certain(moves: str, played: str, better: str, told: str) -> None:
    match = parlour.new("exago", 2)
    oracle = Oracle(2, match.options)
    for ply, text in enumerate(moves.split()):
        match.play(ply % 2, text)
        oracle.play(ply % 2, text)
    assert sentence(match, match.waiting[0], played, better) == told
    explain = match.game.explain_mistake
    assert explain is not None
    message = explain(match.state[0], match.waiting[0], played, better, [played])
    assert message is not None
    assert is_true(oracle, Mistake(match.waiting[0], played, better, [played], message))


def test_nothing_is_said_about_equal_or_unknown_moves() -> None:
    match = at(2, "red", red="e6 f6", blue="e7 f7 g7")
    assert sentence(match, 0, "e5", "e5") is None
    assert sentence(match, 0, "e5", "a1") is None
    assert sentence(match, 0, "pass", "e5") is None


def test_a_hint_shows_the_tile_to_lift_or_the_tiles_around_a_cell() -> None:
    match = at(2, "red", red="e6 f6", blue="e7 f7 g7")
    hint_cells = match.game.hint_cells
    assert hint_cells is not None
    assert hint_cells(match.state[0], 0, "f5") == ["f6", "e6"] or hint_cells(match.state[0], 0, "f5") == ["e6", "f6"]
    assert hint_cells(match.state[0], 0, "a1") == []
    first = parlour.new("exago", 2)
    assert hint_cells(first.state[0], 0, "f6") == ["f6"]
