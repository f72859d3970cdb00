"""Games are played in plain Python while other processes compile them, and switch over with the same results."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour import compiling, kernel, warmup
from parlour.games import find
from tests import forked

ROOT = Path(parlour.__file__).parents[1]

pytestmark = [
    pytest.mark.skipif(not kernel.IS_COMPILED, reason="plain Python compiles nothing"),
    pytest.mark.skipif(sys.platform == "win32", reason="has no file locks"),
]


def started(code: str, **environment: str) -> list[str]:
    """The output lines of a program that may leave compiling to background processes."""
    ours = {key: value for key, value in os.environ.items() if key != "PARLOUR_COMPILE"}
    done = forked.run(code, folder=ROOT, **ours | {"PYTHONPATH": str(ROOT)} | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def said(code: str, cache: Path) -> list[str]:
    """The same with nothing compiled. The compilers do not optimise, which would take most of their time."""
    return started(code, NUMBA_CACHE_DIR=str(cache), NUMBA_OPT="0")


def processes_with(cache: Path) -> list[int]:
    """The processes that use this cache folder."""
    mark = f"NUMBA_CACHE_DIR={cache}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:  # it has ended, or is not ours
            pass
    return found


def wait_until(is_true: Callable[[], bool], sentence: str) -> None:
    deadline = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < deadline, sentence
        time.sleep(0.02)


SWITCH = """
import time
import parlour
from parlour import compiling, kernel
from parlour.games import find

def played():
    match, told = parlour.new("traxx", 2, seed="one"), []
    greedy = parlour.bot("traxx", "greedy", seed="two")
    while match.waiting:
        seat = match.waiting[0]
        if not match.turn(seat):
            match.play(seat, greedy.choose(match, seat))
        else:
            match.play(seat, match.legal(seat)[-1])
        told += [match.view(0), match.events(None), match.belief(0, seed=3).position()]
    return match.record(), told

def loaded():
    return sum(sum(one.stats.cache_hits.values()) for one in kernel.CACHE.kernels)

plain = played()
assert kernel.runs_plain("traxx") and not loaded()
while not loaded():
    again = played()
    assert again == plain
    time.sleep(0.2)
assert played() == plain
assert kernel.compiled() == 0
print(plain[0])
"""


def test_a_running_process_switches_to_compiled_code_with_the_same_results(tmp_path: Path) -> None:
    """End to end: plain, compiled by other processes, loaded; the compilers end with their process."""
    record = "\n".join(said(SWITCH, tmp_path)).rstrip("\n") + "\n"
    assert parlour.load(record).record() == record
    wait_until(lambda: not processes_with(tmp_path), "the compilers outlive their process")


ASK = """
import parlour
from parlour import compiling, kernel
from parlour.compiling import _compilers

def state():
    alive = sum(one.poll() is None for one in _compilers.processes)
    return f"{kernel.runs_plain('exago')} {alive}"

assert not kernel.runs_plain("exago")
parlour.new("exago").legal(0)
assert state() == f"True {compiling.most_compilers()}", state()
"""


@pytest.mark.parametrize("name", ["'greedy'", "'random'", "1", "3"])
def test_people_need_not_wait_for_low_levels(name: str, tmp_path: Path) -> None:
    lines = said(ASK + f"print(parlour.bot('exago', {name}).choose(parlour.new('exago'), 0), state()[:4])", tmp_path)
    assert lines == ["f6 True"]


@pytest.mark.parametrize(
    "call",
    [
        "parlour.bot('exago', 4)",
        "parlour.bot('exago', '5')",
        "parlour.bot('exago', 1, simulations=3)",
        "parlour.bot('exago', 1, effort=2)",
        "parlour.batch('exago')",
        "from bench import searching; searching.search('exago', 2)",
        "compiling.require('exago')",
    ],
)
def test_work_too_slow_for_plain_python_waits_for_the_compiler(call: str, tmp_path: Path) -> None:
    """No other process compiles when a process compiles itself."""
    quick = (
        "compiling.kernel.look_again = lambda: None\nimport parlour.batches\nparlour.batches.Batch = lambda *_: None\n"
    )
    assert said(f"{ASK}{quick}{call}\nprint(state())", tmp_path) == ["False 0"]


def test_parlour_compile_now_compiles_nothing_in_the_background(tmp_path: Path) -> None:
    code = "import os\nos.environ['PARLOUR_COMPILE'] = 'now'\nimport parlour\nfrom parlour import compiling, kernel\n"
    code += "parlour.games.playable('exago')\nprint(kernel.runs_plain('exago'), len(compiling._compilers.processes))"
    assert said(code, tmp_path) == ["False 0"]


def test_no_machine_has_more_compilers_than_cores(tmp_path: Path) -> None:
    """A second process leaves compiling to the first, and takes over when that has ended."""
    code = f"""
{ASK}
import subprocess, sys, time
other = '''
import time, parlour
from parlour import compiling, kernel
parlour.new("exago").legal(0)
print(len(compiling._compilers.processes), flush=True)
compiling.RETRY = 0.1
while not compiling._compilers.processes:
    time.sleep(0.05)
    parlour.new("exago").legal(0)
print("took over")
'''
with subprocess.Popen([sys.executable, "-c", other], stdout=subprocess.PIPE, text=True) as second:
    print(second.stdout.readline().strip())
    compiling._stop()
    print(second.stdout.readline().strip())
"""
    assert said(code, tmp_path) == ["0", "took over"]


def test_if_compilers_fail_the_process_compiles_itself_and_says_so(tmp_path: Path) -> None:
    code = f"""
{ASK}
import sys, time, warnings
sys.executable = "/bin/false"
compiling._stop()
compiling.RETRY = compiling.LOOK = 0.01
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    while kernel.runs_plain("exago"):
        time.sleep(0.02)
        compiling.look()
print(told[0].message)
"""
    (line,) = said(code, tmp_path)
    assert line.startswith("the rules could not be compiled in the background (")
    assert "compilers.log says why" in line


def test_a_second_game_is_passed_to_the_running_compilers(tmp_path: Path) -> None:
    code = f"""
{ASK}
before = [one.pid for one in _compilers.processes]
parlour.new("traxx").legal(0)
print(kernel.runs_plain("traxx"), [one.pid for one in _compilers.processes] == before, _compilers.games)
"""
    assert said(code, tmp_path) == ["True True ['exago', 'traxx']"]


def test_without_a_writable_cache_compilers_share_a_temporary_folder(tmp_path: Path) -> None:
    """They receive the temporary folder of this process."""
    (tmp_path / "file").write_text("in the way")
    code = (
        f"import warnings; warnings.simplefilter('ignore')\n{ASK}\n"
        + """
folder = kernel.cache_folder()
import time
while not list(folder.glob("exago.*.lock")):
    time.sleep(0.02)
print("found")
"""
    )
    assert said(code, tmp_path / "file") == ["found"]


def test_a_forked_process_leaves_the_compilers_alone(tmp_path: Path) -> None:
    code = f"""
{ASK}
import os
if os.fork() == 0:
    parlour.new("exago").legal(0)
    assert not _compilers.processes
    os._exit(0)
assert os.wait()[1] == 0
print(state()[:4])
"""
    assert said(code, tmp_path) == ["True"]


# -- the parts, and their order ----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test marks what is compiled."""
    monkeypatch.setattr(kernel, "cache_folder", lambda game=None: tmp_path)
    return tmp_path


def test_rules_are_compiled_before_bots_and_low_levels_before_high_ones(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noted(name: str) -> list[warmup.Part]:
        real = warmup.parts(find(name))
        return [
            warmup.Part(part.name, (warmup.Step("", lambda part=part: done.append(f"{name} {part.name}")),), part.needs)  # type: ignore[misc]
            for part in reversed(real)  # the order follows only from what each part needs
        ]

    parts = {name: noted(name) for name in ("exago", "traxx")}
    monkeypatch.setattr(warmup, "parts", lambda game: parts[game.name])
    warmup.compile_parts(["traxx", "exago"])
    assert [line for line in done if line.startswith("traxx")] == done[: len(parts["traxx"])]
    for name in parts:
        order = [line.removeprefix(f"{name} ") for line in done if line.startswith(name)]
        assert order[0] == "rules"
        assert order.index("high levels") > max(order.index("levels few"), order.index("levels many"))
        assert compiling.is_warm(name)
    warmup.compile_parts(["traxx", "exago"])
    assert len(done) == sum(map(len, parts.values()))  # nothing is compiled twice
    del folder


def test_two_compilers_share_the_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    part = warmup.Part("rules", (warmup.Step("", lambda: done.append("rules")),))
    with compiling.only_one("exago", "rules") as is_ours:
        assert is_ours
        assert not warmup._compile("exago", part)  # another process is compiling it
    assert not warmup._compile("exago", warmup.Part("levels few", part.steps, ("rules",)))  # it needs the rules
    assert done == []
    assert warmup._compile("exago", part)
    assert warmup._compile("exago", warmup.Part("levels few", part.steps, ("rules",)))
    assert done == ["rules", "rules"]
    del folder


LISTEN = """
import sys, time
from parlour import warmup

def step(game):
    print(game.name, flush=True)
    time.sleep(0.02)

def parts(game):
    return [warmup.Part(f"part {k}", (warmup.Step("", lambda: step(game)),)) for k in range(200)]

warmup.parts = parts
warmup.main(["exago", "traxx"])
"""


def test_a_game_being_played_is_compiled_next(tmp_path: Path) -> None:
    """The compiler reads its standard input, and ends with it."""
    with subprocess.Popen(
        [sys.executable, "-c", LISTEN],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        text=True,
    ) as compiler:
        assert compiler.stdin is not None
        assert compiler.stdout is not None
        assert compiler.stdout.readline() == "exago\n"
        compiler.stdin.write("traxx\n")
        compiler.stdin.flush()
        before = 1
        while compiler.stdout.readline() == "exago\n":
            before += 1
        assert before < 200
        compiler.stdin.close()
        assert compiler.wait(60) == 0


# -- programs with everything compiled ---------------------------------------------------------------------------------

SHORT = """
import sys
import parlour
from parlour import compiling, kernel

def loaded():
    return sum(sum(one.stats.cache_hits.values()) for one in kernel.CACHE.kernels)

match = parlour.new("exago", seed=1)
match.play(0, "f6")
assert compiling.is_compiled("exago"), "the tests run on compiled rules"
assert not loaded() and not compiling._compilers.processes
"""


def warm(code: str) -> list[str]:
    """The output of a program with everything compiled, as after `make test`."""
    if not compiling.is_warm("exago") and os.environ.get("CI") != "true":
        pytest.skip("needs compiled rules: 'parlour warmup exago'")
    return started(SHORT + code)


def test_a_short_program_does_not_even_load_compiled_code() -> None:
    assert warm("print(match.legal(1), loaded())") == ["['e6', 'e7', 'f5', 'f7', 'g5', 'g6'] 0"]


def test_a_longer_program_runs_compiled() -> None:
    code = f"""
for _ in range({compiling.SHORT}):
    match = parlour.new("exago", seed=1)
    match.play(0, "f6")
print(kernel.runs_plain("exago"), loaded() > 0, kernel.compiled())
"""
    assert warm(code) == ["False True 0"]


@pytest.mark.parametrize("call", ["parlour.bot('exago', 1)", "compiling.require('exago')", "parlour.batch('exago')"])
def test_once_rules_are_compiled_no_bot_thinks_in_plain_python(call: str) -> None:
    assert warm(f"{call}\nprint(kernel.runs_plain('exago'))") == ["False"]


def test_one_thread_loads_code_for_all() -> None:
    """A server therefore keeps responding while it loads."""
    code = """
import threading
def load():
    with kernel.loading():
        parlour.new("exago", seed=1).legal(0)
beside = threading.Thread(target=load)
beside.start()
beside.join()
print(loaded() > 0, kernel.runs_plain("exago"))
"""
    assert warm(code) == ["True True"]
