"""The FastAPI application: its routes, startup and shutdown."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from multiprocessing.process import BaseProcess
from urllib.parse import urlsplit

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

import parlour
from parlour.errors import ParlourError
from parlour.message import message
from parlour.server import logging_setup, plugins
from parlour.server.bots.hints import Hints
from parlour.server.bots.jobs import CarryOut, Jobs, ThreadJobs
from parlour.server.bots.players import BotPlayers
from parlour.server.bots.readiness import Readiness
from parlour.server.context import Context
from parlour.server.errors import Refused, refused
from parlour.server.http import file_descriptors, games, options, pictures, practice, replays, sharing, static, tables
from parlour.server.http import reviews as review_routes
from parlour.server.http.connections import STATE, Connections
from parlour.server.http.dependencies import address_of
from parlour.server.http.health import Health
from parlour.server.http.hosts import KnownHosts, known_names
from parlour.server.http.limits import Gate, Limits
from parlour.server.http.middleware import BodyLimit, PackedJson, SafeHeaders, answer
from parlour.server.pictures.studio import Studio
from parlour.server.reviews.reviews import Reviews
from parlour.server.settings import Settings, handed_on
from parlour.server.storage.cleanup import Cleaning
from parlour.server.storage.database import BadDatabase, Busy, Database, opened
from parlour.server.table import presence
from parlour.server.table.attendance import Attendance
from parlour.server.table.hub import Hub
from parlour.server.table.socket import ClientSocket

LOG = logging.getLogger("parlour.server")

LAST_RESORT = 30.0  # seconds after which a process that was asked to stop is ended
STOPPING = 5.0  # seconds that background tasks may take to stop
NO_PAGE = "Parlour is running. Its page has not been built; the API is described at /openapi.json.\n"


def from_environment() -> FastAPI:
    """The application of a worker process, with the settings of its parent."""
    settings = handed_on()
    logging_setup.set_up(settings.log_format)
    return new_app(settings)


def new_app(settings: Settings) -> FastAPI:
    """The application with these settings."""
    plugins.load(settings.plugins)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[dict[str, Connections]]:
        async with running(settings) as context:
            app.state.context = context
            yield {STATE: context.connections}

    app = described()
    app.router.lifespan_context = living
    return app


def described() -> FastAPI:
    """The application without its lifespan: routes, middleware and error handlers."""
    app = FastAPI(
        title="Parlour",
        version=parlour.__version__,
        summary="Tables for modern tile-and-track board games.",
        description="REST for opening, joining, listing and records; a socket for play. See docs/protocol.md.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.include_router(games.router)
    app.include_router(options.router)
    app.include_router(tables.router)
    app.include_router(review_routes.router)
    app.include_router(replays.router)
    app.include_router(practice.router)
    app.include_router(sharing.router)
    app.include_router(pictures.router)
    app.include_router(tables.operation)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", Connecting()))
    app.add_route("/openapi.json", _openapi, include_in_schema=False)
    app.add_exception_handler(ParlourError, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_bad_form)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(SQLAlchemyError, _on_database)
    app.add_exception_handler(OSError, _on_database)
    app.add_middleware(PackedJson)
    app.add_middleware(BodyLimit)
    app.add_middleware(KnownHosts)
    app.add_middleware(SafeHeaders)
    if static.is_built():
        app.router.default = static.Page()  # not a mount, which would also answer for API paths
    else:
        app.add_route("/table/{table}", lambda _: PlainTextResponse(NO_PAGE), include_in_schema=False)
        app.add_route("/", lambda _: PlainTextResponse(NO_PAGE), include_in_schema=False)
    return app


@cache
def _document_text() -> bytes:
    """Built once, because it takes a while."""
    from parlour.server.http.openapi import document

    return msgspec.json.encode(document())


def _openapi(_: Request) -> Response:
    return Response(_document_text(), media_type="application/json")


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Context]:
    """Start everything that requests need, and stop it afterwards."""
    database = opened(settings.database)
    await database.start()
    readiness = Readiness(settings.plugins)
    hub = Hub(database)
    attendance = Attendance(hub)
    bots = BotPlayers(hub, attendance, readiness, partial(_new_jobs, database))
    reviews = Reviews(database, bots.scheduler, readiness, settings)
    studio = Studio()
    gate = Gate(Limits() if settings.limits else None)
    connections = Connections(gate, file_descriptors.most())
    context = Context(
        settings=settings,
        database=database,
        readiness=readiness,
        hub=hub,
        attendance=attendance,
        bots=bots,
        hints=Hints(hub, bots.scheduler, readiness),
        reviews=reviews,
        studio=studio,
        gate=gate,
        connections=connections,
        hosts=known_names(settings),
        health=Health(database),
    )
    tasks = []
    try:
        await attendance.start()
        await bots.start()
        await reviews.start()
        background = [readiness.get_ready(), _heartbeats(hub, attendance)]
        if settings.keep_days is not None:
            background.append(Cleaning(context, settings.keep_days).run())
        if (parent := multiprocessing.parent_process()) is not None:
            background.append(_ending_with(parent))
        if database.is_shared:
            from parlour.server.storage.notifications import listen

            background.append(listen(database, hub, attendance))
        tasks = [asyncio.create_task(work) for work in background]
        yield context
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOPPING)
        studio.stop()
        try:
            await reviews.stop()
            await bots.stop()
            await attendance.stop()
        finally:
            await database.stop()
        LOG.info("stopped")


def _new_jobs(database: Database, carry_out: CarryOut) -> Jobs:
    if not database.is_shared:
        return ThreadJobs(carry_out)
    from parlour.server.bots.queue import QueueJobs

    return QueueJobs(database.url, carry_out)


async def _heartbeats(hub: Hub, attendance: Attendance) -> None:
    while True:
        await asyncio.sleep(presence.HEARTBEAT)
        try:
            await attendance.heartbeat()
            await hub.heartbeat()
        except (SQLAlchemyError, OSError, ParlourError) as problem:
            reason = str(getattr(problem, "orig", None) or problem).strip()
            LOG.error("the database is not responding", extra={"reason": reason})
        except Exception:
            LOG.exception("a heartbeat failed")


async def _ending_with(parent: BaseProcess) -> None:
    """Stop this worker when its parent process ends; otherwise it would keep the port."""
    while parent.is_alive():
        await asyncio.sleep(1)
    LOG.warning("the parent process has died")
    last_resort = threading.Timer(LAST_RESORT, os._exit, (1,))  # every acknowledged move is on disk
    last_resort.daemon = True
    last_resort.start()
    signal.raise_signal(signal.SIGTERM)


class Connecting:
    """A client's socket, as a plain ASGI application: every move passes through it twice, so it does little."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a client that comes from our own page, or that is not a browser."""
        context: Context = scope["app"].state.context
        if not _is_own_page(Headers(scope=scope), context.settings):
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 4403, "reason": "this page does not belong to this server"})
            return
        address = address_of(HTTPConnection(scope))
        await ClientSocket(receive, send, context, address).run(scope["path_params"]["table"])


def _is_own_page(headers: Headers, settings: Settings) -> bool:
    """Whether `Origin` is this server, or is missing: browsers send it, other programs need not."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        page = urlsplit(origin).netloc
    except ValueError:  # not an address at all
        return False
    return page != "" and page.lower() in {
        headers.get("host", "").lower(),
        urlsplit(settings.base_url()).netloc.lower(),
    }


async def _on_refusal(_: Request, problem: Exception) -> Response:
    if isinstance(problem, BadDatabase):
        return await _on_database(_, problem)
    assert isinstance(problem, ParlourError)
    return answer(refused(problem))


async def _on_bad_form(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    errors = [
        message("{place}: {reason}", place=".".join(map(str, error["loc"][1:])) or "body", reason=str(error["msg"]))
        for error in problem.errors()[:5]
    ]
    return answer(Refused("bad_request", "{errors:;}", status=422, errors=errors))


async def _on_http(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 400:  # FastAPI's answer to JSON that even Python cannot parse
        return answer(Refused("bad_request", "body: this cannot be read as JSON", status=422))
    known = {
        404: message("there is nothing at this address"),
        405: message("this address does not accept this kind of request"),
    }
    reason = known.get(problem.status_code, message("{detail}", detail=str(problem.detail)))
    told = answer(Refused("http", reason, status=problem.status_code))
    told.headers.update(problem.headers or {})
    return told


async def _on_database(_: Request, problem: Exception) -> Response:
    LOG.error("the database is not responding", extra={"reason": str(getattr(problem, "orig", problem))})
    silent = message("the database is not responding: try again soon")
    return answer(Refused("unavailable", problem.message if isinstance(problem, Busy) else silent, status=503))
