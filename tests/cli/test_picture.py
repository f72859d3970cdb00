"""`parlour picture`: positions and whole matches as files."""

from __future__ import annotations

from pathlib import Path

import parlour
from parlour.rendering import still
from tests.bots.analysis.matches import begun, finished
from tests.cli.terminal_driver import run_here


def test_the_name_of_the_file_says_what_is_made(tmp_path: Path) -> None:
    match = begun("exago", 2, 3)
    (tmp_path / "game.txt").write_text(match.record())
    for name, begin in (("a.svg", b"<svg"), ("b.PNG", b"\x89PNG"), ("c.gif", b"GIF89a"), ("d.webp", b"RIFF")):
        shown = run_here("picture", "game.txt", "-o", name, folder=tmp_path)
        assert (shown.returncode, shown.stdout) == (0, f"Written to {name}.\n"), shown.stderr
        assert (tmp_path / name).read_bytes().startswith(begin)
    shown = run_here("picture", "-", "--ply", "1", "--seat", "0", "-o", "e.svg", folder=tmp_path, typed=match.record())
    assert (tmp_path / "e.svg").read_text(encoding="utf-8") == still(match, 1, 0)
    assert run_here("picture", "game.txt", folder=tmp_path).stdout == "Written to game.png.\n"


def test_hands_are_open_if_the_match_is_over(tmp_path: Path) -> None:
    match = finished("cirplexed", 2, 5)
    assert (
        run_here("picture", "-", "--all", "--ply", "4", "-o", "a.svg", folder=tmp_path, typed=match.record()).returncode
        == 0
    )
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == still(match, 4, "all") != still(match, 4)


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    record = parlour.new("traxx", players=2, seed=1).record()
    for arguments, sentence in (
        (("-o", "a.bmp"), "the file's name says what to make: it must end with .svg"),
        (("-o", "a.gif", "--ply", "0"), "a film shows the whole match: leave --ply out"),
        (("--all",), "hidden cards and choices are shown when the match is over"),
        (("--all", "--seat", "0"), "--all shows everything, --seat what one seat could see"),
        (("--ply", "1"), "there is no position after 1 moves; 0 were made"),
        (("-o", "no/a.svg"), "cannot write no/a.svg: No such file"),
    ):
        shown = run_here("picture", "-", *arguments, folder=tmp_path, typed=record)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert shown.stderr.startswith(f"parlour: {sentence}")
        assert shown.stderr.count("\n") == 1
