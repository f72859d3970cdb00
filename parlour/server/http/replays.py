"""REST: replays of the matches of tables, and of any record."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response

from parlour import record
from parlour.bots import SearchCancelled
from parlour.game import Viewpoint
from parlour.games import load
from parlour.replay import Replay, replay
from parlour.server.bots.scheduler import Share
from parlour.server.context import Context
from parlour.server.errors import Refused
from parlour.server.http import addresses, models
from parlour.server.http.dependencies import USUAL, Here, address_of
from parlour.server.http.limits import MOVES_PER_SECOND, REPLAYED
from parlour.server.http.tables import (
    CONFLICT,
    FORBIDDEN,
    NOT_FOUND,
    TOKEN_OR_NOT,
    Authorization,
    TableId,
    bearer_hash,
    match_of,
)
from parlour.server.table.match_state import MatchState

REPLAY = {
    "description": "The replay",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Replay"}}},
}
WantedSeat = Annotated[
    str | None,
    Query(alias="seat", pattern="^([0-9]{1,2}|all|spectator)$", description="A seat's number, `all` or `spectator`"),
]

router = APIRouter(prefix="/api", responses=USUAL)


@router.get(
    "/tables/{table}/matches/{number}/replay",
    summary="A match to step through",
    response_class=Response,
    responses={200: REPLAY, **NOT_FOUND, **FORBIDDEN, **CONFLICT},
    openapi_extra=TOKEN_OR_NOT,
)
async def show_replay(
    table: TableId,
    number: Annotated[int, Path(ge=1, le=10**6)],
    request: Request,
    context: Here,
    wanted: WantedSeat = None,
    authorization: Authorization = None,
) -> Response:
    """Anyone may see a finished match from any seat, by default with all hidden parts open.

    While it is being played, a seat's token shows what the seat has seen; without one, it is what spectators have seen.
    """
    _check_pace(context, request)
    live = await context.hub.get(table)
    async with live.lock:
        match_state = await match_of(context, await context.hub.newest(live), number)
        if match_state.has_ended:
            work = _of_record(match_state.record(), wanted)
        else:
            seat = permitted(match_state, wanted, authorization)
            match, stand_ins = match_state.match.fork(), list(match_state.stand_ins)
            work = partial(replay, match, seat, stand_ins)
        moves = len(match_state.moves)
    return await _answer(context, request, work, moves)


@router.post("/replay", summary="Replay a record", response_class=Response, responses={200: REPLAY, **CONFLICT})
async def replay_record(wanted: models.WantedReplay, request: Request, context: Here) -> Response:
    """Check a record, of this server or from elsewhere, and show its match to step through."""
    _check_pace(context, request)
    moves = len(record.parse(wanted.record).moves)
    if moves > REPLAYED:
        raise Refused("too_large", "a record to replay can have at most {most} moves", status=413, most=REPLAYED)
    viewpoint = None if wanted.viewpoint is None else str(wanted.viewpoint)
    return await _answer(context, request, _of_record(wanted.record, viewpoint), moves)


def _check_pace(context: Context, request: Request) -> None:
    if not context.gate.replay(address_of(request)):
        raise Refused("too_fast", "too many replays were asked for from here: wait a few seconds", status=429)


def viewpoint_of(wanted: str | None, is_over: bool) -> Viewpoint:
    """The viewpoint that a client names; by default, everything that may be seen."""
    if wanted is None:
        return "all" if is_over else None
    return "all" if wanted == "all" else None if wanted == "spectator" else int(wanted)


def permitted(match_state: MatchState, wanted: str | None, authorization: str | None) -> Viewpoint:
    """The viewpoint of a client while the match is on, or Refused."""
    held = match_state.seats_of([bearer_hash(authorization)]) if authorization is not None else []
    if authorization is not None and not held:
        raise Refused("bad_token", "this token does not belong to this table", status=403)
    viewpoint = held[0] if wanted is None and held else viewpoint_of(wanted, is_over=False)
    if isinstance(viewpoint, int) and viewpoint not in held:
        raise Refused("bad_token", "until the match is over, only its own token shows what a seat has seen", status=403)
    return viewpoint


def _of_record(text: str, wanted: str | None) -> Callable[[], Replay]:
    def replayed() -> Replay:
        match = load(text)
        return replay(match, viewpoint_of(wanted, match.outcome is not None))

    return replayed


async def _answer(context: Context, request: Request, work: Callable[[], Replay], moves: int) -> Response:
    address = address_of(request)
    share = Share(addresses.counted_as(address), addresses.nameless(address))
    try:
        told = await context.bots.compute(share, lambda: msgspec.json.encode(work()), moves / MOVES_PER_SECOND)
    except SearchCancelled:
        raise Refused("unavailable", "the server is stopping: try again soon", status=503) from None
    return Response(told, media_type="application/json")
