"""What a record contains besides its moves: undos and stand-ins."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour import incidents
from parlour.errors import BadRecord
from parlour.incidents import Incident, Return, StandIn, Undo

TOLD: list[Incident] = [Undo(3, 0, [(2, 0, "e6")]), StandIn(4, 1, "3", 0), Return(4, 1)]


@pytest.fixture
def match() -> parlour.Match:
    match = parlour.new("exago", players=2, names=["Ann", "Ben"])
    for _ in range(4):
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    return match


def test_incidents_round_trip_in_a_record(match: parlour.Match) -> None:
    without = match.record()
    match.header["incidents"] = incidents.plain(TOLD)
    text = match.record()
    line = next(line for line in text.split("\n") if line.startswith("incidents "))
    assert line == (
        'incidents [{"kind":"undo","moves":3,"seat":0,"taken_back":[[2,0,"e6"]]},'
        '{"bot":"3","by":0,"kind":"stand_in","moves":4,"seat":1},{"kind":"return","moves":4,"seat":1}]'
    )
    assert text.replace(line + "\n", "") == without
    again = parlour.load(text)
    assert again.record() == text
    assert incidents.parse(again.header["incidents"], 2) == TOLD
    assert parlour.load(without).record() == without  # the old format


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {},
        [{"kind": "party", "moves": 0, "seat": 0}],
        [{"kind": "return", "moves": 0, "seat": 2}],
        [{"kind": "return", "moves": -1, "seat": 0}],
        [{"kind": "return", "moves": 0, "seat": 0, "more": 1}],
        [{"kind": "stand_in", "moves": 0, "seat": 0, "bot": "\u001b[2J", "by": None}],
        [{"kind": "stand_in", "moves": 0, "seat": 0, "bot": "3", "by": 7}],
        [{"kind": "undo", "moves": 1, "seat": 0, "taken_back": []}],
        [{"kind": "undo", "moves": 1, "seat": 0, "taken_back": [[1, 0, "f6"]]}],
        [{"kind": "undo", "moves": 3, "seat": 0, "taken_back": [[2, 0, "f6"], [1, 1, "e6"]]}],
        [{"kind": "undo", "moves": 1, "seat": 0, "taken_back": [[0, 0, "f6\u0007"]]}],
    ],
)
def test_invalid_incidents_are_refused_with_their_line(match: parlour.Match, wrong: Any) -> None:
    match.header["incidents"] = wrong
    with pytest.raises(BadRecord, match="line 8: 'incidents'"):
        parlour.load(match.record())


def test_an_unknown_kind_of_incident_is_told_which_there_are(match: parlour.Match) -> None:
    match.header["incidents"] = [{"kind": "party", "moves": 0, "seat": 0}]
    sentence = "'incidents' is not of the right form: 'kind' must be one of undo, stand_in or return, not 'party'"
    with pytest.raises(BadRecord, match=f"line 8: {sentence}$"):
        parlour.load(match.record())


def test_moves_taken_back_later_do_not_count_for_the_place_of_an_incident() -> None:
    told: list[Incident] = [
        StandIn(5, 1, "3", 0),
        Undo(6, 0, [(2, 0, "a"), (3, 1, "b"), (4, 0, "c"), (5, 1, "d")]),
        Return(4, 1),
    ]
    assert incidents.placed(told, 9) == [(2, told[0]), (2, told[1]), (4, told[2])]


def test_incidents_are_described_in_sentences() -> None:
    names = ["Ann", "Ben"]
    assert [incidents.sentence(told, names.__getitem__, lambda bot: f"level {bot}") for told in TOLD] == [
        "Ann took back: Ann e6.",
        "From here on level 3 plays for Ben, at Ann's request.",
        "From here on Ben plays again.",
    ]
