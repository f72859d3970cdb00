"""Moves tried on positions of a record, over REST: nothing is stored, and no table is needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import parlour
from parlour.games import own
from parlour.luck import Luck, plain_json
from parlour.match import Match
from tests.server.client import Client, Message, Refused
from tests.server.process import ServerProcess


@pytest.fixture
def visitor(sqlite_house: ServerProcess) -> Iterator[Client]:
    """Somebody who is at no table."""
    with Client(sqlite_house) as client:
        yield client


def ask(client: Client, what: str, match: Match, ply: int, seat: int, **more: Any) -> Message:
    body = {"record": match.record(), "ply": ply, "seat": seat, **more}
    answer: Message = client.ask("POST", f"/api/replay/{what}", body=body)
    return answer


def played(game: str, luck: Luck, moves: int, players: int = 2) -> Match:
    match = parlour.new(game, players, seed=luck.number())
    while match.waiting and len(match.moves) < moves:
        seat = match.waiting[0]
        texts = match.legal(seat)
        match.play(seat, texts[luck.below(len(texts))])
    return match


@pytest.mark.parametrize("game", own())
def test_a_position_is_what_its_seat_saw_with_its_moves(game: str, visitor: Client, luck: Luck) -> None:
    match = played(game, luck, 9, players=max(parlour.games.find(game).players))
    for ply in range(len(match.moves) + 1):
        there = match.at(ply)
        for seat in there.waiting[:2]:
            told = ask(visitor, "position", match, ply, seat)
            assert told["view"]["legal"] == there.legal(seat)
            assert told["view"]["board"] == plain_json(there.view(seat)["board"])
            assert told["events"] == []


def test_questions_about_a_position_are_answered_as_at_a_table(visitor: Client) -> None:
    match = parlour.new("exago", 2, seed=1)
    for seat, text in ((0, "f6"), (1, "e6"), (0, "f5")):
        match.play(seat, text)
    words = ask(visitor, "complete", match, 1, 1, text="")
    assert (words["seat"], words["is_move"], words["words"]) == (1, False, match.at(1).legal(1))
    assert ask(visitor, "complete", match, 1, 1, text="e6")["is_move"]
    reason = ask(visitor, "why_not", match, 1, 1, text="a6")
    expected = match.at(1).why_not(1, "a6")
    assert expected is not None
    assert (reason["rule"], reason["sentence"]) == (expected.rule, str(expected)) == ("X9", str(expected))
    line = ask(visitor, "line", match, 1, 1, moves=["g6", "h6", "f6", "e6"])
    assert [move["text"] for move in line["moves"]] == ["g6", "h6"]  # it ends where it is not legal any more
    assert len(line["frames"]) == 3
    assert line["frames"][-1]["view"]["board"]["tiles"] == {"f6": 0, "g6": 1, "h6": 0}


def test_moves_are_priced_from_what_the_seat_knew(visitor: Client, luck: Luck) -> None:
    match = played("cirplexed", luck, 8)
    seat = match.at(6).waiting[0]
    texts = match.at(6).legal(seat)[:2]
    told = ask(visitor, "analyse", match, 6, seat, moves=texts)
    assert {one["text"] for one in told["candidates"]} >= set(texts)
    expected = parlour.analyse(match.at(6), seat, texts, seed="try/6")
    assert told["candidates"] == plain_json(expected)["candidates"]


def test_bad_questions_are_refused_with_what_would_be_right(visitor: Client) -> None:
    match = parlour.new("exago", 2, seed=1)
    match.play(0, "f6")
    cases: list[tuple[str, int, int, dict[str, Any], str]] = [
        ("position", 2, 0, {}, "1"),
        ("position", 0, 2, {}, "seat"),
        ("analyse", 0, 0, {"moves": ["a1"]}, "X8"),
        ("analyse", 0, 1, {"moves": []}, "turn"),
        ("analyse", 0, 0, {"moves": ["f6"] * 300}, "200"),
        ("complete", 0, 0, {}, "text"),
    ]
    for what, ply, seat, more, sentence in cases:
        with pytest.raises(Refused) as refused:
            ask(visitor, what, match, ply, seat, **more)
        assert refused.value.status in (404, 409, 422), (what, more)
        assert sentence in refused.value.sentence, (what, more)
    with pytest.raises(Refused, match="bad_record"):
        visitor.ask("POST", "/api/replay/position", body={"record": "parlour 1\n", "ply": 0, "seat": 0})
