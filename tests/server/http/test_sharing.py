"""What visitors can share, and which pages other sites may show in frames."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.errors import BadOption
from parlour.server.http.middleware import HEADERS
from parlour.server.settings import Settings, chosen
from tests.server.client import Client
from tests.server.process import ServerProcess

PAGES = ("/", "/table/abcdefghijklmnop", "/game/abcdefghijklmnop/1", "/replay", "/api/games", "/embedded")


def test_only_sites_that_the_host_names_may_show_replays_in_frames(tmp_path: Path) -> None:
    sites = ("https://blog.example", "http://localhost:8080")
    given = [word for site in sites for word in ("--embed-on", site)]
    with ServerProcess(f"sqlite:///{tmp_path / 'a.sqlite'}", *given) as server, Client(server) as client:
        told = client.ask("GET", "/api/sharing")
        assert told == {"base_url": server.url, "only_here": True, "embed": True}
        headers = client.request("GET", "/embed/game/abcdefghijklmnop/1").headers
        assert headers["content-security-policy"].endswith(
            "; frame-ancestors https://blog.example http://localhost:8080"
        )
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["cross-origin-resource-policy"] == "cross-origin"
        assert "x-frame-options" not in headers
        for path in PAGES:
            headers = client.request("GET", path).headers
            assert {name: headers[name] for name in HEADERS} == HEADERS


def test_by_default_nobody_may(house: ServerProcess) -> None:
    with Client(house) as client:
        assert client.ask("GET", "/api/sharing")["embed"] is False
        headers = client.request("GET", "/embed/game/abcdefghijklmnop/1").headers
        assert {name: headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    "site", ["blog.example", "https://blog.example/path", "https://a b", "'self'", "https://x; img-src *"]
)
def test_a_site_is_an_origin(site: str) -> None:
    with pytest.raises(BadOption, match=r"must be an origin like https://blog\.example\.org, or \* for every site"):
        chosen(Settings, embed_on=[site])
    assert chosen(Settings, embed_on=["*", "https://*.example.org", "http://x:80"]).embed_on
