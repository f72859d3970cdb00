"""Moves with chosen pieces (K13): what may follow, what is accepted, what is refused; against the oracle."""

from __future__ import annotations

import re
from typing import Any

import pytest

import parlour
from parlour.games.tracktic.board.bitboard import DRAWN
from parlour.luck import Luck
from tests.games.tracktic.oracle import Oracle, chosen_forms, placements
from tests.games.tracktic.positions import play, set_up, start


def walked(match: parlour.Match, text: str) -> list[str]:
    """All longer forms that `complete` leads to from a complete short move."""
    found, open_texts = [], [f"{text} :"]
    assert match.complete(match.waiting[0], text) == [":"]
    while open_texts:
        beginning = open_texts.pop()
        words = match.complete(match.waiting[0], beginning)
        if words:
            open_texts += [f"{beginning} {word}" for word in words]
        else:
            found.append(beginning)
    return sorted(found)


def kept_as(match: parlour.Match, text: str) -> str:
    """The text that a record would have for a move."""
    trial = match.fork()
    play(trial, text)
    return trial.moves[-1][1]


def test_complete_reaches_exactly_the_valid_choices_of_pieces(luck: Luck) -> None:
    match = start(4, "I2 I3 V3 flip")
    oracle = Oracle(4, {}, match.deal)
    for text in ("I2 e1 f1", "I2 h3 h4", "V3 g4 g5 h5"):
        assert walked(match, text) == sorted(chosen_forms(oracle, 0, text))


def test_complete_leads_only_to_choices_that_the_rack_can_finish() -> None:
    match = set_up(2, "I2", red="g7", blue="c3", pieces="jigsaw", sides={"g7": 0}, racks={"red": [2, 1, 0, 1, 0, 0]})
    assert walked(match, "I2 f8 g8") == ["I2 f8 g8 : 2 5", "I2 f8 g8 : a 4"]


def test_complete_offers_nothing_else() -> None:
    match = start(4, "I2 I3 V3 flip")
    assert match.complete(0, "skip") == []
    assert match.complete(0, "skip :") == []
    assert match.complete(0, "I2 e1 f1 : 3 3") == []
    assert match.complete(0, "I2 e1 f1 : 3 3 3") == []
    assert match.complete(0, "I2 e1 f1 : x") == []
    assert match.complete(0, "I2 e1 e2 :") == []  # not legal
    assert ":" not in match.complete(0, "I2 e1")
    assert match.complete(1, "I2 e1 f1") == []  # not to act
    plain = start(4, "I2 I3 V3 flip", pieces="plain")
    assert plain.complete(0, "I2 e1 f1") == []
    assert plain.complete(0, "I2 e1 f1 :") == []


def test_only_moves_with_suggested_pieces_have_actions() -> None:
    match = start(4, "I2 I3 V3 flip")
    texts = walked(match, "I2 e1 f1")
    suggested = [text for text in texts if kept_as(match, text) == "I2 e1 f1"]
    assert [match.action(0, text) for text in suggested] == [match.action(0, "I2 e1 f1")]
    for text in set(texts) - set(suggested):
        with pytest.raises(parlour.IllegalMove, match="has no number: only the moves that `legal` lists have one"):
            match.action(0, text)


def test_only_newly_laid_cells_have_numbers() -> None:
    match = set_up(3, "I4", red="d7", blue="e7", green="f7", pieces="jigsaw", sides={"d7": 2, "e7": 2, "f7": 5})
    assert all(len(text.split(" : ")[1].split()) == 2 for text in walked(match, "I4* e7 f7 g7 h7"))
    play(match, "I4* e7 f7 g7 h7 : 8 8")
    assert match.moves == [(0, "I4* e7 f7 g7 h7 : 8 8")]


def test_prompts_lead_through_a_move() -> None:
    match = start(4, "I2 I3 V3 flip")
    assert match.prompt(0) == "Take a card, or skip for the rest of the game."
    assert match.prompt(0, "I2") == "The first of 2 cells in the pattern I2; cells go by letter, then by number."
    assert match.prompt(0, "I2 e1") == "The next cell, in order."
    assert match.prompt(0, "I2 e1 f1") == "It takes the pieces 3 3. To choose others, type."
    assert match.prompt(0, "I2 e1 f1 : 3").startswith("The side number of the piece on f1 (tabs: north 1, east 2")
    for text in ("I2 e1 f1 : 3 3", "I2 e1 e1 :", "X", "skip", "flip a1 a2 a3", ":"):
        assert match.prompt(0, text) == ""
    assert match.prompt(1) == ""
    assert start(4, "I2 I3 V3 flip", pieces="plain").prompt(0, "I2 e1 f1") == ""


def test_prompts_for_tokens_and_flips() -> None:
    match = set_up(2, "I3 flip", red="d7", blue="e7", pieces="jigsaw", sides={"d7": 0, "e7": 8})
    assert match.prompt(0) == "Take a card (* spends a token), or skip for the rest of the game."
    assert match.prompt(0, "I3*") == (
        "The first of 3 cells in the pattern I3, over opponents' pieces; cells go by letter, then by number."
    )
    assert match.prompt(0, "flip") == "Which opponent's piece do you turn to white?"
    assert match.prompt(0, "flip e7") == "On which cell beside it do you lay a piece?"
    assert match.prompt(0, "flip e7 e8") == "It takes the pieces 5. To choose others, type."


def random_text(match: parlour.Match, luck: Luck) -> str:
    """A text that looks like a move, often nearly legal."""
    cards = match.view(None)["board"]["face_up"]
    card = cards[luck.below(len(cards))] if luck.below(10) else luck.shuffled([*DRAWN, "flip"])[0]
    legal = match.legal(match.waiting[0])
    if luck.below(2):
        text = legal[luck.below(len(legal))]
    elif card == "flip":
        pieces = list(match.view(None)["board"]["pieces"])
        cell = pieces[luck.below(len(pieces))]
        near = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1)][luck.below(5)]
        text = f"flip {cell} {chr(ord(cell[0]) + near[0])}{int(cell[1:]) + near[1]}"
    else:
        places = placements(card, match.players)
        text = f"{card}{'*' * luck.below(2)} {' '.join(places[luck.below(len(places))])}"
    if luck.below(2):
        many = max(1, len(text.split()) - 1 - luck.below(2))
        text += " : " + " ".join(f"{luck.below(16):x}" for _ in range(many))
    return text


def compare_texts(luck: Luck, players: int, options: dict[str, Any], plies: int, tries: int) -> int:
    """Play some moves, then try texts: engine and oracle agree, refusals are explained. Returns how many were legal."""
    match = parlour.new("tracktic", players, seed=luck.number(), **options)
    oracle = Oracle(players, options, match.deal)
    while match.waiting and len(match.moves) < plies:
        moves = [text for text in match.legal(match.waiting[0]) if text != "skip"] or ["skip"]
        text, seat = moves[luck.below(len(moves))], match.waiting[0]
        match.play(seat, text)
        oracle.play(seat, text)
    legal = 0
    for _ in range(tries if match.waiting else 0):
        text, seat, trial = random_text(match, luck), match.waiting[0], match.fork()
        try:
            oracle._parse(seat, text)
        except ValueError:
            with pytest.raises(parlour.IllegalMove) as caught:
                trial.play(seat, text)
            assert re.fullmatch(r"K(3|4|9|1[0-5]|17)|notation", caught.value.rule), (text, str(caught.value))
        else:
            legal += 1
            trial.play(seat, text)
    return legal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_texts_are_accepted_as_by_the_oracle(players: int, luck: Luck) -> None:
    assert sum(compare_texts(luck, players, {}, luck.below(30), 60) for _ in range(4)) >= 10
    compare_texts(luck, players, {"deck": "long"}, 15, 60)
    compare_texts(luck, players, {"pieces": "plain"}, 15, 60)


@pytest.mark.prove
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_random_texts_are_accepted_as_by_the_oracle(players: int, luck: Luck) -> None:
    for number in range(60):
        options = {"deck": ("standard", "long")[number & 1], "pieces": ("jigsaw", "plain")[number % 5 == 0]}
        compare_texts(luck, players, options, luck.below(12 * players), 150)
