"""What every game must satisfy during play."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

import parlour
from parlour import kernel
from parlour.luck import Luck
from parlour.outcome import REASONS
from tests.conformance.shelf import TABLES, open_match, random_match, random_move

pytestmark = pytest.mark.parametrize(("name", "players"), TABLES)


def test_random_play_ends_within_the_bound(name: str, players: int, luck: Luck) -> None:
    for _ in range(3):
        match = random_match(name, players, luck)
        assert match.waiting == ()
        assert match.outcome is not None
        assert len(match.moves) <= match.game.max_plies(players, match.options)


def test_legal_is_sorted_unique_and_never_empty_for_a_waiting_seat(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=0)
    while match.waiting:
        for seat in range(players):
            texts = match.legal(seat)
            assert texts == sorted(set(texts))
            assert bool(texts) == (seat in match.waiting)
            if texts:
                codes = np.empty(match.game.rules.MAX_MOVES, np.int64)
                n = kernel.legal(match.state[0], seat, codes)
                assert n == len(texts)
                assert (np.diff(codes[:n]) > 0).all()
        random_move(match, luck)


def test_exactly_the_listed_moves_can_be_played(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=luck.below(80))
    tried = {text for ply in range(len(match.moves)) for text in match.at(ply).legal(match.moves[ply][0])[:40]}
    tried |= {text[:-1] for text in tried} | {f"{text} {text}" for text in tried} | {"", " ", "\n", "pass", "0"}
    for seat in range(players):
        legal = set(match.legal(seat))
        for text in luck.shuffled(sorted(legal))[:30]:
            other = match.fork()
            other.play(seat, text)
            assert other.moves[-1] == (seat, text)
            assert match.moves == other.moves[:-1]
        before = match.state.tobytes()
        for text in luck.shuffled(sorted(tried - legal))[:60]:
            with pytest.raises((parlour.IllegalMove, parlour.NotWaiting, parlour.GameOver)) as caught:
                match.play(seat, text)
            assert len(str(caught.value)) > 10
            assert match.state.tobytes() == before


def test_complete_walks_every_legal_text_word_by_word(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=luck.below(80))
    for seat in match.waiting:
        for text in luck.shuffled(match.legal(seat))[:20]:
            words = text.split()
            for k in range(len(words)):
                assert words[k] in match.complete(seat, " ".join(words[:k]))
        assert match.complete(seat, "no such beginning") == []


def test_undo_and_replay_reproduce_states_bit_for_bit(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck)
    states = [match.at(ply).state.tobytes() for ply in range(len(match.moves) + 1)]
    again = parlour.new(name, players, deal=match.deal, **match.options)
    for ply, (seat, text) in enumerate(match.moves):
        assert again.state.tobytes() == states[ply]
        again.play(seat, text)
    assert again.state.tobytes() == states[-1]
    assert again.outcome == match.outcome
    while again.moves:
        last = again.moves[-1]
        assert again.undo() == last
        assert again.state.tobytes() == states[len(again.moves)]
    with pytest.raises(parlour.ParlourError, match="no move to take back"):
        again.undo()


def test_a_fork_is_independent(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=4)
    before = match.record()
    fork = match.fork()
    random_move(fork, luck)
    assert match.record() == before
    assert fork.at(len(match.moves)).record() == before


def test_seats_that_act_simultaneously_may_act_in_any_order(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=luck.below(30))
    while len(match.waiting) < 2 and match.moves:
        match.undo()
    if len(match.waiting) < 2:
        pytest.skip("one seat at a time here")
    chosen = [(seat, match.legal(seat)[luck.below(len(match.legal(seat)))]) for seat in match.waiting]
    states = set()
    for order in itertools.permutations(chosen):
        other = match.fork()
        for seat, text in order:
            other.play(seat, text)
        states.add(other.state.tobytes())
    assert len(states) == 1


def test_outcome_ranks_every_seat(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck)
    outcome = match.outcome
    assert outcome is not None
    assert outcome.reason in REASONS
    assert list(outcome.details) == list(match.game.rules.SCORE_NAMES)
    assert outcome.scores == outcome.details[match.game.rules.SCORE_NAMES[0]]
    rows = list(zip(*outcome.details.values(), strict=True))
    assert outcome.ranking == tuple(1 + sum(other > row for other in rows) for row in rows)
    best = tuple(seat for seat in range(players) if outcome.ranking[seat] == 1)
    assert outcome.winners == (best if match.game.shares_wins or len(best) == 1 else ())


def test_a_sample_is_any_legal_move_equally_likely(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=luck.below(100))
    if not match.waiting:
        match.undo()
    seat = match.waiting[0]
    state, rng = match.state, kernel.new_rng(luck.number())
    codes = np.empty(match.game.rules.MAX_MOVES, np.int64)
    n = kernel.legal(state[0], seat, codes)
    draws = 40 * n
    drawn = Counter(int(kernel.sample(state[0], seat, rng)) for _ in range(draws))
    assert set(drawn) <= set(codes[:n].tolist())
    counts = np.array([drawn[code] for code in codes[:n].tolist()])
    surprise = float(((counts - 40.0) ** 2 / 40.0).sum())  # chi-square with n - 1 degrees of freedom
    assert surprise <= (n - 1) + 7 * math.sqrt(2 * (n - 1)) + 20  # about once in a million runs by chance


def test_evaluations_are_shares_and_proposals_are_legal(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=luck.below(100))
    guess = np.full(players, np.nan)
    kernel.evaluate(match.state[0], guess)
    assert ((guess >= 0) & (guess <= 1)).all()
    for seat in match.waiting:
        codes, worth = np.empty((2, match.game.rules.MAX_MOVES), np.int64)
        n = kernel.legal(match.state[0], seat, codes)
        m = kernel.propose(match.state[0], seat, worth)
        assert 0 < m <= n
        assert set(worth[:m].tolist()) <= set(codes[:n].tolist())


@pytest.mark.parametrize("bot", ["random", "greedy", "1", "3", "5"])
def test_bots_play_legal_moves_and_repeat_them_for_the_same_seed(name: str, players: int, bot: str, luck: Luck) -> None:
    seed = luck.number()
    played = []
    for _ in range(2):
        player = parlour.bot(name, bot, seed=seed, simulations=8)
        match = parlour.new(name, players, seed=5)
        while match.waiting and len(match.moves) < 30:
            seat = match.waiting[0]
            text = player.choose(match, seat)
            assert text in match.legal(seat)
            match.play(seat, text)
        played.append(match.moves)
    assert played[0] == played[1]


def test_invalid_calls_raise_helpful_errors_and_change_nothing(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=3)
    before = match.record()
    idle = [seat for seat in range(-1, players + 2) if seat not in match.waiting]
    for seat in idle:
        assert match.legal(seat) == []
        with pytest.raises(parlour.NotWaiting, match="'s turn: waiting for seat"):
            match.play(seat, match.legal(match.waiting[0])[0])
    for seat in (-1, players):
        with pytest.raises(parlour.BadPlayers, match=f"seats are 0 to {players - 1}"):
            match.view(seat)
    for ply in (-1, len(match.moves) + 1, "x"):
        with pytest.raises(parlour.ParlourError, match="there is no position after"):
            match.at(ply)  # type: ignore[arg-type]
    assert match.record() == before
    over = random_match(name, players, luck)
    before = over.record()
    with pytest.raises(parlour.GameOver):
        over.play(0, over.moves[-1][1])
    with pytest.raises(parlour.GameOver):
        parlour.bot(name, "random").choose(over, 0)
    assert over.record() == before
