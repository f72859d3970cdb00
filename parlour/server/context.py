"""What one server process consists of."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.server.bots.players import BotPlayers
from parlour.server.bots.readiness import Readiness
from parlour.server.http.connections import Connections
from parlour.server.http.health import Health
from parlour.server.http.limits import Gate
from parlour.server.settings import Settings
from parlour.server.storage.database import Database
from parlour.server.table.attendance import Attendance
from parlour.server.table.hub import Hub


@dataclass(frozen=True)
class Context:
    """Handed to whoever answers a request."""

    settings: Settings
    database: Database
    readiness: Readiness
    hub: Hub
    attendance: Attendance
    bots: BotPlayers
    gate: Gate
    connections: Connections
    hosts: frozenset[str]  # the names that it answers to
    health: Health
