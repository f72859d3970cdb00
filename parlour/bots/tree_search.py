"""One tree search for every game.

A simulation starts at the seat's position, with everything hidden from it dealt again at random. It descends the tree
by UCB1, each seat maximising its own reward (max-n), adds a leaf, plays some random plies, and backs up the result of
`evaluate`.

The tree stores moves, not positions (information set MCTS): in each simulation the deal decides what a move leads to,
and which moves are legal. Statistics belong to a sequence of moves and are not shared between transpositions.

In simultaneous games each seat has a tree of its own moves alone, so that it cannot depend on choices it does not see.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bandit import logarithm, progressive_widening, standard_errors
from parlour.game import Game, SearchResult
from parlour.kernel import (
    apply,
    below,
    evaluate,
    inner,
    kernel,
    legal,
    max_moves,
    propose,
    redeal,
    sample,
    shuffle,
)
from parlour.rollout import first_waiting

THOUSANDTHS = 1000  # the resolution of epsilon
DEEPEST = 256  # the most moves of a simulation inside the tree

# A node is a move in the tree. Its children are contiguous, in the order in which they are first tried. They are listed
# at its second visit, since most nodes never have one.
NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("move", "i8"),
                ("first_child", "i4"),  # index of the first child; 0: not expanded yet
                ("capacity", "i4"),  # children it has room for
                ("children", "i4"),  # children it has
                ("candidates", "i4"),  # children it will have when all are added
                ("visits", "i4"),
                ("availability", "i4"),  # how often it was legal; not counted without hidden information
                ("total_reward", "f8"),  # sum of the rewards of the seat that made it
                ("total_square", "f8"),  # sum of their squares
            ],
            align=True,
        ),
    )
)

# The parameters of a search, in this order; a level's `tuning` may set them.
TUNING = {
    "exploration": 0.7,  # the exploration constant of UCB1
    "plies": 1000.0,  # random moves after the tree, before the position is evaluated
    "width": 0.0,  # progressive widening: moves considered at first, the best proposed; 0: all
    "growth": 1.0,  # additional moves with each doubling of the visits
    "epsilon": 1.0,  # in rollouts: 1: any move; less: the best proposed, each skipped with this probability
}


EXPLORATION, PLIES, WIDTH, GROWTH, EPSILON = range(len(TUNING))


@inner
def list_candidates(s, seat, tuning, moves):
    """Fill in all moves that will ever be tried here; return how many."""
    return legal(s, seat, moves) if tuning[WIDTH] <= 0.0 else propose(s, seat, moves)


@inner
def progressive_width(most, visits, tuning):
    """Return how many of `most` moves are tried after this many visits."""
    return most if tuning[WIDTH] <= 0.0 else min(most, progressive_widening(visits, tuning[WIDTH], tuning[GROWTH]))


@inner
def rollout_move(s, seat, tuning, moves, rng):
    """Return a move for the rollout after the tree."""
    if tuning[EPSILON] >= 1.0:
        return sample(s, seat, rng)
    many = propose(s, seat, moves)
    k = 0
    while k + 1 < many and below(rng, THOUSANDTHS) < tuning[EPSILON] * THOUSANDTHS:
        k += 1
    return moves[k]


@inner
def add_node(nodes, place, move):
    """Initialise a node."""
    nodes[place].move = move
    nodes[place].first_child = 0
    nodes[place].capacity = 0
    nodes[place].children = 0
    nodes[place].visits = 0
    nodes[place].availability = 0
    nodes[place].total_reward = 0.0
    nodes[place].total_square = 0.0


@inner
def make_capacity(nodes, used, node, room):
    """Make room for this many children in total; return how many nodes are used then, or -1 if there are too few."""
    if used + room > nodes.size:
        return np.int64(-1)
    old = nodes[node].first_child
    for i in range(nodes[node].children):
        nodes[used + i] = nodes[old + i]
    nodes[node].first_child = used
    nodes[node].capacity = room
    return used + room


@inner
def best_child(nodes, first, many, visits, exploration):
    """Return the child to visit next without hidden information: one never tried, else the best by UCB1."""
    weight = exploration * np.sqrt(logarithm(visits))
    best, most = first, -1.0
    for child in range(first, first + many):
        tried = nodes[child].visits
        if tried == 0:
            return child
        promise = nodes[child].total_reward / tried + weight / np.sqrt(np.float64(tried))
        if promise > most:
            best, most = child, promise
    return best


@inner
def child_of(nodes, node, move):
    """Return the child with this move, or -1."""
    for child in range(nodes[node].first_child, nodes[node].first_child + nodes[node].children):
        if nodes[child].move == move:
            return child
    return -1


@inner
def best_available(nodes, node, moves, many, exploration):
    """Do the same where the deal decides which moves are legal: among the listed moves, which are all children."""
    best, most = -1, -1.0
    untried = -1
    for i in range(many):
        child = child_of(nodes, node, moves[i])
        nodes[child].availability += 1
        tried = nodes[child].visits
        if tried == 0:
            if untried < 0:
                untried = child
            continue
        promise = nodes[child].total_reward / tried + exploration * np.sqrt(
            logarithm(nodes[child].availability) / tried
        )
        if promise > most:
            best, most = child, promise
    return best if untried < 0 else untried


@inner
def select_child(nodes, used, node, s, seat, has_luck, tuning, moves, rng):
    """Return the child to visit next, or -1 if there is no room for one, and how many nodes are used then."""
    visits = nodes[node].visits
    if (
        has_luck
        or nodes[node].first_child == 0
        or nodes[node].children < progressive_width(nodes[node].candidates, visits, tuning)
    ):
        most = list_candidates(s, seat, tuning, moves)
        many = progressive_width(most, visits, tuning)
        if tuning[WIDTH] <= 0.0 and nodes[node].first_child == 0:
            shuffle(moves[:many], rng)
        for i in range(many):
            if nodes[node].first_child > 0 and child_of(nodes, node, moves[i]) >= 0:
                continue
            if nodes[node].children == nodes[node].capacity:
                more = make_capacity(nodes, used, node, max(many, 2 * nodes[node].capacity))
                if more < 0:
                    return np.int64(-1), used
                used = more
                nodes[node].candidates = most
            add_node(nodes, nodes[node].first_child + nodes[node].children, moves[i])
            nodes[node].children += 1
        if has_luck:
            return best_available(nodes, node, moves, many, tuning[EXPLORATION]), used
    return best_child(nodes, nodes[node].first_child, nodes[node].children, visits + 1, tuning[EXPLORATION]), used


@kernel
def simulate(nodes, used, roots, start, seat, players, simultaneous, has_luck, tuning, simulations, rng, totals):
    """Run this many simulations; return how many nodes are used then.

    `totals` has a row for each move that the search is restricted to, none if it is free: they are tried in turn, and
    the row adds up the rewards of every seat.
    """
    trees, compared = roots.size, totals.shape[0]
    own = roots[seat if simultaneous else 0]
    work = start.copy()
    moves = np.empty(max_moves(start[0]), np.int64)
    at = np.empty(trees, np.int64)
    path, movers = np.empty(DEEPEST, np.int64), np.empty(DEEPEST, np.int64)
    values = np.empty(players, np.float64)
    for _ in range(simulations):
        work[0] = start[0]
        s = work[0]
        if has_luck:
            redeal(s, seat, rng)
        at[:] = roots
        inside, depth, left = trees, 0, tuning[PLIES]
        mover = first_waiting(s)
        while mover >= 0:  # tree and rollout share these calls: each takes seconds to compile
            tree = mover if simultaneous else 0
            node = at[tree] if inside > 0 else np.int64(-1)
            child = np.int64(-1)
            if compared > 0 and node == own:
                child = nodes[own].first_child + nodes[own].visits % compared
            elif node >= 0 and depth < DEEPEST and (nodes[node].visits > 0 or node == roots[tree]):
                child, used = select_child(nodes, used, node, s, mover, has_luck, tuning, moves, rng)
            if child >= 0:
                path[depth], movers[depth] = child, mover
                depth += 1
                at[tree] = child
                move = nodes[child].move
            else:
                if node >= 0:
                    at[tree] = -1
                    inside -= 1
                if inside == 0:
                    if left <= 0.0:
                        break
                    left -= 1.0
                move = rollout_move(s, mover, tuning, moves, rng)
            apply(s, mover, move)
            mover = first_waiting(s)
        evaluate(s, values)
        for other in range(players if compared > 0 else 0):
            totals[nodes[own].visits % compared, other] += values[other]
        for tree in range(trees):
            nodes[roots[tree]].visits += 1
        for i in range(depth):
            nodes[path[i]].visits += 1
            nodes[path[i]].total_reward += values[movers[i]]
            nodes[path[i]].total_square += values[movers[i]] * values[movers[i]]
    return used


class TreeSearch:
    """The tree search of one seat; see `parlour.game.Searcher`.

    It does not wait for the compiler: like the rules, it runs in plain Python until the game's compiled code is loaded.
    `parlour.bot` takes care of that; whoever creates a search directly calls `parlour.compiling.require` first.
    """

    CAPACITY = 1 << 21  # nodes; memory is committed as they are used

    def __init__(self, game: Game, players: int, tuning: Mapping[str, float]) -> None:
        self._game = game
        self._players = players
        self._tuning = np.array([tuning.get(name, usual) for name, usual in TUNING.items()])
        self._nodes = np.empty(self.CAPACITY, NODE)
        self._roots = np.zeros(players if game.simultaneous else 1, np.int64)
        self._used = 0

    def begin(
        self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64], moves: Sequence[int] | None = None
    ) -> None:
        """Start at a position with an empty tree, or one of these moves alone."""
        self._start, self._seat, self._rng = start, seat, rng
        self._has_luck = self._game.notation.read_deal(start[0]) is not None
        self._nodes[: self._roots.size] = np.zeros(1, NODE)
        self._roots[:] = range(self._roots.size)
        self._used = self._roots.size
        self._totals = np.zeros((len(moves or ()), self._players))
        if moves:
            root = self._nodes[self._roots[self._tree(seat)]]
            root["first_child"] = self._used
            root["children"] = root["capacity"] = root["candidates"] = len(moves)
            self._nodes[self._used : self._used + len(moves)] = np.zeros(1, NODE)
            self._nodes["move"][self._used : self._used + len(moves)] = moves
            self._used += len(moves)

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Move on to the position after these moves; False if the tree does not have it or is too full."""
        if self._totals.size:
            return False
        roots = self._roots.copy()
        for seat, move in moves:
            tree = seat if self._game.simultaneous else 0
            node = self._nodes[roots[tree]]
            children = self._nodes[node["first_child"] : node["first_child"] + node["children"]]
            found = np.flatnonzero(children["move"] == move)
            if found.size == 0 or node["first_child"] == 0:
                return False
            roots[tree] = node["first_child"] + found[0]
        if self._used > self._nodes.size // 2:
            return False
        self._start, self._rng, self._roots = start, rng, roots
        return True

    def search(self, simulations: int) -> int:
        """Run this many simulations."""
        self._used = simulate(
            self._nodes,
            self._used,
            self._roots,
            self._start,
            self._seat,
            self._players,
            self._game.simultaneous,
            self._has_luck,
            self._tuning,
            simulations,
            self._rng,
            self._totals,
        )
        return simulations

    def result(self) -> SearchResult:
        """Return the result so far."""
        children = self._children(self._roots[self._tree(self._seat)])
        tried = self._nodes[children]["visits"]
        totals, squares = self._nodes[children]["total_reward"], self._nodes[children]["total_square"]
        visits = np.maximum(tried, 1)
        return SearchResult(
            moves=[int(move) for move in self._nodes[children]["move"]],
            visits=[int(visits) for visits in tried],
            values=[float(value) for value in totals / visits],
            line=self._line(),
            errors=standard_errors(tried, totals, squares),
            seat_values=(self._totals / visits[:, None]).tolist() if self._totals.size else [],
            lines=[self._line_from(node) for node in range(children.start, children.stop)] if self._totals.size else [],
        )

    def _tree(self, seat: int) -> int:
        return seat if self._game.simultaneous else 0

    def _children(self, node: int) -> slice:
        first = int(self._nodes[node]["first_child"])
        return slice(first, first + int(self._nodes[node]["children"]) if first else first)

    def _line(self) -> list[int]:
        """Return the most visited line; in simultaneous games, of the seat's own moves."""
        root = int(self._roots[self._tree(self._seat)])
        children = self._children(root)
        if children.stop == children.start:
            return []
        rank = "total_reward" if self._totals.size else "visits"  # compared moves have as many visits as each other
        best = children.start + int(np.argmax(self._nodes[children][rank]))
        return self._line_from(best) if self._nodes[best]["visits"] else []

    def _line_from(self, node: int) -> list[int]:
        """Return a node's move and the most visited line after it."""
        line = [int(self._nodes[node]["move"])]
        while (children := self._children(node)).stop > children.start:
            node = children.start + int(np.argmax(self._nodes[children]["visits"]))
            if self._nodes[node]["visits"] == 0:
                break
            line.append(int(self._nodes[node]["move"]))
        return line
