"""The lobby's picture is a position that was played, and the page draws the cards as the rules do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import parlour
from parlour.games.tracktic import cells

FOLDER = Path(cells.__file__).parent


def test_the_picture_is_what_a_watcher_sees_of_its_record() -> None:
    record = (FOLDER / "picture.record").read_text(encoding="utf-8")
    picture = json.loads((FOLDER / "picture.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(parlour.load(record).view(None))) == picture


def test_k4_the_page_draws_the_patterns_of_the_cards() -> None:
    page = (FOLDER / "shapes.ts").read_text(encoding="utf-8")
    assert dict(re.findall(r'^  (\w\d): "([#./]+)",$', page, re.MULTILINE)) == cells.DRAWN
