"""Which rule of Tracktic an illegal text breaks."""

from __future__ import annotations

from collections.abc import Iterable

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
from parlour.message import Message, message

SHAPE_WORDS = (
    message("no tab"),
    message("one tab"),
    message("two adjacent tabs"),
    message("two opposite tabs"),
    message("three tabs"),
    message("four tabs"),
)


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """Explain which rule an illegal move text breaks."""
    return _WhyNot(s, seat).reason(text)


class _WhyNot:
    """Checks the rules in the order in which a player meets them."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.owners = owners(s)
        self.moves = listed_codes(s, seat)

    def reason(self, text: str) -> IllegalMove:
        written = parse_words(text)
        if written is None and text in CELL_INDEX:
            return self._card_first(text)
        if written is None:
            card = text.removesuffix("*")
            return (self._card(card) or self._bare(card, text)) if card in KINDS else _malformed(text)
        card = written.card
        if wrong := self._card(card) or self._cannot_turn(written) or _count(written) or self._outside(written.cells):
            return wrong
        cells = [CELL_INDEX[name] for name in written.cells]
        found = self._flip(written, cells) if card == "flip" else self._pattern(written, cells)
        return found or self._pieces(written)

    def _card_first(self, text: str) -> IllegalMove:
        """A cell was named without a card, or a card in lower-case letters."""
        cards = list(dict.fromkeys(face_up(self.s)))
        if text.upper() in cards:
            return IllegalMove("K9", "take a card first, {cards:, or}, in capital letters; then its cells", cards=cards)
        return IllegalMove("K9", "take a card first, {cards:, or}; then its cells", cards=cards)

    def _outside(self, names: list[str]) -> IllegalMove | None:
        wrong = next((name for name in names if cell_index(self.s, name) is None), None)
        if wrong is None:
            return None
        first, *_, last = (CELL_NAMES[cell] for cell in grid_cells(self.s))
        return IllegalMove(
            "K3",
            "there is no cell {cell} on this grid; it goes from {first} to {last}",
            cell=wrong,
            first=first,
            last=last,
        )

    # -- cards --

    def _card(self, card: str) -> IllegalMove | None:
        deck, row = list(deck_list(self.s)), face_up(self.s)
        if card not in deck:
            return IllegalMove("K4", "there is no card {card} in this deck; there are {deck:,}", card=card, deck=deck)
        if card not in row:
            return IllegalMove("K9", "no card {card} lies face up; there are {cards:,}", card=card, cards=row)
        return None

    def _bare(self, card: str, text: str) -> IllegalMove:
        """Nothing but a card was named."""
        if example := self._example(text):
            return IllegalMove(
                "notation", "name the cells of {card}, too; for example {example}", card=text, example=example
            )
        if text != card and not self.s.tokens[self.seat]:
            return IllegalMove("K15", "you have no token left")
        if card == "flip":
            return self._no_flip()
        return IllegalMove("K15" if text != card else "K10", "no move with {card} is legal now", card=text)

    def _no_flip(self) -> IllegalMove:
        """A Flip card without a legal move."""
        if turnable := [cell for cell in self.owners if self._turned(cell) is None]:
            names = _names(turnable)
            return IllegalMove("K17", "no piece of yours can be laid beside {cells:, or}", marks=names, cells=names)
        own = _names([cell for cell, owner in self.owners.items() if owner == self.seat])
        return IllegalMove("K17", "no opponent's piece shares a side with one of yours", marks=own)

    def _pattern(self, written: Written, cells: list[int]) -> IllegalMove | None:
        card = written.card
        if sorted(set(cells)) != cells:
            return IllegalMove(
                "notation",
                "name each cell once and in order, by letter, then by number: {cells}",
                cells=[CELL_NAMES[cell] for cell in sorted(set(cells))],
            )
        form = form_of(card, cells)
        if form is None:
            return IllegalMove("K10", "these cells do not form the pattern {card}, however it is turned", card=card)
        wrong = self._with_token(card, cells) if written.has_token else self._without_token(card, cells)
        if wrong is not None:
            return wrong
        if not touched_cells(self.s, self.seat).intersection(cells):
            reason = message("no cell of it lies beside a piece that you can build from")
            return self._with_example("K11", reason, card, self._building())
        if rules.would_make_t(self.s, self.seat, form, cells[0]):
            return self._t(cells)
        return None

    def _without_token(self, card: str, cells: list[int]) -> IllegalMove | None:
        taken = [cell for cell in cells if cell in self.owners]
        if not taken:
            return None
        colour, name = self._colour(taken[0]), CELL_NAMES[taken[0]]
        if self.s.tokens[self.seat] and all(self.owners[cell] != self.seat for cell in taken):
            return IllegalMove(
                "K10",
                "there is a {colour} piece on {cell}: choose empty cells; "
                "{card}* spends a token to go over opponents' pieces (K15)",
                marks=_names(taken),
                colour=colour,
                cell=name,
                card=card,
            )
        return IllegalMove(
            "K10",
            "there is a {colour} piece on {cell}: choose empty cells",
            marks=_names(taken),
            colour=colour,
            cell=name,
        )

    def _with_token(self, card: str, cells: list[int]) -> IllegalMove | None:
        if not self.s.tokens[self.seat]:
            return IllegalMove("K15", "you have no token left: write {card} without *, on empty cells", card=card)
        there = [self.owners.get(cell) for cell in cells]
        if self.seat in there:
            return IllegalMove(
                "K15",
                "your own piece on {cell} cannot serve: only white and opponents' pieces can",
                marks=_names(cell for cell in cells if self.owners.get(cell) == self.seat),
                cell=CELL_NAMES[cells[there.index(self.seat)]],
            )
        if all(owner is None for owner in there):
            return IllegalMove(
                "K15",
                "a token must turn at least one opponent's piece, and there is none on these cells, "
                "so write {card} without *",
                card=card,
            )
        if all(owner in (None, WHITE) for owner in there):
            return IllegalMove(
                "K15", "a token must turn at least one opponent's piece, and there is none on these cells"
            )
        if None not in there:
            return IllegalMove("K15", "at least one piece of yours must be laid, and none of these cells is empty")
        return None

    def _flip(self, written: Written, cells: list[int]) -> IllegalMove | None:
        if written.has_token:
            return IllegalMove("K15", "a token goes with a pattern card, not with a Flip card: write flip without *")
        turned, new = cells
        if wrong := self._turned(turned):
            return self._with_example("K17", wrong, "flip", _names([turned]))
        if new in self.owners:
            return IllegalMove(
                "K17",
                "there is a {colour} piece on {cell}: lay yours on an empty cell",
                marks=_names([new]),
                colour=self._colour(new),
                cell=CELL_NAMES[new],
            )
        if new not in NEXT[turned]:
            return IllegalMove(
                "K17",
                "{cell} is not beside {turned}: lay your piece beside the one you turn",
                marks=_names([turned]),
                cell=CELL_NAMES[new],
                turned=CELL_NAMES[turned],
            )
        if rules.would_make_t(self.s, self.seat, FLIPS, new):
            return self._t([new])
        return None

    def _cannot_turn(self, written: Written) -> IllegalMove | None:
        """What is wrong with a piece to turn that was named alone: a page asks before the second cell is chosen."""
        name = written.cells[0]
        if written.card != "flip" or len(written.cells) > 1 or cell_index(self.s, name) is None:
            return None
        wrong = self._turned(CELL_INDEX[name])
        if wrong is None and any(move_text(self.s, self.seat, code).startswith(f"flip {name} ") for code in self.moves):
            return None
        wrong = wrong or message("no piece of yours can be laid beside {cell}", cell=name)
        return self._with_example("K17", wrong, "flip", [name])

    def _turned(self, cell: int) -> Message | None:
        """What is wrong with turning the piece on this cell."""
        owner, name = self.owners.get(cell), CELL_NAMES[cell]
        if owner is None:
            return message("there is no piece on {cell}: turn an opponent's", cell=name)
        if owner in (self.seat, WHITE):
            colour = self._colour(cell)
            return message("there is a {colour} piece on {cell}: turn an opponent's", colour=colour, cell=name)
        if not any(self.owners.get(int(other)) == self.seat for other in NEXT[cell]):
            return message("the piece on {cell} shares no side with a piece of yours", cell=name)
        return None

    def _t(self, cells: list[int]) -> IllegalMove:
        """K14: names the middle of the T, and marks all of it."""
        own = {cell for cell, owner in self.owners.items() if owner == self.seat}
        own |= {cell for cell in cells if cell not in self.owners}
        middle = next(cell for cell in sorted(own) if len(own & {int(other) for other in NEXT[cell]}) > 2)
        whole = [middle, *sorted(own & {int(other) for other in NEXT[middle]})]
        return IllegalMove(
            "K14", "four of your pieces would form a T around {cell}", marks=_names(whole), cell=CELL_NAMES[middle]
        )

    def _building(self) -> list[str]:
        """The cells of the pieces that the seat can build from (K11)."""
        found = [cell for cell, owner in self.owners.items() if owner == self.seat]
        for cell in found:  # grows meanwhile: white pieces lead on to white pieces
            others = map(int, NEXT[cell])
            found += [other for other in others if self.owners.get(other) == WHITE and other not in found]
        return _names(sorted(found))

    # -- pieces --

    def _pieces(self, written: Written) -> IllegalMove:
        """Explain wrong pieces: none fit, or others were chosen."""
        code = short_code(self.s, written)
        assert code is not None
        laid = laid_cells(self.s, code).tolist()
        rack = self.s.rack[SHAPES * self.seat : SHAPES * (self.seat + 1)].tolist()
        if sum(rack) < len(laid):
            return IllegalMove(
                "K12", "your rack has {left} pieces left, and this takes {many}", left=sum(rack), many=len(laid)
            )
        if code not in self.moves:
            return IllegalMove(
                "K13",
                "no pieces left on your rack fit there, to their neighbours and to each other",
                marks=_names(laid),
            )
        if self.s.is_plain:
            move = move_text(self.s, self.seat, code)
            return IllegalMove("K12", "plain pieces have no sides to choose: write {move}", move=move)
        numbers = [int(number, 16) for number in written.numbers or ()]
        if len(numbers) != len(laid):
            return IllegalMove(
                "notation",
                "write a side number for each new cell, {cells}: {many}, not {given}",
                many=len(laid),
                cells=[CELL_NAMES[cell] for cell in laid],
                given=len(numbers),
            )
        suggested = [f"{number:x}" for number in filling(self.s, self.seat, code, []) or ()]
        return self._misfit(laid, numbers, suggested) or _not_on_rack(laid, numbers, rack, suggested)

    def _misfit(self, laid: list[int], numbers: list[int], suggested: list[str]) -> IllegalMove | None:
        """The first side of a new piece that does not interlock with its neighbour."""
        around = {cell: int(self.s.sides[cell]) for cell in self.owners} | dict(zip(laid, numbers, strict=True))
        for cell, number in zip(laid, numbers, strict=True):
            for side in range(4):
                other = int(NEXT[cell, side])
                if other in around and (number >> side & 1) == (around[other] >> (side ^ 2) & 1):
                    wrong = _no_joint(CELL_NAMES[cell], CELL_NAMES[other], bool(number >> side & 1))
                    return IllegalMove(
                        "K12",
                        "{number} does not fit on {cell}: {wrong}; the suggested pieces are {pieces}",
                        marks=_names([cell, other]),
                        number=f"{number:x}",
                        cell=CELL_NAMES[cell],
                        wrong=wrong,
                        pieces=suggested,
                    )
        return None

    # -- words --

    def _colour(self, cell: int) -> str:
        return (*COLOURS, "white")[self.owners[cell]]

    def _example(self, card: str) -> str | None:
        """A legal move with this card."""
        texts = (move_text(self.s, self.seat, int(code)) for code in self.moves)
        return next((text for text in texts if text.split()[0] == card), None)

    def _with_example(self, rule: str, reason: Message, card: str, marks: list[str]) -> IllegalMove:
        """Return what is wrong, with a legal move of this card as an example, if there is one."""
        if example := self._example(card):
            return IllegalMove(rule, "{reason}; for example {example}", marks=marks, reason=reason, example=example)
        return IllegalMove(rule, "{reason}; no move with {card} is legal now", marks=marks, reason=reason, card=card)


def _names(cells: Iterable[int]) -> list[str]:
    return [CELL_NAMES[cell] for cell in cells]


def _count(written: Written) -> IllegalMove | None:
    """Check the number of cells before any is looked up: there may be thousands."""
    card, many = written.card, len(written.cells)
    if card != "flip" and many != int(card[1]):
        return IllegalMove(
            "K10", "the pattern {card} has {cells} cells, not {many}", card=card, cells=int(card[1]), many=many
        )
    if card == "flip" and many != 2:
        return IllegalMove(
            "notation" if many < 2 else "K17",
            "a Flip card takes two cells: the piece to turn, then where you lay one (flip f7 g7)",
        )
    return None


def _no_joint(one: str, other: str, have_tabs: bool) -> Message:
    if have_tabs:
        return message("{one} and {other} do not interlock: both have a tab there", one=one, other=other)
    return message("{one} and {other} do not interlock: neither has a tab there", one=one, other=other)


def _not_on_rack(laid: list[int], numbers: list[int], rack: list[int], suggested: list[str]) -> IllegalMove:
    """The first piece that the rack does not have."""
    for cell, number in zip(laid, numbers, strict=True):
        rack[SHAPE[number]] -= 1
        if rack[SHAPE[number]] < 0:
            return IllegalMove(
                "K12",
                "your rack has no piece with {shape} left for {cell}; the suggested pieces are {pieces}",
                shape=SHAPE_WORDS[SHAPE[number]],
                cell=CELL_NAMES[cell],
                pieces=suggested,
            )
    raise AssertionError(f"{numbers} on {laid} is legal")


def _malformed(text: str) -> IllegalMove:
    if wrong := _wrong_case(text):
        return IllegalMove("notation", wrong)
    short, colon, _ = text.partition(":")
    if colon and parse_words(short.removesuffix(" ")) is not None:
        return IllegalMove(
            "notation",
            "after the colon write side numbers, 0 to 9 and a to f, with single spaces: I3 d4 d5 d6 : 1 3 9",
        )
    if colon and short.strip() == "skip":
        return IllegalMove("notation", "write skip alone")
    return IllegalMove(
        "notation",
        "write a card and its cells in order (S4 d4 d5 e5 e6, or S4* with a token), flip and two cells (flip f7 g7), "
        "or skip",
    )


def _wrong_case(text: str) -> Message | None:
    """Explain wrong capital or small letters; None if that is not the mistake."""
    card, _, rest = text.partition(" ")
    if not text.isascii():
        return None
    if card.upper().removesuffix("*") in DRAWN and card != card.upper():
        return message("patterns are written in capital letters: {card}", card=card.upper())
    if card.lower() in ("flip", "skip") and card != card.lower():
        return message("{card} is written in lower-case letters", card=card.lower())
    if parse_words(f"{card} {rest.lower()}") is None:
        return None
    cells, _, numbers = rest.partition(" : ")
    if cells != cells.lower():
        return message("cells are written in lower-case letters: {cells}", cells=cells.lower().split()[:LARGEST])
    return message(
        "side numbers are written in lower-case letters: {numbers}", numbers=numbers.lower().split()[:LARGEST]
    )
