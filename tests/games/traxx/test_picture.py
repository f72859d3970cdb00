"""The lobby's picture is a position that was played."""

from __future__ import annotations

import json
from pathlib import Path

import parlour
from parlour.games.traxx import sheets

FOLDER = Path(sheets.__file__).parent


def test_the_picture_is_what_a_watcher_sees_of_its_record() -> None:
    record = (FOLDER / "picture.record").read_text(encoding="utf-8")
    picture = json.loads((FOLDER / "picture.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(parlour.load(record).view(None))) == picture
