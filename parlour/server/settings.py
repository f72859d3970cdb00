"""A server's settings: the options of `parlour serve`, then environment variables, then defaults.

A server's processes pass them on in their environment, which other users cannot read.
"""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from parlour.errors import BadOption
from parlour.server.storage.database import default_url

PREFIX = "PARLOUR_"
HANDED_ON = "PARLOUR_SERVER"  # all settings as JSON, for the processes of one server
USUAL_PORT = 8000
# Options that may be given several times.
REPEATED = {"allowed_hosts": "--allowed-host", "embed_on": "--embed-on", "plugins": "--plugin"}

_ORIGIN = r"^(\*|https?://(\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?)$"
_HOST_NAME = r"^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$"


def _listed(value: object) -> object:
    """The items of a variable: a JSON array, or text with commas."""
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("["):
        return json.loads(value)
    return [item.strip() for item in value.split(",") if item.strip()]


def _public_url(url: str) -> str:
    parts = urlsplit(url)  # ValueError for a port that is not a number
    has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    is_plain = re.fullmatch(r"[!-~]+", url) is not None and not re.search(r"[?#@\\<>\"]", url)
    if parts.scheme not in ("http", "https") or not has_host or not is_plain or parts.path.strip("/"):
        raise ValueError
    return url.rstrip("/")


Listed = (NoDecode, BeforeValidator(_listed))  # pydantic-settings alone reads lists only as JSON
HostName = Annotated[str, Field(pattern=_HOST_NAME)]
Origin = Annotated[str, Field(pattern=_ORIGIN)]


class StorageSettings(BaseSettings):
    """The options of every command that opens a server's tables; each description completes 'must be ...'."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    database: str = Field(default_factory=default_url, description="a SQLite file or a postgresql:// address")
    plugins: Annotated[list[str], *Listed] = Field(default=[], description="names of modules, with commas between them")


class Settings(StorageSettings):
    """All options of `parlour serve`. Each has its name on the command line and, after the prefix, as a variable."""

    host: str = Field(default="127.0.0.1", description="an address of this computer")
    port: int | None = Field(  # None: the usual one, or another if that is taken
        default=None, ge=0, le=65535, description="a whole number from 0 to 65535"
    )
    workers: int = Field(default=1, ge=1, le=64, description="a whole number from 1 to 64")
    public_url: Annotated[str, AfterValidator(_public_url)] | None = Field(  # how clients reach it, if that differs
        default=None, description="like https://games.example.org, without a path"
    )
    allowed_hosts: Annotated[list[HostName], *Listed] = Field(default=[], description="a name like games.example.org")
    embed_on: Annotated[list[Origin], *Listed] = Field(  # sites whose pages may show replays in frames
        default=[], description="an origin like https://blog.example.org, or * for every site"
    )
    keep_days: float | None = Field(default=None, ge=1, allow_inf_nan=False, description="a number of at least 1")
    reviews_at_once: int = Field(default=1, ge=1, le=100, description="a whole number from 1 to 100")
    reviews_an_hour: int = Field(default=20, ge=1, le=10_000, description="a whole number from 1 to 10000")
    reviews_kept: int = Field(default=1000, ge=1, le=1_000_000, description="a whole number from 1 to 1000000")
    review_simulations: int | None = Field(  # None: a share of those of the strongest bot
        default=None, ge=1, le=1_000_000, description="a whole number from 1 to 1000000"
    )
    limits: bool = Field(default=True, description="true or false")
    public_metrics: bool = Field(default=False, description="true or false")  # not only to this machine
    log_format: Literal["text", "json"] = Field(
        default_factory=lambda: "text" if sys.stderr.isatty() else "json", description="text or json"
    )
    open: bool = Field(default=False, description="true or false")  # the page, if somebody is at this computer

    def base_url(self) -> str:
        """The base URL of links."""
        if self.public_url is not None:
            return self.public_url
        return _url(local_address() if self.is_everywhere() else self.host, self.first_port)

    def own_url(self) -> str:
        """The URL on this computer."""
        return _url("127.0.0.1" if self.is_everywhere() else self.host, self.first_port)

    @property
    def first_port(self) -> int:
        """The port to try first, or the one in use."""
        return USUAL_PORT if self.port is None else self.port

    def is_everywhere(self) -> bool:
        """Whether the server listens on all addresses of this computer."""
        return self.host in ("0.0.0.0", "::")

    def is_only_here(self) -> bool:
        """Whether links work only on this computer."""
        return self.public_url is None and self.host in ("127.0.0.1", "localhost", "::1")

    def hand_on(self) -> None:
        """Store the settings in the environment, for processes started from now on."""
        os.environ[HANDED_ON] = self.model_dump_json()


def handed_on() -> Settings:
    """The settings stored by the parent process."""
    return Settings.model_validate_json(os.environ[HANDED_ON])


S = TypeVar("S", bound=StorageSettings)


def chosen(kind: type[S], **given: Any) -> S:
    """Settings, with the options that were given; or BadOption, which names the option or variable at fault."""
    given = {name: value for name, value in given.items() if value not in (None, [])}
    try:
        return kind(**given)
    except ValidationError as problem:
        fault = problem.errors()[0]
        name = str(fault["loc"][0])
        where = option(name) if name in given else variable(name)
        raise BadOption(where, f"must be {kind.model_fields[name].description}, not {fault['input']!r}") from None


def option(name: str) -> str:
    """How a setting is called on the command line."""
    return REPEATED.get(name, f"--{name.replace('_', '-')}")


def variable(name: str) -> str:
    """How a setting is called in the environment."""
    return f"{PREFIX}{name.upper()}"


def _url(host: str, port: int) -> str:
    return f"http://{bracketed(host)}:{port}"


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
