"""What happens in a match besides its moves, as records store it: moves taken back, and bots that stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from parlour.message import listed, message, say, shortened

Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=98)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]


class Undo(msgspec.Struct, tag_field="kind", tag="undo", frozen=True, forbid_unknown_fields=True):
    """Moves were taken back."""

    moves: Count
    """How many moves there were before."""
    seat: SeatNumber
    """The seat that asked."""
    taken_back: Annotated[list[tuple[Count, SeatNumber, Text]], Meta(min_length=1)]
    """The moves: number, from 0, seat and text."""

    @property
    def left(self) -> int:
        """How many moves there were after it."""
        return self.moves - len(self.taken_back)


class StandIn(msgspec.Struct, tag_field="kind", tag="stand_in", frozen=True, forbid_unknown_fields=True):
    """A bot took over a person's seat."""

    moves: Count
    seat: SeatNumber
    bot: BotName
    by: SeatNumber | None
    """Who arranged it: the seat itself, or a seat that replaced an absent player; None if not known."""

    @property
    def left(self) -> int:
        """How many moves there were after it."""
        return self.moves


class Return(msgspec.Struct, tag_field="kind", tag="return", frozen=True, forbid_unknown_fields=True):
    """The person took the seat back."""

    moves: Count
    seat: SeatNumber

    @property
    def left(self) -> int:
        """How many moves there were after it."""
        return self.moves


Incident = Undo | StandIn | Return
KINDS = ("undo", "stand_in", "return")


def plain(incidents: Iterable[Incident]) -> list[dict[str, Any]]:
    """Return the incidents as JSON for a record."""
    return [msgspec.json.decode(msgspec.json.encode(incident)) for incident in incidents]


def parse(value: Any, players: int) -> list[Incident]:
    """Return the incidents from a record's JSON, or raise ValueError."""
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict) and item.get("kind") not in KINDS:
            raise ValueError(
                f"'kind' must be one of {listed(KINDS, ', or')}, not {shortened(repr(item.get('kind')), 60)}"
            )
    try:
        found = msgspec.convert(value, list[Incident])
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None
    if not found:
        raise ValueError("leave out the line if there are none")
    for incident in found:
        _check(incident, players)
    return found


def _check(incident: Incident, players: int) -> None:
    seats, texts = {incident.seat}, []
    if isinstance(incident, Undo):
        numbers = [number for number, _, _ in incident.taken_back]
        if numbers != sorted(set(numbers)) or numbers[-1] >= incident.moves:
            raise ValueError(f"of {incident.moves} moves the numbers {numbers} cannot be taken back")
        seats |= {seat for _, seat, _ in incident.taken_back}
        texts = [text for _, _, text in incident.taken_back]
    elif isinstance(incident, StandIn):
        seats |= set() if incident.by is None else {incident.by}
        texts = [incident.bot]
    if max(seats) >= players:
        raise ValueError(f"seats are 0 to {players - 1}, not {max(seats)}")
    if not all(text.isprintable() for text in texts):
        raise ValueError("moves and bots are printable texts")


def placed(incidents: Sequence[Incident], moves: int) -> list[tuple[int, Incident]]:
    """Pair each incident with the number of moves before it that still stand; moves taken back do not count."""
    found, most = [], moves
    for incident in reversed(incidents):
        most = min(most, incident.left)
        found.append((most, incident))
    return found[::-1]


def sentence(incident: Incident, called: Callable[[int], str], titled: Callable[[str], str]) -> str:
    """Return what happened, as a sentence for people."""
    name = called(incident.seat)
    match incident:
        case Undo():
            taken = [message("{name} {move}", name=called(seat), move=text) for _, seat, text in incident.taken_back]
            return say("{name} took back: {taken:,}.", name=name, taken=taken)
        case StandIn():
            bot = titled(incident.bot)
            if incident.by in (None, incident.seat):
                return say("From here on {bot} plays for {name}.", bot=bot, name=name)
            by = called(incident.by)
            return say("From here on {bot} plays for {name}, at {by}'s request.", bot=bot, name=name, by=by)
        case Return():
            return say("From here on {name} plays again.", name=name)
