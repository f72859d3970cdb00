"""What was asked for, and what of it is missing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from parlour.arena.tournament.config import Setup, new_setup
from parlour.arena.tournament.request import Request, Unfinished, command_text, parse_command, unfinished
from parlour.arena.tournament.runner import new_plan
from parlour.arena.tournament.schedule import contests
from parlour.arena.tournament.worker import Played
from parlour.games import find
from tests.arena.tables import played

BOTS = ("random", "greedy", "1")


def test_the_command_of_a_plan_plays_that_plan() -> None:
    setup = new_setup(find("exago"), 3, {"radius": 4}, "a b", 0.1)
    told = command_text(new_plan(setup, ["greedy", "random"], 30, stops_when_sure=True))
    assert told == (
        "parlour arena exago --players 3 --bots random,greedy --games 30 --seed 'a b' --effort 0.1 "
        "--option radius=4 --stop-when-sure"
    )
    assert parse_command(told) == Request(("random", "greedy"), 30, True)
    equals = command_text(new_plan(new_setup(find("tracktic"), 4), ["5"] * 4, 7))
    assert equals == "parlour arena tracktic --players 4 --bots 5,5,5,5 --games 7"
    assert parse_command(equals) == Request(("5",), 7, False)
    assert parse_command("parlour arena toy") is None


def games_of(setup: Setup, deals: Sequence[int]) -> list[Played]:
    """So many deals of each contest, in all orders."""
    return [
        played(fixture.bots, (1, 2), deal, fixture.order)
        for contest, number in zip(contests(setup, BOTS), deals, strict=True)
        for deal in range(number)
        for fixture in contest.fixtures(deal)
    ]


def test_who_has_fewer_games_than_were_asked_for_is_not_finished() -> None:
    setup = new_setup(find("exago"), 2)
    first = command_text(new_plan(setup, BOTS, 5))
    games = [game for game in games_of(setup, (3, 2, 0)) if game.fixture.key != ("random 1", 1, 1)]
    missing = [Unfinished(("random", "1"), 3, 6), Unfinished(("greedy", "1"), 0, 6)]
    assert unfinished([first], setup.facts, games, ()) == missing
    assert unfinished([first], setup.facts, games, set(combinations(BOTS, 2))) == missing  # sure, but not to end by it
    more = command_text(new_plan(setup, BOTS[:2], 8))
    fewer = command_text(new_plan(setup, BOTS[:2], 2))
    later = [game for game in games if game.fixture.deal > 0]
    assert unfinished([fewer], setup.facts, games, ()) == []
    assert unfinished([fewer], setup.facts, later, ()) == [Unfinished(("random", "greedy"), 0, 2)]  # of other deals
    both = unfinished([first, more], setup.facts, games, ())
    assert {contest.bots: (contest.games, contest.asked) for contest in both} == {
        ("random", "greedy"): (6, 8),
        ("random", "1"): (3, 6),
        ("greedy", "1"): (0, 6),
    }


def test_who_ended_by_being_sure_is_finished() -> None:
    setup = new_setup(find("exago"), 2)
    asked = command_text(new_plan(setup, BOTS, 400, stops_when_sure=True))
    missing = unfinished([asked], setup.facts, [], {("random", "greedy")})
    assert [contest.bots for contest in missing] == [("random", "1"), ("greedy", "1")]


def test_alone_a_bot_is_finished_when_it_is_sure_against_each_other() -> None:
    setup = new_setup(find("traxx"), 1)
    asked = command_text(new_plan(setup, BOTS, 400, stops_when_sure=True))
    sure = {("random", "greedy"), ("random", "1")}
    assert [contest.bots for contest in unfinished([asked], setup.facts, [], sure)] == [("greedy",), ("1",)]


def test_a_table_of_equals_is_never_sure_of_anything() -> None:
    plan = new_plan(new_setup(find("exago"), 2), ["greedy", "greedy"], 3, stops_when_sure=True)
    games = [played(("greedy", "greedy"), (1, 2), 0)]
    assert unfinished([command_text(plan)], plan.setup.facts, games, ()) == [Unfinished(("greedy",), 1, 3)]
