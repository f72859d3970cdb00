"""Why a move was a mistake, and where to look for one: short sentences that give nothing hidden away."""

from __future__ import annotations

import msgspec
import pytest

import parlour
from parlour.luck import Luck
from parlour.message import Message
from tests.conformance.shelf import TABLES, random_match

pytestmark = pytest.mark.parametrize(("name", "players"), TABLES)

LONGEST = 105  # characters


def some_positions(name: str, players: int, luck: Luck) -> list[parlour.Match]:
    whole = random_match(name, players, luck)
    return [whole.at(luck.below(len(whole.moves))) for _ in range(4)]


def test_sentences_are_short_and_tell_only_what_the_seat_knows(name: str, players: int, luck: Luck) -> None:
    for match in some_positions(name, players, luck):
        explain = match.game.explain_mistake
        if explain is None:
            return
        seat = match.waiting[luck.below(len(match.waiting))]
        legal = match.legal(seat)
        beliefs = [match.belief(seat, seed=luck.number()) for _ in range(3)]
        before = match.state.tobytes()
        for _ in range(4):
            played, better = (legal[luck.below(len(legal))] for _ in range(2))
            told = [explain(where.state[0], seat, played, better, [played]) for where in (match, *beliefs)]
            assert all(one == told[0] for one in told)
            assert explain(match.state[0], seat, better, better, [better]) is None
            if told[0] is not None:
                assert msgspec.convert(msgspec.to_builtins(told[0]), Message) == told[0]
                assert len(told[0].text) <= LONGEST
                assert told[0].text.endswith(".")
                assert "{" not in told[0].text
        assert match.state.tobytes() == before


def test_a_hint_looks_the_same_in_every_belief(name: str, players: int, luck: Luck) -> None:
    for match in some_positions(name, players, luck):
        hint_cells = match.game.hint_cells
        if hint_cells is None:
            return
        seat = match.waiting[luck.below(len(match.waiting))]
        legal = match.legal(seat)
        belief = match.belief(seat, seed=luck.number())
        for text in legal[:: 1 + len(legal) // 8]:
            cells = hint_cells(match.state[0], seat, text)
            assert cells == hint_cells(belief.state[0], seat, text)
            assert len(set(cells)) == len(cells)
            assert all(isinstance(cell, str) and cell for cell in cells)
