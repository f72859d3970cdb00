"""One tree search for every game.

A simulation starts at the position as the seat may imagine it, with all that is hidden dealt anew. It goes down the
tree by what each seat gained there so far, adds the move it finds at the end, plays on at random for some plies, and
lets `evaluate` judge. What that gives a seat counts for the moves that this seat made (max-n).

The tree has no positions, only moves: in each simulation the deal decides anew what a move leads to, and which moves
there are. Numbers belong to a move after that very sequence of moves and are never shared, so that two ways to one
position cannot spoil each other's.

Where seats choose simultaneously, each has a tree of its own, of its own moves alone: what the others choose unseen can
then steer it no more than the deal can.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bandit import logarithm, progressive_widening
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

THOUSANDTHS = 1000  # in which epsilon is drawn
DEEPEST = 256  # moves of one simulation inside the tree

# A node is a move in the tree. Its children lie side by side, in the order in which they are first tried; they are
# found at its second visit, since most nodes never have one.
NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("move", "i8"),
                ("first_child", "i4"),  # its first child; 0: not looked for yet
                ("capacity", "i4"),  # how many children there may be
                ("children", "i4"),  # how many there are
                ("candidates", "i4"),  # how many there will be, once all are looked at
                ("visits", "i4"),
                ("availability", "i4"),  # how often it could have been chosen; not counted where nothing is hidden
                ("total_reward", "f8"),  # sum of what the seat that made it got
            ],
            align=True,
        ),
    )
)

# What a search is told, in this order; a level's `tuning` may name them.
TUNING = {
    "exploration": 0.7,  # how much is tried that did not gain most so far
    "plies": 1000.0,  # moves played at random after the tree, before the position is judged
    "width": 0.0,  # moves looked at from the start, the best proposed; 0: all
    "growth": 1.0,  # how many more with each doubling of the visits
    "epsilon": 1.0,  # after the tree: 1: any move; below: the best proposed, each passed over so often for the next
}


EXPLORATION, PLIES, WIDTH, GROWTH, EPSILON = range(len(TUNING))


@inner
def list_candidates(s, seat, tuning, moves):
    """All moves that will ever be tried here, how many."""
    return legal(s, seat, moves) if tuning[WIDTH] <= 0.0 else propose(s, seat, moves)


@inner
def progressive_width(most, visits, tuning):
    """How many of so many moves are tried after so many visits."""
    return most if tuning[WIDTH] <= 0.0 else min(most, progressive_widening(visits, tuning[WIDTH], tuning[GROWTH]))


@inner
def rollout_move(s, seat, tuning, moves, rng):
    """A move after the tree."""
    if tuning[EPSILON] >= 1.0:
        return sample(s, seat, rng)
    many = propose(s, seat, moves)
    k = 0
    while k + 1 < many and below(rng, THOUSANDTHS) < tuning[EPSILON] * THOUSANDTHS:
        k += 1
    return moves[k]


@inner
def add_node(nodes, place, move):
    """A new node."""
    nodes[place].move = move
    nodes[place].first_child = 0
    nodes[place].capacity = 0
    nodes[place].children = 0
    nodes[place].visits = 0
    nodes[place].availability = 0
    nodes[place].total_reward = 0.0


@inner
def make_capacity(nodes, used, node, room):
    """Let a node have so many children, those it has included; how many nodes are used then, or -1: too few."""
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
    """The child to visit next where nothing is hidden: one never tried, else the most promising (UCB1)."""
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
    """The child with this move, or -1."""
    for child in range(nodes[node].first_child, nodes[node].first_child + nodes[node].children):
        if nodes[child].move == move:
            return child
    return -1


@inner
def best_available(nodes, node, moves, many, exploration):
    """The same where the deal decides which moves there are: among the listed ones, all of which are children."""
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
    """The child to visit next, or -1 if there is no room for one; and how many nodes are used then."""
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
def simulate(nodes, used, roots, start, seat, players, simultaneous, has_luck, tuning, simulations, rng):
    """Let the tree grow by so many simulations; how many nodes are used then."""
    trees = roots.size
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
        while mover >= 0:  # in and after the tree by the same calls: each costs seconds of compiling
            tree = mover if simultaneous else 0
            node = at[tree] if inside > 0 else np.int64(-1)
            child = np.int64(-1)
            if node >= 0 and depth < DEEPEST and (nodes[node].visits > 0 or node == roots[tree]):
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
        for tree in range(trees):
            nodes[roots[tree]].visits += 1
        for i in range(depth):
            nodes[path[i]].visits += 1
            nodes[path[i]].total_reward += values[movers[i]]
    return used


class TreeSearch:
    """The search at work for one seat; see `parlour.game.Searcher`."""

    CAPACITY = 1 << 21  # nodes: memory is taken as they are used

    def __init__(self, game: Game, players: int, tuning: Mapping[str, float]) -> None:
        self._game = game
        self._players = players
        self._tuning = np.array([tuning.get(name, usual) for name, usual in TUNING.items()])
        self._nodes = np.empty(self.CAPACITY, NODE)
        self._roots = np.zeros(players if game.simultaneous else 1, np.int64)
        self._used = 0

    def begin(self, start: NDArray[Any], seat: int, rng: NDArray[np.uint64]) -> None:
        """Look at a position anew."""
        self._start, self._seat, self._rng = start, seat, rng
        self._has_luck = self._game.notation.read_deal(start[0]) is not None
        self._nodes[: self._roots.size] = np.zeros(1, NODE)
        self._roots[:] = range(self._roots.size)
        self._used = self._roots.size

    def go_on(self, start: NDArray[Any], moves: Sequence[tuple[int, int]], rng: NDArray[np.uint64]) -> bool:
        """Look at the position after these moves, with what is known of it; False if nothing is, or no room is left."""
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
        """Go on for so many simulations."""
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
        )
        return simulations

    def result(self) -> SearchResult:
        """What was found so far."""
        children = self._children(self._roots[self._tree(self._seat)])
        tried = self._nodes[children]["visits"]
        return SearchResult(
            moves=[int(move) for move in self._nodes[children]["move"]],
            visits=[int(visits) for visits in tried],
            values=[float(value) for value in self._nodes[children]["total_reward"] / np.maximum(tried, 1)],
            line=self._line(),
        )

    def _tree(self, seat: int) -> int:
        return seat if self._game.simultaneous else 0

    def _children(self, node: int) -> slice:
        first = int(self._nodes[node]["first_child"])
        return slice(first, first + int(self._nodes[node]["children"]) if first else first)

    def _line(self) -> list[int]:
        """The moves most looked at, one after the other; where all choose simultaneously, the seat's own."""
        line, node = [], int(self._roots[self._tree(self._seat)])
        while (children := self._children(node)).stop > children.start:
            node = children.start + int(np.argmax(self._nodes[children]["visits"]))
            if self._nodes[node]["visits"] == 0:
                break
            line.append(int(self._nodes[node]["move"]))
        return line
