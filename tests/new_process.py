"""Python in a process of its own, such as one where nothing is compiled."""

from __future__ import annotations

import os
import subprocess
import sys

PLAIN = {"NUMBA_DISABLE_JIT": "1"}


def output_of(*arguments: str, **environment: str) -> str:
    """What Python prints that is started with these arguments, and with this added to its environment."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
