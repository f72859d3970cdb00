"""The files of the template, filled in. Their names end in `-tpl`, so that no tool takes them for code."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

from parlour.cli.new_game.names import type_name

TEMPLATE = Path(__file__).parent / "template"
SUFFIX = "-tpl"
HOME = "parlour.games."  # where the template imports its own modules from


def filled(part: str, name: str, title: str) -> dict[Path, str]:
    """The texts of `game`, `tests` or `package` for a game of this name, by path in their folder."""
    folder = TEMPLATE / part
    values = {"name": name, "title": title, "Name": type_name(name)}
    found = {}
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        text = path.read_text(encoding="utf-8")
        for key, value in values.items():
            text = text.replace("{{ " + key + " }}", value)
        found[path.relative_to(folder).with_name(path.name.removesuffix(SUFFIX))] = text
    return found


def moved_out(text: str, name: str) -> str:
    """A module of the game for a package of its own: other imports, in the order in which Python's tools sort them."""
    lines = text.replace(f"{HOME}{name}", name).splitlines(keepends=True)
    imports = [k for k, line in enumerate(lines) if line.startswith(("import ", "from "))]
    if not imports:
        return "".join(lines)
    first, end = imports[0], imports[-1] + 1
    block = sorted((_import_key(lines[k], name), lines[k]) for k in imports)
    parts = ["".join(line for _, line in group) for _, group in groupby(block, key=lambda entry: entry[0][0])]
    return "".join([*lines[:first], "\n".join(parts), *lines[end:]])


def _import_key(line: str, own: str) -> tuple[int, bool, str]:
    """Python's modules, then installed ones, then the game's; in each, `import` before `from`."""
    kind, module, *_ = line.split()
    top = module.split(".")[0]
    section = 0 if top == "__future__" else 1 if top in sys.stdlib_module_names else 3 if top == own else 2
    return section, kind == "from", module
