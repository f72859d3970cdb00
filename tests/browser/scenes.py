"""The screens of which `tests/browser/shots.py` takes pictures, and how to reach each."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import quote

from playwright.sync_api import Page, WebSocketRoute

from parlour.games import own
from tests.browser.positions import MOMENTS, Seated, at
from tests.server.client import Client

REVIEWED = 180_000  # milliseconds for a review
KEPT = "(id) => JSON.parse(localStorage['parlour.tables']).some((table) => table.id === id && table.over === 1)"


@dataclass(frozen=True)
class House:
    """The page's address, and the tables there."""

    client: Client
    tables: dict[tuple[str, str], Seated]
    people: ExitStack  # who stay until the picture is taken

    @property
    def url(self) -> str:
        """The page's address."""
        return self.client.server.url


Show = Callable[[Page, House], None]


@dataclass(frozen=True)
class Scene:
    """A screen, and how to reach it."""

    name: str
    show: Show


def scenes() -> list[Scene]:
    """All screens."""
    return [
        Scene("lobby", lobby),
        Scene("lobby-returning", lobby_returning),
        *(Scene(f"setup-{game}", setup(game)) for game in own()),
        *(Scene(f"setup-{game}-options", setup_options(game)) for game in own()),
        Scene("setup-making", setup_making),
        Scene("invited", invited),
        Scene("gathering", gathering),
        *(Scene(f"{game}-{moment}", table(game, moment)) for game in own() for moment in MOMENTS),
        *(Scene(f"{game}-counted", counted(game)) for game in own()),
        *(Scene(f"{game}-watched", watched(game)) for game in own()),
        *(Scene(f"{game}-replay", replay(game)) for game in own()),
        *(Scene(f"{game}-looking-back", looking_back(game)) for game in own()),
        *(Scene(f"{game}-review", review(game)) for game in own()),
        *(Scene(f"{game}-better-move", better_move(game)) for game in own()),
        *(Scene(f"{game}-hint", hint(game)) for game in own()),
        Scene("review-in-progress", review_in_progress),
        *(Scene(f"{game}-find-the-move", find_the_move(game)) for game in own()),
        *(Scene(f"{game}-not-played", not_played(game)) for game in own()),
        Scene("replay-moves", replay_moves),
        Scene("share", share),
        Scene("share-play-on", share_play_on),
        Scene("embedded", embedded),
        Scene("open-a-record", open_a_record),
        Scene("opened-record", opened_record),
        Scene("my-games", my_games),
        Scene("my-games-empty", at_address("/my-games")),
        Scene("hot-seat-cover", cover),
        Scene("menu", menu),
        Scene("settings", settings),
        *(Scene(f"rules-{game}", rules(game)) for game in own()),
        Scene("not-found", at_address("/nowhere")),
        Scene("no-such-table", at_address("/table/abcdefghijklmnop")),
        Scene("table-full", table_full),
        Scene("wrong-link", wrong_link),
        Scene("connection-lost", connection_lost),
    ]


def at_address(path: str) -> Show:
    return lambda page, house: _go(page, house, path)


def lobby(page: Page, house: House) -> None:
    _go(page, house, "/")
    page.locator("article[data-game]").first.wait_for()


def lobby_returning(page: Page, house: House) -> None:
    """Somebody with games in progress, while others wait for players."""
    for game in own()[1:]:
        table(game, "middle")(page, house)
    if not house.client.ask("GET", "/api/tables")["tables"]:
        for game, name, others in (("tracktic", "Gwendolyn", ["open", "open"]), ("exago", "Hu", ["open"])):
            opened = house.client.open_table(game, [{"who": "me", "name": name}, *others], public=True)
            house.people.enter_context(house.client.sit(opened.id, opened.tokens[0]))
    lobby(page, house)


def setup(game: str) -> Show:
    return lambda page, house: _go(page, house, f"/new/{game}")


def setup_options(game: str) -> Show:
    def show(page: Page, house: House) -> None:
        setup(game)(page, house)
        options = page.get_by_text("Rule options")
        options.click()
        options.evaluate("summary => summary.scrollIntoView()")
        page.wait_for_load_state("networkidle")

    return show


def setup_making(page: Page, house: House) -> None:
    """While the server makes a new sheet."""
    setup_options("traxx")(page, house)
    page.route("**/make", lambda route: None)
    page.get_by_role("button", name="Make a new one").click()
    page.get_by_role("button", name="Cancel").wait_for()


def gathering(page: Page, house: House) -> None:
    setup("exago")(page, house)
    page.get_by_label(re.compile(r"^Seat 2")).select_option("open")
    page.get_by_role("button", name="Open the table").click()
    _wait_for_board(page)


def invited(page: Page, house: House) -> None:
    opened = house.client.open_table("cirplexed", [{"who": "me", "name": "Gwendolyn"}, "open"])
    _go(page, house, f"/table/{opened.id}#join={opened.invitation}")


def table(game: str, moment: str) -> Show:
    def show(page: Page, house: House) -> None:
        _go(page, house, house.tables[game, moment].link(0))
        _wait_for_board(page)

    return show


def counted(game: str) -> Show:
    def show(page: Page, house: House) -> None:
        table(game, "end")(page, house)
        if (scores := page.get_by_role("button", name="Scores")).count():
            scores.click()
        else:
            page.locator("[data-score] button").first.click()

    return show


def watched(game: str) -> Show:
    def show(page: Page, house: House) -> None:
        _go(page, house, house.tables[game, "middle"].link())
        page.wait_for_load_state("networkidle")
        if (watch := page.get_by_role("button", name="Watch the game")).count():
            watch.click()
        _wait_for_board(page)

    return show


def replay(game: str) -> Show:
    def show(page: Page, house: House) -> None:
        _go(page, house, f"/game/{house.tables[game, 'end'].id}/1#14")
        page.locator(".board-then").wait_for()

    return show


def review(game: str) -> Show:
    """A review that is ready, with all that it found unfolded."""

    def show(page: Page, house: House) -> None:
        _go(page, house, f"/game/{house.tables[game, 'end'].id}/1#14&review")
        page.locator("[data-review=done]").wait_for(timeout=REVIEWED)
        for summary in page.locator("[data-review] summary").all():
            summary.click()

    return show


def better_move(game: str) -> Show:
    """A turning point, with the better move drawn on the board."""

    def show(page: Page, house: House) -> None:
        _go(page, house, f"/game/{house.tables[game, 'end'].id}/1#0&review")
        page.locator("[data-review=done]").wait_for(timeout=REVIEWED)
        if (button := page.get_by_role("button", name="Show me")).count():
            button.click()

    return show


def find_the_move(game: str) -> Show:
    """A turning point, while the reader looks for the better move."""

    def show(page: Page, house: House) -> None:
        _go(page, house, f"/game/{house.tables[game, 'end'].id}/1#0&review")
        page.locator("[data-review=done]").wait_for(timeout=REVIEWED)
        if (button := page.get_by_role("button", name="Find it")).count():
            button.click()
            page.locator("[data-legal]").first.wait_for()

    return show


def not_played(game: str) -> Show:
    """The line after the better move, on the board."""

    def show(page: Page, house: House) -> None:
        better_move(game)(page, house)
        if (button := page.get_by_role("button", name=re.compile("See how it continues|Play it on the board"))).count():
            button.click()
            page.get_by_text("This was not played.").wait_for()

    return show


def review_in_progress(page: Page, house: House) -> None:
    """A review that stays as it is, so that pictures can be compared."""
    told = {"id": "a", "status": "running", "done": 17, "total": 43, "place": 0, "sentence": "", "annotation": None}
    page.route("**/api/reviews**", lambda route: route.fulfill(json=told))
    _go(page, house, f"/game/{house.tables['tracktic', 'end'].id}/1#14&review")
    page.locator("[data-review=running]").wait_for()


def share(page: Page, house: House) -> None:
    replay("traxx")(page, house)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("img", name="after move 14").wait_for()


def share_play_on(page: Page, house: House) -> None:
    """The lower half of the same dialog."""
    share(page, house)
    page.get_by_role("button", name="Copy HTML").scroll_into_view_if_needed()


def embedded(page: Page, house: House) -> None:
    """The replay as it is inside a page of another site."""
    _go(page, house, f"/embed/game/{house.tables['cirplexed', 'end'].id}/1#14")
    page.locator(".board-then").wait_for()


def open_a_record(page: Page, house: House) -> None:
    """The dialog for a record, with one that cannot be read."""
    lobby(page, house)
    page.get_by_role("button", name="Replay a game from a record").click()
    page.get_by_label("Paste a record").fill("parlour 1\ngame exago\n")
    page.get_by_role("button", name="Replay", exact=True).click()
    page.locator("[role=alert]:not(:empty)").wait_for()


def opened_record(page: Page, house: House) -> None:
    """A record of a game that is not over, without a table."""
    _go(page, house, f"/replay#record={quote(at('middle', 'tracktic').record())}&ply=9")
    page.locator(".board-then").wait_for()


def my_games(page: Page, house: House) -> None:
    for game in own():
        table(game, "end")(page, house)
        page.wait_for_function(KEPT, arg=house.tables[game, "end"].id)
    table("exago", "middle")(page, house)
    _go(page, house, "/my-games")
    page.locator("li[data-standing]").nth(len(own()) - 1).wait_for()


def hint(game: str) -> Show:
    def show(page: Page, house: House) -> None:
        opened = house.client.open_table(game, ["me", "greedy"])
        _go(page, house, f"/table/{opened.id}#seat={opened.tokens[0]}")
        _wait_for_board(page)
        page.locator("[data-status=playing]").wait_for()
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="More help").first.click()
        page.locator("[data-ghost]").wait_for()

    return show


def looking_back(game: str) -> Show:
    """At an earlier position, while it is one's own turn."""

    def show(page: Page, house: House) -> None:
        table(game, "middle")(page, house)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Look back").click()
        page.get_by_role("button", name="One move back").click()

    return show


def replay_moves(page: Page, house: House) -> None:
    """The list of moves, which is behind a button on a phone."""
    replay("cirplexed")(page, house)
    if (button := page.get_by_role("button", name="Moves", exact=True)).count():
        button.click()


def cover(page: Page, house: House) -> None:
    _go(page, house, house.tables["cirplexed", "middle"].link(0, 1))
    page.locator("[data-cover]").wait_for()


def menu(page: Page, house: House) -> None:
    table("exago", "middle")(page, house)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="At the table").get_by_role("button", name="Rules").wait_for()


def settings(page: Page, house: House) -> None:
    lobby(page, house)
    page.get_by_role("button", name="Settings").click()


def rules(game: str) -> Show:
    def show(page: Page, house: House) -> None:
        lobby(page, house)
        page.locator(f"article[data-game={game}]").get_by_role("button", name="Rules").click()

    return show


def table_full(page: Page, house: House) -> None:
    opened = house.client.open_table("exago", ["me", "open"])
    house.client.take_seat(opened.id, opened.invitation)
    _go(page, house, f"/table/{opened.id}#join={opened.invitation}")


def wrong_link(page: Page, house: House) -> None:
    _go(page, house, house.tables["exago", "middle"].link(0)[:-3])


def connection_lost(page: Page, house: House) -> None:
    routes: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        routes.append(socket)
        if len(routes) == 1:
            socket.connect_to_server()
        else:
            socket.close()

    page.route_web_socket(re.compile(r"/socket$"), route)
    table("tracktic", "middle")(page, house)
    routes[0].close()
    page.locator("p[data-connection=lost]").wait_for()


def _go(page: Page, house: House, path: str) -> None:
    page.goto("about:blank")  # an address that differs only in its fragment would not be reloaded
    page.goto(house.url + path)


def _wait_for_board(page: Page) -> None:
    page.locator("[data-status]").wait_for()
