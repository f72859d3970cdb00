"""All bots get the same seats and the same deals."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour.arena.tournament.config import checked_bots, new_setup
from parlour.arena.tournament.runner import new_plan
from parlour.arena.tournament.schedule import deal_seed, deals_for, lineups
from parlour.arena.tournament.worker import play
from parlour.errors import BadOption, BadPlayers, ParlourError, UnknownBot
from parlour.games import find, load

FIVE = ["1", "2", "3", "4", "5"]


def test_with_two_seats_every_pair_plays_both_orders() -> None:
    setup = new_setup(find("exago"), 2)
    found = lineups(setup, FIVE)
    assert len(found) == 10
    assert [scheduled.bots for scheduled in found[0].games(0)] == [("1", "2"), ("2", "1")]
    assert deals_for(setup, 400) == 200
    assert deals_for(setup, 401) == 201


def test_with_more_seats_two_bots_alternate() -> None:
    (found, *_) = lineups(new_setup(find("exago"), 4), FIVE)
    assert [scheduled.bots for scheduled in found.games(3)] == [("1", "2", "1", "2"), ("2", "1", "2", "1")]
    (three, *_) = lineups(new_setup(find("exago"), 3), FIVE)
    assert [scheduled.bots for scheduled in three.games(0)] == [("1", "2", "1"), ("2", "1", "2")]


def test_at_mixed_tables_each_bot_takes_every_seat() -> None:
    found = lineups(new_setup(find("exago"), 4, is_mixed=True), FIVE)
    assert len(found) == 5
    for deal in range(3):
        tables = [scheduled.bots for scheduled in found[0].games(deal)]
        assert len(tables) == 4
        assert all(Counter(column) == Counter(found[0].bots) for column in (*tables, *zip(*tables, strict=True)))
    assert len({found[0].games(deal)[0].bots for deal in range(20)}) > 4


def test_solo_bots_play_the_same_deals() -> None:
    setup = new_setup(find("traxx"), 1)
    found = lineups(setup, ["random", "greedy"])
    assert [lineup.name for lineup in found] == ["random", "greedy"]
    results = [play(setup, lineup.games(7)[0]) for lineup in found]
    deals = [load(result.record).deal for result in results if result.record is not None]
    assert len(deals) == 2
    assert deals[0] == deals[1]


def test_self_play_plays_each_deal_once() -> None:
    setup = new_setup(find("exago"), 4)
    plan = new_plan(setup, ["greedy"] * 4, 7)
    assert [scheduled.bots for lineup in plan.lineups for scheduled in lineup.games(2)] == [("greedy",) * 4]
    assert (plan.deals, plan.games_of_each) == (7, 7)
    other = new_plan(setup, ["random"] * 4, 7)
    assert len({setup.key, plan.setup.key, other.setup.key}) == 3  # their games are stored separately
    with pytest.raises(ParlourError, match="name each bot once, or 5,5,5,5 for a table of equals"):
        new_plan(setup, ["5", "5"], 7)
    with pytest.raises(ParlourError, match="at least 2 bots, not 1, or 5,5,5,5 for a table of equals"):
        new_plan(setup, ["5"], 7)
    with pytest.raises(ParlourError, match=r"name each bot once$"):
        new_plan(new_setup(find("exago"), 4, is_mixed=True), ["5"] * 4, 7)


def test_all_orders_of_a_deal_have_the_same_cards() -> None:
    setup = new_setup(find("cirplexed"), 2, seed="luck")
    (lineup,) = lineups(setup, ["random", "greedy"])
    records = [play(setup, scheduled).record for deal in (0, 1) for scheduled in lineup.games(deal)]
    matches = [load(record) for record in records if record is not None]
    deals = [match.deal for match in matches]
    assert len(deals) == 4
    assert deals[0] == deals[1] != deals[2] == deals[3]
    assert deal_seed(setup, 0) == "luck/0"
    assert [(seat.kind, seat.bot) for seat in matches[1].seats] == [("bot", "greedy"), ("bot", "random")]


def test_a_scheduled_game_is_reproducible() -> None:
    setup = new_setup(find("exago"), 2)
    (lineup,) = lineups(setup, ["random", "greedy"])
    first, second = (play(setup, lineup.games(5)[0]) for _ in range(2))
    assert first.record == second.record
    assert first.plies == sum(first.moves) > 0
    assert all(0 < slowest <= total for slowest, total in zip(first.slowest, first.seconds, strict=True))
    assert play(setup, lineup.games(6)[0]).record != first.record


def test_errors_say_what_would_be_valid() -> None:
    exago = find("exago")
    setup = new_setup(exago)
    assert setup.players == 2
    with pytest.raises(BadPlayers, match="2 to 6"):
        new_setup(exago, 7)
    with pytest.raises(BadOption, match="radius"):
        new_setup(exago, 2, {"radius": 99})
    with pytest.raises(UnknownBot, match="it has: random, greedy"):
        checked_bots(setup, ["random", "bob"])
    with pytest.raises(ParlourError, match="'random' is named twice"):
        checked_bots(setup, ["random", "random"])
    with pytest.raises(ParlourError, match="at least 2 bots, not 1"):
        checked_bots(setup, ["random"])
    with pytest.raises(ParlourError, match="at least 4 bots, not 2"):
        checked_bots(new_setup(exago, 4, is_mixed=True), ["random", "greedy"])
    for wrong in (0, -1, float("inf"), float("nan"), True, "x"):
        with pytest.raises(ParlourError, match="effort must be a number above 0"):
            new_setup(exago, 2, effort=wrong)  # type: ignore[arg-type]
    with pytest.raises(ParlourError, match="whole number above 0"):
        new_plan(setup, ["random", "greedy"], 0)
    assert checked_bots(setup, ["greedy", "random"]) == ["random", "greedy"]
