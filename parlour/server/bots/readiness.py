"""The progress of compilation: other processes compile; this one plays in plain Python and loads what is ready."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf

from parlour import compiling, kernel, warmup
from parlour.bots import HIGH_LEVELS, HIGHEST_PLAIN, warming_words
from parlour.games import find, list_games
from parlour.server.errors import Refused
from parlour.server.table.messages import Warming

LOG = logging.getLogger("parlour.server.bots.readiness")


@dataclass
class GameReadiness:
    """The progress of one game."""

    title: str
    parts: list[warmup.Part]
    loaded: set[str] = field(default_factory=set)  # parts that run compiled in this process
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def done(self) -> int:
        """The number of parts that run compiled."""
        return len(self.loaded)

    @property
    def total(self) -> int:
        """The number of parts."""
        return len(self.parts)


class Readiness:
    """Which games are compiled. All of them can be played from the start."""

    def __init__(self, plugins: list[str]) -> None:
        self.of = {name: GameReadiness(find(name).title, warmup.parts(find(name))) for name in list_games()}
        self._told: list[Callable[[str], None]] = []
        self._wanted = ""  # the game requested last
        kernel.compile_untold()
        compiling.begin(self.of, plugins, short=inf)

    def is_ready(self, game: str) -> bool:
        """Whether the rules of a game are compiled and loaded here."""
        return self.of[game].ready.is_set()

    def check_ready(self, game: str) -> None:
        """Refuse what needs compiled rules until there are some; they are compiled next."""
        if not self.is_ready(game):
            self.want(game)
            one = self.of[game]
            raise Refused(
                "compiling",
                "the rules of {game} are being compiled, once per machine ({done} of {total} parts are done): "
                "try again in a minute",
                status=503,
                game=one.title,
                done=one.done,
                total=one.total,
            )

    def want(self, game: str) -> None:
        """Compile and load this game next, because somebody plays it."""
        self._wanted = game
        compiling.prefer(game)

    @contextmanager
    def playing(self, game: str, bot: str) -> Iterator[str]:
        """Let a bot search in this block and thread, with compiled rules if they exist, loaded or not.

        Yields the name of the bot that plays: high levels need compiled rules, and until then the highest other level
        plays for them.
        """
        if not compiling.is_compiled(game):
            yield HIGHEST_PLAIN if bot in HIGH_LEVELS else bot
            return
        with kernel.loading():
            yield bot

    def warming(self, game: str, bots: Collection[str]) -> Warming:
        """The message for tables with these bots."""
        one = self.of[game]
        high = [] if compiling.is_compiled(game) else sorted(set(bots) & set(HIGH_LEVELS))
        return Warming(game, one.done, one.total, high, warming_words(*high) if high else "")

    def tell(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with the name of a game whenever more of its rules are ready."""
        self._told.append(listener)

    def _progress(self, game: str) -> None:
        for listener in self._told:
            try:
                listener(game)
            except Exception:
                LOG.exception("could not report the progress of compilation")

    async def wait(self, game: str) -> None:
        """Wait until the rules of a game are compiled and loaded."""
        await self.of[game].ready.wait()

    async def get_ready(self) -> None:
        """Load rules as they are compiled, until every game is ready."""
        left = dict(self.of)
        while left:
            for name in sorted(left, key=lambda name: name != self._wanted):
                try:
                    await self._load(name, left[name])
                except Exception:
                    LOG.exception("the rules of a game could not be loaded", extra={"game": name})
                    self._is_ready_now(name)  # what is missing is loaded on first use
                if self.is_ready(name):
                    del left[name]
            await asyncio.sleep(compiling.LOOK if left else 0)
        gc.collect()
        gc.freeze()  # numba alone has a million objects, which every collection would traverse

    async def _load(self, name: str, one: GameReadiness) -> None:
        """Load the parts of a game that are compiled by now, in a thread, so that this one keeps answering."""
        is_compiled = compiling.is_compiled(name)
        for part in one.parts:
            if part.name in one.loaded or not (is_compiled or compiling.is_done(name, part.name)):
                continue
            if compiling.is_in_background():
                await asyncio.to_thread(_load_part, part)
            one.loaded.add(part.name)
            self._progress(name)
        if is_compiled:
            LOG.info("game ready", extra={"game": name})
            self._is_ready_now(name)

    def _is_ready_now(self, name: str) -> None:
        compiling.load(name)
        self.of[name].ready.set()
        self._progress(name)


def _load_part(part: warmup.Part) -> None:
    with kernel.loading():
        for step in part.steps:
            step.run()
