"""Exago's numbered bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.game import Level, Searcher, SearchResult
from parlour.games.exago import rules
from parlour.games.exago.bot import alpha_beta, evaluate
from parlour.kernel import next_number

# With two seats: `noise`, the error added to evaluations; `breadth`, moves tried where nothing is forced; `depth`, the
# search depth. With more seats: the parameters of the tree search. There, rollouts of one move per seat, mostly with
# the moves that look best, did much better in trials than evaluating immediately, or than long rollouts.
TREE = {"width": 6.0, "plies": 4.0, "epsilon": 0.4, "exploration": 0.3}
LEVELS = (
    Level("1", "Sees little more than its own next tile.", 15, 0.1, 0.45, {**TREE, "noise": 60.0, "depth": 1.0}),
    Level("2", "Blocks most threats, and plans one move ahead.", 150, 0.1, 0.2, {**TREE, "noise": 20.0, "depth": 2.0}),
    Level("3", "Looks some moves ahead, and blunders now and then.", 1_000, 0.3, 0.12, {**TREE, "depth": 4.0}),
    Level("4", "Sees most double threats before they are made.", 6_000, 1.0, 0.06, {**TREE, "depth": 6.0}),
    Level("5", "Follows every threat far ahead, lifts and cuts included.", 50_000, 2.0, 0.0, TREE),
)
USUAL = {"noise": 4.0, "breadth": 14.0, "depth": 40.0}

POSITIONS = 8  # of alpha-beta per simulation: they take about as long as one of the tree search
ROOM = 1 << 19  # entries of the transposition table
LONGEST = 12  # the most moves of a reported line


class AlphaBeta:
    """Alpha-beta search; see `parlour.game.Searcher`."""

    def __init__(self, tuning: Mapping[str, float]) -> None:
        self._tuning = {name: int(tuning.get(name, usual)) for name, usual in USUAL.items()}
        self._states = np.zeros(alpha_beta.DEEPEST + 1, rules.STATE)
        self._frames = np.zeros(alpha_beta.DEEPEST + 1, alpha_beta.FRAME)
        self._proposed = np.zeros((alpha_beta.DEEPEST + 1, evaluate.PROPOSED), np.int64)
        self._stand = np.zeros(1, alpha_beta.STAND)
        self._table = np.zeros(ROOM, alpha_beta.ENTRY)

    def begin(
        self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64], moves: Sequence[int] | None = None
    ) -> None:
        """Start at a position, or at these moves of it alone."""
        self._states[0] = start[0]
        is_won = moves is None and bool(rules.threatens(start[0], seat))
        self._wins = [] if moves is None else [move for move in moves if _wins(start, seat, move)]
        codes = self._root_codes(start, seat, moves)
        self._moves = self._proposed
        if codes.size > evaluate.PROPOSED:
            self._moves = np.zeros((alpha_beta.DEEPEST + 1, codes.size), np.int64)
        self._roots = np.zeros(codes.size, alpha_beta.ROOT)
        self._roots["move"] = codes
        self._roots["value"] = self._roots["last"] = -np.arange(codes.size)
        stand = self._stand[0]
        stand.seed, stand.nodes, stand.depth = next_number(rng), 0, 0
        stand.noise, stand.width, stand.deepest = (self._tuning[name] for name in ("noise", "breadth", "depth"))
        stand.even = moves is not None
        stand.over = is_won or codes.size == (1 if moves is None else 0)
        if is_won:
            self._roots["value"] = alpha_beta.WIN - 1
        if codes.size:
            alpha_beta.start(self._stand, self._frames, self._moves, self._roots)

    def _root_codes(self, start: NDArray[Any], seat: int, moves: Sequence[int] | None) -> NDArray[np.int64]:
        """Return the moves to search: those proposed, or those given that do not win at once."""
        if moves is not None:
            return np.array([move for move in moves if move not in self._wins], np.int64)
        codes = np.empty(rules.MAX_MOVES, np.int64)
        return codes[: evaluate.propose(start[0], seat, codes)]

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Return False: every search starts from scratch."""
        return False

    def search(self, simulations: int) -> int:
        """Search some more positions."""
        before = int(self._stand[0].nodes)
        alpha_beta.search(
            self._stand, self._states, self._frames, self._moves, self._roots, self._table, POSITIONS * simulations
        )
        return -(-(int(self._stand[0].nodes) - before) // POSITIONS)

    def result(self) -> SearchResult:
        """Return the result so far: positions searched count as visits, and the best move has the most."""
        if self._stand[0].even:
            return self._compared()
        frame = self._frames[0]
        best = int(frame.best_move) if frame.best_move >= 0 else int(self._roots[0].move)
        visits = [int(nodes) for nodes in self._roots["nodes"]]
        moves = [int(move) for move in self._roots["move"]]
        visits[moves.index(best)] = max(visits) + 1
        return SearchResult(moves, visits, [_share(int(value)) for value in self._roots["value"]], self._line(best))

    def _compared(self) -> SearchResult:
        """Return the result for given moves: the mean value at the last two depths, since odd and even ones differ."""
        found = dict.fromkeys(self._wins, (0, 1.0))
        for root in self._roots:
            last, second = int(root["last"]), int(root["second"])
            is_sure = abs(last) >= alpha_beta.SURE
            value = _share(last) if is_sure else 0.5 * _share(last) + 0.5 * _share(second)
            found[int(root["move"])] = int(root["nodes"]), value
        best = max(found, key=lambda move: found[move][1])
        visits, values = ([told[k] for told in found.values()] for k in range(2))
        visits[list(found).index(best)] = int(max(visits)) + 1
        lines = [self._line(move) for move in found]
        line = self._line(best)
        return SearchResult(list(found), [int(many) for many in visits], values, line, lines=lines)

    def _line(self, best: int) -> list[int]:
        """Return the best move and its continuation in the transposition table."""
        line = np.empty(LONGEST, np.int64)
        many = alpha_beta.follow(self._stand, self._states[:1], best, self._table, line)
        return [int(move) for move in line[:many]]


def _wins(start: NDArray[Any], seat: int, move: int) -> bool:
    """Return whether a move wins at once."""
    after = start.copy()
    rules.apply(after[0], seat, move)
    return int(after[0].winner) == seat


def _share(value: int) -> float:
    """Convert a value to a result from 0 to 1."""
    if abs(value) >= alpha_beta.SURE:
        return 1.0 if value > 0 else 0.0
    return 0.5 + 0.5 * value / (abs(value) + 100)


def searcher(players: int, tuning: Mapping[str, float]) -> Searcher | None:
    """Return alpha-beta for two seats; None with more, for the tree search of all games."""
    return AlphaBeta(tuning) if players == 2 else None
