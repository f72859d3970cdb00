"""Compiling the rules in the background: another process does it, so that this one goes on answering."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from parlour import warmup
from parlour.games import find, games
from parlour.server.messages import Wait

LOG = logging.getLogger("parlour.server.readiness")


@dataclass
class GameReadiness:
    """How far a game is."""

    title: str
    done: int = 0
    total: int = 1
    event: asyncio.Event = field(default_factory=asyncio.Event)


class Readiness:
    """Which games can be played already."""

    def __init__(self, plugins: list[str]) -> None:
        self.of = {name: GameReadiness(find(name).title) for name in games()}
        self._plugins = plugins
        self._told: list[Callable[[], None]] = []
        self._wanted: list[str] = []  # games that someone waits for, first to last
        for name, one in self.of.items():
            one.total = 2 * len(warmup.steps(find(name), study=False))

    def is_ready(self, game: str) -> bool:
        """Whether the rules of a game are compiled and loaded here."""
        return self.of[game].event.is_set()

    async def wait(self, game: str) -> None:
        """Until it is ready; it is the next."""
        if not self.is_ready(game) and game not in self._wanted:
            self._wanted.append(game)
        await self.of[game].event.wait()

    def message(self, game: str) -> Wait:
        """What to tell those who wait."""
        one = self.of[game]
        sentence = f"The rules of {one.title} are getting ready, once per machine: {one.done} of {one.total} steps."
        return Wait(game, one.done, one.total, sentence)

    def tell(self, listener: Callable[[], None]) -> None:
        """Call this whenever something got further."""
        self._told.append(listener)

    def _progress(self) -> None:
        for listener in self._told:
            try:
                listener()
            except Exception:
                LOG.exception("it could not be told how far the rules are")

    async def get_ready(self) -> None:
        """Make every game ready, first those that were compiled before, then those that someone waits for."""
        left = set(self.of)
        while left:
            name = min(left, key=lambda name: (not warmup.is_warm(name), name not in self._wanted, name))
            left.remove(name)
            try:
                await self._get_ready(name)
            except Exception:
                LOG.exception("the rules of a game could not be made ready", extra={"game": name})
        gc.collect()
        gc.freeze()  # what was loaded stays: numba alone has a million objects to look through at every collection

    async def _get_ready(self, name: str) -> None:
        one = self.of[name]
        steps = warmup.steps(find(name), study=False)
        if not warmup.is_warm(name):
            await self._compile_elsewhere(name)
        for step in steps:
            await asyncio.to_thread(step.run)
            one.done = max(one.done + 1, len(steps))
            self._progress()
        one.done = one.total
        one.event.set()
        self._progress()
        LOG.info("game ready", extra={"game": name})

    async def _compile_elsewhere(self, name: str) -> None:
        """The compiled code comes back through the folder in which numba keeps it."""
        command = [sys.executable, "-m", "parlour.server.compiling", name, *self._plugins]
        process = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            stdin=asyncio.subprocess.DEVNULL,
            env=dict(os.environ),
            start_new_session=True,  # Ctrl+C is for the server, which then ends this
        )
        assert process.stdout is not None
        try:
            async for _ in process.stdout:
                self.of[name].done += 1
                self._progress()
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
