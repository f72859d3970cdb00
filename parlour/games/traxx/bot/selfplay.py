"""Self-play that Träxx' bots learn from: the features of moves, and the points that came after them."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.bandit import largest
from parlour.games.traxx.bot.features import FEATURES, points_to_come, rank
from parlour.games.traxx.bot.search import SPREAD, simulate
from parlour.games.traxx.rules import CARDS, MAX_MOVES, ROUNDS, apply, scores
from parlour.kernel import below, kernel

FUTURES = 80  # playouts per search
LOOKED_AT = 16  # moves of a search
DEPTH, TRUST, EXPLORATION = 4.0, 4.0, 0.15
ONE_IN = 8  # one move in this many is not the best one
FEW = 3  # the fewest playouts of a move to learn from it


@kernel
def play_by_search(
    starts: Any, weights: Any, nothing: Any, rng: Any, examples: Any, targets: Any, trust: Any, lefts: Any
) -> Any:
    """Play solo games by a short search; fill in the features of the moves it tried, the points to come that it
    predicts, how far these can be trusted, and the cards left. Returns how many moves there are.
    """
    listed, points, priors = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES), np.empty(MAX_MOVES)
    features, table = np.zeros((MAX_MOVES, FEATURES)), np.zeros((1, 1), np.int64)
    moves, heuristic, place = np.empty(LOOKED_AT, np.int64), np.empty(LOOKED_AT), np.empty(LOOKED_AT, np.int64)
    deals = np.zeros((FUTURES, CARDS), np.int8)
    tuning = np.array([DEPTH, TRUST, EXPLORATION])
    met = 0
    for game in range(starts.size):
        work = starts[game : game + 1].copy()
        s = work[0]
        while s.closed < ROUNDS:
            left = ROUNDS - 1 - np.int64(s.closed)
            scores(s, table)
            many = rank(s, 0, nothing, listed, points, features)
            for k in range(many):
                priors[k] = points[k]
                if left > 1:  # with fewer cards points are exact
                    priors[k] += points_to_come(weights, left, features[k])
            few = min(LOOKED_AT, many)
            for k in range(few):
                best = largest(priors, many)
                moves[k], heuristic[k], place[k] = listed[best], (table[0, 0] + priors[best]) / SPREAD, best
                priors[best] = -1e9
            chosen = 0
            if left > 1 and few > 1:
                visits, total_reward, sums = np.zeros(few, np.int64), np.zeros(few), np.zeros((few, 3))
                simulate(
                    work,
                    0,
                    weights,
                    tuning,
                    moves[:few],
                    visits,
                    total_reward,
                    sums,
                    heuristic[:few],
                    deals,
                    0,
                    FUTURES,
                    rng,
                )
                for k in range(few):
                    if visits[k] > visits[chosen]:
                        chosen = k
                    if visits[k] >= FEW:
                        examples[met] = features[place[k]]
                        targets[met] = total_reward[k] / visits[k] * SPREAD - table[0, 0] - points[place[k]]
                        trust[met], lefts[met] = visits[k] / (visits[k] + 2.0), left
                        met += 1
                if below(rng, ONE_IN) == 0:
                    chosen = below(rng, min(few, 5))
            apply(s, 0, moves[chosen])
    return met


@kernel
def play_by_heuristic(
    starts: Any, weights: Any, rng: Any, examples: Any, targets: Any, lefts: Any, results: Any
) -> Any:
    """Play games by the heuristic, with one random move per game.

    Fills in the features of the moves, the points that came after them, the cards left, and the mean score of each
    game. Returns how many moves there are.
    """
    players = np.int64(starts[0].players)
    listed, values, features = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES), np.zeros((MAX_MOVES, FEATURES))
    chosen, random_round = np.empty(players, np.int64), np.empty(players, np.int64)
    table = np.zeros((players, 1), np.int64)
    work = starts[:1].copy()  # outside the loop: a record does not keep its array alive
    met = 0
    for game in range(starts.size):
        work[0] = starts[game]
        s, begun = work[0], met
        for seat in range(players):
            random_round[seat] = below(rng, ROUNDS)
        while s.closed < ROUNDS:
            left = ROUNDS - 1 - np.int64(s.closed)
            scores(s, table)
            for seat in range(players):
                many = rank(s, seat, weights, listed, values, features)
                best = below(rng, many) if random_round[seat] == s.closed else largest(values, many)
                chosen[seat] = listed[best]
                if left > 1:  # with fewer cards points are exact
                    at_once = values[best] - points_to_come(weights, left, features[best])
                    examples[met], lefts[met], targets[met] = features[best], left, -at_once - table[seat, 0]
                    met += 1
            for seat in range(players):
                apply(s, seat, chosen[seat])
        scores(s, table)
        results[game] = table.mean()
        for k in range(begun, met):
            targets[k] += table[(k - begun) % players, 0]
    return met
