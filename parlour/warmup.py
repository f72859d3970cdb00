"""Compiling a game's kernels in advance, step by step."""

from __future__ import annotations

import importlib
import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from parlour import compiling, kernel, perft, rollout
from parlour.batches import batch, mark_actions
from parlour.bots import HIGH_LEVELS, NAMES, new_bot
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.games import find, register
from parlour.match import Match

SHORT = 2  # moves
SIMPLE, LEVELS = NAMES[:2], [name for name in NAMES[2:] if name not in HIGH_LEVELS]
PAUSE = 0.1  # seconds before an idle compiler looks for work again
NICE = 10  # the niceness of compilers, so that players come first


@dataclass(frozen=True)
class Step:
    """Something to compile, by calling it exactly as matches, bots and benchmarks do."""

    name: str
    run: Callable[[], object]


def steps(game: Game, bots: Collection[str] = NAMES, study: bool = True) -> list[Step]:
    """Return the steps to compile a game for play with these bots, and for `study`: kernels that only studies call.

    Whoever runs these steps shows the progress: nothing else is printed.
    """
    kernel.compile_untold()
    compiling.require(game.name)
    chosen = _rules(game)
    chosen += [_bot_step(game, name, (game.players[0], game.players[-1])) for name in bots]
    if game.afterword is not None:
        chosen.append(_afterword(game))
    if study:
        chosen += [
            Step("one random move", lambda: kernel.sample(_start(game).state[0], _seat(game), kernel.new_rng(0))),
            Step("a quick evaluation", lambda: kernel.evaluate(_start(game).state[0], _values(game))),
            Step("promising moves", lambda: kernel.propose(_start(game).state[0], _seat(game), _moves(game))),
            Step("random games, listed", lambda: rollout.play_listed(_start(game).state, 1, kernel.new_rng(0))),
            Step("random games, sampled", lambda: rollout.play_sampled(_start(game).state, 1, kernel.new_rng(0))),
            Step("counting move sequences", lambda: perft.perft(_start(game).state, 2)),
        ]
        if game.encoding is not None:
            chosen.append(Step("actions, and batches", lambda: _batch(game)))
    return chosen


def _rules(game: Game) -> list[Step]:
    return [
        Step("the start", lambda: _start(game)),
        Step("whose turn it is", lambda: _start(game).waiting),
        Step("legal moves", lambda: _start(game).legal(_seat(game))),
        Step("making a move", lambda: _moved(game)),
        Step("scores and views", lambda: _moved(game).view(None)),
        Step("hidden information", lambda: _moved(game).belief(0, seed=0)),
        Step("pictures and texts", lambda: _pictures(game)),
        Step("explanations", lambda: _explanations(game)),
    ]


def _bot_step(game: Game, name: str, players: Collection[int]) -> Step:
    return Step(f"the bot {name!r}", lambda: _bot(game, name, players))


def _afterword(game: Game) -> Step:
    return Step("a word after the end", lambda: _short(game).afterword())


def _start(game: Game) -> Match:
    return Match.new(game, seed=0)


def _seat(game: Game) -> int:
    return _start(game).waiting[0]


def _values(game: Game) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.zeros(game.players[0], np.float64)


def _moves(game: Game) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.empty(game.rules.MAX_MOVES, np.int64)


def _moved(game: Game) -> Match:
    match = _start(game)
    seat = match.waiting[0]
    match.play(seat, match.legal(seat)[0])
    return match


def _pictures(game: Game) -> None:
    match = _moved(game)
    match.events(None)
    match._repr_svg_()
    Match.at_position(game, match.players, match.options, game.notation.position_text(match.state[0]))


def _explanations(game: Game) -> None:
    match = _moved(game)
    seat, last = match.waiting[0], match.moves[-1][1]
    listed = match.legal(seat)
    for text in ("", listed[0], listed[-1]):
        match.complete(seat, text)
        match.preview(seat, text)
    others = _start(game).legal(_seat(game))  # moves of another seat, or of the board before the move
    for text in ("?", last, f"{last} {last}", *others[:: 1 + len(others) // 10]):
        with suppress(ParlourError):
            match.fork().play(seat, text)


def _short(game: Game) -> Match:
    """Return a finished match of which only the last moves were played here."""
    match = _start(game)
    while match.outcome is None:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    played = match.moves
    short = Match.at_position(
        game, match.players, match.options, game.notation.position_text(match.at(len(played) - SHORT).state[0])
    )
    for seat, text in played[-SHORT:]:
        short.play(seat, text)
    return short


def _bot(game: Game, name: str, players: Collection[int]) -> None:
    for one in ("random", name):  # a level may blunder, which plays as `random` does
        for match in (Match.new(game, number, seed=0) for number in players):
            new_bot(game.name, one, seed=0, simulations=1).analyse(match, match.waiting[0])


def _batch(game: Game) -> None:
    games = batch(game.name, threads=1)
    games.step(games.sample())
    match, mask = _start(game), np.zeros(games.encoding.action_count, np.int8)
    mark_actions(match.state, _seat(game), np.array(match.move_codes(_seat(game)), np.int64), mask)


@dataclass(frozen=True)
class Part:
    """Steps that one process runs, once the parts it needs are done."""

    name: str
    steps: tuple[Step, ...]
    needs: tuple[str, ...] = ()


def parts(game: Game) -> list[Part]:
    """Return what playing a game needs, most urgent first; several compilers share the parts."""
    few, many = (game.players[0],), (game.players[-1],)
    rules = Part("rules", tuple(_rules(game)))
    simple = Part("random and greedy", tuple(_bot_step(game, name, few) for name in SIMPLE), (rules.name,))
    needed = (rules.name, simple.name)
    chosen = [rules, simple]
    for players, what in ((few, "few"), (many, "many")):
        chosen.append(Part(f"levels {what}", tuple(_bot_step(game, name, players) for name in LEVELS), needed))
    high = tuple(_bot_step(game, name, few + many) for name in HIGH_LEVELS)
    chosen.append(Part("high levels", high, (*needed, "levels few", "levels many")))
    if game.afterword is not None:
        chosen.append(Part("afterword", (_afterword(game),), (rules.name,)))
    return chosen


def compile_parts(names: list[str]) -> None:
    """Compile all parts of these games that no other process compiles, and mark them as done."""
    while left := [name for name in names if not compiling.is_warm(name)]:
        for name in left:
            wanted = [part for part in parts(find(name)) if not compiling.is_done(name, part.name)]
            if not wanted:
                compiling.mark_warm(name)
                break
            if any(_compile(name, part) for part in wanted):
                break  # another game may be wanted by now
        else:
            time.sleep(PAUSE)  # other processes are compiling the rest


def _compile(game: str, part: Part) -> bool:
    """Compile a part, unless it is done, needs others first, or is being compiled by another process."""
    if not all(compiling.is_done(game, name) for name in part.needs):
        return False
    with compiling.only_one(game, part.name, waits=False) as is_ours:
        if not is_ours or compiling.is_done(game, part.name):
            return False
        for step in part.steps:
            step.run()
        compiling.mark_done(game, part.name)
    return True


def main(arguments: list[str]) -> None:
    """Run `python -m parlour.warmup [--plugin=MODULE] GAME ...`, which compiling.py starts.

    Each line on standard input names the game to compile next, old or new; the process ends with its standard input.
    """
    if hasattr(os, "nice"):
        os.nice(NICE)
    kernel.compile_untold()
    names = [word for word in arguments if not word.startswith("--plugin=")]
    for word in arguments:
        if word not in names:
            register(importlib.import_module(word.removeprefix("--plugin=")).GAME)

    def listen() -> None:
        for line in sys.stdin:
            names[:] = [line.strip(), *(name for name in names if name != line.strip())]
        os._exit(0)  # the parent process is gone; what is compiled is kept

    threading.Thread(target=listen, daemon=True).start()
    compile_parts(names)


def run(chosen: Sequence[Step], console: Console, what: str, patience: float = 0.0) -> float:
    """Run the steps and return the seconds they took; a progress bar that says `what` appears after `patience`.

    In plain Python there is nothing to compile, and no step is run.
    """
    if not kernel.IS_COMPILED:
        return 0.0
    began = perf_counter()
    progress = Progress(
        SpinnerColumn(),
        TextColumn("Compiling {task.description}:", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[step]}", style="dim"),
        console=console,
        transient=True,
    )
    task = progress.add_task(what, total=len(chosen), step="")
    show = (
        progress.start
        if console.is_terminal
        else lambda: console.print(f"Compiling {what}, once per machine.", markup=False)
    )
    timer = threading.Timer(patience, show)
    timer.daemon = True
    timer.start()
    try:
        for step in chosen:
            progress.update(task, step=step.name)
            step.run()
            progress.advance(task)
    finally:
        timer.cancel()
        timer.join()
        if progress.live.is_started:
            progress.stop()
    return perf_counter() - began


if __name__ == "__main__":
    main(sys.argv[1:])
