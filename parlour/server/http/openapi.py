"""The API as one OpenAPI document: REST, the socket's messages, and each game's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args, get_type_hints

import msgspec

from parlour.bots import Analysis
from parlour.game import Game, View
from parlour.games import find, list_games
from parlour.replay import Line, Replay
from parlour.server.pictures.studio import FilmProgress
from parlour.server.reviews.review import Review
from parlour.server.table import messages

Schema = dict[str, Any]
REFERENCE = "#/components/schemas/"


def document(names: Sequence[str] | None = None) -> Schema:
    """The OpenAPI 3.1 document, fully typed, with the views of these games or of all."""
    from parlour.server.app import described

    written: Schema = described().openapi()
    schemas = written["components"]["schemas"]
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    found = [find(name) for name in (list_games() if names is None else names)]
    _add(schemas, _socket_schemas(found))
    for game in found:
        _add(schemas, _game_schemas(game))
    schemas["JsonValue"] = _json_value()
    schemas["Problem"]["properties"]["args"] = {"anyOf": schemas["Error"]["properties"]["args"]["anyOf"]}
    schemas = {name: _typed(schema) for name, schema in schemas.items()}
    written["components"]["schemas"] = dict(sorted(schemas.items()))
    written["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "A seat's token, or the owner's"}
    }
    return written


def _json_value() -> Schema:
    """Any JSON value. Not recursive, because TypeScript would reject that."""
    simple = [{"type": kind} for kind in ("null", "boolean", "number", "string")]
    return {"anyOf": [*simple, {"type": "array", "items": {}}, {"type": "object", "additionalProperties": {}}]}


def _typed(schema: Any) -> Any:
    """Add types that msgspec omits, of enumerated strings and of free-form objects; leave examples in Python out."""
    if isinstance(schema, list):
        return [_typed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: _typed(value) for key, value in schema.items()}
    if "type" not in schema and schema.get("enum") and all(isinstance(value, str) for value in schema["enum"]):
        schema["type"] = "string"
    if isinstance(told := schema.get("description"), str):
        schema["description"] = told.partition(">>>")[0].rstrip()
    if schema == {"type": "object"}:
        schema["additionalProperties"] = {"$ref": REFERENCE + "JsonValue"}
    return schema


def _add(schemas: Schema, more: Schema) -> None:
    twice = schemas.keys() & more.keys()
    assert not twice, twice
    schemas |= more


def _references(names: list[str]) -> list[Schema]:
    return [{"$ref": REFERENCE + name} for name in names]


def _socket_schemas(found: list[Game]) -> Schema:
    """Messages from and to the client. `state` holds the view and the events of any game."""
    up, down = get_args(messages.Up), get_args(messages.Down)
    kinds = [*up, *down, Replay, Line, Review, Analysis, FilmProgress]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE + "{name}")
    renamed = {name: f"{name}Up" for name in ("Move",) if name in schemas}
    schemas = _renamed(schemas, renamed)
    schemas.pop(schemas["State"]["properties"]["view"]["$ref"].removeprefix(REFERENCE))
    for properties in (schemas["State"]["properties"], schemas["Frame"]["properties"]):
        properties["view"] = {
            "oneOf": _references([_title(game) + "View" for game in found]),
            "discriminator": {
                "propertyName": "game",
                "mapping": {game.name: f"{REFERENCE}{_title(game)}View" for game in found},
            },
        }
        properties["events"] = {
            "type": "array",
            "items": {"anyOf": _references([_title(game) + "Event" for game in found])},
        }
    previews = _references([_title(game) + "Preview" for game in found if hasattr(game.view, "Preview")])
    schemas["Words"]["properties"]["preview"] = {"anyOf": [*previews, {"type": "null"}]}
    steps = _references([_title(game) + "Step" for game in found if game.step is not None])
    schemas["Words"]["properties"]["step"] = {"anyOf": [*steps, {"type": "null"}]}
    schemas["UpMessage"] = {"oneOf": _references([renamed.get(kind.__name__, kind.__name__) for kind in up])}
    schemas["DownMessage"] = {"oneOf": _references([kind.__name__ for kind in down])}
    return schemas


def _game_schemas(game: Game) -> Schema:
    """The game's board, events, previews, steps and view, named after it."""
    title, event = _title(game), getattr(game.view, "Event", None)
    kinds = list(get_args(event)) or ([event] if event is not None else [])
    preview = [game.view.Preview] if hasattr(game.view, "Preview") else []
    steps = _step_kinds(game)
    _, parts = msgspec.json.schema_components(
        [game.view.Board, *preview, *kinds, *steps], ref_template=REFERENCE + "{name}"
    )
    schemas = _renamed(parts, {name: title + name for name in parts})
    (reference,), parts = msgspec.json.schema_components([View[Any]], ref_template=REFERENCE + "{name}")
    view = parts[reference["$ref"].removeprefix(REFERENCE)]
    view["title"] = f"{title}View"
    view["properties"]["game"] = {"type": "string", "enum": [game.name]}
    view["properties"]["board"] = {"$ref": f"{REFERENCE}{title}Board"}
    schemas[f"{title}View"] = view
    schemas[f"{title}Event"] = {"oneOf": _references([title + kind.__name__ for kind in kinds])}
    if steps:
        schemas[f"{title}Step"] = {"oneOf": _references([title + kind.__name__ for kind in steps])}
    return schemas


def _step_kinds(game: Game) -> list[type]:
    """The kinds of step of a game, as its function's annotation lists them."""
    if game.step is None:
        return []
    told = get_type_hints(game.step)["return"]
    return [kind for kind in get_args(told) or (told,) if kind is not type(None)]


def _title(game: Game) -> str:
    return "".join(word.capitalize() for word in game.name.split("_"))


def _renamed(schemas: Schema, names: dict[str, str]) -> Schema:
    """The same schemas under other names, references included."""
    text = msgspec.json.encode(schemas).decode()
    for old, new in names.items():
        text = text.replace(f'"{REFERENCE}{old}"', f'"{REFERENCE}{new}"')
    return {names.get(name, name): schema for name, schema in msgspec.json.decode(text).items()}
