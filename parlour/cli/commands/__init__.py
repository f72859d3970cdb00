"""Declarations of the commands: names, arguments, help. Heavy imports wait until a command runs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import typer

from parlour.cli.commands import arena, develop, host, play, study
from parlour.cli.commands.arguments import Command, Commands, ServerCommand, Version

GAMES = Path(__file__).parents[2] / "games"

app = typer.Typer(
    name="parlour",
    cls=Commands,
    help="Modern tile-and-track board games: play them at this terminal, serve them to others, and study them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def _top(version: Version = False) -> None:
    pass


def _loaded(file: Path) -> ModuleType:
    """A module loaded from its file; importing it by name would import the whole game."""
    spec = importlib.util.spec_from_file_location(f"parlour_commands_{file.parents[1].name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


for command in (
    play.play,
    play.watch,
    study.playthrough,
    study.perft,
    play.replay,
    study.analyse,
    study.annotate,
    study.picture,
    study.verify,
    play.rules,
    play.games,
    study.bench,
    study.warmup,
):
    app.command(cls=Command)(command)
app.command(cls=ServerCommand)(host.serve)
app.command(cls=ServerCommand)(host.export)
app.command("import", cls=ServerCommand)(host.import_)
app.command("new-game", cls=Command)(develop.new_game)
app.add_typer(arena.app, name="arena")
for file in sorted(GAMES.glob("*/commands/__init__.py")):
    module = _loaded(file)
    app.add_typer(module.app, name=module.NAME)
