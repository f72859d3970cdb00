"""Moves narrowed word by word."""

from __future__ import annotations

from dataclasses import replace

import parlour
from parlour.cli.play.move_prompt import MovePrompt
from parlour.games import find
from parlour.match import Match


def relocating() -> parlour.Match:
    match = parlour.new("exago", players=2, early_relocation=True)
    for seat, text in [(0, "f6"), (1, "e6")]:
        match.play(seat, text)
    return match


def test_words_narrow_the_legal_moves() -> None:
    start = MovePrompt(relocating(), 0)
    assert "f6" in start.following
    assert "f6" not in start.ending  # a tile to lift
    assert "f5" in start.ending
    lifted = start.extended("f6")
    assert lifted is not None
    assert lifted.words == ("f6",)
    assert not lifted.is_move
    assert lifted.following == ["d6", "d7", "e5", "e7", "f5"]
    whole = lifted.extended("d6")
    assert whole is not None
    assert whole.text == "f6 d6"
    assert whole.is_move
    assert whole.following == []
    assert whole.back().words == ("f6",)


def test_a_whole_move_may_be_typed_at_any_time() -> None:
    start = MovePrompt(relocating(), 0)
    lifted = start.extended("f6")
    assert lifted is not None
    for typed in ("f6 e5", "  F6   E5 "):
        for move_prompt in (start, lifted):
            found = move_prompt.extended(typed)
            assert found is not None
            assert found.text == "f6 e5"


def test_a_prefix_goes_by_whole_words() -> None:
    assert MovePrompt(relocating(), 0).extended("f") is None
    assert MovePrompt(relocating(), 0).extended("f1") is None


def test_capital_letters_of_moves_are_kept() -> None:
    match = relocating()
    assert MovePrompt(match, 0).meant("A1  B2") == "a1 b2"
    assert MovePrompt(match, 0, ("f6",)).meant("Z9") == "f6 z9"


def test_unlisted_forms_of_moves_are_accepted() -> None:
    """If a game completes more than it lists, a listed move can be a prefix of another."""
    game = replace(find("exago"), complete=lambda s, seat, words, moves: ["gently"] if words == ["f6"] else [])
    start = MovePrompt(Match.new(game, 2), 0)
    assert start.following == ["f6"]
    further = start.extended("f6")
    assert further is not None
    assert further.is_move
    assert further.following == ["gently"]
    assert further.ending == set()  # Exago does not know this form


def test_commands_are_completed_only_at_the_beginning() -> None:
    start = MovePrompt(relocating(), 0)
    assert "undo" in start.completions("", ["undo"])
    assert start.completions("f6 ", ["undo"]) == ["d6", "d7", "e5", "e7", "f5"]
    assert start.completions("nonsense ", ["undo"]) == []


def test_a_word_that_cannot_come_next_is_named() -> None:
    match = parlour.new("tracktic", players=2, seed=2)
    move_prompt = MovePrompt(match, 0)
    first = next(text for text in match.legal(0) if len(text.split()) == 4).split()
    said = move_prompt.misfit(f"{first[0]} a1")
    assert said is not None
    assert said.text.startswith(f"'a1' cannot come after {first[0]}; these can: ")
    begun = MovePrompt(match, 0, (first[0],))
    assert str(begun.misfit("a1")).startswith(f"'a1' cannot come after {first[0]}; ")
    assert begun.misfit("a1 a2 a3") is None  # as many words as a move has: the rules explain the error
    whole = MovePrompt(match, 0, (*first, ":"))
    assert str(whole.misfit("g")).startswith(f"'g' cannot come after {' '.join(first)} :; these can: ")
    assert begun.meant(f"{first[0]} a1 a2 a3") == f"{first[0]} a1 a2 a3"  # starts over instead of being appended
