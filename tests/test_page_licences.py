"""The page ships with the licences of all third-party code in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools import node, page

SOURCE = re.compile(r".*/node_modules/((?:@[^/]+/)?[^/.][^/]*)/")
ENTRY = re.compile(r"^-{80}\n\n(\S+) (\S+) \(([\w.-]+)\)\n\n(.*?)(?=\n\n-{80}\n|\Z)", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page built with source maps, which show the origin of its code."""
    page.provide()
    folder = tmp_path_factory.mktemp("page") / "static"
    build = ("run", "--silent", "build", "--", "--outDir", str(folder), "--sourcemap", "--logLevel", "error")
    assert node.npm(*build) == 0
    return folder


def in_the_page(folder: Path) -> set[str]:
    """The packages whose code or fonts are in a built page."""
    maps = [json.loads(path.read_text(encoding="utf-8")) for path in folder.rglob("*.map")]
    found = {match[1] for one in maps for source in one["sources"] if (match := SOURCE.match(source))}
    letters = {path.name for path in folder.rglob("*.woff2")}
    if any(name.startswith("sans") for name in letters):
        found.add("@fontsource-variable/inter")
    if any(name.startswith("serif") for name in letters):
        found.add("@fontsource-variable/source-serif-4")
    return found | {"vite"}


def test_every_package_in_the_page_is_named_with_its_licence(built: Path) -> None:
    entries = ENTRY.findall((built / "licences.txt").read_text(encoding="utf-8"))
    named = {name for name, *_ in entries}
    assert {"svelte", "uqr"} < in_the_page(built)
    assert named - {"rolldown"} == in_the_page(built)  # the bundler's own code is in no source map
    locked = json.loads((node.WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, version, licence, text in entries:
        facts = locked[f"node_modules/{name}"]
        assert (version, licence) == (facts["version"], facts["license"])
        assert "copyright" in text.lower()
        assert "permission" in text.lower()


def test_the_page_contains_no_other_third_party_code(built: Path) -> None:
    """Pictures and sounds would need a licence, too; fonts come from the packages above."""
    kinds = {path.suffix for path in built.rglob("*") if path.is_file()}
    assert kinds == {".html", ".js", ".css", ".map", ".woff2", ".svg", ".txt"}
    assert [path.name for path in built.rglob("*.svg")] == ["favicon.svg"]  # our own
    assert all(re.match(r"(sans|serif)(-more)?-", path.name) for path in built.rglob("*.woff2"))


def test_the_served_page_has_the_same_licences(built: Path) -> None:
    assert (page.PAGE / "licences.txt").read_bytes() == (built / "licences.txt").read_bytes()
