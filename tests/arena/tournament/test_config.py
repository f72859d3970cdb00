"""What must be equal for two results to count together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parlour.arena.tournament.config import fingerprint


def test_the_fingerprint_changes_with_code_and_learned_weights(tmp_path: Path) -> None:
    class Folder:
        """The part of a game that has a folder; each instance has its own cache entry."""

        folder = tmp_path

    def found() -> str:
        game: Any = Folder()
        return fingerprint(game)

    (tmp_path / "bot").mkdir()
    prints = [found()]
    for name, text in (("rules.py", "1"), ("bot/weights.json", "[1]"), ("bot/weights.json", "[2]"), ("HOWTO.md", "-")):
        (tmp_path / name).write_text(text)
        prints.append(found())
    assert len(set(prints)) == 4
    assert prints[-1] == prints[-2]  # the page has no effect on how bots play
