"""Opening, listing, naming and deleting tables."""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest

import parlour
from parlour.games import find, own
from parlour.server.http import tables
from tests.server.client import Client, Message, Refused, wait_until
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess


def refusal(client: Client, method: str, path: str, token: str | None = None, body: object = None) -> Refused:
    with pytest.raises(Refused) as caught:
        client.ask(method, path, token, body)
    return caught.value


def listed(client: Client, game: str | None = None) -> dict[str, Message]:
    answer = client.ask("GET", "/api/tables" + (f"?game={game}" if game else ""))
    return {table["id"]: table for table in answer["tables"]}


def test_a_table_has_seats_for_me_others_and_bots(visitor: Client) -> None:
    opened = visitor.open_table("exago", [{"who": "me", "name": "Ada"}, "open", "greedy", "me"], {"radius": 4})
    table = opened.answer["table"]
    assert table == visitor.table(opened.id)
    assert (table["game"], table["title"], table["players"]) == ("exago", find("exago").title, 4)
    assert (table["match"], table["status"], table["moves"], table["watchers"]) == (1, "gathering", 0, 0)
    assert table["public"] is False
    assert table["options"] == parlour.new("exago", 4, radius=4).options  # all of them
    seats = [(seat["seat"], seat["kind"], seat["name"], seat["bot"], seat["has_person"]) for seat in table["seats"]]
    assert seats == [
        (0, "person", "Ada", None, True),
        (1, "open", "blue", None, False),
        (2, "bot", "yellow", "greedy", False),
        (3, "person", "green", None, True),
    ]
    assert sorted(opened.tokens) == [0, 3]
    assert len({opened.owner, opened.invitation, *opened.tokens.values()}) == 4


def test_a_new_table_has_a_location_and_links(visitor: Client) -> None:
    body = {"game": "exago", "seats": [{"who": "me"}, {"who": "open"}]}
    response = visitor.request("POST", "/api/tables", body=body)
    answer = response.json()
    address = answer["table"]["id"]
    assert response.status_code == 201
    assert response.headers["location"] == f"/api/tables/{address}"
    base = visitor.server.url
    assert answer["links"] == {
        "join": f"{base}/table/{address}#join={answer['invitation']}",
        "watch": f"{base}/table/{address}",
        "only_here": True,
    }
    assert answer["seats"][0]["link"] == f"{base}/table/{address}#seat={answer['seats'][0]['token']}"


def test_tokens_have_128_random_bits_and_are_sent_once(visitor: Client) -> None:
    opened = visitor.open_table("exago", ["me", "open"])
    for right in (opened.owner, opened.tokens[0], opened.invitation or ""):
        assert re.fullmatch(r"[A-Za-z0-9_-]{22,}", right)
        assert right not in visitor.request("GET", f"/api/tables/{opened.id}").text
        assert right not in visitor.request("GET", f"/api/tables/{opened.id}/state", opened.tokens[0]).text


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess", "seats": [{"who": "me"}]}, "unknown_game"),
        ({"game": "exago", "seats": [{"who": "me"}]}, "bad_players"),
        ({"game": "exago", "seats": [{"who": "me"}] * 7}, "bad_players"),
        ({"game": "exago", "seats": []}, "bad_request"),
        ({"game": "exago", "seats": [{"who": "me"}, {"who": "bot", "bot": "deep"}]}, "unknown_bot"),
        ({"game": "exago", "seats": [{"who": "me"}, {"who": "bot"}]}, "bad_request"),
        ({"game": "exago", "seats": [{"who": "me"}, {"who": "you"}]}, "bad_request"),
        ({"game": "exago", "seats": [{"who": "me"}, {"who": "open"}], "options": {"radius": 99}}, "bad_option"),
        ({"game": "exago", "seats": [{"who": "me"}, {"who": "open"}], "options": {"size": 5}}, "bad_option"),
        ({"game": "exago", "seats": [{"who": "me"}, {"who": "open"}], "secret": True}, "bad_request"),
        ({"game": "exago", "seats": [{"who": "me"}, {"who": "open"}], "public": "yes"}, "bad_request"),
    ],
)
def test_invalid_tables_are_refused_with_a_sentence(visitor: Client, wish: Message, code: str) -> None:
    problem = refusal(visitor, "POST", "/api/tables", body=wish)
    assert (problem.status, problem.code) == (422, code)
    assert problem.sentence


def test_public_tables_are_listed_until_they_are_over(house: ServerProcess, visitor: Client) -> None:
    with Gathering(house, "exago", public=True) as public, Gathering(house, "traxx", public=False) as private:
        assert listed(visitor)[public.id] == visitor.table(public.id)
        assert public.id in listed(visitor, "exago")
        assert public.id not in listed(visitor, "traxx")
        assert private.id not in listed(visitor)
        assert private.id not in listed(visitor, "traxx")
        public.people[0].say("resign")
        public.people[1].see(lambda state: state["status"] == "over")
        assert public.id not in listed(visitor)
        for person in public.people:
            person.say("rematch")
        public.people[0].see(lambda state: state["match"] == 2)
        assert listed(visitor)[public.id]["match"] == 2


def test_the_newest_public_table_is_listed_first(visitor: Client) -> None:
    opened = [visitor.open_table("tracktic", ["me", "open"], public=True) for _ in range(3)]
    with ExitStack() as stack:
        for table in opened:
            stack.enter_context(visitor.sit(table.id, table.tokens[0]))
        ids = [table.id for table in opened]
        assert [table for table in listed(visitor, "tracktic") if table in ids] == ids[::-1]


def test_abandoned_tables_do_not_crowd_out_others(visitor: Client, house: ServerProcess) -> None:
    """More of them than the list can hold; a table is not listed for someone who left or a stranger who watches."""
    waiting = visitor.open_table("cirplexed", ["me", "open"], public=True)
    empty = [visitor.open_table("cirplexed", ["me", "open"], public=True) for _ in range(tables.LISTED + 1)]
    with visitor.sit(waiting.id, waiting.tokens[0]), Client(house) as stranger, stranger.sit(empty[-1].id):
        visitor.sit(empty[-2].id, empty[-2].tokens[0]).close()
        wait_until(
            lambda: empty[-2].id not in listed(visitor, "cirplexed"), "a table is listed that everybody has left"
        )
        shown = listed(visitor, "cirplexed")
        assert waiting.id in shown
        assert not shown.keys() & {table.id for table in empty}
    wait_until(lambda: waiting.id not in listed(visitor, "cirplexed"), "a table is listed that everybody has left")


def test_a_table_is_listed_while_its_opener_watches(visitor: Client, house: ServerProcess) -> None:
    opened = visitor.open_table("cirplexed", ["open", "open"], public=True)
    with Client(house) as stranger, stranger.sit(opened.id):
        assert opened.id not in listed(visitor, "cirplexed")
        with visitor.sit(opened.id):
            assert listed(visitor, "cirplexed")[opened.id]["watchers"] == 2
            assert visitor.request("GET", f"/api/tables/{opened.id}/state", opened.owner).status_code == 403


def test_a_table_is_listed_by_every_process(postgres_url: str) -> None:
    with (
        ServerProcess(postgres_url, "--no-limits") as one,
        ServerProcess(postgres_url, "--no-limits") as other,
        Client(one) as visitor,
        Client(other) as elsewhere,
    ):
        opened = visitor.open_table("exago", ["me", "open"], public=True)
        assert opened.id not in listed(elsewhere)
        with visitor.sit(opened.id, opened.tokens[0]):
            assert opened.id in listed(elsewhere)
        wait_until(lambda: opened.id not in listed(elsewhere), "a table is listed that everybody has left")


def test_listing_an_unknown_game_is_refused(visitor: Client) -> None:
    assert refusal(visitor, "GET", "/api/tables?game=chess").code == "unknown_game"


def test_the_description_of_a_game_suffices_to_open_a_table(visitor: Client) -> None:
    games = {game["name"]: game for game in visitor.ask("GET", "/api/games")["games"]}
    assert list(games) == own()
    for name, game in games.items():
        assert game["players"] == list(find(name).players)
        assert game["ready"] is True
        assert game["rules"] == find(name).rules.VERSION
        options = {option["name"]: option["default"] for option in game["options"]}
        assert options.keys() == {option.name for option in find(name).options}
        seats = ["me", *[game["bots"][0]] * (game["players"][-1] - 1)]
        simple = {option["name"]: option["default"] for option in game["options"] if option["kind"] != "numbers"}
        assert visitor.open_table(name, seats, simple).answer["table"]["status"] == "playing"


@pytest.mark.parametrize("path", ["", "/state", "/record"])
def test_an_unknown_table_is_not_found(visitor: Client, path: str) -> None:
    assert refusal(visitor, "GET", f"/api/tables/{'a' * 16}{path}").status == 404


def test_health_reports_the_readiness_of_games(visitor: Client) -> None:
    health = visitor.ask("GET", "/healthz")
    assert health == {"status": "ok", "version": parlour.__version__, "ready": dict.fromkeys(own(), True)}


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x", "n" * 24, "Ünïcödé 名前 🎲", "<b>&amp;\"'</b>", "O'Brien; DROP TABLE log"])
def test_names_are_stored_as_written(visitor: Client, name: str) -> None:
    opened = visitor.open_table("exago", [{"who": "me", "name": name}, "open"])
    assert opened.answer["table"]["seats"][0]["name"] == name
    visitor.take_seat(opened.id, opened.invitation, name=name)
    with visitor.sit(opened.id, opened.tokens[0]) as socket:
        state = socket.states[0]
        assert [seat["name"] for seat in state["seats"]] == [name, name]
        assert state["view"]["names"] == [name, name]
        socket.send("resign", seat=0)
        socket.receive("state", where=lambda message: message["status"] == "over")
    assert parlour.load(visitor.record(opened.id)).names == [name, name]


def test_whitespace_in_names_is_collapsed(visitor: Client) -> None:
    opened = visitor.open_table("exago", [{"who": "me", "name": "  Ada   L. "}, "open"])
    assert opened.answer["table"]["seats"][0]["name"] == "Ada L."


@pytest.mark.parametrize(
    "name", ["", "   ", "n" * 25, "tab\x07", "back\u202ewards", "zero\u200bwidth", "half \ud800", 7, None, ["x"]]
)
def test_misleading_or_harmful_names_are_refused(visitor: Client, name: object) -> None:
    opened = visitor.open_table("exago", [{"who": "me", "name": "Ada"}, "open"])
    renaming = refusal(visitor, "PATCH", f"/api/tables/{opened.id}/seats/0", opened.tokens[0], {"name": name})
    assert (renaming.status, renaming.code) == (422, "bad_request")
    if name is not None:
        body = {"name": name, "invitation": opened.invitation}
        taking = refusal(visitor, "POST", f"/api/tables/{opened.id}/seats", body=body)
        assert (taking.status, taking.code) == (422, "bad_request")
    assert [seat["name"] for seat in visitor.table(opened.id)["seats"]] == ["Ada", "blue"]


def test_a_person_may_change_their_name_and_everyone_is_told(house: ServerProcess, visitor: Client) -> None:
    with Gathering(house, "exago", watchers=1) as gathering:
        ada, guest = gathering.people
        assert ada.token is not None
        visitor.rename(gathering.id, 0, ada.token, "Ada")
        for person in gathering.everyone:
            state = person.see(lambda state: state["seats"][0]["name"] == "Ada")
            assert state["view"]["names"] == ["Ada", "guest 1"]
        assert visitor.table(gathering.id)["seats"][0]["name"] == "Ada"
        for token, seat in ((guest.token, 0), (ada.token, 1), (None, 0), ("x" * 22, 0), (gathering.opened.owner, 0)):
            problem = refusal(visitor, "PATCH", f"/api/tables/{gathering.id}/seats/{seat}", token, {"name": "Eve"})
            assert (problem.status, problem.code) == (403, "bad_token")
        assert [seat["name"] for seat in visitor.table(gathering.id)["seats"]] == ["Ada", "guest 1"]


# -- deleting ---------------------------------------------------------------------------------------------------------


def test_only_the_opener_can_delete_a_table(house: ServerProcess, visitor: Client) -> None:
    with Gathering(house, "exago") as gathering:
        for token in (
            None,
            "x" * 22,
            gathering.people[0].token,
            gathering.people[1].token,
            gathering.opened.invitation,
        ):
            problem = refusal(visitor, "DELETE", f"/api/tables/{gathering.id}", token)
            assert (problem.status, problem.code) == (403, "bad_token")
        assert visitor.table(gathering.id)["status"] == "playing"


def test_deleting_a_table_closes_its_sockets_and_removes_everything(house: ServerProcess, visitor: Client) -> None:
    with Gathering(house, "exago", public=True, watchers=1) as gathering:
        gathering.people[1].say("resign")
        gathering.people[0].see(lambda state: state["status"] == "over")  # otherwise it could not be deleted
        assert visitor.request("DELETE", f"/api/tables/{gathering.id}", gathering.opened.owner).status_code == 204
        assert [person.socket.close_code() for person in gathering.everyone] == [4404] * 3
        for path in ("", "/state", "/record"):
            assert refusal(visitor, "GET", f"/api/tables/{gathering.id}{path}").status == 404
        assert refusal(visitor, "DELETE", f"/api/tables/{gathering.id}", gathering.opened.owner).status == 404
        assert refusal(visitor, "POST", f"/api/tables/{gathering.id}/seats", body={}).status == 404
        assert gathering.id not in listed(visitor)
        with visitor.socket(gathering.id) as late:
            late.hello([gathering.people[0].token or ""])
            assert late.close_code() == 4404


def test_a_table_can_be_deleted_while_a_bot_thinks(visitor: Client) -> None:
    for _ in range(5):
        opened = visitor.open_table("exago", ["greedy", "greedy"])
        visitor.delete(opened.id, opened.owner)
    after = visitor.open_table("exago", ["me", "greedy"])
    with visitor.sit(after.id, after.tokens[0]) as socket:
        socket.move(0, "f6")
        socket.wait_until(lambda: len(socket.moves[0]) == 2)  # its bot was requested after all of theirs
    assert visitor.ask("GET", "/healthz")["status"] == "ok"
    assert "Traceback" not in visitor.server.log()
