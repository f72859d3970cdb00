"""REST: opening, joining and listing tables, and their records."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request, Response

import parlour
from parlour import record
from parlour.bots import SearchCancelled
from parlour.branch import branch
from parlour.games import find, load
from parlour.luck import canonical_json
from parlour.match import Match
from parlour.server.bots.scheduler import Share
from parlour.server.context import Context
from parlour.server.errors import NoSuchTable, Refused
from parlour.server.http import addresses, models
from parlour.server.http.dependencies import UNKNOWN_HOST, USUAL, Here, address_of
from parlour.server.http.limits import MOVES_PER_SECOND, REPLAYED
from parlour.server.http.models import Problem
from parlour.server.metrics import TABLES_OPENED, text
from parlour.server.storage import queries
from parlour.server.storage.queries import TableRow
from parlour.server.table import actions, events, presence
from parlour.server.table.hub import Glance
from parlour.server.table.live_table import LiveTable
from parlour.server.table.match_state import MatchState, Told
from parlour.server.table.messages import Presence, message_text
from parlour.server.table.tokens import is_same, new_table_id, new_token, token_hash

LISTED = 100  # maximum number of public tables in an answer
AFTERWORD_SECONDS = 60  # that an afterword waits for the rules to be compiled

TableId = Annotated[str, Path(max_length=64, description="A table's id: 16 lower-case letters and digits")]
Visitor = Annotated[str | None, Header(alias="X-Visitor", pattern="^[A-Za-z0-9_-]{16,64}$")]
Authorization = Annotated[str | None, Header(max_length=200, include_in_schema=False)]  # see `security`
TOKEN: dict[str, Any] = {"security": [{"token": []}]}
TOKEN_OR_NOT: dict[str, Any] = {"security": [{}, {"token": []}]}
NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": Problem, "description": "There is no such table"}}
FORBIDDEN: dict[int | str, dict[str, Any]] = {403: {"model": Problem, "description": "The token does not allow this"}}
CONFLICT: dict[int | str, dict[str, Any]] = {409: {"model": Problem, "description": "Not now"}}


router = APIRouter(prefix="/api", responses=USUAL)


@router.post("/tables", status_code=201, summary="Open a table", responses=CONFLICT)
async def open_table(
    wanted: models.NewTable, request: Request, response: Response, context: Here, visitor: Visitor = None
) -> models.OpenedTable:
    """The response contains the tokens of your own seats. They are sent only once."""
    game = find(wanted.game)
    tokens: dict[int, str] = {}
    seats = []
    for number, seat in enumerate(wanted.seats):
        holder = name = bot = None
        if isinstance(seat, models.MySeat):
            tokens[number], name = new_token(), seat.name
            holder = token_hash(tokens[number])
        elif isinstance(seat, models.BotSeat):
            bot = actions.checked_bot(seat.bot)
        seats.append(events.Seat(number, holder, name, bot))
    who = visitor or addresses.nameless(address_of(request))
    first = actions.first_match(game, wanted.options, seats) if wanted.start is None else None
    await _check_may_open(context, who, address_of(request), sum(seat.bot is not None for seat in seats))
    if first is None:
        share = Share(addresses.counted_as(address_of(request)), who)
        first = await _continued(context, wanted, share, seats)
    owner, invitation, now = new_token(), new_token(), time.time()
    row = TableRow(
        id=new_table_id(),
        game=game.name,
        players=len(seats),
        is_public=wanted.public,
        invitation=token_hash(invitation),
        owner=token_hash(owner),
        visitor=who,
        opened=now,
        touched=now,
        stand_in=actions.checked_bot(wanted.stand_in),
        own=canonical_json([seat.holder for seat in seats if seat.holder is not None]),
        hints=actions.usual_hints(seats) if wanted.hints is None else wanted.hints,
    )
    await context.database.write(lambda connection: queries.add_table(connection, row, first))
    TABLES_OPENED.labels(game.name).inc()
    live = await context.hub.get(row.id)
    response.headers["Location"] = f"/api/tables/{row.id}"
    return models.OpenedTable(
        table=await _table_out(context, live),
        owner=owner,
        invitation=invitation,
        links=_links(context, live, invitation),
        seats=[
            models.TakenSeat(seat=seat, token=token, link=_seat_link(context, row.id, token))
            for seat, token in tokens.items()
        ],
    )


async def _continued(
    context: Context, wanted: models.NewTable, share: Share, seats: list[events.Seat]
) -> actions.NewMatch:
    """The match that goes on from a position of a record, or what is wrong with that."""
    start = wanted.start
    assert start is not None
    parsed = record.parse(start.record)
    is_same = parsed.game == wanted.game and parsed.players == len(seats)
    if not is_same or wanted.options not in ({}, parsed.header["options"]):
        raise Refused("other_game", "the game, the seats and the options must be those of the record", status=422)
    if len(parsed.moves) > REPLAYED:
        raise Refused("too_large", "a record to play on can have at most {most} moves", status=413, most=REPLAYED)
    mine = next((number for number, seat in enumerate(seats) if seat.holder is not None), None)

    def begun() -> Match:
        return branch(load(start.record), start.ply, mine)

    try:
        match = await context.bots.compute(share, begun, len(parsed.moves) / MOVES_PER_SECOND)
    except SearchCancelled:
        raise Refused("unavailable", "the server is stopping: try again soon", status=503) from None
    return actions.continued(match, seats)


async def _check_may_open(context: Context, visitor: str, address: str, bots: int) -> None:
    if context.gate.limits is None:
        return
    if not context.gate.bot_seats(address, bots):
        raise Refused("too_fast", "too many bots were seated from here: wait a few seconds, or seat fewer", status=429)
    if not context.gate.opening(address):
        raise Refused("too_fast", "too many tables were opened from here: wait a minute", status=429)
    most = context.gate.limits.tables
    if await context.database.read(lambda connection: queries.count_open(connection, visitor)) >= most:
        raise Refused("too_many_tables", "you have {most} tables that are not over: end or delete one first", most=most)


def _links(context: Context, live: LiveTable, invitation: str) -> models.Links:
    watch = f"{context.settings.base_url()}/table/{live.id}"
    return models.Links(join=f"{watch}#join={invitation}", watch=watch, only_here=context.settings.is_only_here())


def _seat_link(context: Context, table: str, token: str) -> str:
    return f"{context.settings.base_url()}/table/{table}#seat={token}"


@router.get("/tables", summary="List public tables")
async def list_tables(
    context: Here, game: Annotated[str | None, Query(max_length=64, description="Only of this game")] = None
) -> models.Tables:
    """Public tables that are not over and where a player or the opener is present, newest first."""
    if game is not None:
        find(game)
    ids = await context.database.read(lambda connection: presence.public_tables(connection, game, LISTED))
    seen = await context.hub.glance(ids)
    found = []
    for table in ids:
        try:
            live = await context.hub.get(table)
            if live.lock.locked() and not seen:  # do not hold up the lobby for a table that waits for its commit
                found.append(_described(context, live, live.presence()))
            else:
                found.append(await _table_out(context, live, seen))
        except NoSuchTable:
            continue  # deleted in the meantime
    return models.Tables(tables=found)


@router.get("/tables/{table}", summary="One table", responses=NOT_FOUND)
async def show_table(table: TableId, context: Here) -> models.TableOut:
    """A table's seats, and the progress of its match."""
    return await _table_out(context, await context.hub.get(table))


async def _table_out(context: Context, live: LiveTable, seen: Mapping[str, Glance] | None = None) -> models.TableOut:
    async with live.lock:
        seen = await context.hub.glance([live.id]) if seen is None else seen
        await context.hub.newest(live, seen)
        return _described(context, live, live.presence(seen[live.id].rows if live.id in seen else None))


def _described(context: Context, live: LiveTable, there: Presence) -> models.TableOut:
    match_state = live.match_state
    present = {seat.seat for seat in there.seats if seat.present}
    opening = match_state.opening
    return models.TableOut(
        id=live.id,
        game=opening.game.name,
        title=opening.game.title,
        players=opening.players,
        options=opening.options,
        public=live.row.is_public,
        stand_in=live.row.stand_in,
        hints=live.row.hints,
        opened=datetime.fromtimestamp(live.row.opened, UTC),
        match=opening.number,
        status=match_state.status,
        moves=len(match_state.moves),
        commit=opening.commit,
        seats=[
            models.SeatOut(
                seat=info.seat,
                kind=info.kind,
                name=info.name,
                bot=info.bot,
                has_person=info.has_person,
                resigned=info.resigned,
                present=info.kind == "bot" or info.seat in present,
            )
            for info in match_state.seat_infos()
        ],
        watchers=there.watchers,
        ready=context.readiness.is_ready(opening.game.name),
    )


@router.post(
    "/tables/{table}/seats", status_code=201, summary="Take a seat", responses={**NOT_FOUND, **FORBIDDEN, **CONFLICT}
)
async def take_seat(table: TableId, wanted: models.TakeSeat, context: Here) -> models.TakenSeat:
    """Take the given open seat, or the first one. The response contains its token, which is sent only once."""
    live = await context.hub.get(table)
    if not live.row.is_public and not is_same(token_hash(wanted.invitation or ""), live.row.invitation):
        raise Refused("bad_invitation", "this table is by invitation only: ask for the complete link", status=403)
    token = new_token()
    taken: list[int] = []

    def decide(match_state: MatchState) -> actions.Change:
        seat, change = actions.take_seat(match_state, wanted.seat, token_hash(token), wanted.name)
        taken[:] = [seat]
        return change

    await context.hub.act(live, decide)
    await context.attendance.seat_taken(live, token_hash(token))
    return models.TakenSeat(seat=taken[0], token=token, link=_seat_link(context, table, token))


@router.patch(
    "/tables/{table}/seats/{seat}",
    summary="Change your name",
    responses={**NOT_FOUND, **FORBIDDEN, **CONFLICT},
    openapi_extra=TOKEN,
)
async def rename(
    table: TableId,
    seat: Annotated[int, Path(ge=0, le=63)],
    wanted: models.Rename,
    context: Here,
    authorization: Authorization = None,
) -> models.TableOut:
    """Change the name of a person at this table. Needs the seat's token."""
    live = await context.hub.get(table)
    await context.hub.act(live, _of_holder(seat, authorization, lambda now: actions.rename(now, seat, wanted.name)))
    return await _table_out(context, live)


def _of_holder(
    seat: int, authorization: str | None, decide: Callable[[MatchState], actions.Change]
) -> Callable[[MatchState], actions.Change]:
    def checked(match_state: MatchState) -> actions.Change:
        if seat not in match_state.seats_of([bearer_hash(authorization)]):
            raise Refused("bad_token", "this token does not belong to this seat", status=403)
        return decide(match_state)

    return checked


def bearer_hash(authorization: str | None) -> str:
    """The hash of the token in an Authorization header; of no token if there is none."""
    scheme, _, token = (authorization or "").partition(" ")
    return token_hash(token.strip()) if scheme.lower() == "bearer" else ""


STATE = {
    "description": "The same as the socket's `state`",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/State"}}},
}


@router.get(
    "/tables/{table}/state",
    summary="The match as one seat may see it",
    response_class=Response,
    responses={200: STATE, **NOT_FOUND, **FORBIDDEN, **CONFLICT},
    openapi_extra=TOKEN_OR_NOT,
)
async def show_state(table: TableId, context: Here, authorization: Authorization = None) -> Response:
    """For the seat with this token, or for a spectator."""
    live = await context.hub.get(table)
    async with live.lock:
        match_state = await context.hub.newest(live)
        seats = match_state.seats_of([bearer_hash(authorization)]) if authorization is not None else [None]
        if not seats:
            raise Refused("bad_token", "this token does not belong to this table", status=403)
        body = message_text(match_state.state(seats[0], Told()))
    return Response(body, media_type="application/json")


RECORD = {
    "description": "The record",
    "content": {"text/plain": {"schema": {"type": "string"}}},
}


@router.get(
    "/tables/{table}/record",
    summary="The record of a match that is over",
    response_class=Response,
    responses={200: RECORD, **NOT_FOUND, **CONFLICT},
)
async def show_record(
    table: TableId,
    context: Here,
    match: Annotated[int | None, Query(ge=1, le=10**6, description="Its number; by default the last one over")] = None,
) -> Response:
    """The whole match as text, including deal and salt, once it is over."""
    live = await context.hub.get(table)
    async with live.lock:
        newest = await context.hub.newest(live)
        last = newest.opening.number
        match_state = await match_of(context, newest, match or (last if newest.has_ended or last == 1 else last - 1))
        if not match_state.has_ended:
            raise Refused("not_over", "the record is available when the match is over, because it contains the deal")
        body = match_state.record()
    return Response(body, media_type="text/plain; charset=utf-8")


async def match_of(context: Context, newest: MatchState, number: int) -> MatchState:
    """One of the table's matches, by number; `newest` is its last one."""
    table, last = newest.opening.table, newest.opening.number
    if number == last:
        return newest
    found = await context.database.read(lambda connection: queries.load_match(connection, table, number))
    if found is None:
        raise Refused("no_such_match", "this table has had {last} matches", status=404, last=last)
    return found


@router.get("/tables/{table}/afterword", summary="What would have been possible in the match", responses=NOT_FOUND)
async def show_afterword(table: TableId, request: Request, context: Here) -> models.Afterword:
    """A sentence for people, once the match is over, if the game provides one. It may take a second or two."""
    live = await context.hub.get(table)
    async with live.lock:
        match_state = await context.hub.newest(live)
        match = match_state.match if match_state.has_ended else None
    if match is None or match.game.afterword is None:
        return models.Afterword(sentence=None)
    try:
        async with asyncio.timeout(AFTERWORD_SECONDS):
            await context.readiness.wait(match.game.name)
    except TimeoutError:
        return models.Afterword(sentence=None)
    address = address_of(request)
    share = Share(addresses.counted_as(address), addresses.nameless(address))
    return models.Afterword(sentence=await context.bots.afterword(live, match_state.opening.number, match, share))


@router.delete(
    "/tables/{table}",
    status_code=204,
    summary="Delete a table",
    responses={**NOT_FOUND, **FORBIDDEN, **CONFLICT},
    openapi_extra=TOKEN,
)
async def delete_table(table: TableId, context: Here, authorization: Authorization = None) -> None:
    """Delete a table with all its matches. Needs the owner's token. Refused while other people play there."""
    live = await context.hub.get(table)
    if not is_same(bearer_hash(authorization), live.row.owner):
        raise Refused("bad_token", "only the person who opened a table can delete it", status=403)
    process = context.hub.process
    async with live.lock:
        actions.check_deletable(await context.hub.current(live), live.own, live.away)
        await context.database.write(lambda connection: queries.delete_table(connection, table, process))
        context.hub.forget(live)


operation = APIRouter(responses={413: {"model": Problem, "description": "The request is too large"}})


@operation.get("/healthz", summary="Check the server's health", responses={503: {"model": Problem}})
async def healthz(request: Request) -> models.Health:
    """Succeeds if the database can be read and written."""
    context: Context = request.app.state.context
    await context.health.check()
    ready = {name: context.readiness.is_ready(name) for name in context.readiness.of}
    return models.Health(status="ok", version=parlour.__version__, ready=ready)


METRICS = {"description": "Prometheus's text format", "content": {"text/plain": {"schema": {"type": "string"}}}}


@operation.get(
    "/metrics",
    summary="Metrics for Prometheus",
    response_class=Response,
    responses={200: METRICS, 403: {"model": Problem}, 421: UNKNOWN_HOST},
)
async def metrics(request: Request) -> Response:
    """Available only on the server's own machine, unless it was started with --public-metrics."""
    context: Context = request.app.state.context
    if not context.settings.public_metrics and not addresses.is_here(address_of(request)):
        raise Refused("only_here", "metrics are available only on the server's own machine", status=403)
    return Response(text(), media_type="text/plain; version=0.0.4; charset=utf-8")
