"""A server without a port, in this process."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Sequence

from parlour.games import find
from parlour.server.app import running
from parlour.server.context import Context
from parlour.server.settings import Settings
from parlour.server.storage import queries
from parlour.server.storage.database import Database
from parlour.server.storage.queries import TableRow
from parlour.server.table import actions, events
from parlour.server.table.tokens import new_table_id, token_hash

HOLDERS = [token_hash("ann"), token_hash("bo")]


@contextlib.asynccontextmanager
async def hall(url: str) -> AsyncIterator[Context]:
    """A server that listens on no port."""
    async with running(Settings(database=url, limits=False)) as context:
        yield context


async def new_table(database: Database, bots: Sequence[str] = (), game: str = "exago") -> str:
    """A table for two people, or for one and these bots."""
    people = HOLDERS[:1] if bots else HOLDERS
    seats = [events.Seat(seat, holder, None, None) for seat, holder in enumerate(people)]
    seats += [events.Seat(seat, None, None, bot) for seat, bot in enumerate(bots, len(seats))]
    first = actions.first_match(find(game), {}, seats)
    now = time.time()
    row = TableRow(new_table_id(), game, len(seats), False, "x" * 64, "y" * 64, "z", now, now, "3", "[]", True)
    await database.write(lambda connection: queries.add_table(connection, row, first))
    return row.id
