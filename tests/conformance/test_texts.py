"""Round trips: moves, positions, records, states and views as text; and parsers given arbitrary text."""

from __future__ import annotations

import json
import pickle
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from parlour import kernel
from parlour.game import View
from parlour.games import find
from parlour.luck import Luck, commitment, new_salt
from tests.conformance.shelf import TABLES, open_match, random_match

pytestmark = pytest.mark.parametrize(("name", "players"), TABLES)

fuzz = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def test_move_codes_and_texts_round_trip(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=luck.below(100))
    for seat in match.waiting:
        out = np.empty(match.game.rules.MAX_MOVES, np.int64)
        codes = out[: kernel.legal(match.state[0], seat, out)]
        notation = match.game.notation
        for code in codes.tolist():
            text = notation.move_text(match.state[0], seat, code)
            assert notation.parse_move(match.state[0], seat, text, codes) == code
            assert " ".join(text.split()) == text


def test_positions_round_trip(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck)
    for ply in range(0, len(match.moves) + 1, 3):
        there = match.at(ply)
        text = there.position()
        assert "\n" not in text
        again = parlour.from_position(text)
        assert again.state.tobytes() == there.state.tobytes()
        assert again.position() == text
        assert again.outcome == there.outcome
        assert [again.legal(seat) for seat in range(players)] == [there.legal(seat) for seat in range(players)]


def test_records_round_trip(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck)
    match.names = ["Zoë", 'a "quoted" name', "<b>", "o o", "", "🎲"][:players]
    match.header["date"] = "2026-11-15"
    match.header["salt"] = new_salt()
    match.header["commit"] = commitment(match.header["salt"], name, match.options, match.deal)
    for ply in {0, len(match.moves) // 2, len(match.moves)}:
        there = match.at(ply)
        text = there.record()
        again = parlour.load(text)
        assert again.record() == text
        assert again.state.tobytes() == there.state.tobytes()
        assert again.outcome == there.outcome
        assert again.names == match.names


letters = st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(" ;{}\u200d"), max_size=20)
numbers = st.integers(-(2**53), 2**53) | st.floats(-1e6, 1e6)
jsons = st.recursive(
    st.none() | st.booleans() | numbers | letters,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(letters, inner, max_size=3),
    max_leaves=6,
)


@settings(fuzz, max_examples=20)
@given(data=st.data())
def test_notes_round_trip(name: str, players: int, data: st.DataObject) -> None:
    match = parlour.load(_played(name, players))
    match.comments, match.evaluations = {}, {}
    plain, plies = match.record(), st.integers(0, len(match.moves))
    values = st.lists(st.floats(0, 1), min_size=players, max_size=players)
    words = st.from_regex("[a-df-z][a-z-]{0,29}", fullmatch=True)
    annotations = st.dictionaries(words, st.dictionaries(letters, jsons, max_size=3), max_size=3)
    match.comments = data.draw(st.dictionaries(plies, letters.map(str.strip).filter(bool), max_size=3))
    match.evaluations = data.draw(st.dictionaries(plies, st.builds(parlour.Evaluation, values), max_size=3))
    match.annotations = data.draw(st.dictionaries(plies, annotations, max_size=3))
    text = match.record()
    again = parlour.load(text)
    assert again.record() == text
    assert again.evaluations == match.evaluations
    assert again.comments == match.comments
    assert again.annotations == match.annotations
    assert "".join(line for line in text.splitlines(keepends=True) if line[0] != ";") == plain
    for ply in (0, len(match.moves) // 2):
        there = match.at(ply).record()
        assert parlour.load(there).record() == there


def test_a_record_may_leave_out_its_result(name: str, players: int, luck: Luck) -> None:
    text = random_match(name, players, luck).record()
    lines = text.split("\n")
    assert lines[-2].startswith("result {")
    shorter = "\n".join([*lines[:-2], ""])
    assert parlour.load(shorter).record() == shorter


def test_a_match_that_starts_at_a_position_has_a_record(name: str, players: int, luck: Luck) -> None:
    match = parlour.from_position(open_match(name, players, luck, plies=5).position())
    seat = match.waiting[0]
    match.play(seat, match.legal(seat)[0])
    text = match.record()
    again = parlour.load(text)
    assert again.record() == text
    assert again.state.tobytes() == match.state.tobytes()


def test_records_keep_resignations(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=4)
    match.resign(players - 1)
    if players <= 2:
        assert match.waiting == ()
        assert match.outcome is not None
        assert match.outcome.reason == "resigned"
        assert match.outcome.winners == (() if players == 1 else (0,))
        assert match.outcome.ranking == ((1,) if players == 1 else (1, 2))
    else:
        assert match.outcome is None
        while match.waiting:
            match.play(match.waiting[0], match.legal(match.waiting[0])[0])
        assert match.outcome is not None
        assert match.outcome.ranking[players - 1] == players
        assert players - 1 not in match.outcome.winners
    text = match.record()
    again = parlour.load(text)
    assert again.record() == text
    assert again.outcome == match.outcome
    assert again.resigned == match.resigned == (players - 1,)
    assert again.at(4).resigned == (players - 1,)
    assert again.at(3).resigned == ()


def test_another_rules_version_loads_if_every_move_replays(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=6)
    ours = match.game.rules.VERSION
    old = match.record().replace(f"\nrules {ours}\n", "\nrules 0\n")
    assert parlour.load(old).record() == old
    lines = old.split("\n")
    lines[-2] = lines[-2].split()[0] + " nonsense"
    with pytest.raises(parlour.BadRecord, match=f"rules version 0, this is version {ours}") as caught:
        parlour.load("\n".join(lines))
    assert caught.value.line == len(lines) - 1


def test_views_are_json_of_their_declared_types(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck)
    for ply in range(0, len(match.moves) + 1, 7):
        there = match.at(ply)
        for seat in (None, *range(players)):
            view = there.view(seat)
            text = json.dumps(view)
            assert json.loads(text) == view
            typed: Any = msgspec.json.decode(text, type=View[match.game.view.Board])  # type: ignore[name-defined]
            assert msgspec.json.decode(msgspec.json.encode(typed)) == view
            assert list(view) == (
                "game rules options players names seat turn waiting legal scores outcome verdict board".split()
            )
            assert view["legal"] == ([] if seat is None else there.legal(seat))
            if ply:
                events = there.events(seat)
                assert json.loads(json.dumps(events)) == events
                assert all("kind" in event for event in events)
    assert str(match)
    assert match._repr_svg_().startswith("<svg ")


def test_matches_can_be_pickled(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=9)
    again = pickle.loads(pickle.dumps(match))
    assert again.record() == match.record()
    assert again.game is match.game


@fuzz
@given(data=st.data())
def test_arbitrary_text_raises_only_the_documented_errors(name: str, players: int, data: st.DataObject) -> None:
    alphabet = st.sampled_from('abcfk0169 .,:*/{}[]"-\n\tpassrlut é½²\x00\ud800')
    text = data.draw(st.text(alphabet, max_size=30) | st.text(max_size=30))
    match = parlour.new(name, players, seed=1)
    for seat in match.waiting:
        if text not in match.legal(seat):
            with pytest.raises(parlour.IllegalMove):
                match.play(seat, text)
        match.complete(seat, text)
    with pytest.raises(parlour.BadRecord):
        parlour.load(text)
    for beginning in ("", match.position()[:-3], match.position() + " "):
        with pytest.raises(parlour.BadPosition):
            parlour.from_position(beginning + text + "?")


@fuzz
@given(data=st.data())
def test_an_edited_record_loads_or_raises_with_the_wrong_line(name: str, players: int, data: st.DataObject) -> None:
    text = _played(name, players)
    lines = text.split("\n")
    first = data.draw(st.integers(0, len(lines) - 1))
    second = data.draw(st.integers(0, len(lines) - 1))
    at = data.draw(st.integers(0, len(text) - 1))
    pieces = ["0", "-1", "99", " ", "\n", '"', "{}", "null", "[1e400]", ";", "\n; a\n", "\n;a {}\n"]
    piece = data.draw(st.text(max_size=3) | st.sampled_from(pieces))
    edits = {
        "cut": text[:at],
        "insert": text[:at] + piece + text[at:],
        "replace": text[:at] + piece + text[at + 1 :],
        "drop line": "\n".join(lines[:first] + lines[first + 1 :]),
        "double line": "\n".join(lines[:first] + lines[first : first + 1] + lines[first:]),
        "swap lines": "\n".join(_swapped(lines, first, second)),
    }
    edited = edits[data.draw(st.sampled_from(sorted(edits)))]
    try:
        match = parlour.load(edited)
    except parlour.BadRecord as caught:
        problem: parlour.BadRecord | None = caught
    else:
        problem = None
        assert match.record() == edited
    assert problem is None or 1 <= problem.line <= edited.count("\n") + 2


@fuzz
@given(data=st.data())
def test_an_edited_position_loads_or_raises_bad_position(name: str, players: int, data: st.DataObject) -> None:
    text = parlour.load(_played(name, players)).position()
    at = data.draw(st.integers(0, len(text) - 1))
    piece = data.draw(st.text(max_size=2) | st.sampled_from([*"0123456789rby/ {}[]", "-1", "99", "true"]))
    width = data.draw(st.integers(0, 3))
    edited = text[:at] + piece + text[at + width :]
    try:
        match = parlour.from_position(edited)
    except parlour.BadPosition:
        return
    assert match.position() == edited


_records: dict[tuple[str, int], str] = {}


def _played(name: str, players: int) -> str:
    """The record of a fixed match, made once."""
    if (name, players) not in _records:
        match = open_match(name, players, Luck("fuzz"), plies=12)
        match.comments = {0: "a", 7: "b"}
        match.evaluations = {7: parlour.Evaluation([0.5] * players)}
        _records[name, players] = match.record()
    return _records[name, players]


def _swapped(lines: list[str], first: int, second: int) -> list[str]:
    lines = list(lines)
    lines[first], lines[second] = lines[second], lines[first]
    return lines


def test_options_are_checked_strictly(name: str, players: int) -> None:
    game = find(name)
    with pytest.raises(parlour.BadOption, match="has no such option") as caught:
        parlour.new(name, players, no_such_option=1)
    assert caught.value.name == "no_such_option"
    for option in game.options:
        wrongs: list[Any] = [
            None,
            "no such choice",
            -1,
            10**9,
            0.5,
            [],
            {},
            [None] * players,
            {0, 1},
            b"\1\2",
            np.array([[0, 0]]),
        ]
        for wrong in wrongs:
            with pytest.raises(parlour.BadOption, match=option.name) as caught:
                parlour.new(name, players, **{option.name: wrong})
            assert caught.value.name == option.name
        assert option.sentence.endswith(".")
        assert option.rule in (game.folder / "RULES.md").read_text()
