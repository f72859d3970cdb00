"""The page of a server that has compiled nothing yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from parlour.bots import warming_words
from tests.browser.test_exago import choose
from tests.browser.visiting import Visits
from tests.server.client import Client
from tests.server.process import ServerProcess


def test_a_game_is_playable_immediately_while_its_high_level_warms_up(
    page_is_built: None, visits: Visits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARLOUR_COMPILE")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "nothing compiled"))
    with ServerProcess(f"sqlite:///{tmp_path / 'parlour.sqlite'}") as server, Client(server) as client:
        opened = client.open_table("exago", ["me", "5"])
        page = visits.new_page()
        page.goto(f"{server.url}/table/{opened.id}#seat={opened.tokens[0]}")
        expect(page.get_by_text(warming_words("5"))).to_be_visible()
        expect(page.get_by_role("list", name="Players")).to_contain_text("warming up")
        choose(page, "f6")
        expect(page.locator('[role=button][aria-label*=", blue tile"]')).to_have_count(1)  # the bot has answered
        expect(page.get_by_text(warming_words("5"))).to_be_hidden(timeout=30_000)  # it goes after a while
