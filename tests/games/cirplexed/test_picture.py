"""The lobby's picture is a position that was played."""

from __future__ import annotations

import json
from pathlib import Path

import parlour
from parlour.games import cirplexed

FOLDER = Path(cirplexed.__file__).parent


def test_the_picture_is_what_a_spectator_sees_of_its_record() -> None:
    match = parlour.load((FOLDER / "picture.record").read_text(encoding="utf-8"))
    assert match.view(None) == json.loads((FOLDER / "picture.json").read_text(encoding="utf-8"))
