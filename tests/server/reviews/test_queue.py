"""The queue of reviews in the database: turns, limits, dead processes, and what is kept."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import pytest
import sqlalchemy as sa

from parlour.server.errors import Refused
from parlour.server.storage import reviews
from parlour.server.storage.database import Database, opened
from parlour.server.storage.reviews import Claimed, Most, ReviewRow, Wanted
from tests.server.coroutines import finished

T = TypeVar("T")

MOST = Most(at_once=1, an_hour=3)
NOW = 1_000_000.0


class Queue:
    """The queue, with a clock of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.now = NOW

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        return await self._database.write(work)

    async def ask(
        self, review: str, visitor: str = "ann", address: str = "1.2.3.4", most: Most | None = MOST, by: str = "now"
    ) -> ReviewRow:
        """A visitor asks for a review."""
        self.now += 1
        wanted = Wanted(review, "exago", f"record of {review}", 10, by, visitor, address)
        return await self.write(lambda connection: reviews.request(connection, wanted, most, self.now))

    async def claim(self, runner: str, *games: str) -> Claimed | None:
        """A process takes the next review."""
        return await self.write(lambda connection: reviews.claim(connection, runner, games or ("exago",), self.now))

    async def end(self, claimed: Claimed | None, annotation: str | None = "{}", most: int = 100) -> None:
        """A process stores a result."""
        assert claimed is not None
        await self.write(lambda connection: reviews.finish(connection, claimed, annotation, 12, most))

    async def beat(self, claimed: Claimed | None, done: int = 1) -> bool:
        """A process tells how far it is."""
        assert claimed is not None
        return await self.write(lambda connection: reviews.note_progress(connection, claimed, (done, 12), self.now))

    async def find(self, review: str) -> ReviewRow | None:
        return await self.write(lambda connection: reviews.find(connection, review))

    async def put_back(self) -> list[tuple[str, bool]]:
        return await self.write(lambda connection: reviews.put_back(connection, self.now))

    async def withdraw(self, review: str, visitor: str) -> bool:
        return await self.write(lambda connection: reviews.withdraw(connection, review, visitor))


@contextlib.asynccontextmanager
async def queue_in(url: str) -> AsyncIterator[Queue]:
    database = opened(url)
    await database.start()
    try:
        yield Queue(database)
    finally:
        await database.stop()


def test_addresses_take_turns(database_url: str) -> None:
    async def waiting() -> None:
        async with queue_in(database_url) as queue:
            for review, visitor, address in (
                ("a1", "v1", "A"),
                ("a2", "v2", "A"),
                ("a3", "v3", "A"),
                ("b1", "v4", "B"),
            ):
                await queue.ask(review, visitor, address)
            places = {review: row.place for review in ("a1", "a2", "a3", "b1") if (row := await queue.find(review))}
            assert places == {"a1": 1, "b1": 2, "a2": 3, "a3": 4}
            assert await queue.claim("nobody", "traxx") is None  # whose rules are not compiled here
            first = await queue.claim("one")
            assert first is not None
            assert (first.id, first.record) == ("a1", "record of a1")
            assert (await queue.claim("two")).id == "b1"  # type: ignore[union-attr]
            row = await queue.find("a2")
            assert row is not None
            assert (row.status, row.place) == ("waiting", 1)

    finished(waiting())


def test_a_review_may_be_taken_while_somebody_looks_at_it(postgres_url: str) -> None:
    engine = sa.create_engine(postgres_url)

    def look(connection: sa.Connection) -> ReviewRow | None:
        def take(*_: object) -> None:
            with engine.begin() as other:
                reviews.claim(other, "runner", ["exago"], NOW)

        sa.event.listen(connection, "after_cursor_execute", take)
        try:
            return reviews.find(connection, "one")
        finally:
            sa.event.remove(connection, "after_cursor_execute", take)

    async def looking() -> None:
        async with queue_in(postgres_url) as queue:
            await queue.ask("one")
            before = await queue.write(look)
            after = await queue.find("one")
            assert before is not None
            assert after is not None
            assert (before.status, before.place) == ("waiting", 1)
            assert (after.status, after.place) == ("running", 0)

    finished(looking())
    engine.dispose()


def test_a_visitor_has_one_review_at_a_time_and_so_many_an_hour(database_url: str) -> None:
    async def asking() -> None:
        async with queue_in(database_url) as queue:
            await queue.ask("first")
            with pytest.raises(Refused, match="you may have one review at a time: wait until it is done, or cancel it"):
                await queue.ask("second")
            await queue.ask("first")  # the same again
            await queue.end(await queue.claim("one"))
            assert (await queue.ask("first")).status == "done"  # a stored one costs nothing
            for review in ("second", "third"):
                await queue.ask(review)
                assert await queue.withdraw(review, "ann")
            with pytest.raises(Refused, match="you may start 3 reviews an hour: try again later") as refused:
                await queue.ask("fourth")
            assert (refused.value.code, refused.value.status) == ("too_many_reviews", 429)
            for number in range(reviews.PER_ADDRESS):
                await queue.ask(f"of {number}", f"visitor {number}")
            with pytest.raises(Refused, match="one review at a time"):
                await queue.ask("fifth", "another of the same address")
            queue.now += reviews.HOUR
            await queue.ask("sixth", "ann", "another address")
            await queue.ask("seventh", "ann", "another address", most=None)  # a server without limits

    finished(asking())


def test_a_review_goes_on_while_somebody_waits_for_it(database_url: str) -> None:
    async def cancelling() -> None:
        async with queue_in(database_url) as queue:
            await queue.ask("one", "ann")
            await queue.ask("one", "ben")
            claimed = await queue.claim("runner")
            with pytest.raises(Refused, match="only a visitor who asked for a review can cancel it"):
                await queue.withdraw("one", "cat")
            assert not await queue.withdraw("one", "ann")
            assert await queue.beat(claimed)
            assert await queue.withdraw("one", "ben")
            assert not await queue.beat(claimed)  # its runner finds out
            assert await queue.find("one") is None
            await queue.ask("one", "ann")
            await queue.end(claimed)  # too late: somebody has asked again
            assert (await queue.ask("one", "ann")).status == "waiting"

    finished(cancelling())


def test_the_review_of_a_dead_process_is_taken_up_again_but_not_for_ever(database_url: str) -> None:
    async def dying() -> None:
        async with queue_in(database_url) as queue:
            await queue.ask("one")
            for attempt in range(reviews.ATTEMPTS):
                claimed = await queue.claim(f"runner {attempt}")
                assert await queue.beat(claimed, 5)
                queue.now += reviews.DEAD / 2
                assert await queue.put_back() == []
                queue.now += reviews.DEAD
                assert await queue.put_back() == [("one", attempt == reviews.ATTEMPTS - 1)]
                assert not await queue.beat(claimed)
            row = await queue.find("one")
            assert row is not None
            assert row.status == "failed"
            assert (await queue.ask("one")).status == "waiting"  # it can be started again

    finished(dying())


def test_the_reviews_used_last_are_kept(database_url: str) -> None:
    async def filling() -> None:
        async with queue_in(database_url) as queue:
            for review in ("one", "two", "three"):
                await queue.ask(review, most=None)
                await queue.end(await queue.claim(review), most=2 if review == "three" else 9)
                if review == "two":
                    await queue.ask("one", most=None)
            kept = [review for review in ("one", "two", "three") if await queue.find(review) is not None]
            assert kept == ["one", "three"]
            row = await queue.ask("one", most=None, by="a later version")
            assert (row.status, row.done) == ("waiting", 0)

    finished(filling())
