"""A match's log has a limit, which normal play never reaches."""

from __future__ import annotations

import time

import sqlalchemy as sa

from parlour.luck import Luck
from parlour.server.http.limits import LOG_ENTRIES
from parlour.server.storage.queries import log_rows
from parlour.server.storage.schema import LOG
from parlour.server.table import events
from parlour.server.table.tokens import token_hash
from tests.server.client import Client
from tests.server.conftest import wait_for_rules
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess
from tests.server.table.test_seats import refusal, seat_of


def fill(database: str, table: str, token: str) -> None:
    """Let a bot and seat 0's person replace each other until a stopped server's log is full; the bot comes last."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        of_table = sa.text("SELECT key FROM matches WHERE table_id = :table").bindparams(table=table)
        key = connection.execute(of_table).scalar_one()
        seq = connection.execute(sa.select(sa.func.max(LOG.c.seq)).where(LOG.c.match == key)).scalar_one()
        left = LOG_ENTRIES - seq
        bots = ["random" if (left - number) % 2 else None for number in range(left)]
        entries = [events.Seat(0, token_hash(token), "Ada", bot) for bot in bots]
        connection.execute(LOG.insert(), log_rows(key, seq, entries, time.time()))
    engine.dispose()


def test_a_full_log_accepts_only_moves_and_returns(server: ServerProcess, luck: Luck) -> None:
    with Gathering(server, "exago") as gathering, Client(server) as client:
        half_empty = client.open_table("exago", ["me", "open"])
        ada, bo = gathering.people
        assert ada.token is not None
        server.stop()
        fill(server.database, gathering.id, ada.token)
        fill(server.database, half_empty.id, half_empty.tokens[0])
        server.restart()
        wait_for_rules(server, "exago")
        for person in (ada, bo):
            person.come_back()
        ada.see(lambda state: state["view"]["turn"] == 1)  # the bot's move is accepted
        assert seat_of(ada.state, 0) == ("bot", "random", True)
        ada.say("take_back")  # one's own seat can always be taken back
        bo.see(lambda state: seat_of(state, 0) == ("person", None, True))
        for person in (bo, ada):
            person.play(luck)
        gathering.settle()
        before = gathering.state["seq"]
        assert before == LOG_ENTRIES + 4
        for person in (ada, bo):
            for wish in ("hand_over", "undo_offer"):
                assert person.refusal(wish)["code"] == "log_full"
        renaming = refusal(lambda: client.rename(gathering.id, 0, ada.token or "", "Ada L."))
        assert (renaming.status, renaming.code) == (409, "log_full")
        bo.play(luck)
        ada.say("resign")
        ada.see(lambda state: state["status"] == "over")
        assert bo.refusal("hand_over")["code"] == "log_full"
        for person in (ada, bo):
            person.say("rematch")
        bo.see(lambda state: state["match"] == 2)

        client.take_seat(half_empty.id, half_empty.invitation)  # a table never gets stuck for lack of a player
        assert client.table(half_empty.id)["status"] == "playing"
