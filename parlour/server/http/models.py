"""What REST requests and answers contain."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from parlour.server.table.actions import STAND_IN
from parlour.server.table.names import NAME_LENGTH, checked_name


def _checked_json(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Python reads more than JSON: infinite numbers, and halves of surrogate pairs that cannot be stored or sent."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise ValueError("this is not plain JSON: finite numbers, and text without lone surrogates") from None
    return value


Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH), AfterValidator(checked_name)]
SeatNumber = Annotated[int, Field(ge=0, le=63)]
Token = Annotated[str, Field(max_length=100)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """Something was wrong; nothing was changed."""

    code: str
    sentence: str
    rule: str | None = None
    template: str | None = None  # what the sentence says after the rule, with fields for the arguments
    args: dict[str, Any] | None = None


class MySeat(_Form):
    """A seat for who opens the table."""

    who: Literal["me"]
    name: Name | None = None


class OpenSeat(_Form):
    """A seat for a friend, or anybody."""

    who: Literal["open"]


class BotSeat(_Form):
    """A seat for a bot."""

    who: Literal["bot"]
    bot: Annotated[str, Field(max_length=40)]


WantedSeat = Annotated[MySeat | OpenSeat | BotSeat, Field(discriminator="who")]


class NewTable(_Form):
    """A table to open."""

    game: Annotated[str, Field(max_length=64)]
    seats: Annotated[list[WantedSeat], Field(min_length=1, max_length=16)]
    options: Annotated[dict[str, JsonValue], AfterValidator(_checked_json)] = Field(default_factory=dict, max_length=40)
    public: bool = False
    stand_in: Annotated[str, Field(max_length=40)] = STAND_IN  # the bot that plays for who is away or resigns


class TakeSeat(_Form):
    """A seat to take."""

    seat: SeatNumber | None = None
    name: Name | None = None
    invitation: Token | None = None


class Rename(_Form):
    """What a person wants to be called."""

    name: Name


class SeatOut(BaseModel):
    """Who sits there."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    has_person: bool
    resigned: bool
    present: bool


class TableOut(BaseModel):
    """A table, as anybody may see it."""

    id: str
    game: str
    title: str
    players: int
    options: dict[str, JsonValue]
    public: bool
    stand_in: str  # the bot that plays for who is away or resigns
    opened: datetime
    match: int
    status: Literal["gathering", "playing", "over"]
    moves: int
    commit: str
    seats: list[SeatOut]
    watchers: int
    ready: bool  # False: its rules are still being compiled; it is played all the same, high levels at less strength


class Tables(BaseModel):
    """Tables to join or watch."""

    tables: list[TableOut]


class TakenSeat(BaseModel):
    """The right to a seat. It is told only now."""

    seat: int
    token: str
    link: str


class Links(BaseModel):
    """Addresses to send to others."""

    join: str  # lets someone take an open seat
    watch: str
    only_here: bool  # they work on this computer alone


class OpenedTable(BaseModel):
    """A new table, and the rights of who opened it."""

    table: TableOut
    owner: str  # a token that may delete the table
    invitation: str
    links: Links
    seats: list[TakenSeat]


class Afterword(BaseModel):
    """What had been possible in a match."""

    sentence: str | None  # None: there is nothing to say, or not yet


class OptionOut(BaseModel):
    """An option of a game, described well enough to make a form of it."""

    name: str
    kind: Literal["flag", "number", "choice", "numbers", "json"]
    default: JsonValue
    sentence: str
    rule: str
    choices: list[str]
    low: int | None
    high: dict[str, int] | None  # by the number of players


class GameOut(BaseModel):
    """A game."""

    name: str
    title: str
    sentence: str
    minutes: int
    players: list[int]
    seat_names: list[str]
    simultaneous: bool
    has_deal: bool  # something is shuffled and sealed before the first move
    rules: str  # version
    bots: list[str]
    options: list[OptionOut]
    ready: bool


class Games(BaseModel):
    """The games there are."""

    games: list[GameOut]


class Health(BaseModel):
    """Whether the server works."""

    status: Literal["ok"]
    version: str
    ready: dict[str, bool]  # by game
