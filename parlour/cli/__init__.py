"""The command line. Nothing heavy is imported before a command needs it: `parlour --help` answers at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import arena, encoding, sheet
from parlour.cli.arguments import (
    AsJson,
    Command,
    Commands,
    Database,
    Effort,
    FixedSeed,
    GameName,
    Games,
    Options,
    Players,
    Plugins,
    Version,
)
from parlour.cli.console import new_console, print_json, print_problem, show_trace

if TYPE_CHECKING:
    from parlour.game import Game

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


@app.command(cls=Command)
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Which game; asked for when not given and there are several."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; by default as many as there are --seats.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,...",
            help="Who plays, in turn order: 'me' for each who sits at this terminal, else the name of a bot, as "
            "'parlour games GAME' lists them. By default you play first, against level 2.",
        ),
    ] = None,
    bot: Annotated[
        str | None, typer.Option(metavar="NAME", help="You play first, against this bot in every other seat.")
    ] = None,
    option: Options = None,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The same seed gives the same deal and the same bots.")
    ] = None,
    resume: Annotated[str | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """Play at this terminal: people, bots, or both. Type ? while playing to see what you can do."""
    from parlour import kernel
    from parlour.cli.keyboard import Keyboard
    from parlour.cli.screen import Screen
    from parlour.cli.seats import ME, STAND_IN
    from parlour.cli.table import check_seats, chosen_game, new_match, parsed_bot, parsed_options, resumed
    from parlour.cli.terminal import Session
    from parlour.game import ParlourError
    from parlour.games import playable

    kernel.compile_untold()  # nobody waits for it
    screen, keyboard = Screen(new_console()), Keyboard()
    try:
        if resume is not None:
            if players is not None or option or seed is not None or bot is not None:
                raise ParlourError(
                    "--resume brings its own players, options and deal: leave out --players, --bot, --option and --seed"
                )
            match, who = resumed(resume, game, seats)
            file = None if resume == "-" else Path(resume)
        else:
            check_seats(seats, players, bot)
            found = chosen_game(game, screen, keyboard)
            if seed is None:
                playable(found.name)
            match, who = new_match(found, players, seats, parsed_options(option), seed, bot and parsed_bot(bot))
            file = None
            if seed is not None:  # the same moves again: bots that have the time they need
                _get_ready(match.game, [name for name in dict.fromkeys([STAND_IN, *who]) if name != ME])
        session = Session(match, who, screen, keyboard, seed, file)
    except (EOFError, KeyboardInterrupt):
        screen.say()
        return
    session.run()


def _get_ready(game: Game, bots: list[str]) -> None:
    from parlour import warmup

    warmup.run(warmup.steps(game, bots, study=False), new_console(stderr=True), patience=1.5)


@app.command(cls=Command)
def watch(
    game: GameName,
    bots: Annotated[str, typer.Option(metavar="NAME,NAME,...", help="Who plays, in turn order.")],
    pause: Annotated[float, typer.Option(metavar="S", min=0, help="Seconds to look at each move.")] = 0.5,
    option: Options = None,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The same seed gives the same deal and the same bots.")
    ] = None,
    effort: Effort = 1.0,
) -> None:
    """Watch bots play each other, move by move. Ctrl-C ends it."""
    from parlour import kernel
    from parlour.cli.screen import Screen
    from parlour.cli.table import named_game, parsed_bots, parsed_options
    from parlour.cli.watching import Watching

    kernel.compile_untold()  # _get_ready shows it
    found = named_game(game)
    names = parsed_bots(bots)
    watching = Watching(found, names, parsed_options(option), seed, effort, Screen(new_console()))
    try:
        _get_ready(found, list(dict.fromkeys(names)))
        watching.run(pause)
    except KeyboardInterrupt:
        watching.leave()


@app.command(cls=Command)
def playthrough(
    game: GameName, players: Players = None, seed: FixedSeed = "0", option: Options = None, json: AsJson = False
) -> None:
    """Show a whole random game: at every move the seat, all legal texts and the one played; then the scores.

    The seed decides everything, so that other programs can repeat the game. The deal is that of parlour.new with this
    seed. Each time, the lowest seat that waits makes a move. Its n legal texts are sorted and numbered from 0, and it
    plays the one whose number comes next from a stream of random numbers: below(n) of Luck("SEED/moves"), one stream
    for the whole game, with the seed in the place of SEED.
    """
    from parlour.cli.table import named_game, parsed_options
    from parlour.playthrough import playthrough, text_lines

    found = named_game(game)
    told = playthrough(found, players, seed, parsed_options(option))
    if json:
        print_json(told)
        return
    console = new_console()
    for line in text_lines(told, found.seat_names, console.width):
        console.print(line, soft_wrap=True)


@app.command(cls=Command)
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
    from parlour.cli.table import named_game, parsed_options
    from parlour.match import Match

    match = Match.new(named_game(game), players, parsed_options(option), seed)
    if json:
        nodes = [nodes for nodes, _ in count(match, depth)]
        print_json({"game": match.game.name, "players": match.players, "options": match.options, "nodes": nodes})
    else:
        show(match, depth, new_console())


@app.command(cls=Command)
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved record; - reads standard input.")],
    ply: Annotated[int | None, typer.Option(metavar="N", help="Show only the position after N moves.")] = None,
    step: Annotated[
        bool | None,
        typer.Option("--step/--no-step", metavar="", help="Wait for Enter after each move; by default in a terminal."),
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
    from parlour.cli.recordfile import read_match, write_text
    from parlour.cli.replay import Replay
    from parlour.cli.screen import Screen

    screen = Screen(new_console())
    shown = Replay(read_match(file), screen, seat)
    if svg is not None:
        write_text(svg, shown.picture(shown.last if ply is None else ply))
        screen.line(f"Written to {svg}.")
    elif ply is not None:
        shown.show(ply)
    elif file != "-" and (step if step is not None else sys.stdin.isatty() and sys.stdout.isatty()):
        shown.step(Keyboard())
    else:
        shown.run()


@app.command(cls=Command)
def analyse(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a match; - reads standard input.")],
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="The position after N moves; the last one when not given.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="For this seat, where several may act; seats count from 0.")
    ] = None,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Who is asked: a level from 1 to 5.")] = "5",
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="It thinks so long, not as its level does.")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", help="It thinks for so many simulations, not as its level does.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The same seed and --simulations give the same answer.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Ask a bot about a position of a saved game: its candidates, what each is worth, and the line it expects.

    The bot knows what the seat knows. The table shows the best candidates; --json tells all of them.
    """
    from parlour.bots import bot as bot_named
    from parlour.cli.analysing import Question
    from parlour.cli.recordfile import read_match
    from parlour.cli.screen import Screen

    question = Question(read_match(file), ply, seat)
    asked = bot_named(question.then.game.name, bot.strip().lower(), seed, seconds, simulations)
    _get_ready(question.then.game, [asked.name])
    with new_console(stderr=True).status("Thinking"):
        told = asked.analyse(question.then, question.seat)
    if json:
        print_json(question.as_json(asked.name, told))
    else:
        question.show(asked.name, told, Screen(new_console()))


@app.command(cls=Command)
def verify(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a match; - reads standard input.")],
    commit: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash that was shown when the match began.")
    ] = None,
) -> None:
    """Check that every move of a match keeps to the rules, and that it had the deal that was promised at its start.

    A server shows a hash before the first move and tells deal and salt when the match is over. Ends with 0 when all
    that can be checked is right, with 1 when something is wrong, with 2 when it cannot be told. Where no deal was
    promised, moves and result are checked alone; with --commit that is not enough, and the end is 2.
    """
    from parlour.cli.verification import Broken, verify

    try:
        verify(file, commit, new_console())
    except Broken as problem:
        print_problem(problem)
        raise typer.Exit(1) from None


@app.command(cls=Command)
def rules(game: GameName) -> None:
    """Read the rules of a game."""
    from parlour.cli.screen import Screen
    from parlour.cli.table import named_game

    Screen(new_console()).rules(named_game(game))


@app.command(cls=Command)
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Tell this game's options and bots, too, level by level.")
    ] = None,
) -> None:
    """List the games there are, or all about one of them."""
    from parlour.cli.catalogue import show_details, show_games
    from parlour.cli.table import named_game
    from parlour.games import games as names

    console = new_console()
    chosen = [named_game(name) for name in ([game] if game else names())]
    show_games(chosen, console)
    if game:
        show_details(chosen[0], console)


@app.command(cls=Command)
def bench(
    game: Games = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.01, help="Processor time for each of three runs; the median counts.")
    ] = 0.3,
) -> None:
    """Measure how fast random games run here, per second of processor time of one core."""
    from parlour.cli.speed import show
    from parlour.cli.table import named_game
    from parlour.games import games as names

    for name in game or names():
        show(named_game(name), seconds, new_console(), new_console(stderr=True))


@app.command(cls=Command)
def warmup(game: Games = None) -> None:
    """Compile the rules now, once per machine, so that every later start is quick."""
    from parlour import compiling, kernel, warmup
    from parlour.cli.table import named_game
    from parlour.games import games as names

    console, folder = new_console(), kernel.cache_folder()
    if folder is None:
        console.print("Nothing to do: NUMBA_DISABLE_JIT is set, so nothing is compiled.", soft_wrap=True)
        return
    for name in game or names():
        found = named_game(name)
        chosen = warmup.steps(found)
        seconds = warmup.run(chosen, new_console(stderr=True))
        compiling.mark_warm(found.name)
        console.print(f"{found.title} is ready: {len(chosen)} steps in {seconds:.1f} s.", soft_wrap=True)
    console.print(f"Compiled code is kept in {folder.parent}", soft_wrap=True)


@app.command(cls=Command)
def serve(
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="127.0.0.1 for this computer alone, 0.0.0.0 for others too."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=65535, help="Else 8000, or where that is taken the next; 0 takes any."),
    ] = None,
    database: Database = None,
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Processes; more than 1 need Postgres.")] = 1,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address in links, where others reach it by another.")
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="One more name that it is reached by; may be given several times."),
    ] = None,
    keep_days: Annotated[
        float | None,
        typer.Option(metavar="N", min=1, help="Delete tables untouched for so many days; else they stay."),
    ] = None,
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", metavar="", help="Limits on what one visitor may ask for.")
    ] = True,
    metrics: Annotated[
        bool, typer.Option("--public-metrics", metavar="", help="Show /metrics to everybody, not only on this machine.")
    ] = False,
    log_format: Annotated[
        str | None, typer.Option(metavar="text|json", help="Log lines for people or programs; text in a terminal.")
    ] = None,
    opening: Annotated[
        bool,
        typer.Option("--open", metavar="", help="Show the page in this computer's browser, if it has one."),
    ] = False,
    plugin: Plugins = None,
) -> None:
    """Hold tables for people and programs: on this computer, in the house, or on the net."""
    from parlour.cli.hosting import checked_hosts, checked_log_format, checked_public_url
    from parlour.server.database import default_url
    from parlour.server.serving import serve
    from parlour.server.settings import USUAL_PORT, Settings

    settings = Settings(
        host=host,
        port=USUAL_PORT if port is None else port,
        is_port_fixed=port is not None,
        database=database or default_url(),
        workers=workers,
        public_url=checked_public_url(public_url),
        allowed_hosts=checked_hosts(allowed_host),
        keep_days=keep_days,
        has_limits=limits,
        shows_metrics=metrics,
        log_format=checked_log_format(log_format),
        plugins=plugin or [],
        opens_browser=opening,
    )
    serve(settings, new_console())


@app.command(cls=Command)
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="A new file.")],
    database: Database = None,
    plugin: Plugins = None,
) -> None:
    """Write all tables of a server to a zip, each match as a record. The server may go on meanwhile.

    'parlour import' reads it, into a database of either kind; all links to seats go on to work there. Moves that were
    taken back are told, but cannot be replayed. Matches that cannot be replayed are left out and named; then the exit
    code is 1.
    """
    from rich.text import Text

    from parlour.cli.archives import Incomplete, export
    from parlour.server import plugins
    from parlour.server.database import default_url

    plugins.load(plugin or [])
    try:
        export(file, database or default_url(), new_console(), new_console(stderr=True))
    except Incomplete as problem:
        new_console(stderr=True).print(Text(f"parlour: {problem}", "red"), soft_wrap=True)
        raise typer.Exit(1) from None


@app.command("import", cls=Command)
def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.zip", help="What 'parlour export' wrote, or records from elsewhere.")
    ],
    database: Database = None,
    plugin: Plugins = None,
) -> None:
    """Bring the tables of a zip into a server's database: all of them, or none when something in the zip is wrong.

    Tables that are there already stay as they are. A record from elsewhere becomes a table whose people's seats are
    open. A SQLite file must not be in use by a server; with Postgres servers may go on.
    """
    from parlour.cli.archives import import_
    from parlour.server import plugins
    from parlour.server.database import default_url

    plugins.load(plugin or [])
    import_(file, database or default_url(), new_console(), new_console(stderr=True))


app.add_typer(arena.app, name="arena")
if sheet.has_game():
    app.add_typer(sheet.app, name="sheet")


def main() -> None:
    """Run the command line; what a user did wrong is told in one red line."""
    encoding.forgive()
    sys.excepthook = show_trace
    try:
        app()
    except ValueError as problem:
        from parlour.game import ParlourError

        if not isinstance(problem, ParlourError):
            raise
        print_problem(problem)
        raise SystemExit(2) from None
