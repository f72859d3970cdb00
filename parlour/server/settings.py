"""A server's settings. Its processes pass them on in their environment, which other users cannot read."""

from __future__ import annotations

import os

import msgspec

from parlour.server.storage.database import default_url

VARIABLE = "PARLOUR_SERVER"
USUAL_PORT = 8000


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All options of `parlour serve`."""

    host: str = "127.0.0.1"
    port: int = USUAL_PORT
    is_port_fixed: bool = True  # if False, another port is used when this one is taken
    database: str = msgspec.field(default_factory=default_url)
    workers: int = 1
    public_url: str | None = None  # how clients reach it, if that differs
    allowed_hosts: list[str] = msgspec.field(default_factory=list)  # further host names that it answers to
    keep_days: float | None = None  # delete tables unused for this many days
    has_limits: bool = True
    shows_metrics: bool = False  # to everybody, not only to this machine
    log_format: str = "text"  # or json
    plugins: list[str] = msgspec.field(default_factory=list)
    opens_browser: bool = False  # if somebody is at this computer

    def base_url(self) -> str:
        """The base URL of links."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = local_address() if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{bracketed(host)}:{self.port}"

    def own_url(self) -> str:
        """The URL on this computer."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{bracketed(host)}:{self.port}"

    def is_only_here(self) -> bool:
        """Whether links work only on this computer."""
        return self.public_url is None and self.host in ("127.0.0.1", "localhost", "::1")

    def hand_on(self) -> None:
        """Store the settings in the environment, for processes started from now on."""
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()


def handed_on() -> Settings:
    """The settings stored by the parent process."""
    return msgspec.json.decode(os.environ[VARIABLE], type=Settings)


def bracketed(host: str) -> str:
    """A host as it is written in a URL."""
    return f"[{host}]" if ":" in host else host


def local_address() -> str:
    """This machine's address on the local network. Asks the system for a route, and sends nothing."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
