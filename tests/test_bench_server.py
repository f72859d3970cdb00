"""The parts of bench/server.py that need no server."""

from __future__ import annotations

import json

import pytest

from bench.contestant import BOARDGAMEIO
from bench.server import BOUNDS, SCENES, doubts, percentile


@pytest.mark.parametrize(
    ("part", "expected"), [(0.0, 1.0), (0.01, 1.0), (0.5, 50.0), (0.501, 51.0), (0.99, 99.0), (1.0, 100.0)]
)
def test_a_percentile_is_one_of_the_values(part: float, expected: float) -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert percentile(values, part) == expected


def test_a_percentile_of_one_value_is_that_value() -> None:
    assert percentile([3.0], 0.5) == percentile([3.0], 0.99) == 3.0


def test_every_bound_is_about_a_measured_figure() -> None:
    taken = {
        scene.figure(side, unit)
        for scene in SCENES
        for side in ("parlour", "boardgame.io")
        for unit in ("moves", "p99 ms", "kB a table")
    }
    assert {bound.figure for bound in BOUNDS} | {bound.yardstick for bound in BOUNDS if bound.yardstick} <= taken


def test_a_saturated_client_and_busy_neighbours_are_reported() -> None:
    scene = SCENES[0]
    quiet = {scene.figure("parlour", "client CPU"): 0.6, scene.figure("parlour", "others CPU"): 0.02}
    assert doubts(quiet) == []
    full = {scene.figure("parlour", "client CPU"): 0.97, scene.figure("parlour", "others CPU"): 0.5}
    assert [sentence.startswith("Parlour, 1 table: ") for sentence in doubts(full)] == [True, True]


def test_peer_packages_are_pinned_and_no_registry_is_named() -> None:
    wanted = json.loads((BOARDGAMEIO / "package.json").read_text(encoding="utf-8"))["dependencies"]
    lock = json.loads((BOARDGAMEIO / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert lock[""]["dependencies"] == wanted
    assert {name: lock[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert not any("resolved" in package for package in lock.values())
    assert all("integrity" in package for name, package in lock.items() if name)
