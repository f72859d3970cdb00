"""Shared kernels are compiled once: callers have their symbol, in every process and for every state of the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import kernel
from parlour.games.tracktic import rules
from parlour.games.tracktic.paths.longest import path_cells
from tests import forked

TOY = """
from parlour.kernel import inner, kernel, shared

@shared
@kernel
def total(numbers, first):
    if first < 0:
        raise ValueError("below zero")
    found = 0
    for k in range(first, 5):
        found += numbers[k]
    return found

@shared
@inner
def halved(numbers, first):
    return total(numbers, first) // 2

@kernel
def half(numbers, first):
    return halved(numbers, first)

@kernel
def twice(numbers, first):
    return 2 * total(numbers, first)

@kernel
def next_to_twice(numbers, first):
    return 1 + twice(numbers, first)

@kernel
def more(numbers, first):
    return 1 + twice(numbers, first) + halved(numbers, first)
"""

CALL = """
import importlib.util, sys
import numpy as np
from parlour import kernel
name, size, first, module = sys.argv[1:]
spec = importlib.util.spec_from_file_location(module, "toy.py")
toy = sys.modules[module] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(toy)
print(getattr(toy, name)(np.arange(int(size)), int(first)))
print(kernel.compiled())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the toy, and of its callers' cache."""
    (tmp_path / "toy.py").write_text(TOY)
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    """The environment of the processes that call the toy."""
    package = str(Path(parlour.__file__).parents[1])
    return os.environ | {"PYTHONPATH": package, "NUMBA_CACHE_DIR": str(folder / "cache")}


def told(done: subprocess.CompletedProcess[str]) -> tuple[str, int]:
    """The kernel's result in a process and the number of functions compiled; or its exception, and -1."""
    if done.returncode == 1:
        return done.stderr.strip().splitlines()[-1], -1
    assert done.returncode == 0, done.stderr
    result, compiled = done.stdout.split()
    return result, int(compiled)


def call(folder: Path, name: str, size: int = 5, first: int = 1, module: str = "toy", **more: str) -> tuple[str, int]:
    """The same for a new process that calls a kernel of the toy."""
    return told(forked.run(CALL, name, str(size), str(first), module, folder=folder, **environment(folder) | more))


def test_callers_contain_the_symbol_instead_of_the_code() -> None:
    match = parlour.new("tracktic", seed=0)
    kernel.scores(match.state[0], np.zeros((2, 1), np.int64))
    symbols = {str(path_cells.get_overload(types)) for types in path_cells.overloads}  # type: ignore[attr-defined]
    for code in rules.scores.overloads.values():  # type: ignore[attr-defined]
        functions = list(code.library._get_module_for_linking().functions)
        assert symbols & {function.name for function in functions if function.is_declaration}
        assert not [function.name for function in functions if "path_search" in function.name]


def test_callers_of_callers_load_what_they_need(folder: Path) -> None:
    assert call(folder, "twice") == ("20", 2)
    assert call(folder, "next_to_twice") == ("21", 1)  # knows what `twice` needs although that was loaded
    assert call(folder, "next_to_twice") == ("21", 0)
    assert call(folder, "total") == ("10", 0)


def test_a_shared_kernel_may_be_recompiled_without_its_callers(folder: Path) -> None:
    assert call(folder, "more") == ("26", 4)
    for path in (folder / "cache").rglob("toy.total-*"):
        path.unlink()
    assert call(folder, "more") == ("26", 1)
    assert call(folder, "twice") == ("20", 0)


def test_processes_that_compile_simultaneously_can_share_code(folder: Path) -> None:
    command, wanted = [sys.executable, "-P", "-c", CALL], ("half", "twice")
    both = [
        subprocess.Popen([*command, name, "5", "1", "toy"], cwd=folder, env=environment(folder), stdout=subprocess.PIPE)
        for name in wanted
    ]
    assert [process.communicate(timeout=120)[0].split()[0] for process in both] == [b"5", b"20"]
    assert call(folder, "more") == ("26", 1)
    assert call(folder, "more") == ("26", 0)


def test_callers_are_recompiled_when_a_script_becomes_a_module(folder: Path) -> None:
    assert call(folder, "more", module="__main__") == ("26", 4)
    assert call(folder, "total") == ("10", 0)
    assert call(folder, "more") == ("26", 3)
    assert call(folder, "more") == ("26", 0)


@pytest.mark.parametrize("bounds", ["0", "1"])
def test_exceptions_pass_through_callers(folder: Path, bounds: str) -> None:
    for _ in range(2):  # compiled, and from the cache
        assert call(folder, "more", first=-1, NUMBA_BOUNDSCHECK=bounds)[0] == "ValueError: below zero"


def test_bounds_checks_apply_to_shared_kernels(folder: Path) -> None:
    assert call(folder, "more", size=3, NUMBA_BOUNDSCHECK="1")[0].startswith("IndexError")


def test_without_the_compiler_a_shared_kernel_is_a_function(folder: Path) -> None:
    assert call(folder, "more", NUMBA_DISABLE_JIT="1") == ("26", 0)
