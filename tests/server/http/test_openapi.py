"""The server's OpenAPI document: it is complete, and the server conforms to it whatever the request."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import parlour
from parlour.games import find, own
from parlour.luck import Luck
from parlour.server.app import described
from parlour.server.http.openapi import document
from parlour.server.table import messages
from tests.server.client import PATIENCE, Client, Opened
from tests.server.conftest import wait_for_rules
from tests.server.process import ServerProcess

DOCUMENT = document(own())
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS = [(method, path) for path, methods in DOCUMENT["paths"].items() for method in methods]
CASES = [
    pytest.param(method, path, mode, id=f"{method} {path} {mode.value}")
    for method, path in OPERATIONS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or DOCUMENT["paths"][path][method].keys() & {"parameters", "requestBody"}
]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]


# -- the document -----------------------------------------------------------------------------------------------------


def test_every_route_is_described() -> None:
    described_here = {(method.upper(), path) for method, path in OPERATIONS}
    routes = {
        ("GET", "/api/games"),
        ("GET", "/api/games/{game}/sample"),
        ("GET", "/api/games/{game}/options/{option}/picture"),
        ("POST", "/api/games/{game}/options/{option}/picture"),
        ("POST", "/api/games/{game}/options/{option}/make"),
        ("GET", "/api/tables"),
        ("POST", "/api/tables"),
        ("GET", "/api/tables/{table}"),
        ("DELETE", "/api/tables/{table}"),
        ("POST", "/api/tables/{table}/seats"),
        ("PATCH", "/api/tables/{table}/seats/{seat}"),
        ("GET", "/api/tables/{table}/state"),
        ("GET", "/api/tables/{table}/afterword"),
        ("GET", "/api/tables/{table}/record"),
        ("POST", "/api/reviews"),
        ("GET", "/api/reviews/{review}"),
        ("DELETE", "/api/reviews/{review}"),
        ("GET", "/api/tables/{table}/matches/{number}/replay"),
        ("POST", "/api/replay"),
        ("POST", "/api/replay/position"),
        ("POST", "/api/replay/complete"),
        ("POST", "/api/replay/why_not"),
        ("POST", "/api/replay/line"),
        ("POST", "/api/replay/analyse"),
        ("GET", "/api/sharing"),
        ("GET", "/api/tables/{table}/matches/{number}/picture"),
        ("POST", "/api/pictures"),
        ("POST", "/api/films"),
        ("GET", "/healthz"),
        ("GET", "/metrics"),
    }
    assert described_here == routes
    assert set(described().openapi()["paths"]) == {path for _, path in routes}


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda text: text)
def test_every_error_is_a_problem(method: str, path: str) -> None:
    answers = DOCUMENT["paths"][path][method]["responses"]
    assert "413" in answers
    assert not path.startswith("/api") or {"422", "429", "503"} <= answers.keys()
    assert "{table}" not in path or "404" in answers
    for status, answer in answers.items():
        if int(status) >= 400:
            assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Problem"}, status


def test_every_socket_message_is_described() -> None:
    for direction, kinds in (("UpMessage", get_args(messages.Up)), ("DownMessage", get_args(messages.Down))):
        told = [_referred(one) for one in SCHEMAS[direction]["oneOf"]]
        assert [one["properties"]["type"]["enum"] for one in told] == [[kind.__struct_config__.tag] for kind in kinds]


def test_a_state_has_the_view_of_one_game() -> None:
    view = SCHEMAS["State"]["properties"]["view"]
    assert [_referred(one)["properties"]["game"]["enum"] for one in view["oneOf"]] == [[name] for name in own()]
    assert view["discriminator"]["propertyName"] == "game"
    assert list(view["discriminator"]["mapping"]) == list(own())
    for name in own():
        board = _referred(SCHEMAS[name.capitalize() + "View"]["properties"]["board"])
        assert len(board["properties"]) > 3
        events = SCHEMAS[name.capitalize() + "Event"]["oneOf"]
        assert all(_referred(event)["properties"]["kind"]["enum"] for event in events)


def test_no_schema_is_empty() -> None:
    empty = [where for where, schema in _walked("", SCHEMAS) if _says_nothing(schema) and "/JsonValue/" not in where]
    assert empty == []


def test_descriptions_have_no_examples_in_python() -> None:
    told = {where: schema.get("description") for where, schema in _walked("", DOCUMENT)}
    assert len(told) > 100
    assert [where for where, text in told.items() if isinstance(text, str) and ">>>" in text] == []


def test_every_reference_resolves() -> None:
    for _, schema in _walked("", DOCUMENT):
        if "$ref" in schema:
            assert _referred(schema)


def _referred(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = SCHEMAS[schema["$ref"].removeprefix("#/components/schemas/")]
    return found


def _walked(where: str, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        yield where, value
        for key, part in value.items():
            if key != "default":  # a value, not a type
                yield from _walked(f"{where}/{key}", part)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _walked(f"{where}/{number}", part)


def _says_nothing(schema: dict[str, Any]) -> bool:
    """Whether TypeScript would make this `unknown` or `Record<string, never>`."""
    if schema.get("type") == "object":
        return "additionalProperties" not in schema and not schema.get("properties")
    return schema == {} or ("enum" in schema and "type" not in schema)


# -- the server -------------------------------------------------------------------------------------------------------


@dataclass
class World:
    """A server with tables in various states."""

    server: ServerProcess
    client: Client
    operations: dict[tuple[str, str], Any]
    tables: list[Opened] = field(default_factory=list)
    reviews: int = 0  # asked for

    def fill(self) -> None:
        """For each game, a table waiting for players, one in progress and one that is over."""
        luck = Luck("tables of each kind")
        for game in own():
            self.tables.append(self.client.open_table(game, ("me", "open"), public=True))
            for is_over in (False, True):
                opened = self.client.open_table(game, ("me", "me"), public=is_over)
                with self.client.sit(opened.id, *opened.tokens.values()) as socket:
                    socket.play_random(luck, 6)
                    if is_over:
                        socket.send("resign", seat=0)
                        socket.wait_until(lambda socket=socket: socket.is_over)  # type: ignore[misc]
                self.tables.append(opened)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    file: Path = tmp_path_factory.mktemp("openapi") / "parlour.sqlite"
    options = ("--no-limits", "--review-simulations", "1")
    with ServerProcess(f"sqlite:///{file}", *options) as server, Client(server) as client:
        wait_for_rules(server)
        schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
        found = {(method, path): schema[path][method] for method, path in OPERATIONS}
        assert schema.raw_schema == DOCUMENT
        made = World(server, client, found)
        made.fill()
        yield made
        assert "Traceback" not in server.log()
        assert '"level":"error"' not in server.log()


@pytest.mark.parametrize(("method", "path", "mode"), CASES)
def test_the_server_conforms_to_its_schema(world: World, method: str, path: str, mode: GenerationMode) -> None:
    _ask(world, method, path, mode, examples=25)


@pytest.mark.prove
@pytest.mark.parametrize(("method", "path", "mode"), CASES)
def test_the_server_conforms_to_its_schema_in_a_long_run(
    world: World, method: str, path: str, mode: GenerationMode
) -> None:
    _ask(world, method, path, mode, examples=400)


def _ask(world: World, method: str, path: str, mode: GenerationMode, examples: int) -> None:
    operation = world.operations[method, path]
    is_slow = path.endswith("/make")  # each takes a second
    examples = min(examples, 3) if is_slow else examples
    statuses = set()

    @hypothesis.seed(int(os.environ["PARLOUR_TEST_SEED"]))
    @hypothesis.settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck), print_blob=False
    )
    @hypothesis.given(operation.as_strategy(generation_mode=mode), st.data())
    def asking(case: Any, data: st.DataObject) -> None:
        if is_slow or _often(data, "something that is there"):
            _make_real(world, case, data)
        response = case.call(timeout=PATIENCE)
        statuses.add(response.status_code)
        case.validate_response(response, checks=CHECKS)
        assert response.headers.get("content-security-policy")
        if response.status_code >= 400:
            problem = response.json()
            assert set(problem) == {"code", "sentence", "rule", "template", "args"}
            assert 0 < len(problem["sentence"]) <= 300

    asking()
    if mode is GenerationMode.POSITIVE:
        assert statuses & {200, 201, 202, 204}, f"nothing was ever granted, only {sorted(statuses)}"


def _make_real_review(world: World, case: Any, data: st.DataObject) -> None:
    """Ask for a review of a finished match, or use one that was asked for by the same visitor."""
    if case.method == "POST":
        case.body = {"table": data.draw(st.sampled_from(world.tables[2::3])).id}
        return
    world.reviews += 1  # each of another match, so that it is not done before it is cancelled
    match = parlour.new("tracktic", players=2, seed=f"review {world.reviews}")
    match.resign(0)
    case.path_parameters["review"] = world.client.ask("POST", "/api/reviews", body={"record": match.record()})["id"]
    if _often(data, "with the right"):
        case.headers["X-Visitor"] = world.client.visitor


def _choose_option(case: Any, data: st.DataObject) -> None:
    """Use an option whose values can be drawn, and often one of its choices."""
    drawn = [(game, option) for game in own() for option in find(game).options if option.draw is not None]
    game, option = data.draw(st.sampled_from(drawn))
    case.path_parameters |= {"game": game, "option": option.name}
    if case.path.endswith("/make") and isinstance(case.body, dict):
        case.body["seed"] = "c1"  # makes one at the first try
    elif _often(data, "a choice"):
        choice = data.draw(st.sampled_from(option.choices))
        if "choice" in case.query:
            case.query["choice"] = choice
        elif isinstance(case.body, dict) and "value" in case.body:
            case.body["value"] = choice


def _often(data: st.DataObject, what: str) -> bool:
    return data.draw(st.integers(0, 3), what) > 0


def _make_real(world: World, case: Any, data: st.DataObject) -> None:
    """Use a real game or table, and often the token that the request needs."""
    game = data.draw(st.sampled_from(own()))
    if "game" in case.path_parameters:
        case.path_parameters["game"] = game
    if "option" in case.path_parameters:
        _choose_option(case, data)
    if case.path.startswith("/api/replay") and isinstance(case.body, dict):
        case.body["record"] = parlour.new(game, seed=1).record()
        wanted = (
            {"viewpoint": data.draw(st.sampled_from([None, 0]))}
            if case.path == "/api/replay"
            else {"ply": 0, "seat": 0}
        )
        case.body |= wanted
    if case.path in ("/api/pictures", "/api/films") and isinstance(case.body, dict):
        case.body["record"] = parlour.new(game, seed=1).record()
        case.body |= {"viewpoint": data.draw(st.sampled_from([None, 0, "all"]))}
        case.body.pop("ply", None)
    if "/reviews" in case.path:
        _make_real_review(world, case, data)
    if "/tables" not in case.path:
        return
    if case.path == "/api/tables":
        if isinstance(case.body, dict):
            case.body |= {"game": game, "seats": [{"who": "me"}, {"who": "bot", "bot": "greedy"}]}
            if _often(data, "usual options"):
                case.body.pop("options", None)
                case.body.pop("stand_in", None)
                case.body.pop("start", None)
        return
    if case.method in ("DELETE", "POST"):
        opened = world.client.open_table(game, ("me", "open"))
    elif case.path.endswith("/record") and _often(data, "of a match that is over"):
        opened = data.draw(st.sampled_from(world.tables[2::3]))
        case.query.pop("match", None)
    else:
        opened = data.draw(st.sampled_from(world.tables))
    case.path_parameters["table"] = opened.id
    if "number" in case.path_parameters:
        case.path_parameters["number"] = 1
    seat, token = data.draw(st.sampled_from(list(opened.tokens.items())))
    if _often(data, "with the right"):
        right = opened.owner if case.method == "DELETE" else token
        if "seat" in case.path_parameters:
            case.path_parameters["seat"] = seat
        if case.method == "POST" and isinstance(case.body, dict):
            case.body |= {"invitation": opened.invitation, "seat": None, "name": None}
        if case.method == "PATCH" and _often(data, "a usual name"):
            case.body = {"name": "Ada"}
    else:
        right = data.draw(st.sampled_from([opened.owner, token, opened.invitation or "", "not a token", "é"]))
    if case.method != "GET" or _often(data, "with a token"):
        case.headers["Authorization"] = f"Bearer {right}".encode().decode("latin-1")
