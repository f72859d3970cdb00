"""`parlour arena` and its arguments; parlour/cli/arena.py does the work."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.commands.arguments import AsJson, Command, Commands, Effort, FixedSeed, GameName, Options
from parlour.cli.terminal.console import new_console

USUAL = "run"  # the default command
RESULTS = Path("arena.sqlite")


class Arena(Commands):
    """A group whose first word may be a game: `parlour arena exago` is `parlour arena run exago`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the default command if none is named."""
        is_named = bool(args) and (args[0] in self.commands or args[0] in self.get_help_option_names(ctx))
        if args and not is_named and (close := get_close_matches(args[0].casefold(), list(self.commands), 1)):
            _check_game(args[0], close[0])
        return super().parse_args(ctx, args if is_named or not args else [USUAL, *args])


def _check_game(word: str, command: str) -> None:
    """Raise UnknownGame for a word that is not a game but almost a command."""
    from parlour.errors import UnknownGame
    from parlour.games import list_games

    if word.casefold() not in map(str.casefold, list_games()):
        raise UnknownGame(f"there is no game {word!r}: did you mean 'parlour arena {command}'?")


app = typer.Typer(
    cls=Arena,
    help="Let bots play many games against each other and rate them: 'parlour arena GAME --bots NAME,NAME,...' "
    "plays, which is short for 'run GAME'; 'parlour arena report' shows the results.",
    subcommand_metavar="GAME|report [ARGS]...",
    no_args_is_help=True,
)


@app.command(cls=Command)
def run(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAME,NAME,...", help="Who plays: names of bots, each once, or one bot once per seat for self-play."
        ),
    ],
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Seats at a table; 2 by default, 1 for bots alone.")
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games for each pair of bots, rounded up to whole deals.")
    ] = 400,
    seed: FixedSeed = "0",
    effort: Effort = 1.0,
    option: Options = None,
    mixed: Annotated[
        bool,
        typer.Option(
            "--mixed",
            metavar="",
            help="At tables of more than two: as many bots as there are seats, instead of two that share them.",
        ),
    ] = False,
    stop_when_sure: Annotated[
        bool,
        typer.Option(
            "--stop-when-sure", metavar="", help="Stop a pairing as soon as it is certain which bot is stronger."
        ),
    ] = False,
    file: Annotated[Path, typer.Option(metavar="FILE", help="The file to which results are added.")] = RESULTS,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Games at a time; by default one per core.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, at its scheduler's address, instead of here."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Let bots play each other, in all seats and with the same deals, and rate them.

    Each game is saved as soon as it is over: Ctrl-C stops, and the same command resumes. Name more bots to add them;
    other set-ups (players, options, seed, effort) are kept separately in the same file.

    With two seats, each pair of bots plays A B and B A with each deal. With more, two bots share the seats, A B A B and
    B A B A. With one, each bot plays the same deals alone. One bot named for each seat, as 5,5,5,5, plays itself, which
    gives its mean scores and the advantage of each seat.
    """
    from parlour.arena.tournament.config import new_setup
    from parlour.arena.tournament.runner import new_plan
    from parlour.cli.arena import run
    from parlour.cli.play.new_match import named_game, parsed_bots, parsed_options
    from parlour.errors import ParlourError

    if cluster is not None and workers is not None:
        raise ParlourError("--workers is for this machine, --cluster for others: give one of them")
    setup = new_setup(named_game(game), players, parsed_options(option), seed, effort, mixed)
    plan = new_plan(setup, parsed_bots(bots), games, stop_when_sure)
    if not run(plan, file, workers, cluster, json, new_console(), new_console(stderr=True)):
        raise typer.Exit(130)


@app.command(cls=Command)
def report(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help=f"Result files; {RESULTS} by default.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="PAGE.html", help="Write a page with plots.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="OUT.md", help="Write a summary in Markdown, with the commands.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Report the results in a file: in this terminal, as a page with plots, or as Markdown."""
    from parlour.cli.arena import report

    report(files or [RESULTS], out, markdown, json, new_console())
