"""Commands beside a server, as an operator runs them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.cli.terminal_driver import run_here
from tests.server.process import ROOT

PATIENCE = 120  # seconds, on a machine that is busy with other tests
WAITING = re.compile(r"(Compiling .+, once per machine\.\n)?")  # in slow commands

Ran = subprocess.CompletedProcess[str]


def parlour(*arguments: str, **environment: str) -> Ran:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "parlour", *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def done(*arguments: str) -> str:
    """Run a command that must succeed; returns its output."""
    return _done(parlour(*arguments))


def done_here(*arguments: str) -> str:
    """The same in this process, which saves the start of another."""
    return _done(run_here(*arguments, folder=ROOT))


def refused(*arguments: str) -> str:
    """Run a command that must fail with one sentence and no traceback; returns the sentence."""
    return _refused(parlour(*arguments))


def refused_here(*arguments: str) -> str:
    """The same in this process."""
    return _refused(run_here(*arguments, folder=ROOT))


def _done(ran: Ran) -> str:
    assert ran.returncode == 0, ran.stderr
    assert WAITING.fullmatch(ran.stderr)
    return ran.stdout


def _refused(ran: Ran) -> str:
    said = WAITING.sub("", ran.stderr, count=1)
    assert ran.returncode == 2, ran.stdout + ran.stderr
    assert said.startswith("parlour: ")
    assert "Traceback" not in said
    return said.removeprefix("parlour: ").strip()
