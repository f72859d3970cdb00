"""Träxx in text: options, deal, moves, positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from parlour.errors import BadDeal, BadPosition
from parlour.game import Json, Luck, State
from parlour.games.traxx import rules
from parlour.games.traxx.rules import CARDS, COLOURS, NEIGHBOURS, NUMBERS, OPEN, PASS, ROUNDS, STEPS
from parlour.games.traxx.sheets import COLOURS as COLOUR_NAMES
from parlour.games.traxx.sheets import FIELDS, sheet_of

SEATS = ("north", "east", "south", "west")  # lines have no colours of their own
INDEX = {name: field for field, name in enumerate(FIELDS)}


# -- options and deal --------------------------------------------------------------------------------------------------


def write_options(s: State, players: int, options: Mapping[str, Json]) -> None:
    """Write a checked sheet into a blank record."""
    s.players = players
    sheet = sheet_of(options["sheet"])
    for field, name in enumerate(FIELDS):
        colour = COLOUR_NAMES.index(sheet["fields"][name])
        s.colour[field] = colour
        s.fields[colour] |= np.uint64(1 << field)
    for value, name in sheet["numbers"].items():
        s.number[INDEX[name]] = int(value)
    s.sheet_starts[:] = [INDEX[name] for name in sheet["starts"]]
    for card, colours in enumerate(sheet["cards"]):
        for name in colours:
            s.patches[card * COLOURS + COLOUR_NAMES.index(name)] += 1


def new_deal(luck: Luck, players: int, options: Mapping[str, Json]) -> Json:
    """T4."""
    cards = luck.shuffled(range(CARDS))
    return {"cards": cards, "starts": luck.shuffled(sheet_of(options["sheet"])["starts"])[:players]}


def write_deal(s: State, deal: Json) -> None:
    """T4: the order of the cards and the start of each seat."""
    if not isinstance(deal, dict) or set(deal) != {"cards", "starts"}:
        raise BadDeal(f'a deal is {{"cards": [...], "starts": [...]}} (T4), not {deal!r}')
    cards, starts, players = deal["cards"], deal["starts"], int(s.players)
    whole = isinstance(cards, list) and all(type(card) is int for card in cards)
    if not whole or sorted(cards) != list(range(CARDS)):
        raise BadDeal(f"cards are the numbers 0 to {CARDS - 1} in any order (T4), not {cards!r}")
    possible = [FIELDS[field] for field in s.sheet_starts]
    names = isinstance(starts, list) and all(isinstance(start, str) and start in possible for start in starts)
    if not names or len(starts) != players or len(set(starts)) != players:
        raise BadDeal(f"starts are {players} different ones of {', '.join(possible)} (T4), not {starts!r}")
    s.cards[:] = cards
    s.starts[:players] = [INDEX[start] for start in starts]


def read_deal(s: State) -> Json:
    """T4."""
    starts = [FIELDS[field] for field in s.starts[: int(s.players)]]
    return {"cards": s.cards.tolist(), "starts": starts}


# -- what is on the table ----------------------------------------------------------------------------------------------


def card_colours(s: State, card: int) -> list[str]:
    """The patches of a card of the sheet, in the order of the colours."""
    counts = s.patches[card * COLOURS : (card + 1) * COLOURS]
    return [name for name, count in zip(COLOUR_NAMES, counts, strict=True) for _ in range(int(count))]


def turned_up(s: State) -> list[str]:
    """The card of the open round; [] when there is none."""
    return card_colours(s, int(s.cards[int(s.closed)])) if s.closed < ROUNDS else []


def line_of(s: State, seat: int) -> list[str]:
    """Return a seat's line from end to end, as of closed rounds."""
    begin = seat * len(FIELDS)
    return [FIELDS[field] for field in s.line[begin : begin + int(s.length[seat])]]


def ends_of(s: State, seat: int) -> list[str]:
    """The two ends of a line, in order; one before the first extension."""
    line = line_of(s, seat)
    return sorted({line[0], line[-1]})


def numbers_of(s: State, seat: int) -> dict[int, int]:
    """The numbers that a seat has reached, each with its points."""
    won = s.won[seat * NUMBERS : (seat + 1) * NUMBERS]
    return {value: int(points) for value, points in enumerate(won, 2) if points}


def chosen_text(s: State, seat: int) -> str | None:
    """Return what a seat has chosen in the open round, which is hidden from the others (T10)."""
    choice = int(s.choice[seat])
    return None if seat >= s.players or choice == OPEN else move_text(s, seat, choice)


def chosen_line(s: State, seat: int) -> list[str]:
    """Return a seat's line with what it has chosen in the open round, for whoever may see everything."""
    line = line_of(s, seat)
    end, *fields = (chosen_text(s, seat) or "").split() or [""]
    return [*line, *fields] if end == line[-1] else [*reversed(fields), *line]


# -- moves -------------------------------------------------------------------------------------------------------------


def move_text(s: State, seat: int, move: int) -> str:
    """`f3 e3 f2`: from the end f3 over e3 to f2; or `pass`."""
    if move == PASS:
        return "pass"
    entered = [(move >> 6 * (STEPS - 1 - step) & 63) - 1 for step in range(STEPS)]
    return " ".join(FIELDS[field] for field in [move >> 6 * STEPS, *entered] if field >= 0)


def parse_move(s: State, seat: int, text: str, moves: NDArray[np.int64]) -> int | None:
    """Return the code, among these, of a move text; None if there is none."""
    fields = [INDEX.get(name, -1) for name in text.split(" ")]
    if text == "pass":
        move = PASS
    elif len(fields) in range(2, STEPS + 2) and min(fields) >= 0:
        move = sum((field + (k > 0)) << 6 * (STEPS - k) for k, field in enumerate(fields))
    else:
        return None
    place = int(np.searchsorted(moves, move))
    return move if place < len(moves) and moves[place] == move else None


# -- positions ---------------------------------------------------------------------------------------------------------


def position_text(s: State) -> str:
    """Rounds closed, cards, starts; then for each seat its line, the numbers it got at half, its hidden choice."""
    seats = range(int(s.players))
    halves = [[str(value) for value, points in numbers_of(s, seat).items() if points < value] for seat in seats]
    parts = [
        [str(int(s.closed))],
        [str(card) for card in s.cards],
        [FIELDS[field] for field in s.starts[: len(seats)]],
        ["-".join(line_of(s, seat)) for seat in seats],
        ["-".join(values) or "." for values in halves],
        [(chosen_text(s, seat) or ".").replace(" ", "-") for seat in seats],
    ]
    return " ".join(",".join(part) for part in parts)


def parse_position(s: State, text: str) -> None:
    """Write a position into a record that `setup` has prepared."""
    parts = [part.split(",") for part in text.split(" ")]
    players = int(s.players)
    if [len(part) for part in parts] != [1, CARDS, players, players, players, players]:
        raise BadPosition(
            f"a Träxx position is ROUND CARDS STARTS LINES HALVES CHOICES: rounds closed, {CARDS} cards, and for each "
            f"of {players} seats its start, its line (f3-e3), its numbers at half (5-7), its choice (f3-f2); . is none"
        )
    (closed,), cards, starts, lines, halves, choices = parts
    if not re.fullmatch("[0-9]|1[0-5]", closed):
        raise BadPosition(f"the rounds closed are 0 to {ROUNDS} (T14), not {closed!r}")
    try:
        numbers = [int(card) if re.fullmatch("[0-9]|1[0-4]", card) else card for card in cards]
        write_deal(s, {"cards": numbers, "starts": starts})
    except BadDeal as problem:
        raise BadPosition(str(problem)) from None
    rules.setup(s)
    s.closed = int(closed)
    for seat in range(players):
        _draw_line(s, seat, lines[seat].split("-"))
    for seat in range(players):
        _write_numbers(s, seat, [] if halves[seat] == "." else halves[seat].split("-"))
    _check_race(s)
    for seat in range(players):
        if choices[seat] != ".":
            _choose(s, seat, choices[seat].replace("-", " "))
    if s.closed < ROUNDS and not rules.waiting(s):
        raise BadPosition("when all have chosen, the round is closed: one seat at least has no choice yet (T10)")


def _draw_line(s: State, seat: int, names: list[str]) -> None:
    """T5, T7, T8: write a line that the cards so far allow."""
    what = f"the line of {SEATS[seat]}"
    if any(name not in INDEX for name in names):
        raise BadPosition(f"{what} has unknown fields: {', '.join(sorted(set(names) - set(FIELDS)))}")
    fields = [INDEX[name] for name in names]
    if len(set(fields)) < len(fields):
        raise BadPosition(f"{what} enters a field twice (T8)")
    if int(s.starts[seat]) not in fields:
        raise BadPosition(f"{what} does not have its start, {FIELDS[s.starts[seat]]} (T5)")
    for one, other in pairwise(fields):
        if not int(NEIGHBOURS[one]) >> other & 1:
            raise BadPosition(f"{what} goes from {FIELDS[one]} to {FIELDS[other]}, which is not a neighbour (T7)")
    if not _can_have_grown(s, fields, fields.index(int(s.starts[seat]))):
        raise BadPosition(f"{what} cannot have been drawn with the {int(s.closed)} cards so far (T7)")
    begin = seat * len(FIELDS)
    s.line[begin : begin + len(fields)] = fields
    s.length[seat] = len(fields)
    s.used[seat] = np.uint64(sum(1 << field for field in fields))


def _can_have_grown(s: State, fields: list[int], start: int) -> bool:
    """Whether the closed rounds, each at one end, allow this line if it started at this place of it."""
    arms = fields[:start][::-1], fields[start + 1 :]
    grown = {(0, 0)}  # the possible lengths of both arms
    for card in s.cards[: int(s.closed)]:
        patches = Counter(card_colours(s, int(card)))
        after = set(grown)
        for place in grown:
            for arm in (0, 1):
                left = patches.copy()
                for step, field in enumerate(arms[arm][place[arm] :], 1):
                    left[COLOUR_NAMES[s.colour[field]]] -= 1
                    if min(left.values()) < 0:
                        break
                    after.add((place[0] + step, place[1]) if arm == 0 else (place[0], place[1] + step))
        grown = after
    return (len(arms[0]), len(arms[1])) in grown


def _write_numbers(s: State, seat: int, halves: list[str]) -> None:
    """T11, T13: the numbers on a line, those given at half."""
    reached = [int(s.number[INDEX[name]]) for name in line_of(s, seat) if s.number[INDEX[name]]]
    for value in reached:
        is_half = str(value) in halves
        s.won[seat * NUMBERS + value - 2] = (value + 1) // 2 if is_half else value
    if any(value not in map(str, reached) for value in halves):
        raise BadPosition(f"{SEATS[seat]} got numbers at half that are not on its line: {', '.join(halves)} (T11)")


def _check_race(s: State) -> None:
    """T11: somebody was first; T13: so was the highest number of a solo line."""
    got = [numbers_of(s, seat) for seat in range(int(s.players))]
    values = {max(got[0])} if s.players == 1 and got[0] else set().union(*got) if s.players > 1 else set()
    for value in sorted(values):
        if all(numbers.get(value) != value for numbers in got):
            raise BadPosition(f"nobody got {value} in full, but whoever reached it first did (T11, T13)")


def _choose(s: State, seat: int, text: str) -> None:
    """T10: a choice of the open round."""
    moves = np.empty(rules.MAX_MOVES, np.int64)
    listed = moves[: rules.legal(s, seat, moves)] if s.closed < ROUNDS else moves[:0]
    move = parse_move(s, seat, text, listed)
    if move is None:
        raise BadPosition(f"{text!r} is not a legal choice of {SEATS[seat]} (T7)")
    s.choice[seat] = move


def end_reason(s: State) -> str:
    """T14."""
    return "rounds"
