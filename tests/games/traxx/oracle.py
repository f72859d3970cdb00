"""A slow, independent model of Träxx, to check the engine against.

It is written from the numbered rules (T1-T15) alone, in plain dicts, sets and lists, and shares no code with the
engine.
"""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.games.standing import Outcome, standing

RADIUS = 4  # T1
ROUNDS = 15  # T6
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
PASS = "pass"
STANDARD: dict[str, Any] = json.loads((Path(__file__).parent / "board.json").read_text(encoding="utf-8"))


# Fields


def field_name(q: int, r: int) -> str:
    """`a` is q = -4, 1 is r = -4: the centre is `e5`."""
    return chr(ord("a") + q + RADIUS) + str(r + RADIUS + 1)


def all_places() -> dict[str, tuple[int, int]]:
    """T1: the 61 fields of a hexagon of radius 4, by name."""
    span = range(-RADIUS, RADIUS + 1)
    return {field_name(q, r): (q, r) for q in span for r in span if abs(q + r) <= RADIUS}


PLACES = all_places()
NEIGHBOURS = {
    name: [field_name(q + dq, r + dr) for dq, dr in STEPS if field_name(q + dq, r + dr) in PLACES]
    for name, (q, r) in PLACES.items()
}


# The sheet and the deal


@dataclass(frozen=True)
class Sheet:
    """T1, T2: what is printed on the pad and on the cards."""

    colours: dict[str, str]  # by field
    numbers: dict[str, int]  # by field
    starts: list[str]
    cards: list[list[str]]


def require(holds: bool, rule: str) -> None:
    """ValueError, with the rule that is broken, if something does not hold."""
    if not holds:
        raise ValueError(rule)


def parse_sheet(given: Any) -> Sheet:
    """T3: the standard sheet, or another one of the same form; ValueError if its form is not right."""
    if given == "standard":
        given = STANDARD
    require(isinstance(given, Mapping), "T3: a sheet is `standard` or an object")
    for key in ("radius", "colours", "fields", "numbers", "starts"):
        require(key in given, f"T3: the sheet has no {key}")
    colours, fields, starts = list(given["colours"]), dict(given["fields"]), list(given["starts"])
    require(given["radius"] == RADIUS, "T3: radius 4")
    require(len(colours) == 6 and len(set(colours)) == 6, "T3: six colours")
    require(set(fields) == set(PLACES), "T3: the fields of a hexagon of radius 4")
    require(all(colour in colours for colour in fields.values()), "T3: fields in the six colours")
    require(set(given["numbers"]) == {str(number) for number in range(2, 11)}, "T3: numbers 2..10 once each")
    numbers = {field: int(number) for number, field in given["numbers"].items()}
    require(len(numbers) == 9 and set(numbers) <= set(PLACES), "T3: numbers on nine different fields")
    require(len(starts) == 4 and len(set(starts)) == 4, "T3: four different starts")
    require(set(starts) <= set(PLACES) - set(numbers), "T3: starts on fields without a number")
    cards = [list(card) for card in given.get("cards", STANDARD["cards"])]
    require(len(cards) == ROUNDS, "T3: 15 cards")
    require(all(4 <= len(card) <= 5 and set(card) <= set(colours) for card in cards), "T3: 4-5 of the six colours")
    return Sheet(fields, numbers, starts, cards)


def parse_options(options: Mapping[str, Any]) -> Sheet:
    """T3: the only option."""
    require(set(options) <= {"sheet"}, f"unknown options: {sorted(set(options) - {'sheet'})}")
    return parse_sheet(options.get("sheet", "standard"))


def check_deal(players: int, sheet: Sheet, deal: Any) -> None:
    """T4: the order of the 15 cards and a different start for each seat."""
    require(1 <= players <= 4, f"T4: 1 to 4 players, not {players}")
    require(isinstance(deal, Mapping) and set(deal) == {"cards", "starts"}, "T4: a deal has cards and starts")
    require(sorted(deal["cards"]) == list(range(ROUNDS)), "T4: each of the 15 cards once")
    starts = list(deal["starts"])
    require(len(starts) == players and len(set(starts)) == players, "T4: a different start for each seat")
    require(set(starts) <= set(sheet.starts), "T4: starts among the sheet's four")


def random_deal(players: int, options: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """T4: a deal, drawn at random."""
    sheet = parse_options(options)
    return {"cards": rng.sample(range(ROUNDS), ROUNDS), "starts": rng.sample(sheet.starts, players)}


# Moves


def routes(sheet: Sheet, end: str, used: set[str], patches: list[str]) -> Iterator[list[str]]:
    """T7, T8: every way on from an end, one field or more, over fields not used yet, one patch for each.

    The same route comes more than once if a card has two patches of one colour.
    """
    for field in NEIGHBOURS[end]:
        if field not in used and sheet.colours[field] in patches:
            yield [field]
            left = list(patches)
            left.remove(sheet.colours[field])
            for rest in routes(sheet, field, used | {field}, left):
                yield [field, *rest]


def line_moves(sheet: Sheet, line: list[str], card: list[str]) -> list[str]:
    """T5, T7, T9: the texts of all moves with this line and this card, sorted as plain text."""
    moves = {PASS}
    for end in {line[0], line[-1]}:  # T5: both are the start until the first extension
        for route in routes(sheet, end, set(line), card):
            moves.add(" ".join([end, *route]))
    return sorted(moves)


def entered_fields(text: str) -> list[str]:
    """The fields a move enters, in order: not the end it starts from."""
    return [] if text == PASS else text.split(" ")[1:]


def extended(line: list[str], text: str) -> list[str]:
    """The line after a move, from one end to the other; a line of one field grows at its last end."""
    if text == PASS:
        return list(line)
    end, *entered = text.split(" ")
    return [*line, *entered] if end == line[-1] else [*reversed(entered), *line]


# Numbers


def half(value: int) -> int:
    """T11, T13, T15: half, rounded up."""
    return (value + 1) // 2


def solo_points(values: list[int]) -> list[int]:
    """T13: what each number scores, in the order in which they were reached."""
    return [half(value) if any(values[i] > value for i in range(at)) else value for at, value in enumerate(values)]


def shared_points(reached: list[list[list[str]]], sheet: Sheet, seat: int) -> int:
    """T11: the points of a seat, where `reached[seat][round]` are the fields that a seat entered in a round."""
    points = 0
    for at, fields in enumerate(reached[seat]):
        for field in fields:
            if field in sheet.numbers:
                earlier = {
                    taken
                    for other, history in enumerate(reached)
                    if other != seat
                    for taken_then in history[:at]
                    for taken in taken_then
                }
                points += half(sheet.numbers[field]) if field in earlier else sheet.numbers[field]
    return points


# A game


class Oracle:
    """A game of Träxx: `legal` lists the moves of a waiting seat, `play` makes one of them."""

    def __init__(self, players: int, options: Mapping[str, Any], deal: Any) -> None:
        self.sheet: Sheet = parse_options(options)
        check_deal(players, self.sheet, deal)
        self.players: int = players
        self.order: list[int] = list(deal["cards"])
        self.round: int = 0  # closed rounds
        self.lines: list[list[str]] = [[start] for start in deal["starts"]]  # T5; without the open round
        self.chosen: list[str | None] = [None] * players  # T10: the moves of the open round
        self.reached: list[list[list[str]]] = [[] for _ in range(players)]  # the fields entered: seat, closed round

    @property
    def card(self) -> list[str]:
        """T6: the patches of the card that is turned up."""
        return self.sheet.cards[self.order[self.round]]

    @property
    def waiting(self) -> tuple[int, ...]:
        """T6, T10: the seats that have not chosen in this round; none after the 15th."""
        if self.round == ROUNDS:
            return ()
        return tuple(seat for seat in range(self.players) if self.chosen[seat] is None)

    def legal(self, seat: int) -> list[str]:
        """The texts of all legal moves of this seat, sorted as plain text; none if it is not waiting."""
        return line_moves(self.sheet, self.lines[seat], self.card) if seat in self.waiting else []

    def play(self, seat: int, text: str) -> None:
        """Make a legal move, and close the round if it was the last one; ValueError if it is not legal."""
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not a legal move of seat {seat}")
        self.chosen[seat] = text
        if None not in self.chosen:
            for mover, move in enumerate(self.chosen):
                assert move is not None
                self.lines[mover] = extended(self.lines[mover], move)
                self.reached[mover].append(entered_fields(move))
            self.chosen = [None] * self.players
            self.round += 1

    @property
    def number_points(self) -> list[int]:
        """T11, T13: the points for numbers, by seat, as of the closed rounds."""
        if self.players == 1:
            entered = [field for fields in self.reached[0] for field in fields]
            return [sum(solo_points([self.sheet.numbers[field] for field in entered if field in self.sheet.numbers]))]
        return [shared_points(self.reached, self.sheet, seat) for seat in range(self.players)]

    @property
    def points(self) -> list[int]:
        """T14: number points less one for each field not reached, by seat, as of the closed rounds."""
        return [points - (len(PLACES) - len(line)) for points, line in zip(self.number_points, self.lines, strict=True)]

    @property
    def outcome(self) -> Outcome | None:
        """T14: how the game ended, or None. Alone, the seat wins whatever its score (T13: there is no loser)."""
        return standing("rounds", ["points"], [(points,) for points in self.points]) if self.round == ROUNDS else None
