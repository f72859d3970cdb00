"""Everything that kernels compute in random games, as JSON: `python -m tests.conformance.trace GAME 2:SEED 3:SEED`.

Made once compiled and once with NUMBA_DISABLE_JIT=1, the traces must be equal. The number before each seed is the
number of players.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

import parlour
from parlour import kernel, perft
from parlour.games import find
from parlour.luck import Luck
from tests.conformance.shelf import blank_observation, open_match, random_match, random_move

SIMULATIONS = 3  # plain Python is slow
STEPS = 8


def trace(name: str, players: int, seed: str, plies: int = 40) -> list[Any]:
    """An entry per ply: state, codes, scores, evaluations, samples, and a redealt state."""
    luck = Luck(seed)
    match = random_match(name, players, luck, plies=luck.below(60))
    entries: list[Any] = [match.options, match.deal]
    while True:
        state = match.state
        guess = np.zeros(players)
        kernel.evaluate(state[0], guess)
        entry: dict[str, Any] = {
            "state": digest(state),
            "waiting": kernel.waiting(state[0]),
            "view": match.view(None),
            "guess": guess.tolist(),
        }
        for seat in match.waiting:
            rng = kernel.new_rng(luck.number())
            codes = np.empty(match.game.rules.MAX_MOVES, np.int64)
            n = kernel.legal(state[0], seat, codes)
            entry[f"legal {seat}"] = codes[:n].tolist()
            entry[f"sample {seat}"] = [int(kernel.sample(state[0], seat, rng)) for _ in range(3)]
            entry[f"propose {seat}"] = codes[: kernel.propose(state[0], seat, codes)].tolist()
            other = match.state
            kernel.redeal(other[0], seat, rng)
            entry[f"redeal {seat}"] = digest(other)
            if match.game.encoding is not None:
                entry[f"numbers {seat}"] = numbers(match, seat, entry[f"legal {seat}"])
                kernel.deal(other[0], rng)
                entry[f"deal {seat}"] = digest(other)
            entry[f"rng {seat}"] = [int(word) for word in rng]
        entries.append(entry)
        if not match.waiting or len(match.moves) > plies:
            break
        random_move(match, luck)
    entries.append(int(perft.perft(match.at(min(1, len(match.moves))).state, 2)))
    return entries


def numbers(match: parlour.Match, seat: int, codes: list[int]) -> Any:
    """The actions of some moves and the moves of these actions, all actions, and what the seat observes."""
    state, many = match.state[0], match.game.max_moves
    moves, listed = np.empty(many, np.int64), np.empty(many, np.int32)
    everything = listed[: kernel.list_actions(state, seat, moves, listed)].tolist()
    actions = [kernel.action_of(state, seat, code) for code in codes[:: 1 + len(codes) // 20]]
    planes, vector = blank_observation(match)
    kernel.observe(state, seat, planes, vector)
    back = [kernel.move_of(state, seat, action) for action in actions]
    return [actions, back, everything, digest(planes), vector.tolist()]


def thoughts(name: str, players: int, seed: str) -> Any:
    """A bot's search result after a few simulations."""
    match = open_match(name, players, Luck(seed), plies=8)
    analysis = parlour.bot(name, "4", seed=seed, simulations=SIMULATIONS).analyse(match, match.waiting[0])
    return [analysis.move, [[one.text, one.visits, one.value] for one in analysis.candidates], analysis.line]


def batched(name: str, players: int, seed: str) -> list[list[str]]:
    """All arrays of a few games stepped together."""
    if find(name).encoding is None:
        return []
    batch, steps = parlour.batch(name, players, 2, seed=seed, threads=1), []
    for _ in range(STEPS):
        batch.step(batch.sample())
        shown = (batch.states, batch.planes, batch.vectors, batch.mask(), batch.counts)
        steps.append([digest(array) for array in shown])
    return steps


def digest(state: Any) -> str:
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


def traces(name: str, wanted: list[str]) -> str:
    """The traces of several games, and whether they were made by compiled code."""
    assert (kernel.cache_folder() is not None) == kernel.IS_COMPILED
    pairs = (one.split(":") for one in wanted)
    made = {f"{players}:{seed}": trace(name, int(players), seed) for players, seed in pairs}
    players, seed = wanted[0].split(":")
    thought, steps = thoughts(name, int(players), seed), batched(name, int(players), seed)
    return json.dumps({"compiled": kernel.IS_COMPILED, "traces": made, "thoughts": thought, "batched": steps})


if __name__ == "__main__":
    print(traces(sys.argv[1], sys.argv[2:]))
