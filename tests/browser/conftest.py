"""A real Chromium and a real server; a test fails on any problem in the browser's console."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visiting import ARGUMENTS, Visits
from tests.server.client import Client
from tests.server.conftest import wait_for_rules
from tests.server.process import ServerProcess
from tools import page as built_page
from tools.setup import chromium_program


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, one for each pytest process."""
    program = chromium_program()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is not installed, and CI needs it: run 'apt install chromium'")
        pytest.skip("Chromium is not installed: run 'apt install chromium'")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def page_is_built() -> None:
    """The page, built from its current sources by the first test that needs it."""
    try:
        built_page.provide()
    except built_page.NotBuilt as problem:
        pytest.fail(str(problem))


@pytest.fixture(scope="session")
def parlour_server(page_is_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the page, shared by all tests: each opens its own tables."""
    with ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'parlour.sqlite'}", "--no-limits") as process:
        wait_for_rules(process)
        yield process


@pytest.fixture
def own_server(page_is_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the page for one test, which may kill it."""
    with ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('own') / 'parlour.sqlite'}", "--no-limits") as process:
        wait_for_rules(process)
        yield process


@pytest.fixture
def client(parlour_server: ServerProcess) -> Iterator[Client]:
    """A client that opens tables without a browser."""
    with Client(parlour_server) as visitor:
        yield visitor


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    """Browser windows, each for a different person; console problems fail the test at its end."""
    with ExitStack() as at_end:
        opened = Visits(browser, at_end)
        yield opened
        complaints = opened.complaints()
    assert not complaints, "the page complained:\n" + "\n".join(complaints)
