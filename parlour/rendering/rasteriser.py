"""SVG pictures as PNG, and as the frames of an animated GIF or WebP.

Rasterising holds Python's lock for a tenth of a second per picture, which a server cannot afford. So it happens in a
process of its own, that knows nothing of the games: see worker.py.
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from parlour.errors import ParlourError

FILMS = {"gif": "image/gif", "webp": "image/webp"}  # the kinds of films, with their media types
WIDTH, FILM_WIDTH = 1000, 640  # pixels
STEP, END = 900, 3500  # milliseconds that a frame of a film is shown, and the last one
PATIENCE = 30.0  # seconds for one picture, after which something is wrong
ENCODING = 120.0  # and to put a film together

FOLDER = Path(__file__).parent
FONTS = [str(FOLDER / "fonts" / name) for name in ("inter-regular.ttf", "inter-bold.ttf")]

Progress = Callable[[int], None]


class RenderingCancelled(Exception):
    """Nobody needs the picture any more."""


def png(svg: str, width: int = WIDTH) -> bytes:
    """Rasterise an SVG picture; the height follows from its proportions."""
    return _rendered("png", [svg], 0, width, lambda _: None, lambda: False)


def film(
    frames: Iterable[str],
    kind: str,
    width: int = FILM_WIDTH,
    progress: Progress = lambda _: None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> bytes:
    """Make an animated `gif` or `webp` of SVG pictures of the same size.

    `progress` is called with the number of pictures done. Raises RenderingCancelled once `is_cancelled` says so.
    """
    if kind not in FILMS:
        raise ParlourError("a film is {kinds:or}, not {kind}", kinds=list(FILMS), kind=repr(kind))
    listed = list(frames)
    samples = [listed[-1], listed[len(listed) // 2]]  # every colour of a game is on its boards by then

    def told(done: int) -> None:
        progress(max(0, done - len(samples)))

    return _rendered(kind, [*samples, *listed], len(samples), width, told, is_cancelled)


def _rendered(
    kind: str, frames: Iterable[str], samples: int, width: int, progress: Progress, is_cancelled: Callable[[], bool]
) -> bytes:
    command = [sys.executable, "-I", str(FOLDER / "worker.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as worker:
        try:
            assert worker.stdin is not None
            assert worker.stdout is not None
            wanted = {"kind": kind, "samples": samples, "width": width, "fonts": FONTS, "step": STEP, "end": END}
            worker.stdin.write(json.dumps(wanted).encode() + b"\n")
            for done, svg in enumerate(frames, 1):
                if is_cancelled():
                    raise RenderingCancelled
                _put(worker.stdin, svg.encode())
                _answer(worker, PATIENCE, 1)
                progress(done)
            _put(worker.stdin, b"")
            (length,) = struct.unpack(">Q", _answer(worker, ENCODING, 8))
            return _answer(worker, PATIENCE, length)
        except (BrokenPipeError, ConnectionError) as problem:
            raise _failure(worker) from problem
        finally:
            worker.kill()


def _put(stream: IO[bytes], content: bytes) -> None:
    stream.write(struct.pack(">Q", len(content)) + content)
    stream.flush()


def _answer(worker: subprocess.Popen[bytes], seconds: float, length: int) -> bytes:
    """The next bytes from the worker, which is ended if they do not come in time."""
    assert worker.stdout is not None
    watch = threading.Timer(seconds, worker.kill)
    watch.daemon = True
    watch.start()
    try:
        content = worker.stdout.read(length)
    finally:
        watch.cancel()
    if len(content) < length:
        raise _failure(worker)
    return content


def _failure(worker: subprocess.Popen[bytes]) -> ParlourError:
    worker.kill()
    said = worker.stderr.read().decode(errors="replace").strip() if worker.stderr is not None else ""
    return ParlourError(
        "the picture could not be made: {reason}", reason=said.splitlines()[-1] if said else "it took too long"
    )
