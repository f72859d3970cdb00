"""`Match.why_not` knows every move and every beginning of one, and gives whatever else a rule."""

from __future__ import annotations

import re

import pytest

import parlour
from parlour.games import find, own
from parlour.luck import Luck
from tests.conformance.shelf import TABLES, open_match, random_match

pytestmark = pytest.mark.parametrize(("name", "players"), TABLES)


def some_positions(name: str, players: int, luck: Luck) -> list[parlour.Match]:
    whole = random_match(name, players, luck)
    return [whole.at(luck.below(len(whole.moves))) for _ in range(3)]


def rule_numbers(name: str) -> set[str]:
    text = find(name).folder.joinpath("RULES.md").read_text(encoding="utf-8")
    return set(re.findall(r"^- \*\*(\w+)\*\*", text, re.MULTILINE))


def test_a_move_and_its_beginnings_are_not_refused(name: str, players: int, luck: Luck) -> None:
    for match in some_positions(name, players, luck):
        for seat in match.waiting:
            for text in match.legal(seat)[:: 1 + len(match.legal(seat)) // 20]:
                words = text.split()
                for many in range(1, len(words) + 1):
                    assert match.why_not(seat, " ".join(words[:many])) is None


def test_anything_else_is_refused_as_play_would_refuse_it(name: str, players: int, luck: Luck) -> None:
    known = {*rule_numbers(name), "notation"} if name in own() else None
    refused = 0
    for match in some_positions(name, players, luck):
        for seat in match.waiting:
            words = sorted({word for text in match.legal(seat) for word in text.split()})
            for _ in range(30):
                text = " ".join(words[luck.below(len(words))] for _ in range(1 + luck.below(4)))
                reason = match.why_not(seat, text)
                if reason is None:
                    continue
                refused += 1
                assert known is None or reason.rule in known, (text, str(reason))
                assert all(isinstance(cell, str) and cell for cell in reason.marks)
                with pytest.raises(parlour.IllegalMove) as caught:
                    match.play(seat, text)
                assert (str(caught.value), caught.value.marks) == (str(reason), reason.marks)
    assert refused > 0


def test_only_a_seat_that_may_act_can_ask(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=3)
    for seat in set(range(players)) - set(match.waiting):
        with pytest.raises(parlour.NotWaiting):
            match.why_not(seat, "")
    with pytest.raises(parlour.ParlourError, match="the beginning of a move is a text"):
        match.why_not(match.waiting[0], 7)  # type: ignore[arg-type]
    with pytest.raises(parlour.GameOver):
        random_match(name, players, luck).why_not(0, "")
