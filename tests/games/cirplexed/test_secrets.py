"""Hidden information: it is not shown, and beliefs redraw it from everything possible."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.games.cirplexed import draw, rules
from parlour.games.cirplexed.tiles import cell_name, cell_of, hand_of, laid, tile_of
from parlour.luck import Luck
from tests.games.cirplexed.tables import SIZES, any_move, at_last_round, new, played


def sights(match: parlour.Match, seat: int | None) -> list[Any]:
    """Everything that a seat is shown, whatever text the drawings get as the last move."""
    view = {key: value for key, value in match.view(seat).items() if key != "turn"}
    state, last = match.state[0], match.last_text
    return [view, match.draw(seat), match.svg(seat), draw.terminal(state, seat, last), draw.svg(state, seat, last)]


@pytest.mark.parametrize("players", SIZES)
def test_c6_views_do_not_depend_on_hidden_choices(players: int, luck: Luck) -> None:
    start = played(players, players * luck.below(SIZES[players] // players - 3), luck)
    first = start.fork()
    first.play(1, any_move(first, 1, luck))
    for _ in range(3):
        other = start.fork()
        other.play(1, any_move(other, 1, luck))
        for seat in {None, 0, players - 1} - {1}:
            assert sights(first, seat) == sights(other, seat)
            assert first.events(seat) == other.events(seat)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("tiles", [1, 2])
def test_c7_views_do_not_depend_on_hidden_tiles_of_the_last_round(players: int, tiles: int, luck: Luck) -> None:
    start = at_last_round(players, luck)
    for seat in range(1, players):  # only seats 0 and the last are left
        for _ in range(0 if seat == players - 1 else 2):
            start.play(seat, any_move(start, seat, luck))
    for last_alone in (False, True):
        if last_alone and start.waiting[0] == 0:
            for _ in range(2):
                start.play(0, any_move(start, 0, luck))
        shown: dict[int, list[Any]] = {}
        for _ in range(2):
            other = start.fork()
            for _ in range(tiles):
                other.play(players - 1, any_move(other, players - 1, luck))
            if not other.waiting:
                break
            for seat in {0, players - 2}:
                assert sights(other, seat) == shown.setdefault(seat, sights(other, seat))


def table_of(match: parlour.Match, seat: int) -> dict[str, Any]:
    """What a seat knows: its own draws and board, and the tiles of closed rounds."""
    s, players = match.state[0], match.players
    drawn = min(int(s.shown) + 2, len(match.deal) // players)
    own = [seat, players + 2 * seat, players + 2 * seat + 1, *(players * k + seat for k in range(3, drawn))]
    return {
        "drawn": [match.deal[place] for place in own],
        "placed": [
            s.placed[
                rules.MOST * other : rules.MOST * other + int(s.count[other] if other == seat else s.shown)
            ].tolist()
            for other in range(players)
        ],
        "hand": s.hand[2 * seat : 2 * seat + 2].tolist(),
        "count": s.count.tolist(),
        "shown": int(s.shown),
    }


@pytest.mark.parametrize("players", SIZES)
def test_c4_a_belief_agrees_with_what_its_seat_knows_and_is_reachable(players: int, luck: Luck) -> None:
    for match in (played(players, luck.below(players * 12), luck), at_last_round(players, luck)):
        for _ in range(3):
            seat = luck.below(players)
            belief = match.belief(seat, seed=luck.number())
            assert table_of(belief, seat) == table_of(match, seat)
            assert len(set(belief.deal)) == len(match.deal)
            again = parlour.from_position(belief.position())  # every move is replayed
            assert again.state.tobytes() == belief.state.tobytes()
            if match.waiting:
                mover = match.waiting[luck.below(len(match.waiting))]
                match.play(mover, any_move(match, mover, luck))


def test_c4_hidden_tiles_are_drawn_from_all_unseen_tiles(luck: Luck) -> None:
    match = played(2, 8, luck)  # four closed rounds
    match.play(1, any_move(match, 1, luck))
    board = match.view(0)["board"]
    seen = {tile["tile"] for row in board["tiles"] for tile in row} | set(board["hand"])
    assert len(seen) == 12
    unseen = set(rules.TILES) - seen
    hands: Counter[str] = Counter()
    choices, outside = set(), set()
    draws = 40 * len(unseen)
    for _ in range(draws):
        belief = match.belief(0, seed=luck.number())
        s = belief.state[0]
        assert len(laid(s, 1, 1)) == len(laid(s, 1, 0)) + 1
        (kept,), hidden = hand_of(s, 1), laid(s, 1, 1)[-1]
        assert {kept, tile_of(hidden)} <= unseen
        hands.update([kept, tile_of(hidden)])
        choices.add((cell_name(cell_of(hidden)), hidden & 3))
        assert seen <= set(belief.deal)
        outside |= unseen - set(belief.deal)
    assert set(hands) == outside == unseen
    expected = 2 * draws / len(unseen)
    surprise = sum((hands[name] - expected) ** 2 / expected for name in unseen)  # chi-square
    assert surprise <= len(unseen) + 7 * (2 * len(unseen)) ** 0.5 + 20
    frontier = {text.split()[1] for text in match.at(8).legal(1)}
    assert choices == {(cell, turn) for cell in frontier for turn in range(4)}


def test_c4_nobody_knows_when_another_drew_a_tile_it_has_placed(luck: Luck) -> None:
    match = new(2)
    for _ in range(3):
        for seat in (0, 1):
            match.play(seat, match.legal(seat)[0])
    beliefs = [match.belief(0, seed=seed).deal for seed in range(200)]
    placed = [tile["tile"] for tile in match.view(0)["board"]["tiles"][1][1:]]
    assert {deal.index(placed[0]) for deal in beliefs} == {4, 5}  # of its first hand
    assert {deal.index(placed[1]) for deal in beliefs} == {4, 5, 7}  # or drawn after the first round
    assert {deal.index(placed[2]) for deal in beliefs} == {4, 5, 7, 9}
    assert all([deal[k] for k in (0, 2, 3, 6, 8)] == [match.deal[k] for k in (0, 2, 3, 6, 8)] for deal in beliefs)


def test_c4_when_the_game_is_over_nothing_is_hidden(luck: Luck) -> None:
    match = at_last_round(3, luck)
    while match.waiting:
        match.play(match.waiting[0], any_move(match, match.waiting[0], luck))
    assert match.belief(1, seed=1).state.tobytes() == match.state.tobytes()


def test_c7_beliefs_differ_in_both_tiles_of_the_last_round(luck: Luck) -> None:
    match = at_last_round(2, luck)
    for _ in range(2):
        match.play(1, any_move(match, 1, luck))
    pairs = set()
    for seed in range(50):
        belief = match.belief(0, seed=seed)
        assert belief.waiting == (0,)
        assert belief.view(1)["board"]["hand"] == []
        pairs.add(tuple(tile["tile"] for tile in belief.view(1)["board"]["tiles"][1][-2:]))
    assert len(pairs) > 40
