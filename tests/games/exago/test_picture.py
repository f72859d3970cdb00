"""The picture on the lobby's card is a real position."""

from __future__ import annotations

import json
from pathlib import Path

import parlour
from parlour.games import exago

FOLDER = Path(exago.__file__).parent


def test_the_picture_is_what_its_record_leads_to() -> None:
    match = parlour.load(FOLDER.joinpath("picture.record").read_text(encoding="utf-8"))
    assert json.loads(FOLDER.joinpath("picture.json").read_text(encoding="utf-8")) == match.view(None)
