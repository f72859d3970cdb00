"""Rate limits and other limits per visitor and per address."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from parlour.server.http.addresses import counted_as

MESSAGE = 4096  # characters of a socket message; longer ones are refused
FRAME = 65536  # bytes of a frame; longer ones end the connection
BODY = 65536  # bytes of a request
HEAD_SECONDS = 10.0  # to send a request's head, from the connection or the last answer
BODY_SECONDS = 20.0  # to send the rest of it
ANSWER_SECONDS = 60.0  # to read an answer, or what is buffered of it
HELLO_SECONDS = 5.0
IDLE_SECONDS = 120.0
OUTBOX = 256  # messages that may wait for a slow client before it is disconnected
OUTBOX_CHARACTERS = 2**21  # and their total length
STUCK_SECONDS = 30  # for which a client may read nothing of what was sent
MOVES_PER_SECOND = 2_000  # that are replayed, for the estimate of a computation's duration
REPLAYED = 2_000  # moves of a match that is replayed for a client
LOG_ENTRIES = 10_000  # of a match, after which only moves are accepted: every new client reads them all


@dataclass(frozen=True)
class Limits:
    """Rates are per second, with bursts of ten times as much."""

    messages: float = 10  # of a visitor
    address_messages: float = 100  # of all visitors from one address
    requests: float = 20  # of an address
    openings: float = 0.5  # tables that an address opens
    reviews: float = 0.5  # requests for reviews by an address
    bot_seats: float = 2  # seats for bots at tables that an address opens
    replays: float = 2  # that an address asks for
    pictures: float = 1  # of positions that an address asks for
    films: float = 0.5  # of whole matches that an address asks for
    makings: float = 0.5  # of values of options that an address asks for
    tables: int = 50  # of a visitor, not over
    sockets: int = 20  # of a visitor
    address_sockets: int = 500
    new_sockets: float = 10  # of an address
    connections: int = 200  # of an address, besides sockets


Kind = Literal["visitor", "address", "connection"]


class Bucket:
    """A token bucket: refills steadily, and is empty for clients that were too fast."""

    def __init__(self, rate: float) -> None:
        self._rate, self._full = rate, rate * 10
        self._level, self._at = self._full, time.monotonic()

    def take(self, many: int = 1) -> bool:
        """Take one, or `many`, if that is allowed; returns whether it was."""
        now = time.monotonic()
        self._level = min(self._full, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < many:
            return False
        self._level -= many
        return True

    @property
    def is_full(self) -> bool:
        """Whether it has refilled completely."""
        return self._level + (time.monotonic() - self._at) * self._rate >= self._full


class Gate:
    """Counts what visitors and addresses do. Without limits it allows everything."""

    def __init__(self, limits: Limits | None) -> None:
        self.limits = limits
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._sockets: Counter[tuple[str, str]] = Counter()
        self._sweep_at = 20_000  # buckets

    def _take(self, what: str, whose: str, rate: float, many: int = 1) -> bool:
        if len(self._buckets) > self._sweep_at:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full}
            self._sweep_at = max(20_000, 2 * len(self._buckets))  # not on every call when all are in use
        return self._buckets.setdefault((what, whose), Bucket(rate)).take(many)

    def message(self, visitor: str, address: str) -> bool:
        """Whether a visitor may send another message."""
        if self.limits is None:
            return True
        own = self._take("messages", visitor, self.limits.messages)
        return own and self._take("address messages", counted_as(address), self.limits.address_messages)

    def request(self, address: str) -> bool:
        """Whether an address may make another request."""
        return self.limits is None or self._take("requests", counted_as(address), self.limits.requests)

    def opening(self, address: str) -> bool:
        """Whether an address may open another table."""
        return self.limits is None or self._take("openings", counted_as(address), self.limits.openings)

    def review(self, address: str) -> bool:
        """Whether an address may ask for another review."""
        return self.limits is None or self._take("reviews", counted_as(address), self.limits.reviews)

    def replay(self, address: str) -> bool:
        """Whether an address may have another match replayed."""
        return self.limits is None or self._take("replays", counted_as(address), self.limits.replays)

    def picture(self, address: str) -> bool:
        """Whether an address may have another picture drawn."""
        return self.limits is None or self._take("pictures", counted_as(address), self.limits.pictures)

    def film(self, address: str) -> bool:
        """Whether an address may have another film made."""
        return self.limits is None or self._take("films", counted_as(address), self.limits.films)

    def making(self, address: str) -> bool:
        """Whether an address may have another value of an option made."""
        return self.limits is None or self._take("makings", counted_as(address), self.limits.makings)

    def bot_seats(self, address: str, many: int) -> bool:
        """Whether an address may seat this many more bots."""
        return self.limits is None or self._take("bot seats", counted_as(address), self.limits.bot_seats, many)

    def socket_opened(self, kind: Kind, whose: str) -> bool:
        """Count a socket of a visitor or an address, or a connection of an address that is not a socket yet.

        Returns False, and counts nothing, if there are too many or they come too fast. Otherwise `socket_closed` must
        follow.
        """
        whose = whose if kind == "visitor" else counted_as(whose)
        if self.limits is not None:
            is_slow = kind != "address" or self._take("new sockets", whose, self.limits.new_sockets)
            if self._sockets[kind, whose] >= self._most(self.limits, kind) or not is_slow:
                return False
        self._sockets[kind, whose] += 1
        return True

    @staticmethod
    def _most(limits: Limits, kind: Kind) -> int:
        return {"visitor": limits.sockets, "address": limits.address_sockets, "connection": limits.connections}[kind]

    def socket_closed(self, kind: Kind, whose: str) -> None:
        """Undo `socket_opened`."""
        whose = whose if kind == "visitor" else counted_as(whose)
        self._sockets[kind, whose] -= 1
        if self._sockets[kind, whose] <= 0:
            del self._sockets[kind, whose]
