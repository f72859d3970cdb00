"""REST: the list of games."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path as FilePath
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Response

from parlour.bots import NAMES
from parlour.game import Game
from parlour.games import find, load
from parlour.games import list_games as names
from parlour.luck import Luck
from parlour.option import Option
from parlour.outcome import usual_column
from parlour.server.errors import Refused
from parlour.server.http import models
from parlour.server.http.dependencies import USUAL, Here
from parlour.server.http.models import Problem

NO_SAMPLE: dict[int | str, dict[str, Any]] = {404: {"model": Problem, "description": "The game has no sample"}}

GamePath = Annotated[str, Path(max_length=64, description="A game's name")]

router = APIRouter(prefix="/api/games", responses=USUAL)


@router.get("", summary="List the games")
async def list_games(context: Here) -> models.Games:
    """All games, with their players, options and bots."""
    return models.Games(games=[_game_out(find(name), context.readiness.is_ready(name)) for name in names()])


@router.get(
    "/{game}/sample",
    summary="A position worth a picture",
    responses=NO_SAMPLE,
)
async def sample_view(game: GamePath, _: Here) -> Response:
    """A spectator's view of the game's sample match, as in `state`. The lobby draws its cards from it."""
    file = find(game).folder / "web" / "sample.record"
    if not file.is_file():
        raise Refused("no_sample", "{game} has no sample", status=404, game=find(game).title)
    view = await asyncio.to_thread(_sample_view, file)
    return Response(view, media_type="application/json", headers={"Cache-Control": "max-age=3600"})


@cache
def _sample_view(file: FilePath) -> bytes:
    return msgspec.json.encode(load(file.read_text(encoding="utf-8")).seen(None))


def _game_out(game: Game, is_ready: bool) -> models.GameOut:
    return models.GameOut(
        name=game.name,
        title=game.title,
        sentence=game.sentence,
        minutes=game.minutes,
        players=list(game.players),
        seat_names=list(game.seat_names),
        simultaneous=game.simultaneous,
        perfect_information=game.perfect_information,
        has_deal=_has_deal(game),
        rules=game.rules.VERSION,
        bots=list(NAMES),
        options=[_option_out(option, game) for option in game.options],
        columns=[_column_out(name, game) for name in game.score_names],
        ready=is_ready,
    )


def _column_out(name: str, game: Game) -> models.ColumnOut:
    told = game.columns.get(name) or usual_column(name)
    return models.ColumnOut(
        key=name,
        name=told.name,
        one=told.one,
        many=told.many,
        meaning=told.meaning,
        rule=told.rule,
        is_win=told.is_win,
    )


@cache
def _has_deal(game: Game) -> bool:
    """Whether something is shuffled before the first move."""
    usual = {option.name: option.default for option in game.options}
    return game.notation.new_deal(Luck(0), game.players[0], usual) is not None


def _option_out(option: Option, game: Game) -> models.OptionOut:
    has_range = option.kind in ("number", "numbers")
    return models.OptionOut(
        name=option.name,
        kind=option.kind,
        default=option.default,
        sentence=option.sentence,
        rule=option.rule,
        choices=list(option.choices),
        label=option.heading,
        choice_labels=[option.choice_heading(choice) for choice in option.choices],
        low=option.low if has_range else None,
        high={str(players): option.most(players) for players in game.players} if has_range else None,
        has_pictures=option.draw is not None,
        can_make=option.make is not None,
    )
