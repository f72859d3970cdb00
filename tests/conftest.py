"""Shared by all tests: a new seed for each run, printed so that a failure can be repeated."""

from __future__ import annotations

import os
import secrets
import signal

import pytest

from parlour.luck import Luck


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("PARLOUR_COMPILE", "now")  # no background compilers in tests
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # SIGINT is ignored if a shell started this in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)  # inherited by commands under test
    os.environ.setdefault("PARLOUR_TEST_SEED", str(secrets.randbelow(10**6)))  # workers inherit it


def pytest_report_header() -> str:
    return f"seed {os.environ['PARLOUR_TEST_SEED']} (PARLOUR_TEST_SEED=... repeats a run)"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Under `--dist loadgroup`, tests that share a costly fixture run in one process, so that it is created once."""
    for item in items:
        if isinstance(item, pytest.Function) and (group := shared_by(item)) is not None:
            item.add_marker(pytest.mark.xdist_group(group))


def shared_by(item: pytest.Function) -> str | None:
    """The costly fixture of a test: a server used by many, or a module's fixture."""
    given = getattr(getattr(item, "callspec", None), "params", {})
    for name in ("house", "hasty"):
        if name in given:
            return f"{name} {given[name]}"
    known = item._fixtureinfo.name2fixturedefs.values()
    is_shared = any(definition.scope == "module" for definitions in known for definition in definitions)
    return item.nodeid.split("::")[0] if is_shared else None


@pytest.fixture
def luck(request: pytest.FixtureRequest) -> Luck:
    """The random choices of a test: new in each run, the same for the same seed."""
    return Luck(f"{os.environ['PARLOUR_TEST_SEED']} {request.node.nodeid}")
