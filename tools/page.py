"""Build the page into the package if its sources have changed: `python -m tools.page [packages]`.

`packages` only installs the packages that the build needs. Nothing is done, silently, if all is up to date.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import failures, node

ROOT = node.WEB.parent
PAGE = ROOT / "parlour" / "server" / "static"
STAMP = ".built"  # in the page's folder: a hash of its sources
GAMES = ROOT / "parlour" / "games"
PARTS = ("web/*.svelte", "web/*.ts", "web/*.css", "RULES.md")  # a game's files for the page
LOCKED = (".npmrc", "package.json", "package-lock.json")
PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt"}  # other formats are already compressed


class NotBuilt(Exception):
    """The page or its packages could not be built; the lines above say why."""


def provide() -> bool:
    """Build the page unless it is up to date; returns whether it was built."""
    if is_fresh():
        return False
    with _one_at_a_time():
        if is_fresh():  # another process has just built it
            return False
        provide_packages()
        _build()
    return True


def is_fresh() -> bool:
    """Whether the built page matches its sources."""
    return _read(PAGE / STAMP) == fingerprint()


def provide_packages() -> None:
    """Install the locked packages that the build needs, unless they are installed."""
    locked = _hash(node.WEB / name for name in LOCKED)
    stamp = node.WEB / "node_modules" / ".parlour"  # npm removes it with the packages before it reinstalls them
    if _read(stamp) == locked:
        return
    print("page: installing its build tools into web/node_modules", flush=True)
    install_locked(node.WEB)
    stamp.write_text(locked)


def install_locked(folder: Path, *options: str) -> None:
    """Install what a folder's package-lock.json names. npm's output is shown only if it fails."""
    outcome, output = node.npm_output("ci", "--no-audit", "--no-fund", "--loglevel=warn", *options, folder=folder)
    if outcome or "TAR_ENTRY_ERROR" in output:  # npm only warns about a file that cannot be unpacked
        print(failures.telling_lines(output), file=sys.stderr)
        raise NotBuilt(failures.npm_problem(output, (folder / "package-lock.json").read_text(encoding="utf-8")))


def sources() -> list[Path]:
    """All source files of the page."""
    own = [path for path in node.WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    games = [path for pattern in PARTS for path in GAMES.glob(f"*/{pattern}")]
    return sorted(path for path in (*own, *games) if not path.name.endswith(".test.ts"))


def fingerprint() -> str:
    """All sources as one hash."""
    return _hash([Path(__file__), *sources()])


def packed_size(file: Path) -> int:
    """The transfer size of a built file in bytes."""
    packed = file.with_name(f"{file.name}.gz")
    return (packed if packed.exists() else file).stat().st_size


def _build() -> None:
    """Build in another folder, then replace the page in one step, so that a running server always has a whole page."""
    print("page: building", flush=True)
    made_from = fingerprint()
    new = PAGE.with_name(f"{PAGE.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    if node.npm("run", "--silent", "build", "--", "--outDir", str(new), "--logLevel", "error"):
        raise NotBuilt("the page could not be built; the lines above say why")
    for file in [path for path in new.rglob("*") if path.suffix in PACKED]:
        packed = gzip.compress(file.read_bytes(), 9, mtime=0)
        if len(packed) < file.stat().st_size:
            file.with_name(f"{file.name}.gz").write_bytes(packed)
    (new / STAMP).write_text(made_from)
    old = PAGE.with_name(f"{PAGE.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if PAGE.exists():
        PAGE.rename(old)
    new.rename(PAGE)
    shutil.rmtree(old, ignore_errors=True)


def _hash(files: Iterable[Path]) -> str:
    content = hashlib.sha256()
    for file in files:
        name = os.path.relpath(file, ROOT).replace(os.sep, "/")
        content.update(f"{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return content.hexdigest()


def _read(file: Path) -> str | None:
    return file.read_text() if file.exists() else None


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """A lock, because several test processes may build the page at the same time."""
    try:
        import fcntl
    except ImportError:  # not available on this system
        yield
        return
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed
        yield


def main(arguments: list[str]) -> None:
    if arguments not in ([], ["packages"]):
        sys.exit("usage: python -m tools.page [packages]")
    try:
        if arguments:
            provide_packages()
        else:
            provide()
    except NotBuilt as problem:
        sys.exit(f"\npage: {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])
