"""Allowed origins, and the headers of every response."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from parlour.server.http import static
from parlour.server.http.middleware import HEADERS
from tests.server.client import PATIENCE, Client, Opened
from tests.server.http.conftest import DAMAGED
from tests.server.http.test_limits import visitor_from
from tests.server.process import ServerProcess

# -- who may come -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "is_welcome"),
    [
        (None, True),
        ("http://127.0.0.1:PORT", True),
        ("https://games.example:8443", True),
        ("https://GAMES.example:8443", True),
        ("https://games.example", False),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1:1", False),
        ("http://127.0.0.1:PORT.evil.example", False),
        ("http://evil.example/127.0.0.1:PORT", False),
        ("http://127.0.0.1:PORT@evil.example", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
        ("file://", False),
        ("http://[", False),
        ("127.0.0.1:PORT", False),
    ],
)
def test_only_pages_of_this_server_may_open_a_socket(
    limited: ServerProcess, table: tuple[Client, Opened], origin: str | None, is_welcome: bool
) -> None:
    _, opened = table
    address = f"{limited.ws_url}/api/tables/{opened.id}/socket"
    page: Any = None if origin is None else origin.replace("PORT", str(limited.port))
    code, heard = None, None
    with connect(address, origin=page, proxy=None) as connection, suppress(ConnectionClosed):
        connection.send('{"type":"hello","tokens":[]}')
        heard = json.loads(connection.recv(PATIENCE))["type"]
    if heard is None:
        code = connection.close_code
    assert (heard, code) == (("state", None) if is_welcome else (None, 4403))


# -- headers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("accepted", "is_packed"), [("gzip", True), ("identity", False), ("gzip;q=0", False)])
def test_long_responses_are_compressed_if_the_client_accepts_it(
    limited: ServerProcess, accepted: str, is_packed: bool
) -> None:
    with visitor_from(limited, "127.0.0.202") as visitor:
        answer = visitor.get("/api/games", headers={"Accept-Encoding": accepted})
    assert (answer.headers.get("content-encoding") == "gzip") == is_packed
    assert len(answer.json()["games"]) == 4


def _with_options(options: bytes) -> bytes:
    return b'{"game":"exago","seats":[{"who":"me"},{"who":"me"}],"options":' + options + b"}"


ANSWERS = {
    "the page": ("GET", "/", None, 200),
    "JSON": ("GET", "/api/games", None, 200),
    "the document": ("GET", "/openapi.json", None, 200),
    "health": ("GET", "/healthz", None, 200),
    "figures": ("GET", "/metrics", None, 200),
    "only the headers": ("HEAD", "/api/games", None, 200),
    "only the headers of health": ("HEAD", "/healthz", None, 200),
    "a table that is not there": ("GET", "/api/tables/bbbbbbbbbbbbbbbb", None, 404),
    "nothing": ("GET", "/api/nothing", None, 404),
    "nothing elsewhere": ("GET", "/../../etc/passwd", None, 404),
    "a method that is not there": ("PUT", "/api/tables", None, 405),
    "asking for options": ("OPTIONS", "/api/tables", None, 405),
    "a form that is wrong": ("POST", "/api/tables", b"{}", 422),
    "no JSON": ("POST", "/api/tables", b"\xff", 422),
    "a number of 5000 digits": ("POST", "/api/tables", b'{"game":' + b"9" * 5000 + b"}", 422),
    "half a surrogate pair": ("POST", "/api/tables", _with_options(b'{"\\ud800":1}'), 422),
    "half a pair as a value": ("POST", "/api/tables", _with_options(b'{"radius":"\\udfff"}'), 422),
    "no number": ("POST", "/api/tables", _with_options(b'{"radius":NaN}'), 422),
    "a number beyond all": ("POST", "/api/tables", _with_options(b'{"radius":1e999}'), 422),
    "deep options": ("POST", "/api/tables", _with_options(b'{"radius":' + b"[" * 900 + b"]" * 900 + b"}"), 422),
    "deep JSON": ("POST", "/api/tables", b"[" * 60_000, 422),
    "too much": ("POST", "/api/tables", b" " * 65_537, 413),
    "a fault": ("GET", f"/api/tables/{DAMAGED}", None, 500),
}


@pytest.mark.parametrize(("method", "path", "body", "status"), ANSWERS.values(), ids=ANSWERS.keys())
def test_every_response_has_the_headers(
    limited: ServerProcess, method: str, path: str, body: bytes | None, status: int
) -> None:
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST", "Connection": "close"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    with visitor_from(limited, "127.0.0.202") as visitor:
        answer = visitor.request(method, path, content=body, headers=headers)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert "server" not in answer.headers
    assert ("no-store" in answer.headers.get("cache-control", "")) == path.startswith("/api")
    if method == "HEAD":
        assert answer.content == b""
        assert int(answer.headers["content-length"]) > 0
    elif status >= 400 and (path.startswith("/api") or not static.is_built()):  # otherwise the page shows its own error
        assert set(answer.json()) == {"code", "sentence", "rule", "template", "args"}
        assert "Traceback" not in answer.text
        assert "damaged" not in answer.text
    if status == 405:
        assert answer.headers["allow"]


def test_an_internal_error_is_logged_and_the_server_keeps_running(limited: ServerProcess) -> None:
    with visitor_from(limited, "127.0.0.203") as visitor:
        assert visitor.get(f"/api/tables/{DAMAGED}").status_code == 500
        assert visitor.get("/healthz").status_code == 200
    assert "a request failed" in limited.log()
    with Client(limited) as client, client.socket(DAMAGED) as socket:
        socket.hello()
        assert socket.close_code() == 1011
        assert socket.received[-1]["code"] == "failed"
