"""Positions of Tracktic as text; unreachable positions are refused."""

from __future__ import annotations

import re
from collections import Counter

from parlour.errors import BadPosition
from parlour.game import State
from parlour.games.tracktic import rules
from parlour.games.tracktic.board.bitboard import FLIP, KINDS, NEXT, SIZE, words_of
from parlour.games.tracktic.board.pieces import PIECE, RACK, RACK_SIZE, SHAPE, SHAPES
from parlour.games.tracktic.notation.names import (
    CELL_NAMES,
    COLOURS,
    LETTERS,
    WHITE,
    cards_text,
    face_up,
    grid_cells,
    owners,
    parse_cards,
    side_number,
)

FORM = "a Tracktic position is seven words: ROWS RACKS TOKENS SKIPPED TO_ACT FACE_UP DEAL"


def position_text(s: State) -> str:
    """Rows from the top, racks, tokens, who has skipped, who is to act, cards face up, the deal."""
    players, pieces = int(s.players), owners(s)
    rows = []
    for row in _rows(s):
        marks = [f"{LETTERS[pieces[cell]]}{_side(s, cell)}" if cell in pieces else "." for cell in row]
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(marks)))
    racks = [s.rack[SHAPES * seat : SHAPES * (seat + 1)].tolist() for seat in range(players)]
    cards = [KINDS[kind] for kind in s.deck]
    return " ".join(
        [
            "/".join(rows),
            ",".join(str(rack[0]) if s.is_plain else "".join(map(str, rack)) for rack in racks),
            "".join(str(tokens) for tokens in s.tokens[:players]),
            "".join(LETTERS[seat] for seat in range(players) if s.skipped >> seat & 1) or "-",
            "-" if s.to_act == rules.NONE else LETTERS[s.to_act],
            cards_text(face_up(s)) or "-",
            f"{cards_text(cards[: s.turned])}|{cards_text(cards[s.turned :])}",
        ]
    )


def _side(s: State, cell: int) -> str:
    return "" if s.is_plain else f"{side_number(s, cell):x}"


def _rows(s: State) -> list[list[int]]:
    """The cells of each row, from the top, each row from the left."""
    cells = grid_cells(s)
    return [[cell for cell in cells if cell % SIZE == row] for row in sorted({cell % SIZE for cell in cells})[::-1]]


def parse_position(s: State, text: str) -> None:
    """Write a position into a record that `setup` has prepared."""
    words = text.split(" ")
    if len(words) != 7:
        raise BadPosition(f"{FORM}; there are {len(words)}")
    rows, racks, tokens, skipped, to_act, row, deal = words
    _parse_deal(s, deal)
    _parse_row(s, row)
    _parse_grid(s, rows)
    _parse_racks(s, racks)
    _parse_tokens(s, tokens)
    _parse_turn(s, skipped, to_act)
    _check_start(s)
    _check_sides(s)
    _check_colours(s)
    _check_counts(s)


# -- reading -----------------------------------------------------------------------------------------------------------


def _parse_deal(s: State, text: str) -> None:
    parts = text.split("|")
    cards = [parse_cards(part) for part in parts]
    if len(parts) != 2 or None in cards:
        raise BadPosition("DEAL is all cards from the top, with | after those turned up: I2S4flipI3|I4...")
    names = [name for part in cards for name in part or ()]
    if sorted(KINDS.index(name) for name in names) != sorted(s.deck):  # `setup` has dealt the right cards
        raise BadPosition(f"DEAL has other cards than the {rules.DECKS[int(s.is_long)]} deck (K4)")
    s.deck[:] = [KINDS.index(name) for name in names]
    s.turned = len(cards[0] or ())
    if s.turned < rules.FACE_UP:
        raise BadPosition(f"at least {rules.FACE_UP} cards are turned up (K8): | stands too early in DEAL")


def _parse_row(s: State, text: str) -> None:
    """Parse the row: it has the cards of each kind turned up last, since the leftmost is always taken (K9)."""
    names = [] if text == "-" else parse_cards(text)
    if names is None or len(names) > rules.FACE_UP:
        raise BadPosition("FACE_UP is up to four cards from the left, or -: S4I2flipS4")
    if s.turned < rules.CARDS and len(names) < rules.FACE_UP:
        raise BadPosition("four cards are face up while the deck lasts (K9)")
    turned = [KINDS[kind] for kind in s.deck[: s.turned]]
    left = Counter(names)
    row: list[str] = []
    for name in reversed(turned):
        if left[name] > 0:
            left[name] -= 1
            row.insert(0, name)
    if row != names:
        raise BadPosition(
            "FACE_UP does not follow from DEAL: the leftmost of a kind is taken, new ones go to the end (K9)"
        )
    if len(names) == rules.FACE_UP and names[-1] != turned[-1]:
        raise BadPosition(f"the card turned up last, {turned[-1]}, must be the last of FACE_UP (K9)")
    s.row[:] = rules.NONE
    s.row[: len(names)] = [KINDS.index(name) for name in names]


def _parse_grid(s: State, text: str) -> None:
    letters = LETTERS[: int(rules.colours_in_play(s))] + LETTERS[WHITE]
    found: dict[int, list[int]] = {colour: [] for colour in range(WHITE + 1)}
    texts, rows = text.split("/"), _rows(s)
    if len(texts) != len(rows):
        raise BadPosition(f"this grid has {len(rows)} rows, not {len(texts)} (K3)")
    s.sides[:] = 0
    for row_text, row in zip(texts, rows, strict=True):
        for cell, (letter, side) in _pieces_of(row_text, row, letters, "" if s.is_plain else "[0-9a-f]"):
            found[LETTERS.index(letter)].append(cell)
            s.sides[cell] = PIECE + int(side or "0", 16)
    for colour in range(WHITE):
        s.pieces[3 * colour : 3 * colour + 3] = words_of(found[colour])
    s.white[:] = words_of(found[WHITE])


def _pieces_of(text: str, row: list[int], letters: str, side: str) -> list[tuple[int, tuple[str, str]]]:
    """The cells of a row that have pieces, each with the piece's letter and side number."""
    name = f"row {row[0] % SIZE + 1}"
    part = f"([{letters}])({side})|([1-9][0-9]?)(?![0-9])"  # unambiguous, however long the text
    if not re.fullmatch(f"({part})*", text):
        sides = " with a side number (R3)" if side else ""
        raise BadPosition(f"{name} is made of pieces {', '.join(letters)}{sides} and numbers of empty cells")
    pieces, at = [], 0
    for letter, number, empty in re.findall(part, text):
        if letter and at < len(row):
            pieces.append((row[at], (letter, number)))
        at += int(empty or "1")
    if at != len(row):
        raise BadPosition(f"{name} has {len(row)} cells, not {at}")
    return pieces


def _parse_racks(s: State, text: str) -> None:
    texts, form = text.split(","), "(0|[1-9][0-9]?)" if s.is_plain else f"[0-8]{{{SHAPES}}}"
    if len(texts) != int(s.players) or not all(re.fullmatch(form, rack) for rack in texts):
        each = "a number" if s.is_plain else f"a digit for each of the {SHAPES} shapes"
        raise BadPosition(f"RACKS has {each} for each seat, with commas between seats")
    most = [RACK_SIZE] if s.is_plain else RACK.tolist()
    for seat, rack in enumerate(texts):
        counts = [int(rack)] if s.is_plain else [int(digit) for digit in rack]
        if any(count > limit for count, limit in zip(counts, most, strict=True)):
            raise BadPosition(f"{COLOURS[seat]}'s rack {rack} has more than it began with (K2)")
        s.rack[SHAPES * seat : SHAPES * seat + len(counts)] = counts


def _parse_tokens(s: State, text: str) -> None:
    if not re.fullmatch(f"[0-{rules.TOKENS}]{{{int(s.players)}}}", text):
        raise BadPosition(f"TOKENS has a digit from 0 to {rules.TOKENS} for each of the {int(s.players)} seats (K5)")
    s.tokens[: int(s.players)] = [int(digit) for digit in text]


def _parse_turn(s: State, skipped: str, to_act: str) -> None:
    players = int(s.players)
    letters = LETTERS[:players]
    if skipped != "-" and (not skipped or "".join(letter for letter in letters if letter in skipped) != skipped):
        raise BadPosition(f"SKIPPED has letters of seats in order, of {letters}, or is -")
    if to_act != "-" and (len(to_act) != 1 or to_act not in letters):
        raise BadPosition(f"TO_ACT is a seat's letter, of {letters}, or -")
    s.skipped = sum(1 << letters.index(letter) for letter in skipped if letter != "-")
    is_over = len(skipped.strip("-")) == players or s.row[0] == rules.NONE
    if is_over != (to_act == "-"):
        raise BadPosition("TO_ACT is - when no card is face up or every seat has skipped, and only then (K18)")
    s.to_act = rules.NONE if is_over else letters.index(to_act)
    if to_act in skipped and not is_over:
        raise BadPosition(f"{COLOURS[int(s.to_act)]} has skipped and cannot be to act (K20)")
    if skipped == "-" and not is_over and int(s.to_act) != _taken(s).total() % players:
        expected = COLOURS[_taken(s).total() % players]
        raise BadPosition(f"after {_taken(s).total()} cards and no skip {expected} is to act (K9b)")


# -- what play can lead to ---------------------------------------------------------------------------------------------


def _taken(s: State) -> Counter[int]:
    """The cards that have been played, by kind."""
    return Counter(s.deck[: s.turned].tolist()) - Counter(s.row.tolist())


def _start_cells(s: State) -> dict[int, int]:
    """The colour that began on each start cell."""
    table = rules.START_CELLS[rules.grid_number(s)]
    return {int(cell): colour for colour in range(int(rules.colours_in_play(s))) for cell in table[colour]}


def _check_start(s: State) -> None:
    pieces = owners(s)
    for cell, colour in _start_cells(s).items():
        sides = 0 if s.is_plain else int(rules.START_SIDES[rules.grid_number(s), colour])
        if pieces.get(cell) not in (colour, WHITE) or side_number(s, cell) != sides:
            shown = "" if s.is_plain else f"{sides:x}"
            letter = LETTERS[colour]
            raise BadPosition(
                f"on {CELL_NAMES[cell]} lies {COLOURS[colour]}'s start piece, {letter}{shown} or turned W{shown} (K6)"
            )


def _check_sides(s: State) -> None:
    if s.is_plain:
        return
    for cell in owners(s):
        for side in (0, 1):
            other = int(NEXT[cell, side])
            if s.sides[other] and (int(s.sides[cell]) >> side & 1) == (int(s.sides[other]) >> (side + 2) & 1):
                raise BadPosition(f"the pieces on {CELL_NAMES[cell]} and {CELL_NAMES[other]} do not interlock (K12)")


def _check_colours(s: State) -> None:
    """Check that there is no T, and that everything has grown from start pieces."""
    pieces, start = owners(s), _start_cells(s)
    grown: set[int] = set()
    for colour in range(int(rules.colours_in_play(s))):
        own = {cell for cell in pieces if pieces[cell] == colour}
        for cell in own:
            if len(own & set(NEXT[cell].tolist())) > 2:
                raise BadPosition(f"{CELL_NAMES[cell]} is the middle of a T of {COLOURS[colour]} pieces (K14)")
        reach = [cell for cell in start if start[cell] == colour]
        seen = set(reach)
        for cell in reach:
            for other in NEXT[cell].tolist():
                if other not in seen and pieces.get(other) in (colour, WHITE):
                    seen.add(other)
                    reach.append(other)
        if loose := sorted(own - seen):
            name = CELL_NAMES[loose[0]]
            raise BadPosition(
                f"{name} is not joined to {COLOURS[colour]}'s start by {COLOURS[colour]} and white pieces (K11)"
            )
        grown |= seen
    if loose := sorted(set(pieces) - grown):
        raise BadPosition(
            f"the white piece on {CELL_NAMES[loose[0]]} belonged to nobody: it is joined to no start (K11)"
        )


def _check_counts(s: State) -> None:
    """Check that pieces, cards, tokens and white pieces agree."""
    pieces, start, players = owners(s), _start_cells(s), int(s.players)
    laid: Counter[int] = Counter()  # by shape, all seats together
    for seat in range(WHITE):
        own = Counter(_shape(s, cell) for cell in pieces if pieces[cell] == seat and cell not in start)
        gone = _laid_by(s, seat) if seat < players else Counter[int]()
        if own - gone:
            raise BadPosition(f"{COLOURS[seat]} has pieces on the grid that never left its rack (K12)")
        laid += gone
    if laid != Counter(_shape(s, cell) for cell in pieces if cell not in start):
        raise BadPosition("the pieces on the grid are not those that left the racks (K12)")
    taken = _taken(s)
    flips = taken.pop(FLIP, 0)
    sizes = sorted((int(KINDS[kind][1]) for kind in taken.elements()), reverse=True)
    spent = rules.TOKENS * players - int(s.tokens[:players].sum())
    white = sum(owner == WHITE for owner in pieces.values())
    served = sum(sizes) + flips - laid.total()  # cells of patterns on which nothing was laid (K15)
    if not spent <= served <= sum(size - 1 for size in sizes[:spent]):
        raise BadPosition(
            f"{laid.total()} pieces laid do not fit the cards played and the {spent} tokens spent (K10, K15)"
        )
    if not flips + spent <= white <= flips + served:
        raise BadPosition(f"{white} white pieces do not fit {flips} Flip cards and {spent} tokens (K15, K17)")


def _shape(s: State, cell: int) -> int:
    return 0 if s.is_plain else int(SHAPE[side_number(s, cell)])


def _laid_by(s: State, seat: int) -> Counter[int]:
    """What has left a seat's rack, by shape."""
    left = s.rack[SHAPES * seat : SHAPES * (seat + 1)].tolist()
    first = [RACK_SIZE] if s.is_plain else RACK.tolist()
    return Counter({shape: many - left[shape] for shape, many in enumerate(first) if many > left[shape]})
