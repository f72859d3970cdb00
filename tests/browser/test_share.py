"""Sharing: links, records, pictures, playing on, embedding; in one long visit, on a phone and on a desktop."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import parlour
from parlour.luck import Luck
from tests.browser.test_replay import at, finished, show
from tests.browser.visiting import PHONE, Visits
from tests.server.client import Client
from tests.server.conftest import wait_for_rules
from tests.server.process import ServerProcess

COPIED = "navigator.clipboard.readText()"

# Is this element of the dialog in view, and above the sentence that tells what was done?
IS_CLEAR = """(element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const told = document.querySelector("dialog[open] .told").getBoundingClientRect();
  return told.height > 0 && bottom <= told.top && document.elementFromPoint((left + right) / 2, top + 2) === element;
}"""


def share(page: Page) -> None:
    page.get_by_role("button", name="Share").click()
    page.get_by_role("heading", name="Share").wait_for()


def with_clipboard(page: Page) -> Page:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def says(page: Page, sentence: str) -> None:
    expect(page.locator("dialog[open] .told")).to_have_text(sentence)


def test_a_finished_game_is_shared_in_every_way(
    visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck, tmp_path: Path
) -> None:
    opened = finished(client, "tracktic", luck, moves=4)
    record = client.record(opened.id)
    page = with_clipboard(show(visits, parlour_server, f"/game/{opened.id}/1#3", screen=PHONE))
    at(page, 3)
    share(page)

    # Links: short ones lead to the server, long ones contain the game. All are said to be copied.
    page.get_by_role("button", name="Copy link").click()
    says(page, "The link is copied.")
    assert page.evaluate(COPIED) == f"{parlour_server.url}/game/{opened.id}/1#3"
    page.get_by_label("At the start").check()
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function(f"async () => (await {COPIED}).endsWith('#0')")
    page.get_by_label("At move 3").check()
    page.get_by_role("button", name="Copy a long link").click()
    says(page, "The long link is copied.")
    long_link = page.evaluate(COPIED)
    assert re.fullmatch(re.escape(parlour_server.url) + r"/replay#record=[\w-]+&ply=3", long_link)

    # The record and pictures are files.
    part = page.get_by_role("region", name="Record")
    with page.expect_download() as saved:
        part.get_by_role("button", name="Download").click()
    assert saved.value.path().read_text(encoding="utf-8") == record
    assert re.fullmatch(r"tracktic-\d{4}-\d\d-\d\d\.record", saved.value.suggested_filename)
    part = page.get_by_role("region", name="Picture of move 3")
    expect(part.get_by_role("img", name="Tracktic after move 3")).to_be_visible()
    for kind, begin in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        part.get_by_label("Kind of picture").select_option(label=kind)
        with page.expect_download() as saved:
            part.get_by_role("button", name="Download").click()
        assert saved.value.path().read_bytes().startswith(begin)
        assert saved.value.suggested_filename.endswith(f"-move-3.{kind.lower()}")
    part = page.get_by_role("region", name="Film of the whole game")
    page.set_viewport_size({"width": 390, "height": 664})
    part.get_by_role("button", name="Make a film").click()
    expect(part.get_by_role("progressbar")).to_be_visible()
    expect(part.get_by_role("img", name="The film")).to_be_visible(timeout=60_000)
    says(page, "The film is ready.")
    page.wait_for_function(IS_CLEAR, arg=part.get_by_role("button", name="Download").element_handle(), timeout=5_000)
    with page.expect_download() as saved:
        part.get_by_role("button", name="Download").click()
    assert saved.value.path().read_bytes().startswith(b"GIF89a")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Anybody can open the long link, without a table.
    other = visits.new_page()
    other.goto(long_link)
    at(other, 3)
    share(other)
    expect(other.get_by_text("any Parlour can open it.")).to_be_visible()

    # Playing on: the same moves, and then a bot and I.
    other.get_by_label("You play").select_option("1")
    other.get_by_role("button", name="Play on").click()
    other.wait_for_url(re.compile("/table/"))
    expect(other.locator("ol li").nth(2)).to_be_visible()
    state = client.state(other.url.split("/")[-1])
    match = parlour.load(record)
    assert [(move["seat"], move["text"]) for move in state["history"]["moves"]][:3] == match.moves[:3]
    assert [seat["kind"] for seat in state["seats"]] == ["bot", "person"]


def test_a_game_that_is_on_shares_what_spectators_see(
    visits: Visits, parlour_server: ServerProcess, client: Client, luck: Luck
) -> None:
    opened = client.open_table("cirplexed", ("me", "me"))
    with client.sit(opened.id, *opened.tokens.values()) as socket:
        socket.play_random(luck, 4)
    page = with_clipboard(show(visits, parlour_server, f"/game/{opened.id}/1#2"))
    share(page)
    expect(page.get_by_text("until it is over, the link shows what spectators see")).to_be_visible()
    expect(page.get_by_role("img", name="after move 2")).to_be_visible()
    for name in ("Record", "Film of the whole game"):
        expect(page.get_by_role("region", name=name)).to_have_count(0)
    expect(page.get_by_role("button", name="Play on")).to_have_count(0)


def test_records_are_pasted_dropped_and_chosen_in_the_lobby(
    visits: Visits, parlour_server: ServerProcess, luck: Luck, tmp_path: Path
) -> None:
    visits.expect("422")
    match = parlour.new("traxx", players=2, seed=luck.number())
    for _ in range(4):
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1])
    record, file = match.record(), tmp_path / "game.record"
    file.write_text(record, encoding="utf-8")
    page = visits.new_page()
    page.goto(parlour_server.url)
    page.get_by_role("button", name="Replay a game from a record").click()
    field, button = page.get_by_label("Paste a record"), page.get_by_role("button", name="Replay", exact=True)
    expect(button).to_be_disabled()
    field.fill("Hello")
    button.click()
    expect(page.get_by_text("This is no record")).to_be_visible()
    field.fill(record.replace(match.moves[0][1], "zz"))
    button.click()
    expect(page.get_by_text(re.compile(r"^Line \d+: 'zz' cannot be played"))).to_be_visible()
    field.fill(record.strip())
    button.click()
    at(page, 0)
    page.get_by_role("button", name="To the end").click()
    at(page, 4)
    page.wait_for_url(re.compile("&ply=4$"))
    page.reload()
    at(page, 4)

    page.goto(parlour_server.url)
    page.get_by_role("button", name="Replay a game from a record").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(file)
    at(page, 0)

    for kind, name in (("drop", "dataTransfer"), ("paste", "clipboardData")):
        page.goto(parlour_server.url)
        page.get_by_role("button", name="Replay a game from a record").wait_for()
        page.evaluate(
            """([kind, name, text]) => {
              const given = new DataTransfer();
              if (kind === "drop") given.items.add(new File([text], "game.record"));
              else given.setData("text/plain", text);
              const event = kind === "drop" ? DragEvent : ClipboardEvent;
              document.body.dispatchEvent(new event(kind, { [name]: given, bubbles: true, cancelable: true }));
            }""",
            [kind, name, record],
        )
        at(page, 0)


class Site:
    """Another site on this machine, with pages that show Parlour in a frame."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(site.pages.get(self.path, "").encode())

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def put(self, path: str, source: str) -> str:
        """The address of a page with this address in a frame."""
        self.pages[path] = (
            f'<title>A blog</title><iframe src="{source}" width="480" height="560" title="A game"></iframe>'
        )
        return self.url + path


@pytest.fixture
def sites() -> Iterator[tuple[Site, Site]]:
    """A site that the host allows, and one that it does not."""
    both = Site(), Site()
    yield both
    for site in both:
        site.close()


@pytest.fixture
def embedding(page_is_built: None, tmp_path: Path, sites: tuple[Site, Site]) -> Iterator[ServerProcess]:
    """A server that lets one site embed replays."""
    database = f"sqlite:///{tmp_path / 'a.sqlite'}"
    with ServerProcess(database, "--no-limits", "--embed-on", sites[0].url) as server:
        wait_for_rules(server)
        yield server


def test_a_site_that_the_host_allows_embeds_a_replay(
    visits: Visits, embedding: ServerProcess, sites: tuple[Site, Site], luck: Luck
) -> None:
    """The embedded page uses no token: it shows what spectators see, even to a player."""
    visits.expect("frame-ancestors|X-Frame-Options|ERR_BLOCKED_BY_RESPONSE|favicon")
    blog, stranger = sites
    with Client(embedding) as client:
        opened = client.open_table("cirplexed", ("me", "me"))
        with client.sit(opened.id, *opened.tokens.values()) as socket:
            socket.play_random(luck, 4)
    whole, embedded = (f"{embedding.url}{path}game/{opened.id}/1#2" for path in ("/", "/embed/"))
    page = visits.new_page()
    page.goto(f"{embedding.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.locator(".hand .tile").first.wait_for()
    page.goto(blog.put("/a", embedded))
    inside = page.frame_locator("iframe")
    inside.locator(".board-then[data-ply='2']").wait_for()
    expect(inside.locator(".hand .tile, .open-hand svg")).to_have_count(0)
    inside.get_by_role("button", name="One move on").click()
    inside.locator(".board-then[data-ply='4']").wait_for()  # the second choice of the round shows both
    expect(inside.get_by_role("link", name="Open in Parlour")).to_have_attribute("href", f"/game/{opened.id}/1#4")
    for address in (blog.put("/b", whole), stranger.put("/a", embedded), stranger.put("/b", whole)):
        page.goto(address)
        assert page.frames[1].url == "chrome-error://chromewebdata/", address


def test_without_the_host_nothing_is_embedded(visits: Visits, parlour_server: ServerProcess) -> None:
    page = visits.new_page()
    page.goto(f"{parlour_server.url}/embed/game/abcdefghijklmnop/1")
    expect(page.get_by_text("does not let other pages show its games")).to_be_visible()
