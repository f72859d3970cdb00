"""Träxx' sheets: those that ship with the game, and checking another (T1 to T3).

A match keeps a sheet in full, the standard one by its name: what is not standard could change or go in a later version,
and its records must stay readable.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from parlour.errors import BadOption
from parlour.game import Json
from parlour.games.traxx.rules import CARDS, NUMBERS, RADIUS, STARTS
from parlour.grid import hex_cells, hex_name
from parlour.message import Message, message

STANDARD = "standard"
NAMED = {
    "pinwheel": "Pinwheel",
    "clover": "Clover",
    "turnabout": "Turnabout",
    "ribbons": "Ribbons",
    "meadow": "Meadow",
}  # the others that ship with the game, in named.json, and what players call them
CHOICES = {STANDARD: "Standard", **NAMED}
COLOURS = ("blue", "green", "yellow", "gray", "red", "purple")
FIELDS = tuple(hex_name(cell, RADIUS) for cell in hex_cells(RADIUS))
VALUES = tuple(str(value) for value in range(2, 2 + NUMBERS))

Sheet = dict[str, Any]  # radius, colours, fields, numbers, starts, cards


@cache
def _standard() -> Sheet:
    board = json.loads((files(__package__) / "standard.json").read_text(encoding="utf-8"))
    return {key: board[key] for key in ("radius", "colours", "fields", "numbers", "starts", "cards")}


@cache
def _named() -> dict[str, Sheet]:
    sheets: dict[str, Sheet] = json.loads((files(__package__) / "named.json").read_text(encoding="utf-8"))
    return sheets


def sheet_of(value: Json) -> Sheet:
    """Return the sheet for a value of the option."""
    return _standard() if value == STANDARD else value


def checked(value: Json) -> Json:
    """T3: return the sheet to keep, complete and in canonical order, or raise BadOption."""
    if isinstance(value, str) and value in CHOICES:
        return STANDARD if value == STANDARD else checked(_named()[value])
    if not isinstance(value, dict):
        told = message(
            "must be {names:,} or a JSON object (T3), not {value}", names=_quoted(CHOICES), value=repr(value)
        )
        with_hint = message("{told}; sheet=@FILE reads one from a file", told=told)
        raise BadOption("sheet", with_hint if isinstance(value, str) else told)
    wanted = {"radius", "colours", "fields", "numbers", "starts"}
    missing, unknown = wanted - set(value), set(value) - wanted - {"cards", "rulebook_example"}
    if missing or unknown:
        lacks = message("lacks {parts:,}", parts=sorted(missing))
        problem = lacks if missing else message("has {parts}, which it should not", parts=_listed(unknown))
        raise BadOption(
            "sheet",
            "{problem}: a sheet must have {wanted:,} and may have cards (T3)",
            problem=problem,
            wanted=sorted(wanted),
        )
    sheet = {
        "radius": _checked_radius(value["radius"]),
        "colours": _checked_colours(value["colours"]),
        "fields": _checked_fields(value["fields"]),
        "numbers": _checked_numbers(value["numbers"]),
        "starts": _checked_starts(value["starts"], value["numbers"]),
        "cards": _checked_cards(value["cards"]) if "cards" in value else _standard()["cards"],
    }
    return STANDARD if sheet == _standard() else sheet


def _quoted(names: Iterable[str]) -> list[str]:
    return [repr(name) for name in names]


def _listed(names: set[Any]) -> str:
    return ", ".join(sorted(map(str, names)))


def _checked_radius(radius: Json) -> int:
    if type(radius) is not int or radius != RADIUS:
        raise BadOption("sheet", "its radius must be {right} (T3), not {radius}", right=RADIUS, radius=repr(radius))
    return RADIUS


def _checked_colours(colours: Json) -> list[str]:
    """Check the colours; their order means nothing, so all sheets use the same."""
    is_list = isinstance(colours, list) and all(isinstance(name, str) for name in colours)
    if not is_list or sorted(colours) != sorted(COLOURS):
        raise BadOption(
            "sheet",
            "its colours must be {right:,}, each once (T3), not {colours}",
            right=COLOURS,
            colours=repr(colours),
        )
    return list(COLOURS)


def _checked_fields(fields: Json) -> dict[str, str]:
    if not isinstance(fields, dict):
        raise BadOption(
            "sheet",
            "its fields must be an object of 61 names with their colours (T3), not {fields}",
            fields=repr(fields),
        )
    if set(fields) != set(FIELDS):
        wrong = _listed(set(FIELDS) - set(fields)) or _listed(set(fields) - set(FIELDS))
        raise BadOption(
            "sheet",
            "its fields must be the 61 of a hexagon of radius {radius}, a5 to i5 (T3): look at {wrong}",
            radius=RADIUS,
            wrong=wrong,
        )
    for name, colour in fields.items():
        if not isinstance(colour, str) or colour not in COLOURS:
            raise BadOption(
                "sheet",
                "field {field} must have one of the colours {colours:,} (T3), not {colour}",
                field=name,
                colours=COLOURS,
                colour=repr(colour),
            )
    return {name: str(fields[name]) for name in FIELDS}


def _checked_numbers(numbers: Json) -> dict[str, str]:
    if not isinstance(numbers, dict) or set(numbers) != set(VALUES):
        raise BadOption(
            "sheet",
            "its numbers must be an object of {right:,}, each with a field (T3), not {numbers}",
            right=VALUES,
            numbers=repr(numbers),
        )
    for value, field in numbers.items():
        _check_field(field, message("number {value}", value=value))
    if len(set(numbers.values())) != NUMBERS:
        raise BadOption("sheet", "its numbers must be on nine different fields (T3)")
    return {value: str(numbers[value]) for value in VALUES}


def _checked_starts(starts: Json, numbers: dict[str, str]) -> list[str]:
    if not isinstance(starts, list) or len(starts) != STARTS:
        raise BadOption("sheet", "its starts must be a list of four fields (T3), not {starts}", starts=repr(starts))
    for field in starts:
        _check_field(field, message("a start"))
        if field in numbers.values():
            raise BadOption(
                "sheet", "a start must be on a field without a number (T3), but {field} has one", field=str(field)
            )
    if len(set(starts)) != STARTS:
        raise BadOption("sheet", "its four starts must be different fields (T3), not {starts:,}", starts=starts)
    return [str(start) for start in starts]


def _check_field(field: Json, what: Message) -> None:
    if not isinstance(field, str) or field not in FIELDS:
        raise BadOption(
            "sheet",
            "{what} must be on one of its fields, such as f3 (T3), not on {field}",
            what=what,
            field=repr(field),
        )


def _checked_cards(cards: Json) -> list[list[str]]:
    if not isinstance(cards, list) or len(cards) != CARDS:
        raise BadOption("sheet", "its cards must be a list of 15 (T3)")
    for card in cards:
        is_list = isinstance(card, list) and len(card) in (4, 5)
        if not is_list or any(not isinstance(colour, str) or colour not in COLOURS for colour in card):
            raise BadOption(
                "sheet",
                "a card must be a list of four or five of the colours {colours:,} (T3), not {card}",
                colours=COLOURS,
                card=repr(card),
            )
    return [[str(colour) for colour in card] for card in cards]
