"""The messages of the socket; docs/protocol.md explains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.game import View
from parlour.message import Arg
from parlour.replay import Played as Played

Ref = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Text = Annotated[str, Meta(max_length=200)]  # moves of every game are much shorter
BotName = Annotated[str, Meta(max_length=40)]
HintStep = Literal["where", "move", "line"]


class _Up(msgspec.Struct, tag_field="type", frozen=True, kw_only=True):
    ref: Ref = None  # repeated in the answer


class Hello(_Up, tag="hello", frozen=True, kw_only=True):
    """The first message: the seats that this visitor holds here."""

    tokens: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=16)]
    visitor: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}$")] | None = None


class Move(_Up, tag="move", frozen=True, kw_only=True):
    """A move. It is stale unless match, branch and turn are current."""

    seat: SeatNumber
    branch: Count
    turn: Count
    text: Text
    match: Count | None = None


class Complete(_Up, tag="complete", frozen=True, kw_only=True):
    """Ask which words may follow."""

    seat: SeatNumber
    text: Text


class WhyNot(_Up, tag="why_not", frozen=True, kw_only=True):
    """Ask why a text is not a legal move."""

    seat: SeatNumber
    text: Text


class AskHint(_Up, tag="hint", frozen=True, kw_only=True):
    """Ask for help with this seat's move: where to look, then the move, then its line and what it gains."""

    seat: SeatNumber
    step: HintStep = "where"
    considered: Text | None = None  # the complete move that the player is thinking of


class Resign(_Up, tag="resign", frozen=True, kw_only=True):
    """Resign."""

    seat: SeatNumber


class UndoOffer(_Up, tag="undo_offer", frozen=True, kw_only=True):
    """Ask to go back to before this seat's last move."""

    seat: SeatNumber


class UndoAnswer(_Up, tag="undo_answer", frozen=True, kw_only=True):
    """Agree to an undo, or decline it."""

    seat: SeatNumber
    yes: bool


class HandOver(_Up, tag="hand_over", frozen=True, kw_only=True):
    """Let a bot play a seat. The bot can be chosen only for your own seat."""

    seat: SeatNumber
    bot: BotName | None = None


class TakeBack(_Up, tag="take_back", frozen=True, kw_only=True):
    """Take your seat back from a bot."""

    seat: SeatNumber


class Rematch(_Up, tag="rematch", frozen=True, kw_only=True):
    """Ask for another match."""

    seat: SeatNumber


class Ping(_Up, tag="ping", frozen=True, kw_only=True):
    """Keep the connection alive."""


Up = Hello | Move | Complete | WhyNot | AskHint | Resign | UndoOffer | UndoAnswer | HandOver | TakeBack | Rematch | Ping


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None  # the bot that plays it
    has_person: bool  # a person can take the seat back from the bot
    resigned: bool


class History(msgspec.Struct, frozen=True):
    """The end of the list of moves, from number `start` on."""

    start: int
    moves: list[Played]


class State(msgspec.Struct, tag_field="type", tag="state", frozen=True):
    """The match as one seat, or a spectator, may see it."""

    table: str
    match: int
    seq: int
    branch: int
    status: Literal["gathering", "playing", "over"]
    commit: str
    seat: int | None
    seats: list[SeatInfo]
    stand_in: str  # the bot that plays for people who are away or resign
    hints: bool  # players may ask for hints
    view: View[Any]
    events: list[Any]
    can_undo: bool  # the seat may ask to take its last move back
    history: History


class SeatPresence(msgspec.Struct, frozen=True):
    """Whether a person is present."""

    seat: int
    present: bool
    away_for: float | None  # seconds since the person was last there
    can_be_replaced: bool


class Presence(msgspec.Struct, tag_field="type", tag="presence", frozen=True):
    """Who is present."""

    seats: list[SeatPresence]  # the seats of people
    watchers: int


class Offered(msgspec.Struct, frozen=True):
    """An open offer."""

    what: Literal["undo", "rematch"]
    seat: int  # the seat that asked first
    yes: list[int]  # seats that agree
    waiting: list[int]  # seats that have yet to answer


class Offer(msgspec.Struct, tag_field="type", tag="offer", frozen=True):
    """All open offers."""

    offers: list[Offered]


class Words(msgspec.Struct, tag_field="type", tag="words", frozen=True):
    """What may follow the beginning of a move."""

    seat: int
    text: str
    words: list[str]
    is_move: bool  # the text is already a complete move
    prompt: str  # what to choose next, in English, for people who type
    step: Any  # the same as data, in the game's own form: a kind and its facts; None if there is nothing to choose
    preview: Any  # what the move would do so far, in the game's own form; None if the game gives no preview
    ref: Ref


class Reason(msgspec.Struct, tag_field="type", tag="reason", frozen=True):
    """Why a text is not a legal move; `rule` is None if it is one, or the beginning of one."""

    seat: int
    text: str
    rule: str | None
    sentence: str
    template: str | None  # what the sentence says after the rule, with fields for the arguments
    args: Mapping[str, Arg] | None
    marks: list[str]  # the cells of the board that show why
    ref: Ref


class Hint(msgspec.Struct, tag_field="type", tag="hint", frozen=True):
    """Help with a move, made from what the seat knows; each step adds to the one before."""

    seat: int
    turn: int  # the number of moves this seat had made
    step: HintStep
    cells: list[str]  # where to look
    move: str | None  # from the second step on: the move
    line: list[str]  # in the third step: the move and what is likely to follow
    value: float | None  # in the third step: the seat's expected result, from 0 (lost) to 1 (won)
    error: float | None  # the standard error of `value`
    points: float | None  # the seat's expected score; None in games without points
    considered: str | None  # the move it is compared with
    gain: float | None  # how much more the move is worth than that one, in expected result
    gain_error: float | None  # the standard error of `gain`
    gain_points: float | None  # the same gain in points; None in games without points
    sentence: str
    template: str  # what the sentence says, with fields for the arguments
    args: Mapping[str, Arg]
    ref: Ref


class Warming(msgspec.Struct, tag_field="type", tag="warming", frozen=True):
    """The progress of compilation, for tables with bots that need compiled rules."""

    game: str
    done: int  # parts of the rules that are compiled
    total: int
    bots: list[str]  # bots of the table that are not at full strength yet
    sentence: str  # a notice about them; "" when all are at full strength


class Error(msgspec.Struct, tag_field="type", tag="error", frozen=True):
    """Something was wrong; nothing was changed."""

    code: str
    sentence: str
    rule: str | None = None
    ref: Ref = None
    template: str | None = None  # what the sentence says after the rule, with fields for the arguments
    args: Mapping[str, Arg] | None = None


class Pong(msgspec.Struct, tag_field="type", tag="pong", frozen=True):
    """The answer to a ping."""

    ref: Ref


Down = State | Presence | Offer | Words | Reason | Hint | Warming | Error | Pong

_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Up)


def parse_up(text: str) -> Up:
    """A message from a client, or msgspec.ValidationError, DecodeError."""
    message: Up = _decoder.decode(text)
    return message


def message_text(message: Down) -> str:
    """A message to a client."""
    return _encoder.encode(message).decode()
