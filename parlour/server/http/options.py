"""REST: pictures of the values of a game's options, and new values."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from functools import lru_cache, partial
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response

from parlour import kernel
from parlour.bots import IsCancelled, SearchCancelled
from parlour.bots.playouts import play_out
from parlour.game import Json
from parlour.games import find
from parlour.option import Option
from parlour.server.bots.scheduler import Rank, Share, Work
from parlour.server.errors import Refused
from parlour.server.http import addresses, models
from parlour.server.http.dependencies import USUAL, Here, address_of
from parlour.server.http.games import GamePath
from parlour.server.http.models import Problem
from parlour.server.http.tables import Visitor

T = TypeVar("T")

DRAWING = 0.05  # seconds that it usually takes to draw a value
MAKING = 5.0  # and to make one
SVG = "image/svg+xml"
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The picture", "content": {SVG: {"schema": {"type": "string", "format": "binary"}}}}
}
NO_OPTION: dict[int | str, dict[str, Any]] = {404: {"model": Problem, "description": "There is no such option"}}

OptionPath = Annotated[str, Path(max_length=64, description="An option's name")]

router = APIRouter(prefix="/api/games/{game}/options/{option}", responses=USUAL)


@router.get("/picture", summary="A choice as a picture", response_class=Response, responses=PICTURE | NO_OPTION)
async def show_choice(
    game: GamePath, option: OptionPath, choice: Annotated[str, Query(max_length=64)], _: Here
) -> Response:
    """One of the named values of an option, as SVG without a background."""
    found = _option(game, option)
    if found.draw is None or choice not in found.choices:
        raise Refused(
            "no_choice", "{option} has no choice of this name that can be drawn", status=404, option=found.name
        )
    svg = await asyncio.to_thread(_drawn_choice, game, option, choice)
    return Response(svg, media_type=SVG, headers={"Cache-Control": "max-age=3600"})


@router.post("/picture", summary="Draw a value", response_class=Response, responses=PICTURE | NO_OPTION)
async def draw_value(
    game: GamePath, option: OptionPath, wanted: models.ValueToDraw, request: Request, context: Here
) -> Response:
    """Any value of an option, which is checked first, as SVG without a background."""
    address = address_of(request)
    if not context.gate.picture(address):
        raise Refused("too_fast", "too many pictures were asked for from here: wait a few seconds", status=429)
    found = _option(game, option)
    if found.draw is None:
        raise Refused("no_picture", "values of {option} cannot be drawn", status=404, option=found.name)
    share = Share(addresses.counted_as(address), addresses.nameless(address))
    draw = partial(_drawn, found, wanted.value, find(game).players[0])
    svg = await _finished(context.bots.compute(share, draw, DRAWING))
    return Response(svg, media_type=SVG)


@router.post("/make", summary="Make a new value", responses=NO_OPTION)
async def make_value(
    game: GamePath,
    option: OptionPath,
    wanted: models.ValueToMake,
    request: Request,
    context: Here,
    visitor: Visitor = None,
) -> models.MadeValue:
    """A new value of an option, in the background of what is played here; one at a time for each visitor.

    It takes some seconds. Whoever closes the connection cancels it.
    """
    found = _option(game, option)
    make = found.make
    if make is None:
        raise Refused("not_made", "new values of {option} cannot be made", status=404, option=found.name)
    context.readiness.check_ready(find(game).name)
    address = address_of(request)
    if not context.gate.making(address):
        raise Refused("too_fast", "too much was asked for from here: wait a few seconds", status=429)
    who, where = visitor or addresses.nameless(address), addresses.counted_as(address)
    seed = secrets.token_hex(8) if wanted.seed is None else wanted.seed

    def compute(is_cancelled: IsCancelled) -> Json:
        with kernel.loading():
            return make(seed, partial(play_out, is_cancelled=is_cancelled))

    work = Work(("make", who), Share(where, who), compute, MAKING, rank=Rank.LATER, gives_way=True)
    one = Refused("one_making", "one is being made for you: wait for it, or cancel it", status=429)
    many = Refused("too_many_makings", "too many are being made here: try again in a minute", status=429)
    with context.making.hold(who, where, one, many):
        value = await while_connected(request, _finished(context.bots.scheduler.run(work)))
    return models.MadeValue(value=value, seed=seed)


def _option(game: str, name: str) -> Option:
    found = next((option for option in find(game).options if option.name == name), None)
    if found is None:
        raise Refused("no_option", "{game} has no such option", status=404, game=find(game).title)
    return found


@lru_cache(256)
def _drawn_choice(game: str, option: str, choice: str) -> str:
    return _drawn(_option(game, option), choice, find(game).players[0])


def _drawn(option: Option, value: Json, players: int) -> str:
    assert option.draw is not None
    return option.draw(option.checked(value, players))


async def _finished(work: Coroutine[Any, Any, T]) -> T:
    try:
        return await work
    except SearchCancelled:
        raise Refused("unavailable", "the server is stopping: try again soon", status=503) from None


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of this work, which is cancelled when the client goes."""
    running, gone = asyncio.create_task(work), asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait((running, gone), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            return running.result()
        raise Refused("unavailable", "nobody waits for this any more", status=503)
    finally:
        for task in (running, gone):
            task.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
