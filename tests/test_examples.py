"""The examples do what they describe, started as a reader would start them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import parlour
from parlour.games import find, own
from parlour.picture import PAINTS

pytest.importorskip("matplotlib", reason="Matplotlib is in the extra `arena`, which is not installed")

from matplotlib.colors import to_hex

from examples import solo_traxx_policy
from examples.first_seat_exago import play, verdict
from tests import forked

EXAMPLES = Path(__file__).parents[1] / "examples"
INTERVAL = r"(-?[\d.]+) \((-?[\d.]+) to (-?[\d.]+)\)"


ENVIRONMENT = os.environ | {"PYTHONPATH": str(EXAMPLES.parent)}


def run(name: str, folder: Path, *arguments: object) -> str:
    """The output of an example started by a reader, in a separate working directory."""
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def ended(name: str, folder: Path, *arguments: object, before: str = "") -> subprocess.CompletedProcess[str]:
    """An example that ran to its end in a process that need not load numba."""
    program = (
        f"import runpy, sys; {before}sys.argv = {[name, *map(str, arguments)]!r}; "
        f"runpy.run_path({str(EXAMPLES / name)!r}, run_name='__main__')"
    )
    return forked.run(program, folder=folder, **ENVIRONMENT)


def without_matplotlib(name: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """An example that ran where matplotlib is not installed."""
    return ended(name, folder, *arguments, before="sys.modules['matplotlib'] = None; ")


def test_the_policy_learns_to_beat_greedy(tmp_path: Path) -> None:
    drawn = tmp_path / "learning.svg"
    told = run("solo_traxx_policy.py", tmp_path, "--lessons", 6, "--games", 300, "--deals", 300, "--plot", drawn)
    policy, greedy, difference = (
        tuple(map(float, numbers)) for numbers in re.findall(rf"(?:policy|greedy|difference) +{INTERVAL}", told)
    )
    assert difference[1] > 0  # the lower end of the paired interval
    assert difference[0] == pytest.approx(policy[0] - greedy[0], abs=0.011)
    assert 25 < greedy[0] < 31  # greedy was beaten, not a bot that always passes
    assert "<!-- greedy, the same deals -->" in drawn.read_text(encoding="utf-8")


def test_first_seat_games_are_counted(tmp_path: Path) -> None:
    told = run("first_seat_exago.py", tmp_path, "--bot", "2", "--games", 12)
    counts = Counter({name: int(many) for name, many in re.findall(r"│ (first|second|nobody) +│ +(\d+) ", told)})
    assert set(counts) == {"first", "second", "nobody"}
    assert counts.total() == 12
    assert told.splitlines()[-1] == verdict(counts)
    assert counts == Counter(play(number, "2", 50) for number in range(12))  # whichever process plays them, and when


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("first_seat_exago.py", ["--bot", "9"], "exago has no bot '9'; it has: random, greedy, 1, 2, 3, 4, 5"),
        ("replay_and_plot.py", ["--bot", "9"], "exago has no bot '9'; it has: random, greedy, 1, 2, 3, 4, 5"),
        ("replay_and_plot.py", ["--game", "chess"], "there is no game 'chess'; there are: "),
        ("replay_and_plot.py", ["--players", "9"], "Exago is played by 2 to 6, not by 9"),
        ("replay_and_plot.py", ["bad.txt"], "line 1: a record is a text that starts with 'parlour 1'"),
    ],
)
def test_errors_are_reported_in_a_sentence(name: str, arguments: list[str], sentence: str, tmp_path: Path) -> None:
    tmp_path.joinpath("bad.txt").write_text("hello\n")
    done = ended(name, tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_help_needs_no_matplotlib(name: str, tmp_path: Path) -> None:
    done = without_matplotlib(name, tmp_path, "--help")
    assert done.returncode == 0, done.stderr
    assert "Usage: " in done.stdout


@pytest.mark.parametrize(
    ("name", "arguments"), [("replay_and_plot.py", []), ("solo_traxx_policy.py", ["--plot", "learning.svg"])]
)
def test_without_matplotlib_nothing_is_played(name: str, arguments: list[str], tmp_path: Path) -> None:
    done = without_matplotlib(name, tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Plots need matplotlib: .venv/bin/pip install -e '.[arena]'\n"
    assert not list(tmp_path.iterdir())


def test_the_documentation_states_the_number_of_features() -> None:
    page = EXAMPLES.parent.joinpath("docs", "examples.md").read_text(encoding="utf-8")
    assert "by seventeen features" in page
    assert "by seventeen features" in str(solo_traxx_policy.__doc__)
    batch = parlour.batch("traxx", 1, 1, seed=1)
    assert solo_traxx_policy.candidates(batch, 14).features.shape[1] == 17


def test_the_verdict_names_a_better_seat_only_if_it_is_proved() -> None:
    sure = verdict(Counter(first=60, second=30, nobody=10))
    assert sure == "Of 90 games with a winner, the first seat won 66.7% (56.4% to 75.5%): it is better to go first."
    assert verdict(Counter(first=30, second=60)).endswith("better to go second.")
    assert "proves nothing" in verdict(Counter(first=2))  # too few games
    assert "proves nothing" in verdict(Counter(first=6, second=3, nobody=50))
    assert verdict(Counter(first=1)).startswith("Of 1 game with a winner")
    assert verdict(Counter(nobody=5)) == "Nobody won a game."


@pytest.mark.parametrize("name", own())
def test_a_record_of_each_game_is_replayed_and_plotted(name: str, tmp_path: Path) -> None:
    record = find(name).folder / "web/sample.record"
    match = parlour.load(record.read_text(encoding="utf-8"))
    done = ended("replay_and_plot.py", tmp_path, record, "--bot", "1", "--out", "game.svg")
    assert done.returncode == 0, done.stderr[-3000:]
    told = done.stdout
    assert f"{match.game.title}: {len(match.moves)} moves" in told
    drawn = tmp_path.joinpath("game.svg").read_text(encoding="utf-8")
    texts = re.findall("<!-- (.*?) -->", drawn)
    assert told.splitlines()[0].rstrip(".") in texts
    assert set(match.names) <= set(texts)
    assert "legal moves" in texts
    assert ("chances (level 1)" in texts) == (match.players > 1)
    assert (match.game.score_names[0] in texts) == (match.game.score_names != ("win",))
    assert all(to_hex(PAINTS[seat].fill) in drawn for seat in match.game.seat_names[: match.players] if seat in PAINTS)
    points = drawn[drawn.index('<g id="axes_') :].count("<use ")
    assert points > len(match.moves)  # one for each move at least, and the ticks


def test_without_a_record_a_game_is_played_and_saved(tmp_path: Path) -> None:
    run("replay_and_plot.py", tmp_path, "--game", "cirplexed", "--players", 6, "--bot", "greedy", "--out", "six.png")
    kept = parlour.load(tmp_path.joinpath("six.txt").read_text(encoding="utf-8"))
    assert (kept.game.name, kept.players) == ("cirplexed", 6)
    assert kept.outcome is not None
    assert tmp_path.joinpath("six.png").read_bytes().startswith(b"\x89PNG")
