"""REST: pictures of positions, and films of whole matches."""

from __future__ import annotations

import base64
import hashlib
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from parlour import record, rendering
from parlour.bots import SearchCancelled
from parlour.game import Viewpoint
from parlour.games import load
from parlour.match import Match
from parlour.server.bots.scheduler import Share
from parlour.server.context import Context
from parlour.server.errors import Refused
from parlour.server.http import addresses, models
from parlour.server.http.dependencies import USUAL, Here, address_of
from parlour.server.http.limits import MOVES_PER_SECOND, REPLAYED
from parlour.server.http.replays import WantedSeat, permitted, viewpoint_of
from parlour.server.http.tables import (
    CONFLICT,
    FORBIDDEN,
    NOT_FOUND,
    TOKEN_OR_NOT,
    Authorization,
    TableId,
    Visitor,
    match_of,
)
from parlour.server.pictures.studio import FilmProgress, problem_text

LOG = logging.getLogger("parlour.server")

STILLS = {"svg": "image/svg+xml", "png": "image/png"}
LINES = "application/x-ndjson"
DRAWING = 0.05  # seconds that it usually takes to draw a position as SVG


def _content(types: dict[str, str]) -> dict[str, Any]:
    return {media_type: {"schema": {"type": "string", "format": "binary"}} for media_type in types.values()}


PICTURE: dict[int | str, dict[str, Any]] = {200: {"description": "The picture", "content": _content(STILLS)}}
PROGRESS = {LINES: {"schema": {"$ref": "#/components/schemas/FilmProgress"}}}
FILM: dict[int | str, dict[str, Any]] = {
    200: {"description": "The film, or lines about its progress", "content": _content(rendering.FILMS) | PROGRESS}
}

router = APIRouter(prefix="/api", responses=USUAL)


@router.get(
    "/tables/{table}/matches/{number}/picture",
    summary="A position as a picture",
    response_class=Response,
    responses={**PICTURE, **NOT_FOUND, **FORBIDDEN, **CONFLICT},
    openapi_extra=TOKEN_OR_NOT,
)
async def show_picture(
    table: TableId,
    number: Annotated[int, Path(ge=1, le=10**6)],
    request: Request,
    context: Here,
    wanted: WantedSeat = None,
    ply: Annotated[int | None, Query(ge=0, le=10**6, description="Moves made before; by default all")] = None,
    kind: Annotated[Literal["svg", "png"], Query(description="The kind of picture")] = "png",
    authorization: Authorization = None,
) -> Response:
    """What may be seen is the same as in a replay: everything once the match is over, until then what a viewer saw."""
    _check_pace(context, request)
    live = await context.hub.get(table)
    async with live.lock:
        match_state = await match_of(context, await context.hub.newest(live), number)
        moves = len(match_state.moves)
        if match_state.has_ended:
            draw = partial(_still_of_record, match_state.record(), wanted, ply)
        else:
            seat = permitted(match_state, wanted, authorization)
            draw = partial(rendering.still, match_state.match.fork(), ply, seat)
    return await _picture(context, request, draw, kind, moves)


@router.post("/pictures", summary="Draw a position of a record", response_class=Response, responses=PICTURE | CONFLICT)
async def draw_picture(wanted: models.WantedPicture, request: Request, context: Here) -> Response:
    """A position of any record as SVG or PNG."""
    _check_pace(context, request)
    draw = partial(_still_of_record, wanted.record, _text(wanted), wanted.ply)
    return await _picture(context, request, draw, wanted.kind, _moves(wanted.record))


@router.post("/films", summary="Make a film of a record", response_class=Response, responses=FILM | CONFLICT)
async def make_film(
    wanted: models.WantedFilm,
    request: Request,
    context: Here,
    visitor: Visitor = None,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """A whole match as an animated GIF or WebP; with `Accept: application/x-ndjson`, with its progress line by line."""
    address = address_of(request)
    if not context.gate.film(address):
        raise Refused("too_fast", "too many films were asked for from here: wait a minute", status=429)
    key = _key("film", wanted.kind, str(wanted.viewpoint), wanted.record)
    with_progress = LINES in accept
    if (known := context.studio.known(key)) is not None:
        return _finished(known, wanted.kind, with_progress)
    moves = _moves(wanted.record)
    with ExitStack() as held:
        held.enter_context(context.studio.place(visitor or addresses.nameless(address), addresses.counted_as(address)))
        frames = await _computed(context, request, partial(_frames, wanted.record, _text(wanted)), moves)
        making = context.studio.film(key, wanted.kind, frames)
        if with_progress:
            lines = _lines(making, len(frames), wanted.kind, held.pop_all())
            first = await anext(lines)  # from now on it gives its place back, whether the client stays or not
            return StreamingResponse(_all(first, lines), media_type=LINES)
        async for news in making:
            if isinstance(news, bytes):
                return _finished(news, wanted.kind, with_progress)
            if await request.is_disconnected():
                await making.aclose()
                break
    raise Refused("unavailable", "nobody waits for this film any more", status=503)


async def _lines(
    making: AsyncGenerator[int | bytes, None], total: int, kind: str, held: ExitStack
) -> AsyncGenerator[bytes, None]:
    """The progress of a film, as lines of JSON."""
    with held:
        done = 0
        yield _line(FilmProgress(0, total))
        try:
            async for news in making:
                if isinstance(news, bytes):
                    yield _line(_whole(news, total, kind))
                elif news > done:
                    done = news
                    yield _line(FilmProgress(done, total))
        except Exception as problem:
            LOG.warning("a film was not made", extra={"reason": str(problem)})
            yield _line(FilmProgress(done, total, problem=problem_text(problem)))
        finally:
            await making.aclose()


async def _all(first: bytes, more: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    try:
        yield first
        async for line in more:
            yield line
    finally:
        await more.aclose()


def _line(progress: FilmProgress) -> bytes:
    return msgspec.json.encode(progress) + b"\n"


def _whole(content: bytes, total: int, kind: str) -> FilmProgress:
    return FilmProgress(total, total, base64.b64encode(content).decode(), rendering.FILMS[kind])


def _finished(content: bytes, kind: str, with_progress: bool) -> Response:
    if with_progress:
        return Response(_line(_whole(content, 1, kind)), media_type=LINES)
    return Response(content, media_type=rendering.FILMS[kind])


def _check_pace(context: Context, request: Request) -> None:
    if not context.gate.picture(address_of(request)):
        raise Refused("too_fast", "too many pictures were asked for from here: wait a few seconds", status=429)


def _moves(text: str) -> int:
    """The number of moves of a record that is not too long."""
    moves = len(record.parse(text).moves)
    if moves > REPLAYED:
        raise Refused("too_large", "a record to draw can have at most {most} moves", status=413, most=REPLAYED)
    return moves


def _text(wanted: models.WantedReplay) -> str | None:
    return None if wanted.viewpoint is None else str(wanted.viewpoint)


def _loaded(text: str, wanted: str | None) -> tuple[Match, Viewpoint]:
    match = load(text)
    return match, viewpoint_of(wanted, match.outcome is not None)


def _still_of_record(text: str, wanted: str | None, ply: int | None) -> str:
    match, seat = _loaded(text, wanted)
    return rendering.still(match, ply, seat)


def _frames(text: str, wanted: str | None) -> list[str]:
    match, seat = _loaded(text, wanted)
    return list(rendering.film_frames(match, seat))


async def _picture(context: Context, request: Request, draw: Callable[[], str], kind: str, moves: int) -> Response:
    svg = await _computed(context, request, draw, moves)
    content = svg.encode() if kind == "svg" else await context.studio.picture(_key(kind, svg), svg)
    return Response(content, media_type=STILLS[kind])


async def _computed(context: Context, request: Request, work: Callable[[], Any], moves: int) -> Any:
    address = address_of(request)
    share = Share(addresses.counted_as(address), addresses.nameless(address))
    try:
        return await context.bots.compute(share, work, DRAWING + moves / MOVES_PER_SECOND)
    except SearchCancelled:
        raise Refused("unavailable", "the server is stopping: try again soon", status=503) from None


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
