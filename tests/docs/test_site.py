"""The documentation as a site: complete, with every public name, and self-contained when read."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from html import unescape
from importlib import import_module
from inspect import isclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import parlour
from parlour.games import own
from tests.docs.blocks import ROOT

ADDRESS = r"""<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]*)"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly as by `make check`."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_nothing_is_fetched_from_another_host(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 12
    assert {address for path in pages for address in re.findall(ADDRESS, path.read_text(encoding="utf-8"))} == set()
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import\s+)[\"']?(?:https?:)?//[^)]*", styles) == []


def test_every_game_has_a_page_that_can_be_searched(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"] for entry in index["docs"]}
    for name in own():
        assert {f"games/{name}.html", f"games/{name}.html#notation", f"games/{name}.html#history"} <= found
        assert 'id="rules"' in (site / "games" / f"{name}.html").read_text(encoding="utf-8")


# -- links -------------------------------------------------------------------------------------------------------------


@cache
def anchors_of(page: Path) -> set[str]:
    """The places on a page that a link can lead to."""
    return {unescape(found) for found in re.findall(r"""\bid=["']?([^"'\s>]+)""", page.read_text(encoding="utf-8"))}


def broken_links(page: Path) -> Iterator[str]:
    """The links of a page that lead nowhere."""
    for found in re.findall(r"""<a\b[^>]*?\bhref=["']?([^"'\s>]+)""", page.read_text(encoding="utf-8")):
        file, _, anchor = unquote(unescape(found)).partition("#")
        target = page.parent / file if file else page
        if re.match(r"[a-z]+:", file):
            continue
        if not target.is_file() or (anchor and target.suffix == ".html" and anchor not in anchors_of(target)):
            yield f"{page.name}: {found}"


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = [page for page in site.rglob("*.html") if page.name != "404.html"]  # whose links begin at the server's root
    assert [link for page in pages for link in broken_links(page)] == []


# -- the reference -----------------------------------------------------------------------------------------------------

MODULES = ["bots", "encoding", "game", "message", "grid", "replay"]
ADAPTERS = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "vector": "gymnasium", "openspiel": "pyspiel"}


def public(owner: Any) -> Iterator[str]:
    """The public names of a class or a module: what it defines, not what it imports or inherits from other packages."""
    if isclass(owner):
        for base in owner.__mro__:
            if base.__module__.partition(".")[0] == "parlour":
                yield from (name for name in {**vars(base), **vars(base).get("__annotations__", {})} if name[0] != "_")
        return
    for name, value in vars(owner).items():
        if name[0] != "_" and getattr(value, "__module__", None) == owner.__name__ and hasattr(value, "__qualname__"):
            yield name


def is_internal(name: str) -> bool:
    """Errors have what they inherit where it is defined."""
    return name.endswith((".message", ".args"))


def names_of(path: str, value: Any) -> Iterator[str]:
    """A public name, and if it is a class of ours, those of its members."""
    yield path
    if isclass(value) and path.endswith(f".{value.__name__}") and value.__module__.partition(".")[0] == "parlour":
        yield from (f"{path}.{member}" for member in public(value) if not is_internal(f"{path}.{member}"))


def all_public_names() -> set[str]:
    found = {name for one in parlour.__all__ for name in names_of(f"parlour.{one}", getattr(parlour, one))}
    for module in [*MODULES, *(f"adapters.{name}" for name, package in ADAPTERS.items() if is_there(package))]:
        owner = import_module(f"parlour.{module}")
        for one in getattr(owner, "__all__", None) or public(owner):
            found |= set(names_of(f"parlour.{module}.{one}", getattr(owner, one)))
    for name in own():
        owner = import_module(f"parlour.games.{name}")
        offered = set(getattr(owner, "__all__", ())) - {"GAME"}
        found |= {path for one in offered for path in names_of(f"{owner.__name__}.{one}", getattr(owner, one))}
    return found


def is_there(package: str) -> bool:
    try:
        return import_module(package) is not None
    except ImportError:
        return False


def used_by_games() -> set[str]:
    """What the games, and the game in docs/adding-a-game.md, import from the kernel package."""
    sources = [*ROOT.glob("parlour/games/*/**/*.py"), ROOT / "docs" / "adding-a-game.md"]
    imported = re.findall(
        r"^from parlour\.kernel import (?:\(([^)]*)\)|(.*))$", "\n".join(map(Path.read_text, sources)), re.MULTILINE
    )
    return {f"parlour.kernel.{name}" for both in imported for name in re.findall(r"\w+", " ".join(both))}


def reference(site: Path) -> set[str]:
    """All names in the site's inventory, which other projects use to link to it."""
    text = zlib.decompress(site.joinpath("objects.inv").read_bytes().split(b"\n", 4)[4]).decode()
    return {line.split(" ")[0] for line in text.splitlines()}


def test_every_public_name_has_a_place_in_the_reference(site: Path) -> None:
    """A name without a docstring has none: the reference leaves it out."""
    names = all_public_names() | used_by_games()
    assert {"parlour.Match.legal", "parlour.Outcome.reason", "parlour.kernel.below", "parlour.bots.Bot.choose"} <= names
    assert sorted(names - reference(site)) == []


def test_docstrings_are_shown_with_examples_and_links(site: Path) -> None:
    page = site.joinpath("reference", "match.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'<a class="[^"]*autorefs[^"]*"[^>]* href="([^"]+)"', page))
    assert {"parlour.html#parlour.IllegalMove", "parlour.html#parlour.load", "#parlour.Match.play"} <= linked
    assert "<autoref" not in page
    assert '<span class="gp">&gt;&gt;&gt; </span>' in page
    assert "&gt;&gt;&gt; <" not in page.replace('"gp">&gt;&gt;&gt; <', "")
