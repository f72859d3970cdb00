"""Python in a separate process, for instance one where nothing is compiled."""

from __future__ import annotations

import os
import subprocess
import sys

PLAIN = {"NUMBA_DISABLE_JIT": "1"}


def output_of(*arguments: str, **environment: str) -> str:
    """The output of Python started with these arguments and these additional environment variables."""
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
