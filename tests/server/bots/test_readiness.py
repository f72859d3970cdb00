"""While the rules are being compiled, people can already play, and learn which bots are not at full strength yet."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import parlour
from parlour import compiling
from parlour.bots import HIGHEST_PLAIN, warming_words
from parlour.games import own
from parlour.server.bots import readiness
from tests.server.client import Client, Socket
from tests.server.process import ServerProcess

GAME = "traxx"


@pytest.fixture
def is_cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers in this test start with nothing compiled."""
    monkeypatch.delenv("PARLOUR_COMPILE")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "nothing compiled"))


@pytest.mark.usefixtures("is_cold")
@pytest.mark.parametrize("game", own())
def test_every_game_is_playable_while_its_rules_are_being_compiled(game: str, sqlite_url: str) -> None:
    with ServerProcess(sqlite_url) as server, Client(server) as client:
        assert client.ask("GET", "/healthz")["ready"][game] is False
        opened = client.open_table(game, ["me", "1"])
        assert opened.answer["table"]["ready"] is False
        assert client.state(opened.id)["status"] == "playing"
        with client.socket(opened.id) as socket:
            socket.hello(opened.tokens.values())
            state = socket.receive("state")
            for text in ("nonsense", state["view"]["legal"][0]):
                socket.send("move", seat=0, branch=0, turn=0, text=text, ref=1)
            assert socket.receive("error")["code"] == "illegal_move"
            socket.wait_until(lambda: len(socket.moves[0]) == 2)  # mine, and the bot's


def check_that_nothing_else_is_analysed(client: Client, socket: Socket) -> None:
    """Hints and reviews say that the rules are being compiled."""
    socket.send("hint", seat=0, ref="hint")
    hint = socket.receive("error")
    assert hint["code"] == "compiling"
    assert hint["sentence"].startswith("the rules of Träxx are being compiled, once per machine (")
    match = parlour.new(GAME, players=2)
    match.resign(0)
    review = client.request("POST", "/api/reviews", body={"record": match.record()})
    assert (review.status_code, review.json()["code"]) == (503, "compiling")


@pytest.mark.usefixtures("is_cold")
def test_high_levels_say_that_they_are_warming_up_and_play_as_level_three(sqlite_url: str) -> None:
    with ServerProcess(sqlite_url) as server, Client(server) as client:
        opened = client.open_table(GAME, ["me", "5", "4"])
        with client.socket(opened.id) as socket:
            socket.hello(opened.tokens.values())
            warming = socket.receive("warming")
            assert warming["game"] == GAME
            assert warming["bots"] == ["4", "5"]
            assert 0 <= warming["done"] < warming["total"]
            assert warming["sentence"] == (
                "Level 4 and level 5 are still warming up, once per machine. "
                "Until they are ready, they play as level 3."
            )
            check_that_nothing_else_is_analysed(client, socket)
            socket.send("move", seat=0, branch=0, turn=0, text=socket.states[0]["view"]["legal"][0], ref=1)
            socket.wait_until(lambda: len(socket.moves[0]) == 3)
            further = socket.receive("warming", timeout=600)  # the rules are compiled, but not the bots
            assert warming["done"] < further["done"] < further["total"]
            assert further["bots"] == ["4", "5"]


@pytest.mark.usefixtures("is_cold")
def test_tables_of_low_levels_get_no_warming_message(sqlite_url: str) -> None:
    with ServerProcess(sqlite_url) as server, Client(server) as client:
        opened = client.open_table(GAME, ["me", HIGHEST_PLAIN])
        with client.socket(opened.id) as socket:
            socket.hello(opened.tokens.values())
            socket.receive("state")
            socket.send("ping", ref=5)
            socket.receive("pong")
            assert "warming" not in {message["type"] for message in socket.received}


def test_once_the_rules_are_compiled_all_bots_play_at_full_strength(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the start, even if the rules are not loaded yet."""
    if not compiling.is_warm(GAME) and os.environ.get("CI") != "true":
        pytest.skip(f"needs compiled rules: 'parlour warmup {GAME}'")
    monkeypatch.delenv("PARLOUR_COMPILE")
    with ServerProcess(sqlite_url) as server, Client(server) as client:
        opened = client.open_table(GAME, ["me", "5"])
        with client.socket(opened.id) as socket:
            socket.hello(opened.tokens.values())
            state = socket.receive("state")
            socket.send("move", seat=0, branch=0, turn=0, text=state["view"]["legal"][0], ref=1)
            socket.wait_until(lambda: len(socket.moves[0]) == 2)
            warming = [message for message in socket.received if message["type"] == "warming"]
            assert all(message["sentence"] == "" and message["bots"] == [] for message in warming)


def test_the_sentence_names_one_bot_or_both() -> None:
    assert (
        warming_words("5") == "Level 5 is still warming up, once per machine. Until it is ready, it plays as level 3."
    )


@pytest.mark.parametrize(
    ("is_compiled", "bot", "plays"),
    [(False, "5", "3"), (False, "4", "3"), (False, "2", "2"), (False, "greedy", "greedy"), (True, "5", "5")],
)
def test_the_highest_plain_level_plays_for_high_levels(
    is_compiled: bool, bot: str, plays: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "is_compiled", lambda game: is_compiled)
    with readiness.Readiness([]).playing("exago", bot) as name:
        assert name == plays
