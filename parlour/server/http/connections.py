"""Connections below HTTP and WebSocket: timeouts, and the number per address."""

from __future__ import annotations

import asyncio
from itertools import islice
from math import ceil
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from parlour.server.http import addresses
from parlour.server.http.limits import ANSWER_SECONDS, BODY_SECONDS, HEAD_SECONDS, Gate
from parlour.server.logging_setup import Summary
from parlour.server.metrics import ENDED, MALFORMED

STATE = "connections"  # the key under which uvicorn passes them to each connection
LOW = 0.8  # fraction of descriptors in use at which room is made
ROOM = 0.1  # fraction freed then: the system reuses the lowest numbers first
PROXIES = ("127.0.0.1", "::1")  # connections from here are a proxy's, even if it does not say so
WAITING: dict[object, tuple[str, float]] = {h11.IDLE: ("head", HEAD_SECONDS), h11.SEND_BODY: ("body", BODY_SECONDS)}
BAD_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connections:
    """All connections of this process."""

    def __init__(self, gate: Gate, descriptors: int | None) -> None:
        self.gate = gate
        self.waiting: dict[HttpConnection, None] = {}  # for the rest of a request, longest wait first
        self._descriptors = descriptors
        self._running_low = Summary("file descriptors run low: raise the limit (ulimit -n)", most=descriptors)
        self._malformed = Summary("malformed requests")

    def is_malformed(self) -> None:
        """Count a malformed request or frame."""
        MALFORMED.inc()
        self._malformed.note()

    def make_room(self, descriptor: int) -> None:
        """End the slowest connections if `descriptor`, the lowest free one, shows that few are left."""
        if self._descriptors is None or descriptor < LOW * self._descriptors:
            return
        self._running_low.note()
        for slow in list(islice(self.waiting, ceil(ROOM * self._descriptors))):
            slow.end("room")


class HttpConnection(H11Protocol):
    """Ends when a client sends its request or reads the answer too slowly; uvicorn would wait forever."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all: Connections = app_state[STATE]
        self._counted: str | None = None  # the address it is counted for
        self._has_left = False
        self._awaited: object = None  # what the client should send: a head, a body, or nothing
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None  # the deadline for reading what we sent

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or end it if its address has too many."""
        super().connection_made(transport)
        self.client = _plain(self.client)
        if not self._is_counted():
            self.end("too_many")
            return
        self._all.make_room(transport.get_extra_info("socket").fileno())
        self._wait()

    def _is_counted(self) -> bool:
        """Whether its address may have one more. Proxies have no limit."""
        address = "" if self.client is None else self.client[0]
        if address in ("", *PROXIES) or address in self._proxies():
            return True
        if not self._all.gate.socket_opened("connection", address):
            return False
        self._counted = address
        return True

    def _proxies(self) -> Any:
        app = self.config.loaded_app
        return app.trusted_hosts if isinstance(app, ProxyHeadersMiddleware) else ()

    def _wait(self) -> None:
        """Set one deadline for each head and each body, however many pieces they come in."""
        if self._has_left or self.conn.their_state is self._awaited:
            return
        self._stop_waiting()
        self._awaited = self.conn.their_state
        if self._awaited in WAITING:
            why, seconds = WAITING[self._awaited]
            self._deadline = self.loop.call_later(seconds, self.end, why)
            self._all.waiting[self] = None

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._all.waiting.pop(self, None)

    def _let_take(self) -> None:
        if self._taking is None and not self._has_left:
            self._taking = self.loop.call_later(ANSWER_SECONDS, self.end, "answer")

    def _has_taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def end(self, why: str) -> None:
        """Abort the connection."""
        ENDED.labels(why).inc()
        self._stop_waiting()
        self.transport.abort()

    def _leave(self) -> None:
        if self._has_left:
            return
        self._has_left = True
        self._stop_waiting()
        self._has_taken()
        if self._counted is not None:
            self._all.gate.socket_closed("connection", self._counted)

    # -- callbacks from uvicorn ---------------------------------------------------------------------------------------

    def handle_events(self) -> None:
        """Data was received, or an answer is complete."""
        super().handle_events()
        self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a WebSocket, which has its own limits."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """The request was malformed."""
        self._all.is_malformed()
        super().send_400_response(msg)
        self._let_take()

    def on_response_complete(self) -> None:
        """An answer is complete."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._let_take()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came in time."""
        super().timeout_keep_alive_handler()
        self._let_take()

    def pause_writing(self) -> None:
        """The client reads more slowly than we send."""
        super().pause_writing()
        self._let_take()

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._has_taken()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._leave()
        super().connection_lost(exc)


class SocketConnection(WebSocketsSansIOProtocol):
    """Counts malformed frames, and answers malformed handshakes, which uvicorn would leave open forever."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A request asks to become a WebSocket."""
        super().connection_made(transport)
        self.client = _plain(self.client)

    def data_received(self, data: bytes) -> None:
        """The head of that request was received, or frames after it."""
        super().data_received(data)
        if not self.handshake_initiated and not self.close_sent:
            self._connections.is_malformed()
            self.handshake_complete = self.close_sent = True
            self.transport.write(BAD_HANDSHAKE)
            self.transport.close()

    def handle_parser_exception(self) -> None:
        """A frame was malformed, or its text was not UTF-8."""
        self._connections.is_malformed()
        super().handle_parser_exception()

    @property
    def _connections(self) -> Connections:
        found: Connections = self.app_state[STATE]
        return found


def _plain(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Turn IPv4-mapped IPv6 into IPv4, so that a proxy on this machine is recognised by its address."""
    return client and (addresses.plain(client[0]) or client[0], client[1])
