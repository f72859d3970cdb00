"""docs/learning.md names every parameter of batches and adapters with its default, and describes them correctly."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

import pytest

import parlour
from parlour.games import find, own
from tests.docs.blocks import ROOT
from tools.game_pages import to_pages

TEXT = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
EVERYWHERE = {"game", "players", "options"}


def parameters_under(heading: str) -> dict[str, str]:
    """The rows of a section's table: parameter and default."""
    (told,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", told, re.MULTILINE))


def check_told(heading: str, made_by: Callable[..., Any]) -> None:
    told = parameters_under(heading)
    real = {name: one for name, one in signature(made_by).parameters.items() if one.kind is not Parameter.VAR_KEYWORD}
    assert set(told) == set(real) - EVERYWHERE
    for name, default in told.items():
        if default != "one per core":
            assert default.strip("`").strip('"') == str(real[name].default)


def test_every_parameter_of_a_batch_is_documented() -> None:
    assert set(parameters_under("In numbers")) == EVERYWHERE
    check_told("Batches", parlour.batch)


def test_every_parameter_of_environments_is_documented() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is in the extra `research`, which is not installed")
    from parlour.adapters.gymnasium import SeatEnv
    from parlour.adapters.pettingzoo import aec_env, parallel_env
    from parlour.adapters.vector import vector_env

    check_told("PettingZoo", aec_env)
    assert signature(aec_env) == signature(parallel_env)
    check_told("Gymnasium", SeatEnv)
    assert [(one.name, one.default) for one in signature(vector_env).parameters.values()] == [
        (one.name, one.default) for one in signature(parlour.batch).parameters.values()
    ]


def test_every_parameter_of_openspiel_is_documented() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is in the extra `openspiel`, which is not installed")
    from parlour.adapters.openspiel import parameters

    told = parameters_under("OpenSpiel")
    real = parameters(find("exago"))
    assert set(told) == {"players", "deals"}
    assert told["deals"] == str(real["deals"])
    assert "handicap" not in real
    assert "sheet" not in parameters(find("traxx"))


def test_without_a_seed_batches_repeat_and_environments_do_not() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is in the extra `research`, which is not installed")
    from parlour.adapters.pettingzoo import aec_env

    batches = [parlour.batch("tracktic", n=2) for _ in range(2)]
    assert batches[0].match(0).deal == batches[1].match(0).deal
    envs = [aec_env("tracktic") for _ in range(2)]
    for env in envs:
        env.reset()
    assert envs[0].match.deal != envs[1].match.deal


def test_options_of_reset_have_no_effect() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is in the extra `research`, which is not installed")
    from parlour.adapters.gymnasium import SeatEnv
    from parlour.adapters.pettingzoo import aec_env
    from parlour.adapters.vector import vector_env

    for env in (aec_env("exago"), SeatEnv("exago"), vector_env("exago")):
        env.reset(options={"radius": 4})
        match = env.batch.match(0) if hasattr(env, "batch") else env.match
        assert match.options["radius"] == 5


def test_the_page_links_to_the_pages_of_games() -> None:
    """Not of every game: a game under development may be missing."""
    linked = re.findall(r"\(games/(\w+)\.md#observation\)", to_pages(TEXT))
    assert len(linked) > 3
    assert set(linked) <= set(own())
