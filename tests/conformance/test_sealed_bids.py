"""The toy with hidden cards follows its rules, and the check for leaks can fail."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import parlour
from tests.conformance.test_secrets import seen
from tests.toys import sealed_bids
from tests.toys.sealed_bids import CARDS, ROUNDS

IN_ORDER = list(range(1, CARDS + 1))  # seat 0 has 1 to 13, seat 1 14 to 26, seat 2 27 to 39


def lines_of_moves(match: parlour.Match) -> list[str]:
    lines = match.record().split("\n")
    return [line for line in lines[lines.index("moves") + 1 : -1] if not line.startswith("result ")]


def played_out(match: parlour.Match, first: dict[int, str] | None = None) -> parlour.Match:
    """Each seat plays its lowest card in every round, except for the choices given for the first rounds."""
    for seat, text in (first or {}).items():
        match.play(seat, text)
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, str(min(map(int, match.legal(seat)))))
    return match


def test_a_solo_game_is_won_with_every_trick() -> None:
    outcome = played_out(parlour.new("sealed_bids", 1, deal=IN_ORDER)).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking) == ("rounds", (0,), (1,))
    assert outcome.details == {"tricks": (ROUNDS,), "total": (sum(range(1, 14)),)}


def test_the_higher_card_takes_the_trick_and_its_number() -> None:
    outcome = played_out(parlour.new("sealed_bids", 2, deal=IN_ORDER), {1: "20 loud", 0: "3 loud"}).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.details == {"tricks": (0, ROUNDS), "total": (1, sum(range(14, 27)) + 1)}


@pytest.mark.parametrize("is_level", [False, True])
def test_a_win_is_shared_by_those_equal_in_both_columns(is_level: bool) -> None:
    """Two seats cannot share 13 tricks; of three, two can have six each, and loud cards make their totals level."""
    ours = [40, 13, 38, 11, 36, 9, 34, 7, 32, 5, 30, 3, 1]  # takes every second trick except the last, with n
    theirs = [12, 41, 10, 39, 8, 37, 6, 35, 4, 33, 2, 31, 14]  # takes the others, with n + 1: six more in all
    third = [*range(15, 27), 42]  # takes the last
    rest = [card for card in IN_ORDER if card not in ours + theirs + third]
    match = parlour.new("sealed_bids", 3, deal=ours + theirs + third + rest)
    for number in range(ROUNDS):
        is_loud = number < (6 if is_level else 5)
        match.play(2, str(third[number]))
        match.play(0, f"{ours[number]} loud" if is_loud else str(ours[number]))
        match.play(1, str(theirs[number]))
    outcome = match.outcome
    assert outcome is not None
    assert outcome.scores == (6, 6, 1)
    assert outcome.winners == ((0, 1) if is_level else (1,))
    assert outcome.ranking == ((1, 1, 3) if is_level else (2, 1, 3))


def test_a_record_lists_closed_rounds_by_seat() -> None:
    match = parlour.new("sealed_bids", 3, deal=IN_ORDER)
    for seat, text in [(2, "30"), (1, "20 loud"), (0, "7"), (2, "31"), (1, "21")]:
        match.play(seat, text)
    assert match.moves[0] == (2, "30")
    assert lines_of_moves(match) == ["0 7", "1 20 loud", "2 30", "2 31", "1 21"]
    assert parlour.load(match.record()).record() == match.record()
    text = played_out(match).record()
    assert lines_of_moves(match)[3:6] == ["0 1", "1 21", "2 31"]
    assert parlour.load(text).record() == text
    assert parlour.load(text).state.tobytes() == match.state.tobytes()


def test_a_longer_form_is_accepted_and_kept() -> None:
    match = parlour.new("sealed_bids", 2, deal=IN_ORDER)
    assert match.complete(0, "7") == ["loud"]
    assert match.complete(0, "7 loud") == match.complete(0, "14") == match.complete(0, "07") == []
    assert "7 loud" not in match.legal(0)
    for text, rule in [("14 loud", "B2"), ("43", "B1"), ("7  loud", "notation"), ("7 loud loud", "notation")]:
        with pytest.raises(parlour.IllegalMove) as caught:
            match.play(0, text)
        assert caught.value.rule == rule
    match.play(0, "7 loud")
    assert match.moves == [(0, "7 loud")]
    assert lines_of_moves(match) == ["0 7 loud"]
    assert parlour.from_position(match.position()).state.tobytes() == match.state.tobytes()
    assert match.view(0)["board"]["choice"] == "7 loud"


def test_a_hidden_choice_is_revealed_when_the_round_closes() -> None:
    match = parlour.new("sealed_bids", 2, deal=IN_ORDER)
    match.play(1, "20")
    for seat in (None, 0, 1):
        assert match.events(seat) == [{"kind": "chosen", "seat": 1}]
    assert match.view(None)["board"]["chosen"] == [False, True]
    assert "20" not in match.draw(0).plain
    assert match.svg(0) == match.at(0).svg(0)
    match.play(0, "7 loud")
    assert match.events(None) == [{"kind": "revealed", "cards": ["7 loud", "20"]}]


def half_played() -> parlour.Match:
    match = parlour.new("sealed_bids", 3, deal=IN_ORDER)
    for seat, text in [(0, "7"), (1, "20"), (2, "30"), (1, "21 loud"), (0, "8")]:
        match.play(seat, text)
    return match


def test_a_belief_redeals_only_hidden_information() -> None:
    match = half_played()
    choices = set()
    for seed in range(40):
        belief = match.belief(0, seed=seed)
        assert seen(belief, 0) == seen(match, 0)
        assert belief.deal[:13] == match.deal[:13]
        assert sorted(belief.deal) == IN_ORDER
        choices.add(belief.view(1)["board"]["choice"])
        assert parlour.from_position(belief.position()).state.tobytes() == belief.state.tobytes()
    assert len(choices) > 10
    assert {"loud" in choice for choice in choices} == {False, True}


def test_the_check_for_leaks_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sealed_bids.board

    class LeakyBoard(sealed_bids.Board):
        stock: list[int] = msgspec.field(default_factory=list)

    def leaky(s: Any, seat: int | None) -> LeakyBoard:
        return LeakyBoard(**msgspec.structs.asdict(honest(s, seat)), stock=s.cards[3 * ROUNDS :].tolist())

    match = half_played()
    monkeypatch.setattr(sealed_bids, "board", leaky)
    assert any(seen(match.belief(0, seed=seed), 0) != seen(match, 0) for seed in range(4))
