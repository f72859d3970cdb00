"""`parlour serve` as its operators see it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from parlour.server.run import OTHER_PORTS
from parlour.server.settings import USUAL_PORT, local_address
from tests.cli.terminal_driver import Terminal, run_here
from tests.server.client import Client
from tests.server.command import done, refused, refused_here
from tests.server.process import PATIENCE, ROOT, ServerProcess

SECRET = "hunter2-is-secret"


class Served:
    """A server whose output is read as a user reads it, both streams separately."""

    def __init__(
        self, folder: Path, *options: str, program: tuple[str, ...] = ("-m", "parlour"), port: int | None = 0
    ) -> None:
        where = () if port is None else ("--port", str(port))
        self._streams = [folder / "stdout", folder / "stderr"]
        self.began = time.monotonic()
        with self._streams[0].open("wb") as out, self._streams[1].open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, *program, "serve", *where, *options],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    @property
    def out(self) -> str:
        return self._streams[0].read_text()

    @property
    def err(self) -> str:
        return self._streams[1].read_text()

    def expect(self, pattern: str, stream: str = "out") -> re.Match[str]:
        """Wait for a complete line of output that matches."""
        deadline = time.monotonic() + PATIENCE
        while True:
            has_ended = self.process.poll() is not None
            said = getattr(self, stream)
            if found := re.search(pattern, said[: said.rfind("\n") + 1]):
                return found
            assert not has_ended, f"it ended: {self.out}{self.err}"
            assert time.monotonic() < deadline, f"{pattern} did not come, but: {self.out}{self.err}"
            time.sleep(0.02)

    def interrupt(self) -> int:
        """Press Ctrl+C; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


def opened_links(port: str) -> dict[str, str]:
    """The links of a new table, requested on this machine."""
    body = {"game": "exago", "seats": [{"who": "me"}, {"who": "open"}]}
    answer = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=body, timeout=PATIENCE, trust_env=False).json()
    return {"seat": answer["seats"][0]["link"], "join": answer["links"]["join"], "watch": answer["links"]["watch"]}


def test_serve_prints_its_address_answers_there_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    database = tmp_path / "made" / "parlour.sqlite"
    with Served(tmp_path, "--database", str(database), "--log-format", "text") as served:
        address = served.expect(r"Parlour is at (http://127\.0\.0\.1:\d+)\n")[1]
        print(f"the address came after {time.monotonic() - served.began:.2f} s")
        served.expect(rf"Tables are kept in {re.escape(str(database))}\. Ctrl\+C stops\.\n")
        served.expect(r"Only this computer can reach it; --host 0\.0\.0\.0 lets others on your network in\.\n")
        health = httpx.get(f"{address}/healthz", timeout=PATIENCE, trust_env=False).json()
        assert health["status"] == "ok"
        served.expect(r"\d\d:\d\d:\d\d info    game ready game=[a-z]+\n", "err")
        assert served.interrupt() == 0
        assert "Traceback" not in served.out + served.err
        assert re.search(r"^\d\d:\d\d:\d\d info    stopped$", served.err, re.M)
    assert stat.S_IMODE(database.stat().st_mode) == 0o600  # it contains deals and invitations


def test_a_stop_signal_during_the_start_is_never_lost(tmp_path: Path) -> None:
    options = ("--database", str(tmp_path / "a.sqlite"), "--plugin", "tests.server.stopped_while_loading")
    with Served(tmp_path, *options) as served:
        assert served.process.wait(PATIENCE) == 0
        assert "Exception ignored" in served.err  # Python swallowed the exit
        assert "Parlour is at" in served.out


def test_serve_runs_from_a_script_and_logs_json(tmp_path: Path) -> None:
    script = ("-c", "from parlour.cli import main; main()")
    with Served(tmp_path, "--database", str(tmp_path / "a.sqlite"), program=script) as served:
        served.expect("Parlour is at")
        served.expect('"event":"game ready"', "err")
        assert served.interrupt() == 0
        events = [json.loads(line) for line in served.err.splitlines()]  # JSON, because it is not a terminal
    assert events[-1]["event"] == "stopped"
    assert all({"time", "level", "event", "process"} <= set(event) for event in events)
    assert any(event["event"] == "game ready" and event["game"] for event in events)


def test_on_the_local_network_links_have_the_local_address(tmp_path: Path) -> None:
    with Served(tmp_path, "--host", "0.0.0.0", "--database", str(tmp_path / "a.sqlite")) as served:
        host, port = served.expect(r"Parlour is at http://([0-9.]+):(\d+)\n").groups()
        assert host == local_address()
        served.expect(rf"On this computer also at http://127\.0\.0\.1:{port}\n")
        served.expect(rf"open port {port} in this computer's firewall")
        links = opened_links(port)
        assert all(link.startswith(f"http://{host}:{port}/table/") for link in links.values())


def test_links_have_the_public_address(tmp_path: Path) -> None:
    options = ("--public-url", "https://games.example.org/", "--database", str(tmp_path / "a.sqlite"))
    with Served(tmp_path, *options) as served:
        served.expect(r"Parlour is at https://games\.example\.org\n")
        port = served.expect(r"Requests to that address must be forwarded to http://127\.0\.0\.1:(\d+)\n")[1]
        links = opened_links(port)
        assert all(link.startswith("https://games.example.org/table/") for link in links.values())
        metrics = f"http://127.0.0.1:{port}/metrics"
        assert httpx.get(metrics, timeout=PATIENCE, trust_env=False).status_code == 200
        forwarded = {"X-Forwarded-For": "203.0.113.5"}  # as a proxy on this machine forwards them
        assert httpx.get(metrics, headers=forwarded, timeout=PATIENCE, trust_env=False).status_code == 403


@pytest.mark.parametrize(
    "url",
    [
        "games.example.org",
        "ftp://x",
        "https://",
        "https://a b",
        "https://x:port",
        "https://u:p@x",
        "http://x/?q",
        "https://games.example.org/parlour",
        "http://x\n",
    ],
)
def test_a_bad_public_address_is_refused(url: str) -> None:
    sentence = refused_here("serve", "--public-url", url)
    assert sentence.startswith("--public-url: must be like https://games.example.org, without a path, not ")


def test_invalid_settings_are_refused_in_a_sentence(tmp_path: Path) -> None:
    database = ("--database", str(tmp_path / "a.sqlite"))
    assert "must be text or json, not 'xml'" in refused_here("serve", *database, "--log-format", "xml")
    assert "--workers above 1 needs Postgres" in refused_here("serve", *database, "--workers", "2")
    assert "cannot listen at 203.0.113.1, port 0" in refused("serve", *database, "--port", "0", "--host", "203.0.113.1")
    assert "nowhere: Name or service" in refused(
        "serve", *database, "--port", "0", "--host", "nowhere.invalid"
    ).replace("nowhere.invalid, port 0", "nowhere")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        sentence = refused("serve", *database, "--port", port)
    assert sentence == f"cannot listen at 127.0.0.1, port {port}: Address already in use; try --port 0"


def test_if_the_default_port_is_taken_the_next_is_used(tmp_path: Path) -> None:
    with ExitStack() as taken:
        listening = taken.enter_context(socket.socket())
        with suppress(OSError):  # another program has it, which is as good
            listening.bind(("127.0.0.1", USUAL_PORT))
            listening.listen()
        with Served(tmp_path, "--database", str(tmp_path / "a.sqlite"), port=None) as served:
            port = served.expect(rf"Port {USUAL_PORT} is taken; using port (\d+) instead\.\n")[1]
            served.expect(rf"Parlour is at http://127\.0\.0\.1:{port}\n")
            assert USUAL_PORT < int(port) <= USUAL_PORT + OTHER_PORTS


def test_a_second_server_prints_the_address_of_the_first(tmp_path: Path) -> None:
    database = ("--database", str(tmp_path / "a.sqlite"))
    with Served(tmp_path, *database) as served:
        address = served.expect(r"Parlour is at (http://127\.0\.0\.1:\d+)\n")[1]
        sentence = refused("serve", *database, "--port", "0")
        assert f"is in use by another parlour at {address}: stop it first" in sentence
        assert done("serve", *database, "--port", "0", "--open") == f"Parlour is already running at {address}\n"
        assert served.interrupt() == 0


def test_an_unusable_database_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("hello")
    (tmp_path / "broken.sqlite").write_bytes(b"this is no database, but long enough to be taken for one" * 40)
    told = {
        str(tmp_path): "Is a directory",
        str(tmp_path / "file" / "a.sqlite"): "cannot use",
        str(tmp_path / "broken.sqlite"): "file is not a database",
        "sqlite:////": "tables are kept in a file",
        "sqlite://": "tables are kept in a file",
        f"mysql://me:{SECRET}@127.0.0.1/x": "not mysql://...",
        f"postgresql://me:{SECRET}@127.0.0.1:port/x": "a database is sqlite:///FILE or postgresql",
        f"postgresql://me:a@{SECRET}@127.0.0.1:1/x": "as %40",
    }
    for url, part in told.items():
        sentence = refused_here("serve", "--port", "0", "--database", url)
        assert part in sentence
        assert SECRET not in sentence


def test_an_unreachable_postgres_is_reported_without_its_password(postgres_url: str) -> None:
    nobody = postgres_url.replace("parlour@", f"nobody:{SECRET}@")
    for url in (f"postgresql://me:{SECRET}@127.0.0.1:1/games", nobody, f"{postgres_url}_none?password={SECRET}"):
        sentence = refused("serve", "--port", "0", "--database", url)
        assert sentence.startswith("cannot use postgresql+psycopg://")
        assert SECRET not in sentence


def test_old_tables_are_deleted_and_recent_ones_kept(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'a.sqlite'}"
    with ServerProcess(database) as server:
        with Client(server) as client:
            old, young, played = (client.open_table("exago", ["me", "me"]) for _ in range(3))
        server.stop()
        engine = sa.create_engine(database)
        days = 86400
        with engine.begin() as connection:
            for table, age, last in (
                (old, 11, 11),
                (young, 9, 9),
                (played, 40, 1),
            ):  # age of its opening, of its last move
                connection.exec_driver_sql(
                    "UPDATE tables SET touched = touched - ? WHERE id = ?", (age * days, table.id)
                )
                connection.exec_driver_sql(
                    "UPDATE log SET at = at - ? WHERE match IN (SELECT key FROM matches WHERE table_id = ?)",
                    (last * days, table.id),
                )
        engine.dispose()
        server.options = ("--keep-days", "10")
        server.start()
        deadline = time.monotonic() + PATIENCE
        while '"event":"old tables deleted"' not in server.log():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with Client(server) as client:
            assert client.request("GET", f"/api/tables/{old.id}").status_code == 404
            for table in (young, played):
                assert client.table(table.id)["status"] == "playing"
        assert '"count":1' in server.log()


def test_help_describes_each_option(tmp_path: Path) -> None:
    shown = run_here("serve", "--help", folder=tmp_path, columns=160).stdout
    for name in ("host", "port", "database", "workers", "public-url", "keep-days", "log-format", "plugin"):
        assert re.search(rf"--{name} +\S+.*[a-z]", shown), name
    assert "PARLOUR_DATABASE" in shown


def noting_browser(folder: Path) -> tuple[Path, str]:
    """A browser that only records the URL: its log, and the command that starts it."""
    noted, program = folder / "noted", folder / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" > {noted}.part && mv {noted}.part {noted}\n')
    program.chmod(0o755)
    return noted, str(program)


def test_a_terminal_shows_compilation_progress_and_no_browser_without_a_desktop(tmp_path: Path) -> None:
    noted, browser = noting_browser(tmp_path)
    options = ("serve", "--open", "--port", "0", "--database", str(tmp_path / "a.sqlite"))
    with Terminal(
        *options, folder=tmp_path, PARLOUR_COMPILE="", BROWSER=browser, DISPLAY="", WAYLAND_DISPLAY=""
    ) as terminal:
        terminal.expect("Parlour is at http://127.0.0.1:")
        terminal.expect("Loading the compiled rules", "Compiling the rules in the background")
        terminal.expect("All games are ready.")
        terminal.interrupt()
        assert terminal.end() == 0
        assert "Traceback" not in terminal.seen
    assert not noted.exists()


def test_on_a_desktop_the_page_is_opened(tmp_path: Path) -> None:
    noted, browser = noting_browser(tmp_path)
    options = ("serve", "--open", "--port", "0", "--database", str(tmp_path / "a.sqlite"))
    with Terminal(*options, folder=tmp_path, BROWSER=browser, DISPLAY=":0") as terminal:
        terminal.expect("Tables are kept")
        deadline = time.monotonic() + PATIENCE
        while not noted.exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert f"Parlour is at {noted.read_text().strip()}" in terminal.seen.replace("\n", "")
