"""Batches: many games of one kind, stepped together in compiled code on all cores, for learning."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour import compiling
from parlour.errors import BadOption, ParlourError
from parlour.game import Encoding, Json
from parlour.games import find
from parlour.kernel import (
    action_of,
    apply,
    below,
    deal,
    inner,
    kernel,
    list_actions,
    max_moves,
    move_of,
    new_rng,
    observe,
    scores,
    setup,
)
from parlour.luck import Luck, Seed, checked_seed
from parlour.match import Match, bind_kernels
from parlour.numbers import as_number
from parlour.rollout import first_waiting


class IllegalAction(ParlourError):
    """An action that its game does not have now; `game` is the number of the first such game."""

    def __init__(self, game: int, sentence: str) -> None:
        super().__init__(sentence)
        self.args = (game, sentence)
        self.game = game

    def __str__(self) -> str:
        return f"game {self.game}: {self.args[1]}"


# ---------------------------------------------------------------------------------------------------------------------
# Kernels

THREE, SEVEN = np.uint64(3), np.uint64(7)
BEGIN = -1  # instead of an action: a new game

ALWAYS_COMPILED = True  # kernel.fallback: these play too many positions for plain Python


@inner
def begin(states, i, start, dealing):
    """A new game with a deal of its own."""
    states[i] = start[0]
    deal(states[i], dealing[i])
    setup(states[i])


@inner
def show(s, seat, i, seats, planes, vectors, actions, counts, moves):
    """Write down who is to act in a game, what that seat observes and what it may do."""
    seats[i] = seat
    counts[i] = list_actions(s, seat, moves, actions[i])
    observe(s, seat, planes[i], vectors[i])


@inner
def reward(table, out):
    """How many a seat has beaten less how many have beaten it, by the others; alone, its score."""
    players = table.shape[0]
    if players == 1:
        out[0] = table[0, 0]
        return
    for seat in range(players):
        beaten = 0
        for other in range(players):
            for k in range(table.shape[1]):
                if table[seat, k] != table[other, k]:
                    beaten += 1 if table[seat, k] > table[other, k] else -1
                    break
        out[seat] = beaten / np.float32(players - 1)


@kernel
def step_slice(
    first,
    end,
    chosen,
    states,
    start,
    dealing,
    seats,
    planes,
    vectors,
    actions,
    counts,
    rewards,
    done,
    final,
    ended,
):
    """Make a move in each game of a slice, or begin it anew; a game that ends with its move begins anew."""
    moves = np.empty(max_moves(start[0]), np.int64)
    for i in range(first, end):
        s = states[i]
        seat = -1
        is_over = False
        if chosen[i] != BEGIN:
            apply(s, seats[i], move_of(s, seats[i], chosen[i]))
            seat = first_waiting(s)
            is_over = seat < 0
            if is_over:
                ended[i] = s
                scores(s, final[i])
                reward(final[i], rewards[i])
            elif done[i]:
                rewards[i] = 0
        if seat < 0:
            begin(states, i, start, dealing)
            seat = first_waiting(s)
        done[i] = is_over
        show(s, seat, i, seats, planes, vectors, actions, counts, moves)


@kernel
def first_illegal(chosen, actions, counts):
    """The first game whose action it does not have now, or -1."""
    for i in range(chosen.size):
        action, listed = chosen[i], actions[i]
        is_legal = False
        for k in range(counts[i]):
            is_legal |= listed[k] == action  # to the end: without a way out, many are compared in one instruction
        if not is_legal:
            return i
    return -1


@kernel
def pack_slice(first, end, actions, counts, mask):
    """The legal actions of each game of a slice as bits."""
    for i in range(first, end):
        bits, listed = mask[i], actions[i]
        bits[:] = 0
        for k in range(counts[i]):
            action = np.uint64(listed[k])  # unsigned: so no index is looked at for being negative
            bits[action >> THREE] |= np.uint8(1) << np.uint8(action & SEVEN)


@kernel
def mark_actions(states, seat, codes, mask):
    """Put 1 where a listed move of a one-record array has its action: for tables with one game, as adapters have."""
    for k in range(codes.size):
        mask[action_of(states[0], seat, codes[k])] = 1


@kernel
def draw_all(actions, counts, drawing, out):
    """A random legal action for each game."""
    for i in range(out.size):
        out[i] = actions[i, below(drawing[i], counts[i])]


# ---------------------------------------------------------------------------------------------------------------------


class Batch:
    """Games side by side; made by `parlour.batch`.

    Its arrays are the same ones all the time, and not to be written to: copy what you want to keep.
    """

    encoding: Encoding  # what actions, planes and vectors mean
    seats: NDArray[np.int64]  # who is to act; where all choose simultaneously, the lowest seat that has not chosen
    planes: NDArray[np.uint8]  # game, plane, row, column: what that seat observes
    vectors: NDArray[np.float32]  # game, number: the rest of it
    actions: NDArray[np.int32]  # game, number: its legal actions, of which only the first counts[game] are meant
    counts: NDArray[np.int64]  # how many legal actions there are
    rewards: NDArray[np.float32]  # game, seat: not 0 only where a game has just ended
    done: NDArray[np.bool_]  # whether the last step ended a game; the next one has begun then
    scores: NDArray[np.int64]  # game, seat, column: how the game before this one ended
    states: NDArray[Any]  # the records, for kernels to read
    ended: NDArray[Any]  # the record with which the game before this one ended, where there was one
    threads: int

    def __init__(
        self,
        game: str,
        players: int | None = None,
        n: int = 1,
        options: Mapping[str, Json] | None = None,
        seed: Seed | None = 0,
        threads: int | None = None,
    ) -> None:
        self.game = find(game)
        if self.game.encoding is None:
            raise ParlourError(f"{self.game.title} has no encoding, which batches need")
        self._n = _checked_count("n", n)
        match = Match.new(self.game, players, options, seed=0)
        self.players, self.options = match.players, match.options
        self.encoding = self.game.encoding.describe(self.players, self.options)
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.threads = min(self._n, cores if threads is None else _checked_count("threads", threads))
        ends = [self._n * k // self.threads for k in range(self.threads + 1)]
        self._slices = list(pairwise(ends))
        self._start = np.zeros(1, self.game.rules.STATE)
        self.game.notation.write_options(self._start[0], self.players, self.options)
        self._make_arrays()
        self._start_threads()
        self._seed(seed)
        self.reset()

    def _start_threads(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None  # one is the caller's own
        self._process = os.getpid()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_pool" and name not in self._arrays}

    def __copy__(self) -> Batch:
        """Whole: a copy that shared its arrays would not be one."""
        return deepcopy(self)

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        """A copy goes on just as the original does, in threads of its own."""
        bind_kernels(attributes["game"])  # it may come from another process
        self.__dict__.update(attributes)
        self._show_arrays()
        self._start_threads()

    def _seed(self, seed: Seed | None) -> None:
        """A generator for each game's deals, and one for its random moves."""
        luck = Luck(checked_seed(seed))
        generators = np.stack([new_rng(luck.number()) for _ in range(2 * self._n)])
        self._dealing, self._drawing = generators[::2].copy(), generators[1::2].copy()

    def _make_arrays(self) -> None:
        n, encoding, record = self._n, self.encoding, self.game.rules.STATE
        self._arrays: dict[str, NDArray[Any]] = {
            "states": np.zeros(n, record),
            "seats": np.zeros(n, np.int64),
            "planes": np.zeros((n, *encoding.plane_shape), np.uint8),
            "vectors": np.zeros((n, encoding.vector_size), np.float32),
            "actions": np.zeros((n, self.game.max_moves), np.int32),
            "counts": np.zeros(n, np.int64),
            "rewards": np.zeros((n, self.players), np.float32),
            "done": np.zeros(n, np.bool_),
            "scores": np.zeros((n, self.players, len(self.game.score_names)), np.int64),
            "ended": np.zeros(n, record),
        }
        self._drawn = np.zeros(n, np.int64)
        self._mask = np.zeros((n, (encoding.action_count + 7) // 8), np.uint8)
        self._show_arrays()

    def _show_arrays(self) -> None:
        """Let everybody read them, and nobody write: kernels trust what stands there."""
        for name, array in self._arrays.items():
            shown = array.view()
            shown.flags.writeable = False
            setattr(self, name, shown)

    def _own(self, *names: str) -> list[NDArray[Any]]:
        return [self._arrays[name] for name in names]

    def __len__(self) -> int:
        return self._n

    def __repr__(self) -> str:
        return f"<Batch: {self._n} games of {self.game.title} for {self.players}>"

    def reset(self, seed: Seed | None = None) -> None:
        """Begin all games anew, with the next deals of each; given a seed, with those that follow from it."""
        if seed is not None:
            self._seed(seed)
        for array in self._own("rewards", "done", "scores", "ended"):
            array[:] = np.zeros((), array.dtype)
        self._drawn[:] = BEGIN
        self._run(self._drawn)

    def step(self, actions: Any) -> None:
        """Make one move in every game, or raise IllegalAction and change nothing.

        The seat in `seats` makes it. Games that end begin anew in the same step: rewards, done and scores tell of the
        end, everything else of the new game.
        """
        chosen = self._checked_actions(actions)
        wrong = int(first_illegal(chosen, *self._own("actions", "counts")))
        if wrong >= 0:
            raise self._why_not(wrong, int(chosen[wrong]))
        self._run(chosen)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, each equally likely, in an array that the next call fills anew."""
        draw_all(*self._own("actions", "counts"), self._drawing, self._drawn)
        return self._drawn

    def mask(self) -> NDArray[np.uint8]:
        """The legal actions of each game as bits, the lowest first, as `np.packbits(..., bitorder="little")` has them.

        Lists of them are there after every step; bits are made when asked for, in an array that the next call fills
        anew.
        """
        self._in_slices(pack_slice, *self._own("actions", "counts"), self._mask)
        return self._mask

    def legal(self, game: int) -> list[int]:
        """The legal actions of one game, in another order than `Match.legal` has: `Match.action_text` has the text."""
        number = self._checked_game(game)
        return [int(action) for action in self.actions[number, : self.counts[number]]]

    def match(self, game: int) -> Match:
        """One game as a match of its own, as it stands: to draw it, to ask bots, to play on."""
        number = self._checked_game(game)
        return Match.at_state(self.game, self.players, self.options, self._arrays["states"][number : number + 1])

    def _checked_game(self, game: Any) -> int:
        number = as_number(game)
        if number is None or not 0 <= number < self._n:
            raise ParlourError(f"there is no game {game!r}; games are 0 to {self._n - 1}")
        return number

    def close(self) -> None:
        """End the threads; from now on there is only one."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _run(self, chosen: NDArray[np.int64]) -> None:
        """Let every game have its action, or begin anew."""
        shown = self._own("seats", "planes", "vectors", "actions", "counts", "rewards", "done", "scores", "ended")
        self._in_slices(step_slice, chosen, *self._own("states"), self._start, self._dealing, *shown)

    def _in_slices(self, work: Callable[..., None], *arrays: NDArray[Any]) -> None:
        """Let each thread have its slice; the caller's own takes one: two that are woken may have to share a core."""
        if self._pool is None:
            work(0, self._n, *arrays)
            return
        if self._process != os.getpid():
            self._start_threads()  # a fork has none of them
        own, *others = self._slices
        parts = [self._pool.submit(work, first, end, *arrays) for first, end in others]
        work(*own, *arrays)
        for part in parts:
            part.result()

    def _checked_actions(self, actions: Any) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self._n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ParlourError(f"actions are {self._n} whole numbers, one for each game, not {actions!r}")
        return np.ascontiguousarray(chosen, np.int64)

    def _why_not(self, game: int, action: int) -> IllegalAction:
        count = self.encoding.action_count
        if not 0 <= action < count:
            return IllegalAction(game, f"actions are 0 to {count - 1}, not {action}")
        some = self.legal(game)
        more = f" and {len(some) - 5} others" if len(some) > 5 else ""
        listed = ", ".join(map(str, some[:5]))
        return IllegalAction(game, f"seat {int(self.seats[game])} may not do {action} now, but {listed}{more}")


def _checked_count(name: str, value: Any) -> int:
    number = as_number(value)
    if number is None or number < 1:
        raise BadOption(name, f"must be a whole number from 1 on, not {value!r}")
    return number


def batch(
    game: str,
    players: int | None = None,
    n: int = 1,
    options: Mapping[str, Json] | None = None,
    seed: Seed | None = 0,
    threads: int | None = None,
    **named: Any,
) -> Batch:
    """So many games side by side; the same from the same seed, whatever the number of threads (default: one a core)."""
    compiling.require(find(game).name)
    find(game).refuse_named(named)
    return Batch(game, players, n, options, seed, threads)
