"""Who plays a seat, a person or a bot, in fields of its own; a name is only a name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.errors import BadOption

Kind = Literal["person", "bot"]
BotName = Annotated[str, Meta(min_length=1, max_length=200)]


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a seat, and who plays it.

    >>> import parlour
    >>> match = parlour.new("exago", players=2)
    >>> match.seats = [parlour.Seat("person", "Ann"), parlour.Seat("bot", "blue", bot="3")]
    >>> match.names
    ['Ann', 'blue']
    """

    kind: Kind
    """Whether the seat belongs to a `person` or a `bot`."""
    name: str
    """The player's name."""
    bot: BotName | None = None
    """The bot that plays the seat: its own, or one that stands in for the person."""
    resigned: bool = False
    """Whether the seat has resigned."""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat on a record's `seats` line; names are on a line of their own, and resignations are in the result."""

    kind: Kind
    bot: BotName | None = None


def check_seats(seats: Any, players: int) -> list[Seat]:
    """Return one Seat per player, or raise BadOption; names are checked elsewhere."""
    is_list = isinstance(seats, list | tuple) and len(seats) == players
    if not is_list or not all(isinstance(seat, Seat) for seat in seats):
        raise BadOption("seats", f"must be {players} Seats, one per player, not {seats!r}")
    for seat in seats:
        _check(seat.kind, seat.bot)
    return list(seats)


def _check(kind: Any, bot: Any) -> None:
    if kind not in ("person", "bot"):
        raise BadOption("seats", f"a seat's kind is 'person' or 'bot', not {kind!r}")
    if kind == "bot" and bot is None:
        raise BadOption("seats", "a bot's seat names its bot")
    if bot is not None and not (isinstance(bot, str) and 1 <= len(bot) <= 200 and bot.isprintable()):
        raise BadOption("seats", f"a bot's name is a printable text of 1 to 200 characters, not {bot!r}")


def seats_line(seats: Iterable[Seat]) -> list[dict[str, str]]:
    """Return the seats as JSON for a record's `seats` line."""
    found: list[dict[str, str]] = msgspec.to_builtins([_Line(seat.kind, seat.bot) for seat in seats])
    return found


def parse_seats_line(value: Any, names: Sequence[str]) -> list[Seat]:
    """Return the seats from a record's `seats` line and its names, or raise BadOption."""
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict) and "kind" in item:
            _check(item["kind"], item.get("bot"))
    try:
        told = msgspec.convert(value, list[_Line])
    except msgspec.ValidationError as problem:
        raise BadOption("seats", str(problem)) from None
    if len(told) != len(names):
        raise BadOption("seats", f"there are {len(names)} seats, not {len(told)}")
    return check_seats([Seat(seat.kind, name, seat.bot) for seat, name in zip(told, names, strict=True)], len(names))


# -- compatibility ----------------------------------------------------------------------------------------------------

# Before records had a `seats` line, a bot was given in brackets after the name of its seat: the server and the arena
# wrote `blue (3)`, the terminal `blue (level 3)`. The list is closed: newer bots were never spelled this way.
_OLD_SPELLINGS = {
    "random": "random",
    "greedy": "greedy",
    **{str(level): str(level) for level in range(1, 6)},
    **{f"level {level}": str(level) for level in range(1, 6)},
}


def seats_of_old_names(names: Sequence[str], seat_names: Sequence[str]) -> list[Seat]:
    """Return the seats of a record without a `seats` line: people, and bots spelled inside names."""
    return [_seat_of_old_name(name, usual) for name, usual in zip(names, seat_names, strict=False)]


def _seat_of_old_name(name: str, usual: str) -> Seat:
    """Return a bot for `blue (3)` or `blue (level 3)` on blue's own seat, a person for any other name."""
    bot = next((bot for spelling, bot in _OLD_SPELLINGS.items() if name == f"{usual} ({spelling})"), None)
    return Seat("person", name) if bot is None else Seat("bot", usual, bot)
