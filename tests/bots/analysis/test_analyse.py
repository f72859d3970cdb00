"""`parlour.analyse`: what moves are worth to a seat."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import parlour
from parlour.bots.analysis.pricing import Pricing
from parlour.bots.candidates import Analysis
from parlour.bots.level_bot import SearchCancelled, levels, never, searcher_of
from parlour.errors import GameOver, IllegalMove, NotWaiting, ParlourError, UnknownBot
from parlour.games import find
from parlour.kernel import new_rng
from parlour.match import Match
from parlour.searcher import Searcher
from tests.bots.analysis.matches import KINDS, begun
from tests.conformance import shelf  # noqa: F401  registers the toys
from tests.new_process import output_of

FEW = {"exago": 40, "traxx": 8, "cirplexed": 8, "tracktic": 2, "connect_four": 40, "sealed_bids": 40}


def searcher(match: Match) -> Searcher:
    """The search of the strongest level."""
    return searcher_of(match.game, match.players, levels(match.game)[-1].tuning)


def without_time(told: Analysis) -> Analysis:
    return msgspec.structs.replace(told, seconds=0.0)


@pytest.mark.parametrize(("game", "players"), [*KINDS, ("connect_four", 2), ("sealed_bids", 3)])
def test_a_restricted_search_considers_exactly_the_given_moves_equally_often(game: str, players: int) -> None:
    match = begun(game, players, 7)
    seat = match.waiting[0]
    codes, few = match.move_codes(seat), FEW[game]
    search, chosen = searcher(match), [codes[-1], codes[0], codes[len(codes) // 2]]
    search.begin(match.state, seat, new_rng(1), chosen)
    search.search(3 * few)
    found = search.result()
    assert sorted(found.moves) == sorted(chosen)
    assert all(0.0 <= value <= 1.0 for value in found.values)
    if found.errors and any(found.visits):
        assert max(found.visits) - min(found.visits) <= 1
        assert min(found.visits) >= few
        assert all(error >= 0.0 for error in found.errors)
    search.begin(match.state, seat, new_rng(1), chosen[:1])
    assert search.search(few) > 0
    assert search.result().moves == chosen[:1]
    assert not search.go_on(match.state, [], new_rng(1))


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_the_same_seed_and_simulations_give_the_same_answer_whatever_was_searched_before(
    game: str, players: int
) -> None:
    match = begun(game, players, 6)
    seat, few = match.waiting[0], FEW[game]
    told = parlour.analyse(match, seat, simulations=few, seed=5)
    assert without_time(parlour.analyse(match, seat, simulations=few, seed=5)) == without_time(told)
    used = searcher(match)
    used.begin(match.state, seat, new_rng(9))
    used.search(few)
    prices = [
        Pricing(match, seat, each, "5", never).compare(match.move_codes(seat)[:2], few)
        for each in (used, searcher(match))
    ]
    assert prices[0].best_first == prices[1].best_first
    assert all(prices[0][move] == prices[1][move] for move in prices[0].best_first)
    assert parlour.analyse(match, seat, simulations=few, seed=6).candidates != told.candidates or game == "exago"


def test_a_new_process_gives_the_same_answer() -> None:
    match = begun("exago", 2, 6)
    told = parlour.analyse(match, 0, simulations=30, seed="s")
    script = (
        "import parlour\n"
        f"match = parlour.load({match.record()!r})\n"
        "told = parlour.analyse(match, 0, simulations=30, seed='s')\n"
        "print([(one.text, one.value, one.line) for one in told.candidates])"
    )
    assert output_of("-c", script).strip() == str([(one.text, one.value, one.line) for one in told.candidates])


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_move_asked_for_is_priced_beside_the_best(game: str, players: int) -> None:
    match = begun(game, players, 6)
    seat = match.waiting[0]
    asked = match.legal(seat)[::-7][:3]
    told = parlour.analyse(match, seat, asked, simulations=FEW[game])
    texts = [one.text for one in told.candidates]
    assert set(asked) <= set(texts)
    assert len(texts) == len(set(texts)) > len(asked)
    values = [one.value for one in told.candidates]
    assert values == sorted(values, reverse=True)
    assert told.move == texts[0]
    assert all(one.line[0] == one.text for one in told.candidates)
    assert all((one.points is None) == (game == "exago") for one in told.candidates)
    only = parlour.analyse(match, seat, asked, best=0, simulations=FEW[game])
    assert sorted(one.text for one in only.candidates) == sorted(asked)


def test_k13_a_move_with_chosen_pieces_is_priced_under_its_own_text() -> None:
    match = begun("tracktic", 2, 4)
    seat = match.waiting[0]
    short = next(text for text in match.legal(seat) if text.startswith("I"))
    chosen = next(words for words in completions(match, seat, f"{short} :") if match.is_move(seat, words))
    again = match.fork()
    again.play(seat, chosen)
    if again.last_text == short:  # these are the suggested pieces
        return
    assert again.last_text in [one.text for one in parlour.analyse(match, seat, [chosen], simulations=2).candidates]


def completions(match: Match, seat: int, text: str) -> list[str]:
    """Every way to go on with the words of a move."""
    following = match.complete(seat, text)
    return [done for word in following for done in [f"{text} {word}", *completions(match, seat, f"{text} {word}")]]


def hidden(game: str) -> tuple[Match, Match, int]:
    """Two matches that differ only in what a seat does not know, and the seat."""
    if game == "tracktic":
        deal: Any = parlour.new(game, seed=4).deal
        one, other = (parlour.new(game, deal=[*deal[:12], *rest]) for rest in (deal[12:], deal[:11:-1]))
        return one, other, 0
    if game == "traxx":
        deal = parlour.new(game, 2, seed=4).deal
        cards = deal["cards"]
        turned = {**deal, "cards": [cards[0], *cards[:0:-1]]}
        one, other = parlour.new(game, 2, deal=deal), parlour.new(game, 2, deal=turned)
        one.play(1, one.legal(1)[0])  # in secret
        other.play(1, other.legal(1)[-1])
        return one, other, 0
    deal = parlour.new(game, 2, seed=4).deal
    one, other = parlour.new(game, 2, deal=deal), parlour.new(game, 2, deal=[*deal[:6], *deal[:5:-1]])
    one.play(1, one.legal(1)[0])
    other.play(1, other.legal(1)[-1])
    return one, other, 0


@pytest.mark.parametrize("game", ["traxx", "cirplexed", "tracktic"])
def test_what_a_seat_does_not_know_makes_no_difference(game: str) -> None:
    one, other, seat = hidden(game)
    assert one.view(seat)["board"] == other.view(seat)["board"]
    assert one.position() != other.position()
    told = [parlour.analyse(match, seat, simulations=FEW[game], seed=2) for match in (one, other)]
    assert without_time(told[0]) == without_time(told[1])


def test_x17_a_win_is_found_and_a_move_that_allows_one_is_lost() -> None:
    match = parlour.new("exago", players=2)
    for ply, text in enumerate("f6 f7 g6 g7 e6 e7 d6".split()):
        match.play(ply % 2, text)  # red has d6 e6 f6 g6 and needs one more
    told = parlour.analyse(match, 1, ["d7"], simulations=50)
    values = {one.text: one.value for one in told.candidates}
    assert values["d7"] == 0.0
    match.play(1, "d7")
    won = parlour.analyse(match, 0, ["f5"], simulations=50)
    assert won.candidates[0].value == 1.0
    winning = match.fork()
    winning.play(0, won.move)
    assert winning.outcome is not None
    assert winning.outcome.winners == (0,)


def test_bad_input_is_refused_with_what_would_be_right() -> None:
    match = begun("exago", 2, 3)
    cases: list[tuple[dict[str, Any], type[ParlourError], str]] = [
        ({"moves": ["a6"]}, IllegalMove, "touches no tile"),
        ({"moves": "e6"}, ParlourError, "moves must be a list of texts"),
        ({"moves": [3]}, IllegalMove, "a move is a text"),
        ({"simulations": 0}, ParlourError, "simulations must be a whole number above 0"),
        ({"best": 0}, ParlourError, "best must be a whole number above 0"),
        ({"best": -1, "moves": match.legal(1)[:1]}, ParlourError, "best must be"),
        ({"bot": "greedy"}, UnknownBot, "choose a level, 1, 2, 3, 4 or 5"),
        ({"seed": 1.5}, ParlourError, "a seed is a whole number or a text"),
    ]
    for arguments, kind, words in cases:
        with pytest.raises(kind, match=words):
            parlour.analyse(match, 1, **arguments)
    with pytest.raises(NotWaiting):
        parlour.analyse(match, 0)
    match.resign(0)
    with pytest.raises(GameOver):
        parlour.analyse(match, 1)


def test_an_analysis_can_be_cancelled_and_says_how_far_it_is() -> None:
    match, asked, heard = begun("exago", 3, 5), [0], list[tuple[int, int]]()

    def is_cancelled() -> bool:
        asked[0] += 1
        return asked[0] > 3

    with pytest.raises(SearchCancelled):
        parlour.analyse(match, match.waiting[0], simulations=10**6, is_cancelled=is_cancelled)
    parlour.analyse(match, match.waiting[0], simulations=5, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(0, 2), (1, 2), (2, 2)]


def test_games_for_points_are_priced_in_points() -> None:
    match = begun("traxx", 1, 13)  # two cards left: all is computed exactly
    told = parlour.analyse(match, 0, match.legal(0), simulations=20)
    assert len(told.candidates) == len(match.legal(0))
    assert {one.error for one in told.candidates} == {one.points_error for one in told.candidates} == {0.0}
    points = [one.points for one in told.candidates]
    assert points == sorted(points, key=lambda number: -(number or 0.0))
    assert find("traxx").players[0] == 1
