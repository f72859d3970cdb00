"""Middleware for every request: security headers, the limit on a body's size, and compressed JSON."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.errors import Refused
from parlour.server.http.limits import BODY
from parlour.server.http.static import takes_gzip
from parlour.server.metrics import REFUSALS

LOG = logging.getLogger("parlour.server")

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # a table's URL contains its id
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


EMBEDDED = "/embed/"  # the screens that a host may let other sites show in frames


def headers_of(path: str, embed_on: Sequence[str]) -> dict[str, str]:
    """The security headers of an answer; `embed_on` are the sites whose pages may show replays in frames."""
    if not embed_on or not path.startswith(EMBEDDED):
        return HEADERS
    allowed = POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(embed_on)}")
    framed = {"Content-Security-Policy": allowed, "Cross-Origin-Resource-Policy": "cross-origin"}
    return {name: framed.get(name, value) for name, value in HEADERS.items() if name != "X-Frame-Options"}


def answer(problem: Refused) -> JSONResponse:
    """The response for a refusal."""
    REFUSALS.labels(problem.code).inc()
    body = {"code": problem.code, "sentence": problem.sentence, "rule": problem.rule}
    body |= msgspec.to_builtins(problem.message)
    return JSONResponse(body, problem.status)


class _RequestMiddleware:
    """Handles HTTP requests; everything else, such as sockets, passes through."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handle = self._handle if scope["type"] == "http" else self._app
        await handle(scope, receive, send)

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


class SafeHeaders(_RequestMiddleware):
    """Adds the headers to every answer, including failures, and answers HEAD requests."""

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        safe = headers_of(scope["path"], scope["app"].state.context.settings.embed_on)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in safe.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        is_begun = False

        async def watched(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            await sending(message)

        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # the same headers; uvicorn omits the body
        try:
            await self._app(scope, receive, watched)
        except Exception:
            LOG.exception("a request failed", extra={"path": scope["path"]})
            if is_begun:
                raise  # too late for an answer, so the connection ends
            problem = Refused("failed", "something went wrong on the server: try again", status=500)
            await answer(problem)(scope, receive, sending)


class BodyLimit(_RequestMiddleware):
    """Refuses a request whose body is too large, before anything reads all of it."""

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return  # the client has gone
            body += message.get("body", b"")
            if len(body) > BODY:
                refusal = answer(
                    Refused("too_large", "a request can have at most {bytes} bytes", status=413, bytes=BODY)
                )
                refusal.headers["Connection"] = "close"
                await refusal(scope, receive, send)
                return
            if not message.get("more_body", False):
                break
        is_told = False

        async def received() -> Message:
            nonlocal is_told
            if is_told:
                return await receive()
            is_told = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self._app(scope, received, send)


# Pictures are compressed already, and lines about progress must not wait for one another.
UNPACKED = ("text/*", "image/*", "font/*", "application/x-ndjson")


class PackedJson(GZipMiddleware):
    """Compresses long JSON. The page's files are compressed when the page is built.

    There are no cookies, so another site cannot request answers and learn their contents from the compressed length.
    """

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=1000, compresslevel=6, exclude_content_types=UNPACKED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Unlike starlette, understands that `gzip;q=0` means no gzip."""
        if scope["type"] == "http" and takes_gzip(Headers(scope=scope).get("accept-encoding", "")):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)
