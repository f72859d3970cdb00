"""The schemas of REST requests and answers."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from parlour.server.http.limits import BODY
from parlour.server.table.actions import STAND_IN
from parlour.server.table.names import NAME_LENGTH, checked_name

Value = TypeVar("Value")


def _checked_json(value: Value) -> Value:
    """Refuse what Python parses but JSON forbids: infinite numbers, and lone surrogates, which cannot be stored."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise ValueError("this is not plain JSON: finite numbers, and text without lone surrogates") from None
    return value


RECORD_LENGTH = BODY  # characters

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
    """A seat for the person who opens the table."""

    who: Literal["me"]
    name: Name | None = None


class OpenSeat(_Form):
    """A seat for a friend, or for anybody."""

    who: Literal["open"]


class BotSeat(_Form):
    """A seat for a bot."""

    who: Literal["bot"]
    bot: Annotated[str, Field(max_length=40)]


WantedSeat = Annotated[MySeat | OpenSeat | BotSeat, Field(discriminator="who")]


class Start(_Form):
    """A position of a record to play on from."""

    record: Annotated[str, Field(max_length=BODY)]
    ply: Annotated[int, Field(ge=0, le=10**6)]  # moves made before


class NewTable(_Form):
    """A table to open."""

    game: Annotated[str, Field(max_length=64)]
    seats: Annotated[list[WantedSeat], Field(min_length=1, max_length=16)]
    options: Annotated[dict[str, JsonValue], AfterValidator(_checked_json)] = Field(default_factory=dict, max_length=40)
    public: bool = False
    stand_in: Annotated[str, Field(max_length=40)] = STAND_IN  # the bot that plays for people who are away or resign
    start: Start | None = None  # where the first match goes on; the options are then those of the record
    hints: bool | None = None  # players may ask for hints; None: only if bots have all other seats


class ReviewOfRecord(_Form):
    """A finished match to review, as a record."""

    record: Annotated[str, Field(max_length=RECORD_LENGTH)]


class ReviewOfMatch(_Form):
    """A finished match of a table to review."""

    table: Annotated[str, Field(max_length=64)]
    match: Annotated[int, Field(ge=1, le=10**6)] | None = None  # its number; by default the last one


class SeatAt(_Form):
    """A seat in a position of a record."""

    record: Annotated[str, Field(max_length=RECORD_LENGTH)]
    ply: Annotated[int, Field(ge=0, le=10**6)]  # moves made before
    seat: SeatNumber


class TextAt(SeatAt):
    """The beginning of a move there."""

    text: Annotated[str, Field(max_length=200)]


class LineAt(SeatAt):
    """Moves there: a line, or some to compare."""

    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=200)]


class TakeSeat(_Form):
    """A request to take a seat."""

    seat: SeatNumber | None = None
    name: Name | None = None
    invitation: Token | None = None


class Rename(_Form):
    """A person's new name."""

    name: Name


class SeatOut(BaseModel):
    """Who sits in a seat."""

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
    stand_in: str  # the bot that plays for people who are away or resign
    hints: bool  # players may ask for hints
    opened: datetime
    match: int
    status: Literal["gathering", "playing", "over"]
    moves: int
    commit: str
    seats: list[SeatOut]
    watchers: int
    ready: bool  # False while the rules are compiled: the game can be played, but high levels are weaker


class Tables(BaseModel):
    """Tables to join or watch."""

    tables: list[TableOut]


class TakenSeat(BaseModel):
    """The right to a seat. It is sent only once."""

    seat: int
    token: str
    link: str


class Links(BaseModel):
    """Links to send to others."""

    join: str  # for taking an open seat
    watch: str
    only_here: bool  # they work on this computer only


class OpenedTable(BaseModel):
    """A new table, and the rights of the person who opened it."""

    table: TableOut
    owner: str  # a token that may delete the table
    invitation: str
    links: Links
    seats: list[TakenSeat]


class WantedReplay(_Form):
    """A record to replay."""

    record: Annotated[str, Field(max_length=RECORD_LENGTH)]
    viewpoint: SeatNumber | Literal["all", "spectator"] | None = None  # None: "all" if the match is over


class WantedPicture(WantedReplay):
    """A position of a record to draw."""

    ply: Annotated[int, Field(ge=0, le=10**6)] | None = None  # moves made before; by default all
    kind: Literal["svg", "png"] = "png"


class WantedFilm(WantedReplay):
    """A record to make a film of."""

    kind: Literal["gif", "webp"] = "gif"


class Sharing(BaseModel):
    """What visitors can share, and how others reach this server."""

    base_url: str  # of links
    only_here: bool  # they work on this computer only
    embed: bool  # other sites may show replays in frames, at /embed/


class Afterword(BaseModel):
    """What would have been possible in a match."""

    sentence: str | None  # None if there is nothing to say, or not yet


class OptionOut(BaseModel):
    """An option of a game, with all that a form needs."""

    name: str
    kind: Literal["flag", "number", "choice", "numbers", "json"]
    default: JsonValue
    sentence: str
    rule: str
    choices: list[str]  # for `json`: names of values, besides any other value of the right form
    label: str  # what it is called in forms
    choice_labels: list[str]  # and its choices
    low: int | None
    high: dict[str, int] | None  # by the number of players
    has_pictures: bool  # its values can be drawn
    can_make: bool  # the server can make new values


class ValueToDraw(_Form):
    """A value of an option."""

    value: Annotated[JsonValue, AfterValidator(_checked_json)]


class ValueToMake(_Form):
    """A new value of an option to make."""

    seed: Annotated[str, Field(max_length=100)] | None = None  # the same seed makes the same value; None: a new one


class MadeValue(BaseModel):
    """A new value of an option."""

    value: JsonValue
    seed: str


class ColumnOut(BaseModel):
    """What a score column counts, in words."""

    key: str  # its name in outcomes
    name: str  # its heading
    one: str  # the template for one of them
    many: str  # the template for any other number, with the field `count`
    meaning: str  # what is counted, in a sentence or two; may be empty
    rule: str  # the number of the rule that says so; may be empty
    is_win: bool  # it only says who has won


class GameOut(BaseModel):
    """A game."""

    name: str
    title: str
    sentence: str
    minutes: int
    players: list[int]
    seat_names: list[str]
    simultaneous: bool
    perfect_information: bool  # everyone sees the same
    has_deal: bool  # something is shuffled and sealed before the first move
    rules: str  # version
    bots: list[str]
    options: list[OptionOut]
    columns: list[ColumnOut]  # of the score, compared left to right
    ready: bool


class Games(BaseModel):
    """All games."""

    games: list[GameOut]


class Health(BaseModel):
    """Whether the server works."""

    status: Literal["ok"]
    version: str
    ready: dict[str, bool]  # by game
