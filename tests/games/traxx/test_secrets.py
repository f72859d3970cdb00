"""In beliefs, what a seat of Träxx cannot know varies within what is possible; what it knows stays."""

from __future__ import annotations

import parlour
from parlour import kernel
from parlour.games.traxx.notation import chosen_text
from parlour.luck import Luck


def test_beliefs_shuffle_cards_to_come_and_keep_those_seen(luck: Luck) -> None:
    match = parlour.new("traxx", 2, seed=luck.number())
    for _ in range(9):
        match.play(match.waiting[0], luck.shuffled(match.legal(match.waiting[0]))[0])
    seen = match.deal["cards"][:5]  # four rounds closed, the fifth card is turned up
    beliefs = [match.belief(0, seed=luck.number()) for _ in range(60)]
    assert all(belief.deal["cards"][:5] == seen for belief in beliefs)
    assert all(sorted(belief.deal["cards"]) == list(range(15)) for belief in beliefs)
    assert all(belief.deal["starts"] == match.deal["starts"] for belief in beliefs)
    for place in range(5, 15):
        assert len({belief.deal["cards"][place] for belief in beliefs}) > 4


def test_beliefs_replace_hidden_choices_by_random_legal_ones(luck: Luck) -> None:
    match = parlour.new("traxx", 3, seed=luck.number())
    for seat in (0, 1):
        match.play(seat, "pass")
    possible = set(match.at(0).legal(1))
    believed = set()
    rng = kernel.new_rng(luck.number())
    for _ in range(40 * len(possible)):
        state = match.state[0]
        kernel.redeal(state, 0, rng)
        assert (chosen_text(state, 0), chosen_text(state, 2)) == ("pass", None)
        believed.add(chosen_text(state, 1))
    assert believed == possible
