"""What one server process consists of."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.server.connections import Connections
from parlour.server.database import Database
from parlour.server.health import Health
from parlour.server.limits import Gate
from parlour.server.live import Hub
from parlour.server.readiness import Readiness
from parlour.server.settings import Settings


@dataclass(frozen=True)
class Context:
    """Handed to whoever answers a request."""

    settings: Settings
    database: Database
    readiness: Readiness
    hub: Hub
    gate: Gate
    connections: Connections
    hosts: frozenset[str]  # the names that it answers to
    health: Health
