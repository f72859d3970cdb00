"""Träxx' levels: what they must find, and what they cannot know."""

from __future__ import annotations

import json

import pytest

import parlour
from parlour.game import Json
from parlour.games import find
from parlour.games.traxx import best_possible
from parlour.games.traxx.bot import Planner
from parlour.kernel import new_rng
from parlour.luck import Luck
from parlour.match import Match
from tests.games.traxx.sheets import random_sheet
from tests.new_process import PLAIN, output_of

LEVELS = ("1", "2", "3", "4", "5")


def played(players: int, seed: int | str, rounds: int, **options: Json) -> Match:
    """A match after some rounds of sensible play."""
    match = parlour.new("traxx", players, seed=seed, **options)
    greedy = parlour.bot("traxx", "greedy", seed=1)
    while match.view(None)["board"]["closed"] < rounds:
        seat = match.waiting[0]
        match.play(seat, greedy.choose(match, seat))
    return match


def with_cards(match: Match, following: tuple[str, ...]) -> Match:
    """The same match with the cards to come in a different order."""
    words = match.position().split(" ")
    closed, cards = int(words[-6]), words[-5].split(",")
    words[-5] = ",".join([*cards[: closed + 1], *following])
    return parlour.from_position(" ".join(words))


def to_come(match: Match) -> list[str]:
    words = match.position().split(" ")
    return words[-5].split(",")[int(words[-6]) + 1 :]


def expected(match: Match) -> float:
    """The mean result over all orders of the cards to come, with optimal play as they are turned up."""
    if match.outcome is not None:
        return float(match.outcome.scores[0])
    return max(expected_after(match, text) for text in match.legal(0))


def expected_after(match: Match, text: str) -> float:
    following, total = to_come(match), 0.0
    for card in following or ["none"]:
        rest = tuple(other for other in following if other != card)
        after = with_cards(match, (card, *rest)) if following else match.fork()
        after.play(0, text)
        total += expected(after)
    return total / max(1, len(following))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_t14_the_last_card_is_used_optimally(players: int, luck: Luck) -> None:
    for _ in range(3):
        match = played(players, luck.number(), 14)
        seat = match.waiting[-1]
        best = max(match.preview(seat, text)["score"] for text in match.legal(seat))
        for level in ("2", "3", "4", "5"):
            chosen = parlour.bot("traxx", level, seed=1, effort=0.1).choose(match, seat)
            assert match.preview(seat, chosen)["score"] == best, level


def test_t6_with_two_cards_to_come_solo_play_averages_both_orders(luck: Luck) -> None:
    match = played(1, luck.number(), 12)
    while not 1 < len(match.legal(0)) < 9:  # few enough to try all ways by hand
        match = played(1, luck.number(), 12)
    worth = {text: expected_after(match, text) for text in match.legal(0)}
    assert worth[parlour.bot("traxx", "5", seed=1, effort=0.1).choose(match, 0)] == max(worth.values())


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_moves(level: str) -> None:
    match = played(2, 5, 6)
    texts = [parlour.bot("traxx", level, seed=9, simulations=40).choose(match, 1) for _ in range(2)]
    assert texts[0] == texts[1]


def test_slicing_the_search_does_not_change_the_result() -> None:
    start = played(3, 8, 5).state
    found = []
    for slices in ((30,), (1, 20, 9)):
        planner = Planner(3, {})
        planner.begin(start, 2, new_rng(4))
        assert [planner.search(part) for part in slices] == list(slices)
        found.append(planner.result())
    assert found[0] == found[1]


@pytest.mark.parametrize("players", [1, 2])
def test_t6_the_true_order_of_the_cards_has_no_effect(players: int, luck: Luck) -> None:
    match = played(players, luck.number(), 5)
    answers = set()
    for _ in range(3):
        other = with_cards(match, tuple(luck.shuffled(to_come(match))))
        analysis = parlour.bot("traxx", "5", seed=3, simulations=200).analyse(other, 0)
        answers.add((analysis.move, str(analysis.candidates)))
    assert len(answers) == 1


def test_t10_hidden_choices_of_others_have_no_effect() -> None:
    match = played(3, 4, 4)
    answers = set()
    for text in (None, "pass", match.legal(1)[-1]):
        other = match.fork()
        if text is not None:
            other.play(1, text)
        analysis = parlour.bot("traxx", "4", seed=3, simulations=60).analyse(other, 0)
        answers.add(str(analysis.candidates))
    assert len(answers) == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_level_plays_on_any_sheet(players: int, luck: Luck) -> None:
    """`Match` itself refuses illegal moves."""
    match = parlour.new("traxx", players, seed=luck.number(), sheet=random_sheet(luck))
    bots = [parlour.bot("traxx", level, seed=luck.number(), simulations=2) for level in LEVELS]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[luck.below(5)].choose(match, seat))
    assert match.outcome is not None


def test_higher_levels_score_better_in_solo_games() -> None:
    """Means over the same deals with a small budget: far enough apart not to depend on luck."""
    means = []
    for level in ("1", "2", "4"):
        total = 0
        for deal in range(12):
            match = parlour.new("traxx", 1, seed=deal)
            bot = parlour.bot("traxx", level, seed=deal, effort=0.1)
            while match.waiting:
                match.play(0, bot.choose(match, 0))
            assert match.outcome is not None
            total += match.outcome.scores[0]
        means.append(total / 12)
    assert means == sorted(means)
    assert len({level.sentence for level in find("traxx").levels}) == 5


def traces(positions: list[str]) -> str:
    """Some short searches, and the best line from the first position, as text."""
    found = []
    for position in positions:
        analysis = parlour.bot("traxx", "5", seed=1, simulations=3).analyse(parlour.from_position(position), 0)
        found.append([[each.text, each.visits, each.value] for each in analysis.candidates])
    best = best_possible(parlour.from_position(positions[0]), width=50)
    return json.dumps([found, best.score, best.bound, best.moves])


def test_plain_python_gives_the_same_result(luck: Luck) -> None:
    seed = luck.number()
    positions = [played(players, seed, rounds).position() for players, rounds in ((1, 13), (1, 10), (3, 11))]
    code = "import sys; from tests.games.traxx.test_bot import traces; print(traces(sys.argv[1:]))"
    assert json.loads(output_of("-c", code, *positions, **PLAIN)) == json.loads(traces(positions))
