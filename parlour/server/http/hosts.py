"""The host names that a server answers to.

A foreign page can make its own name point at this machine (DNS rebinding), and the browser then treats our answers as
that page's own. Such a request still names the foreign host, so requests for unknown hosts are refused.
"""

from __future__ import annotations

import re
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.server.errors import Refused
from parlour.server.http import addresses
from parlour.server.http.middleware import answer
from parlour.server.settings import Settings

LOCAL = ("local", "lan", "home", "home.arpa", "internal", "localdomain")  # nobody can register names under these
HEALTH = "/healthz"  # has nothing private, and load balancers ask for it by any name

_HOST = re.compile(r"(\[[^\[\]]+\]|[^:\[\]]+)(:[0-9]*)?")


def known_names(settings: Settings) -> frozenset[str]:
    """The names of this server, in lower case. IP addresses need not be among them: they cannot be rebound."""
    machine = _plain(socket.gethostname())
    label = machine.partition(".")[0]
    public = urlsplit(settings.base_url()).hostname or ""
    names = {"localhost", machine, label, *(f"{label}.{suffix}" for suffix in LOCAL)}
    return frozenset({*names, *map(_plain, (settings.host, public, *settings.allowed_hosts))} - {""})


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")


def is_known(header: str, names: frozenset[str]) -> bool:
    """Whether this `Host` header is one of our names, or an IP address."""
    parts = _HOST.fullmatch(header)
    if parts is None:
        return False
    host = parts[1]
    is_address = addresses.parse(host.strip("[]")) is not None
    return is_address or _plain(host) in names or _plain(host).endswith(".localhost")


class KnownHosts:
    """Refuses requests and sockets for unknown hosts."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope["path"] != HEALTH:
            header = Headers(scope=scope).get("host", "")
            if not is_known(header, scope["app"].state.context.hosts):
                await answer(_unknown(header))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _unknown(header: str) -> Refused:
    return Refused(
        "unknown_host",
        "this server does not answer to the name {host}; its operator can allow it with --allowed-host",
        status=421,
        host=repr(header[:100]),
    )
