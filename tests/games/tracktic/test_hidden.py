"""Only the order of the cards not yet turned up is hidden."""

from __future__ import annotations

from collections import Counter

import parlour
from parlour.games.tracktic import draw
from parlour.luck import Luck
from tests.games.tracktic.positions import play, start


def after_some_moves(players: int, seed: int, plies: int) -> parlour.Match:
    match = parlour.new("tracktic", players, seed=seed)
    luck = Luck(seed)
    while len(match.moves) < plies:
        moves = [text for text in match.legal(match.waiting[0]) if text != "skip"]
        play(match, moves[luck.below(len(moves))])
    return match


def test_a_belief_keeps_visible_information_and_shuffles_the_rest() -> None:
    match = after_some_moves(3, 5, 10)
    turned, beliefs = 14, 300
    at: dict[int, Counter[str]] = {place: Counter() for place in range(turned, 40)}
    for seed in range(beliefs):
        belief = match.belief(0, seed=seed)
        assert belief.deal[:turned] == match.deal[:turned]
        assert Counter(belief.deal) == Counter(match.deal)
        for place, cards in at.items():
            cards[belief.deal[place]] += 1
    hidden = Counter(match.deal[turned:])
    for place, cards in at.items():  # any card left may be at any place, as often as it is left: within six deviations
        for card, many in hidden.items():
            share = many / hidden.total()
            assert abs(cards[card] - beliefs * share) < 6 * (beliefs * share * (1 - share)) ** 0.5, (place, card)


def test_views_and_pictures_do_not_depend_on_the_hidden_order() -> None:
    match = after_some_moves(4, 9, 8)
    for seed in range(5):
        belief = match.belief(2, seed=seed)
        for seat in (None, 0, 2):
            assert belief.view(seat)["board"] == match.view(seat)["board"]
            state, other = match.state[0], belief.state[0]
            assert draw.svg(other, seat) == draw.svg(state, seat)
            assert draw.terminal(other, seat) == draw.terminal(state, seat)


def test_the_last_card_is_known() -> None:
    match = start(2, "I2 I2 V3 flip")
    s = match._states[-1][0]
    s.turned = 39
    assert match.belief(0, seed=1).deal == match.deal
