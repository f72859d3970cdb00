"""Tracktic's bots: what they know, what they cannot know, and that they follow the rules."""

from __future__ import annotations

import json

import pytest

import parlour
from parlour.games.tracktic import rules
from parlour.games.tracktic.bot import Playouts
from parlour.games.tracktic.notation import DECK_LISTS
from parlour.kernel import new_rng
from parlour.luck import Luck
from tests.games.tracktic.positions import deal, set_up
from tests.new_process import PLAIN, output_of

CROSSING = {"red": "c3 c4 c5 c8 c9 c10", "blue": "c6 k9 k10 k11"}


def last_cards(row: str, red: str, blue: str, yellow: str = "") -> parlour.Match:
    """Two seats, red to act, with only the cards face up left."""
    match = set_up(2, row, red=red, blue=blue, yellow=yellow)
    match._states[-1][0].turned = rules.CARDS
    return match


def thought(level: str, simulations: int) -> list[list[float]]:
    """A level's visits and values for each move near the end of a game."""
    found = parlour.bot("tracktic", level, seed=1, simulations=simulations, seconds=600.0).analyse(
        last_cards("I3 V3", **CROSSING), 0
    )
    return [[candidate.visits, candidate.value] for candidate in found.candidates]


@pytest.mark.parametrize("level", ["3", "4", "5"])
def test_k19_the_larger_card_is_laid_at_the_end_of_the_path(level: str) -> None:
    match = last_cards("I2 I4", red="g3 g4 g5", blue="c9 c10 c11")
    bot = parlour.bot("tracktic", level, seed=1, simulations=40, seconds=600.0)
    match.play(0, bot.choose(match, 0))
    assert match.view(None)["scores"] == [7, 3]


@pytest.mark.parametrize("level", ["3", "4", "5"])
def test_k15_a_token_is_spent_on_the_crossing_that_joins_two_paths(level: str) -> None:
    match = last_cards("I2", **CROSSING)
    assert parlour.bot("tracktic", level, seed=1, simulations=40, seconds=600.0).choose(match, 0) == "I2* c6 c7"


@pytest.mark.parametrize("level", ["3", "4", "5"])
def test_k15_a_token_is_kept_if_it_gains_nothing(level: str) -> None:
    match = set_up(2, "I2 I2 I2 I2", red="c3 c4 c5", blue="c6 k9 k10 k11")
    assert "I2* c6 c7" in match.legal(0)
    choice = parlour.bot("tracktic", level, seed=1, simulations=2, seconds=600.0).choose(match, 0)
    assert choice.startswith("I2 ")


@pytest.mark.parametrize("level", ["3", "4", "5"])
def test_k18_an_opponents_only_extension_is_blocked(level: str) -> None:
    """Red can make 8 of its 6 with I2, but then blue makes 9 of its 5 over h11: red must lie there and stay at 6."""
    match = last_cards(
        "I2 I4",
        red="e3 f3 g3 h3 i3 j3 i10",
        blue="c11 d11 e11 f11 g11",
        yellow="d3 e4 j4 k5 c10 g10",
    )
    match._states[-1][0].tokens[:] = 0
    red = parlour.bot("tracktic", level, seed=1, simulations=40, seconds=600.0)
    match.play(0, red.choose(match, 0))
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, parlour.bot("tracktic", "greedy", seed=1).choose(match, seat))
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_k20_the_bot_skips_if_no_other_move_is_legal() -> None:
    match = last_cards("I4", red="g3", blue="f3 h3 g4")
    match._states[-1][0].tokens[:] = 0
    assert parlour.bot("tracktic", "5", seed=1).choose(match, 0) == "skip"


def test_the_same_seed_gives_the_same_moves() -> None:
    def played() -> list[tuple[int, str]]:
        match = parlour.new("tracktic", players=3, seed=5)
        bots = [parlour.bot("tracktic", level, seed=7, simulations=3, seconds=600.0) for level in ("1", "3", "5")]
        for _ in range(9):
            seat = match.waiting[0]
            match.play(seat, bots[seat].choose(match, seat))
        return match.moves

    assert played() == played()


def test_slicing_the_search_does_not_change_the_result() -> None:
    match = parlour.new("tracktic", players=4, seed=5)
    found = []
    for slices in ((8,), (1, 5, 2)):
        searcher = Playouts(4, {"care": 2.0})
        searcher.begin(match.state, 0, new_rng(3))
        for slice_ in slices:
            assert searcher.search(slice_) == slice_
        found.append(searcher.result())
    assert found[0] == found[1]


def test_k8_the_hidden_order_of_the_deck_has_no_effect() -> None:
    first = "I2 S4 flip L4"
    cards = deal(first)
    decks = [cards, cards[:4] + cards[:3:-1]]
    found = []
    for deck in decks:
        match = parlour.new("tracktic", players=4, deal=deck)
        candidates = parlour.bot("tracktic", "4", seed=2, simulations=10, seconds=600.0).analyse(match, 0).candidates
        found.append([(candidate.text, candidate.visits, candidate.value) for candidate in candidates])
    assert found[0] == found[1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", list(DECK_LISTS))
@pytest.mark.parametrize("pieces", rules.PIECES)
def test_levels_play_from_any_position(players: int, deck: str, pieces: str, luck: Luck) -> None:
    match = parlour.new("tracktic", players=players, seed=luck.number(), deck=deck, pieces=pieces)
    number = 0
    while match.waiting:
        seat = match.waiting[0]
        moves = match.legal(seat)
        if number % 6 == 0:
            level = str(1 + number // 6 % 5)
            text = parlour.bot("tracktic", level, seed=luck.number(), simulations=1, seconds=600.0).choose(match, seat)
            assert text in moves
            match.play(seat, text)
        else:
            match.play(seat, moves[luck.below(len(moves))])
        number += 1


def test_plain_python_gives_the_same_result() -> None:
    script = "import json; from tests.games.tracktic.test_bot import thought; print(json.dumps(thought('5', 1)))"
    assert json.loads(output_of("-c", script, **PLAIN)) == thought("5", 1)
