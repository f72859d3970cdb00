"""Queries for reviews. Their table is the queue, too: any process takes the next one that waits.

Reviews that wait are taken in turns: the first of each address, then the second of each, and so on.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from parlour.message import message
from parlour.server.errors import Refused
from parlour.server.storage.schema import REVIEW_REQUESTS, REVIEWS

HOUR = 3600.0  # seconds
DEAD = 10.0  # seconds without a sign of life after which a runner counts as dead
ATTEMPTS = 3  # at one review; one that ends its process each time is given up
MOST_WAITING = 200  # reviews, of everybody together
PER_ADDRESS = 4  # visitors of one address that may use their limits at the same time
REQUEST_LOCK = 7_271_845_302  # an arbitrary number that nobody else uses

UNFINISHED = ("waiting", "running")


@dataclass(frozen=True)
class Wanted:
    """A review that a visitor asks for."""

    id: str
    game: str
    record: str
    total: int
    made_by: str
    visitor: str
    address: str  # as limits count it


@dataclass(frozen=True)
class Most:
    """What a visitor may ask for; no limits if it is None."""

    at_once: int
    an_hour: int


@dataclass(frozen=True)
class Claimed:
    """A review that a process has taken from the queue."""

    id: str
    record: str
    total: int
    visitor: str
    address: str
    runner: str


@dataclass(frozen=True)
class ReviewRow:
    """A review, with its place in the queue."""

    id: str
    game: str
    status: str
    done: int
    total: int
    place: int
    made_by: str
    annotation: str | None


def find(connection: sa.Connection, review: str) -> ReviewRow | None:
    """A review, if there is one."""
    queue = _queue().subquery()  # in one statement: on Postgres, a process may take the review between two
    both = sa.select(REVIEWS, queue.c.place).join(queue, queue.c.id == REVIEWS.c.id, isouter=True)
    row = connection.execute(both.where(REVIEWS.c.id == review)).one_or_none()
    if row is None:
        return None
    place = row.place or 0
    return ReviewRow(row.id, row.game, row.status, row.done, row.total, place, row.made_by, row.annotation)


def _queue(games: Collection[str] | None = None) -> sa.Select[tuple[str, int]]:
    """The reviews that wait, and their places in the queue; only of these games."""
    turn = sa.func.row_number().over(partition_by=REVIEWS.c.address, order_by=(REVIEWS.c.status, REVIEWS.c.asked))
    each = sa.select(REVIEWS.c.id, REVIEWS.c.game, REVIEWS.c.status, REVIEWS.c.asked, turn.label("turn"))
    all_of_them = each.where(REVIEWS.c.status.in_(UNFINISHED)).subquery()
    order = (all_of_them.c.turn, all_of_them.c.asked, all_of_them.c.id)
    place = sa.func.row_number().over(order_by=order).label("place")
    wanted = sa.select(all_of_them.c.id, place).where(all_of_them.c.status == "waiting")
    return wanted if games is None else wanted.where(all_of_them.c.game.in_(games))


# -- by visitors -------------------------------------------------------------------------------------------------------


def request(connection: sa.Connection, wanted: Wanted, most: Most | None, now: float) -> ReviewRow:
    """Ask for a review: an earlier result is used again, and a visitor joins others who wait for the same one."""
    _take_turns(connection)
    there = find(connection, wanted.id)
    if there is not None and (there.status == "failed" or there.made_by != wanted.made_by):
        _delete(connection, wanted.id)  # it is tried again
        there = None
    if there is None or there.status != "done":
        if not _waits_for(connection, wanted.id, wanted.visitor):
            _check_limits(connection, wanted, most, now)
            _add_request(connection, wanted, now)
        if there is None:
            _add(connection, wanted, now)
    connection.execute(REVIEWS.update().where(REVIEWS.c.id == wanted.id).values(used=now))
    found = find(connection, wanted.id)
    assert found is not None
    return found


def _take_turns(connection: sa.Connection) -> None:
    """Keep two processes from both allowing a visitor's last review, or deleting one that is being asked for."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(REQUEST_LOCK)))


def _waits_for(connection: sa.Connection, review: str, visitor: str) -> bool:
    wanted = sa.select(REVIEW_REQUESTS.c.key).where(_is_waiting(review), REVIEW_REQUESTS.c.visitor == visitor)
    return connection.execute(wanted.limit(1)).one_or_none() is not None


def _is_waiting(review: str) -> sa.ColumnElement[bool]:
    return sa.and_(REVIEW_REQUESTS.c.review == review, REVIEW_REQUESTS.c.is_waiting)


def _check_limits(connection: sa.Connection, wanted: Wanted, most: Most | None, now: float) -> None:
    """Refuse a visitor or an address that asks for too many reviews, and everybody while the queue is full."""
    if most is None:
        return
    waiting = sa.select(sa.func.count()).select_from(REVIEWS).where(REVIEWS.c.status.in_(UNFINISHED))
    if connection.execute(waiting).scalar_one() >= MOST_WAITING:
        raise Refused("too_many_reviews", "many reviews are waiting already: try again in some minutes", status=429)
    for column, name, times in (("visitor", wanted.visitor, 1), ("address", wanted.address, PER_ADDRESS)):
        is_theirs = REVIEW_REQUESTS.c[column] == name
        if _count(connection, is_theirs, REVIEW_REQUESTS.c.is_waiting) >= times * most.at_once:
            at_once = message("one review") if most.at_once == 1 else message("{n} reviews", n=most.at_once)
            raise Refused(
                "one_review",
                "you may have {most} at a time: wait until it is done, or cancel it first",
                status=429,
                most=at_once,
            )
        if _count(connection, is_theirs, REVIEW_REQUESTS.c.at > now - HOUR) >= times * most.an_hour:
            raise Refused(
                "too_many_reviews",
                "you may start {most} reviews an hour: try again later",
                status=429,
                most=most.an_hour,
            )


def _count(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> int:
    wanted = sa.select(sa.func.count()).select_from(REVIEW_REQUESTS).where(*conditions)
    return int(connection.execute(wanted).scalar_one())


def _add_request(connection: sa.Connection, wanted: Wanted, now: float) -> None:
    old = sa.and_(REVIEW_REQUESTS.c.at < now - HOUR, ~REVIEW_REQUESTS.c.is_waiting)
    connection.execute(REVIEW_REQUESTS.delete().where(old))
    row = {"review": wanted.id, "visitor": wanted.visitor, "address": wanted.address, "at": now, "is_waiting": True}
    connection.execute(REVIEW_REQUESTS.insert(), [row])


def _add(connection: sa.Connection, wanted: Wanted, now: float) -> None:
    row: dict[str, Any] = {"id": wanted.id, "game": wanted.game, "record": wanted.record, "made_by": wanted.made_by}
    row |= {"visitor": wanted.visitor, "address": wanted.address, "total": wanted.total}
    row |= {"status": "waiting", "done": 0, "attempts": 0, "runner": None, "seen": now, "asked": now, "used": now}
    connection.execute(REVIEWS.insert(), [row])


def withdraw(connection: sa.Connection, review: str, visitor: str) -> bool:
    """A visitor no longer wants a review; returns whether it ended, because nobody else waits for it."""
    _take_turns(connection)
    there = find(connection, review)
    if there is None:
        raise no_such_review()
    if there.status not in UNFINISHED:
        raise Refused("review_over", "this review is over: there is nothing to cancel")
    mine = REVIEW_REQUESTS.update().where(_is_waiting(review), REVIEW_REQUESTS.c.visitor == visitor)
    if connection.execute(mine.values(is_waiting=False)).rowcount == 0:
        raise Refused("not_your_review", "only a visitor who asked for a review can cancel it", status=403)
    if _count(connection, _is_waiting(review)) > 0:
        return False
    _delete(connection, review)
    return True


def no_such_review() -> Refused:
    """The answer to questions about a review that does not exist."""
    return Refused("no_such_review", "there is no such review: ask for it again with its record", status=404)


def _delete(connection: sa.Connection, review: str) -> None:
    connection.execute(REVIEW_REQUESTS.update().where(_is_waiting(review)).values(is_waiting=False))
    connection.execute(REVIEWS.delete().where(REVIEWS.c.id == review))


# -- by processes ------------------------------------------------------------------------------------------------------


def has_work(connection: sa.Connection, now: float) -> bool:
    """Whether a review waits, or has a dead runner."""
    is_dead = sa.and_(REVIEWS.c.status == "running", REVIEWS.c.seen <= now - DEAD)
    wanted = sa.select(REVIEWS.c.id).where(sa.or_(REVIEWS.c.status == "waiting", is_dead))
    return connection.execute(wanted.limit(1)).one_or_none() is not None


def put_back(connection: sa.Connection, now: float, silent: float = DEAD) -> list[tuple[str, bool]]:
    """Let reviews wait again whose runner has been silent for this long; returns each, and whether it was given up."""
    is_dead = sa.and_(REVIEWS.c.status == "running", REVIEWS.c.seen <= now - silent)
    found = [(row.id, row.attempts >= ATTEMPTS) for row in connection.execute(REVIEWS.select().where(is_dead))]
    for review, is_given_up in found:
        status = "failed" if is_given_up else "waiting"
        mine = REVIEWS.update().where(REVIEWS.c.id == review, is_dead)
        connection.execute(mine.values(status=status, runner=None, done=0))
        if is_given_up:
            connection.execute(REVIEW_REQUESTS.update().where(_is_waiting(review)).values(is_waiting=False))
    return found


def claim(connection: sa.Connection, runner: str, games: Collection[str], now: float) -> Claimed | None:
    """Take the next review of one of these games, if any waits."""
    for review in connection.execute(_queue(games).order_by("place")).scalars().all():
        mine = REVIEWS.update().where(REVIEWS.c.id == review, REVIEWS.c.status == "waiting")
        values = {"status": "running", "runner": runner, "seen": now, "attempts": REVIEWS.c.attempts + 1, "done": 0}
        if connection.execute(mine.values(values)).rowcount:  # another process may have been first
            row = connection.execute(REVIEWS.select().where(REVIEWS.c.id == review)).one()
            return Claimed(row.id, row.record, row.total, row.visitor, row.address, runner)
    return None


def note_progress(connection: sa.Connection, claimed: Claimed, so_far: tuple[int, int], now: float) -> bool:
    """Record how much of a review is done, of how much; returns whether it is still wanted from this runner."""
    done, total = so_far
    return connection.execute(_of(claimed).values(done=done, total=total, seen=now)).rowcount > 0


def _of(claimed: Claimed) -> sa.Update:
    return REVIEWS.update().where(REVIEWS.c.id == claimed.id, REVIEWS.c.runner == claimed.runner)


def finish(connection: sa.Connection, claimed: Claimed, annotation: str | None, total: int, most: int) -> None:
    """Store a result, or that there is none. Only so many reviews are kept: those used last."""
    status = "failed" if annotation is None else "done"
    done = {} if annotation is None else {"done": total, "total": total}
    values = {"status": status, "annotation": annotation, "runner": None, **done}
    if connection.execute(_of(claimed).values(values)).rowcount == 0:
        return  # it was cancelled, or another process has taken it
    connection.execute(REVIEW_REQUESTS.update().where(_is_waiting(claimed.id)).values(is_waiting=False))
    is_over = REVIEWS.c.status.not_in(UNFINISHED)
    ordered = sa.select(REVIEWS.c.id).where(is_over).order_by(REVIEWS.c.used.desc(), REVIEWS.c.id).offset(most)
    old = list(connection.execute(ordered).scalars())
    if old:
        connection.execute(REVIEWS.delete().where(REVIEWS.c.id.in_(old)))


def release(connection: sa.Connection, claimed: Claimed) -> None:
    """Let a review wait for another process, or for this one's next start; this attempt does not count."""
    values = {"status": "waiting", "runner": None, "done": 0, "attempts": REVIEWS.c.attempts - 1}
    connection.execute(_of(claimed).values(values))
