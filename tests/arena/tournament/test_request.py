"""What was requested, and what of it is missing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from parlour.arena.tournament.config import Setup, new_setup
from parlour.arena.tournament.request import Request, Unfinished, command_text, unfinished
from parlour.arena.tournament.runner import new_plan
from parlour.arena.tournament.schedule import lineups
from parlour.arena.tournament.worker import GameResult
from parlour.games import find
from tests.arena.tables import played

BOTS = ("random", "greedy", "1")


def test_the_command_of_a_plan_reproduces_the_plan() -> None:
    setup = new_setup(find("exago"), 3, {"radius": 4}, "a b", 0.1)
    plan = new_plan(setup, ["greedy", "random"], 30, stop_when_sure=True)
    assert plan.request == Request(("random", "greedy"), 30, True)
    assert command_text(setup.facts, plan.request) == (
        "parlour arena exago --players 3 --bots random,greedy --games 30 --seed 'a b' --effort 0.1 "
        "--option radius=4 --stop-when-sure"
    )
    alike = new_plan(new_setup(find("tracktic"), 4), ["5"] * 4, 7)
    assert alike.request == Request(("5",), 7, False)
    expected = "parlour arena tracktic --players 4 --bots 5,5,5,5 --games 7"
    assert command_text(alike.setup.facts, alike.request) == expected
    mixed = new_plan(new_setup(find("tracktic"), 3, is_mixed=True), BOTS, 2)
    assert command_text(mixed.setup.facts, mixed.request).endswith("--games 2 --mixed")


def test_a_long_option_is_given_as_a_file() -> None:
    facts = new_setup(find("exago"), 2).facts | {"game": "elsewhere", "options": {"sheet": "x" * 81, "size": 3}}
    command = "parlour arena elsewhere --players 2 --bots 1 --games 2 --option sheet=@FILE --option size=3"
    assert command_text(facts, Request(("1",), 2, False)) == command


def games_of(setup: Setup, deals: Sequence[int]) -> list[GameResult]:
    """A number of deals of each lineup, in all orders."""
    return [
        played(scheduled.bots, (1, 2), deal, scheduled.order)
        for lineup, number in zip(lineups(setup, BOTS), deals, strict=True)
        for deal in range(number)
        for scheduled in lineup.games(deal)
    ]


def test_a_lineup_with_fewer_games_than_requested_is_unfinished() -> None:
    setup = new_setup(find("exago"), 2)
    first = new_plan(setup, BOTS, 5).request
    games = [game for game in games_of(setup, (3, 2, 0)) if game.scheduled.key != ("random 1", 1, 1)]
    missing = [Unfinished(("random", "1"), 3, 6), Unfinished(("greedy", "1"), 0, 6)]
    assert unfinished([first], setup.facts, games, ()) == missing
    assert unfinished([first], setup.facts, games, set(combinations(BOTS, 2))) == missing  # not told to stop
    more = new_plan(setup, BOTS[:2], 8).request
    fewer = new_plan(setup, BOTS[:2], 2).request
    later = [game for game in games if game.scheduled.deal > 0]
    assert unfinished([fewer], setup.facts, games, ()) == []
    assert unfinished([fewer], setup.facts, later, ()) == [Unfinished(("random", "greedy"), 0, 2)]  # of other deals
    both = unfinished([first, more], setup.facts, games, ())
    assert {lineup.bots: (lineup.games, lineup.asked) for lineup in both} == {
        ("random", "greedy"): (6, 8),
        ("random", "1"): (3, 6),
        ("greedy", "1"): (0, 6),
    }


def test_a_lineup_that_stopped_when_sure_is_finished() -> None:
    setup = new_setup(find("exago"), 2)
    asked = new_plan(setup, BOTS, 400, stop_when_sure=True).request
    missing = unfinished([asked], setup.facts, [], {("random", "greedy")})
    assert [lineup.bots for lineup in missing] == [("random", "1"), ("greedy", "1")]


def test_a_solo_bot_is_finished_when_every_comparison_is_decided() -> None:
    setup = new_setup(find("traxx"), 1)
    asked = new_plan(setup, BOTS, 400, stop_when_sure=True).request
    sure = {("random", "greedy"), ("random", "1")}
    assert [lineup.bots for lineup in unfinished([asked], setup.facts, [], sure)] == [("greedy",), ("1",)]


def test_self_play_never_stops_early() -> None:
    plan = new_plan(new_setup(find("exago"), 2), ["greedy", "greedy"], 3, stop_when_sure=True)
    games = [played(("greedy", "greedy"), (1, 2), 0)]
    assert unfinished([plan.request], plan.setup.facts, games, ()) == [Unfinished(("greedy",), 1, 3)]
