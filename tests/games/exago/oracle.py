"""A slow, independent model of Exago, to check the engine against.

It is written from the numbered rules (X1-X21) alone, in plain dicts, sets and tuples, and shares no code with the
engine. Every move is carried out in full on a copy of the board, and every question ("does this win?", "is this
opponent still a threat?") is answered by looking at the boards that the moves lead to.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, Self, TypedDict

Cell = tuple[int, int]  # (q, r); (0, 0) is the centre
Board = dict[Cell, int]  # the tiles that lie on the board: cell -> seat that owns the tile
Hands = tuple[int, ...]  # tiles in hand, by seat

CENTRE: Cell = (0, 0)
NEIGHBOURS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
AXES: tuple[Cell, ...] = ((1, 0), (0, 1), (1, -1))
PASS = "pass"


class Outcome(TypedDict):
    """How a game ended (X17, X18, X18b)."""

    reason: Literal["line", "turn_limit"]
    winners: tuple[int, ...]
    scores: list[int]


class Move(NamedTuple):
    """A move that was carried out: its text and its result."""

    text: str
    board: Board  # after the whole move, without the tiles sent home
    hands: Hands  # after the whole move, with the tiles sent home
    wins: bool  # the mover wins immediately (X17)


# Cells


def is_on_board(cell: Cell, radius: int) -> bool:
    """X2: a hexagon of hexagons."""
    q, r = cell
    return abs(q) <= radius and abs(r) <= radius and abs(q + r) <= radius


def cell_name(cell: Cell, radius: int) -> str:
    """`a` is q = -radius, 1 is r = -radius: the centre is `f6` at radius 5."""
    if not is_on_board(cell, radius):
        raise ValueError(f"{cell} is not on a board of radius {radius}")
    q, r = cell
    return chr(ord("a") + q + radius) + str(r + radius + 1)


def parse_cell(name: str, radius: int) -> Cell:
    """The cell with this name; ValueError if there is none."""
    for q in range(-radius, radius + 1):
        for r in range(-radius, radius + 1):
            if is_on_board((q, r), radius) and cell_name((q, r), radius) == name:
                return (q, r)
    raise ValueError(f"{name!r} is not a cell of a board of radius {radius}")


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around a cell, some perhaps off the board."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in NEIGHBOURS)


# Rules of one game


@dataclass(frozen=True)
class Rules:
    """The number of seats and the options, checked."""

    players: int
    radius: int = 5  # X2
    must_block: str = "choice"  # X16
    turn_limit: int = 60  # X18, in full rounds
    early_relocation: bool = False  # X19
    handicap: tuple[int, ...] = ()  # X20; filled up by parse_rules
    reconnect: bool = False  # X21

    @property
    def tiles_per_seat(self) -> int:
        """X4, before the handicap."""
        return 12 if self.players == 2 else 6

    @property
    def line_length(self) -> int:
        """X5."""
        return 5 if self.players == 2 else 4

    @property
    def first_hands(self) -> Hands:
        """X4 less X20."""
        return tuple(self.tiles_per_seat - taken for taken in self.handicap)


def parse_rules(players: int, options: Mapping[str, Any]) -> Rules:
    """The rules of a game with these options; ValueError if they are not allowed."""
    known = {"radius", "must_block", "turn_limit", "early_relocation", "handicap", "reconnect"}
    if unknown := set(options) - known:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    handicap = tuple(options.get("handicap", [0] * players))
    rules = Rules(players, **{**options, "handicap": handicap})
    if not 2 <= rules.players <= 6:  # X3
        raise ValueError(f"2 to 6 players, not {rules.players}")
    if rules.radius not in (4, 5):  # X2
        raise ValueError(f"radius 4 or 5, not {rules.radius}")
    if rules.must_block not in ("choice", "always", "off"):  # X16
        raise ValueError(f"must_block choice, always or off, not {rules.must_block}")
    if not 1 <= rules.turn_limit <= 1000:  # X18
        raise ValueError(f"turn_limit 1 to 1000, not {rules.turn_limit}")
    if len(handicap) != players or not all(0 <= taken < rules.tiles_per_seat for taken in handicap):  # X20
        raise ValueError(f"handicap: one number per seat, 0 to {rules.tiles_per_seat - 1}, not {list(handicap)}")
    return rules


# Lines, groups and free cells


def has_line_through(board: Board, cell: Cell, length: int) -> bool:
    """X17, X5: the tile on this cell lies in a straight, unbroken line of its colour, `length` long or longer."""
    if cell not in board:
        return False
    seat = board[cell]
    for dq, dr in AXES:
        run = 1
        for sign in (1, -1):
            q, r = cell[0] + sign * dq, cell[1] + sign * dr
            while board.get((q, r)) == seat:
                run += 1
                q, r = q + sign * dq, r + sign * dr
        if run >= length:
            return True
    return False


def groups_of(board: Board) -> list[set[Cell]]:
    """The groups of touching tiles, whatever their colours, ordered by their first cells."""
    groups: list[set[Cell]] = []
    left = set(board)
    while left:
        start = min(left)
        group = {start}
        edge = [start]
        while edge:
            for cell in neighbours(edge.pop()):
                if cell in left and cell not in group:
                    group.add(cell)
                    edge.append(cell)
        groups.append(group)
        left -= group
    return groups


def largest_groups(board: Board) -> list[set[Cell]]:
    """X12, X21: the groups that may stay, more than one if they tie for largest."""
    groups = groups_of(board)
    size = max((len(group) for group in groups), default=0)
    return [group for group in groups if len(group) == size]


def send_home(board: Board, hands: Hands, kept: set[Cell]) -> tuple[Board, Hands]:
    """X12, X21: the board with the kept group alone, and the hands with all other tiles back in them."""
    back = list(hands)
    for cell, owner in board.items():
        if cell not in kept:
            back[owner] += 1
    return {cell: owner for cell, owner in board.items() if cell in kept}, tuple(back)


def cells_touching(board: Board, radius: int) -> list[Cell]:
    """X9: the empty cells that touch at least one tile of any colour, in order."""
    touching = {near for cell in board for near in neighbours(cell)}
    return sorted(cell for cell in touching if cell not in board and is_on_board(cell, radius))


# Moves


def placements(rules: Rules, board: Board, hands: Hands, seat: int) -> Iterator[Move]:
    """X8, X9: put a tile from the hand on the board."""
    hands_after = tuple(count - (owner == seat) for owner, count in enumerate(hands))
    for target in cells_touching(board, rules.radius) if board else [CENTRE]:
        after = {**board, target: seat}
        wins = has_line_through(after, target, rules.line_length)
        yield Move(cell_name(target, rules.radius), after, hands_after, wins)


def relocation_text(rules: Rules, origin: Cell, tied: list[set[Cell]], kept: set[Cell], target: Cell) -> str:
    """`c4 e5`, or `c4 g7 e5` when groups tie: the group that stays is named by its first cell in order."""
    words = [origin, min(kept), target] if len(tied) > 1 else [origin, target]
    return " ".join(cell_name(cell, rules.radius) for cell in words)


def relocations(rules: Rules, board: Board, hands: Hands, seat: int) -> Iterator[Move]:
    """X11, X12: lift a tile, send home what is cut off, put the tile down elsewhere, touching what stays."""
    for origin in sorted(cell for cell, owner in board.items() if owner == seat):
        lifted = {cell: owner for cell, owner in board.items() if cell != origin}
        tied = largest_groups(lifted)
        for kept in tied:
            staying, hands_after = send_home(lifted, hands, kept)
            for target in cells_touching(staying, rules.radius):
                if target != origin:
                    after = {**staying, target: seat}
                    wins = has_line_through(after, target, rules.line_length)
                    yield Move(relocation_text(rules, origin, tied, kept, target), after, hands_after, wins)


def reconnecting_relocations(
    rules: Rules, board: Board, hands: Hands, seat: int, may_win: bool = False
) -> Iterator[Move]:
    """X21: lift a tile, put it down elsewhere, touching any tile, then send home what is cut off, even that tile.

    With `may_win`, only the moves whose tile makes a line when put down: sending tiles home makes no line, so no
    other move wins, and finding the groups of all the others is most of the work.
    """
    for origin in sorted(cell for cell, owner in board.items() if owner == seat):
        lifted = {cell: owner for cell, owner in board.items() if cell != origin}
        for target in cells_touching(lifted, rules.radius):
            if target != origin:
                whole = {**lifted, target: seat}
                if may_win and not has_line_through(whole, target, rules.line_length):
                    continue
                tied = largest_groups(whole)
                for kept in tied:
                    after, hands_after = send_home(whole, hands, kept)
                    wins = has_line_through(after, target, rules.line_length)
                    yield Move(relocation_text(rules, origin, tied, kept, target), after, hands_after, wins)


def candidates(rules: Rules, board: Board, hands: Hands, seat: int, may_win: bool = False) -> Iterator[Move]:
    """Every move of this seat, were it its turn, by X8-X12, X19 and X21: not limited by X16, and without `pass`.

    With `may_win`, moves that cannot win may be left out.
    """
    if hands[seat] > 0:  # X10
        yield from placements(rules, board, hands, seat)
    if hands[seat] == 0 or rules.early_relocation:  # X11, X19
        if rules.reconnect:
            yield from reconnecting_relocations(rules, board, hands, seat, may_win)
        else:
            yield from relocations(rules, board, hands, seat)


def threatens(rules: Rules, board: Board, hands: Hands, seat: int) -> bool:
    """X15: some move of this seat would win if it were its turn."""
    return any(move.wins for move in candidates(rules, board, hands, seat, may_win=True))


def must_block_moves(rules: Rules, board: Board, hands: Hands, seat: int, moves: list[Move]) -> list[Move]:
    """X16: the seat's moves that remain if it must block."""
    if rules.must_block == "off" or rules.players == 2 or any(move.wins for move in moves):
        return moves
    opponents = [(seat + step) % rules.players for step in range(1, rules.players)]  # in turn order
    threats = [opponent for opponent in opponents if threatens(rules, board, hands, opponent)]
    if len(threats) < (1 if rules.must_block == "always" else 2):
        return moves
    for opponent in threats:
        blocks = [move for move in moves if not threatens(rules, move.board, move.hands, opponent)]
        if blocks:
            return blocks
    return moves


def legal_moves(rules: Rules, board: Board, hands: Hands, seat: int) -> dict[str, Move]:
    """X8-X16, X19, X21: every legal move of the seat whose turn it is, by its text, sorted as plain text."""
    moves = list(candidates(rules, board, hands, seat))
    if not moves:
        moves = [Move(PASS, board, hands, False)]  # X14
    by_text = {move.text: move for move in must_block_moves(rules, board, hands, seat, moves)}
    return dict(sorted(by_text.items()))


# A game


class Oracle:
    """A game of Exago: `legal` lists the moves of the waiting seat, `play` makes one of them."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.rules: Rules = parse_rules(players, options)
        self.tiles: Board = {}
        self.hands: list[int] = list(self.rules.first_hands)
        self.turn: int = 0  # moves made so far
        self._winner: int | None = None
        self._listed: tuple[object, dict[str, Move]] = (None, {})  # the last position asked about, and its moves

    @classmethod
    def position(cls, players: int, options: Mapping[str, Any], tiles: Mapping[str, int], turn: int) -> Self:
        """A position set up by hand; the tiles that are not on the board are in the hands."""
        oracle = cls(players, options)
        if turn < 0:
            raise ValueError(f"turn 0 or more, not {turn}")
        for name, seat in tiles.items():
            if not 0 <= seat < players:
                raise ValueError(f"no seat {seat}")
            oracle.tiles[parse_cell(name, oracle.rules.radius)] = seat
            oracle.hands[seat] -= 1
        if min(oracle.hands) < 0:
            raise ValueError(f"more tiles on the board than the seats have: {oracle.hands} left")
        oracle.turn = turn
        return oracle

    @property
    def outcome(self) -> Outcome | None:
        """X17, X18, X18b: how the game ended, or None."""
        players = self.rules.players
        if self._winner is not None:
            scores = [int(seat == self._winner) for seat in range(players)]
            return {"reason": "line", "winners": (self._winner,), "scores": scores}
        if self.turn >= self.rules.turn_limit * players:
            return {"reason": "turn_limit", "winners": (), "scores": [0] * players}
        return None

    @property
    def waiting(self) -> tuple[int, ...]:
        """X6, X14: the seat whose turn it is; none when the game is over."""
        return () if self.outcome else (self.turn % self.rules.players,)

    def _legal_moves(self, seat: int) -> dict[str, Move]:
        if seat not in self.waiting:
            return {}
        asked = (seat, dict(self.tiles), tuple(self.hands))
        if self._listed[0] != asked:
            self._listed = (asked, legal_moves(self.rules, dict(self.tiles), tuple(self.hands), seat))
        return self._listed[1]

    def legal(self, seat: int) -> list[str]:
        """The texts of all legal moves of this seat, sorted as plain text; none if it is not waiting."""
        return list(self._legal_moves(seat))

    def play(self, seat: int, text: str) -> None:
        """Make a legal move; ValueError if it is none."""
        moves = self._legal_moves(seat)
        if text not in moves:
            raise ValueError(f"{text!r} is not a legal move of seat {seat}")
        move = moves[text]
        self.tiles = dict(move.board)
        self.hands = list(move.hands)
        self.turn += 1
        if move.wins:
            self._winner = seat
