"""Previews of the beginnings of strokes, from what the seat may know."""

from __future__ import annotations

from collections import Counter

import pytest

import parlour
from parlour.luck import Luck
from parlour.match import Match


def played(players: int, luck: Luck, moves: int) -> Match:
    match = parlour.new("traxx", players, seed=luck.number())
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(seat, luck.shuffled(match.legal(seat))[0])
    return match


def closed(match: Match, seat: int, text: str) -> Match:
    """The match after a round in which this seat draws this and all others who have not chosen pass."""
    after = match.fork()
    after.play(seat, text)
    while after.outcome is None and after.view(None)["board"]["closed"] == match.view(None)["board"]["closed"]:
        after.play(after.waiting[0], "pass")
    return after


@pytest.mark.parametrize("players", [1, 2, 4])
def test_t11_t13_t14_previews_agree_with_the_effects_of_moves(players: int, luck: Luck) -> None:
    for moves in range(0, 15 * players, 2 * players + 1):
        match = played(players, luck, moves)
        seat = match.waiting[-1]
        board = match.view(seat)["board"]
        for text in ["pass", *luck.shuffled(match.legal(seat))[:8]]:
            told, after = match.preview(seat, text), closed(match, seat, text).view(seat)
            reached = after["board"]["reached"][seat]
            assert told["numbers"] == {k: v for k, v in reached.items() if k not in board["reached"][seat]}
            assert (told["unreached"], told["score"]) == (after["board"]["unreached"][seat], after["scores"][seat])
            used = Counter(board["fields"][field] for field in text.split()[1:])
            assert Counter(told["left"]) + used == Counter(board["card"])


def test_t10_previews_do_not_reveal_hidden_choices(luck: Luck) -> None:
    for moves in (0, 9, 24):
        match = played(3, luck, moves)
        texts = luck.shuffled(match.legal(2))[:6]
        before = [match.preview(2, text) for text in texts]
        for choice in luck.shuffled(match.legal(0))[:4]:
            other = match.fork()
            other.play(0, choice)
            assert [other.preview(2, text) for text in texts] == before


def test_t7_only_a_stroke_from_an_end_has_a_preview(luck: Luck) -> None:
    match = parlour.new("traxx", 2, seed=luck.number())
    start, card = match.deal["starts"][0], match.view(0)["board"]["card"]
    as_it_is = {"left": card, "numbers": {}, "unreached": 60, "score": -60}
    assert match.preview(0, "") == match.preview(0, start) == match.preview(0, "pass") == as_it_is
    assert [match.preview(0, text) for text in ("a1", "e5", "pass pass", f"{start} i5", "no words")] == [None] * 5


def test_t11_the_value_of_a_number_is_what_reaching_it_next_scores(luck: Luck) -> None:
    for players in (1, 3):
        match = played(players, luck, 8 * players)
        board = match.view(0)["board"]
        for text in match.legal(0):
            told = match.preview(0, text)["numbers"]
            if len(told) == 1:
                assert told.items() <= board["worth"][0].items()
        for seat in range(players):
            assert set(board["worth"][seat]) == set(board["halves"]) - set(board["reached"][seat])


def test_t2_the_view_of_the_deck_does_not_reveal_the_order(luck: Luck) -> None:
    match = played(2, luck, 7)
    board = match.view(0)["board"]
    assert [board["deck"][card] for card in board["turned"]] == [*board["cards"], board["card"]]
    beliefs = [match.belief(0, seed=luck.number()).view(0)["board"] for _ in range(5)]
    assert all((belief["deck"], belief["turned"]) == (board["deck"], board["turned"]) for belief in beliefs)
    while match.outcome is None:
        match.play(match.waiting[0], "pass")
    assert len(match.view(None)["board"]["turned"]) == 15
