"""After warming up, nothing is left to compile."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from parlour import kernel, warmup
from parlour.games import find
from tests.cli.terminal_driver import environment, run

COMPILING = 600.0  # seconds for all games from nothing

PLAY = """
import sys
from parlour import batch, bot, kernel, load, new, from_position, warmup, ParlourError, perft, rollout
from parlour.games import find
for players in (2, 4):
    match = new("exago", players=players, seed=1, early_relocation=True)
    bots = [bot("exago", ("random", "greedy", "1", "5")[seat % 4], seed=seat, simulations=4) for seat in range(players)]
    while match.waiting:
        seat = match.waiting[0]
        for text in ("a1", "f6", "zz", "pass", "f6 f6", "e6 e7"):
            try: match.fork().play(seat, text)
            except ParlourError: pass
        match.play(seat, bots[seat].choose(match, seat))
        match.events(seat), match.view(seat), str(match), match._repr_svg_(), match.complete(seat, "")
    assert load(match.record()).record() == match.record()
    from_position(match.position())
    rng = kernel.new_rng(1)
    rollout.play_listed(match.at(0).state, 2, rng), rollout.play_sampled(match.at(0).state, 2, rng)
    perft.perft(match.at(0).state, 3)
    games = batch("exago", players, 3, threads=2)
    games.step(games.sample())
print(sum(sum(known.stats.cache_misses.values()) for known in kernel.CACHE.kernels))
"""


def test_each_step_has_a_name_and_can_run_alone() -> None:
    chosen = warmup.steps(find("exago"))
    assert len({step.name for step in chosen}) == len(chosen)
    for step in reversed(chosen):
        step.run()


def test_fewer_steps_are_run_if_less_is_needed() -> None:
    game = find("exago")
    everything = {step.name for step in warmup.steps(game)}
    to_play = {step.name for step in warmup.steps(game, ["greedy"], study=False)}
    assert to_play < everything
    assert "the bot 'greedy'" in to_play
    assert "the bot 'random'" not in to_play


def test_plain_python_compiles_nothing_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "IS_COMPILED", False)
    output, ran = io.StringIO(), list[str]()
    step = warmup.Step("a nap", lambda: ran.append("a nap"))
    assert warmup.run([step], Console(file=output, width=80), "a toy", patience=0.0) == 0.0
    assert (output.getvalue(), ran) == ("", [])


@pytest.mark.skipif(not kernel.IS_COMPILED, reason="plain Python compiles nothing")
def test_a_quick_start_shows_nothing_and_a_slow_one_a_progress_bar() -> None:
    for patience, shows in ((60.0, False), (0.0, True)):
        output = io.StringIO()
        console = Console(file=output, force_terminal=True, width=80)

        def until_shown(output: io.StringIO = output, shows: bool = shows) -> None:
            deadline = time.monotonic() + 60
            while shows and "a nap" not in output.getvalue() and time.monotonic() < deadline:
                time.sleep(0.01)

        warmup.run([warmup.Step("a nap", until_shown)], console, "a [bold] toy", patience)
        assert ("Compiling a [bold] toy:" in output.getvalue()) == shows
        assert ("a nap" in output.getvalue()) == shows


@pytest.mark.prove
@pytest.mark.skipif(not kernel.IS_COMPILED, reason="plain Python compiles nothing")
def test_after_warmup_nothing_is_compiled(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    assert run("warmup", folder=tmp_path, patience=COMPILING, NUMBA_CACHE_DIR=cache).returncode == 0
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        capture_output=True,
        text=True,
        env=environment(tmp_path, NUMBA_CACHE_DIR=cache),
        timeout=120,
        check=False,
    )
    assert done.stdout == "0\n", done.stderr
