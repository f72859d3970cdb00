"""Träxx' own search, as kernels: the best moves at first sight are played on under one dealt order after another.

In such a future every seat draws what looks best at first sight. All moves meet the same futures, so that they differ
by what they bring, not by luck. Alone and with three cards to come or fewer, all orders are gone through instead.
"""

from __future__ import annotations

import numpy as np

from parlour.games.traxx.outlook import FEATURES, rank
from parlour.games.traxx.rules import CARDS, MAX_MOVES, OPEN, ROUNDS, SEATS, STATE, apply, redeal, scores
from parlour.kernel import below, inner, kernel

DEALS = 4096  # futures; more simulations of one move go through them again
EXACT = 3  # cards to come, at most, of which all orders are gone through
EVEN = 5.0  # points ahead that make a seat three times as likely to win as the best other
SPREAD = 16.0  # points alone that count as much as winning


@inner
def points_of(s, table, seat):
    """A seat's score as of closed rounds."""
    scores(s, table)
    return table[seat, 0]


@inner
def best_of(values, many):
    """The place of the highest value."""
    best = 0
    for k in range(1, many):
        if values[k] > values[best]:
            best = k
    return best


@kernel
def candidates(start, seat, weights, blur, moves, values, rng):
    """The legal moves, best at first sight first, with their promise blurred by up to so many points; how many."""
    features = np.empty((MAX_MOVES, FEATURES))
    many = rank(start[0], seat, weights, moves, values, features)
    for k in range(many):
        values[k] += blur * (below(rng, 2001) - 1000) / 1000.0
    order = np.argsort(-values[:many], kind="mergesort")
    moves[:many] = moves[:many][order]
    values[:many] = values[:many][order]
    return many


@inner
def reward(estimates, seat, players):
    """What the seats' scores are worth to one: from 0 to 1, or alone its points."""
    if players == 1:
        return estimates[0] / SPREAD
    ahead = 1000.0
    for other in range(players):
        if other != seat:
            ahead = min(ahead, estimates[seat] - estimates[other])
    return 0.5 + 0.5 * ahead / (abs(ahead) + EVEN)


@inner
def play_on(s, seat, move, weights, depth, moves, values, features, table):
    """The reward of a move when all seats go on at first sight for some rounds."""
    players = np.int64(s.players)
    chosen, estimates = np.empty(SEATS, np.int64), np.empty(SEATS)
    for other in range(players):
        s.choice[other] = OPEN  # what they have chosen already is not for this seat to know
    rounds = 0
    while s.closed < ROUNDS and rounds <= depth:
        scores(s, table)
        for other in range(players):
            if rounds == 0 and other == seat:
                chosen[other] = move
                continue
            many = rank(s, other, weights, moves, values, features)
            best = best_of(values, many)
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
def most_promising(visits, gains, hopes, trust, exploration):
    """The candidate to try next (UCB1 with the first sight as so many visits)."""
    total = 1
    for k in range(visits.size):
        total += visits[k]
    best, most = 0, -1e9
    for k in range(visits.size):
        mean = (gains[k] + trust * hopes[k]) / (visits[k] + trust)
        promise = mean + exploration * np.sqrt(np.sqrt(1.0 * total)) / np.sqrt(visits[k] + 1.0)
        if promise > most:
            best, most = k, promise
    return best


@kernel
def simulate(start, seat, weights, depth, trust, exploration, moves, visits, gains, hopes, deals, dealt, simulations, rng):
    """Play on so many times; how many deals there are then."""
    work = start.copy()
    s = work[0]
    listed, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    features = np.empty((MAX_MOVES, FEATURES))
    table = np.zeros((np.int64(s.players), 1), np.int64)
    for _ in range(simulations):
        k = most_promising(visits, gains, hopes, trust, exploration)
        deal = visits[k] % deals.shape[0]
        if deal == dealt:
            work[0] = start[0]
            for other in range(s.players):
                s.choice[other] = OPEN
            redeal(s, seat, rng)
            deals[deal] = s.cards
            dealt += 1
        work[0] = start[0]
        s.cards[:] = deals[deal]
        gains[k] += play_on(s, seat, moves[k], weights, depth, listed, values, features, table)
        visits[k] += 1
    return dealt
