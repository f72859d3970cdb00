"""Positions as text: content, exact round trips, and refusals."""

from __future__ import annotations

import pytest

import parlour
from parlour.luck import Luck
from tests.games.cirplexed.tables import SIZES, any_move, at_last_round, deal_of, new, play

FIRST = "BGOP BGOR GOPR GRPY BOPR BORY GOPY GORP"
HEADER = 'cirplexed 2 {"partial":"any"}'
DEAL = " ".join(deal_of(2, FIRST))


def test_a_position_is_the_deal_and_what_each_seat_has_placed() -> None:
    match = new(2, FIRST)
    assert match.position() == f"{HEADER} {DEAL} / - / -"
    play(match, "GOPR 1,0 r0", "BOPR 0,-1 r3")
    match.play(1, "GORP -1,0 r2")
    assert match.position() == f"{HEADER} {DEAL} / GOPR 1,0 r0 / BOPR 0,-1 r3; GORP -1,0 r2"
    again = parlour.from_position(match.position())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.deal == match.deal
    assert again.waiting == (0,)


@pytest.mark.parametrize("players", SIZES)
def test_positions_of_the_last_round_round_trip_exactly(players: int, luck: Luck) -> None:
    match = at_last_round(players, luck, partial="open")
    while True:
        assert parlour.from_position(match.position()).state.tobytes() == match.state.tobytes()
        if not match.waiting:
            break
        seat = match.waiting[luck.below(len(match.waiting))]
        match.play(seat, any_move(match, seat, luck))


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            f"{DEAL} / -",
            "a position of 2 seats is DEAL / MOVES / MOVES ...: tiles with spaces between them",
        ),
        (f"{DEAL} / - / - / -", "a position of 2 seats is DEAL / MOVES / MOVES"),
        (f"{DEAL[5:]} / - / -", "with 2 seats the bag has 44 tiles .C3., not 43"),
        (f"GOPB{DEAL[4:]} / - / -", "tile 1 of the deal: GOPB is written BGOP"),
        (f"{DEAL}  / - / -", "tile 45 of the deal: a tile is named by four of the letters"),
        (f"{DEAL} / BOPR 1,0 r0 / -", "ash cannot have played 'BOPR 1,0 r0': C5: BOPR is not in your hand"),
        (f"{DEAL} / - / BOPR 1,1 r0", "birch cannot have played 'BOPR 1,1 r0': C5: 1,1 touches your tiles only at a"),
        (f"{DEAL} / - / ", "birch cannot have played '': notation: write tile, cell and rotation"),
        (f"{DEAL} / - / BOPR 1,0 r0;BORY 2,0 r0", "birch cannot have played 'BOPR 1,0 r0;BORY 2,0 r0': notation"),
        (
            f"{DEAL} / - / BOPR 1,0 r0; BORY 2,0 r0",
            "birch cannot have played 'BORY 2,0 r0' yet: the others have not finished that round .C6.",
        ),
    ],
)
def test_malformed_positions_are_refused_with_a_reason(body: str, sentence: str) -> None:
    with pytest.raises(parlour.BadPosition, match=sentence):
        parlour.from_position(f"{HEADER} {body}")


@pytest.mark.parametrize("number", ["9" * 14, "1" * 5000])
def test_long_numbers_are_refused(number: str) -> None:
    lines = parlour.from_position(f"{HEADER} {DEAL} / - / -").record().split("\n")
    bodies = [f"{number} / - / -", f"{DEAL} {number} / - / -", f"{DEAL} / {number} / -"]
    moves = [f"GOPR {number},0 r0", f"GOPR 0,-{number} r0", f"GOPR 1,0 r{number}"]
    bodies += [f"{DEAL} / {move} / -" for move in moves]
    for body in bodies:
        with pytest.raises(parlour.BadPosition):
            parlour.from_position(f"{HEADER} {body}")
        with pytest.raises(parlour.BadRecord, match=r"cannot have played|tile 1 of|tile 45 of"):
            parlour.load("\n".join(f"position {body}" if line.startswith("position ") else line for line in lines))


def test_positions_with_moves_after_the_end_are_refused(luck: Luck) -> None:
    match = at_last_round(2, luck)
    while match.waiting:
        match.play(match.waiting[0], any_move(match, match.waiting[0], luck))
    with pytest.raises(parlour.BadPosition, match="birch cannot have played 'BGOP 1,0 r0' yet: the game is over"):
        parlour.from_position(match.position() + "; BGOP 1,0 r0")


def test_a_position_contains_its_options() -> None:
    assert parlour.from_position(f'cirplexed 2 {{"partial":"open"}} {DEAL} / - / -').options == {"partial": "open"}
    with pytest.raises(parlour.BadPosition, match="partial: must be one of any, open"):
        parlour.from_position(f'cirplexed 2 {{"partial":"some"}} {DEAL} / - / -')
