"""Träxx' own search, as kernels: the best moves at first sight are played on under order after order of the cards.

In such a future every seat draws what looks best at first sight. All moves meet the same futures, so that they differ
by what they bring, not by luck. Alone, with three cards to come or fewer, all orders are gone through instead.
"""

from __future__ import annotations

import numpy as np

from parlour.games.traxx.outlook import FEATURES, rank
from parlour.games.traxx.rules import CARDS, MAX_MOVES, ROUNDS, SEATS, apply, legal, redeal, scores
from parlour.kernel import below, inner, kernel

EVEN = 5.0  # points ahead that make a seat three times as likely to win as the best other
SPREAD = 16.0  # points alone that count as much as winning


@inner
def best_of(values, first, many):
    """The place of the highest value from a place on."""
    best = first
    for k in range(first + 1, many):
        if values[k] > values[best]:
            best = k
    return best


@inner
def reward(estimates, seat, players):
    """What the seats' final scores are worth to one: from 0 to 1, or alone its points."""
    if players == 1:
        return estimates[0] / SPREAD
    ahead = 1000.0
    for other in range(players):
        if other != seat:
            ahead = min(ahead, estimates[seat] - estimates[other])
    return 0.5 + 0.5 * ahead / (abs(ahead) + EVEN)


@kernel
def first_sight(start, seat, weights, blur, width, moves, hopes, rng):
    """The legal moves with the reward that they seem to bring, the best of them in front; how many.

    blur: points by which first sight may err. width: how many are put in front.
    """
    s = start[0]
    players = np.int64(s.players)
    if s.closed == ROUNDS - 1:
        blur = 0.0  # nothing is left to err about
    values, features = np.empty(MAX_MOVES), np.empty((MAX_MOVES, FEATURES))
    table, estimates = np.zeros((players, 1), np.int64), np.empty(SEATS)
    scores(s, table)
    many = 0
    for turn in range(1, players + 1):
        mover = (seat + turn) % players  # the seat itself comes last, so that its moves are those that stay
        many = rank(s, mover, weights, moves, values, features)
        estimates[mover] = table[mover, 0] + values[best_of(values, 0, many)]
    for k in range(many):
        estimates[seat] = table[seat, 0] + values[k] + blur * (below(rng, 2001) - 1000) / 1000.0
        hopes[k] = reward(estimates, seat, players)
    for k in range(min(width, many)):
        best = best_of(hopes, k, many)
        moves[k], moves[best] = moves[best], moves[k]
        hopes[k], hopes[best] = hopes[best], hopes[k]
    return many


# ---------------------------------------------------------------------------------------------------------------------
# Futures


@inner
def play_on(s, seat, move, weights, depth, moves, values, features, table):
    """The reward of a move when all seats go on at first sight for some rounds."""
    players = np.int64(s.players)
    chosen, estimates = np.empty(SEATS, np.int64), np.empty(SEATS)
    rounds = 0
    while s.closed < ROUNDS and rounds <= depth:
        scores(s, table)
        for other in range(players):
            if rounds == 0 and other == seat:
                chosen[other] = move
                continue
            many = rank(s, other, weights, moves, values, features)
            best = best_of(values, 0, many)
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
    """The move to try next: the best so far, first sight being worth so many visits, or one that was hardly tried."""
    total = 1.0
    for k in range(visits.size):
        total += visits[k]
    best, most = 0, -1e9
    for k in range(visits.size):
        mean = (gains[k] + trust * hopes[k]) / (visits[k] + trust)
        promise = mean + exploration * np.sqrt(np.sqrt(total) / (visits[k] + 1.0))
        if promise > most:
            best, most = k, promise
    return best


@kernel
def simulate(start, seat, weights, tuning, moves, visits, gains, hopes, deals, dealt, simulations, rng):
    """Play on so many times; how many orders of the cards have been dealt then. tuning: depth, trust, exploration."""
    work = start.copy()
    s = work[0]
    listed, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    features = np.empty((MAX_MOVES, FEATURES))
    table = np.zeros((np.int64(s.players), 1), np.int64)
    for _ in range(simulations):
        k = most_promising(visits, gains, hopes, tuning[1], tuning[2])
        work[0] = start[0]
        deal = visits[k] % deals.shape[0]
        if deal == dealt:
            redeal(s, seat, rng)
            deals[deal] = s.cards
            dealt += 1
        s.cards[:] = deals[deal]
        gains[k] += play_on(s, seat, moves[k], weights, tuning[0], listed, values, features, table)
        visits[k] += 1
    return dealt


# ---------------------------------------------------------------------------------------------------------------------
# The last cards, alone


@inner
def bring_forward(s, place):
    """Let a card to come be the next."""
    s.cards[s.closed], s.cards[place] = s.cards[place], s.cards[s.closed]


@inner
def final_score(s, weights, moves, values, features, table):
    """The best result with at most two cards to come, in this order."""
    scores(s, table)
    if s.closed == ROUNDS:
        return np.float64(table[0, 0])
    return table[0, 0] + values[best_of(values, 0, rank(s, 0, weights, moves, values, features))]


@inner
def expected_score(s, weights, moves, values, features, table):
    """The same as a mean over all orders of at most two cards to come."""
    left = ROUNDS - np.int64(s.closed)
    if left < 2:
        return final_score(s, weights, moves, values, features, table)
    one = final_score(s, weights, moves, values, features, table)
    bring_forward(s, s.closed + 1)
    return (one + final_score(s, weights, moves, values, features, table)) / 2.0


@kernel
def expected_result(start, move, weights):
    """The mean result of a move alone over all orders of at most three cards to come, each played at its best."""
    work, trial = start.copy(), start.copy()
    s = work[0]
    moves, listed, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    features, table = np.empty((MAX_MOVES, FEATURES)), np.zeros((1, 1), np.int64)
    apply(s, 0, move)
    if ROUNDS - s.closed < 3:
        return expected_score(s, weights, moves, values, features, table)
    total = 0.0
    for place in range(np.int64(s.closed), CARDS):
        bring_forward(s, place)
        best = -1e9
        for k in range(legal(s, 0, listed)):
            trial[0] = work[0]
            apply(trial[0], 0, listed[k])
            best = max(best, expected_score(trial[0], weights, moves, values, features, table))
        total += best
        bring_forward(s, place)
    return total / 3.0
