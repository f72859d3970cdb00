"""Tracktic's longest path (K19) against a plain search on small sets, CP-SAT on large ones, and by its properties."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import cpsat_path
from bench.longest_path import HARD, Cells, end_sets, grown
from parlour.errors import ParlourError
from parlour.games.tracktic.paths import board_of, longest_path
from parlour.games.tracktic.paths.longest import path_cells, path_length
from parlour.kernel import IS_COMPILED
from parlour.luck import Luck

COLUMNS = "abcdefghijklm"
NAMES = [f"{letter}{number}" for letter in COLUMNS for number in range(1, 14)]
SMALL_SETS = 4000 if IS_COMPILED else 200
LARGE = pytest.mark.skipif(not IS_COMPILED, reason="too slow in plain Python")


def touch(a: str, b: str) -> bool:
    columns, rows = COLUMNS.index(a[0]) - COLUMNS.index(b[0]), int(a[1:]) - int(b[1:])
    return abs(columns) + abs(rows) == 1


def tried(own: Collection[str], white: Collection[str]) -> int:
    """The length by trying every path."""
    beside = {a: [b for b in (*own, *white) if touch(a, b)] for a in (*own, *white)}

    def longest_on(cell: str, used: frozenset[str], has_own: bool) -> int:
        has_own = has_own or cell in own
        used |= {cell}
        lengths = [longest_on(near, used, has_own) for near in beside[cell] if near not in used]
        return max([len(used) if has_own else 0, *lengths])

    return max((longest_on(cell, frozenset(), False) for cell in beside), default=0)


def block(columns: str, rows: Iterable[int]) -> list[str]:
    numbers = list(rows)
    return [f"{letter}{number}" for letter in columns for number in numbers]


def checked(own: Collection[str], white: Collection[str]) -> int:
    """The length of the result of `longest_path`, after checking that it is a path (K19)."""
    path = longest_path(own, white)
    assert len(set(path)) == len(path)
    assert set(path) <= {*own, *white}
    assert bool(set(path) & set(own)) == bool(own)
    assert all(touch(a, b) for a, b in pairwise(path))
    assert path_length(board_of(own, white)) == len(path)
    return len(path)


def scattered(rng: random.Random, most: int) -> Cells:
    """Random cells of a small window: components, blocks, trees and cycles of all kinds occur."""
    width, height = rng.choice([(2, 7), (3, 6), (4, 4), (5, 4), (4, 5), (13, 2)])
    window = block(COLUMNS[rng.randrange(14 - width) :][:width], range(1, height + 1))
    names = rng.sample(window, min(len(window), rng.randint(1, most)))
    own = rng.choice([0, 1, 1, 2, len(names) // 2, len(names)])
    return names[:own], names[own:]


def test_k19_agrees_with_exhaustive_search(luck: Luck) -> None:
    rng = random.Random(luck.number())
    for k in range(SMALL_SETS):
        own, white = scattered(rng, 14) if k % 2 else grown(rng, rng.randint(1, 14), rng.choice([1, 2, 7]))
        assert checked(own, white) == tried(own, white), (own, white)


@LARGE
@pytest.mark.parametrize(("size", "own", "sets"), [(45, 22, 12), (70, 35, 6), (71, 35, 2), (45, 2, 4)])
def test_k19_agrees_with_cp_sat(size: int, own: int, sets: int, luck: Luck) -> None:
    rng = random.Random(luck.number())
    for _ in range(sets):
        cells = grown(rng, size, own)
        assert checked(*cells) == len(cpsat_path.solve(*cells)), cells


@LARGE
def test_k19_agrees_at_the_end_of_real_games() -> None:
    for k, cells in enumerate(end_sets(12)):
        length = checked(*cells)
        if k % 4 == 0:
            assert length == len(cpsat_path.solve(*cells)), cells


@LARGE
@pytest.mark.prove
@pytest.mark.parametrize(("size", "own"), [(30, 3), (45, 22), (60, 30), (70, 35), (71, 35), (71, 1)])
def test_k19_agrees_with_cp_sat_on_many_sets(size: int, own: int, luck: Luck) -> None:
    rng = random.Random(luck.number())
    for _ in range(60):
        cells = grown(rng, size, own)
        assert checked(*cells) == len(cpsat_path.solve(*cells)), cells


def hard_cases() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(HARD.read_text(encoding="utf-8"))
    return cases


@LARGE
def test_k19_hard_cases_found_by_hill_climbing() -> None:
    cases = hard_cases()
    assert len(cases) >= 20
    for case in cases:
        own, white = case["own"].split(), case["white"].split()
        assert len({*own, *white}) == len(own) + len(white) == 71
        assert len(own) <= 35
        assert checked(own, white) == case["length"], case


@LARGE
@pytest.mark.prove
@pytest.mark.parametrize("case", range(len(hard_cases())))
def test_k19_hard_cases_have_the_length_that_cp_sat_proves(case: int) -> None:
    chosen = hard_cases()[case]
    assert len(cpsat_path.solve(chosen["own"].split(), chosen["white"].split())) == chosen["length"]


@LARGE
def test_k19_rotated_and_mirrored_sets_have_the_same_length(luck: Luck) -> None:
    rng = random.Random(luck.number())
    for k in range(100):
        own, white = grown(rng, 71, 35) if k % 2 else grown(rng, 45, 30)
        board = board_of(own, white).reshape(13, 13)
        images = [np.rot90(image, turns) for image in (board, board.T) for turns in range(4)]
        lengths = {int(path_length(np.ascontiguousarray(image).reshape(169))) for image in images}
        assert len(lengths) == 1, (own, white)


def test_k19_a_dense_white_patch_and_an_own_line() -> None:
    white = block("defghi", range(4, 10))
    assert checked(["c4", "b4", "a4"], white) == 39  # beside a corner: all 36 and the line
    assert checked([f"g{row}" for row in (1, 2, 3, 10, 11, 12, 13)], white) == 43
    odd = block("defgh", range(4, 9))  # 13 cells of one colour and 12 of the other
    assert checked(["c4"], odd) == 26  # beside one of the 13
    assert checked(["c5"], odd) == 25


def test_k19_a_full_block_of_64() -> None:
    names = block("abcdefgh", range(1, 9))
    assert checked(names, []) == 64
    assert checked(names[:32], names[32:]) == 64
    assert checked([*names, "i1"], []) == 65
    without_two_of_a_colour = [name for name in names if name not in ("a1", "c1")]
    assert checked(without_two_of_a_colour, []) == 61  # 30 of one colour and 32 of the other


@LARGE
def test_k19_the_full_grid_and_a_comb_on_it() -> None:
    assert checked(NAMES, []) == 169
    comb = block(COLUMNS, [1]) + block("acegikm", range(2, 14))
    assert checked([], comb) == 0
    assert checked(["a13"], [name for name in comb if name != "a13"]) == 37


def test_k19_no_path_without_an_own_cell() -> None:
    assert longest_path([], []) == []
    assert longest_path([], block("abc", range(1, 4))) == []
    assert longest_path(["m13"], []) == ["m13"]


def test_k19_only_components_with_an_own_cell_count() -> None:
    assert checked(["a1"], ["a2", *block("ceg", range(1, 14))]) == 2
    assert checked(["a1", "m1"], ["a2", "m2", "m3"]) == 3


def test_k19_the_path_includes_an_own_cell_off_the_longest_way() -> None:
    line = block("a", range(1, 14))  # 13 whites in a line, an own one beside the middle
    assert checked(["b7"], line) == 8
    assert set(longest_path(["b4"], line)) == {"b4", *block("a", range(4, 14))}
    circles = [*block("ab", (1, 2)), "c2", *block("de", (2, 3)), "f3"]
    assert checked(["b3"], circles) == tried(["b3"], circles) == 7
    assert checked(["g3"], circles) == tried(["g3"], circles) == 10


def test_k19_the_same_cells_give_the_same_path(luck: Luck) -> None:
    own, white = grown(random.Random(luck.number()), 30, 15)
    path = longest_path(own, white)
    assert longest_path(luck.shuffled(own), set(white)) == path
    assert longest_path([*own, own[0]], tuple(white)) == path


def test_kernels_accept_a_board() -> None:
    board = np.zeros(169, np.int8)
    board[[0, 1, 2, 15]] = 1, 2, 2, 2  # a1, a2, a3, b3
    before = board.copy()
    out = np.full(169, -1, np.int16)
    assert path_length(board) == path_cells(board, out) == 4
    assert sorted((out[0], out[3])) == [0, 15]
    assert (board == before).all()


@pytest.mark.parametrize("name", ["n1", "a0", "a14", "A1", "a01", "", " a1", "a1 ", "a", "1a", "ä1", 3, None, ("a", 1)])
@pytest.mark.parametrize("is_own", [True, False])
def test_unknown_cells_are_refused(name: Any, is_own: bool) -> None:
    with pytest.raises(ParlourError) as caught:
        longest_path(*(([name], ["b1"]) if is_own else (["b1"], [name])))
    assert str(caught.value) == f"{name!r} is not a cell: a letter from a to m, a number from 1 to 13, as in 'g7'"


def test_a_cell_in_both_sets_is_refused() -> None:
    with pytest.raises(ParlourError, match=r"^b1 is both own and white: a cell can be only one of them$"):
        longest_path(["a1", "b1"], ["c1", "b1"])


@pytest.mark.parametrize("names", ["a1", "a1 a2", 7, None])
@pytest.mark.parametrize("what", ["own", "white"])
def test_a_string_is_not_a_collection_of_cells(names: Any, what: str) -> None:
    with pytest.raises(ParlourError) as caught:
        longest_path(*((names, []) if what == "own" else ([], names)))
    expected = f"{what} cells must be a collection of names such as ['g1', 'g2'], not {names!r}"
    assert str(caught.value) == expected


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(NAMES[:30]), st.text(max_size=3)), max_size=8),
    st.lists(st.one_of(st.sampled_from(NAMES[:30]), st.text(max_size=3)), max_size=8),
)
def test_any_input_gives_a_path_or_a_helpful_error(own: list[str], white: list[str]) -> None:
    if {*own, *white} <= set(NAMES) and not set(own) & set(white):
        assert checked(own, white) == tried(set(own), set(white))
    else:
        with pytest.raises(ParlourError, match=r"is not a cell: a letter|is both own and white"):
            longest_path(own, white)
