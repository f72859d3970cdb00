"""Every game's page has the same sections, filled from the game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.games import find, own
from tests.docs.blocks import ROOT
from tools.game_pages import NOT_YET, by_seats, for_mkdocs, games_table, linked, page

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
SECTIONS = ["Rules", "Options", "Notation", "Observation", "Action", "Bots", "Python", "History"]


def section(text: str, heading: str) -> str:
    """The text under a heading."""
    (found,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.mark.parametrize("name", own())
def test_a_page_has_every_section_of_the_game(name: str) -> None:
    game = find(name)
    text = page(game, CHANGELOG, BOTS)
    offered = [each for each in getattr(import_module(game.package), "__all__", ()) if each != "GAME"]
    assert re.findall("^## (.*)", text, re.MULTILINE) == [one for one in SECTIONS if one != "Python" or offered]
    assert re.findall("^::: (.*)", text, re.MULTILINE) == [f"{game.package}.{each}" for each in offered]
    assert text.startswith(f"# {game.title}\n")
    numbers = re.findall(r"^- \*\*(\w+)\*\*", (game.folder / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [rule for rule in numbers if f"- **{rule}**{{ #{rule} }}" not in section(text, "Rules")] == []
    assert all(f"`{option.name}`" in section(text, "Options") for option in game.options)
    assert "### Writing moves" in section(text, "Notation")
    assert all(level.sentence in section(text, "Bots") for level in game.levels)
    assert f"version {game.rules.VERSION}" in section(text, "History")
    assert "- Version 1: rules " in section(text, "History")
    assert f"(games/{name}.md)" in games_table()


@dataclass(frozen=True)
class Feature:
    name: str
    many: int
    sentence: str


def test_only_games_with_an_encoding_describe_observations_and_actions() -> None:
    def describe(players: int, options: dict[str, Any]) -> Any:
        assert options == {"partial": "any"}
        tiles = (Feature("tiles", players, "tiles of each seat"),)
        actions = (Feature("lay", 1000 * players, f"{players} * cell"), Feature("pass", 1, "nothing"))
        return SimpleNamespace(
            height=5, width=players, planes=tiles, vector=tiles, actions=actions, places="Row 0 is below."
        )

    plain = replace(find("cirplexed"))
    object.__setattr__(plain, "encoding", None)
    assert section(page(plain, CHANGELOG, BOTS), "Action").strip() == NOT_YET
    object.__setattr__(plain, "encoding", SimpleNamespace(describe=describe))
    text = page(plain, CHANGELOG, BOTS)
    assert "5 × 2 (2 seats); 5 × 3 (3 seats)" in section(text, "Observation")
    assert "\n\nRow 0 is below.\n\n" in section(text, "Observation")
    assert "| `tiles` | 2 | 3 | 4 | 5 | 6 | tiles of each seat |" in section(text, "Observation")
    assert "| `lay` | 2,000 | 3,000 | 4,000 | 5,000 | 6,000 | 2 * cell (2 seats); " in section(text, "Action")
    assert "| **all** | 2,001 | 3,001 | 4,001 | 5,001 | 6,001 |  |" in section(text, "Action")


def test_values_equal_for_all_numbers_of_seats_are_stated_once() -> None:
    assert by_seats(["a", "a", "a"], [2, 3, 4]) == "a"
    assert by_seats(["a", "b", "b"], [2, 3, 4]) == "a (2 seats); b (3, 4 seats)"


def test_rule_numbers_are_linked_except_in_code() -> None:
    assert linked("- **X1** as X2 or X9, `X2`\n", {"X1", "X2"}) == "- **X1**{ #X1 } as [X2](#X2) or X9, `X2`\n"


def test_lists_are_converted_for_mkdocs() -> None:
    assert for_mkdocs("Words\n- one\n  - two\n    more\n") == "Words\n\n- one\n    - two\n        more\n"
    assert for_mkdocs("```text\n  ##\n```\n  a") == "```text\n  ##\n```\n    a"
