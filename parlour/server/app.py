"""The application: what is there, and what happens at its start and end."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket

import parlour
from parlour.game import ParlourError
from parlour.server import logs, plugins, presence, rest, store
from parlour.server.context import Context
from parlour.server.database import BadDatabase, Database, opened
from parlour.server.errors import Refused, refused
from parlour.server.headers import BodyLimit, SafeHeaders
from parlour.server.limits import Gate, Limits
from parlour.server.live import Hub
from parlour.server.metrics import REFUSALS
from parlour.server.readiness import Readiness
from parlour.server.settings import Settings, handed_on
from parlour.server.socket import ClientSocket
from parlour.server.thinking import Thinking, ThreadThinking

LOG = logging.getLogger("parlour.server")

STATIC = Path(__file__).parent / "static"
NO_PAGE = "Parlour is running. Its page is not built here; programs find the API at /openapi.json.\n"
CLEANING = 3600  # seconds between looking for tables that are too old


def from_environment() -> FastAPI:
    """The application of a process that was started by another."""
    settings = handed_on()
    logs.set_up(settings.log_format)
    return new_app(settings)


def new_app(settings: Settings) -> FastAPI:
    """The application."""
    plugins.load(settings.plugins)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings) as context:
            app.state.context = context
            yield

    app = described()
    app.router.lifespan_context = living
    return app


def described() -> FastAPI:
    """The application, not living yet."""
    app = FastAPI(
        title="Parlour",
        version=parlour.__version__,
        summary="Tables for modern tile-and-track board games.",
        description="REST for opening, joining, listing and records; a socket for play. See docs/protocol.md.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.include_router(rest.router)
    app.include_router(rest.operation)
    app.add_api_websocket_route("/api/tables/{table}/socket", connect)
    app.add_route("/openapi.json", _openapi, include_in_schema=False)
    app.add_exception_handler(ParlourError, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_bad_form)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(SQLAlchemyError, _on_database)
    app.add_exception_handler(OSError, _on_database)
    app.add_middleware(BodyLimit)
    app.add_middleware(SafeHeaders)
    if STATIC.is_dir():
        app.mount("/", StaticFiles(directory=STATIC, html=True))
    else:
        app.add_route("/", lambda _: PlainTextResponse(NO_PAGE), include_in_schema=False)
    return app


def _openapi(_: Request) -> Response:
    from parlour.server.openapi import document

    return JSONResponse(document())


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Context]:
    """All that must be there while requests are answered."""
    database = opened(settings.database)
    await database.start()
    readiness = Readiness(settings.plugins)
    thinking = _new_thinking(database)
    hub = Hub(database, readiness, thinking)
    thinking.think = hub.think
    context = Context(settings, database, readiness, hub, Gate(Limits() if settings.has_limits else None))
    tasks = []
    try:
        await hub.start()
        await thinking.start()
        jobs = [readiness.get_ready(), _beating(hub), _cleaning(context)]
        if (parent := multiprocessing.parent_process()) is not None:
            jobs.append(_ending_with(parent))
        if database.is_shared:
            from parlour.server.listening import listen

            jobs.append(listen(database, hub))
        tasks = [asyncio.create_task(job) for job in jobs]
        yield context
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await thinking.stop()
        await hub.stop()
        await database.stop()
        LOG.info("stopped")


def _new_thinking(database: Database) -> Thinking:
    if not database.is_shared:
        return ThreadThinking()
    from parlour.server.queueing import QueueThinking

    return QueueThinking(database.url)


async def _beating(hub: Hub) -> None:
    while True:
        await asyncio.sleep(presence.BEAT)
        try:
            await hub.beat()
        except Exception:
            LOG.exception("no sign of life could be given")


async def _ending_with(parent: BaseProcess) -> None:
    """A worker does not outlive the process that looks after it: it would keep the port."""
    while parent.is_alive():
        await asyncio.sleep(1)
    LOG.warning("the process that looked after this one is gone")
    signal.raise_signal(signal.SIGTERM)


async def _cleaning(context: Context) -> None:
    days, process = context.settings.keep_days, context.hub.process
    while days is not None:
        try:
            old = await context.database.write(
                lambda connection: store.delete_old(connection, time.time() - days * 86400, process)
            )
            for table in old:
                if (live := context.hub.tables.get(table)) is not None:
                    context.hub.forget(live)
            LOG.info("old tables deleted", extra={"count": len(old)})
        except Exception:
            LOG.exception("old tables could not be deleted")
        await asyncio.sleep(CLEANING)


async def connect(websocket: WebSocket, table: str) -> None:
    """A client's socket."""
    context: Context = websocket.app.state.context
    if not _is_own_page(websocket, context.settings):
        await websocket.accept()
        await websocket.close(4403, "the page that opened this is not this server's")
        return
    await ClientSocket(websocket, context.hub, context.gate, rest.address_of(websocket)).run(table)


def _is_own_page(websocket: WebSocket, settings: Settings) -> bool:
    """A browser tells where its page comes from; programs that are no browsers need not."""
    origin = websocket.headers.get("origin")
    if origin is None:
        return True
    allowed = {websocket.headers.get("host", ""), urlsplit(settings.base_url()).netloc}
    return urlsplit(origin).netloc in allowed


def _answer(problem: Refused) -> JSONResponse:
    REFUSALS.labels(problem.code).inc()
    body = {"code": problem.code, "sentence": problem.sentence, "rule": problem.rule}
    return JSONResponse(body, problem.status)


async def _on_refusal(_: Request, problem: Exception) -> Response:
    if isinstance(problem, BadDatabase):
        return await _on_database(_, problem)
    assert isinstance(problem, ParlourError)
    return _answer(refused(problem))


async def _on_bad_form(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    errors = [f"{'.'.join(map(str, error['loc'][1:])) or 'body'}: {error['msg']}" for error in problem.errors()[:5]]
    return _answer(Refused("bad_request", "; ".join(errors), status=422))


async def _on_http(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    sentences = {404: "there is nothing at this address", 405: "this address does not take such a request"}
    answer = _answer(
        Refused("http", sentences.get(problem.status_code, str(problem.detail)), None, problem.status_code)
    )
    answer.headers.update(problem.headers or {})
    return answer


async def _on_database(_: Request, problem: Exception) -> Response:
    LOG.error("the database does not answer", extra={"reason": str(getattr(problem, "orig", problem))})
    return _answer(Refused("unavailable", "the database does not answer: try again soon", status=503))
