"""The progress of a benchmark: lines in a file or a pipe, a bar in a terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from select import select

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0  # seconds, for a process to start on a busy machine
# Python buffers its output, as it does by default.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | {"TERM": "xterm"}

# A part whose second measurement waits for input.
PART = """
import sys
from bench.measure import Measurement, Single
from bench.progress import take_in_turns

work = Measurement("Toy, listed", lambda: {"games": 2, "plies": 12})
wait = Single("Toy, wait: ms", lambda: float(len(sys.stdin.readline())))
taken = take_in_turns("toy", [work], [wait], seconds=0.01, rounds=2)
print(sorted(taken), [len(values) for values in taken.values()])
"""


@pytest.fixture
def part() -> Iterator[subprocess.Popen[bytes]]:
    """The part, with its output in a pipe."""
    process = subprocess.Popen(
        [sys.executable, "-c", PART],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    with process:
        yield process
        process.kill()


def line_of(process: subprocess.Popen[bytes]) -> str:
    """The next line, which must arrive while the process is running."""
    assert process.stdout is not None
    assert select([process.stdout], [], [], PATIENCE)[0], "no line came"
    return process.stdout.readline().decode().rstrip("\n")


def test_in_a_pipe_each_measurement_is_printed_as_soon_as_it_is_done(part: subprocess.Popen[bytes]) -> None:
    assert part.stdin is not None
    clock = r"\d\d:\d\d:\d\d"
    rates = r"Toy, listed: [\d,.e+]+ games, [\d,.e+]+ plies"
    assert re.fullmatch(rf"{clock} toy: 4 measurements to take; rates are per CPU second", line_of(part))
    assert re.fullmatch(rf"{clock} toy 1/4 {rates}", line_of(part))
    part.stdin.write(b"go\n")
    assert re.fullmatch(rf"{clock} toy 2/4 Toy, wait: 3 ms", line_of(part))
    assert re.fullmatch(rf"{clock} toy 3/4 {rates}", line_of(part))
    part.stdin.write(b"go on\n")
    assert re.fullmatch(rf"{clock} toy 4/4 Toy, wait: 6 ms", line_of(part))
    assert line_of(part) == "['Toy, listed: games', 'Toy, listed: plies', 'Toy, wait: ms'] [2, 2, 2]"
    assert part.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
@pytest.mark.parametrize("is_logged", [False, True])
def test_a_terminal_shows_a_progress_bar_unless_output_is_redirected(is_logged: bool, tmp_path: Path) -> None:
    log, (ours, theirs) = tmp_path / "log", os.openpty()
    with log.open("wb") as file, open(theirs, "wb", buffering=0) as terminal:
        output = file if is_logged else terminal
        process = subprocess.Popen(
            [sys.executable, "-c", PART],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=terminal,
        )
    process.communicate(b"1\n2\n", timeout=PATIENCE)
    shown = b""
    while select([ours], [], [], 0)[0]:
        try:
            shown += os.read(ours, 4096)
        except OSError:  # all was read
            break
    os.close(ours)
    assert process.returncode == 0
    assert ("Toy, wait" in shown.decode()) is not is_logged
    assert "toy 4/4" not in shown.decode()
    assert ("toy 4/4 Toy, wait: 2 ms" in log.read_text()) is is_logged
