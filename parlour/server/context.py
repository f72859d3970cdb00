"""The parts of one server process."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.server.bots.hints import Hints
from parlour.server.bots.players import BotPlayers
from parlour.server.bots.readiness import Readiness
from parlour.server.http.connections import Connections
from parlour.server.http.health import Health
from parlour.server.http.limits import Gate
from parlour.server.pictures.studio import Studio
from parlour.server.places import Places
from parlour.server.reviews.reviews import Reviews
from parlour.server.settings import Settings
from parlour.server.storage.database import Database
from parlour.server.table.attendance import Attendance
from parlour.server.table.hub import Hub


@dataclass(frozen=True)
class Context:
    """The parts of this process that request handlers need."""

    settings: Settings
    database: Database
    readiness: Readiness
    hub: Hub
    attendance: Attendance
    bots: BotPlayers
    hints: Hints
    reviews: Reviews
    studio: Studio
    gate: Gate
    connections: Connections
    hosts: frozenset[str]  # host names that the server answers to
    health: Health
    analysing: set[str] = field(default_factory=set)  # visitors for whom a position is being analysed
    making: Places = field(default_factory=lambda: Places(of_address=4, in_all=16))  # of values of options
