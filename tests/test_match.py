"""Invalid calls of a match, and the values it returns."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import parlour


@pytest.fixture
def match() -> parlour.Match:
    started = parlour.new("exago", players=3)
    started.play(0, "f6")
    return started


@pytest.mark.parametrize("seat", [None, 1.0, "1", True, [1], 1.5])
def test_a_seat_is_a_whole_number(match: parlour.Match, seat: Any) -> None:
    before = match.record()
    for call in (match.legal, match.resign, match.belief, lambda wrong: match.complete(wrong, ""), match.prompt):
        with pytest.raises(parlour.BadPlayers, match="a whole number from 0 to 2"):
            call(seat)
    with pytest.raises(parlour.NotWaiting, match="waiting for seat 1 \\(blue\\)"):
        match.play(seat, "f5")
    assert match.record() == before


def test_unknown_seats_are_refused(match: parlour.Match) -> None:
    assert match.legal(7) == []
    for call in (match.resign, match.belief, match.view, match.events, match.draw, match.svg):
        with pytest.raises(parlour.BadPlayers, match="there is no seat 7; seats are 0 to 2"):
            call(7)


def test_a_match_has_a_helpful_repr() -> None:
    alone = parlour.new("traxx", players=1, seed=1)
    assert repr(alone) == "<Träxx, 1 seat, 0 moves>"
    alone.play(0, alone.legal(0)[0])
    assert repr(alone) == "<Träxx, 1 seat, 1 move>"
    assert repr(parlour.new("exago", players=3)) == "<Exago, 3 seats, 0 moves>"


def test_numpy_integers_are_accepted() -> None:
    one: Any = np.int64(1)
    players, seed, zero = cast(Any, (np.int64(3), np.int32(5), np.int64(0)))
    match = parlour.new("exago", players=players, radius=np.int8(4), seed=seed, handicap=np.array([1, 0, 2]))
    assert match.options["handicap"] == [1, 0, 2]
    match.play(zero, "e5")
    assert match.moves == [(0, "e5")]
    assert match.legal(one) == match.legal(1) != []
    assert match.view(one)["seat"] == 1
    assert parlour.load(match.record()).record() == match.record()


def test_a_match_returns_copies(match: parlour.Match) -> None:
    before = match.record()
    match.moves.append((0, "zz"))
    match.options["radius"] = 4
    match.options["handicap"][0] = 4
    match.state[0].turn = 9
    match.view(0)["board"]["tiles"].clear()
    assert match.record() == before


@pytest.mark.parametrize("text", [None, 5, b"f6"])
def test_the_beginning_of_a_move_must_be_a_string(match: parlour.Match, text: Any) -> None:
    with pytest.raises(parlour.ParlourError, match="is a text, not"):
        match.complete(1, text)
    with pytest.raises(parlour.ParlourError, match="there is no move"):
        match.events(0, text)


def test_a_file_name_or_wrong_line_breaks_are_recognised(match: parlour.Match) -> None:
    with pytest.raises(parlour.BadRecord, match=r"starts with 'parlour 1'; this one starts with 'game\.txt'"):
        parlour.load("game.txt")
    with pytest.raises(parlour.BadRecord, match="line 1: this record has format 2, which is newer than 'parlour 1'"):
        parlour.load(match.record().replace("parlour 1", "parlour 2"))
    with pytest.raises(parlour.BadRecord, match=r"lines end with \\n alone"):
        parlour.load(match.record().replace("\n", "\r\n"))
    with pytest.raises(parlour.BadRecord, match="a record is a text, not bytes"):
        parlour.load(match.record().encode())  # type: ignore[arg-type]
    with pytest.raises(parlour.BadRecord, match="is the record cut off"):
        parlour.load(match.record()[:-3])


@pytest.mark.parametrize(
    "resigned", ["7", "[3]", "[[3,0]]", "[[1,9]]", "[[1,0],[1,1]]", "[[1,1],[2,0]]", "[[true,0]]", "[[0]]", "{}"]
)
def test_resignations_in_a_record_are_checked(match: parlour.Match, resigned: str) -> None:
    with pytest.raises(
        parlour.BadRecord, match=r"(a result is|nobody can resign|seat .* cannot resign|the result says)"
    ):
        parlour.load(match.record() + f'result {{"resigned":{resigned}}}\n')


def test_resigning_after_the_end_is_refused() -> None:
    match = parlour.new("exago", turn_limit=1)
    match.play(0, "f6")
    match.play(1, "f7")
    text = match.record()
    with pytest.raises(parlour.BadRecord, match="seat 1 cannot resign there: the match is over"):
        parlour.load(text.replace('"scores":[0,0]', '"resigned":[[1,2]],"scores":[0,0]'))


def test_a_match_can_be_pickled(match: parlour.Match, tmp_path: Path) -> None:
    (tmp_path / "match").write_bytes(pickle.dumps(match))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).legal(1))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "match")], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == f"{match.legal(1)}\n"


@pytest.mark.parametrize(
    ("key", "wrong", "line"),
    [("game", "chess", 2), ("rules", "\ud800", 3), ("players", "9", 4), ("options", "{}", 5), ("names", '["a"]', 6)],
)
def test_a_wrong_header_line_is_named(match: parlour.Match, key: str, wrong: str, line: int) -> None:
    lines = match.record().split("\n")
    lines[line - 1] = f"{key} {wrong}"
    with pytest.raises(parlour.BadRecord) as caught:
        parlour.load("\n".join(lines))
    assert caught.value.line == line


@pytest.mark.parametrize(("key", "digits"), [("commit", 64), ("salt", 32)])
@pytest.mark.parametrize("wrong", ["zz", "q", "", "0" * 31 + "g", "0" * 63 + "g", "0" * 31, "0" * 65, "é" * 64])
def test_a_commitment_and_its_salt_have_hexadecimal_digits(
    match: parlour.Match, key: str, digits: int, wrong: str
) -> None:
    match.header[key] = wrong
    with pytest.raises(parlour.BadRecord, match=f"line 8: '{key}' has {digits} hexadecimal digits, not '"):
        parlour.load(match.record())
    match.header[key] = "0f" * (digits // 2)
    assert parlour.load(match.record()).record() == match.record()


def test_a_wrong_result_is_compared_with_the_right_one(match: parlour.Match) -> None:
    match.resign(0)
    match.resign(1)
    text = match.record()
    for right, wrong, said, made in (
        ('"winners":[2]', '"winners":[0]', '{"winners":[0]}', '{"winners":[2]}'),
        ('"winners":[2]', '"winners":true', '{"winners":true}', '{"winners":[2]}'),
        (',"winners":[2]', "", "{}", '{"winners":[2]}'),
        (',"winners":[2]', ',"winners":[2],"x":1', '{"x":1}', "{}"),
    ):
        assert right in text
        sentence = f"line {text.count(chr(10))}: the result says {said}, but the moves make it {made}"
        with pytest.raises(parlour.BadRecord, match=f"^{re.escape(sentence)}$"):
            parlour.load(text.replace(right, wrong))


def test_names_are_checked_whenever_they_are_set(match: parlour.Match) -> None:
    with pytest.raises(parlour.BadOption, match="names: must be 3 printable texts"):
        match.names = ["a\nb", "b", "c"]
    assert match.names == ["red", "blue", "yellow"]


def test_in_a_rematch_colours_stay_with_the_seats() -> None:
    match = parlour.new("exago")
    match.resign(0)
    assert match.rematch(seed=1).names == ["red", "blue"]
    assert match.rematch(seed=1).came_from == (1, 0)


def test_a_stand_ins_win_is_nobodys() -> None:
    match = parlour.new("exago", players=3, must_block="off")
    match.resign(0)
    assert match.waiting == (0,)  # its moves must still be made
    for ply, text in enumerate("f6 f5 f4 g6 g5 g4 h6 h5 h4 e6".split()):
        match.play(ply % 3, text)
    assert match.outcome is not None
    assert match.outcome.reason == "line"
    assert match.outcome.winners == ()
    assert match.outcome.ranking == (3, 1, 1)


def test_a_rematch_records_where_everyone_came_from() -> None:
    match = parlour.new("exago", players=3, names=["Ann", "Ben", "Cem"])
    match.resign(0)
    match.resign(2)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.ranking == (3, 1, 2)
    again = match.rematch(seed=1)
    assert again.came_from[0] == 1
    assert again.names == [match.names[seat] for seat in again.came_from]
    assert match.came_from == (0, 1, 2)


def test_moves_have_action_numbers() -> None:
    match = parlour.new("exago", seed=1)
    assert match.action(0, "f6") == 45
    assert match.action_text(0, 45) == "f6"
    for wrong in (44, -1, "f6", None, True, 45.5):
        with pytest.raises(parlour.IllegalMove, match="is not the number of a move that seat 0 has now"):
            match.action_text(0, wrong)  # type: ignore[arg-type]
    with pytest.raises(parlour.IllegalMove) as played:
        match.fork().play(0, "a1")
    with pytest.raises(parlour.IllegalMove) as asked:
        match.action(0, "a1")
    assert str(asked.value) == str(played.value)
    with pytest.raises(parlour.NotWaiting):
        match.action(1, "f6")


def test_a_game_for_one_number_of_players_names_it_once() -> None:
    from bench.connect_four import GAME

    for wrong, told in ((3, "not by 3"), ("2", "given as a whole number, not as '2'")):
        with pytest.raises(parlour.BadPlayers, match=rf"^{GAME.title} is played by 2, {told}"):
            GAME.check_players(wrong)
