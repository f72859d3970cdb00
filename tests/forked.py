"""New Python processes that need not load numba: forks of a process that has loaded numba but none of our modules.

Loading numba is most of what a short program costs. A fork imports the package as any new process does, finds its own
environment and working directory, and ends as programs end. What depends on how Python is started needs a real start.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

TOO_LONG = 300  # seconds for a program, on a busy machine


def run(code: str, *arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a new process, as `python -c` would."""
    asked = {"code": code, "arguments": arguments, "folder": str(folder), "environment": environment}
    parent = _parent(os.getpid())
    assert parent.stdin is not None
    assert parent.stdout is not None
    parent.stdin.write(json.dumps(asked) + "\n")
    parent.stdin.flush()
    status, out, err = json.loads(parent.stdout.readline())
    return subprocess.CompletedProcess(["python", "-c", code, *arguments], status, out, err)


@cache
def _parent(pid: int) -> subprocess.Popen[str]:
    """The process that is forked, one for each process that uses it."""
    del pid
    env = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # a process with threads cannot be forked
    command = [sys.executable, "-I", __file__]
    parent = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
    atexit.register(parent.communicate)
    return parent


# -- in the parent process ---------------------------------------------------------------------------------------------


def _serve() -> dict[str, Any] | None:
    """Fork for each line of input; returns the task in the fork, and None at the end."""
    while line := sys.stdin.readline():
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            child = os.fork()
            if child == 0:
                os.dup2(out.fileno(), 1)
                os.dup2(err.fileno(), 2)
                return json.loads(line)  # type: ignore[no-any-return]
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            texts = [file.read() for file in (out, err) if file.seek(0) == 0]
        print(json.dumps([status, *texts]), flush=True)
    return None


def _become(asked: dict[str, Any]) -> str:
    """Make this process look as if just started; returns the program to run."""
    signal.alarm(TOO_LONG)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - the old one has been read from
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    numba.config.reload_config()  # type: ignore[no-untyped-call]
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    sys.argv = ["-c", *asked["arguments"]]
    sys.path[:0] = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    return str(asked["code"])


if __name__ == "__main__":
    import gc

    import numba
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
    gc.freeze()  # forks do not garbage-collect inherited objects
    if (asked := _serve()) is not None:
        exec(compile(_become(asked), "<string>", "exec"), {"__name__": "__main__"})
