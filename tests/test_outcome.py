"""Results in sentences: who won for the one who reads, by how much, and what broke a tie."""

from __future__ import annotations

import re

import pytest

import parlour
from parlour.game import Game, Outcome, ScoreColumn
from parlour.games import find, list_games
from parlour.outcome import REASONS, usual_column, verdict

NAMES = ["Ann", "Ben", "Cleo", "Dov"]
COLUMNS = {
    "circles": ScoreColumn("circles", "one circle", "{count} circles"),
    "halves": ScoreColumn("half circles", "one half circle", "{count} half circles"),
}


def ended(
    *rows: tuple[int, ...], reason: str = "rounds", resigned: tuple[int, ...] = (), shares: bool = True
) -> Outcome:
    """The outcome of these rows of scores, ranked as a match ranks them."""
    places = [(resigned.index(seat) if seat in resigned else len(rows), row) for seat, row in enumerate(rows)]
    ranking = tuple(1 + sum(other > place for other in places) for place in places)
    best = tuple(seat for seat, place in enumerate(ranking) if place == 1 and seat not in resigned)
    columns = list(zip(*rows, strict=True))
    names = ("circles", "halves")[: len(columns)]
    winners = best if shares or len(best) == 1 else ()
    return Outcome(reason, columns[0], dict(zip(names, columns, strict=True)), winners, ranking)


def read(outcome: Outcome, seat: int | None = None, resigned: tuple[int, ...] = ()) -> str:
    """The sentence for a seat, or for those who watch."""
    told = verdict(outcome, COLUMNS, resigned, seat)
    sentence = told.headline if told.own is None else told.own
    return sentence.text(NAMES)


@pytest.mark.parametrize(
    ("rows", "watched", "own"),
    [
        ([(7,), (5,)], "Ann won by two circles", ["You won by two circles", "You lost by two circles"]),
        ([(4,), (5,)], "Ben won by one circle", ["You lost by one circle", "You won by one circle"]),
        ([(30,), (9,)], "Ann won by 21 circles", ["You won by 21 circles", "You lost by 21 circles"]),
        (
            [(3,), (5,), (4,)],
            "Ben won by one circle",
            ["You lost to Ben by two circles", "You won by one circle", "You lost to Ben by one circle"],
        ),
        (
            [(5, 1), (5, 3)],
            "Level on circles: Ben won by two half circles",
            ["Level on circles: you lost by two half circles", "Level on circles: you won by two half circles"],
        ),
        (
            [(5, 1), (5, 2), (2, 9)],
            "Level with Ann on circles: Ben won by one half circle",
            [
                "Level with Ben on circles: you lost by one half circle",
                "Level with Ann on circles: you won by one half circle",
                "You lost to Ben by three circles",
            ],
        ),
        (
            [(5,), (5,), (2,)],
            "Ann and Ben share the win",
            ["You share the win with Ben", "You share the win with Ann", "You lost to Ann and Ben by three circles"],
        ),
        ([(37,)], "37 circles", ["37 circles"]),
        ([(1,)], "one circle", ["one circle"]),
        ([(-2,)], "−2 circles", ["−2 circles"]),
    ],
)
def test_everyone_reads_how_they_did(rows: list[tuple[int, ...]], watched: str, own: list[str]) -> None:
    outcome = ended(*rows)
    assert read(outcome) == watched
    assert [read(outcome, seat) for seat in range(len(rows))] == own


def test_nobody_wins_where_a_tie_is_not_shared() -> None:
    outcome = ended((0,), (0,), (0,), reason="turn_limit", shares=False)
    assert {read(outcome), *(read(outcome, seat) for seat in range(3))} == {"Nobody won"}


def test_whoever_resigned_reads_so() -> None:
    two = ended((9,), (2,), reason="resigned", resigned=(0,))
    assert [read(two, seat, (0,)) for seat in (None, 0, 1)] == [
        "Ben won: Ann resigned",
        "You resigned; Ben won",
        "You won: Ann resigned",
    ]
    assert verdict(two, COLUMNS, (0,)).reasons == ()
    three = ended((9,), (2,), (1,), reason="resigned", resigned=(0, 2))
    assert [read(three, seat, (0, 2)) for seat in (None, 0, 1)] == [
        "Ben won: all the others resigned",
        "You resigned; Ben won",
        "You won: all the others resigned",
    ]
    assert [reason.text(NAMES) for reason in verdict(three, COLUMNS, (0, 2)).reasons] == ["Ann and Cleo resigned"]
    alone = ended((9,), reason="resigned", resigned=(0,))
    assert [read(alone, seat, (0,)) for seat in (None, 0)] == ["Ann resigned", "You resigned"]


def test_a_seat_that_resigned_before_the_end_is_no_rival() -> None:
    outcome = ended((3,), (9,), (5,), resigned=(1,))
    assert outcome.winners == (2,)
    assert [read(outcome, seat, (1,)) for seat in (None, 0, 1, 2)] == [
        "Cleo won by two circles",
        "You lost to Cleo by two circles",
        "You resigned; Cleo won",
        "You won by two circles",
    ]
    assert [reason.text(NAMES) for reason in verdict(outcome, COLUMNS, (1,)).reasons] == [
        "The last round is over",
        "Ben resigned",
    ]


def test_there_is_no_margin_where_the_score_only_says_who_won() -> None:
    outcome = Outcome("line", (0, 1, 0), {"win": (0, 1, 0)}, winners=(1,), ranking=(2, 1, 2))
    assert read(outcome) == "Ben won"
    assert [read(outcome, seat) for seat in range(3)] == ["You lost to Ben", "You won", "You lost to Ben"]


def test_columns_and_reasons_that_no_game_describes_are_worded_by_their_names() -> None:
    outcome = Outcome("out_of_time", (3, 1), {"open_ends": (3, 1)}, winners=(0,), ranking=(1, 2))
    told = verdict(outcome, {})
    assert told.headline.text(NAMES) == "Ann won by two open ends"
    assert [reason.text(NAMES) for reason in told.reasons] == ["Out of time"]
    assert usual_column("open_ends").counted(1).text == "one open end"


@pytest.mark.parametrize("name", list_games())
def test_every_game_describes_its_columns(name: str) -> None:
    game: Game = find(name)
    assert set(game.columns) <= set(game.score_names)
    for key in game.score_names:
        column = game.columns.get(key) or usual_column(key)
        assert column.name
        assert "{count}" in column.many
        assert "{" not in column.one
        if column.rule:
            rules = (game.folder / "RULES.md").read_text(encoding="utf-8")
            assert re.search(rf"^- \*\*{column.rule}\*\*", rules, re.M), f"{name} has no rule {column.rule}"


@pytest.mark.parametrize("name", list_games())
def test_the_view_tells_each_seat_its_own_result(name: str) -> None:
    game = find(name)
    match = parlour.new(name, players=game.players[-1], seed=3)
    assert match.verdict(None) is None
    assert match.view(0)["verdict"] is None
    for seat in range(match.players - 1):
        match.resign(seat)
    winner = match.players - 1
    told = match.view(winner)["verdict"]
    assert told["own"]["template"].startswith("You won")
    assert match.view(None)["verdict"]["own"] is None
    assert told["headline"]["seats"]["winners"] == [winner]


def test_reasons_are_clauses_without_a_stop() -> None:
    assert all(reason.text[0].isupper() and reason.text[-1] != "." for reason in REASONS.values())
