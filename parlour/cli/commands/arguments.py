"""Arguments shared by several commands, and the layout of help pages."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from parlour.escaping import visible

UsageError: Any = typer.BadParameter.__base__  # typer does not export it

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'parlour games' lists them.")]
Games = Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Names of games; by default all.")]
Players = Annotated[int | None, typer.Option(metavar="N", help="Number of players; by default the game's minimum.")]
FixedSeed = Annotated[str, typer.Option(metavar="S", help="Seed for all random choices: a number or a word.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the rules, as 'parlour games GAME' lists them. The value is JSON or a bare word, "
        "or @FILE to read JSON from a file. May be given several times.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The name of a SQLite file, or postgresql://USER:PASSWORD@HOST/NAME; by default a file in your data "
        "folder. Pass a password in the environment instead.",
    ),
]
Plugins = Annotated[
    list[str] | None,
    typer.Option("--plugin", metavar="MODULE", help="A module that defines a GAME; may be repeated."),
]
Effort = Annotated[
    float, typer.Option(metavar="X", help="A factor on the time and simulations of every bot that searches.")
]
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print one line of JSON for programs.")]


def _version(wanted: bool) -> None:
    if wanted:
        from parlour import __version__

        typer.echo(f"parlour {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", metavar="", callback=_version, is_eager=True, help="Show the version.")
]


class Command(TyperCommand):
    """A command whose help fills the window's width, and whose --help shows no value type."""

    def __init__(self, *arguments: Any, help: str | None = None, **settings: Any) -> None:  # noqa: A002
        paragraphs = inspect.cleandoc(help or "").split("\n\n")
        super().__init__(*arguments, help="\n\n".join(" ".join(text.split()) for text in paragraphs), **settings)

    def get_help_option(self, ctx: Any) -> Any:
        """The --help option, shown without a value type."""
        return _without_value(super().get_help_option(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, with our own message for a number that is missing, invalid or out of range."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as problem:
            name = getattr(problem.param, "name", None)
            expected = _expected(inspect.unwrap(self.callback), name) if self.callback and name else None
            if expected is None or name is None:
                raise
            from parlour.errors import ParlourError

            option = f"--{name.replace('_', '-')}"
            if type(problem).__name__ == "MissingParameter":  # typer does not export it
                raise ParlourError(f"{option} is missing: give {expected}") from None
            raise ParlourError(f"{option} must be {expected}{_instead(given, option)}") from None


class ServerCommand(Command):
    """A command whose options are settings of a server; the help names the environment variable of each."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help page. Typer only shows the variables: parlour/server/settings.py reads them."""
        shown = copy(self)
        shown.params = [copy(param) for param in self.params]
        for param in shown.params:
            if isinstance(param, TyperOption):
                param.envvar = f"PARLOUR_{str(param.name).upper()}"
        super(ServerCommand, shown).format_help(ctx, formatter)


def _expected(callback: Any, name: str) -> str | None:
    """`a whole number of at least 1`; None for an argument that is not a number."""
    hint = get_type_hints(callback, include_extras=True)[name]
    kind, *about = get_args(hint) or (hint,)
    kinds = get_args(kind) or (kind,)
    if int not in kinds and float not in kinds:
        return None
    least, most = (getattr(about[0], bound, None) if about else None for bound in ("min", "max"))
    number = "a whole number" if int in kinds else "a number"
    if most is not None:
        return f"{number} from {least} to {most}"
    return number if least is None else f"{number} of at least {least}"


def _instead(given: list[str], option: str) -> str:
    """`, not 'many'`, if the value can be found among the arguments."""
    for place, word in enumerate(given):
        if word == option and place + 1 < len(given):
            return f", not {given[place + 1]!r}"
        if word.startswith(f"{option}="):
            return f", not {word.removeprefix(f'{option}=')!r}"
    return ""


@contextmanager
def _visible_problems() -> Iterator[None]:
    """Escape control characters in typer's error messages, since they quote arguments such as file names."""
    try:
        yield
    except UsageError as problem:
        problem.message = visible(problem.message)
        raise


class Commands(TyperGroup):
    """A group of commands with the same layout of help."""

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Parse the arguments of the program."""
        with _visible_problems():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: Any) -> Any:
        """Parse the arguments of a command, and run it."""
        with _visible_problems():
            return super().invoke(ctx)

    def get_help_option(self, ctx: Any) -> Any:
        """The --help option, shown without a value type."""
        return _without_value(super().get_help_option(ctx))


def _without_value(option: Any) -> Any:
    if option is not None:
        option.metavar = ""
    return option
