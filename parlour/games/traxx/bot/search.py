"""Träxx' own search, as kernels: playouts of the best moves by the heuristic over many orders of the cards.

In a playout every seat makes its best move by the heuristic. All moves meet the same orders of the cards (common random
numbers), so that they differ by merit, not by luck.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.bandit import largest
from parlour.games.traxx.bot.features import FEATURES, rank
from parlour.games.traxx.rules import MAX_MOVES, ROUNDS, SEATS, apply, redeal, scores
from parlour.kernel import inner, kernel

EVEN = 5.0  # a lead that makes a seat three times as likely to win as the best other
SPREAD = 16.0  # points in a solo game that count as much as a win
SQUARES, SCORED, SCORED_SQUARES = range(3)  # columns of sums


@kernel
def reward(estimates, seat, players):
    """Return the reward of final scores to a seat: from 0 to 1, or in a solo game its points."""
    if players == 1:
        return estimates[0] / SPREAD
    ahead = 1000.0
    for other in range(players):
        if other != seat:
            ahead = min(ahead, estimates[seat] - estimates[other])
    return 0.5 + 0.5 * ahead / (abs(ahead) + EVEN)


@kernel
def promises(start, seat, weights, moves, values):
    """List a seat's legal moves and the final score that each promises; return how many."""
    s = start[0]
    table = np.zeros((np.int64(s.players), 1), np.int64)
    scores(s, table)
    many = rank(s, seat, weights, moves, values, np.empty((MAX_MOVES, FEATURES)))
    for k in range(many):
        values[k] += table[seat, 0]
    return many


# ---------------------------------------------------------------------------------------------------------------------
# Playouts


@inner
def play_on(s, seat, move, weights, depth, moves, values, features, table, estimates):
    """Return the reward of a move when all seats play by the heuristic for some rounds; fill in the final scores."""
    players = np.int64(s.players)
    chosen = np.empty(SEATS, np.int64)
    rounds = 0
    while s.closed < ROUNDS and rounds <= depth:
        scores(s, table)
        for other in range(players):
            if rounds == 0 and other == seat:
                chosen[other] = move
                continue
            many = rank(s, other, weights, moves, values, features)
            best = largest(values, many)
            chosen[other] = moves[best]
            estimates[other] = table[other, 0] + values[best]
        for other in range(players):
            apply(s, other, chosen[other])
        rounds += 1
    if s.closed == ROUNDS:
        scores(s, table)
        for other in range(players):
            estimates[other] = table[other, 0]
    return reward(estimates, seat, players)


@inner
def most_promising(visits, total_reward, priors, trust, exploration):
    """Return the move with the highest upper confidence bound; the heuristic is a prior worth `trust` visits."""
    total = 1.0
    for k in range(visits.size):
        total += visits[k]
    best, most = 0, -1e9
    for k in range(visits.size):
        mean = (total_reward[k] + trust * priors[k]) / (visits[k] + trust)
        promise = mean + exploration * np.sqrt(np.sqrt(total) / (visits[k] + 1.0))
        if promise > most:
            best, most = k, promise
    return best


@kernel
def simulate(start, seat, weights, tuning, moves, visits, total_reward, sums, priors, deals, dealt, simulations, rng):
    """Run this many playouts; return how many orders have been dealt then. tuning: depth, trust, exploration.

    sums: for each move, the squares of its rewards, its points and their squares.
    """
    work = start.copy()
    s = work[0]
    listed, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    features, estimates = np.empty((MAX_MOVES, FEATURES)), np.empty(SEATS)
    table = np.zeros((np.int64(s.players), 1), np.int64)
    for _ in range(simulations):
        k = most_promising(visits, total_reward, priors, tuning[1], tuning[2])
        work[0] = start[0]
        deal = visits[k] % deals.shape[0]
        if deal == dealt:
            redeal(s, seat, rng)
            deals[deal] = s.cards
            dealt += 1
        s.cards[:] = deals[deal]
        gained = play_on(s, seat, moves[k], weights, tuning[0], listed, values, features, table, estimates)
        total_reward[k] += gained
        sums[k, SQUARES] += gained * gained
        sums[k, SCORED] += estimates[seat]
        sums[k, SCORED_SQUARES] += estimates[seat] * estimates[seat]
        visits[k] += 1
    return dealt
