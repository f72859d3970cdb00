"""Limits per visitor and per address."""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
import socket as plain
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from parlour.server.http import limits
from parlour.server.table import socket
from tests.server.client import PATIENCE, Client, Opened, Socket, wait_until
from tests.server.coroutines import finished
from tests.server.process import ServerProcess

LIMITS = limits.Limits()
FORMS = ("::ffff:", "")  # of an address of IPv4


def another_visitor(server: ServerProcess, table: str, *tokens: str) -> Socket:
    with Client(server) as client:
        return client.sit(table, *tokens)


class From(httpx.HTTPTransport):
    """Requests from another address of this machine, which has separate limits."""

    def __init__(self, address: str) -> None:
        super().__init__(local_address=address)


def visitor_from(server: ServerProcess, address: str) -> httpx.Client:
    return httpx.Client(base_url=server.url, transport=From(address), timeout=PATIENCE, trust_env=False)


NEW_TABLE = {"game": "exago", "seats": [{"who": "me"}, {"who": "me"}]}


# -- rates ------------------------------------------------------------------------------------------------------------


def test_clients_over_the_rate_limit_get_an_error_and_stay_connected(
    limited: ServerProcess, table: tuple[Client, Opened]
) -> None:
    client, opened = table
    with another_visitor(limited, opened.id) as socket:
        burst = int(LIMITS.messages * 10)
        for number in range(burst + 50):
            socket.send("ping", ref=number)
        error = socket.receive("error")
        assert (error["code"], error["ref"] >= burst) == ("too_fast", True)
        assert "wait" in error["sentence"]
        wait_until(lambda: is_answered(socket), "the server does not forgive")
        with client.sit(opened.id) as other:
            other.send("ping", ref="another visitor")
            other.receive("pong", where=lambda message: message["ref"] == "another visitor")


def is_answered(socket: Socket) -> bool:
    """Whether a ping is answered and not refused."""
    ref = f"later {len(socket.received)}"
    socket.send("ping", ref=ref)
    socket.wait_until(lambda: socket.received[-1].get("ref") == ref)
    return bool(socket.received[-1]["type"] == "pong")


def test_clients_that_keep_exceeding_the_limit_are_disconnected(
    limited: ServerProcess, table: tuple[Client, Opened]
) -> None:
    _, opened = table
    with another_visitor(limited, opened.id) as socket:
        try:
            for number in range(2000):
                socket.send("ping", ref=number)
        except ConnectionClosed:
            pass
        assert socket.close_code() == 4429
        assert [message for message in socket.received if message["type"] == "error"][-1]["code"] == "too_fast"


def test_sockets_per_visitor_are_limited(limited: ServerProcess, table: tuple[Client, Opened]) -> None:
    _, opened = table
    with Client(limited) as visitor, ExitStack() as at_end:
        opened_first = [at_end.enter_context(visitor.sit(opened.id)) for _ in range(LIMITS.sockets)]
        with visitor.socket(opened.id) as one_more:
            one_more.hello()
            assert one_more.close_code() == 4429
            assert one_more.received[-1]["code"] == "too_many"
        opened_first[0].close()
        _until_granted(lambda: at_end.enter_context(visitor.sit(opened.id)))
        another_visitor(limited, opened.id).close()


def _until_granted(ask: Any) -> None:
    """Retry: the server learns of a closed socket a little later."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            ask()
        except ConnectionClosed:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return


def test_bot_seats_per_address_are_limited(limited: ServerProcess) -> None:
    """Otherwise a few requests could make many bots think."""
    table = {"game": "exago", "seats": [{"who": "bot", "bot": "5"}] * 6}
    with visitor_from(limited, "127.0.0.61") as client:
        answers = [client.post("/api/tables", json=table) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert "too many bots" in answers[-1].json()["sentence"]
        assert client.post("/api/tables", json=NEW_TABLE).status_code == 201  # people can still connect


def test_requests_per_address_are_limited(limited: ServerProcess) -> None:
    with visitor_from(limited, "127.0.0.11") as visitor, visitor_from(limited, "127.0.0.12") as other:
        many = int(LIMITS.requests * 10) + 400
        answers = side_by_side(lambda _: visitor.get("/api/games"), many)
        refused = [answer for answer in answers if answer.status_code != 200]
        assert refused
        assert {answer.status_code for answer in refused} == {429}
        assert refused[0].json()["code"] == "too_fast"
        assert other.get("/api/games").status_code == 200
        forwarded = side_by_side(lambda n: visitor.get("/api/games", headers={"X-Forwarded-For": f"192.0.2.{n}"}), many)
        assert 429 in {answer.status_code for answer in forwarded}, "whoever is no proxy could say that it is another"


def side_by_side(ask: Callable[[int], httpx.Response], many: int) -> list[httpx.Response]:
    """Send this many requests concurrently: sequential ones may not be fast enough on a busy machine."""
    with ThreadPoolExecutor(16) as threads:
        return list(threads.map(ask, range(many)))


def test_an_ipv6_network_counts_as_one_address(limited: ServerProcess) -> None:
    """A proxy on this machine forwards visitors who have many addresses each."""

    def statuses(*addresses: str) -> list[int]:
        headers = [{"X-Forwarded-For": address, "X-Visitor": secrets.token_urlsafe(18)} for address in addresses]
        return [proxy.post("/api/tables", json=NEW_TABLE, headers=one).status_code for one in headers]

    with visitor_from(limited, "127.0.0.1") as proxy:
        many = int(LIMITS.openings * 10) + 15
        assert 429 in statuses(*(f"2001:db8:1:2::{number:x}" for number in range(1, many)))
        assert statuses("2001:db8:1:3::1") == [201]
        assert 429 in statuses(*(f"{form}192.0.2.77" for _ in range(many // 2) for form in FORMS))
        assert statuses("::ffff:192.0.2.78") == [201], "addresses of IPv4 are not one network"


def test_sockets_that_name_no_visitor_are_one_visitor(limited: ServerProcess, table: tuple[Client, Opened]) -> None:
    _, opened = table
    with ExitStack() as at_end:
        for _ in range(LIMITS.sockets):
            nameless = at_end.enter_context(Socket(limited, opened.id))
            nameless.hello()
            nameless.receive("state")
        with Socket(limited, opened.id) as one_more:
            one_more.hello()
            assert one_more.close_code() == 4429
            assert one_more.received[-1]["code"] == "too_many"
        another_visitor(limited, opened.id).close()


def test_sockets_that_name_no_visitor_share_their_messages(
    limited: ServerProcess, table: tuple[Client, Opened]
) -> None:
    """Each alone stays within the limit, with 90 of 100; together they exceed it."""
    _, opened = table
    with ExitStack() as at_end:
        nameless = [at_end.enter_context(Socket(limited, opened.id)) for _ in range(5)]
        for one in nameless:
            one.hello()
            one.receive("state")
        for number in range(int(LIMITS.messages * 9)):
            for one in nameless:
                one.send("ping", ref=number)
        nameless[-1].receive("error", where=lambda message: message["code"] == "too_fast")


def test_tables_opened_per_address_are_limited(limited: ServerProcess) -> None:
    with visitor_from(limited, "127.0.0.13") as visitor:
        headers = [{"X-Visitor": secrets.token_urlsafe(18)} for _ in range(int(LIMITS.openings * 10) + 15)]
        answers = [visitor.post("/api/tables", json=NEW_TABLE, headers=one) for one in headers]
        assert {answer.status_code for answer in answers} == {201, 429}
        assert answers[-1].json()["code"] == "too_fast"


def test_tables_per_visitor_are_limited(limited: ServerProcess) -> None:
    visitor = {"X-Visitor": secrets.token_urlsafe(18)}
    opened: list[dict[str, Any]] = []
    for number in range(14, 200):  # each address may open some in a row
        with visitor_from(limited, f"127.0.0.{number}") as client:
            while (answer := client.post("/api/tables", json=NEW_TABLE, headers=visitor)).status_code == 201:
                opened.append(answer.json())
            if answer.status_code == 409:
                break
            assert answer.status_code == 429
    assert answer.json()["code"] == "too_many_tables"
    assert len(opened) == LIMITS.tables
    with visitor_from(limited, "127.0.0.201") as client:
        first = opened[0]
        gone = client.delete(
            f"/api/tables/{first['table']['id']}", headers={"Authorization": f"Bearer {first['owner']}"}
        )
        assert gone.status_code == 204
        assert client.post("/api/tables", json=NEW_TABLE, headers=visitor).status_code == 201


# -- sizes ------------------------------------------------------------------------------------------------------------


POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def _raw(server: ServerProcess, request: bytes) -> tuple[int, dict[str, Any], Any]:
    """Status, body and headers of the response to a raw request."""
    with plain.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):  # the server need not read all of it
            connection.sendall(request)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status, json.loads(answer.read()), answer.headers


def test_a_large_request_is_refused(limited: ServerProcess) -> None:
    body = b'{"game": "exago", "seats": [], "options": {"x": "' + b"x" * limits.BODY + b'"}}'
    status, problem, headers = _raw(limited, POST + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
    assert (status, problem["code"]) == (413, "too_large")
    assert headers["content-security-policy"]


def test_a_large_request_of_unknown_length_is_refused(limited: ServerProcess) -> None:
    head = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
    status, problem, _ = _raw(limited, head + chunk * 17)  # without a last chunk
    assert (status, problem["code"]) == (413, "too_large")


def test_endless_headers_are_refused(limited: ServerProcess) -> None:
    with plain.create_connection(("127.0.0.1", limited.port), PATIENCE) as connection:
        sent = 0
        try:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
            while sent < 2**26:
                sent += connection.send(b"x" * 65536)
        except OSError:
            pass
        assert sent < 2**26, "a header of 64 MB was taken"


# -- sockets that say nothing, or hear nothing ------------------------------------------------------------------------


def test_clients_that_send_no_hello_are_disconnected(limited: ServerProcess, table: tuple[Client, Opened]) -> None:
    client, opened = table
    with client.socket(opened.id) as silent:
        assert silent.close_code() == 4400
        assert [message["code"] for message in silent.received] == ["hello_first"]


def test_silent_clients_are_disconnected() -> None:
    """Two minutes are too long for a test: this runs the socket's code with a clock that has advanced."""
    sent: list[Any] = []

    async def send(event: Any) -> None:
        sent.append(event)

    async def living() -> None:
        context = SimpleNamespace(hub=None, gate=limits.Gate(None))
        client = socket.ClientSocket(None, send, context, "127.0.0.1")  # type: ignore[arg-type]
        client.close_if_idle(time.monotonic() + 115)
        client.put("a message")
        client.close_if_idle(time.monotonic() + 125)
        await client._send()

    finished(living())
    assert [event.get("code") for event in sent] == [None, None, 4408]
    assert sent[0]["text"] == "a message"
    assert "120 seconds" in sent[1]["text"]


def test_a_client_that_never_reads_is_disconnected_and_slows_nobody_down(tmp_path: Path) -> None:
    with ServerProcess(f"sqlite:///{tmp_path / 'parlour.sqlite'}", "--no-limits") as server, Client(server) as client:
        opened = client.open_table("exago", ("me", "me"))
        token = opened.tokens[0]
        with client.sit(opened.id, opened.tokens[1]) as other, plain.socket() as deaf:
            deaf.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.port))
            _handshake(deaf, server, opened.id)
            _send_frame(deaf, json.dumps({"type": "hello", "tokens": [token]}))
            _presence(other, 0, is_there=True)
            stale = json.dumps(
                {"type": "move", "seat": 0, "branch": 9, "turn": 9, "text": "f6"}
            )  # each requests a state
            deaf.settimeout(0.2)
            for _ in range(5000):
                try:
                    _send_frame(deaf, stale)
                except OSError:  # the server no longer reads
                    break
            _presence(other, 0, is_there=False)
            other.send("ping", ref="nobody waited")
            other.receive("pong", where=lambda message: message["ref"] == "nobody waited")
            assert "Traceback" not in server.log()
        with client.sit(opened.id, token) as back:
            back.move(0, "f6")


def test_a_silent_client_that_stops_reading_is_disconnected() -> None:
    """The others' moves fill its outbox; this runs the socket's code over a connection that never sends."""

    async def never(*_: Any) -> Any:
        await asyncio.sleep(3600)

    async def living() -> int:
        context = SimpleNamespace(hub=None, gate=limits.Gate(None))
        client = socket.ClientSocket(never, never, context, "127.0.0.1")  # type: ignore[arg-type]
        sending, hearing = asyncio.create_task(client._send()), asyncio.create_task(client._received())
        await asyncio.sleep(0)
        for _ in range(limits.OUTBOX + 2):
            client.put("news")
            await asyncio.sleep(0)
        done, _ = await asyncio.wait((hearing,), timeout=1)
        assert hearing in done
        sending.cancel()
        with pytest.raises(socket.Closed) as closed:
            hearing.result()
        return closed.value.code

    assert finished(living()) == 4429


def _presence(watching: Socket, seat: int, is_there: bool) -> None:
    def fits(message: dict[str, Any]) -> bool:
        return any(one["seat"] == seat and one["present"] == is_there for one in message["seats"])

    watching.receive("presence", where=fits)


def _handshake(connection: plain.socket, server: ServerProcess, table: str) -> None:
    connection.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert connection.recv(4096).startswith(b"HTTP/1.1 101")


def _send_frame(connection: plain.socket, text: str) -> None:
    data = text.encode()
    assert len(data) < 126
    connection.sendall(bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data)
