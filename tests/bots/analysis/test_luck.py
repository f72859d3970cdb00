"""The luck of a deal, on deals made good and bad on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import hypot
from typing import Any

import pytest

import parlour
from parlour.bots.analysis import luck
from parlour.bots.annotation import DealLuck
from parlour.bots.level_bot import never
from parlour.games.cirplexed.rules import TILES
from parlour.match import Match
from tests.bots.analysis.matches import begun, finished


def measured(match: Match, same: int = 5, other: int = 2) -> list[DealLuck]:
    return luck.measure(match, "1", never, lambda: None, same, other)


def chosen_cards(is_good: bool) -> Any:
    """A solo deal of Träxx in which each card in turn is one with many lines for `greedy`, or with few."""
    deal: Any = parlour.new("traxx", 1, seed=1).deal
    cards = deal["cards"]
    for place in range(6):
        tried = []
        for other in range(place, len(cards)):
            swapped = list(cards)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            match = greedily(parlour.new("traxx", 1, deal={**deal, "cards": swapped}), place)
            tried.append((len(match.legal(0)), swapped))
        cards = (max if is_good else min)(tried)[1]
    return {**deal, "cards": cards}


def greedily(match: Match, moves: int) -> Match:
    """The match after some moves by `greedy`."""
    greedy = parlour.bot("traxx", "greedy", seed=1)
    for _ in range(moves):
        match.play(0, greedy.choose(match, 0))
    return match


def test_t4_an_order_of_cards_made_good_is_luckier_than_one_made_bad() -> None:
    good, bad = (measured(parlour.new("traxx", 1, deal=chosen_cards(is_good)))[0] for is_good in (True, False))
    assert good.points is not None
    assert bad.points is not None
    assert good.points_error is not None
    assert bad.points_error is not None
    assert good.points - bad.points > 2.0 * hypot(good.points_error, bad.points_error)
    assert good.value > bad.value


def fits(one: str, other: str) -> int:
    """How many sides of two tiles fit together: two colours in one order here, in the other order there."""
    pairs, turned = (set(zip(tile, tile[1:] + tile[0], strict=True)) for tile in (one, other[::-1]))
    return len(pairs & turned)


def hand(is_good: bool, taken: Sequence[str] = ()) -> list[str]:
    """Tiles with as many, or as few, sides that fit together as can be found one by one."""
    chosen: list[str] = []
    while len(chosen) < 22:
        left = [tile for tile in TILES if tile not in chosen and tile not in taken]
        chosen.append((max if is_good else min)(left, key=lambda tile: (sum(fits(tile, one) for one in chosen), tile)))
    return chosen


def test_c9_a_hand_of_tiles_that_fit_together_is_luckier_than_one_of_tiles_that_do_not() -> None:
    bad = hand(is_good=False)
    good = hand(is_good=True, taken=bad)
    for lucky, hands in enumerate(((good, bad), (bad, good))):
        found = measured(parlour.new("cirplexed", 2, deal=dealt(hands)), 3)
        gained = [one.points or 0.0 for one in found]
        assert gained[lucky] - gained[1 - lucky] > 2.0
        assert found[lucky].value > 0.8
        assert found[1 - lucky].value < 0.2


def dealt(hands: Sequence[Sequence[str]]) -> list[str]:
    """The order of the bag in which each seat gets its tiles (C4)."""
    one, other = hands
    later = [tile for pair in zip(one[3:], other[3:], strict=True) for tile in pair]
    return [one[0], other[0], *one[1:3], *other[1:3], *later]


def is_clear(one: DealLuck) -> bool:
    """Whether a review calls a deal good or poor: more than two standard errors from the usual."""
    gains = [(one.value - one.usual, one.error, one.usual_error)]
    if one.points is not None and one.usual_points is not None:
        gains.append((one.points - one.usual_points, one.points_error or 0.0, one.usual_points_error or 0.0))
    return any(abs(gain) > 2.0 * hypot(*errors) for gain, *errors in gains)


@pytest.mark.parametrize(("game", "players"), [("traxx", 1), ("cirplexed", 2)])
def test_few_deals_dealt_at_random_are_called_good_or_poor(game: str, players: int) -> None:
    """Were all deals alike, one in ten would be by chance; some are better, but most are not clearly so."""
    found = [one for seed in range(3) for one in measured(parlour.new(game, players, seed=seed), 4, 4)]
    assert sum(is_clear(one) for one in found) <= (len(found) + 1) // 2


def alternating(large_for: int) -> list[str]:
    """A deck in which a card with four squares is turned up just before each turn of one seat, and small ones else."""
    cards = sorted(
        (card for card in parlour.new("tracktic", 2, seed=1).deal if card != "flip"), key=lambda card: card[-1]
    )
    small, large = cards[:18], cards[18:]
    face_up = small[:4] if large_for == 1 else [*small[:3], large.pop()]
    small = small[4 if large_for == 1 else 3 :]
    first, second = (large, small) if large_for == 1 else (small, large)
    turned_up = [card for pair in zip_longest(first, second) for card in pair if card is not None]
    return [*face_up, *turned_up, *["flip"] * 4]


def test_k9_a_deck_that_turns_large_patterns_up_for_one_seat_is_luckier_for_it() -> None:
    leads = []
    for seat in (0, 1):
        found = measured(parlour.new("tracktic", 2, deal=alternating(large_for=seat)), 6)
        leads.append([one.points or 0.0 for one in found])
    assert leads[0][0] - leads[0][1] > 0.0 > leads[1][0] - leads[1][1]
    assert (leads[0][0] - leads[0][1]) - (leads[1][0] - leads[1][1]) > 2.0


def test_only_a_deal_that_was_dealt_and_is_known_by_now_has_luck() -> None:
    over = finished("traxx", 2, 3)
    assert luck.has_luck(over)
    assert not luck.has_luck(over.at(10))
    assert not luck.has_luck(finished("exago", 2, 3))
    late = parlour.from_position(over.at(28).position())
    while late.waiting:
        late.play(late.waiting[0], late.legal(late.waiting[0])[0])
    assert not luck.has_luck(late)
    given_up = begun("tracktic", 2, 0)
    given_up.resign(1)
    assert luck.has_luck(given_up)
    found = measured(given_up, same=2, other=2)
    assert [one.seat for one in found] == [0, 1]
    assert sum(one.value for one in found) == pytest.approx(1.0)
    assert sum(one.usual for one in found) == pytest.approx(1.0)
    assert all((one.points or 0) > 0 for one in found)  # played to the end, though the match was not


def test_the_same_seed_measures_the_same() -> None:
    match = finished("traxx", 1, 4)
    assert measured(match, 2, 2) == measured(match, 2, 2)
    assert luck.measure(match, "2", never, lambda: None, 2, 2) != measured(match, 2, 2)


def test_deals_are_not_all_compared_with_the_same_others() -> None:
    one, other = (measured(parlour.new("traxx", 1, seed=seed), 2, 4)[0] for seed in (1, 2))
    assert one.usual_points != other.usual_points
