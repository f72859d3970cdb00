"""Tracktic in sentences: what a person is to say next, and which rule an illegal text breaks."""

from __future__ import annotations

from parlour.errors import IllegalMove
from parlour.game import State
from parlour.games.tracktic import rules
from parlour.games.tracktic.board.bitboard import DRAWN, FLIPS, KINDS, LARGEST, NEXT
from parlour.games.tracktic.board.pieces import SHAPE, SHAPES
from parlour.games.tracktic.notation import (
    Written,
    deck_list,
    filling,
    form_of,
    laid_cells,
    listed_codes,
    move_text,
    parse_move,
    parse_words,
    short_code,
)
from parlour.games.tracktic.notation.names import (
    CELL_INDEX,
    CELL_NAMES,
    COLOURS,
    WHITE,
    cell_index,
    face_up,
    grid_cells,
    owners,
    touched_cells,
)

SHAPE_WORDS = ("no tab", "one tab", "two adjacent tabs", "two opposite tabs", "three tabs", "four tabs")
NUMBERS = "tabs: north 1, east 2, south 4, west 8, added up, a to f for 10 to 15"


# -- what to say next --------------------------------------------------------------------------------------------------


def prompt(s: State, seat: int, words: list[str]) -> str:
    """What the next word of a move is, for people."""
    if not words:
        return _first_prompt(s, seat)
    if (code := _code_before_colon(s, seat, words)) is not None:
        return _piece_prompt(s, seat, code, words)
    card, cells = words[0].removesuffix("*"), len(words) - 1
    if card == "flip" and cells < 2:
        parts = ("Which opponent's piece do you turn to white?", "On which cell beside it do you lay a piece?")
        return parts[cells]
    if card not in DRAWN or cells >= int(card[1]):
        return ""
    if cells:
        return "The next cell, in order."
    token = ", over opponents' pieces" if words[0].endswith("*") else ""
    return f"The first of {card[1]} cells in the pattern {card}{token}; cells go by letter, then by number."


def _first_prompt(s: State, seat: int) -> str:
    codes = listed_codes(s, seat)
    if len(codes) == 1:
        return "None of the cards can be played: skip."
    token = " (* spends a token)" if (codes & 1).any() else ""
    return f"Take a card{token}, or skip for the rest of the game."


def _code_before_colon(s: State, seat: int, words: list[str]) -> int | None:
    """The move that is whole, whether pieces follow or not; None for anything else and for a skip."""
    end = words.index(":") if ":" in words else len(words)
    return parse_move(s, seat, " ".join(words[:end]), listed_codes(s, seat)) or None


def _piece_prompt(s: State, seat: int, code: int, words: list[str]) -> str:
    """What may be said of pieces after a whole move."""
    if s.is_plain:
        return ""
    if ":" not in words:
        return f"It takes the pieces {_numbers(filling(s, seat, code, []))}. To choose others, type."
    laid, number = laid_cells(s, code), len(words) - words.index(":") - 1
    if number >= len(laid):
        return ""
    return f"The side number of the piece on {CELL_NAMES[laid[number]]} ({NUMBERS})."


def _numbers(sides: list[int] | None) -> str:
    return " ".join(f"{number:x}" for number in sides or ())


# -- why not -----------------------------------------------------------------------------------------------------------

Reason = tuple[str, str]


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """Which rule a text breaks that is not legal here."""
    rule, sentence = _WhyNot(s, seat).reason(text)
    return IllegalMove(rule, sentence)


class _WhyNot:
    """Goes through the rules in the order in which a person would meet them."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.owners = owners(s)
        self.moves = listed_codes(s, seat)

    def reason(self, text: str) -> Reason:
        written = parse_words(text)
        if written is None:
            card = text.removesuffix("*")
            return (self._card(card) or self._bare(card, text)) if card in KINDS else _malformed(text)
        card = written.card
        if wrong := self._card(card) or self._count(written):
            return wrong
        for name in written.cells:
            if cell_index(self.s, name) is None:
                names = [CELL_NAMES[cell] for cell in grid_cells(self.s)]
                return "K3", f"there is no cell {name} on this grid; it goes from {names[0]} to {names[-1]}"
        cells = [CELL_INDEX[name] for name in written.cells]
        found = self._flip(written, cells) if card == "flip" else self._pattern(written, cells)
        return found or self._pieces(written, cells)

    # -- cards --

    def _card(self, card: str) -> Reason | None:
        if card not in deck_list(self.s):
            return "K4", f"there is no card {card} in this deck; there are {', '.join(deck_list(self.s))}"
        if card not in face_up(self.s):
            return "K9", f"no card {card} lies face up; there are {', '.join(face_up(self.s))}"
        return None

    def _bare(self, card: str, text: str) -> Reason:
        """Nothing but a card was named."""
        example = self._example(text)
        if example.startswith("; for"):
            return "notation", f"name the cells of {text}, too{example}"
        if text != card and not self.s.tokens[self.seat]:
            return "K15", "you have no token left"
        return "K17" if card == "flip" else "K15" if text != card else "K10", example.removeprefix("; ")

    def _count(self, written: Written) -> Reason | None:
        """Before any cell is looked up, for there may be thousands."""
        card, many = written.card, len(written.cells)
        if card == "flip":
            form = "a Flip card takes two cells: the piece to turn, then where you lay one (flip f7 g7)"
            return None if many == 2 else ("notation", form)
        return None if many == int(card[1]) else ("K10", f"the pattern {card} has {card[1]} cells, not {many}")

    def _pattern(self, written: Written, cells: list[int]) -> Reason | None:
        card = written.card
        if sorted(set(cells)) != cells:
            ordered = " ".join(CELL_NAMES[cell] for cell in sorted(set(cells)))
            return "notation", f"name each cell once and in order, by letter, then by number: {ordered}"
        form = form_of(card, cells)
        if form is None:
            return "K10", f"these cells do not form the pattern {card}, however it is turned"
        wrong = self._with_token(card, cells) if written.has_token else self._without_token(card, cells)
        if wrong is not None:
            return wrong
        if not touched_cells(self.s, self.seat).intersection(cells):
            return "K11", f"no cell of it lies beside a piece that you can build from{self._example(card)}"
        if rules.would_make_t(self.s, self.seat, form, cells[0]):
            return self._t(cells)
        return None

    def _without_token(self, card: str, cells: list[int]) -> Reason | None:
        taken = [cell for cell in cells if cell in self.owners]
        if not taken:
            return None
        hint = ""
        if self.s.tokens[self.seat] and all(self.owners[cell] != self.seat for cell in taken):
            hint = f"; {card}* spends a token to go over opponents' pieces (K15)"
        return "K10", f"there is a {self._colour(taken[0])} piece on {CELL_NAMES[taken[0]]}: choose empty cells{hint}"

    def _with_token(self, card: str, cells: list[int]) -> Reason | None:
        if not self.s.tokens[self.seat]:
            return "K15", f"you have no token left: write {card} without *, on empty cells"
        there = {cell: self.owners.get(cell) for cell in cells}
        for cell, owner in there.items():
            if owner == self.seat:
                return "K15", f"your own piece on {CELL_NAMES[cell]} cannot serve: only white and opponents' pieces can"
        if all(owner in (None, WHITE) for owner in there.values()):
            spare = f", so write {card} without *" if not any(owner is not None for owner in there.values()) else ""
            return "K15", f"a token must turn at least one opponent's piece, and there is none on these cells{spare}"
        if None not in there.values():
            return "K15", "at least one piece of yours must be laid, and none of these cells is empty"
        return None

    def _flip(self, written: Written, cells: list[int]) -> Reason | None:
        if written.has_token:
            return "K15", "a token goes with a pattern card, not with a Flip card: write flip without *"
        turned, new = cells
        owner = self.owners.get(turned)
        if owner is None or owner in (self.seat, WHITE):
            what = "no piece" if owner is None else f"a {self._colour(turned)} piece"
            return "K17", f"there is {what} on {CELL_NAMES[turned]}: turn an opponent's{self._example('flip')}"
        if not any(self.owners.get(int(other)) == self.seat for other in NEXT[turned]):
            return (
                "K17",
                f"the piece on {CELL_NAMES[turned]} shares no side with a piece of yours{self._example('flip')}",
            )
        if new in self.owners:
            return "K17", f"there is a {self._colour(new)} piece on {CELL_NAMES[new]}: lay yours on an empty cell"
        if new not in NEXT[turned]:
            return (
                "K17",
                f"{CELL_NAMES[new]} is not beside {CELL_NAMES[turned]}: lay your piece beside the one you turn",
            )
        if rules.would_make_t(self.s, self.seat, FLIPS, new):
            return self._t([new])
        return None

    def _t(self, cells: list[int]) -> Reason:
        """K14: names the middle of the T."""
        own = {cell for cell, owner in self.owners.items() if owner == self.seat}
        own |= {cell for cell in cells if cell not in self.owners}
        middle = next(cell for cell in sorted(own) if len(own & {int(other) for other in NEXT[cell]}) > 2)
        return "K14", f"four of your pieces would form a T around {CELL_NAMES[middle]}"

    # -- pieces --

    def _pieces(self, written: Written, cells: list[int]) -> Reason:
        """Only the pieces are wrong: there are none that fit, or others were chosen."""
        code = short_code(self.s, written)
        assert code is not None
        laid = laid_cells(self.s, code).tolist()
        rack = self.s.rack[SHAPES * self.seat : SHAPES * (self.seat + 1)].tolist()
        if sum(rack) < len(laid):
            return "K12", f"your rack has {sum(rack)} pieces left, and this takes {len(laid)}"
        if code not in self.moves:
            return "K13", "no pieces left on your rack fit there, to their neighbours and to each other"
        short = move_text(self.s, self.seat, code)
        if self.s.is_plain:
            return "K12", f"plain pieces have no sides to choose: write {short}"
        numbers = [int(number, 16) for number in written.numbers or ()]
        names = " ".join(CELL_NAMES[cell] for cell in laid)
        if len(numbers) != len(laid):
            return "notation", f"after the colon stand {len(laid)} side numbers, for {names}, not {len(numbers)}"
        around = {cell: int(self.s.sides[cell]) for cell in self.owners} | dict(zip(laid, numbers, strict=True))
        for cell, number in zip(laid, numbers, strict=True):
            for side in range(4):
                other = int(NEXT[cell, side])
                if other in around and (number >> side & 1) == (around[other] >> (side ^ 2) & 1):
                    both = "both have a tab" if number >> side & 1 else "neither has a tab"
                    where = f"{CELL_NAMES[cell]} and {CELL_NAMES[other]} do not interlock: {both} there"
                    return "K12", f"{number:x} does not fit on {CELL_NAMES[cell]}: {where}; {self._suggestion(code)}"
        for cell, number in zip(laid, numbers, strict=True):
            rack[SHAPE[number]] -= 1
            if rack[SHAPE[number]] < 0:
                shape = SHAPE_WORDS[SHAPE[number]]
                return (
                    "K12",
                    f"your rack has no piece with {shape} left for {CELL_NAMES[cell]}; {self._suggestion(code)}",
                )
        raise AssertionError(f"{written} is legal")

    def _suggestion(self, code: int) -> str:
        return f"the suggested pieces are {_numbers(filling(self.s, self.seat, code, []))}"

    # -- words --

    def _colour(self, cell: int) -> str:
        return (*COLOURS, "white")[self.owners[cell]]

    def _example(self, card: str) -> str:
        """`; for example ...` with this card, or that there is none."""
        texts = (move_text(self.s, self.seat, int(code)) for code in self.moves)
        found = next((text for text in texts if text.split()[0] == card), None)
        return f"; for example {found}" if found else f"; no move with {card} is legal now"


def _malformed(text: str) -> Reason:
    if wrong := _wrong_case(text):
        return "notation", wrong
    short, colon, _ = text.partition(":")
    if colon and parse_words(short.removesuffix(" ")) is not None:
        form = "I3 d4 d5 d6 : 1 3 9"
        return "notation", f"after the colon write side numbers, 0 to 9 and a to f, with single spaces: {form}"
    if colon and short.strip() == "skip":
        return "notation", "skip stands alone"
    return (
        "notation",
        "write a card and its cells in order (S4 d4 d5 e5 e6, or S4* with a token), flip and two cells (flip f7 g7), "
        "or skip",
    )


def _wrong_case(text: str) -> str:
    """What is in capital letters and should not be, or the other way round; empty if that is not what is wrong."""
    card, _, rest = text.partition(" ")
    if not text.isascii():
        return ""
    if card.upper().removesuffix("*") in DRAWN and card != card.upper():
        return f"patterns are written in capital letters: {card.upper()}"
    if card.lower() in ("flip", "skip") and card != card.lower():
        return f"{card.lower()} is written in lower-case letters"
    if parse_words(f"{card} {rest.lower()}") is None:
        return ""
    cells, _, numbers = rest.partition(" : ")
    what, wrong = ("cells", cells) if cells != cells.lower() else ("side numbers", numbers)
    return f"{what} are written in lower-case letters: {' '.join(wrong.lower().split()[:LARGEST])}"
