"""The client on docs/protocol.md plays a whole game."""

from __future__ import annotations

import re
from pathlib import Path

import parlour
from tests.server.process import ServerProcess

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"


def test_the_client_on_the_page_plays_to_the_end(sqlite_url: str) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    with ServerProcess(sqlite_url) as server:
        names: dict[str, object] = {}
        exec(code.replace("http://127.0.0.1:8000", server.url), names)
    record = names["record"]
    assert isinstance(record, str)
    match = parlour.load(record)
    assert match.game.name == "traxx"
    assert match.outcome is not None
    assert match.names[0] == "Ann"
