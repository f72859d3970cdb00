"""A real PostgreSQL on loopback, run by a separate process that ends it when the tests end, however they end."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psycopg

from tools.setup import postgres_folder

ROOT = Path(__file__).resolve().parents[2]
USER = "parlour"
SETTINGS = """
listen_addresses = '127.0.0.1'
max_connections = 200
fsync = on
"""
WHO_MAY_COME = f"host all {USER} 127.0.0.1/32 trust\n"
ATTEMPTS = 5  # a port that was free a moment ago may be taken
PATIENCE = 60  # seconds


class Postgres:
    """The tests' side: a server that runs until `stop`, or until this process ends."""

    def __init__(self) -> None:
        self._keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.server.postgres"],
            cwd=ROOT,
            stdin=subprocess.PIPE,  # its end tells the keeper that we are gone
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the tests; they tell the keeper
        )
        assert self._keeper.stdout is not None
        said = self._keeper.stdout.readline()  # bounded: every step of the keeper is
        if not re.fullmatch(r"\d+\n", said):
            self.stop()
            raise RuntimeError(f"PostgreSQL did not start; the lines above say why: {said!r}")
        self.port = int(said)
        self._made = 0

    def turn(self, wish: str) -> None:
        """Take it `down` as in a power cut, or bring it `up` again on the same port."""
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._keeper.stdin.write(f"{wish}\n")
        self._keeper.stdin.flush()
        assert self._keeper.stdout.readline() == f"{wish}\n", f"PostgreSQL could not be turned {wish}"

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        self._made += 1
        name = f"test_{self._made}"
        self._execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/{name}"

    def drop_database(self, url: str) -> None:
        """Remove a database, even if there are connections to it."""
        self._execute(f"DROP DATABASE {url.rsplit('/', 1)[1]} WITH (FORCE)")

    def _execute(self, statement: str) -> None:
        where = f"host=127.0.0.1 port={self.port} user={USER} dbname=postgres connect_timeout=10"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement.encode())

    def stop(self) -> None:
        """End it and remove its data."""
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._keeper.stdin.close()
        self._keeper.stdout.close()
        self._keeper.wait(4 * PATIENCE)


class Keeper:
    """The keeper's side: a folder with PostgreSQL's data, and the server as a child of this process."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="parlour-postgres-"))
        self.data = self.folder / "data"
        self.server: subprocess.Popen[bytes] | None = None
        self.port = 0
        self.prefix: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to be root
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.prefix = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]

    def program(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start one of PostgreSQL's programs."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*self.prefix, str(self.programs / name), "-D", str(self.data), *arguments],
                cwd=self.folder,  # one that it may read
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    @property
    def log(self) -> Path:
        """The output of the programs."""
        return self.folder / "log"

    def start(self) -> int:
        """Create a server and start it; returns its port."""
        options = ("-U", USER, "-A", "reject", "-E", "UTF8", "--locale=C", "--no-sync")
        if self.program("initdb", *options).wait(PATIENCE):
            raise self.failure("initdb failed")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(f"{SETTINGS}unix_socket_directories = '{self.folder}'\n")
        (self.data / "pg_hba.conf").write_text(WHO_MAY_COME)
        for _ in range(ATTEMPTS):
            self.port = free_port()
            if self.bring_up():
                return self.port
            self.end_server()
        raise self.failure(f"PostgreSQL did not start in {ATTEMPTS} attempts")

    def bring_up(self) -> bool:
        """Start the server on its existing data; returns whether it accepts connections."""
        self.server = self.program("postgres", "-p", str(self.port))
        return self.is_ready()

    def is_ready(self) -> bool:
        """Wait until the server accepts connections; False if it has ended."""
        status = self.data / "postmaster.pid"  # its last line is its status
        deadline = time.monotonic() + PATIENCE
        while self.server is not None and self.server.poll() is None and time.monotonic() < deadline:
            if status.exists() and status.read_text().split()[-1:] == ["ready"]:
                return True
            time.sleep(0.02)
        return False

    def failure(self, sentence: str) -> SystemExit:
        """The error message, after the output of the programs."""
        return SystemExit(f"{self.log.read_text(errors='replace')}\n{sentence}")

    def end_server(self) -> None:
        """End the server, if it runs, as a power cut does: all its processes at the same moment.

        Asked to stop, even immediately, it waits for clients that are just about to log in, up to a minute.
        """
        if self.server is None or self.server.poll() is not None:
            return
        self.server.send_signal(signal.SIGSTOP)  # so that it starts no other processes in place of these
        pid = self.server.pid
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self.server.kill()
        self.server.wait(PATIENCE)
        (self.data / "postmaster.pid").unlink(missing_ok=True)  # it says "ready", which the next server is not yet

    def stop(self) -> None:
        """End the server and remove everything."""
        self.end_server()
        shutil.rmtree(self.folder)


def free_port() -> int:
    """A free port on loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def keep() -> None:
    """Start, print the port, and stop when the parent ends or closes our input."""
    programs = postgres_folder()
    if programs is None:
        sys.exit("there is no PostgreSQL here")
    for ending in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(ending, lambda *_: sys.exit())
    keeper = Keeper(programs)
    try:
        print(keeper.start(), flush=True)
        for line in sys.stdin:
            if line == "down\n":
                keeper.end_server()
            elif not keeper.bring_up():
                raise keeper.failure("PostgreSQL did not start again")
            print(line, end="", flush=True)
    finally:
        keeper.stop()


if __name__ == "__main__":
    keep()
