"""Compiling a game's kernels before they are needed, step by step."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from parlour import kernel, rollout
from parlour.batches import batch, mark_actions
from parlour.bots import NAMES, bot
from parlour.game import Game, ParlourError
from parlour.match import Match

SHORT = 2  # moves


@dataclass(frozen=True)
class Step:
    """One thing to compile, by calling it just as matches, bots and measurements do."""

    name: str
    run: Callable[[], object]


def steps(game: Game, bots: Collection[str] = NAMES, study: bool = True) -> list[Step]:
    """What a game needs to be played, with these bots; and to be studied: the kernels that only measurements call.

    Who takes these steps tells people how far they are.
    """
    kernel.compile_untold()
    chosen = [
        Step("the start", lambda: _start(game)),
        Step("whose turn it is", lambda: _start(game).waiting),
        Step("legal moves", lambda: _start(game).legal(_seat(game))),
        Step("making a move", lambda: _moved(game)),
        Step("scores and views", lambda: _moved(game).view(None)),
        Step("what a seat cannot know", lambda: _moved(game).belief(0, seed=0)),
        Step("pictures and texts", lambda: _pictures(game)),
        Step("explanations", lambda: _explanations(game)),
    ]
    for name in bots:
        chosen.append(Step(f"the bot {name!r}", lambda name=name: _bot(game, name)))  # type: ignore[misc]
    if game.afterword is not None:
        chosen.append(Step("a word after the end", lambda: _short(game).afterword()))
    if study:
        chosen += [
            Step("one random move", lambda: kernel.sample(_start(game).state[0], _seat(game), kernel.new_rng(0))),
            Step("a quick guess of the result", lambda: kernel.evaluate(_start(game).state[0], _values(game))),
            Step("moves worth a look", lambda: kernel.propose(_start(game).state[0], _seat(game), _moves(game))),
            Step("random games, listed", lambda: rollout.play_listed(_start(game).state, 1, kernel.new_rng(0))),
            Step("random games, sampled", lambda: rollout.play_sampled(_start(game).state, 1, kernel.new_rng(0))),
            Step("counting positions", lambda: rollout.perft(_start(game).state, 2)),
        ]
        if game.encoding is not None:
            chosen.append(Step("actions, and many games at once", lambda: _batch(game)))
    return chosen


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
    others = _start(game).legal(_seat(game))  # another seat's, or those of a board without the move
    for text in ("?", last, f"{last} {last}", *others[:: 1 + len(others) // 10]):
        with suppress(ParlourError):
            match.fork().play(seat, text)


def _short(game: Game) -> Match:
    """A match of which only the last moves were made here."""
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


def _bot(game: Game, name: str) -> None:
    tables = [Match.new(game, players, seed=0) for players in (game.players[0], game.players[-1])]
    for one in ("random", name):  # a careless level may play as `random` does
        for match in tables:
            bot(game.name, one, seed=0, simulations=1).analyse(match, match.waiting[0])


def _batch(game: Game) -> None:
    games = batch(game.name, threads=1)
    games.step(games.sample())
    match, mask = _start(game), np.zeros(games.encoding.action_count, np.int8)
    mark_actions(match.state, _seat(game), np.array(match.move_codes(_seat(game)), np.int64), mask)


def is_warm(game: str) -> bool:
    """Whether all that playing a game needs was compiled before, by `mark_warm`'s word."""
    folder = kernel.cache_folder(game)
    return folder is None or (folder / f"{game}.warm").exists()


def mark_warm(game: str) -> None:
    """From now on the compiled code of a game is there; it goes when the folder does, with the first edit of a rule."""
    folder = kernel.cache_folder(game)
    if folder is not None:
        (folder / f"{game}.warm").touch()


@contextmanager
def only_one(game: str) -> Iterator[None]:
    """Let one process compile while others wait, where the system has a call for that."""
    folder = kernel.cache_folder(game)
    if folder is None or sys.platform == "win32":
        yield
        return
    import fcntl

    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{game}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run(chosen: Sequence[Step], console: Console, patience: float = 0.0) -> float:
    """Take the steps and say how many seconds it took; a progress bar appears when `patience` seconds have passed."""
    began = perf_counter()
    progress = Progress(
        SpinnerColumn(),
        TextColumn("Getting the rules ready"),
        BarColumn(bar_width=24),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[step]}", style="dim"),
        console=console,
        transient=True,
    )
    task = progress.add_task("", total=len(chosen), step="")
    show = progress.start if console.is_terminal else lambda: console.print("Getting the rules ready.")
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
