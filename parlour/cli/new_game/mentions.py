"""Where a game is named: nothing outside its folder may name it, so a word of the code is no name for a game."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

CODE = (".py", ".ts", ".svelte", ".css", ".html", "-tpl")
FOLDERS = ("parlour", "tools", "web")
SKIPPED = {"node_modules", "static", "__pycache__", "migrations"}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def naming(name: str, title: str) -> re.Pattern[str]:
    """Finds where a game is named: `exago` in `ExagoView`, but not in `hexagon`."""
    return re.compile(rf"(?<![a-z])({name}|{re.escape(title)})", re.IGNORECASE)


def is_production(name: str) -> bool:
    """Whether a file is code that people run. Generated types name all games, and a migration is history."""
    is_code = name.endswith(CODE) and not name.endswith((".test.ts", "api.ts"))
    return is_code and name.startswith(tuple(f"{folder}/" for folder in FOLDERS)) and "/migrations/" not in name


def without_prose(path: Path) -> str:
    """A source without its comments and docstrings, which may tell of a game as an example; other files whole."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    tree = ast.parse(text)
    for entry in ast.walk(tree):
        if isinstance(entry, DOCUMENTED) and ast.get_docstring(entry, clean=False) is not None:
            entry.body = entry.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def first_mention(root: Path, named: re.Pattern[str]) -> str | None:
    """The first file of a clone that names the game; None if there is none."""
    for path in _production(root):
        if named.search(path.read_text(encoding="utf-8")) and named.search(without_prose(path)):
            return path.relative_to(root).as_posix()
    return None


def _production(root: Path) -> Iterator[Path]:
    for top in FOLDERS:
        for folder, inside, files in os.walk(root / top):
            inside[:] = sorted(set(inside) - SKIPPED)
            for file in sorted(files):
                path = Path(folder, file)
                if is_production(path.relative_to(root).as_posix()):
                    yield path
