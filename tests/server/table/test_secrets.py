"""Tokens: sent once, stored as hashes, in no log, no metric and no URL that a third party could see."""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

import parlour.server
from parlour.server.table.tokens import new_token
from tests.server.client import PATIENCE, Client, Opened
from tests.server.process import ServerProcess

GUESSES = ["", "x", "é", "a" * 100, "null", "undefined"]


@dataclass
class World:
    """A server on which people have played, and every secret that it sent."""

    server: ServerProcess
    client: Client
    folder: Path
    first: Opened
    second: Opened
    secrets: list[str]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("secrets")
    with ServerProcess(f"sqlite:///{folder / 'parlour.sqlite'}", "--no-limits") as server, Client(server) as client:
        first = client.open_table("exago", ("me", "open"), public=True)
        second = client.open_table("exago", ("me", "me"))
        taken = client.take_seat(first.id, first.invitation, name="Grace")
        client.rename(first.id, 0, first.tokens[0], "Ada")
        with client.sit(first.id, first.tokens[0], taken.token) as socket:
            socket.move(0, "f6")
            socket.send("resign", seat=1)
            socket.wait_until(lambda: socket.is_over)
            socket.send("rematch", seat=0)
            socket.wait_until(lambda: all(state["match"] == 2 for state in socket.states.values()))
        secrets = [taken.token]
        for opened in (first, second):
            secrets += [opened.owner, opened.invitation or "", *opened.tokens.values()]
        yield World(server, client, folder, first, second, secrets)


def assert_tells_none(world: World, text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    for secret in world.secrets:
        assert secret.encode() not in data


def hashes(world: World) -> list[str]:
    return [hashlib.sha256(secret.encode()).hexdigest() for secret in world.secrets]


def test_a_token_has_128_random_bits(world: World) -> None:
    for secret in world.secrets:
        assert len(base64.urlsafe_b64decode(secret + "==")) == 16
    many = [int.from_bytes(base64.urlsafe_b64decode(new_token() + "=="), "big") for _ in range(2000)]
    assert len(set(many)) == len(many)
    for bit in range(128):
        ones = sum(number >> bit & 1 for number in many)
        assert 700 < ones < 1300, f"bit {bit} is not random"  # thirteen standard deviations


def test_the_database_contains_only_hashes(world: World) -> None:
    files = [path for path in world.folder.iterdir() if path.is_file()]
    assert {"parlour.sqlite", "parlour.sqlite-wal"} <= {path.name for path in files}
    everything = b"".join(path.read_bytes() for path in files)
    assert_tells_none(world, everything)
    for kept in hashes(world):
        assert kept.encode() in everything, "or this test looks at the wrong files"


def test_links_have_secrets_only_in_their_fragment(world: World) -> None:
    with httpx.Client(base_url=world.server.url, trust_env=False) as client:
        body = {"game": "exago", "seats": [{"who": "me"}, {"who": "open"}]}
        answer = client.post("/api/tables", json=body)
        opened = answer.json()
        secrets = [opened["owner"], opened["invitation"], opened["seats"][0]["token"]]
        for name, value in answer.headers.items():
            assert not [secret for secret in secrets if secret in value], name
        for link in re.findall(r'https?://[^"\s]*', answer.text):
            assert not [secret for secret in secrets if secret in link.partition("#")[0]]
        assert opened["seats"][0]["link"].endswith("#seat=" + opened["seats"][0]["token"])
        assert opened["links"]["join"].endswith("#join=" + opened["invitation"])
        assert not [secret for secret in secrets if secret in opened["links"]["watch"]]


def test_responses_to_others_contain_no_secret_and_no_hash(world: World) -> None:
    with Client(world.server) as other, other.sit(world.first.id) as watcher:
        table = f"/api/tables/{world.first.id}"
        for path in ("/api/games", "/api/tables", table, f"{table}/state", f"{table}/record?match=1", "/healthz"):
            assert other.request("GET", path).status_code == 200
        watcher.send("ping")
        watcher.receive("pong")
        told = "".join(other.answers) + json.dumps(watcher.received)
    assert_tells_none(world, told)
    assert not [kept for kept in hashes(world) if kept in told]


def test_metrics_contain_no_secret_and_no_table(world: World) -> None:
    figures = world.client.request("GET", "/metrics").text
    assert "parlour_log_entries_total" in figures
    assert_tells_none(world, figures)
    assert world.first.id not in figures


def test_the_log_contains_no_secret(world: World) -> None:
    """Wherever a client puts its token, even in a query or in an incomplete message."""
    client, table = world.client, world.first
    token, right = table.tokens[0], {"Authorization": f"Bearer {table.tokens[0]}"}
    with httpx.Client(base_url=world.server.url, trust_env=False, timeout=PATIENCE) as raw:
        for path in (f"/api/tables/{table.id}/state", f"/api/tables/{table.id}", "/api/tables/nowhere", "/nowhere"):
            raw.get(path, params={"seat": token}, headers=right)
            raw.post(path, content=f'{{"token": "{token}"', headers={**right, "Content-Type": "application/json"})
    for frame in (
        f'{{"type":"hello","tokens":["{token}"]',
        f'{{"type":"hello","tokens":["{token}"],"visitor":"{token}é"}}',
    ):
        with client.socket(table.id) as socket:
            socket.send_text(frame)
            assert socket.close_code() == 4400
            assert_tells_none(world, json.dumps(socket.received))
    with client.sit(table.id, token) as socket:
        socket.send("complete", seat=0, text=token)
        socket.send("move", seat=0, branch=0, turn=0, text=token)
        socket.send(token)
        socket.pull_all()
    assert_tells_none(world, world.server.log())


@pytest.mark.parametrize("method", ["PATCH", "DELETE", "GET"])
def test_a_wrong_token_is_refused_by_requests(world: World, method: str) -> None:
    first, second = world.first, world.second
    path, body, right = {
        "PATCH": (f"/api/tables/{first.id}/seats/0", {"name": "Eve"}, {first.tokens[0]}),
        "DELETE": (f"/api/tables/{first.id}", None, {first.owner}),
        "GET": (f"/api/tables/{first.id}/state", None, {first.tokens[0], world.secrets[0]}),
    }[method]
    wrong = [*GUESSES, *hashes(world), *(set(world.secrets) - right), *(token[:-1] for token in right)]
    wrong += [token.swapcase() for token in right] + [second.tokens[0]]
    with httpx.Client(base_url=world.server.url, trust_env=False, timeout=PATIENCE) as client:
        for token in wrong:
            headers = {b"Authorization": f"Bearer {token}".strip().encode()}
            answer = client.request(method, path, json=body, headers=headers)
            assert answer.status_code == 403, token
            assert answer.json()["code"] == "bad_token"
        for header in (f"Basic {next(iter(right))}", next(iter(right)), "Bearer"):
            assert client.request(method, path, json=body, headers={"Authorization": header}).status_code == 403


def test_a_wrong_token_is_refused_by_the_socket(world: World) -> None:
    first = world.first
    wrong = [*GUESSES, *hashes(world), first.owner, first.invitation or "", *world.second.tokens.values()]
    for token in wrong:
        for tokens in ([token], [first.tokens[0], token]):
            with world.client.socket(first.id) as socket:
                socket.hello(tokens)
                assert socket.close_code() == 4401, token
                assert [message["code"] for message in socket.received] == ["bad_token"]


def test_a_wrong_invitation_is_refused(world: World) -> None:
    opened = world.client.open_table("exago", ("me", "open"))
    kept = hashlib.sha256((opened.invitation or "").encode()).hexdigest()
    path = f"/api/tables/{opened.id}/seats"
    for invitation in (None, *GUESSES, kept, opened.owner, opened.tokens[0], world.first.invitation):
        answer = world.client.request("POST", path, body={"invitation": invitation})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_invitation"), invitation
    assert world.client.take_seat(opened.id, opened.invitation).seat == 1


def test_secrets_are_compared_in_constant_time() -> None:
    """No `==` and no `in` on secrets or their hashes; `is_same` uses hmac.compare_digest.

    presence.py compares what is stored with what is stored: no client has a hand in it.
    """
    secret = {"holder", "owner", "invitation", "token", "tokens", "holders"}
    found = []
    for path in {*Path(parlour.server.__path__[0]).rglob("*.py")} - {
        Path(parlour.server.__path__[0], "table", "presence.py")
    }:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and any(isinstance(one, ast.Eq | ast.NotEq | ast.In) for one in node.ops):
                names = {_name(part) for part in (node.left, *node.comparators)}
                found += [f"{path.name}:{node.lineno}" for name in names if name in secret]
    assert found == []
    tokens = Path(parlour.server.__path__[0], "table", "tokens.py").read_text(encoding="utf-8")
    assert "hmac.compare_digest(one.encode(), other.encode())" in tokens


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


# -- whose address it is ----------------------------------------------------------------------------------------------


def _figures(server: ServerProcess, address: str, forwarded: str | None) -> int:
    headers: dict[str, Any] = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=server.url, transport=transport, trust_env=False, timeout=PATIENCE) as client:
        return client.get("/metrics", headers=headers).status_code


@pytest.mark.parametrize(
    ("address", "forwarded", "status"),
    [
        ("127.0.0.1", None, 200),
        ("127.0.0.2", None, 200),  # all of 127.0.0.0/8 is this machine
        ("127.0.0.1", "192.0.2.7", 403),  # a local proxy names the client
        ("127.0.0.1", "127.0.0.1, 192.0.2.7", 403),  # the client may have forged the first entries
        ("127.0.0.1", "2001:db8::7", 403),
        ("127.0.0.1", "unknown", 403),
        ("127.0.0.1", "::1", 200),
        ("127.0.0.2", "192.0.2.7", 200),  # not our proxy: its header is not trusted
    ],
)
def test_metrics_are_for_this_machine_only(world: World, address: str, forwarded: str | None, status: int) -> None:
    assert _figures(world.server, address, forwarded) == status


def test_metrics_can_be_made_public(tmp_path: Path) -> None:
    with ServerProcess(f"sqlite:///{tmp_path / 'parlour.sqlite'}", "--public-metrics") as server:
        assert _figures(server, "127.0.0.1", "192.0.2.7") == 200
