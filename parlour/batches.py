"""Batches: many games stepped together in compiled code on all cores, for learning."""

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
from parlour.game import Encoding, Game, Json
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
    """An action is not legal in its game."""

    game: int
    """The number of the first such game in the batch, from 0."""

    def __init__(self, game: int, sentence: str) -> None:
        super().__init__(sentence)
        self.args = (game, sentence)
        self.game = game

    def __str__(self) -> str:
        return f"game {self.game}: {self.args[1]}"


# ---------------------------------------------------------------------------------------------------------------------
# Kernels

THREE, SEVEN = np.uint64(3), np.uint64(7)
BEGIN = -1  # in place of an action: start a new game

ALWAYS_COMPILED = True  # kernel.fallback: these play too many positions for plain Python


@inner
def begin(states, i, start, dealing):
    """Start a new game with a deal of its own."""
    states[i] = start[0]
    deal(states[i], dealing[i])
    setup(states[i])


@inner
def show(s, seat, i, seats, planes, vectors, actions, counts, moves):
    """Fill in the seat to act in a game, its observation and its legal actions."""
    seats[i] = seat
    counts[i] = list_actions(s, seat, moves, actions[i])
    observe(s, seat, planes[i], vectors[i])


@inner
def reward(table, out):
    """Fill in (seats beaten - seats that beat it) / opponents for each seat; in a solo game, the score."""
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
    """Make a move in each game of a slice, or restart it; a game that ends is restarted in the same step."""
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
    """Return the first game whose chosen action is illegal, or -1."""
    for i in range(chosen.size):
        action, listed = chosen[i], actions[i]
        is_legal = False
        for k in range(counts[i]):
            is_legal |= listed[k] == action  # no early exit: so the loop is vectorised
        if not is_legal:
            return i
    return -1


@kernel
def pack_slice(first, end, actions, counts, mask):
    """Fill in the legal actions of each game of a slice as bits."""
    for i in range(first, end):
        bits, listed = mask[i], actions[i]
        bits[:] = 0
        for k in range(counts[i]):
            action = np.uint64(listed[k])  # unsigned: no check for negative indices
            bits[action >> THREE] |= np.uint8(1) << np.uint8(action & SEVEN)


@kernel
def mark_actions(states, seat, codes, mask):
    """Set mask[action] to 1 for each listed move in a one-record array: for the single games of adapters."""
    for k in range(codes.size):
        mask[action_of(states[0], seat, codes[k])] = 1


@kernel
def draw_all(actions, counts, drawing, out):
    """Draw a random legal action for each game."""
    for i in range(out.size):
        out[i] = actions[i, below(drawing[i], counts[i])]


# ---------------------------------------------------------------------------------------------------------------------


class Batch:
    """Many games of one kind, stepped together; create one with `parlour.batch`.

    The arrays are read-only, and each step overwrites them: copy what you want to keep. Their first axis is the game.
    A game that ends is restarted in the same step. A batch can be copied and pickled, and a copy continues exactly as
    the original does.

        game, players, options    what is played
        encoding    what actions, planes and vectors mean
        seats       the seat to act in each game
        planes      what that seat observes, on the board: [game, plane, row, column]
        vectors     what that seat observes besides: [game, number]
        actions     the legal actions: [game, k], of which the first `counts[game]` are valid
        counts      the number of legal actions in each game
        rewards     the rewards of the last step: [game, seat]; zero unless it ended the game
        done        whether the last step ended the game
        scores      the final scores of the previous game: [game, seat, score column]
        states      the state records, for kernels to read
        ended       the final state record of the previous game
        threads     how many threads step the games

    >>> import parlour
    >>> games = parlour.batch("exago", players=2, n=8)
    >>> games.step(games.sample())
    >>> games.seats.tolist()
    [1, 1, 1, 1, 1, 1, 1, 1]
    """

    game: Game
    """The game that is played."""
    players: int
    """The number of seats."""
    options: dict[str, Json]
    """The value of every option, by name."""
    encoding: Encoding
    """What actions, planes and vectors mean."""
    seats: NDArray[np.int64]
    """The seat to act in each game; in simultaneous games, the lowest seat that has not chosen yet."""
    planes: NDArray[np.uint8]
    """What that seat observes, on the board: [game, plane, row, column]."""
    vectors: NDArray[np.float32]
    """What that seat observes besides: [game, number]."""
    actions: NDArray[np.int32]
    """The legal actions: [game, k]. Only the first `counts[game]` of a row are valid."""
    counts: NDArray[np.int64]
    """The number of legal actions in each game."""
    rewards: NDArray[np.float32]
    """The rewards of the last step: [game, seat]. Zero unless it ended the game; then the number of seats that this
    seat beat, less those that beat it, divided by its opponents: from -1 to 1. In a solo game, the score."""
    done: NDArray[np.bool_]
    """Whether the last step ended the game; if so, everything but the end is that of the next game."""
    scores: NDArray[np.int64]
    """The final scores of the previous game: [game, seat, score column]."""
    states: NDArray[Any]
    """The state records, for kernels to read."""
    ended: NDArray[Any]
    """The final state record of the previous game; zeros if there was none."""
    threads: int
    """How many threads step the games."""

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
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None  # plus the caller's own
        self._process = os.getpid()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_pool" and name not in self._arrays}

    def __copy__(self) -> Batch:
        """Copy deeply: a copy must not share its arrays."""
        return deepcopy(self)

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        """Continue just as the original does, in threads of its own."""
        bind_kernels(attributes["game"])  # it may come from another process
        self.__dict__.update(attributes)
        self._show_arrays()
        self._start_threads()

    def _seed(self, seed: Seed | None) -> None:
        """Create one generator for each game's deals, and one for its random moves."""
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
        """Publish read-only views of the arrays: kernels trust their content."""
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
        """Restart all games, each with its next deal, or with deals from a new seed."""
        if seed is not None:
            self._seed(seed)
        for array in self._own("rewards", "done", "scores", "ended"):
            array[:] = np.zeros((), array.dtype)
        self._drawn[:] = BEGIN
        self._run(self._drawn)

    def step(self, actions: Any) -> None:
        """Make one move in every game, or raise IllegalAction and change nothing.

        `actions` has one action per game, for the seat in `seats`. Games that end are restarted in the same step:
        `rewards`, `done`, `scores` and `ended` then describe the end, and all other arrays the new game.
        """
        chosen = self._checked_actions(actions)
        wrong = int(first_illegal(chosen, *self._own("actions", "counts")))
        if wrong >= 0:
            raise self._why_not(wrong, int(chosen[wrong]))
        self._run(chosen)

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game, uniformly drawn; the next call overwrites the array."""
        draw_all(*self._own("actions", "counts"), self._drawing, self._drawn)
        return self._drawn

    def mask(self) -> NDArray[np.uint8]:
        """Return the legal actions of each game as bits, packed as by `np.packbits(..., bitorder="little")`.

        The mask is computed on demand, unlike `actions`; the next call overwrites the array.
        """
        self._in_slices(pack_slice, *self._own("actions", "counts"), self._mask)
        return self._mask

    def legal(self, game: int) -> list[int]:
        """Return the legal actions of one game, not in the order of `Match.legal`; see `Match.action_text`."""
        number = self._checked_game(game)
        return [int(action) for action in self.actions[number, : self.counts[number]]]

    def match(self, game: int) -> Match:
        """Return one game as a Match that starts at its current state, to draw it, ask a bot or play on."""
        number = self._checked_game(game)
        return Match.at_state(self.game, self.players, self.options, self._arrays["states"][number : number + 1])

    def _checked_game(self, game: Any) -> int:
        number = as_number(game)
        if number is None or not 0 <= number < self._n:
            raise ParlourError(f"there is no game {game!r}; games are 0 to {self._n - 1}")
        return number

    def close(self) -> None:
        """Stop the worker threads; from now on the calling thread does all the work."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _run(self, chosen: NDArray[np.int64]) -> None:
        """Step every game by its action, or restart it."""
        shown = self._own("seats", "planes", "vectors", "actions", "counts", "rewards", "done", "scores", "ended")
        self._in_slices(step_slice, chosen, *self._own("states"), self._start, self._dealing, *shown)

    def _in_slices(self, work: Callable[..., None], *arrays: NDArray[Any]) -> None:
        """Give each thread its slice, the calling one included: a thread woken instead might have to share its core."""
        if self._pool is None:
            work(0, self._n, *arrays)
            return
        if self._process != os.getpid():
            self._start_threads()  # a forked process has no threads
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
        return IllegalAction(
            game, f"action {action} is illegal for seat {int(self.seats[game])} now; legal: {listed}{more}"
        )


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
    """Start `n` games that are stepped together.

    `options` is a mapping, unlike in `parlour.new`. The same seed gives the same games, whatever the number of threads;
    None gives random ones. By default there is one thread per core. Raises ParlourError if the game has no encoding.

    >>> import parlour
    >>> games = parlour.batch("exago", players=2, n=3, options={"radius": 4})
    >>> len(games), games.counts.tolist()
    (3, [1, 1, 1])
    """
    compiling.require(find(game).name)
    find(game).refuse_named(named)
    return Batch(game, players, n, options, seed, threads)
