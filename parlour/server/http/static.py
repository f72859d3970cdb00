"""The built page: its files, and `index.html` for every URL that the page routes itself.

`tools/page.py` builds it, with a gzipped copy beside each file.

Starlette's StaticFiles does not fit: it sends no gzipped copies; its ETags come from sizes and times, which two builds
can share; after a rebuild, clients with the old page could not load the rest of it; and it cannot answer with the page
for the page's own routes, nor with the page and 404 for unknown addresses.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

FOLDER = Path(__file__).parents[1] / "static"
FIRST = "index.html"
SCREENS = ("table/", "new/", "game/", "replay/", "embed/", "my-games")  # the routes of web/src/router.svelte.ts
LASTING = "assets/"  # files with a hash in their name, which never change
NOT_PAGES = ("api/", LASTING)  # these are not requested by people
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}  # the same on every machine


@dataclass(frozen=True)
class File:
    """A file of the page, ready to send."""

    content: bytes
    packed: bytes | None  # gzipped, if that is shorter
    media_type: str
    tag: str

    def answer(self, asked: Headers, cache: str, status: int = 200) -> Response:
        """The file, or 304 if the client already has it."""
        is_packed = self.packed is not None and takes_gzip(asked.get("accept-encoding", ""))
        tag = f'"{self.tag}-gzip"' if is_packed else f'"{self.tag}"'
        headers = {"ETag": tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if status == 200 and has_tag(asked.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        content = self.packed if is_packed else self.content
        return Response(content, status, headers, self.media_type)


class Page:
    """Serves the page from memory. A rebuilt page is served immediately, and clients with the old one can go on."""

    def __init__(self) -> None:
        self._files: dict[str, File] = {}
        self._read_at: tuple[int, int] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        answer = self.answer(scope["path"].removeprefix("/"), Headers(scope=scope))
        await answer(scope, receive, send)

    def answer(self, path: str, asked: Headers) -> Response:
        """A file, or the page itself, which reports unknown addresses."""
        is_lasting = path.startswith(LASTING)
        if not is_lasting or path not in self._files:
            self._look()
        if path in self._files:
            return self._files[path].answer(asked, FOR_EVER if is_lasting else ASK_AGAIN)
        if path.startswith(NOT_PAGES):
            raise HTTPException(404)
        is_screen = path in ("", "replay") or path.startswith(SCREENS)
        return self._files[FIRST].answer(asked, ASK_AGAIN, 200 if is_screen else 404)

    def _look(self) -> None:
        """Reload the page if it has changed. Builds replace it in one step."""
        try:
            found = os.stat(FOLDER / FIRST)
        except FileNotFoundError:
            return  # it is being built
        if self._read_at != (found.st_ino, found.st_mtime_ns):
            self._files |= {path.relative_to(FOLDER).as_posix(): read(path) for path in files()}
            self._read_at = (found.st_ino, found.st_mtime_ns)


def is_built() -> bool:
    """Whether there is a page to serve."""
    return (FOLDER / FIRST).is_file()


def files() -> list[Path]:
    """All files that can be requested."""
    found = (path for path in FOLDER.rglob("*") if path.is_file())
    return [path for path in found if path.suffix != ".gz" and not path.name.startswith(".")]


def read(path: Path) -> File:
    """One file, with its gzipped form."""
    content, packed = path.read_bytes(), path.with_name(f"{path.name}.gz")
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(
        content,
        packed.read_bytes() if packed.exists() else None,
        media_type,
        hashlib.sha256(content).hexdigest()[:24],
    )


def takes_gzip(accepted: str) -> bool:
    """Whether this Accept-Encoding header allows gzip."""
    for part in accepted.lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.strip().removeprefix("q=").strip("0.") != "" or quality.strip() == ""
    return False


def has_tag(wanted: str, tag: str) -> bool:
    """Whether this If-None-Match header names this version."""
    return wanted.strip() == "*" or tag in (one.strip().removeprefix("W/") for one in wanted.split(","))
