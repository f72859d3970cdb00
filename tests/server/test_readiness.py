"""A table that is opened while the rules are being compiled says so, and begins when they are ready."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.client import Client, Refused
from tests.server.process import ServerProcess

LAST = "traxx"  # of the shelf: the others are compiled before it, so that it is surely not ready yet


def test_a_table_opened_while_the_rules_are_compiling_says_wait(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "nothing compiled"))
    with ServerProcess(sqlite_url) as server, Client(server) as client:
        health = client.ask("GET", "/healthz")
        assert health["status"] == "ok"
        assert health["ready"][LAST] is False
        games = {game["name"]: game["ready"] for game in client.ask("GET", "/api/games")["games"]}
        assert games[LAST] is False
        opened = client.open_table(LAST, ["me", "open"])
        assert opened.answer["table"]["ready"] is False
        taken = client.take_seat(opened.id, opened.invitation)
        assert client.table(opened.id)["status"] == "playing"
        with pytest.raises(Refused) as early:
            client.state(opened.id)
        assert (early.value.status, early.value.code) == (409, "not_ready")
        with client.socket(opened.id) as socket:
            socket.hello([taken.token])
            wait = socket.receive("wait")
            assert wait["game"] == LAST
            assert 0 <= wait["done"] < wait["total"]
            assert "ready" in wait["sentence"]
            assert socket.states == {}
            socket.send("move", seat=1, branch=0, turn=0, text="?", ref=3)
            problem = socket.receive("error")
            assert (problem["code"], problem["ref"]) == ("not_ready", 3)
        with client.socket(opened.id) as stranger:
            stranger.hello(["x" * 22])
            assert stranger.close_code() == 4401  # who has no right need not wait to hear it


def test_who_waits_is_shown_the_match_when_the_rules_are_ready(sqlite_url: str) -> None:
    """Loading compiled rules takes a moment too; a client that comes right at the start is never refused."""
    with ServerProcess(sqlite_url) as server, Client(server) as client:
        opened = client.open_table(LAST, ["me", "random"])
        with client.socket(opened.id) as socket:
            socket.hello(opened.tokens.values())
            socket.receive("state", timeout=600)
            types = [message["type"] for message in socket.received]
            assert set(types[:-1]) <= {"wait"}
            assert types[-1] == "state"
            socket.wait_until(lambda: len(socket.moves[0]) == 1)  # the bot was woken, too
