"""A real pseudo-terminal with the command line in it, for tests that type and read."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from types import TracebackType
from unittest.mock import patch

import typer.main

from parlour.cli import main

get_command = cache(typer.main.get_command)  # importing it takes most of a short command's time
PATIENCE = 120.0  # seconds; only a cold cache needs more than two
COMMAND = [sys.executable, "-c", "from parlour.cli import main; main()"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07")


def environment(folder: Path, columns: int = 80, **more: str) -> dict[str, str]:
    """An environment that does not depend on the terminal of the tests; interrupted games go to the given folder."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "LINES")}
    return {
        **kept,
        "COLUMNS": str(columns),
        "TERM": "xterm-256color",
        "PAGER": "cat",
        "PYTHONUTF8": "1",
        "XDG_STATE_HOME": str(folder / "state"),
        **more,
    }


def run(
    *arguments: str, folder: Path, typed: str = "", columns: int = 80, patience: float = PATIENCE, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with lines from a pipe."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=environment(folder, columns, **more),
        timeout=patience,
        check=False,
    )


def run_here(
    *arguments: str, folder: Path, typed: str = "", columns: int = 80, **more: str
) -> subprocess.CompletedProcess[str]:
    """The same in this process, which saves the start of another."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with ExitStack() as changed:
        changed.enter_context(patch.dict(os.environ, environment(folder, columns, **more)))
        changed.enter_context(patch.object(sys, "argv", ["parlour", *arguments]))
        changed.enter_context(patch.object(sys, "stdin", io.StringIO(typed)))
        changed.enter_context(redirect_stdout(out))
        changed.enter_context(redirect_stderr(err))
        changed.enter_context(chdir(folder))
        changed.enter_context(patch.object(typer.main, "get_command", get_command))
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
    return subprocess.CompletedProcess(["parlour", *arguments], code, out.getvalue(), err.getvalue())


class Terminal:
    """A command that runs in its own terminal."""

    def __init__(self, *arguments: str, folder: Path, columns: int = 80, **more: str) -> None:
        self._more = more  # for its environment
        self._arguments = arguments
        self._folder = folder
        self._columns = columns
        self.raw = ""  # everything that was printed
        self._read = 0  # how much of `seen` has been read

    def __enter__(self) -> Terminal:
        self._side, other = pty.openpty()
        environ: Mapping[str, str] = environment(self._folder, self._columns, LINES="50", **self._more)
        self.process = subprocess.Popen(
            [*COMMAND, *self._arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            cwd=self._folder,
            env=environ,
            start_new_session=True,
        )
        os.close(other)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._side)

    @property
    def seen(self) -> str:
        """What was printed, without colours and other escapes."""
        return ESCAPES.sub("", self.raw)

    def _receive(self, seconds: float) -> bool:
        """Take what is printed within some time; False at the end of the output."""
        if not select.select([self._side], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._side, 65536)
        except OSError:  # Linux says so when the other side is closed
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def expect(self, *texts: str) -> str:
        """Wait for one of these texts after the last match; returns the output up to its end."""
        deadline = time.monotonic() + PATIENCE
        wanted = re.compile("|".join(map(re.escape, texts)))
        while not (found := wanted.search(self.seen, self._read)):
            if not self._receive(0.5) or time.monotonic() > deadline:
                raise AssertionError(f"none of {texts} came, but:\n{self.seen[self._read :]}")
        before = self.seen[self._read : found.end()]
        self._read = found.end()
        return before

    def type(self, line: str, end: str = "\n") -> None:
        """Type a line."""
        os.write(self._side, (line + end).encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self._wait_until_idle()  # readline misses a signal between its prompt and its first check for a key
        self.process.send_signal(signal.SIGINT)

    def _wait_until_idle(self) -> None:
        """Return when the process sleeps and has not been woken between two checks."""
        pid = self.process.pid
        deadline = time.monotonic() + PATIENCE
        before = None
        while time.monotonic() < deadline:
            status = Path(f"/proc/{pid}/task/{pid}/status").read_text()
            now = re.findall(r"^State:\tS.*|^(?:non)?voluntary_ctxt_switches:.*", status, re.MULTILINE)
            if now == before and len(now) == 3:
                return
            before = now
            self._receive(0.05)
        raise AssertionError(f"the command does not wait for keys, but prints:\n{self.seen[self._read :]}")

    def end(self) -> int:
        """Wait for the end; returns the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._receive(0.5) and time.monotonic() < deadline:
            pass
        return self.process.wait(timeout=PATIENCE)
