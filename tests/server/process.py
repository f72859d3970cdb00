"""`parlour serve` as a user runs it, in a separate process."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0  # seconds for a start or a stop, on a machine that is busy with other tests
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


class DidNotStart(AssertionError):
    """The server ended, or did not print its address in time."""


class ServerProcess:
    """A server on loopback; it starts immediately, and can be killed, stopped and restarted."""

    def __init__(self, database: str, *options: str) -> None:
        self.database = database
        self.options = options
        self.port = 0
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - a file, since a full pipe would halt the server
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self.start()
        except BaseException:
            self._output.close()
            raise

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self.is_running:
                self.stop()
        finally:
            self._output.close()

    @property
    def url(self) -> str:
        """The base URL of REST, without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        """The base URL of sockets, without a trailing slash."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it is running."""
        return self._process is not None and self._process.poll() is None

    def log(self) -> str:
        """All of its output so far, over all its starts."""
        size = os.fstat(self._output.fileno()).st_size
        return os.pread(self._output.fileno(), size, 0).decode("utf-8", "replace")  # keeps the write position

    def command(self) -> list[str]:
        """The command that starts the command line."""
        return [sys.executable, "-m", "parlour"]

    def start(self, port: int = 0) -> None:
        """Start it, and wait until it prints its address."""
        assert not self.is_running
        said_before = len(self.log())
        where = ("--host", "127.0.0.1", "--port", str(port), "--database", self.database)
        self._process = subprocess.Popen(
            [*self.command(), "serve", *where, *self.options],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for the tests, and a kill reaches its workers too
        )
        try:
            self.port = self._wait_for_address(said_before)
        except BaseException:
            self.kill()
            raise

    def _wait_for_address(self, said_before: int) -> int:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            has_ended = not self.is_running  # checked before its last output is read
            said = self.log()[said_before:]
            lines = said[: said.rfind("\n") + 1]  # a line that is still being written may lack digits
            if found := ADDRESS.search(lines):
                return int(found[1])
            if has_ended:
                assert self._process is not None
                raise DidNotStart(f"the server ended with {self._process.returncode}; it said:\n{said}")
            time.sleep(0.02)
        raise DidNotStart(f"the server said no address within {PATIENCE:g} s; it said:\n{said}")

    def kill(self) -> None:
        """Kill it and every process it started (SIGKILL)."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to stop (SIGTERM) and wait; returns its exit code."""
        assert self._process is not None
        self._process.terminate()
        try:
            return self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the server did not stop within {PATIENCE:g} s; it said:\n{self.log()}") from None
        finally:
            self.kill()  # any processes it left behind

    def restart(self) -> None:
        """Restart it on the same database, on the same port unless it is taken."""
        if self.is_running:
            self.stop()
        try:
            self.start(self.port)
        except DidNotStart:
            self.start()
