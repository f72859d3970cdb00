"""A new game as a package of its own, for those who have no clone of Parlour."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from parlour.cli.new_game.all_or_nothing import refuse_existing, transaction
from parlour.cli.new_game.template_files import filled, moved_out
from parlour.errors import ParlourError

NEXT = """\
{title} is in {folder}: a small game to replace piece by piece by your own.

Install it          pip install -e {folder}
Play it             parlour play {name}
See it on the page  parlour serve

Edit, in this order {name}/RULES.md       number your rules
                    {name}/rules.py       the state record and its kernels
                    {name}/notation.py, explain.py, view.py, draw.py, encoding/

On the page it is played from the list of its moves. A board of its own needs a clone of Parlour, because the page is
built from parlour/games/: run 'parlour new-game {name}' there. docs/adding-a-game.md in the clone explains every
file, and how to run the conformance tests on this package."""


def write(name: str, title: str, into: Path) -> str:
    """Write the package into a new folder in this one; returns what to do next."""
    if not into.is_dir():
        raise ParlourError("there is no folder {folder}", folder=str(into))
    if find_spec(name) is not None:
        raise ParlourError("there is a module called {name} already: choose another name", name=name)
    folder = into / name
    refuse_existing(folder)
    game = {
        Path(name, path): moved_out(text, name) if path.suffix == ".py" else text
        for path, text in filled("game", name, title).items()
        if path.parts[0] != "web"  # the page is built from a clone
    }
    with transaction() as writing:
        writing.folder(folder, filled("package", name, title) | game)
    return NEXT.format(title=title, name=name, folder=folder)
