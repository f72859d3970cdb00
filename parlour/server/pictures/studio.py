"""Makes pictures and films in processes of their own, a few at a time, and keeps the newest ones."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager

import msgspec

from parlour.errors import ParlourError
from parlour.rendering import RenderingCancelled, film, png
from parlour.server.errors import Refused
from parlour.server.places import Places

AT_ONCE = 2  # films that are made
OF_ADDRESS = 4  # films that are made or wait for one address
WAITING = 16  # and for all
KEPT = 2**25  # bytes of finished pictures


class FilmProgress(msgspec.Struct, frozen=True):
    """How far a film is; the last one has the film, or says why there is none."""

    done: int
    """Pictures drawn."""
    total: int
    """Pictures of the whole film."""
    data: str | None = None
    """The finished file in base64."""
    media_type: str | None = None
    """Its type."""
    problem: str | None = None
    """Why it could not be made."""


class Kept:
    """Finished files, of limited size together; those not asked for the longest go first."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def get(self, key: str) -> bytes | None:
        """The file with this key."""
        if key in self._files:
            self._files.move_to_end(key)
        return self._files.get(key)

    def put(self, key: str, content: bytes) -> None:
        """Keep a file."""
        if key not in self._files and len(content) <= self._most // 4:
            self._files[key] = content
            self._size += len(content)
        while self._size > self._most:
            _, dropped = self._files.popitem(last=False)
            self._size -= len(dropped)


class Studio:
    """What draws in this process. Methods must be called in its event loop."""

    def __init__(self) -> None:
        self._kept = Kept()
        self._stills = ThreadPoolExecutor(1, "pictures")  # so that none waits for films
        self._films = ThreadPoolExecutor(AT_ONCE, "films")
        self._places = Places(OF_ADDRESS, WAITING)
        self._stopped = threading.Event()

    async def picture(self, key: str, svg: str) -> bytes:
        """An SVG picture as PNG."""
        if (known := self._kept.get(key)) is not None:
            return known
        made = await asyncio.get_running_loop().run_in_executor(self._stills, png, svg)
        self._kept.put(key, made)
        return made

    def known(self, key: str) -> bytes | None:
        """A picture or film that was made before."""
        return self._kept.get(key)

    def place(self, visitor: str, address: str) -> AbstractContextManager[None]:
        """A place for a film of this visitor, or Refused."""
        one = Refused("one_film", "a film is being made for you: wait for it, or cancel it", status=429)
        many = Refused("too_many_films", "too many films are being made: try again in a minute", status=429)
        return self._places.hold(visitor, address, one, many)

    async def film(self, key: str, kind: str, frames: list[str]) -> AsyncGenerator[int | bytes, None]:
        """Make a film: the number of pictures drawn, again and again, and then the file.

        It is given up when the iterator is closed before the end.
        """
        loop, news = asyncio.get_running_loop(), asyncio.Queue[int | bytes | Exception]()
        cancelled = threading.Event()

        def tell(what: int | bytes | Exception) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(news.put_nowait, what)

        def work() -> None:
            if cancelled.is_set():
                return
            try:
                tell(film(frames, kind, progress=tell, is_cancelled=_either(cancelled, self._stopped)))
            except RenderingCancelled:
                tell(Refused("unavailable", "the server is stopping: try again soon", status=503))
            except Exception as problem:
                tell(problem)

        self._films.submit(work)
        try:
            while True:
                match await news.get():
                    case bytes() as content:
                        self._kept.put(key, content)
                        yield content
                        return
                    case int() as done:
                        yield done
                    case problem:
                        raise problem
        finally:
            cancelled.set()

    def stop(self) -> None:
        """Give up what is being made."""
        self._stopped.set()
        for threads in (self._stills, self._films):
            threads.shutdown(wait=False, cancel_futures=True)


def _either(*events: threading.Event) -> Callable[[], bool]:
    return lambda: any(event.is_set() for event in events)


def problem_text(problem: Exception) -> str:
    """What to tell a client about a film that could not be made."""
    return str(problem) if isinstance(problem, ParlourError) else "something went wrong on the server: try again"
