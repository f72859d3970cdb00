"""Batches play the same games as matches, many in parallel."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import parlour
from parlour import Batch, Match, kernel
from parlour.game import Outcome
from parlour.games import find
from parlour.luck import Luck
from tests.conformance.shelf import TABLES, blank_observation, random_options

ROOT = Path(parlour.__file__).parents[1]
LEARNABLE = [(name, players) for name, players in TABLES if find(name).encoding is not None]
STEPS = {"exago": 130, "tracktic": 110}  # enough for some games to end; else:
LONGEST = 140


def same_match(batch: Batch, game: int) -> Match:
    """A match with the deal of a new game of a batch."""
    deal = batch.game.notation.read_deal(batch.states[game])
    return Match.new(batch.game, batch.players, batch.options, deal=deal)


def rewards_of(outcome: Outcome) -> list[float]:
    """By rank, from 1 for beating everyone to -1 for losing to everyone; in solo games, the score."""
    if len(outcome.ranking) == 1:
        return [float(outcome.scores[0])]
    return [
        (sum(rank > own for rank in outcome.ranking) - sum(rank < own for rank in outcome.ranking))
        / (len(outcome.ranking) - 1)
        for own in outcome.ranking
    ]


def check_shown(batch: Batch, game: int, match: Match) -> None:
    """Check that a batch's arrays agree with a match."""
    seat = match.waiting[0]
    assert batch.states[game].tobytes() == match.state.tobytes()
    assert batch.seats[game] == seat
    moves = [kernel.move_of(match.state[0], seat, action) for action in batch.legal(game)]
    assert sorted(moves) == match.move_codes(seat)
    is_legal = np.zeros(batch.encoding.action_count, bool)
    is_legal[batch.legal(game)] = True
    assert np.array_equal(np.packbits(is_legal, bitorder="little"), batch.mask()[game])
    planes, vector = blank_observation(match)
    kernel.observe(match.state[0], seat, planes, vector)
    assert np.array_equal(planes, batch.planes[game])
    assert np.array_equal(vector, batch.vectors[game])


@pytest.mark.parametrize(("name", "players"), LEARNABLE)
def test_a_batch_plays_like_matches(name: str, players: int, luck: Luck) -> None:
    options = random_options(find(name), players, luck)
    batch = parlour.batch(name, players, 2, options, seed=luck.number(), threads=1)
    matches = [same_match(batch, game) for game in range(2)]
    for _ in range(STEPS.get(name, LONGEST)):
        for game, match in enumerate(matches):
            check_shown(batch, game, match)
        chosen = batch.sample().copy()
        for game, match in enumerate(matches):
            seat = match.waiting[0]
            code = kernel.move_of(match.state[0], seat, int(chosen[game]))
            match.play(seat, match.game.notation.move_text(match.state[0], seat, code))
        batch.step(chosen)
        for game, match in enumerate(matches):
            outcome = match.outcome
            assert batch.done[game] == (outcome is not None)
            if outcome is None:
                assert not batch.rewards[game].any()
                continue
            assert batch.rewards[game].tolist() == pytest.approx(rewards_of(outcome))
            assert batch.scores[game].T.tolist() == [list(column) for column in outcome.details.values()]
            assert batch.ended[game].tobytes() == match.state.tobytes()
            matches[game] = same_match(batch, game)


def arrays(batch: Batch) -> list[bytes]:
    """All arrays of a batch."""
    shown: list[NDArray[Any]] = [batch.states, batch.seats, batch.planes, batch.vectors, batch.mask(), batch.counts]
    return [array.tobytes() for array in (*shown, batch.rewards, batch.done, batch.scores, batch.ended)]


@pytest.mark.parametrize("name", ["exago", "traxx", "cirplexed", "tracktic"])
def test_the_number_of_threads_does_not_matter(name: str, luck: Luck) -> None:
    seed = luck.number()
    batches = [parlour.batch(name, n=7, seed=seed, threads=threads) for threads in (1, 2, 3, 20)]
    assert [batch.threads for batch in batches] == [1, 2, 3, 7]
    for _ in range(120):
        for batch in batches:
            batch.step(batch.sample())
        assert len({tuple(arrays(batch)) for batch in batches}) == 1
    assert batches[0].scores.any()  # some have ended
    for batch in batches:
        batch.close()


@pytest.mark.parametrize(("name", "players"), LEARNABLE)
@pytest.mark.parametrize(
    "again",
    [copy.deepcopy, copy.copy, lambda batch: pickle.loads(pickle.dumps(batch))],
    ids=["deep", "shallow", "pickle"],
)
def test_a_copy_continues_identically_and_independently(
    name: str, players: int, again: Callable[[Batch], Batch], luck: Luck
) -> None:
    batch = parlour.batch(name, players, 3, seed=luck.number(), threads=2)
    for _ in range(40):
        batch.step(batch.sample())
    shown = arrays(batch)
    other = again(batch)
    assert arrays(other) == shown
    passed = [shown_after(other) for _ in range(80)]
    assert arrays(batch) == shown
    assert [shown_after(batch) for _ in range(80)] == passed  # including random moves and the deals of new games
    batch.close()
    assert shown_after(other) != passed[-1]  # it has its own threads
    other.close()


def shown_after(batch: Batch) -> list[bytes]:
    """The arrays of a batch after another random step."""
    batch.step(batch.sample())
    return arrays(batch)


FORK = """
import os, parlour
batch = parlour.batch("exago", 2, 4, seed=1, threads=2)
child = os.fork()
if child:
    os.waitpid(child, 0)
for _ in range(9):
    batch.step(batch.sample())
print([batch.match(k).position() for k in range(4)], flush=True)
if not child:
    os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")
def test_a_forked_process_has_its_own_threads() -> None:
    run = [sys.executable, "-W", "ignore", "-c", FORK]
    told = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    child, parent = told.stdout.splitlines()
    assert child == parent


def test_options_as_keywords_are_refused_with_the_right_form() -> None:
    with pytest.raises(parlour.BadOption, match=r"radius: .*options=\{'radius': 4\}"):
        parlour.batch("exago", 2, 2, radius=4)
    with pytest.raises(parlour.BadOption, match=r"games: unknown parameter or option; .* Exago are .*radius"):
        parlour.batch("exago", 2, games=2)


def test_a_pickled_batch_continues_identically(tmp_path: Path) -> None:
    batch = parlour.batch("cirplexed", 2, 2, seed=1, threads=1)
    kept = tmp_path / "batch"
    kept.write_bytes(pickle.dumps(batch))
    code = (
        f"import pickle; batch = pickle.load(open({str(kept)!r}, 'rb')); batch.step(batch.sample()); "
        "print([batch.match(k).position() for k in range(2)])"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    batch.step(batch.sample())
    assert told.stdout.strip() == str([batch.match(k).position() for k in range(2)])


@pytest.mark.parametrize(("name", "players"), LEARNABLE)
def test_a_game_of_a_batch_can_be_extracted_as_a_match(name: str, players: int, luck: Luck) -> None:
    options = random_options(find(name), players, luck)
    batch = parlour.batch(name, players, 2, options, seed=luck.number(), threads=1)
    for steps in (0, 1, 7):
        for _ in range(steps):
            batch.step(batch.sample())
        for game in range(2):
            match = batch.match(game)
            check_shown(batch, game, match)
            match.play(match.waiting[0], match.legal(match.waiting[0])[0])
            check_shown(batch, game, batch.match(game))  # the batch has not advanced
            assert parlour.load(match.record()).state.tobytes() == match.state.tobytes()


def test_each_game_has_its_own_deals_determined_by_the_seed(luck: Luck) -> None:
    seed = luck.number()
    batch = parlour.batch("traxx", 2, 5, seed=seed)
    deals: list[str] = []
    read = batch.game.notation.read_deal
    for _ in range(3 * 2 * 15):
        if batch.done.all() or not deals:
            deals += [str(read(state)) for state in batch.states]
        batch.step(batch.sample())
    assert len(deals) == len(set(deals)) == 15
    batch.reset(seed)
    assert [str(read(state)) for state in batch.states] == deals[:5]
    assert not batch.scores.any()
    batch.reset()
    assert [str(read(state)) for state in batch.states] == deals[5:10]  # the next ones
    assert [str(read(state)) for state in parlour.batch("traxx", 2, 3, seed=seed).states] == deals[:3]
    assert str(read(parlour.batch("traxx", 2, seed=None).states[0])) not in deals


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    batch = parlour.batch("exago", 2, 4)
    before = arrays(batch)
    first = batch.legal(0)[0]
    for wrong, sentence in (
        ([first, first, 7, 8], f"game 2: action 7 is illegal for seat 0 now; legal: {first}"),
        ([first, first, first, 24935], "game 3: actions are 0 to 24934, not 24935"),
        ([first, -1, first, first], "game 1: actions are 0 to 24934, not -1"),
    ):
        with pytest.raises(parlour.IllegalAction) as caught:
            batch.step(wrong)
        assert str(caught.value) == sentence
        assert isinstance(caught.value, parlour.ParlourError)
        assert f"game {caught.value.game}:" in sentence
        assert arrays(batch) == before
    for shape in ([first] * 3, [[first] * 4], [0.0] * 4, "abcd", None):
        with pytest.raises(parlour.ParlourError, match="4 whole numbers, one for each game"):
            batch.step(shape)
    assert arrays(batch) == before
    batch.step([first] * 4)
    batch.step(np.array([batch.legal(game)[-1] for game in range(4)], np.int32))
    assert arrays(batch) != before


def test_invalid_parameters_are_refused_with_a_reason() -> None:
    for count in (0, -1, 1.5, "many"):
        with pytest.raises(parlour.BadOption, match="n: must be a whole number from 1 on"):
            parlour.batch("exago", n=count)  # type: ignore[arg-type]
    with pytest.raises(parlour.BadOption, match="threads: must be"):
        parlour.batch("exago", threads=0)
    with pytest.raises(parlour.UnknownGame, match="there is no game 'chess'"):
        parlour.batch("chess")
    with pytest.raises(parlour.BadPlayers, match="played by 2 to 6"):
        parlour.batch("exago", 7)
    with pytest.raises(parlour.BadOption, match="radius"):
        parlour.batch("exago", options={"radius": 9})
    with pytest.raises(parlour.ParlourError, match="Sealed bids has no encoding"):
        parlour.batch("sealed_bids")


def test_random_actions_are_legal_and_cover_all_legal_actions() -> None:
    batch = parlour.batch("cirplexed", 2, 50, seed=3)
    drawn = np.stack([batch.sample().copy() for _ in range(200)])
    for game in range(50):
        assert set(drawn[:, game].tolist()) <= set(batch.legal(game))
    assert len(set(drawn[:, 0].tolist())) == len(batch.legal(0)) == 32


@pytest.mark.parametrize(("name", "players"), LEARNABLE)
def test_a_bots_move_is_played_in_a_batch(name: str, players: int, luck: Luck) -> None:
    batch = parlour.batch(name, players, 2, seed=luck.number(), threads=1)
    bot = parlour.bot(name, "greedy", seed=1)
    for _ in range(12):
        matches = [batch.match(game) for game in range(2)]
        seats = batch.seats.tolist()
        for game, (match, seat) in enumerate(zip(matches, seats, strict=True)):
            texts = [match.action_text(seat, action) for action in batch.legal(game)]
            assert sorted(texts) == match.legal(seat)
            assert [match.action(seat, text) for text in texts] == batch.legal(game)
        moves = [bot.choose(match, seat) for match, seat in zip(matches, seats, strict=True)]
        batch.step([match.action(seat, move) for match, seat, move in zip(matches, seats, moves, strict=True)])
        for game, (match, seat, move) in enumerate(zip(matches, seats, moves, strict=True)):
            match.play(seat, move)
            if match.waiting:
                assert match.state.tobytes() == batch.states[game].tobytes()


def test_arrays_are_read_only() -> None:
    batch = parlour.batch("exago", 2, 3)
    names = ("states", "seats", "planes", "vectors", "actions", "counts", "rewards", "done", "scores", "ended")
    for one in (batch, copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        before = arrays(one)
        for name in names:
            with pytest.raises(ValueError, match="read-only"):
                getattr(one, name)[0] = getattr(one, name)[1]
        assert arrays(one) == before
        one.step(one.sample())
        assert arrays(one) != before  # they are the arrays that the step fills


def test_a_closed_batch_continues_in_one_thread() -> None:
    batch, other = (parlour.batch("exago", 2, 4, seed=3, threads=threads) for threads in (2, 1))
    batch.close()
    batch.close()
    for one in (batch, other):
        one.step(one.sample())
    assert arrays(batch) == arrays(other)


@pytest.mark.parametrize("game", [-1, 3, "0", 1.0, None])
def test_unknown_games_of_a_batch_are_refused(game: Any) -> None:
    batch = parlour.batch("exago", 2, 3)
    for ask in (batch.legal, batch.match):
        with pytest.raises(parlour.ParlourError, match=r"^there is no game .*; games are 0 to 2$"):
            ask(game)
