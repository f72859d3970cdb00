"""The page as a real server sends it."""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from parlour.server.app import NO_PAGE
from parlour.server.http import static
from parlour.server.http.middleware import POLICY
from tests.server.process import PATIENCE, ROOT, ServerProcess

FIRST = b'<!doctype html><title>Parlour</title><script type="module" src="/assets/index-a1.js"></script>'
SCRIPT = b"console.log('hello');" * 50


class FromFolder(ServerProcess):
    """A server whose page is outside the package."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        super().__init__(database, "--no-limits")

    def command(self) -> list[str]:
        """Python, with the page's folder changed before the command line starts."""
        folder = f"pathlib.Path({str(self.folder)!r})"
        code = f"import pathlib; from parlour.server.http import static; static.FOLDER = {folder}"
        return [sys.executable, "-c", f"{code}; from parlour.cli import main; main()"]


def put(folder: Path, name: str, content: bytes, is_packed: bool = True) -> None:
    """A file of a page, as tools/page.py writes it."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    if is_packed:
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(content))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small page."""
    made = tmp_path_factory.mktemp("page")
    put(made, "index.html", FIRST)
    put(made, "assets/index-a1.js", SCRIPT)
    put(made, "assets/letters-a1.woff2", b"letters", is_packed=False)
    put(made, "favicon.svg", b"<svg/>", is_packed=False)
    (made / ".built").write_text("not for visitors")
    return made


@pytest.fixture(scope="module")
def visitor(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server that has this page."""
    database = f"sqlite:///{tmp_path_factory.mktemp('data') / 'a.sqlite'}"
    with (
        FromFolder(folder, database) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False) as client,
    ):
        client.headers["Accept-Encoding"] = "identity"
        yield client


def test_without_a_page_a_line_says_so(tmp_path: Path) -> None:
    with FromFolder(tmp_path / "none", f"sqlite:///{tmp_path / 'a.sqlite'}") as server:
        for path in ("/", "/table/abc"):
            answer = httpx.get(server.url + path, timeout=PATIENCE, trust_env=False)
            assert (answer.status_code, answer.text) == (200, NO_PAGE)
        assert httpx.get(f"{server.url}/favicon.svg", timeout=PATIENCE, trust_env=False).status_code == 404


def test_every_screen_is_the_page_and_is_asked_for_each_time(visitor: httpx.Client) -> None:
    for path in ("/", "/table/abc", "/new/exago", "/index.html"):
        answer = visitor.get(path)
        assert (answer.status_code, answer.content) == (200, FIRST)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-security-policy"] == POLICY
        again = visitor.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", answer.headers["etag"])
        assert visitor.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_files_with_a_hash_in_their_name_are_kept_for_ever(visitor: httpx.Client) -> None:
    for name, content, kind in (
        ("index-a1.js", SCRIPT, "text/javascript; charset=utf-8"),
        ("letters-a1.woff2", b"letters", "font/woff2"),
    ):
        answer = visitor.get(f"/assets/{name}")
        assert (answer.status_code, answer.content) == (200, content)
        assert answer.headers["content-type"] == kind
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert visitor.get("/favicon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/assets/index-a1.js"])
@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=0", False),
        ("br", False),
        ("", False),
    ],
)
def test_it_travels_packed_where_that_is_understood(
    visitor: httpx.Client, path: str, accepted: str, is_packed: bool
) -> None:
    plain = visitor.get(path)
    with visitor.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding") == ("gzip" if is_packed else None)
    assert answer.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"] == plain.headers["content-type"]
    assert int(answer.headers["content-length"]) == len(raw)
    assert (gzip.decompress(raw) if is_packed else raw) == plain.content
    assert (answer.headers["etag"] == plain.headers["etag"]) == (not is_packed)


def test_what_is_not_packed_travels_as_it_is(visitor: httpx.Client) -> None:
    answer = visitor.get("/favicon.svg", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.content == b"<svg/>"


def test_head_tells_what_get_would(visitor: httpx.Client) -> None:
    for path in ("/", "/assets/index-a1.js", "/assets/none.js", "/nowhere"):
        asked, told = visitor.get(path), visitor.head(path)
        assert (told.status_code, told.content) == (asked.status_code, b"")
        for name in ("content-type", "content-length", "etag", "cache-control"):
            assert told.headers.get(name) == asked.headers.get(name), name


def test_an_unknown_address_is_404_and_shows_the_page(visitor: httpx.Client) -> None:
    for path in ("/nowhere", "/robots.txt", "/tables", "/static/index.html", "/%2e%2e/pyproject.toml", "/.built"):
        answer = visitor.get(path)
        assert (answer.status_code, answer.content) == (404, FIRST)


def test_programs_are_told_404_in_their_language(visitor: httpx.Client) -> None:
    for path in (
        "/assets/none.js",
        "/assets/index-a1.js.gz",
        "/assets/",
        "/assets/%2e%2e/.built",
        "/api/none",
        "/api/",
    ):
        answer = visitor.get(path)
        assert answer.status_code == 404
        assert answer.json()["sentence"] == "there is nothing at this address"


def test_the_page_takes_no_posts_and_leaves_the_api_alone(visitor: httpx.Client) -> None:
    answer = visitor.post("/")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    answer = visitor.delete("/api/games")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert visitor.get("/api/games").status_code == 200
    assert visitor.get("/healthz").json()["status"] == "ok"


def test_a_page_built_anew_is_seen_and_the_old_one_can_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    put(folder, "index.html", FIRST)
    put(folder, "assets/index-a1.js", SCRIPT)
    with FromFolder(folder, f"sqlite:///{tmp_path / 'a.sqlite'}") as server:
        first = httpx.get(f"{server.url}/", timeout=PATIENCE, trust_env=False)
        new = tmp_path / "new"
        put(new, "index.html", FIRST.replace(b"a1", b"b2"))
        put(new, "assets/index-b2.js", SCRIPT)
        folder.rename(tmp_path / "old")
        new.rename(folder)
        second = httpx.get(f"{server.url}/", timeout=PATIENCE, trust_env=False)
        assert second.headers["etag"] != first.headers["etag"]  # same size, possibly same time
        assert b"index-b2.js" in second.content
        for name in ("index-a1.js", "index-b2.js"):
            assert httpx.get(f"{server.url}/assets/{name}", timeout=PATIENCE, trust_env=False).content == SCRIPT


def test_the_server_knows_the_screens_of_the_page() -> None:
    router = (ROOT / "web" / "src" / "router.svelte.ts").read_text()
    assert set(re.findall(r'parts\[0\] === "([\w-]+)"', router)) == {screen.rstrip("/") for screen in static.SCREENS}
