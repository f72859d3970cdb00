"""Finding games by folder, by registration and by entry point, and errors for unknown ones."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import parlour
from bench.connect_four import GAME
from parlour.arena.tournament.config import new_setup
from parlour.bots import NAMES
from parlour.games import exago, find, own


def test_games_are_listed_and_imported_by_name() -> None:
    assert "exago" in parlour.list_games()
    assert parlour.games.list_games() == parlour.list_games()
    assert exago.GAME is find("exago")
    code = "import parlour; assert parlour.games.exago.GAME.name == 'exago'"  # where nobody imported it
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        parlour.games.chess  # type: ignore[attr-defined]  # noqa: B018


def test_calling_the_package_of_games_still_lists_them() -> None:
    with pytest.warns(DeprecationWarning, match=r"call parlour\.list_games\(\) instead") as caught:
        listed = parlour.games()  # type: ignore[operator]
    assert listed == parlour.list_games()
    assert caught[0].filename == __file__


@pytest.mark.parametrize("name", ["chess", "", "Exago", "..", None, 3, ["exago"]])
def test_an_unknown_game_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(parlour.UnknownGame, match=r"there are: .*exago"):
        parlour.new(name)
    with pytest.raises(parlour.UnknownGame):
        parlour.bot(name, "random")


def test_a_registered_game_can_be_played() -> None:
    assert parlour.register(GAME) is GAME
    assert "connect_four" in parlour.list_games()
    assert parlour.new("connect_four").legal(0) == list("abcdefg")


def test_a_game_is_found_by_its_entry_point(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("installed")
    info = folder / "fifth-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fifth\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[parlour.games]\nconnect_four = bench.connect_four:GAME\n")
    code = f"""
import sys
sys.path.append({str(folder)!r})
import parlour
print(parlour.list_games(), parlour.new('connect_four'))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(sorted({*own(), "connect_four"})))


@pytest.mark.parametrize("name", ["7", "Greedy", "", "best"])
def test_an_unknown_bot_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(parlour.UnknownBot, match="it has: random, greedy"):
        parlour.bot("exago", name)


def test_a_level_may_be_a_number() -> None:
    assert parlour.bot("exago", 3).name == parlour.bot("exago", "3").name == "3"


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_refuses_other_games(name: str) -> None:
    bot, match = parlour.bot("traxx", name), parlour.new("exago")
    for ask in (bot.choose, bot.analyse):
        with pytest.raises(parlour.ParlourError, match="this bot plays Träxx, not Exago"):
            ask(match, 0)


def test_a_bot_needs_a_budget_above_zero() -> None:
    wrong: Any
    for wrong in (0, -1, "x", True, np.True_, float("nan"), np.float32(0), np.float64("inf")):
        with pytest.raises(parlour.ParlourError, match="seconds must be a number above 0"):
            parlour.bot("exago", "greedy", seconds=wrong)
        with pytest.raises(parlour.ParlourError, match="effort must be a number above 0"):
            parlour.bot("exago", "greedy", effort=wrong)
    with pytest.raises(parlour.ParlourError, match="effort must be a number above 0"):
        parlour.bot("exago", "greedy", effort=None)  # type: ignore[arg-type]
    for wrong in (0, -1, "x", True, np.True_, 1.5, 2.0, np.float32(2), np.int64(0)):
        with pytest.raises(parlour.ParlourError, match="simulations must be a whole number above 0"):
            parlour.bot("exago", "greedy", simulations=wrong)


def test_a_budget_may_be_a_numpy_number() -> None:
    match = parlour.new("exago", players=3)
    match.play(0, "f6")
    numbers: Any = {"simulations": np.int64(40), "seconds": np.float32(60), "effort": np.float32(0.5)}
    plain, told = (
        parlour.bot("exago", "3", seed=1, clock=lambda: 0.0, **budget).analyse(match, 1)  # no time passes
        for budget in ({"simulations": 40, "seconds": 60, "effort": 0.5}, numbers)
    )
    assert (told.simulations, told.candidates) == (plain.simulations, plain.candidates)
    assert plain.simulations == 20
    assert new_setup(find("exago"), effort=numbers["effort"]).key == new_setup(find("exago"), effort=0.5).key


@pytest.mark.parametrize(
    ("game", "given", "example"),
    [
        ("exago", {"radius": 4}, "radius=4"),
        ("exago", {"turn_limit": 9, "radius": 4}, "radius=4"),
        ("exago", {"size": 4}, "radius=5"),
        ("exago", ["radius", 4], "radius=5"),
        ("tracktic", {"deck": "long"}, "deck='long'"),
        ("traxx", None, "sheet='standard'"),
        ("traxx", {"sheet": {"numbers": list(range(9))}}, "sheet=..."),
    ],
)
def test_options_as_a_mapping_are_refused_with_the_right_form(game: str, given: Any, example: str) -> None:
    with pytest.raises(parlour.BadOption) as caught:
        parlour.new(game, options=given)
    assert str(caught.value).startswith(f"options: {find(game).title} has no such option; it has ")
    assert str(caught.value).endswith(f"; options are given by name: {example}")
    with pytest.raises(parlour.BadOption) as other:
        parlour.new(game, option=given)
    assert "by name" not in str(other.value)


def test_register_takes_a_game() -> None:
    with pytest.raises(TypeError, match=r"takes a parlour\.Game, not 'exago'"):
        parlour.register("exago")  # type: ignore[arg-type]


def test_greedy_beats_random() -> None:
    wins = 0
    for game in range(20):
        bots = [parlour.bot("exago", name, seed=game) for name in ("greedy", "random")]
        match = parlour.new("exago", players=2)
        while match.waiting:
            seat = match.waiting[0]
            match.play(seat, bots[(seat + game) % 2].choose(match, seat))
        assert match.outcome is not None
        wins += match.outcome.winners == (game % 2,)
    assert wins >= 19


def test_importing_parlour_does_not_load_the_compiler() -> None:
    code = "import sys, parlour; assert 'numba' not in sys.modules; parlour.Match; assert 'numba' in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        parlour.nothing  # type: ignore[attr-defined]  # noqa: B018
    assert "new" in dir(parlour)


def test_names_must_match_the_seats() -> None:
    assert parlour.new("exago", names=["Ann", "Ben"]).names == ["Ann", "Ben"]
    for names in (["Ann"], "ab", [1, 2], ["Ann", "\ud800"], 5, ["Ann", "\x1b[2J"]):
        with pytest.raises(parlour.BadOption, match="names: must be 2 printable texts"):
            parlour.new("exago", names=names)  # type: ignore[arg-type]
