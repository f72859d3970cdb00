"""Connect four in bench/, a complete game in one file, fulfils the contract. Rule numbers are those of its file."""

from __future__ import annotations

import pickle
import random
from xml.etree import ElementTree

import numpy as np
import pytest

import parlour
from bench import connect_four
from parlour import kernel
from parlour.perft import perft
from parlour.rollout import play_listed, play_sampled

PERFT = (7, 49, 343, 2401, 16807, 117649, 823536, 5673234)
FULL = "ddbgfabbecggbebcdbedeefcdgdagecgaffffcacaa"  # 42 moves and no line
LATE = "bdbddgggdafbfcegegaecbgabddfffacaafccecbee"  # the last of 42 moves makes one
WINS = {
    "upright": ("cdbdedbd", 1, ["d1", "d2", "d3", "d4"]),
    "level": ("aabbccd", 0, ["a1", "b1", "c1", "d1"]),
    "rising": ("abbccdcddgd", 0, ["a1", "b2", "c3", "d4"]),
    "falling": ("gffeededdad", 0, ["d4", "e3", "f2", "g1"]),
}


parlour.register(connect_four.GAME)


def played(columns: str) -> parlour.Match:
    match = parlour.new("connect_four")
    for ply, column in enumerate(columns):
        match.play(ply % 2, column)
    return match


def line_in(columns: list[str], letter: str) -> bool:
    """F4 from the text of a board, the slow way."""
    own = {(c, r) for c, column in enumerate(columns) for r, disc in enumerate(column) if disc == letter}
    directions = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(all((c + k * x, r + k * y) in own for k in range(4)) for c, r in own for x, y in directions)


@pytest.mark.parametrize("depth", range(1, 9 if kernel.IS_COMPILED else 5))
def test_perft_agrees_with_published_numbers(depth: int) -> None:
    assert perft(parlour.new("connect_four").state, depth) == PERFT[depth - 1]


@pytest.mark.parametrize("direction", WINS)
def test_f4_four_in_line_win(direction: str) -> None:
    columns, winner, line = WINS[direction]
    assert played(columns[:-1]).outcome is None
    match = played(columns)
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking[winner]) == ("line", (winner,), 1)
    assert match.view(None)["board"]["line"] == line
    assert match.waiting == ()


def test_f4_longer_lines_also_win() -> None:
    match = played("aabbcceeffggd")
    assert match.view(0)["board"]["line"] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]


def test_f5_nobody_wins_on_a_full_board() -> None:
    match = played(FULL)
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking) == ("turn_limit", (), (1, 1))
    assert parlour.load(match.record()).record() == match.record()
    assert parlour.from_position(match.position()).outcome == outcome


def test_f4_a_line_on_the_last_cell_wins() -> None:
    assert played(LATE[:-1]).outcome is None
    outcome = played(LATE).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("line", (1,))


@pytest.mark.parametrize("seed", range(20))
def test_random_games_agree_with_a_slow_implementation(seed: int) -> None:
    match, choice = parlour.new("connect_four"), random.Random(seed)
    columns = [""] * 7
    while match.waiting:
        seat = match.waiting[0]
        assert match.legal(seat) == [letter for c, letter in enumerate("abcdefg") if len(columns[c]) < 6]
        text = choice.choice(match.legal(seat))
        match.play(seat, text)
        columns["abcdefg".index(text)] += "ry"[seat]
        assert match.view(seat)["board"]["columns"] == columns
        assert match.events(None) == [{"kind": "dropped", "seat": seat, "column": text}]
        assert (match.outcome is None) == (len(match.moves) < 42 and not line_in(columns, "ry"[seat]))
        again = parlour.from_position(match.position())
        assert again.position() == match.position()
        assert again.state.tobytes() == match.state.tobytes()
    assert match.outcome is not None
    assert (match.outcome.reason == "line") == line_in(columns, "ry"[(len(match.moves) - 1) % 2])
    assert parlour.load(match.record()).record() == match.record()


@pytest.mark.parametrize(
    ("text", "rule"), [("d", "F3"), ("h", "F1"), ("d1", "notation"), ("", "notation"), ("D", "notation")]
)
def test_illegal_moves_name_their_rule(text: str, rule: str) -> None:
    match = played("dddddd")
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(0, text)
    assert caught.value.rule == rule
    assert len(match.moves) == 6


@pytest.mark.parametrize(
    "body",
    [
        "",
        "//////r/",
        "/////",
        "x//////",
        "rrrrrrr//////",
        "rr//////",
        "y//////",
        "yyyy/rrrr/r////",
        "yyyy/rrrr/////",
        "////// ",
    ],
)
def test_bad_positions_are_refused(body: str) -> None:
    with pytest.raises(parlour.BadPosition):
        parlour.from_position("connect_four 2 {} " + body)


def test_a_deal_is_refused() -> None:
    with pytest.raises(parlour.BadDeal):
        parlour.new("connect_four", deal=[1])


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_play_it(name: str) -> None:
    match = parlour.new("connect_four")
    bots = [parlour.bot("connect_four", name, seed=seat) for seat in (0, 1)]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat))
    assert match.outcome is not None


def test_greedy_takes_a_win() -> None:
    match = played("abacad")
    assert parlour.bot("connect_four", "greedy", seed=1).choose(match, 0) == "a"


def test_rollouts_have_the_expected_length() -> None:
    start = parlour.new("connect_four").state
    games_played = 20_000 if kernel.IS_COMPILED else 200
    for play in (play_listed, play_sampled):
        length = play(start, games_played, kernel.new_rng(1)) / games_played
        assert abs(length - 21.3) < (0.3 if kernel.IS_COMPILED else 3)


def test_sample_is_uniform_over_open_columns() -> None:
    state = played("dddddd").state
    rng, counts = kernel.new_rng(2), np.zeros(7, np.int64)
    for _ in range(3000):
        counts[kernel.sample(state[0], 0, rng)] += 1
    assert counts[3] == 0
    assert all(400 < count < 600 for count in counts[[0, 1, 2, 4, 5, 6]])


def test_drawings_show_every_disc_and_mark_the_last() -> None:
    match = played("ddc")
    assert str(match).splitlines()[-3:] == [
        " ·  ·  ·  Y  ·  ·  · ",
        " ·  · [R] R  ·  ·  · ",
        " a  b  c  d  e  f  g ",
    ]
    picture = ElementTree.fromstring(match._repr_svg_())
    letters = [element.text for element in picture if element.tag.endswith("text")]
    assert (letters.count("R"), letters.count("Y")) == (2, 1)
    assert sum(element.get("stroke-width") == "5" for element in picture) == 1


def test_rematch_changes_seats_and_the_game_can_be_pickled() -> None:
    again = played("aabbccd").rematch()
    assert again.came_from == (1, 0)
    assert again.names == ["red", "yellow"]
    assert pickle.loads(pickle.dumps(connect_four.GAME)) is connect_four.GAME
