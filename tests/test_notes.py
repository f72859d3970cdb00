"""Comments, evaluations and annotations: settable, kept in records, and bounded."""

from __future__ import annotations

import pickle
from typing import Any, get_args

import pytest

import parlour
from parlour import Evaluation, notes
from parlour.bots import annotation


@pytest.fixture
def match() -> parlour.Match:
    match = parlour.new("exago", players=2, names=["Ann", "Ben"])
    for _ in range(4):
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    return match


def note_lines(match: parlour.Match) -> list[str]:
    """The lines from `moves` to the end, with moves shortened to their seats."""
    lines = match.record().removesuffix("\n").split("\n")
    return [line if line.startswith(";") else line[0] for line in lines[lines.index("moves") + 1 :]]


def test_notes_are_lines_after_moves(match: parlour.Match) -> None:
    without = match.record()
    match.comments = {0: "Hello; {braces} and é 🎲", 3: "; and"}
    match.evaluations = {3: Evaluation([1.0, -0.0], [2, 0.123456], 0.01, 400, "mistake"), 4: Evaluation([0.5, 0.5])}
    match.annotations = {3: {"arrows": {"b": [1.0], "a": None}, "z": {}}}
    assert note_lines(match) == [
        "; Hello; {braces} and é 🎲",
        *"010",
        "; ; and",
        ';arrows {"a":null,"b":[1]}',
        ';eval {"error":0.01,"grade":"mistake","points":[2,0.1235],"simulations":400,"values":[1,0]}',
        ";z {}",
        "1",
        ';eval {"values":[0.5,0.5]}',
    ]
    text = match.record()
    again = parlour.load(text)
    assert again.record() == text
    assert (again.comments, again.evaluations, again.annotations) == (
        match.comments,
        match.evaluations,
        match.annotations,
    )
    assert again.evaluations[3].points == [2, 0.1235]
    assert "".join(line + "\n" for line in text.split("\n")[:-1] if not line.startswith(";")) == without


def test_undo_drops_what_is_said_about_later_positions(match: parlour.Match) -> None:
    match.comments = {0: "a", 3: "b", 4: "c"}
    match.annotations = {4: {"x": {}}}
    copy = match.fork()
    match.undo()
    assert dict(match.comments) == dict(copy.at(3).comments) == {0: "a", 3: "b"}
    assert dict(match.annotations) == {}
    assert dict(copy.comments) == {0: "a", 3: "b", 4: "c"}
    copy.comments = {}
    assert (dict(copy.comments), copy.has_notes, dict(match.comments)) == ({}, True, {0: "a", 3: "b"})
    assert dict(pickle.loads(pickle.dumps(match)).comments) == {0: "a", 3: "b"}


def test_beliefs_and_rematches_have_no_notes() -> None:
    match = parlour.new("traxx", players=2, seed=1)
    match.comments = {0: "the next card is red"}
    assert not match.belief(0, seed=1).has_notes
    match.resign(0)
    assert not match.rematch().has_notes


def test_a_note_stays_with_its_move_when_a_round_is_sorted() -> None:
    match = parlour.new("traxx", players=2, seed=7)
    for seat in (1, 0):
        match.play(seat, match.legal(seat)[0])
    match.comments = {0: "start", 1: "by seat 1", 2: "by seat 0"}
    assert note_lines(match) == ["; start", "0", "; by seat 0", "1", "; by seat 1"]
    assert parlour.load(match.record()).record() == match.record()


def test_what_is_returned_cannot_be_changed_in_place(match: parlour.Match) -> None:
    match.annotations = {1: {"x": {"list": [1]}}}
    given: dict[str, Any] = {"x": {"list": [2]}}
    match.annotations = {2: given}
    given["x"]["list"].append(3)
    match.annotations[2]["x"]["list"].append(4)
    assert match.annotations == {2: {"x": {"list": [2]}}}
    with pytest.raises(TypeError):
        match.comments[1] = "no"  # type: ignore[index]


DEEP: Any = {}
for _ in range(notes.DEPTH):
    DEEP = {"in": DEEP}


@pytest.mark.parametrize(
    ("name", "wrong", "told"),
    [
        ("comments", {5: "a"}, "there is no position after 5 moves; 4 were made"),
        ("comments", {-1: "a"}, "no position after -1"),
        ("comments", {"1": "a"}, "no position after '1'"),
        ("comments", ["a"], "notes are a mapping, not list"),
        ("comments", {1: ""}, "1 to 2000 characters"),
        ("comments", {1: " a"}, "no space at either end"),
        ("comments", {1: 7}, "a comment has"),
        ("comments", {1: "x" * 2001}, "1 to 2000 characters"),
        ("comments", {1: "a\nb"}, "one line of printable characters"),
        ("comments", {1: "a\x1b[2Jb"}, "printable"),
        ("comments", {1: "a\u2028b"}, "printable"),
        ("comments", {1: "a\u202eb"}, "printable"),
        ("comments", {1: "a\ud800b"}, "printable"),
        ("evaluations", {1: Evaluation([0.5])}, "'values' has 2 numbers"),
        ("evaluations", {1: Evaluation([0.5, 1.5])}, "'values' has 2 numbers from 0 to 1"),
        ("evaluations", {1: Evaluation([0.5, float("nan")])}, "'values'"),
        ("evaluations", {1: Evaluation([0.5, "x"])}, "'values' has 2 numbers"),  # type: ignore[list-item]
        ("evaluations", {1: Evaluation([0.5, 0.5], [1])}, "'points' has 2 numbers"),
        ("evaluations", {1: Evaluation([0.5, 0.5], [1, float("inf")])}, "'points'"),
        ("evaluations", {1: Evaluation([0.5, 0.5], error=-1)}, "'error'"),
        ("evaluations", {1: Evaluation([0.5, 0.5], simulations=-1)}, "'simulations'"),
        (
            "evaluations",
            {1: Evaluation([0.5, 0.5], grade="good")},  # type: ignore[arg-type]
            "must be one of best, fine, inaccuracy, mistake or blunder, not 'good'",
        ),
        ("evaluations", {0: Evaluation([0.5, 0.5], grade="best")}, "no move to grade"),
        ("evaluations", {1: {"values": [0.5, 0.5], "more": 1}}, "unknown field"),
        ("evaluations", {1: None}, "not an evaluation"),
        ("annotations", {1: {"eval": {}}}, "not 'eval'"),
        ("annotations", {1: {"": {}}}, "letters a to z"),
        ("annotations", {1: {"X": {}}}, "letters a to z"),
        ("annotations", {1: {"x" * 31: {}}}, "letters a to z"),
        ("annotations", {1: {7: {}}}, "letters a to z"),
        ("annotations", {1: []}, "notes are a mapping"),
        ("annotations", {1: {"x": []}}, "must be a JSON object"),
        ("annotations", {1: {"x": {"a": object()}}}, "must be a JSON object"),
        ("annotations", {1: {"x": {1: "a"}}}, "must be a JSON object"),
        ("annotations", {1: {"x": {"a": float("nan")}}}, "must be a JSON object"),
        ("annotations", {1: {"x": {"a": 2**53 + 1}}}, "up to 2\\^53"),
        ("annotations", {1: {"x": {"a": 1e300}}}, "up to 2\\^53"),
        ("annotations", {1: {"x": {"a": "\ud800"}}}, "must be a JSON object"),
        ("annotations", {1: {"x": {"a": "\x7f"}}}, "not printable"),
        ("annotations", {1: {"x": {"a": "x" * 20_000}}}, "more than 20000 characters"),
        ("annotations", {1: {"x": DEEP}}, "nested at most 20 deep"),
        ("annotations", {1: {f"x{'y' * n}": {} for n in range(9)}}, "at most 8 notes, not 10"),
    ],
)
def test_bad_notes_are_refused_and_change_nothing(match: parlour.Match, name: str, wrong: Any, told: str) -> None:
    match.comments = {1: "kept"}
    before = match.record()
    with pytest.raises(parlour.ParlourError, match=told):
        setattr(match, name, wrong)
    assert match.record() == before


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (";", "line 13: a comment has 1 to 2000 characters"),
        ("; ", "line 13: a comment"),
        (";  a", "line 13: a comment"),
        ("; " + "x" * 2001, "line 13: a comment"),
        ("; a\x07", "line 13: .*printable"),
        ("; a\n; b", "line 14: after 4 moves there already is a comment"),
        (";a {}\n;a {}", "line 14: after 4 moves there already is a note 'a'"),
        (";a {}\n; b", "line 14: notes on one move come in order"),
        (";b {}\n;a {}", "line 14: notes on one move come in order"),
        ("\n".join(f";{'x' * n} {{}}" for n in range(1, 10)), "line 21: a position has at most 8 notes"),
        (";a", "line 13: ';a' must be followed by JSON"),
        (";a {", "line 13: ';a' must be followed by JSON"),
        (";a []", "line 13: annotation 'a' must be a JSON object"),
        (";A {}", "line 13: an annotation has a word"),
        ('; {"a":1}\n;eval {}', "line 14: this is not an evaluation"),
        (';a {"b":1, "c":2}', 'line 13: JSON has sorted keys.*;a {"b":1,"c":2}'),
        (';a {"b":1,"b":2}', "line 13: JSON has sorted keys"),
        (';a {"b":1.0}', 'line 13: a note has one spelling: write ;a {"b":1}'),
        (';a {"b":0.12345}', 'line 13: a note has one spelling: write ;a {"b":0.123'),
        (';a {"b":1e999}', "line 13: ';a' must be followed by JSON"),
        (';a {"b":' + "[" * 9000 + "]" * 9000 + "}", "line 13: "),
        (f';a {{"b":"{"x" * 20_000}"}}', "line 13: a note has at most 20000 characters"),
        (';eval {"values":[0.5,2]}', "line 13: 'values' has 2 numbers"),
        (';eval {"points":null,"values":[0.5,0.5]}', 'line 13: a note has one spelling: write ;eval {"values"'),
        (';eval {"move":"f6","values":[0.5,0.5]}', "line 13: this is not an evaluation: .*unknown field"),
        (
            ';eval {"grade":"brilliant","values":[0.5,0.5]}',
            "line 13: 'grade' must be one of best, fine, inaccuracy, mistake or blunder, not 'brilliant'$",
        ),
        (';eval {"values":"even"}', "line 13: 'values' has 2 numbers from 0 to 1, one for each seat$"),
        (';eval {"simulations":0.5,"values":[0.5,0.5]}', "line 13: 'simulations' is a whole number, not below 0$"),
        (';eval {"error":[],"values":[0.5,0.5]}', "line 13: 'error' is a number from 0 to 1$"),
        (';eval {"points":[1,"2"],"values":[0.5,0.5]}', "line 13: 'points' has 2 numbers, one for each seat$"),
    ],
)
def test_bad_lines_are_refused_with_their_number(match: parlour.Match, lines: str, told: str) -> None:
    with pytest.raises(parlour.BadRecord, match=told):
        parlour.load(match.record() + lines + "\n")


def test_notes_stand_between_moves_and_result_alone(match: parlour.Match) -> None:
    match.resign(0)
    text = match.record()
    for wrong in (text + "; a\n", text.replace("moves\n", "; a\nmoves\n")):
        with pytest.raises(parlour.BadRecord, match=r"'; a'"):
            parlour.load(wrong)
    fine = text.replace("result ", "; a\nresult ")
    assert parlour.load(fine).record() == fine


def test_a_bad_move_after_a_note_is_refused_with_its_own_line(match: parlour.Match) -> None:
    with pytest.raises(parlour.BadRecord, match="line 14: 'f6' cannot be played"):
        parlour.load(match.record() + "; a\n0 f6\n")


def test_the_grades_are_those_of_an_annotation() -> None:
    assert get_args(notes.Grade) == get_args(annotation.Grade)
