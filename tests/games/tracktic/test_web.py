"""The page draws the cards as the rules do."""

from __future__ import annotations

import re

from parlour.games.tracktic import GAME
from parlour.games.tracktic.board import bitboard


def test_k4_the_page_draws_the_patterns_of_the_cards() -> None:
    page = (GAME.folder / "web" / "patterns.ts").read_text(encoding="utf-8")
    assert dict(re.findall(r'^  (\w\d): "([#./]+)",$', page, re.MULTILINE)) == bitboard.DRAWN
