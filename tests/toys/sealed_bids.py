"""Sealed bids: a toy with simultaneous moves and hidden cards, so that the tests cover what other games lack.

B1  One to three seats. The numbers 1 to 42 are shuffled; each seat gets 13 cards, nobody sees the others.
B2  In each of 13 rounds all seats simultaneously play a card of their hand face down.
B3  When all have, the cards are revealed: the highest takes a trick and adds its number to its owner's total.
B4  A card may be played loud (`7 loud`): it adds 1 to its owner's total when it is revealed, whoever takes the trick.
B5  Most tricks win, then the higher total; who is equal in both shares the win.
"""

# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray
from rich.text import Text

from parlour.errors import BadDeal, BadPosition, IllegalMove
from parlour.game import Codes, Game, Json, Luck, State
from parlour.kernel import below, kernel
from parlour.luck import canonical_json
from tests.toys import sealed_bids  # this file itself

# -- rules: a place is an index of `cards`; a move code is the card, plus LOUD -----------------------------------------

VERSION = "1"
SCORE_NAMES = ("tricks", "total")
CARDS, ROUNDS, LOUD = 42, 13, 64  # 13 rounds: conformance tests want matches that are not over after 12 moves
MAX_MOVES = ROUNDS  # a hand

FIELDS = [
    ("cards", "i1", CARDS),  # the deal: seat k has places 13 k to 13 k + 12, the rest is the stock
    ("played_in", "i1", CARDS),  # round of each card, from 1; 0 if it is in hand or stock
    ("is_loud", "i1", CARDS),
    ("tricks", "i1", 3),
    ("players", "i1"),
    ("closed", "i1"),  # rounds revealed
    ("spare", "i1"),
    ("total", "i2", 3),
]
STATE = np.dtype((np.record, np.dtype(FIELDS, align=True)))


@kernel
def place_of(s, seat, number):
    """Where the card is that a seat played in a round; -1 if it has not."""
    for i in range(ROUNDS * seat, ROUNDS * seat + ROUNDS):
        if s.played_in[i] == number:
            return i
    return -1


@kernel
def setup(s):
    """B1: the deal is all."""


@kernel
def waiting(s):
    """B2."""
    mask = 0
    if s.closed < ROUNDS:
        for seat in range(s.players):
            if place_of(s, seat, s.closed + 1) < 0:
                mask |= 1 << seat
    return mask


@kernel
def legal(s, seat, out):
    """B2: the cards in hand, ascending."""
    n = 0
    for i in range(ROUNDS * seat, ROUNDS * seat + ROUNDS):
        if s.played_in[i] == 0:
            out[n] = s.cards[i]
            n += 1
    out[:n].sort()
    return n


@kernel
def apply(s, seat, move):
    """B2, and the last one to act closes the round (B3, B4)."""
    number = s.closed + 1
    for i in range(ROUNDS * seat, ROUNDS * seat + ROUNDS):
        if s.cards[i] == move % LOUD:
            s.played_in[i] = number
            s.is_loud[i] = move // LOUD
    if waiting(s) != 0:
        return
    best = 0
    for other in range(s.players):
        i = place_of(s, other, number)
        s.total[other] += s.is_loud[i]
        if s.cards[i] > s.cards[place_of(s, best, number)]:
            best = other
    s.tricks[best] += 1
    s.total[best] += s.cards[place_of(s, best, number)]
    s.closed = number


@kernel
def scores(s, out):
    """B5."""
    for seat in range(s.players):
        out[seat, 0] = s.tricks[seat]
        out[seat, 1] = s.total[seat]


@kernel
def redeal(s, seat, rng):
    """Shuffle what this seat has not seen, hidden choices with it: each becomes a random card of a new hand."""
    hidden = np.empty(CARDS, np.int64)
    n = 0
    for i in range(CARDS):
        if i // ROUNDS != seat and (s.played_in[i] == 0 or s.played_in[i] > s.closed):
            hidden[n] = i
            n += 1
            if s.played_in[i] != 0:
                s.is_loud[i] = below(rng, 2)
    for k in range(n - 1, 0, -1):
        i, j = hidden[k], hidden[below(rng, k + 1)]
        card = s.cards[i]
        s.cards[i] = s.cards[j]
        s.cards[j] = card


def forget(s: State, seat: int) -> None:
    """Sort what this seat has not seen."""
    places = [i for i in range(CARDS) if i // ROUNDS != seat and not 0 < s.played_in[i] <= s.closed]
    s.cards[places] = sorted(s.cards[places])


# -- notation ----------------------------------------------------------------------------------------------------------


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """All there is to know; only for the owner of the table."""

    cards: list[int]
    played: list[list[str]]  # by seat, from the first round on


def write_options(s: State, players: int, options: Mapping[str, Json]) -> None:
    """There are none."""
    s.players = players


def new_deal(luck: Luck, players: int, options: Mapping[str, Json]) -> Json:
    """B1."""
    return luck.shuffled(range(1, CARDS + 1))


def write_deal(s: State, deal: Json) -> None:
    """B1."""
    is_list = isinstance(deal, list) and all(type(card) is int for card in deal)
    if not is_list or sorted(deal) != list(range(1, CARDS + 1)):
        raise BadDeal(f"a deal is a list of the numbers 1 to {CARDS} in any order (B1), not {deal!r}")
    s.cards[:] = deal


def read_deal(s: State) -> Json:
    """B1."""
    return s.cards.tolist()


def move_text(s: State, seat: int, move: int) -> str:
    """The card, and whether it is loud."""
    return f"{move % LOUD} loud" if move >= LOUD else str(move)


def parse_move(s: State, seat: int, text: str, moves: NDArray[np.int64]) -> int | None:
    """A listed card, or the same loud (B4)."""
    codes = [code for card in moves.tolist() for code in (card, card + LOUD)]
    return next((code for code in codes if move_text(s, seat, code) == text), None)


def complete(s: State, seat: int, words: list[str], moves: Codes) -> list[str]:
    """B4."""
    return ["loud"] if len(words) == 1 and words[0] in map(str, hand_of(s, seat)) else []


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """What is wrong with a text that is no card in hand."""
    found = re.fullmatch("([1-9][0-9]?)( loud)?", text)
    if found is None:
        return IllegalMove("notation", "write the number of a card, and `loud` after it if you like (B4)")
    if int(found[1]) > CARDS:
        return IllegalMove("B1", "there is no card {card}: they are 1 to {most}", card=found[1], most=CARDS)
    return IllegalMove("B2", "card {card} is not in your hand", card=found[1])


def hand_of(s: State, seat: int) -> list[int]:
    """The cards that a seat has not played, ascending."""
    places = range(ROUNDS * seat, ROUNDS * seat + ROUNDS)
    return sorted(int(s.cards[i]) for i in places if s.played_in[i] == 0)


def played(s: State, seat: int, number: int) -> str | None:
    """What a seat played in a round, hidden or not; None if it has not yet."""
    i = place_of(s, seat, number)
    return None if i < 0 else move_text(s, seat, int(s.cards[i]) + LOUD * int(s.is_loud[i]))


def position_text(s: State) -> str:
    """The deal, and the cards that each seat has played."""
    texts = [[played(s, seat, number) for number in range(1, s.closed + 2)] for seat in range(s.players)]
    shown = [[text for text in row if text is not None] for row in texts]
    return canonical_json({"cards": read_deal(s), "played": shown})


def parse_position(s: State, text: str) -> None:
    """Put a position into a set-up record by playing it."""
    try:
        position = msgspec.json.decode(text, type=Position)
        write_deal(s, position.cards)
    except (msgspec.DecodeError, UnicodeError, BadDeal) as problem:
        raise BadPosition(f'a position is {{"cards":DEAL,"played":[[CARD, ...], ...]}}: {problem}') from None
    lengths = [len(row) for row in position.played]
    if len(lengths) != s.players or max(lengths) > min(min(lengths) + 1, ROUNDS):
        raise BadPosition(f"each seat has played one card a round, in at most {ROUNDS} rounds (B2)")
    for number in range(max(lengths)):
        for seat, row in enumerate(position.played):
            if number < len(row):
                move = parse_move(s, seat, row[number], np.array(hand_of(s, seat), np.int64))
                if move is None:
                    raise BadPosition(str(why_not(s, seat, row[number])))
                apply(s, seat, move)
    if position_text(s) != text:
        raise BadPosition(f"write it as {position_text(s)}")


def end_reason(s: State) -> str:
    """B2."""
    return "rounds"


# -- view --------------------------------------------------------------------------------------------------------------


class Board(msgspec.Struct):
    """The table and one's own hand."""

    hand: list[int]  # one's own, ascending; [] for a spectator
    choice: str | None  # one's own, face down
    revealed: list[list[str]]  # by round and seat
    tricks: list[int]
    chosen: list[bool]  # who has, in the open round


class Chosen(msgspec.Struct, tag_field="kind", tag="chosen"):
    """A card was played face down."""

    seat: int


class Revealed(msgspec.Struct, tag_field="kind", tag="revealed"):
    """The round was closed."""

    cards: list[str]  # by seat


def revealed(s: State, number: int) -> list[str]:
    """The cards of a closed round, by seat."""
    return [str(played(s, seat, number)) for seat in range(s.players)]


def board(s: State, seat: int | None) -> Board:
    """Only what this seat may see."""
    return Board(
        hand=[] if seat is None else hand_of(s, seat),
        choice=None if seat is None else played(s, seat, s.closed + 1),
        revealed=[revealed(s, number) for number in range(1, s.closed + 1)],
        tricks=s.tricks[: s.players].tolist(),
        chosen=[played(s, other, s.closed + 1) is not None for other in range(s.players)],
    )


def events(before: State, after: State, mover: int, text: str, seat: int | None) -> list[Chosen | Revealed]:
    """The card is shown to nobody until the round is closed."""
    return [Revealed(revealed(after, int(after.closed)))] if after.closed > before.closed else [Chosen(mover)]


def terminal(s: State, seat: int | None, last: str = "") -> Text:
    """The board in a few lines; `last` may be hidden and is not drawn."""
    seen = board(s, seat)
    rounds = [f"round {number}: {', '.join(cards)}" for number, cards in enumerate(seen.revealed, 1)]
    return Text("\n".join([*rounds, f"tricks {seen.tricks}", f"hand {seen.hand}, chosen {seen.choice or 'nothing'}"]))


def svg(s: State, seat: int | None, last: str = "") -> str:
    """The same as a picture."""
    lines = terminal(s, seat).plain.split("\n")
    texts = [f'<text x="5" y="{20 * row}">{line}</text>' for row, line in enumerate(lines, 1)]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 320">{"".join(texts)}</svg>'


GAME = Game(
    name="sealed_bids",
    title="Sealed bids",
    package=__name__,
    sentence="Play cards face down, all simultaneously; the highest takes the trick.",
    minutes=3,
    players=range(1, 4),
    seat_names=("red", "blue", "green"),
    simultaneous=True,
    options=(),
    rules=sealed_bids,
    notation=sealed_bids,
    view=sealed_bids,
    draw=sealed_bids,
    why_not=why_not,
    forget=forget,
    max_plies=lambda players, options: ROUNDS * players,
    rematch_order=lambda outcome, luck: tuple(range(len(outcome.scores))),
    complete=complete,
)
