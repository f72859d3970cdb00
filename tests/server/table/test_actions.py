"""Actions only return changes: the match is unchanged until they are committed."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games import find, own
from parlour.server.errors import Refused, Stale
from parlour.server.table import actions, events
from parlour.server.table.match_state import MatchState, Opening
from parlour.server.table.messages import Move
from tests.server.hall import HOLDERS

SEATS = [events.Seat(seat, holder, None, None) for seat, holder in enumerate(HOLDERS)]


def seated(game: str) -> MatchState:
    """A match of two people at the start."""
    return begun(game, actions.first_match(find(game), {}, SEATS))


def begun(game: str, match: actions.NewMatch) -> MatchState:
    """The same for a given deal."""
    before = Opening(
        key=0,
        table="",
        number=0,
        game=find(game),
        players=len(SEATS),
        options=match.options,
        deal=match.deal,
        salt=match.salt,
        commit=match.commit,
        opened=0.0,
        stand_in="3",
        rules=match.rules,
        hints=False,
    )
    return actions.begun(before, 1, match, 0.0)


def contents(match_state: MatchState) -> tuple[dict[str, Any], str, list[tuple[int, str]], list[list[str]]]:
    """A copy of everything in a match's state and its match."""
    match_state.seat_infos()  # computed on first use
    match = match_state.match
    held = {name: list(value) if isinstance(value, list) else value for name, value in vars(match_state).items()}
    return held, match.record(), match.moves, [match.legal(seat) for seat in match.waiting]


@pytest.mark.parametrize("game", own())
def test_deciding_on_a_move_changes_nothing(game: str) -> None:
    match_state = seated(game)
    while len(match_state.moves) < 6 and match_state.match.waiting:
        seat = match_state.match.waiting[0]
        text = match_state.match.legal(seat)[-1]
        request = Move(seat=seat, branch=0, turn=match_state.turn(seat), text=text)
        before = contents(match_state)
        first, again = actions.move(match_state, request), actions.move(match_state, request)
        assert contents(match_state) == before
        assert first.entries == again.entries
        match_state.fold(first.entries[0], first.after)
        assert match_state.match is first.after
        assert match_state.match.moves == match_state.moves == [*before[2], (seat, text)]
        with pytest.raises(Stale):
            actions.move(match_state, request)


def test_a_refused_move_changes_nothing() -> None:
    match_state = seated("exago")
    before = contents(match_state)
    with pytest.raises(Refused):
        actions.move(match_state, Move(seat=0, branch=0, turn=0, text="a1"))
    assert contents(match_state) == before


@pytest.mark.parametrize("game", own())
def test_folding_a_move_with_or_without_its_match_gives_the_same_state(game: str) -> None:
    first = actions.first_match(find(game), {}, SEATS)
    played, read = begun(game, first), begun(game, first)
    seat = played.match.waiting[0]
    change = actions.move(played, Move(seat=seat, branch=0, turn=0, text=played.match.legal(seat)[0]))
    played.fold(change.entries[0], change.after)
    read.fold(change.entries[0])
    assert read.record() == played.record()
