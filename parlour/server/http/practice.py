"""REST: a position of a record to try moves on. Nothing is stored, and no table is needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from parlour import kernel, record
from parlour.bots import IsCancelled, SearchCancelled
from parlour.bots.analysis import analyse
from parlour.games import find, load
from parlour.match import Match
from parlour.replay import Frame, Line, line_frames
from parlour.server.bots.scheduler import Rank, Share, Work
from parlour.server.context import Context
from parlour.server.errors import Refused
from parlour.server.http import addresses, models
from parlour.server.http.dependencies import USUAL, Here, address_of
from parlour.server.http.limits import REPLAYED
from parlour.server.http.tables import CONFLICT, Visitor
from parlour.server.table.questions import reason_against, words_after

KEPT = 32  # matches that were loaded: a reader asks many questions about one
LOADING = 0.05  # seconds that it usually takes to load one
PRICING = 2.0  # seconds that an analysis usually takes

router = APIRouter(prefix="/api/replay", responses=USUAL)


def _responses(schema: str) -> dict[int | str, dict[str, Any]]:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    return {200: {"description": schema, "content": content}, **CONFLICT}


@lru_cache(KEPT)
def _loaded(text: str) -> Match:
    return load(text)


async def _told(context: Context, request: Request, wanted: models.SeatAt, tell: Callable[[Match], Any]) -> Response:
    """Answer a question about a position of a record."""
    _check_length(wanted.record)
    address = address_of(request)
    share = Share(addresses.counted_as(address), addresses.nameless(address))

    def told() -> bytes:
        return msgspec.json.encode(tell(_loaded(wanted.record).at(wanted.ply)))

    try:
        answer = await context.bots.compute(share, told, LOADING)
    except SearchCancelled:
        raise Refused("unavailable", "the server is stopping: try again soon", status=503) from None
    return Response(answer, media_type="application/json")


def _check_length(text: str) -> None:
    if len(record.parse(text).moves) > REPLAYED:
        raise Refused("too_large", "a record to replay can have at most {most} moves", status=413, most=REPLAYED)


@router.post("/position", summary="A position to try moves on", response_class=Response, responses=_responses("Frame"))
async def position(wanted: models.SeatAt, request: Request, context: Here) -> Response:
    """What a seat saw after some moves of a record, with its legal moves."""
    return await _told(context, request, wanted, lambda match: Frame(match.seen(wanted.seat), []))


@router.post("/complete", summary="What may follow", response_class=Response, responses=_responses("Words"))
async def complete(wanted: models.TextAt, request: Request, context: Here) -> Response:
    """The same as the socket's `complete`, for a position of a record."""
    return await _told(context, request, wanted, lambda match: words_after(match, wanted.seat, wanted.text))


@router.post("/why_not", summary="Why a move is illegal", response_class=Response, responses=_responses("Reason"))
async def why_not(wanted: models.TextAt, request: Request, context: Here) -> Response:
    """The same as the socket's `why_not`, for a position of a record."""
    return await _told(context, request, wanted, lambda match: reason_against(match, wanted.seat, wanted.text))


@router.post("/line", summary="A line that was not played", response_class=Response, responses=_responses("Line"))
async def line(wanted: models.LineAt, request: Request, context: Here) -> Response:
    """Step through a line from a position of a record; it ends where it is not legal any more."""

    def told(match: Match) -> Line:
        return line_frames(_loaded(wanted.record), len(match.moves), wanted.seat, wanted.moves)

    return await _told(context, request, wanted, told)


@router.post("/analyse", summary="What moves are worth", response_class=Response, responses=_responses("Analysis"))
async def price(wanted: models.LineAt, request: Request, context: Here, visitor: Visitor = None) -> Response:
    """A bot looks at a position of a record and prices these moves, from what the seat knew; one at a time."""
    _check_length(wanted.record)
    game = find(record.parse(wanted.record).game).name
    context.readiness.check_ready(game)
    address = address_of(request)
    who = visitor or addresses.nameless(address)
    if who in context.analysing:
        raise Refused("one_analysis", "one analysis at a time: the last one is still being worked out", status=429)

    def compute(is_cancelled: IsCancelled) -> bytes:
        with kernel.loading():
            match = _loaded(wanted.record).at(wanted.ply)
            simulations = context.settings.review_simulations
            seed = f"try/{wanted.ply}"
            told = analyse(
                match, wanted.seat, wanted.moves, simulations=simulations, seed=seed, is_cancelled=is_cancelled
            )
            return msgspec.json.encode(told)

    share = Share(addresses.counted_as(address), who)
    work = Work(("analysis", who), share, compute, PRICING, rank=Rank.LATER, gives_way=True)
    context.analysing.add(who)
    try:
        answer = await context.bots.scheduler.run(work)
    except SearchCancelled:
        raise Refused("unavailable", "the server is stopping: try again soon", status=503) from None
    finally:
        context.analysing.discard(who)
    return Response(answer, media_type="application/json")
