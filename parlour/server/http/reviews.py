"""REST: reviews of finished matches."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response

from parlour import record as records
from parlour.games import find, load
from parlour.server.bots.scheduler import Rank, Share, Work
from parlour.server.context import Context
from parlour.server.errors import Refused
from parlour.server.http import addresses, models
from parlour.server.http.dependencies import USUAL, Here, address_of
from parlour.server.http.models import Problem
from parlour.server.http.tables import CONFLICT, FORBIDDEN, NOT_FOUND, Visitor, match_of
from parlour.server.reviews.review import Review
from parlour.server.reviews.reviews import check_over, without_comments

ReviewId = Annotated[str, Path(max_length=64, description="A review's id, as it was returned")]
REVIEW = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Review"}}}}
NO_REVIEW: dict[int | str, dict[str, Any]] = {404: {"model": Problem, "description": "There is no such review"}}
LOADING = 0.05  # seconds that it usually takes to replay a record

router = APIRouter(prefix="/api/reviews", responses=USUAL)


@router.post(
    "",
    status_code=202,
    summary="Ask for a review",
    response_class=Response,
    responses={
        200: {"description": "The review, which was done before", **REVIEW},
        202: {"description": "The review waits or is running", **REVIEW},
        **NOT_FOUND,
        **CONFLICT,
    },
)
async def ask_for_review(
    wanted: models.ReviewOfRecord | models.ReviewOfMatch, request: Request, context: Here, visitor: Visitor = None
) -> Response:
    """A bot looks at every move of a finished match, given as a record or as a match of a table."""
    address = address_of(request)
    who = visitor or addresses.nameless(address)
    if not context.gate.review(address):
        raise Refused("too_fast", "too many reviews were asked for from here: wait a few seconds", status=429)
    if isinstance(wanted, models.ReviewOfRecord):
        text, game, moves = await _of_record(context, wanted.record, Share(addresses.counted_as(address), who))
    else:
        text, game, moves = await _of_match(context, wanted)
    review = await context.reviews.request(text, game, moves, who, addresses.counted_as(address))
    headers = {"Location": f"/api/reviews/{review.id}"}
    return _answer(review, 200 if review.status == "done" else 202, headers)


async def _of_record(context: Context, text: str, share: Share) -> tuple[str, str, int]:
    """The canonical record, its game, and the number of its moves; or what is wrong with it."""
    game = find(records.parse(text).game).name
    context.reviews.check_ready(game)
    work = Work(object(), share, lambda _: load(text), LOADING, is_quick=True, rank=Rank.LATER)
    match = await context.bots.scheduler.run(work)
    check_over(match.outcome is not None)
    return without_comments(match.record()), game, len(match.moves)


async def _of_match(context: Context, wanted: models.ReviewOfMatch) -> tuple[str, str, int]:
    """The same for a match of a table."""
    live = await context.hub.get(wanted.table)
    async with live.lock:
        match_state = await context.hub.newest(live)
        match_state = await match_of(context, match_state, wanted.match or match_state.opening.number)
        check_over(match_state.has_ended)
        game = match_state.opening.game.name
        context.reviews.check_ready(game)
        return without_comments(match_state.record()), game, len(match_state.moves)


@router.get(
    "/{review}",
    summary="A review",
    response_class=Response,
    responses={200: {"description": "Its progress, or what was found", **REVIEW}, **NO_REVIEW},
)
async def show_review(review: ReviewId, context: Here) -> Response:
    """How far a review is, from any process of the server; once it is done, with the annotated match."""
    return _answer(await context.reviews.find(review), 200)


@router.delete(
    "/{review}", status_code=204, summary="Cancel a review", responses={**NO_REVIEW, **FORBIDDEN, **CONFLICT}
)
async def cancel_review(review: ReviewId, request: Request, context: Here, visitor: Visitor = None) -> None:
    """For a visitor who asked for it. It goes on if somebody else waits for it, too."""
    await context.reviews.cancel(review, visitor or addresses.nameless(address_of(request)))


def _answer(review: Review, status: int, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(review), status, headers, "application/json")
