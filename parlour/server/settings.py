"""How a server is set up. Processes of one server hand this on in their environment, which others cannot read."""

from __future__ import annotations

import os

import msgspec

from parlour.server.storage.database import default_url

VARIABLE = "PARLOUR_SERVER"
USUAL_PORT = 8000


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that `parlour serve` can be told."""

    host: str = "127.0.0.1"
    port: int = USUAL_PORT
    is_port_fixed: bool = True  # else another is taken where this one is not free
    database: str = msgspec.field(default_factory=default_url)
    workers: int = 1
    public_url: str | None = None  # how clients reach it, where that differs
    allowed_hosts: list[str] = msgspec.field(default_factory=list)  # further names that it answers to
    keep_days: float | None = None  # delete tables that nobody touched for so long
    has_limits: bool = True
    shows_metrics: bool = False  # to everybody, not only on this machine
    log_format: str = "text"  # or json
    plugins: list[str] = msgspec.field(default_factory=list)
    opens_browser: bool = False  # where somebody sits before this computer

    def base_url(self) -> str:
        """The address in links."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = local_address() if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{bracketed(host)}:{self.port}"

    def own_url(self) -> str:
        """The address on this computer."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{bracketed(host)}:{self.port}"

    def is_only_here(self) -> bool:
        """Whether links work on this computer alone."""
        return self.public_url is None and self.host in ("127.0.0.1", "localhost", "::1")

    def hand_on(self) -> None:
        """Let processes that are started from now on find this."""
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()


def handed_on() -> Settings:
    """The settings of the process that started this one."""
    return msgspec.json.decode(os.environ[VARIABLE], type=Settings)


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def local_address() -> str:
    """This machine's address on the local network; asks the system for the way out, and sends nothing."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
