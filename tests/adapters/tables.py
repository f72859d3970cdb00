"""The tables on which adapters are tested."""

from __future__ import annotations

from parlour.games import find, own

TABLES = [(name, players) for name in own() for players in find(name).players]
ENDS = [(name, players) for name in own() for players in (find(name).players[0], find(name).players[-1])]
SIMULTANEOUS = [(name, players) for name, players in TABLES if find(name).simultaneous]
