"""One client's connection to a table."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import Any, get_args

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import Receive, Send

from parlour.bots import SearchCancelled
from parlour.errors import ParlourError
from parlour.message import Message, message
from parlour.server.context import Context
from parlour.server.errors import NoSuchTable, Refused, Stale, refused
from parlour.server.http.addresses import nameless
from parlour.server.http.limits import HELLO_SECONDS, IDLE_SECONDS, MESSAGE, OUTBOX, OUTBOX_CHARACTERS
from parlour.server.metrics import ACT_SECONDS, MESSAGES, REFUSALS, SOCKETS_OPEN
from parlour.server.storage.database import BadDatabase, Busy
from parlour.server.table import actions, messages
from parlour.server.table.actions import Change
from parlour.server.table.live_table import LiveTable, States
from parlour.server.table.match_state import MatchState, Told
from parlour.server.table.messages import Down, Error, Offered, message_text, parse_up
from parlour.server.table.presence import OPENER
from parlour.server.table.questions import reason_against, words_after
from parlour.server.table.tokens import is_same, new_token, token_hash

LOG = logging.getLogger("parlour.server")

UNAVAILABLE = message("the database is not responding: send it again soon; everything shown so far is stored")
NONE = message("none")
FAILED = Refused("failed", "the server could not do this now: nothing is lost, try again")
DATABASE_TROUBLE = (SQLAlchemyError, OSError, BadDatabase)
COUNTED = {kind: MESSAGES.labels(kind.__struct_config__.tag) for kind in get_args(messages.Up)}
PATIENCE = 100  # messages over the limit after which a client is disconnected


def _unavailable(problem: Exception) -> Refused:
    return Refused("unavailable", problem.message if isinstance(problem, Busy) else UNAVAILABLE)


def _error(problem: Refused, ref: messages.Ref = None) -> Error:
    """The message that reports a refusal, with its sentence, template and arguments."""
    told = problem.message
    return Error(problem.code, problem.sentence, problem.rule, ref, told.template, told.args)


class Closed(Exception):
    """The connection must end with this code."""

    def __init__(self, code: int, reason: Refused | None = None) -> None:
        super().__init__(code)
        self.code, self.error = code, None if reason is None else _error(reason)


TOO_SLOW = Closed(4429, Refused("too_slow", "this client reads its messages too slowly"))


class Gone(Exception):
    """The client has closed the connection."""


class ClientSocket:
    """A connection, from `hello` to its end. A separate task sends, so that a slow client keeps nobody waiting."""

    def __init__(self, receive: Receive, send: Send, context: Context, address: str) -> None:
        self.id = new_token()
        self.holders: list[str] = []
        self._receive, self._send_event = receive, send
        self._context, self._hub, self._gate, self.address = context, context.hub, context.gate, address
        self._heard = time.monotonic()
        self._outbox: asyncio.Queue[str | Closed] = asyncio.Queue()
        self._told: dict[str | None, Told] = {}  # by the token's hash, which stays the same when the seat changes
        self._offers: list[Offered] = []
        self._seats_as_of: list[messages.SeatInfo] | None = None
        self._seats_found: list[tuple[str | None, int | None]] = []
        self._visitor = nameless(address)
        self._too_fast = 0
        self._unsent = 0  # characters of waiting messages
        self._is_slow = False
        self._tasks: set[asyncio.Task[None]] = set()  # hints that are being worked out
        self._receiving: asyncio.Task[Any] | None = None  # while waiting for the client

    # -- called by the table ------------------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Queue a message for sending."""
        if self._outbox.qsize() >= OUTBOX or self._unsent > OUTBOX_CHARACTERS:
            self._let_go()
        elif not self._is_slow:
            self._unsent += len(text)
            self._outbox.put_nowait(text)

    def _let_go(self) -> None:
        """Disconnect a client that reads its messages too slowly."""
        if not self._is_slow:
            self._is_slow = True
            if self._receiving is not None:
                self._receiving.cancel()

    def tell(self, message: Down) -> None:
        """Send a message to this client only."""
        self.put(message_text(message))

    def close(self, code: int, reason: Message) -> None:
        """End the connection, and say why."""
        self._outbox.put_nowait(Closed(code, Refused("closed", reason)))

    def show(self, table: LiveTable, states: States) -> None:
        """Send the client the state of the match, for each of its seats."""
        match_state = table.match_state
        self._show(match_state, self._seats(match_state) or [(None, None)], states)
        offers = match_state.offers()
        if offers != self._offers:
            self._offers = offers
            self.tell(messages.Offer(offers))

    def _show(self, match_state: MatchState, seats: list[tuple[str | None, int | None]], states: States) -> None:
        for holder, seat in seats:
            told = self._told.get(holder, Told())
            made = states.get((seat, told))
            if made is None:
                state = match_state.state(seat, told)
                made = states[seat, told] = message_text(state), match_state.told(state)
            text, self._told[holder] = made
            self.put(text)

    def _seats(self, match_state: MatchState) -> list[tuple[str | None, int | None]]:
        infos = match_state.seat_infos()  # a new list whenever a seat changes hands
        if infos is not self._seats_as_of:
            self._seats_as_of = infos
            self._seats_found = [
                (holder, seat)
                for seat, seating in enumerate(match_state.seats)
                for holder in self.holders
                if is_same(seating.holder, holder)
            ]
        return self._seats_found

    def _held(self, match_state: MatchState) -> list[int]:
        return [seat for _, seat in self._seats(match_state) if seat is not None]

    # -- the connection -----------------------------------------------------------------------------------------------

    async def run(self, table: str) -> None:
        """Serve the client until it disconnects."""
        await self._receive()  # websocket.connect
        await self._send_event({"type": "websocket.accept"})
        SOCKETS_OPEN.inc()
        sender = asyncio.create_task(self._send())
        is_counted = is_address_counted = False
        live = None
        try:
            is_address_counted = self._gate.socket_opened("address", self.address)
            if not is_address_counted:
                raise Closed(4429, Refused("too_many", "too many connections from this address"))
            hello = await self._hello()
            self._visitor = hello.visitor or nameless(self.address)
            live = await self._hub.get(table)
            await self._authenticate(live, hello)
            is_counted = self._gate.socket_opened("visitor", self._visitor)
            if not is_counted:
                raise Closed(4429, Refused("too_many", "too many connections: close another first"))
            await self._welcome(live)
            while True:
                await self._handle(live, await self._received())
        except Gone:
            sender.cancel()
        except NoSuchTable as problem:
            self._end(Closed(4404, problem))
        except Closed as closed:
            self._end(closed)
        except DATABASE_TROUBLE as problem:
            self._tell_log(problem)
            self._end(Closed(1012, _unavailable(problem)))
        except ParlourError as problem:  # for instance, its game is no longer installed
            self._end(Closed(4404, refused(problem)))
        except Exception:
            LOG.exception("a connection failed", extra={"table": table})
            self._end(Closed(1011, Refused("failed", "something went wrong on the server: reconnect")))
        finally:
            SOCKETS_OPEN.dec()
            if is_address_counted:
                self._gate.socket_closed("address", self.address)
            if is_counted:
                self._gate.socket_closed("visitor", self._visitor)
            for task in self._tasks:
                task.cancel()
            with suppress(Exception):
                if live is not None:
                    await self._context.attendance.leave(live, self)
            await asyncio.wait((sender,), timeout=2)  # it may still have to send the reason
            sender.cancel()

    @staticmethod
    def _tell_log(problem: Exception) -> None:
        LOG.error("the database is not responding", extra={"reason": str(getattr(problem, "orig", problem)).strip()})

    def _end(self, closed: Closed) -> None:
        self._outbox.put_nowait(closed)

    async def _send(self) -> None:
        with suppress(OSError):  # the client has gone
            while True:
                item = await self._outbox.get()
                if isinstance(item, Closed):
                    if item.error is not None:
                        await self._send_event({"type": "websocket.send", "text": message_text(item.error)})
                    await self._send_event({"type": "websocket.close", "code": item.code})
                    return
                self._unsent -= len(item)
                await self._send_event({"type": "websocket.send", "text": item})

    async def _received(self) -> str:
        """The next message; \"\" for a binary frame, which is never a message."""
        if self._is_slow:
            raise TOO_SLOW
        self._receiving = asyncio.current_task()
        try:
            received = await self._receive()
        except asyncio.CancelledError:
            if not self._is_slow or self._receiving is None:
                raise
            self._receiving.uncancel()
            raise TOO_SLOW from None
        finally:
            self._receiving = None
        if received["type"] == "websocket.disconnect":
            raise Gone
        self._heard = time.monotonic()
        text: str = received.get("text") or ""
        return text

    def close_if_idle(self, now: float) -> None:
        """Disconnect a client that has been silent for too long."""
        if now - self._heard > IDLE_SECONDS:
            self.close(4408, message("nothing was received for {seconds} seconds", seconds=round(IDLE_SECONDS)))

    async def _hello(self) -> messages.Hello:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await self._received()
            message = parse_up(text) if len(text) <= MESSAGE else None
        except TimeoutError:
            raise Closed(4400, Refused("hello_first", "the first message must be hello, within 5 seconds")) from None
        except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
            raise Closed(
                4400, Refused("bad_message", "the first message must be hello: {reason}", reason=str(problem))
            ) from None
        if not isinstance(message, messages.Hello):
            raise Closed(4400, Refused("hello_first", "the first message must be hello"))
        return message

    async def _authenticate(self, live: LiveTable, hello: messages.Hello) -> None:
        holders = list(dict.fromkeys(token_hash(token) for token in hello.tokens))
        async with live.lock:
            match_state = await self._hub.newest(live)
            for holder in holders:
                if not any(is_same(seating.holder, holder) for seating in match_state.seats):
                    raise Closed(
                        4401, Refused("bad_token", "a token does not belong to this table: is the link complete?")
                    )
        if not holders and self._visitor == live.row.visitor:
            holders = [OPENER]  # gives no rights, but the lobby lists a table that its opener watches
        self.holders = holders

    async def _welcome(self, live: LiveTable) -> None:
        """Send everything a new client needs, and have this game's rules compiled next if they are not."""
        self._context.readiness.want(live.row.game)
        await self._context.attendance.announce(live, self)
        async with live.lock:
            await self._hub.newest(live)
            live.sockets.add(self)
            self.show(live, {})
            self.tell(live.presence())
            if not self._offers:
                self.tell(messages.Offer([]))
            if (warming := self._context.bots.warming(live)) is not None and warming.sentence:
                self.tell(warming)
        self._context.bots.ask_for_moves(live)

    # -- messages -----------------------------------------------------------------------------------------------------

    def _check_patience(self) -> None:
        """Disconnect a client that keeps exceeding the limit."""
        self._too_fast += 1
        if self._too_fast > PATIENCE:
            raise Closed(4429, Refused("too_fast", "too many messages"))

    async def _handle(self, live: LiveTable, text: str) -> None:
        if not self._gate.message(self._visitor, self.address):
            self._check_patience()
            self._refuse(Refused("too_fast", "too many messages: wait a moment and send it again"), _ref_of(text))
            return
        self._too_fast = max(0, self._too_fast - 1)
        if len(text) > MESSAGE:
            self._refuse(Refused("too_large", "a message may have at most {most} characters", most=MESSAGE))
            return
        try:
            message = parse_up(text)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
            self._refuse(Refused("bad_message", "this is not a message: {reason}", reason=str(problem)), _ref_of(text))
            return
        COUNTED[type(message)].inc()
        try:
            await self._carry_out(live, message)
        except Stale:
            await self._show_again(live, message)
        except NoSuchTable:
            raise
        except Refused as problem:
            self._refuse(problem, message.ref)
        except DATABASE_TROUBLE as problem:
            self._tell_log(problem)
            self._refuse(_unavailable(problem), message.ref)
        except Exception:
            LOG.exception("a message could not be processed", extra={"table": live.id})
            self._refuse(FAILED, message.ref)

    async def _show_again(self, live: LiveTable, message: messages.Up) -> None:
        """Send the whole state again to the seat whose message was stale."""
        async with live.lock:
            match_state = await self._hub.current(live)
            held = self._seats(match_state)
            seats = [(holder, seat) for holder, seat in held if seat == getattr(message, "seat", None)] or held
            for holder, _ in seats:
                self._told.pop(holder, None)
            self._show(match_state, seats, {})

    def _refuse(self, problem: Refused, ref: messages.Ref = None) -> None:
        """Send the client a refusal."""
        REFUSALS.labels(problem.code).inc()
        self.tell(_error(problem, ref))

    async def _carry_out(self, live: LiveTable, message: messages.Up) -> None:
        match message:
            case messages.Ping():
                self.tell(messages.Pong(message.ref))
            case messages.Complete():
                await self._complete(live, message)
            case messages.WhyNot():
                await self._explain(live, message)
            case messages.AskHint():
                self._start_hint(live, message)
            case messages.Hello():
                raise Refused("hello_twice", "hello may be sent only once, as the first message")
            case _:
                start = time.perf_counter()
                await self._hub.act(live, partial(self._decide, live, message))
                ACT_SECONDS.observe(time.perf_counter() - start)

    def _decide(self, live: LiveTable, message: messages.Up, match_state: MatchState) -> Change:
        held = self._held(match_state)
        seat: int = message.seat  # type: ignore[union-attr]
        is_own = seat in held
        if isinstance(message, messages.HandOver) and held and seat in range(len(match_state.seats)):
            return actions.hand_over(match_state, seat, message.bot, held, live.away(seat))
        if isinstance(message, messages.Move) and held and message.match not in (None, match_state.opening.number):
            raise Stale  # a rematch may have changed the seats
        if not is_own:
            raise Refused(
                "not_your_seat",
                "seat {seat} is not yours; yours: {held:,}",
                seat=seat,
                held=list(map(str, held)) or [NONE],
            )
        match message:
            case messages.Move():
                return actions.move(match_state, message)
            case messages.Resign():
                return actions.resign(match_state, seat)
            case messages.UndoOffer():
                return actions.offer_undo(match_state, seat, held)
            case messages.UndoAnswer():
                return actions.answer_undo(match_state, seat, message.yes)
            case messages.TakeBack():
                return actions.take_back(match_state, seat)
            case messages.Rematch():
                return actions.request_rematch(match_state, held)
            case _:
                raise AssertionError(message)

    async def _complete(self, live: LiveTable, message: messages.Complete) -> None:
        async with live.lock:
            match_state = await self._hub.current(live)
            if message.seat not in self._held(match_state):
                raise Refused("not_your_seat", "seat {seat} is not yours", seat=message.seat)
            answer = words_after(match_state.match, message.seat, message.text, message.ref)
        self.tell(answer)

    async def _explain(self, live: LiveTable, message: messages.WhyNot) -> None:
        async with live.lock:
            match_state = await self._hub.current(live)
            if message.seat not in self._held(match_state):
                raise Refused("not_your_seat", "seat {seat} is not yours", seat=message.seat)
            try:
                answer = reason_against(match_state.match, message.seat, message.text, message.ref)
            except ParlourError as other:  # it is not this seat's turn
                raise refused(other) from other
        self.tell(answer)

    def _start_hint(self, live: LiveTable, message: messages.AskHint) -> None:
        """Work a hint out while other messages are answered: the next one may be a move."""
        task = asyncio.create_task(self._hint(live, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hint(self, live: LiveTable, message: messages.AskHint) -> None:
        try:
            self.tell(await self._context.hints.hint(live, message, self._held, self._visitor, self.address))
        except SearchCancelled:
            self._refuse(Refused("hint_cancelled", "the match has moved on: ask again"), message.ref)
        except Refused as problem:
            self._refuse(problem, message.ref)
        except Exception:
            LOG.exception("a hint failed", extra={"table": live.id})
            self._refuse(FAILED, message.ref)


def _ref_of(text: str) -> messages.Ref:
    """The `ref` of a message that is refused without being read, if it has a valid one."""
    if len(text) <= MESSAGE:
        with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
            return msgspec.json.decode(text, type=_Referred).ref
    return None


class _Referred(msgspec.Struct):
    ref: messages.Ref = None
