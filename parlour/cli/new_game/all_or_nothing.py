"""Writing several files: all of them or, if something goes wrong, none."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from parlour.errors import ParlourError


class Transaction:
    """What is written is taken back unless `commit` is called. Nothing is overwritten."""

    def __init__(self) -> None:
        self._created: list[Path] = []
        self._changed: list[tuple[Path, bytes]] = []

    def folder(self, target: Path, texts: Mapping[Path, str]) -> None:
        """Create a folder with these files: it appears when it is complete."""
        refuse_existing(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        self._created.append(staging)
        for path, text in texts.items():
            file = staging / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        staging.chmod(0o755)
        staging.rename(target)
        self._created[-1] = target

    def file(self, target: Path, text: str) -> None:
        """Create a file."""
        refuse_existing(target)
        self._created.append(target)
        target.write_text(text, encoding="utf-8", newline="\n")

    def change(self, target: Path, text: str) -> None:
        """Replace the text of a file."""
        self._changed.append((target, target.read_bytes()))
        target.write_text(text, encoding="utf-8", newline="\n")

    def undo(self) -> None:
        """Take everything back."""
        for path, content in reversed(self._changed):
            path.write_bytes(content)
        for path in reversed(self._created):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def refuse_existing(target: Path) -> None:
    """Raise ParlourError if there is something at this place."""
    if target.exists() or target.is_symlink():
        raise ParlourError("{path} is there already: nothing was written", path=str(target))


@contextmanager
def transaction() -> Iterator[Transaction]:
    """Write in a `with` block; an exception takes everything back."""
    writing = Transaction()
    try:
        yield writing
    except OSError as problem:
        writing.undo()
        raise ParlourError("nothing was written: {problem}", problem=str(problem)) from problem
    except BaseException:
        writing.undo()
        raise
