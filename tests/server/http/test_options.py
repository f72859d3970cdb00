"""Values of options over REST: their pictures, and new ones that the server makes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from starlette.requests import Request

import parlour
from parlour.bots import IsCancelled, SearchCancelled
from parlour.games import find, own
from parlour.option import Option
from parlour.server.bots.scheduler import Rank, Scheduler, Share, Work
from parlour.server.errors import Refused
from parlour.server.http.options import while_connected
from tests.server.client import Client
from tests.server.conftest import wait_for_rules
from tests.server.coroutines import finished
from tests.server.process import ServerProcess

QUICK = "c1"  # a seed whose first sheet is fair
LONG = 300  # seconds to wait for one on a busy machine

DRAWN = [(game, option) for game in own() for option in find(game).options if option.draw is not None]
GAME, SHEET = next((game, option) for game, option in DRAWN if option.make is not None)
PATH = f"/api/games/{GAME}/options/{SHEET.name}"


@pytest.fixture
def visitor(sqlite_house: ServerProcess) -> Iterator[Client]:
    with Client(sqlite_house) as client:
        yield client


def make(client: Client, **body: Any) -> httpx.Response:
    headers = {"X-Visitor": client.visitor}
    address = f"{client.server.url}{PATH}/make"
    return httpx.post(address, json=body, headers=headers, timeout=LONG, trust_env=False)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# -- pictures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "option"), DRAWN, ids=[f"{game}-{option.name}" for game, option in DRAWN])
def test_every_choice_has_a_picture(game: str, option: Option, visitor: Client) -> None:
    assert option.draw is not None
    path = f"/api/games/{game}/options/{option.name}/picture"
    for choice in option.choices:
        answer = visitor.request("GET", f"{path}?choice={choice}")
        assert (answer.text, answer.headers["content-type"]) == (option.draw(choice), "image/svg+xml")
        assert answer.headers["cache-control"] == "max-age=3600"
        assert visitor.request("POST", path, body={"value": choice}).text == answer.text


def test_options_without_pictures_or_of_other_names_are_refused(visitor: Client) -> None:
    for path, expected in (
        (f"/api/games/{GAME}/options/nothing", "no_option"),
        ("/api/games/exago/options/radius", "not_made"),
    ):
        assert code(visitor.request("POST", f"{path}/make", body={})) == (404, expected)
    assert (
        code(visitor.request("POST", "/api/games/exago/options/radius/picture", body={"value": 4}))[1] == "no_picture"
    )
    assert code(visitor.request("GET", f"{PATH}/picture?choice=nothing")) == (404, "no_choice")
    assert code(visitor.request("GET", "/api/games/ludo/options/sheet/picture?choice=x"))[1] == "unknown_game"


def test_a_bad_value_is_refused_with_what_would_be_right(visitor: Client) -> None:
    value = {**parlour.new(GAME, sheet="clover").options["sheet"], "radius": 3}
    answer = visitor.request("POST", f"{PATH}/picture", body={"value": value})
    assert code(answer) == (422, "bad_option")
    assert answer.json()["sentence"] == "sheet: its radius must be 4 (T3), not 3"
    answer = visitor.request("POST", f"{PATH}/picture", body={"value": "nothing"})
    assert "must be 'standard', 'pinwheel'" in answer.json()["sentence"]


# -- new values --------------------------------------------------------------------------------------------------------


def test_a_new_value_can_be_drawn_and_played_on(visitor: Client) -> None:
    answer = make(visitor, seed=QUICK)
    made = answer.json()
    assert (answer.status_code, made["seed"]) == (200, QUICK)
    assert SHEET.checked(made["value"], 2) == made["value"]
    assert SHEET.choice_of(made["value"]) is None
    assert visitor.request("POST", f"{PATH}/picture", body={"value": made["value"]}).text.startswith("<svg ")
    table = visitor.open_table(GAME, ("me", "me"), options={SHEET.name: made["value"]})
    assert visitor.table(table.id)["options"] == {SHEET.name: made["value"]}


def test_a_table_can_be_opened_with_a_choice_by_its_name(visitor: Client) -> None:
    for choice in SHEET.choices:
        table = visitor.open_table(GAME, ("me", "me"), options={SHEET.name: choice})
        assert SHEET.choice_of(visitor.table(table.id)["options"][SHEET.name]) == choice


def test_a_visitor_has_one_made_at_a_time(visitor: Client) -> None:
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda _: make(visitor, seed=QUICK), range(3)))
    codes = sorted(answer.status_code for answer in answers)
    assert (codes[0], codes[-1]) == (200, 429)
    refusal = next(answer for answer in answers if answer.status_code == 429).json()
    assert refusal["code"] == "one_making"
    assert "wait for it, or cancel it" in refusal["sentence"]
    assert make(visitor, seed=QUICK).status_code == 200  # the place is free again


def test_making_has_a_pace(limited: ServerProcess) -> None:
    wait_for_rules(limited, GAME)
    with Client(limited) as client, ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _: make(client, seed=QUICK), range(12)))
    codes = {answer.json()["code"] for answer in answers if answer.status_code == 429}
    assert codes == {"one_making", "too_fast"}


def test_what_nobody_waits_for_is_given_up() -> None:
    """As soon as the client has gone, the thread is told to stop."""

    async def leaving() -> None:
        scheduler, began, stopped = Scheduler(1), threading.Event(), threading.Event()

        def compute(is_cancelled: IsCancelled) -> None:
            began.set()
            while not is_cancelled():
                pass
            stopped.set()
            raise SearchCancelled("nobody needs this")

        async def receive() -> dict[str, Any]:
            await asyncio.to_thread(began.wait)
            return {"type": "http.disconnect"}

        work = Work("make", Share("here", "me"), compute, 1.0, rank=Rank.LATER, gives_way=True)
        with pytest.raises(Refused, match="nobody waits"):
            await while_connected(Request({"type": "http"}, receive), scheduler.run(work))
        assert await asyncio.to_thread(stopped.wait, 60)
        scheduler.stop()

    finished(leaving())
