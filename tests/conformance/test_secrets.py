"""Hidden information: a view shows only what its seat may know."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.luck import Luck
from tests.conformance.shelf import TABLES, open_match, random_match

pytestmark = pytest.mark.parametrize(("name", "players"), TABLES)


def seen(match: parlour.Match, seat: int | None) -> dict[str, Any]:
    """A view without the number of moves: a belief has no history."""
    return {key: value for key, value in match.view(seat).items() if key != "turn"}


def drawn(match: parlour.Match, seat: int | None) -> tuple[str, str]:
    """Both pictures, without a mark on the last move."""
    state, draw = match.state[0], match.game.draw
    return draw.terminal(state, seat).plain, draw.svg(state, seat)


def test_a_belief_looks_the_same_to_its_seat(name: str, players: int, luck: Luck) -> None:
    """`redeal` permutes hidden information; if any of it were in the view, the views would differ."""
    for _ in range(4):
        match = random_match(name, players, luck, plies=luck.below(60))
        for_all = seen(match, None), drawn(match, None)
        for seat in range(players):
            for_seat = seen(match, seat), drawn(match, seat), previews(match, seat)
            for _ in range(3):
                belief = match.belief(seat, seed=luck.number())
                assert (seen(belief, seat), drawn(belief, seat), previews(belief, seat)) == for_seat
                assert (seen(belief, None), drawn(belief, None)) == for_all  # a spectator knows less than any seat
                assert belief.waiting == match.waiting
                assert belief.moves == []


def test_a_belief_depends_only_on_what_the_seat_knows(name: str, players: int, luck: Luck) -> None:
    """Matches that a seat cannot tell apart have the same beliefs, so that what bots say of them is the same, too."""
    for _ in range(2):
        match = random_match(name, players, luck, plies=luck.below(60))
        for seat in range(players):
            other, seed = match.belief(seat, seed=luck.number()), luck.number()
            assert other.belief(seat, seed=seed).state.tobytes() == match.belief(seat, seed=seed).state.tobytes()


def previews(match: parlour.Match, seat: int) -> list[Any]:
    """The previews of a seat's first and last moves, and of their beginnings."""
    texts = [match.legal(seat)[k] for k in (0, -1)] if seat in match.waiting else []
    beginnings = [" ".join(text.split()[:words]) for text in texts for words in range(len(text.split()) + 1)]
    return [(text, match.preview(seat, text)) for text in beginnings]


def test_with_perfect_information_everyone_sees_the_same(name: str, players: int, luck: Luck) -> None:
    """Such a game's board and events are made once for all seats."""
    match = random_match(name, players, luck)
    view, numbers = match.game.view, range(max(0, len(match.moves) - 6), len(match.moves))
    boards = [view.board(match.state[0], seat) for seat in (None, *range(players))]
    steps = [(match.at(ply).state[0], match.at(ply + 1).state[0], *match.moves[ply]) for ply in numbers]
    told = [[view.events(*step, seat) for step in steps] for seat in (None, *range(players))]
    is_same = all(board == boards[0] for board in boards) and all(each == told[0] for each in told)
    assert is_same or not match.game.perfect_information


def test_a_belief_is_a_match_that_can_be_played_and_changes_nothing(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=7)
    before = match.record()
    for seat in range(players):
        belief = match.belief(seat, seed=3)
        assert match.belief(seat, seed=3).state.tobytes() == belief.state.tobytes()
        while belief.waiting:
            mover = belief.waiting[0]
            belief.play(mover, belief.legal(mover)[0])
        assert belief.outcome is not None
    assert match.record() == before


def told(match: parlour.Match, seat: int | None) -> list[Any]:
    """Everything that a seat or a spectator can query while a round is open."""
    events = [match.events(seat, ply) for ply in range(len(match.moves))]
    answers: list[Any] = [match.view(seat), events, match.draw(seat).plain, match.svg(seat)]
    if seat is not None and seat in match.waiting:
        answers += [match.legal(seat), match.complete(seat, ""), match.prompt(seat), previews(match, seat)]
        for text in ("?", "pass pass", "a1 b2 c3"):
            with pytest.raises(parlour.IllegalMove) as caught:
                match.play(seat, text)
            answers.append(str(caught.value))
    return answers


def test_hidden_choices_cannot_be_told_apart(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=luck.below(30))
    while len(match.waiting) < 2 and match.moves:
        match.undo()
    if len(match.waiting) < 2:
        pytest.skip("one seat at a time here")
    mover = match.waiting[luck.below(len(match.waiting))]
    chosen = luck.shuffled(match.legal(mover))[:2]
    forks = [match.fork() for _ in chosen]
    for fork, text in zip(forks, chosen, strict=True):
        fork.play(mover, text)
    for seat in (None, *range(players)):
        if seat != mover:
            assert all(told(fork, seat) == told(forks[0], seat) for fork in forks)
