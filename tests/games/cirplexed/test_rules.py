"""One test or more for each rule of Cirplexed!, named after it."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

import parlour
from parlour.cli.terminal.phrases import move_lines
from parlour.games.cirplexed import rules, tiles
from parlour.kernel import new_rng
from parlour.luck import Luck
from tests.games.cirplexed.tables import (
    SIZES,
    any_move,
    at_last_round,
    deal_of,
    new,
    play,
    played,
    stretched,
)

# Start tiles BGOP and BGOR; hands GOPR GRPY and BOPR BORY; then GOPY GORP, ...
FIRST = "BGOP BGOR GOPR GRPY BOPR BORY GOPY GORP"


def sentence(match: parlour.Match, seat: int, text: str) -> str:
    """The explanation of an illegal text."""
    before = match.record()
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(seat, text)
    assert match.record() == before
    return str(caught.value)


# -- box ---------------------------------------------------------------------------------------------------------------


def test_c1_four_of_six_colours_in_every_order_around_a_tile() -> None:
    assert len(rules.TILES) == len(set(rules.TILES)) == 90
    for four in permutations("BGOPRY", 4):
        text = "".join(four)
        turned = {text[k:] + text[:k] for k in range(4)}
        assert len(turned & set(rules.TILES)) == 1


def test_c2_the_first_letter_of_the_alphabet_leads() -> None:
    assert {"BGOP", "BGPO", "BOGP"} <= set(rules.TILES)
    assert all(name[0] == min(name) for name in rules.TILES)
    assert list(rules.TILES) == sorted(rules.TILES)


def test_c2_a_rotation_moves_the_bottom_left_to_the_top_left() -> None:
    assert [tiles.face_of("BGOP", turn) for turn in range(4)] == ["BGOP", "PBGO", "OPBG", "GOPB"]
    for number, name in enumerate(rules.TILES):
        for turn in range(4):
            face = "".join(rules.LETTERS[colour] for colour in rules.FACES[4 * number + turn])
            assert face == tiles.face_of(name, turn)


# -- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", SIZES)
def test_c3_the_bag(players: int) -> None:
    match = parlour.new("cirplexed", players, seed=1)
    assert len(match.deal) == len(set(match.deal)) == SIZES[players]
    board = match.view(0)["board"]
    assert board["tiles_each"] == {2: 22, 3: 22, 4: 22, 5: 18, 6: 15}[players]
    assert board["bag"] == SIZES[players] - 3 * players
    assert match.game.max_plies(players, match.options) == SIZES[players] - players


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        (None, r"a deal is a list of 44 names of tiles \(C3\), not None"),
        ("BGOP", r"a deal is a list of 44 names of tiles \(C3\), not 'BGOP'"),
        ([], r"with 2 seats the bag has 44 tiles \(C3\), not 0"),
        (deal_of(2, "")[1:], r"with 2 seats the bag has 44 tiles \(C3\), not 43"),
        ([*deal_of(2, "")[:-1], "BGOP"], r"one tile of each kind \(C1\), but the deal has BGOP more than once"),
        ([*deal_of(2, "")[:-1], "GOPB"], r"tile 44 of the deal: GOPB is written BGOP: the first letter of the alph"),
        ([7, *deal_of(2, "")[1:]], r"tile 1 of the deal: a tile is named by four of the letters B, G, O, P, R, Y"),
        ([["BGOP"], *deal_of(2, "")[1:]], r"tile 1 of the deal: a tile is named by four of the letters"),
        (["BGOB", *deal_of(2, "")[1:]], r"tile 1 .*BGOB names a colour twice, .* differ \(C1\)"),
        (["bgop", *deal_of(2, "")[1:]], r"tiles are written in capital letters: BGOP, not bgop \(C2\)"),
        (["BGOX", *deal_of(2, "")[1:]], r"such as BGOP, not 'BGOX' \(C2\)"),
    ],
)
def test_c3_other_deals_are_refused(deal: object, sentence: str) -> None:
    with pytest.raises(parlour.BadDeal, match=sentence):
        parlour.new("cirplexed", 2, deal=deal)


@pytest.mark.parametrize("players", SIZES)
def test_c4_the_order_in_which_tiles_leave_the_bag(players: int) -> None:
    match = parlour.new("cirplexed", players, seed=1)
    left = list(match.deal)
    for seat in range(players):
        assert match.view(None)["board"]["tiles"][seat] == [
            {"tile": left[0], "cell": "0,0", "turn": 0, "face": left[0]}
        ]
        left.pop(0)
    hands = [[left.pop(0), left.pop(0)] for _ in range(players)]
    while left:
        for seat in range(players):
            assert match.view(seat)["board"]["hand"] == sorted(hands[seat])
            kept = hands[seat].pop(0)
            match.play(seat, next(text for text in match.legal(seat) if text.startswith(kept)))
        for hand in hands:
            hand.append(left.pop(0))
    assert [match.view(seat)["board"]["hand"] for seat in range(players)] == [sorted(hand) for hand in hands]
    assert match.view(None)["board"]["bag"] == 0


def test_c4_only_its_owner_sees_a_hand() -> None:
    match = new(2, FIRST)
    assert match.view(0)["board"]["hand"] == ["GOPR", "GRPY"]
    assert match.view(1)["board"]["hand"] == ["BOPR", "BORY"]
    assert match.view(None)["board"]["hand"] == []
    for seat, others in ((0, ["BOPR", "BORY"]), (1, ["GOPR", "GRPY"]), (None, ["BOPR", "BORY", "GOPR", "GRPY"])):
        shown = f"{match.view(seat)} {match.draw(seat).plain} {match.svg(seat)}"
        assert not any(name in shown for name in [*others, "GOPY", "GORP"])


# -- round -------------------------------------------------------------------------------------------------------------


def test_c5_each_tile_on_each_side_in_each_rotation() -> None:
    match = new(2, FIRST)
    assert match.waiting == (0, 1)
    assert match.legal(0) == sorted(
        f"{name} {cell} r{turn}"
        for name in ("GOPR", "GRPY")
        for cell in ("1,0", "0,1", "-1,0", "0,-1")
        for turn in range(4)
    )
    play(match, "GOPR 1,0 r0", "BOPR 0,-1 r0")  # G beside G, but O beside R: colours need not match
    assert match.waiting == (0, 1)
    cells = {text.split()[1] for text in match.legal(0)}
    assert cells == {"0,1", "1,1", "2,0", "1,-1", "0,-1", "-1,0"}


def test_c5_illegal_placements_are_explained() -> None:
    match = new(2, FIRST)
    play(match, "GOPR 1,0 r0")
    assert sentence(match, 1, "BORY 0,0 r0") == (
        "C5: there is a tile on 0,0: choose an empty cell beside a tile, for example -1,0"
    )
    assert sentence(match, 1, "BORY 1,1 r0") == (
        "C5: 1,1 touches your tiles only at a corner: choose an empty cell that shares a side with one, "
        "for example -1,0"
    )
    assert sentence(match, 1, "BORY 5,1 r0") == (
        "C5: 5,1 touches none of your tiles: choose an empty cell that shares a side with one, for example -1,0"
    )
    assert sentence(match, 1, "BORY 99,-1000 r0").startswith("C5: 99,-1000 touches none of your tiles")
    assert sentence(match, 1, "GRPY 1,0 r0") == "C5: GRPY is not in your hand: you have BOPR and BORY"
    assert sentence(match, 1, "BGOR 1,0 r0") == "C5: BGOR lies on your board already: you have BOPR and BORY"
    assert sentence(match, 1, "BORB 1,0 r0") == ("C1: BORB names a colour twice, but the four colours of a tile differ")
    assert sentence(match, 1, "OPRB 1,0 r0") == ("C2: OPRB is written BOPR: the first letter of the alphabet leads")
    assert sentence(match, 1, "BOXY 1,0 r0").startswith("C2: a tile is named by four of the letters B, G, O, P, R, Y")
    assert sentence(match, 1, "bopr 1,0 r0") == "C2: tiles are written in capital letters: BOPR, not bopr"


@pytest.mark.parametrize(
    "text", ["", " ", "x", "BOPR  1,0 r0", " BOPR 1,0 r0", "BOPR 1,0 r0 ", "BOPR 1,0 r0 r0", "1,0 r0"]
)
def test_malformed_moves_are_refused_with_the_right_form(text: str) -> None:
    match = new(2, FIRST)
    told = "write tile, cell and rotation with single spaces between them, for example BOPR -1,0 r0"
    assert sentence(match, 1, text) in (f"notation: {told}", f"C2: {tiles.wrong_tile(text.split(' ')[0])[1]}")


def test_the_first_wrong_word_is_explained() -> None:
    match = new(2, FIRST)
    assert sentence(match, 1, "BOPR") == (
        "notation: say where BOPR goes and how it is turned, for example BOPR -1,0 r0"
    )
    for cell in ("1", "1;0", "1,0,0", "+1,0", "01,0", "-0,1", "1,", "a,b", "¹,0", "1,99999"):
        assert sentence(match, 1, f"BOPR {cell} r0") == (
            f"notation: {cell!r} is not a cell: write x,y in whole numbers, such as -1,0; the start tile lies at 0,0"
        )
    for turn in ("", "r4", "R0", "0", "r-1", "r00", "r²"):
        assert sentence(match, 1, f"BOPR 1,0 {turn}") == (
            f"notation: a rotation is r0, r1, r2 or r3, the number of quarter turns clockwise, not {turn!r}"
        )
    assert "not ''" in sentence(match, 1, "BOPR 1,0")


def test_c6_nothing_is_shown_until_everyone_has_chosen() -> None:
    match = new(3, "BGOP BGOR BGOY GOPR GRPY BOPR BORY BOYR BRPY GOPY GORP GORY")
    match.play(2, "BRPY 0,-1 r3")
    for seat in (None, 0, 1, 2):
        assert match.events(seat) == [{"kind": "chosen", "seat": 2}]
        board = match.view(seat)["board"]
        assert board["chosen"] == [0, 0, 1]
        assert [len(laid) for laid in board["tiles"]] == [1, 1, 2 if seat == 2 else 1]
    assert match.view(2)["board"]["tiles"][2][1] == {"tile": "BRPY", "cell": "0,-1", "turn": 3, "face": "RPYB"}
    assert match.view(2)["board"]["hand"] == ["BOYR"]
    assert 2 not in match.waiting
    match.play(1, "BOPR 1,0 r0")
    match.play(0, "GRPY 0,1 r1")
    assert match.waiting == (0, 1, 2)
    told = [
        {"kind": "placed", "seat": 0, "tile": "GRPY", "cell": "0,1", "turned": "r1"},
        {"kind": "placed", "seat": 1, "tile": "BOPR", "cell": "1,0", "turned": "r0"},
        {"kind": "placed", "seat": 2, "tile": "BRPY", "cell": "0,-1", "turned": "r3"},
    ]
    assert match.events(None) == told
    assert match.events(1) == [*told[:2], {"kind": "drew", "seat": 1, "tile": "GORP"}, told[2]]
    assert match.view(1)["board"]["hand"] == ["BORY", "GORP"]


def test_c6_scores_count_closed_rounds_only() -> None:
    """Three more green quarters around the upper right corner of the start tile; the last one is hidden for a while."""
    match = new(2, "BGOP BGOR GOPR GRPY BOPR BORY GOPY GORP GORY BOYR GOYP BOYP")
    play(match, "GOPR 1,0 r0", any_move(match, 1, Luck(1)))
    play(match, "GRPY 0,1 r2", any_move(match, 1, Luck(1)))
    match.play(0, "GOPY 1,1 r3")
    for seat in (None, 0, 1):
        assert match.view(seat)["scores"] == [0, 0]
    assert match.view(0)["board"]["circles"] == [[{"colour": "green", "x": 0, "y": 0}], []]
    assert match.view(1)["board"]["circles"] == match.view(None)["board"]["circles"] == [[], []]
    assert "0 circles" in match.draw(1).plain.split("ash")[1]
    assert "ash (you): 0 circles, has chosen" in match.draw(0).plain
    assert "ash (you): 0 circles, has chosen" in match.svg(0)
    assert "(GG)" in match.draw(0).plain
    match.play(1, any_move(match, 1, Luck(1)))
    assert match.view(1)["scores"] == [1, 0]
    assert "ash (you): 1 circle\n" in match.draw(0).plain
    middle = {"between": "0,0", "and": "1,1"}
    assert {"kind": "completed_a_circle_in", "seat": 0, "colour": "green", "where": middle} in match.events(1)
    assert move_lines(match, len(match.moves) - 1, None)[0] == (
        "ash: placed GOPY 1,1 r3, completed a circle in green between 0,0 and 1,1"
    )
    assert "(GG)" in match.draw(0).plain
    assert ">green circle<" in match.svg(1)


@pytest.mark.parametrize("players", SIZES)
def test_c7_once_the_bag_is_empty_everyone_places_both_tiles(players: int, luck: Luck) -> None:
    match = at_last_round(players, luck)
    everyone = tuple(range(players))
    assert match.view(None)["board"]["bag"] == 0
    assert match.view(None)["board"]["is_last"]
    assert match.waiting == everyone
    first, second = match.view(0)["board"]["hand"]
    match.play(0, f"{first} {next(text for text in match.legal(0) if text.startswith(first)).split()[1]} r0")
    assert match.waiting == everyone  # seat 0 stays to act
    assert {text.split()[0] for text in match.legal(0)} == {second}
    assert match.events(0) == match.events(1) == [{"kind": "chosen", "seat": 0}]
    match.play(0, any_move(match, 0, luck))
    assert match.waiting == everyone[1:]
    assert match.view(1)["board"]["chosen"] == [2] + [0] * (players - 1)
    assert len(match.view(1)["board"]["tiles"][0]) == len(match.view(1)["board"]["tiles"][1])
    while match.waiting:
        assert match.events(None) == [{"kind": "chosen", "seat": match.moves[-1][0]}]
        match.play(match.waiting[-1], any_move(match, match.waiting[-1], luck))
    assert [event["kind"] for event in match.events(None)].count("placed") == 2 * players
    assert match.outcome is not None
    assert match.outcome.reason == "rounds"
    assert len(match.moves) == match.game.max_plies(players, match.options)


def test_c7_the_second_tile_may_touch_the_first() -> None:
    match = stretched(2, 19)
    first, second = match.view(1)["board"]["hand"]
    assert f"{second} 21,0 r0" not in match.legal(1)
    match.play(1, f"{first} 20,0 r0")
    match.play(1, f"{second} 21,0 r0")
    assert match.waiting == (0,)


@pytest.mark.parametrize("players", SIZES)
def test_c7_the_order_in_which_seats_act_has_no_effect(players: int, luck: Luck) -> None:
    start = at_last_round(players, luck)
    pairs: dict[int, list[str]] = {}
    for seat in range(players):
        other = start.fork()
        pairs[seat] = []
        for _ in range(2):
            pairs[seat].append(any_move(other, seat, luck))
            other.play(seat, pairs[seat][-1])
    states = set()
    for _ in range(8):
        match = start.fork()
        for seat in luck.shuffled([seat for seat in range(players) for _ in range(2)]):
            match.play(seat, pairs[seat][sum(mover == seat for mover, _ in match.moves[len(start.moves) :])])
        states.add(match.state.tobytes())
    whole = start.fork()
    for seat in reversed(range(players)):  # one seat makes both moves before the next begins
        for text in pairs[seat]:
            whole.play(seat, text)
    assert states == {whole.state.tobytes()}
    assert parlour.load(whole.record()).state.tobytes() == whole.state.tobytes()


def test_c8_nobody_may_pass() -> None:
    assert sentence(new(2, FIRST), 0, "pass") == "C8: nobody may pass: place a tile, for example GOPR -1,0 r0"


def test_lists_of_moves_stay_within_the_bound() -> None:
    """Tiles in a row touch the most cells."""
    for rounds in range(19):
        assert len(stretched(2, rounds).legal(1)) == 2 * (2 * (rounds + 1) + 2) * 4
    match = stretched(2, 19)
    assert len(match.legal(0)) == rules.MAX_MOVES
    match.play(0, f"{match.view(0)['board']['hand'][0]} 20,0 r0")
    assert len(match.legal(0)) == 44 * 4


@pytest.mark.parametrize("direction", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_board_may_grow_in_a_straight_line(direction: tuple[int, int]) -> None:
    match = parlour.new("cirplexed", 2, seed=2)
    while match.waiting:
        seat = match.waiting[-1]
        steps = 1 + sum(mover == seat for mover, _ in match.moves)
        cell = f"{direction[0] * steps},{direction[1] * steps}"
        match.play(seat, f"{match.view(seat)['board']['hand'][-1]} {cell} r1")
    assert steps == 21
    assert parlour.from_position(match.position()).state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize("moves", [0, 7, 38, 39, 40])
def test_every_legal_move_can_be_sampled(moves: int, luck: Luck) -> None:
    match = played(2, moves, luck)
    seat = match.waiting[0]
    state, rng = match.state, new_rng(luck.number())
    out = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal(state[0], seat, out)
    counts = Counter(int(rules.sample(state[0], seat, rng)) for _ in range(100 * n))
    assert set(counts) == set(out[:n].tolist())
    surprise = sum((counts[code] - 100) ** 2 / 100 for code in out[:n].tolist())  # chi-square
    assert surprise <= n + 7 * (2 * n) ** 0.5 + 20


# -- sentences and pictures --------------------------------------------------------------------------------------------


def test_prompts_name_the_next_step(luck: Luck) -> None:
    match = new(2, FIRST)
    assert match.prompt(0) == "Which tile do you place? GOPR or GRPY."
    assert match.prompt(0, "GRPY") == "Where does GRPY go? Name an empty cell beside one of your tiles."
    assert match.prompt(0, "GRPY 1,0") == "How is GRPY turned? r0 GR/YP, r1 YG/PR, r2 PY/RG or r3 RP/GY."
    assert match.prompt(0, "GRPY 1,0 r0") == match.prompt(0, "BGOP") == ""
    match.play(0, "GRPY 1,0 r0")
    assert match.prompt(0) == ""
    last = at_last_round(2, luck)
    first, second = last.view(0)["board"]["hand"]
    assert last.prompt(0) == f"The bag is empty: you place both tiles now. Which comes first? {first} or {second}."
    last.play(0, next(text for text in last.legal(0) if text.startswith(second)))
    assert last.prompt(0) == f"The bag is empty, so your other tile follows: {first}."


def test_examples_in_explanations_are_legal_moves(luck: Luck) -> None:
    for _ in range(20):
        match = played(2 + luck.below(5), luck.below(42), luck)
        seat = match.waiting[0]
        assert sentence(match, seat, "pass").split("for example ")[1] in match.legal(seat)


@pytest.mark.parametrize("players", SIZES)
def test_boards_fit_a_terminal(players: int, luck: Luck) -> None:
    for moves in (0, 1, luck.below(42)):
        match = played(players, moves, luck)
        for seat in (None, *range(players)):
            assert max(map(len, match.draw(seat).plain.split("\n"))) <= 80
    rounds = SIZES[players] // players - 3
    for seat in (None, 0):
        assert max(map(len, stretched(players, rounds).draw(seat).plain.split("\n"))) <= 100


def test_the_terminal_shows_names_where_tiles_may_go() -> None:
    match = new(2, FIRST)
    play(match, "GOPR 1,0 r0", "BOPR 0,-1 r0")
    assert match.draw(0).plain.split("\n\n")[:3] == [
        "Round 2 of 20; 36 tiles in the bag.",
        "ash (you): 0 circles",
        "  1          0,1    1,1",
    ]
    lines = [line.rstrip() for line in match.draw(0).plain.split("\n")]
    assert "  0  -1,0  B     GG  •  O  2,0" in lines
    assert "           P     OR     P" in lines
    assert "    GOPY   GO   YG   PY   OP      GRPY   GR   YG   PY   RP" in lines
    assert "           YP   PO   OG   GY             YP   PR   RG   GY" in lines
    assert lines[-5:] == ["birch: 0 circles", "    BG", "    RO", "    BO", "    RP"]


def test_pictures_show_every_board() -> None:
    match = new(6)
    for seat in (None, 0, 5):
        picture = match.svg(seat)
        assert picture.startswith("<svg ")
        assert all(f"{name}" in picture for name in tiles.SEAT_NAMES)
        assert ("(you)" in picture) == (seat is not None)
