"""The cache of compiled code, the dispatch on records, bits and the random generator."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import parlour
from parlour import compiling, kernel, rollout
from parlour.games import find
from parlour.kernel.cache import KEPT_CACHES, Cache
from parlour.kernel.plain import plain
from tests import forked
from tests.toys import probes
from tests.toys.probes import bits, drawn, quadrupled

PACKAGE = Path(parlour.__file__).parent

# Calls a generic kernel, in a separate file, for the seat to act at the start; prints what was compiled, and where.
ASK = """
import sys
from parlour import kernel, rollout
import parlour
{before}
match = parlour.new("{game}")
print(rollout.first_waiting(match.state[0]))
stats = [k.stats for k in kernel.CACHE.kernels]
print(sum(sum(s.cache_misses.values()) for s in stats), sum(sum(s.cache_hits.values()) for s in stats))
print(kernel.cache_folder().name)
"""


def asked(tree: Path, cache: Path, game: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """A process that ran this program with the package of a tree."""
    env = os.environ | {"PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    done = forked.run(ASK.format(game=game, before=before), folder=tree, **env)
    assert done.returncode == 0, done.stderr
    return done


def ask(tree: Path, cache: Path, game: str = "exago", before: str = "") -> tuple[int, int, int, str]:
    """First seat to act, kernels compiled, kernels loaded, and the cache's name, in a new process."""
    seat, counts, folder = asked(tree, cache, game, before).stdout.split("\n")[:3]
    compiled, loaded = counts.split()
    return int(seat), int(compiled), int(loaded), folder


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the package that a test may edit, with its bytecode."""
    shutil.copytree(PACKAGE, tmp_path / "tree" / "parlour", ignore=shutil.ignore_patterns("static"))
    return tmp_path / "tree"


def test_a_second_process_compiles_nothing_and_an_edited_rule_is_never_stale(tree: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    seat, compiled, _, folder = ask(tree, cache)
    assert seat == 0
    assert compiled > 0
    _, compiled, loaded, again = ask(tree, cache)
    assert (compiled, again) == (0, folder)
    assert loaded > 0
    rules = tree / "parlour" / "games" / "exago" / "rules.py"
    text = rules.read_text()
    changed = text.replace("return 1 << (s.turn % s.players)", "return 1 << ((s.turn + 1) % s.players)")
    assert changed != text
    rules.write_text(changed)
    seat, compiled, _, other = ask(tree, cache)
    assert seat == 1  # the kernel that asked is in another file, which did not change
    assert compiled > 0
    assert other != folder
    rules.write_text(text)
    assert ask(tree, cache)[::3] == (0, folder)
    assert ask(tree, cache)[1] == 0


def test_the_same_sources_in_another_folder_use_the_same_code(tree: Path, tmp_path: Path) -> None:
    """As in a second environment of the same version: marks of compiled parts are shared, so the code must be."""
    cache = tmp_path / "cache"
    _, compiled, _, folder = ask(tree, cache)
    assert compiled > 0
    _, compiled, loaded, again = ask(tree.rename(tmp_path / "moved"), cache)
    assert (compiled, again) == (0, folder)
    assert loaded > 0


DRAW = """
import numpy as np
from parlour.kernel import below, new_rng
for most in (np.int64(6), np.int32(6)):  # each is compiled
    below(new_rng(1), most)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_in_a_terminal_compilation_is_announced_once(tmp_path: Path) -> None:
    assert said_in_a_terminal(DRAW, tmp_path / "new") == kernel.COMPILING
    assert said_in_a_terminal(DRAW, tmp_path / "new") == ""
    quiet = "from parlour import kernel; kernel.compile_untold()"
    assert said_in_a_terminal(quiet + DRAW, tmp_path / "other") == ""


BESIDE = """
import parlour
from parlour import compiling
parlour.new("exago").legal(0)
parlour.new("traxx").legal(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_in_a_terminal_background_and_own_compilation_are_announced_once_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARLOUR_COMPILE")
    assert said_in_a_terminal(BESIDE, tmp_path / "one") == compiling.COMPILING_BESIDE
    here = f"{BESIDE}compiling.require('exago')\nparlour.new('exago')\n"
    told = said_in_a_terminal(here, tmp_path / "two")
    assert " ".join(told.split()) == f"{compiling.COMPILING_BESIDE} {kernel.COMPILING}"


def said_in_a_terminal(code: str, cache: Path) -> str:
    """The terminal output of a new Python process, as one line."""
    import pty

    ours, theirs = pty.openpty()
    with open(ours, "rb", buffering=0) as screen:
        try:
            env = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
            subprocess.run([sys.executable, "-c", code], check=True, stderr=theirs, env=env, timeout=120)
        finally:
            os.write(theirs, b"#")  # a terminal keeps its output only while it is open here
            said = screen.read(10_000)
            os.close(theirs)
    return said.removesuffix(b"#").decode().strip()


def test_bounds_checks_have_a_separate_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folders = set()
    for value in ("0", "1"):
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", value)
        folders.add(Cache().folder.name)
    assert len(folders) == 2


def test_a_game_outside_the_package_is_never_stale(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE.parent / "bench", tree / "bench", ignore=shutil.ignore_patterns("__pycache__"))
    before = "from bench.connect_four import GAME; parlour.register(GAME)"
    cache = tmp_path / "cache"
    assert ask(tree, cache, "connect_four", before)[0] == 0
    assert ask(tree, cache, "connect_four", before)[1] == 0
    toy = tree / "bench" / "connect_four.py"
    toy.write_text(toy.read_text() + "\n\n@kernel\ndef waiting(s):\n    return 2\n")
    toy.write_text(toy.read_text().replace("GAME = Game(", "GAME_BEFORE = Game(") + "\n" + _again(toy.read_text()))
    assert ask(tree, cache, "connect_four", before)[0] == 1


def test_a_game_outside_the_package_does_not_recompile_the_package(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE.parent / "bench", tree / "bench", ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    _, compiled, _, folder = ask(tree, cache)
    assert compiled > 0
    before = "from bench.connect_four import GAME; parlour.register(GAME)"
    assert ask(tree, cache, "exago", before)[1::2] == (0, folder)
    assert ask(tree, cache, "connect_four", before)[1] > 0


def test_the_cache_folder_depends_on_the_game() -> None:
    from bench.connect_four import GAME

    parlour.register(GAME)
    ours, guests = kernel.cache_folder("exago"), kernel.cache_folder("connect_four")
    assert ours == kernel.cache_folder()
    assert ours != guests
    assert kernel.CACHE is not None
    for name, folder in (("exago", ours), ("connect_four", guests)):
        record = numba.from_dtype(find(name).rules.STATE)
        for types in ((record,), (numba.int64, record[::1])):
            assert kernel.CACHE.folder_for(rollout.__file__, types) == folder
    assert kernel.CACHE.folder_for(probes.__file__, (numba.uint64,)) == guests


def test_a_game_typed_at_a_prompt_is_not_cached(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE.parent / "bench", tree / "bench", ignore=shutil.ignore_patterns("__pycache__"))
    before = """
from dataclasses import replace
from bench.connect_four import GAME
@kernel.kernel
def first(s, seat, rng):
    return 0
parlour.register(replace(GAME, sample=first))
"""
    for _ in range(2):
        assert ask(tree, tmp_path / "cache", "connect_four", before)[1] > 0


def _again(text: str) -> str:
    """The toy's GAME again, so that it uses the last `waiting` in the file."""
    start = text.index("GAME = Game(")
    return text[start : text.index("\n)\n", start) + 3]


def test_old_caches_are_removed(tree: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for number in range(12):
        (cache / "parlour" / f"{number:016x}").mkdir(parents=True)
        (cache / f"{number:016x}").mkdir()
        (cache / "parlour" / f"of somebody else {number}").mkdir()
    folder = ask(tree, cache)[3]
    left = {path.name for path in (cache / "parlour").iterdir()}
    assert folder in left
    assert len(left) == KEPT_CACHES + 12
    assert len(list(cache.iterdir())) == 13  # other files are not touched


def test_without_a_writable_cache_kernels_still_run_with_a_warning(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = asked(tree, tmp_path / "file", "exago")
    assert done.stdout.startswith("0\n")
    assert "UserWarning: cannot keep compiled code in" in done.stderr


WITHOUT_SCIPY = """
import sys
from parlour.kernel import below, new_rng
below(new_rng(1), 6)
assert "numba.np.arraymath" in sys.modules
print("scipy.linalg" in sys.modules)
from numba.np import linalg
linalg.ensure_blas()  # as for np.dot
print("scipy.linalg" in sys.modules)
"""


def test_scipy_is_loaded_only_for_kernels_that_need_it() -> None:
    pytest.importorskip("scipy", reason="SciPy comes with OpenSpiel, which is not installed")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_SCIPY], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.split() == ["False", "True"], done.stderr


def test_records_of_the_same_fields_are_refused() -> None:
    game = find("exago")
    with pytest.raises(TypeError, match="other and exago have records of the same fields"):
        kernel.bind("other", game.rules.STATE, {}, max_moves=1)


def test_records_must_be_aligned_without_gaps() -> None:
    plain = np.dtype([("own_field", "u8")])
    with pytest.raises(TypeError, match=r"STATE must be np\.dtype\(\(np\.record"):
        kernel.bind("other", plain, {})
    gaps = np.dtype((np.record, np.dtype([("own_field", "u8"), ("small", "u1")], align=True)))
    with pytest.raises(TypeError, match="STATE has gaps"):
        kernel.bind("other", gaps, {})


def test_fields_may_not_be_named_like_record_attributes() -> None:
    """`s.round` would be a method of NumPy's in plain Python and the field in kernels."""
    state = np.dtype((np.record, np.dtype([("round", "u8")], align=True)))
    with pytest.raises(TypeError, match="every NumPy record has an attribute 'round'"):
        kernel.bind("other", state, {})


def test_an_unregistered_record_is_refused_by_name() -> None:
    state = np.zeros(1, np.dtype((np.record, np.dtype([("nobodys_field", "u8")], align=True))))
    with pytest.raises(kernel.Unbound, match=r"no registered game has the record.*nobodys_field"):
        kernel.waiting(state[0])


@pytest.mark.parametrize("x", [0, 1, 2, 3, 2**63, 2**64 - 1, 0x8000000000000001, 12345678901234567890])
def test_popcount_and_lowest_agree_with_python(x: int) -> None:
    assert bits(np.uint64(x)) == (x.bit_count(), (x & -x).bit_length() - 1 if x else 64)


def test_the_generator_is_xoroshiro128_plus_plus() -> None:
    def reference(s0: int, s1: int) -> tuple[int, int, int]:
        mask = 2**64 - 1

        def turned(x: int, k: int) -> int:
            return ((x << k) | (x >> (64 - k))) & mask

        number = (turned((s0 + s1) & mask, 17) + s0) & mask
        s1 ^= s0
        return number, (turned(s0, 49) ^ s1 ^ (s1 << 21)) & mask, turned(s1, 28)

    rng = kernel.new_rng(7)
    words = [int(word) for word in rng]
    for _ in range(50):
        number, *words = reference(*words)
        assert int(kernel.next_number(rng)) == number
        assert [int(word) for word in rng] == words


def test_below_is_uniform() -> None:
    out = np.empty(60_000, np.int64)
    for n in (1, 2, 3, 6, 100):
        drawn(kernel.new_rng(n), n, out)
        counts = np.bincount(out, minlength=n)
        assert len(counts) == n
        assert abs(counts - out.size / n).max() < 6 * (out.size / n) ** 0.5


@pytest.mark.parametrize("number", [numba.types.IntegerLiteral(6), numba.int8, numba.int32, numba.int64])
def test_kernels_pass_each_other_signed_numbers_in_one_type(number: numba.types.Type) -> None:
    below: Any = kernel.below
    rng = numba.types.Array(numba.uint64, 1, "C")
    signature: Any = numba.types.Dispatcher(below).get_call_type(below.typingctx, (rng, number), {})
    assert signature.args == (rng, numba.int64)


def test_optional_kernels_have_defaults() -> None:
    from bench.connect_four import GAME

    parlour.register(GAME)
    match = parlour.new("connect_four")
    moves = np.empty(GAME.rules.MAX_MOVES, np.int64)
    assert kernel.propose(match.state[0], 0, moves) == 7
    guess = np.empty(2)
    kernel.evaluate(match.state[0], guess)
    assert guess.tolist() == [0.5, 0.5]
    for text in "abababa":
        match.play(match.waiting[0], text)
    kernel.evaluate(match.state[0], guess)
    assert guess.tolist() == [1.0, 0.0]


def test_shuffles_are_uniform() -> None:
    rng, counts = kernel.new_rng(7), dict.fromkeys(itertools.permutations(range(4)), 0)
    for _ in range(100 * len(counts)):
        items = np.arange(4)
        kernel.shuffle(items, rng)
        counts[tuple(items.tolist())] += 1
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 70  # chi-square with 23 degrees of freedom


@pytest.mark.skipif(not kernel.IS_COMPILED, reason="in plain Python it is an ordinary function")
def test_inner_functions_refuse_calls_from_python_and_accept_those_of_kernels() -> None:
    for _ in range(2):  # before and after it is compiled
        with pytest.raises(TypeError, match="doubled is @inner: only kernels can call it; use @kernel"):
            probes.doubled(3)
        assert quadrupled(3) == plain(quadrupled)(3) == 12
