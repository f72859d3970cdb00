"""When the page is built, and what happens if that fails."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tools import node, page


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's folder, which does not exist yet."""
    monkeypatch.setattr(page, "PAGE", tmp_path / "static")
    monkeypatch.setattr(page, "provide_packages", lambda: None)
    return page.PAGE


def building(outcome: int, first: str = "<!doctype html>" + "x" * 500) -> object:
    """A fake npm that builds a small page, or fails halfway."""

    def npm(*arguments: str) -> int:
        folder = Path(arguments[arguments.index("--outDir") + 1])
        (folder / "assets").mkdir(parents=True)
        (folder / "index.html").write_text(first)
        (folder / "assets" / "a.woff2").write_bytes(b"letters")
        return outcome

    return npm


def test_the_page_is_built_once_and_then_silently_left_alone(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(node, "npm", building(0))
    assert page.provide()
    assert capsys.readouterr().out == "page: building\n"
    assert gzip.decompress((built / "index.html.gz").read_bytes()) == (built / "index.html").read_bytes()
    assert not (built / "assets" / "a.woff2.gz").exists()
    monkeypatch.setattr(node, "npm", building(1))
    assert not page.provide()
    assert capsys.readouterr().out == ""


def test_a_changed_source_makes_it_stale(built: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(node, "npm", building(0))
    page.provide()
    board = tmp_path / "games" / "exago" / "web" / "Board.svelte"
    board.parent.mkdir(parents=True)
    board.write_text("<p>a</p>")
    monkeypatch.setattr(page, "GAMES", tmp_path / "games")
    assert not page.is_fresh()
    assert page.provide()
    assert page.is_fresh()
    board.write_text("<p>b</p>")
    assert not page.is_fresh()
    board.write_text("<p>a</p>")
    assert page.is_fresh()  # the content counts, not the modification time
    (board.parent / "Board.test.ts").write_text("a test")
    assert page.is_fresh()


def test_a_build_that_fails_leaves_the_old_page(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "npm", building(0, "old"))
    page.provide()
    monkeypatch.setattr(page, "fingerprint", lambda: "other sources")
    monkeypatch.setattr(node, "npm", building(1, "half"))
    with pytest.raises(page.NotBuilt, match="the page could not be built; the lines above say why"):
        page.provide()
    assert (built / "index.html").read_text() == "old"
    monkeypatch.setattr(node, "npm", building(0, "new"))
    assert page.provide()
    assert (built / "index.html").read_text() == "new"
    assert [path.name for path in built.parent.iterdir() if path.name.startswith("static")] == ["static"]


def test_files_of_games_are_sources_of_the_page() -> None:
    sources = {path.relative_to(page.ROOT).as_posix() for path in page.sources()}
    for game in (folder.parent.name for folder in page.GAMES.glob("*/RULES.md")):
        assert {f"parlour/games/{game}/{name}" for name in ("RULES.md", "web/Board.svelte")} <= sources
    assert {"web/index.html", "web/package-lock.json", "web/src/main.ts"} <= sources
    assert not any("node_modules" in name or name.endswith(".test.ts") for name in sources)


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with package files for npm; nothing is installed."""
    (tmp_path / "node_modules").mkdir()
    for name in page.LOCKED:
        (tmp_path / name).write_text("{}")
    monkeypatch.setattr(node, "WEB", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("outcome", "said", "sentence"),
    [
        (1, "npm error code EAI_AGAIN", "the npm registry cannot be reached. Are you online?"),
        (1, "npm error code EUSAGE", "package.json and package-lock.json disagree"),
        (0, "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write", "the disk is full"),
    ],
)
def test_a_failed_installation_of_packages_is_explained(
    outcome: int,
    said: str,
    sentence: str,
    web: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(node, "npm_output", lambda *_, folder: (outcome, f"{said}\n"))
    with pytest.raises(page.NotBuilt) as problem:
        page.provide_packages()
    assert str(problem.value).startswith(sentence)
    assert capsys.readouterr().err == f"{said}\n"
    assert not (web / "node_modules" / ".parlour").exists()


def test_packages_are_installed_once_and_without_npm_output(
    web: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(node, "npm_output", lambda *_, folder: (0, "added 107 packages in 13s"))
    page.provide_packages()
    assert capfd.readouterr() == ("page: installing its build tools into web/node_modules\n", "")
    page.provide_packages()
    assert capfd.readouterr() == ("", "")
