"""The command line. Nothing heavy is imported before a command needs it: `parlour --help` answers at once."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.game import Game

app = typer.Typer(
    name="parlour",
    help="Modern tile-and-track board games: play them at this terminal, and study them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'parlour games' lists them.")]
Games = Annotated[
    list[str] | None, typer.Argument(metavar="GAME", help="Names of games; all of them when none is given.")
]
Players = Annotated[int | None, typer.Option(metavar="N", help="How many play; the game's least when not given.")]
FixedSeed = Annotated[str, typer.Option(metavar="S", help="A number or a word that decides everything that luck does.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A rule that tables may choose, as 'parlour games GAME' lists them. The value is JSON or a bare word, "
        "or @FILE to read JSON from a file. May be given several times.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one line of JSON for programs.")]


def _console(**settings: Any) -> Console:
    from rich.console import Console

    return Console(highlight=False, emoji=False, **settings)


def _version(wanted: bool) -> None:
    if wanted:
        from parlour import __version__

        print(f"parlour {__version__}")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    pass


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game; asked for when not given.")] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; by default as many as there are --seats.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,...",
            help="Who plays, in turn order: 'me' for each who sits at this terminal, 'random' or 'greedy' for a bot. "
            "By default you play first, against greedy.",
        ),
    ] = None,
    option: Options = None,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="Repeat the deal and the bots of another game with this seed.")
    ] = None,
    resume: Annotated[str | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """Play at this terminal: people, bots, or both. Type ? while playing to see what you can do."""
    from parlour.cli.keyboard import Keyboard
    from parlour.cli.screen import Screen
    from parlour.cli.table import chosen_game, new_match, parsed_options, resumed
    from parlour.cli.terminal import Session
    from parlour.game import ParlourError

    screen, keyboard = Screen(_console()), Keyboard()
    try:
        if resume is not None:
            if players is not None or option or seed is not None:
                raise ParlourError(
                    "--resume brings its own players, options and deal: leave --players, --option, --seed"
                )
            match, who = resumed(resume, game, seats)
        else:
            found = chosen_game(game, screen, keyboard)
            match, who = new_match(found, players, seats, parsed_options(option), seed)
        _get_ready(match.game, [name for name in dict.fromkeys(["greedy", *who]) if name != "me"])
        session = Session(match, who, screen, keyboard, seed)
    except (EOFError, KeyboardInterrupt):
        screen.say()
        return
    session.run()


def _get_ready(game: Game, bots: list[str]) -> None:
    from parlour import warmup

    warmup.run(warmup.steps(game, bots, study=False), _console(stderr=True), patience=1.5)


@app.command()
def playthrough(
    game: GameName, players: Players = None, seed: FixedSeed = "0", option: Options = None, json: AsJson = False
) -> None:
    """Show a whole random game: at every move the seat, all legal texts and the one played; then the scores.

    The seed decides everything. The deal is that of parlour.new with this seed. Each time the lowest waiting seat
    moves; it plays number below(n) of its n legal texts, sorted, from the one stream of numbers Luck("SEED/moves").
    """
    from parlour.cli.table import parsed_options
    from parlour.games import find
    from parlour.luck import canonical_json
    from parlour.playthrough import playthrough, text_lines

    told = playthrough(find(game), players, seed, parsed_options(option))
    if json:
        print(canonical_json(told))
    else:
        print("\n".join(text_lines(told, find(game).seat_names, _console().width)))


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(metavar="D", min=1, help="Count up to so many moves ahead.")],
    players: Players = None,
    seed: FixedSeed = "0",
    option: Options = None,
    json: AsJson = False,
) -> None:
    """Count the move sequences from the start, a check of the rules. Each time the lowest waiting seat moves."""
    from parlour.cli.counting import count, show
    from parlour.cli.table import parsed_options
    from parlour.games import find
    from parlour.luck import canonical_json
    from parlour.match import Match

    match = Match.new(find(game), players, parsed_options(option), seed)
    if json:
        nodes = [nodes for nodes, _ in count(match, depth)]
        print(canonical_json({"game": game, "players": match.players, "options": match.options, "nodes": nodes}))
    else:
        show(match, depth, _console())


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved record; - reads standard input.")],
    ply: Annotated[int | None, typer.Option(metavar="N", help="Show only the position after N moves.")] = None,
    step: Annotated[
        bool | None, typer.Option("--step/--no-step", help="Wait for Enter after each move; by default in a terminal.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Show what this seat could see; seats count from 0.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a picture of the position (the last, or --ply) to a file.")
    ] = None,
) -> None:
    """Show a saved game again, move by move, and how it ended."""
    from parlour.cli.keyboard import Keyboard
    from parlour.cli.recordfile import read_match
    from parlour.cli.replay import Replay
    from parlour.cli.screen import Screen
    from parlour.game import ParlourError

    shown = Replay(read_match(file), Screen(_console()), seat)
    if svg is not None:
        picture = shown.picture(shown.last if ply is None else ply)
        try:
            svg.write_text(picture, encoding="utf-8")
        except OSError as problem:
            raise ParlourError(f"cannot write {svg}: {problem.strerror}") from None
        print(f"Written to {svg}.")
    elif ply is not None:
        shown.show(ply)
    elif file != "-" and (step if step is not None else sys.stdin.isatty() and sys.stdout.isatty()):
        shown.step(Keyboard())
    else:
        shown.run()


@app.command()
def rules(game: GameName) -> None:
    """Read the rules of a game."""
    from parlour.cli.screen import Screen
    from parlour.games import find

    Screen(_console()).rules(find(game))


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="List the options of this game, too.")] = None,
) -> None:
    """List the games there are, or all about one of them."""
    from parlour.cli.catalogue import games_table, options_table
    from parlour.games import find
    from parlour.games import games as names

    console = _console()
    chosen = [find(name) for name in ([game] if game else names())]
    console.print(games_table(chosen))
    if game:
        console.print(options_table(chosen[0]))


@app.command()
def bench(
    game: Games = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.01, help="Processor time for each of three runs; the median counts.")
    ] = 0.3,
) -> None:
    """Measure how fast random games run here, per second of processor time of one core."""
    from parlour.cli.speed import show
    from parlour.games import find
    from parlour.games import games as names

    for name in game or names():
        show(find(name), seconds, _console(), _console(stderr=True))


@app.command()
def warmup(game: Games = None) -> None:
    """Compile the rules now, once per machine, so that every later start is quick."""
    from parlour import kernel, warmup
    from parlour.games import find
    from parlour.games import games as names

    folder = kernel.cache_folder()
    if folder is None:
        print("Nothing to do: NUMBA_DISABLE_JIT is set, so nothing is compiled.")
        return
    for name in game or names():
        found = find(name)
        chosen = warmup.steps(found)
        seconds = warmup.run(chosen, _console(stderr=True))
        print(f"{found.title} is ready: {len(chosen)} steps in {seconds:.1f} s.")
    print(f"Compiled code is kept in {kernel.cache_folder()}")


def main() -> None:
    """Run the command line; what a user did wrong is told in one red line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # rather than fail where a terminal lacks a sign
    try:
        app()
    except ValueError as problem:
        from rich.text import Text

        from parlour.game import ParlourError

        if not isinstance(problem, ParlourError):
            raise
        _console(stderr=True).print(Text(f"parlour: {problem}", "red"), soft_wrap=True)
        raise SystemExit(2) from None
