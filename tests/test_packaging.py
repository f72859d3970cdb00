"""Distributions contain the page, and the page can be rebuilt from the sdist."""

from __future__ import annotations

import gzip
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from parlour.cli.new_game.template_files import TEMPLATE
from tools import page


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("packed")
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    done = subprocess.run(build, cwd=page.ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_wheel_contains_the_page(packed: Path) -> None:
    (wheel,) = packed.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        built = archive.read("parlour/server/static/.built").decode()
        first = archive.read("parlour/server/static/index.html").decode()
        tiny = {name for name in names if len(gzip.compress(archive.read(name), 9)) >= len(archive.read(name))}
    assert built == page.fingerprint()
    assert "parlour/server/static/licences.txt" in names  # licences of the page's code; see tests/test_page_licences.py
    scripts = [name for name in names if name.startswith("parlour/server/static/assets/") and name.endswith(".js")]
    assert any(name.rsplit("/", 1)[1] in first for name in scripts)
    assert all(f"{name}.gz" in names for name in scripts if name not in tiny)
    assert not any("node_modules" in name or name.startswith(("web/", "tools/", "hatch")) for name in names)
    template = {path.relative_to(page.ROOT).as_posix() for path in TEMPLATE.rglob("*") if path.is_file()}
    assert template
    assert template <= names  # what `parlour new-game` writes


def test_the_sdist_contains_the_sources_of_the_page(packed: Path) -> None:
    (sdist,) = packed.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {path.relative_to(page.ROOT).as_posix() for path in page.sources()}
    assert needed | {"hatch_build.py", "tools/page.py", "tools/node.py", "pyproject.toml"} <= names
    assert "parlour/server/static/index.html" in names
    assert not any("node_modules" in name for name in names)
