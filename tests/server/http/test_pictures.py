"""Pictures and films over REST: what they show, and within which limits."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import httpx
import pytest
from PIL import Image

import parlour
from parlour.luck import Luck
from parlour.rendering import film_plies, still
from tests.bots.analysis.matches import begun
from tests.conformance.shelf import random_match
from tests.server.client import Client
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess

LINES = "application/x-ndjson"


def picture(client: Client, table: str, token: str | None = None, **asked: object) -> httpx.Response:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return client.request("GET", f"/api/tables/{table}/matches/1/picture?{query}", token)


def of_record(client: Client, path: str, record: str, accept: str | None = None, **more: object) -> httpx.Response:
    return client.request("POST", path, body={"record": record, **more}, accept=accept)


def test_while_a_match_is_on_a_picture_shows_what_its_viewer_may_see(
    house: ServerProcess, visitor: Client, luck: Luck
) -> None:
    with Gathering(house, "cirplexed", people=2) as gathering:
        one, two = gathering.people
        gathering.play(luck, 4)
        one.play(luck)
        gathering.settle()
        shown = {
            name: picture(visitor, gathering.id, token, kind="svg").text
            for name, token in (("one", one.token), ("two", two.token), ("nobody", None))
        }
        assert len(set(shown.values())) == 3
        mine, theirs = (person.state["view"]["board"]["hand"] for person in (one, two))
        for tile in mine:
            assert (tile in shown["one"], tile in shown["nobody"]) == (True, False)
            assert tile not in shown["two"] or tile in theirs
        for seat, token, status, code in (
            (one.seat, None, 403, "bad_token"),
            (two.seat, one.token, 403, "bad_token"),
            ("all", one.token, 409, "not_over"),
            ("all", None, 409, "not_over"),
        ):
            answer = picture(visitor, gathering.id, token, seat=seat)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert picture(visitor, gathering.id, ply=0).content.startswith(b"\x89PNG")
        assert picture(visitor, gathering.id, ply=99).status_code == 422


def test_a_finished_match_is_drawn_with_everything_open(house: ServerProcess, visitor: Client, luck: Luck) -> None:
    with Gathering(house, "traxx", people=2) as gathering:
        gathering.play(luck)
        record = visitor.record(gathering.id)
    match = parlour.load(record)
    answer = picture(visitor, gathering.id, kind="svg", ply=3)
    assert (answer.text, answer.headers["content-type"]) == (still(match, 3, "all"), "image/svg+xml")
    assert picture(visitor, gathering.id, kind="svg", ply=3, seat=1).text == still(match, 3, 1)
    assert of_record(visitor, "/api/pictures", record, kind="svg", ply=3).text == still(match, 3, "all")
    assert of_record(visitor, "/api/pictures", record, kind="svg", viewpoint="spectator").text == still(match)
    drawn = of_record(visitor, "/api/pictures", record)
    assert drawn.headers["content-type"] == "image/png"
    assert drawn.headers["content-security-policy"].startswith("default-src 'self'")
    with Image.open(BytesIO(drawn.content)) as image:
        assert image.width == 1000


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_film_comes_as_a_file_or_with_its_progress(
    house: ServerProcess, visitor: Client, luck: Luck, kind: str
) -> None:
    match = random_match("tracktic", 2, luck, plies=4)
    answer = of_record(visitor, "/api/films", match.record(), LINES, kind=kind)
    assert answer.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.text.splitlines()]
    total = len(film_plies(match))
    assert [line["done"] for line in lines] == [*range(total + 1), total]
    assert all(line["data"] is None and line["problem"] is None for line in lines[:-1])
    made = base64.b64decode(lines[-1]["data"])
    with Image.open(BytesIO(made)) as image:
        assert (image.n_frames, lines[-1]["media_type"]) == (total, f"image/{kind}")  # type: ignore[attr-defined]
    again = of_record(visitor, "/api/films", match.record(), kind=kind)
    assert (again.content, again.headers["content-type"]) == (made, f"image/{kind}")
    kept = of_record(visitor, "/api/films", match.record(), LINES, kind=kind)
    assert [json.loads(line)["data"] for line in kept.text.splitlines()] == [lines[-1]["data"]]


def test_bad_records_and_hidden_parts_are_refused(house: ServerProcess, visitor: Client) -> None:
    open_match = parlour.new("traxx", players=2, seed=1).record()
    long = parlour.new("exago", players=2).record() + "0 f6\n" * 2001
    for path in ("/api/pictures", "/api/films"):
        for record, more, status, code in (
            ("parlour 1\n", {}, 422, "bad_record"),
            (open_match, {"viewpoint": "all"}, 409, "not_over"),
            (open_match, {"viewpoint": 7}, 422, "bad_players"),
            (open_match, {"kind": "bmp"}, 422, "bad_request"),
            (long, {}, 413, "too_large"),
        ):
            answer = of_record(visitor, path, record, **more)
            assert (answer.status_code, answer.json()["code"]) == (status, code), (path, record[-30:])


@pytest.fixture
def limited(sqlite_url: str) -> Iterator[ServerProcess]:
    with ServerProcess(sqlite_url) as server:
        yield server


def test_a_visitor_has_one_film_at_a_time_and_pictures_have_a_pace(limited: ServerProcess) -> None:
    record = begun("exago", 2, 12).record()
    with Client(limited) as client, ThreadPoolExecutor(3) as pool:

        def ask(kind: str) -> httpx.Response:
            return of_record(client, "/api/films", record, LINES, kind=kind)

        answers = [future.result() for future in [pool.submit(ask, kind) for kind in ("gif", "webp", "webp")]]
        assert sorted(answer.status_code for answer in answers)[0] == 200
        refusals = [answer.json() for answer in answers if answer.status_code != 200]
        assert [refusal["code"] for refusal in refusals] == ["one_film"] * len(refusals) != []
        assert ask("webp").status_code == 200  # the place is free again
        paced = [of_record(client, "/api/pictures", record, kind="svg") for _ in range(15)]
        assert (paced[0].status_code, paced[-1].status_code) == (200, 429)
        assert paced[-1].json()["code"] == "too_fast"


def test_a_film_that_nobody_waits_for_is_given_up(house: ServerProcess) -> None:
    record = begun("exago", 2, 20).record()
    address, body = f"{house.url}/api/films", {"record": record, "kind": "gif"}
    with Client(house) as client:
        headers = {"Accept": LINES, "X-Visitor": client.visitor}
        with httpx.stream("POST", address, json=body, headers=headers, timeout=60, trust_env=False) as film:
            lines = film.iter_lines()
            assert json.loads(next(lines))["done"] == 0
            assert of_record(client, "/api/films", record, kind="webp").json()["code"] == "one_film"
        answer = of_record(client, "/api/films", record, kind="webp")
        while answer.status_code == 429:  # until the server sees that the client has gone
            assert answer.json()["code"] == "one_film"
            answer = of_record(client, "/api/films", record, kind="webp")
        assert answer.content.startswith(b"RIFF")
