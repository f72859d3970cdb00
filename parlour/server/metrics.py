"""Metrics in the Prometheus format."""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

ENTRIES = Counter("parlour_log_entries", "Entries committed to the logs of matches")
BOT_MOVES = Counter("parlour_bot_moves", "Moves made by bots")
HINTS = Counter("parlour_hints", "Hints given to players", ["step"])
REVIEWS = Counter("parlour_reviews", "Reviews that ended", ["how"])
REVIEW_STEPS = Counter("parlour_review_steps", "Moves looked at, and other steps of reviews")
REVIEWS_RUNNING = Gauge("parlour_reviews_running", "Reviews that are running", multiprocess_mode="livesum")
MESSAGES = Counter("parlour_messages", "Messages from clients", ["type"])
REFUSALS = Counter("parlour_refusals", "Messages and requests that were refused", ["code"])
MALFORMED = Counter("parlour_malformed_requests", "Malformed requests and frames")
ENDED = Counter("parlour_connections_ended", "Connections that the server ended early", ["why"])
TABLES_OPENED = Counter("parlour_tables_opened", "Tables opened", ["game"])
SOCKETS_OPEN = Gauge("parlour_sockets_open", "Connected clients", multiprocess_mode="livesum")
WORK = Gauge("parlour_work", "Bot moves and other work, waiting or running", multiprocess_mode="livesum")
TABLES_IN_MEMORY = Gauge("parlour_tables_in_memory", "Tables held in memory", multiprocess_mode="livesum")
ACT_SECONDS = Histogram(
    "parlour_act_seconds",
    "Time from a client's message to its commit",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)


def text() -> bytes:
    """All metrics, of all processes if there are several."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
