"""Commands for studying games: playthroughs, analysis, verification, measurements."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.commands.arguments import AsJson, FixedSeed, GameName, Games, Options, Players
from parlour.cli.commands.compile_first import get_ready
from parlour.cli.terminal.console import new_console, print_json, print_problem, print_text


def playthrough(
    game: GameName, players: Players = None, seed: FixedSeed = "0", option: Options = None, json: AsJson = False
) -> None:
    """Show a whole random game: at every move the seat, all legal texts and the one played; then the scores.

    The seed decides everything, so that other programs can repeat the game. The deal is that of parlour.new with this
    seed. Each time, the lowest seat that waits makes a move. Its n legal texts are sorted and numbered from 0, and it
    plays the one whose number comes next from a stream of random numbers: below(n) of Luck("SEED/moves"), one stream
    for the whole game, with the seed in the place of SEED.
    """
    from parlour.cli.play.new_match import named_game, parsed_options
    from parlour.playthrough import playthrough, text_lines

    found = named_game(game)
    told = playthrough(found, players, seed, parsed_options(option))
    if json:
        print_json(told)
        return
    console = new_console()
    for line in text_lines(told, found.seat_names, console.width):
        console.print(line, soft_wrap=True)


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(metavar="D", min=1, help="Count up to this many moves ahead.")],
    players: Players = None,
    seed: FixedSeed = "0",
    option: Options = None,
    json: AsJson = False,
) -> None:
    """Count the move sequences from the start, to check the rules. Each time the lowest waiting seat moves."""
    from parlour.cli.perft import count, show
    from parlour.cli.play.new_match import named_game, parsed_options
    from parlour.match import Match

    match = Match.new(named_game(game), players, parsed_options(option), seed)
    if json:
        nodes = [nodes for nodes, _ in count(match, depth)]
        print_json({"game": match.game.name, "players": match.players, "options": match.options, "nodes": nodes})
    else:
        show(match, depth, new_console())


def analyse(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a match; - reads standard input.")],
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="The position after N moves; by default the last.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="The seat to analyse for, if several may act; seats count from 0.")
    ] = None,
    move: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="A move to price beside the best ones; may be given several times."),
    ] = None,
    bot: Annotated[str, typer.Option(metavar="NAME", help="The bot to ask: a level from 1 to 5.")] = "5",
    simulations: Annotated[
        int | None, typer.Option(metavar="N", help="Simulations for each move; by default a tenth of the level's.")
    ] = None,
    seed: FixedSeed = "0",
    json: AsJson = False,
) -> None:
    """Ask a bot about a position of a saved game: what the best moves, and the one played, are worth.

    The bot knows what the seat knows. The same seed and simulations give the same answer.
    """
    from parlour.bots import analyse
    from parlour.bots.analysis.position import level_of
    from parlour.cli.analyse import Question
    from parlour.cli.record_files import read_match
    from parlour.cli.terminal.screen import Screen

    question, name = Question(read_match(file), ply, seat), bot.strip().lower()
    moves = question.moves(move or [])
    level_of(question.then.game, name)  # before it is compiled
    get_ready(question.then.game, [name])
    with new_console(stderr=True).status("Thinking"):
        told = analyse(question.then, question.seat, moves, bot=name, simulations=simulations, seed=seed)
    if json:
        print_json(question.as_json(name, told))
    else:
        question.show(name, told, Screen(new_console()))


def annotate(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a match; - reads standard input.")],
    simulations: Annotated[
        int | None, typer.Option(metavar="N", help="Simulations for each move; by default a twentieth of level 5's.")
    ] = None,
    seed: FixedSeed = "0",
    luck: Annotated[bool, typer.Option(metavar="", help="Measure luck, and the best possible score.")] = True,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="OUT",
            help="Write the record with the review in it, as comments and evaluations; - prints only this record.",
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Review a saved game: how good each move was, the turning points, the luck of the deal.

    Each move is compared with the best one, from what its seat knew. The same seed and simulations give the same
    answer. A usual game takes 2 to 25 seconds.
    """
    from parlour.bots import annotate, annotated_record
    from parlour.cli.annotate import as_json, progress_bar, show
    from parlour.cli.record_files import check_writable, read_match, write_text
    from parlour.cli.terminal.screen import Screen
    from parlour.errors import ParlourError

    is_printed = out is not None and str(out) == "-"
    if is_printed and json:
        raise ParlourError("--json and -o - both print to standard output: give one of them")
    match = read_match(file)
    if out is not None and not is_printed:
        check_writable(out)
    get_ready(match.game, ["5"])
    with progress_bar(new_console(stderr=True), "Reviewing") as progress:
        told = annotate(match, simulations=simulations, seed=seed, with_luck=luck, progress=progress)
    if is_printed:
        print_text(annotated_record(match, told))
        return
    if json:
        print_json(as_json(told))
    else:
        show(match, told, Screen(new_console()), with_luck=luck)
    if out is not None:
        write_text(out, annotated_record(match, told))
        Screen(new_console(stderr=json)).line(f"Written to {out}.")


def picture(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a match; - reads standard input.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="OUT", help="A .svg, .png, .gif or .webp; by default a .png of the record's name."
        ),
    ] = None,
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="The position after N moves, by default the last.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Show what this seat could see; seats count from 0.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", metavar="", help="Show every hand and every choice, if the match is over.")
    ] = False,
) -> None:
    """Draw a position of a saved game as SVG or PNG, or the whole game as an animated GIF or WebP."""
    from parlour.cli.picture import kind_of, write_picture
    from parlour.cli.record_files import read_match
    from parlour.cli.terminal.screen import Screen
    from parlour.errors import ParlourError

    if everything and seat is not None:
        raise ParlourError("--all shows everything, --seat what one seat could see: give one of them")
    path = out or Path("game.png" if file == "-" else Path(file).with_suffix(".png").name)
    kind_of(path)  # before the record is read
    write_picture(read_match(file), path, ply, "all" if everything else seat, new_console(stderr=True))
    Screen(new_console()).line(f"Written to {path}.")


def verify(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a match; - reads standard input.")],
    commit: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash that was shown when the match began.")
    ] = None,
) -> None:
    """Check that every move of a match follows the rules, and that the deal is the one committed to at the start.

    A server shows a hash before the first move, and the deal and its salt when the match is over. The exit code is 0 if
    all that can be checked is right, 1 if something is wrong, and 2 if it cannot be checked. Without a promised deal
    only moves and result are checked; with --commit that is not enough, and the exit code is 2.
    """
    from parlour.cli.verify import Broken, verify

    try:
        verify(file, commit, new_console())
    except Broken as problem:
        print_problem(problem)
        raise typer.Exit(1) from None


def bench(
    game: Games = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.01, help="CPU seconds for each of three runs; the median counts.")
    ] = 0.3,
) -> None:
    """Measure random games and plies per CPU second of one core on this machine."""
    from parlour.cli.bench import show
    from parlour.cli.play.new_match import named_game
    from parlour.games import list_games

    for name in game or list_games():
        show(named_game(name), seconds, new_console(), new_console(stderr=True))


def warmup(game: Games = None) -> None:
    """Compile the rules now, once per machine, so that every later start is quick."""
    from parlour import compiling, kernel, warmup
    from parlour.cli.play.new_match import named_game
    from parlour.games import list_games

    console, folder = new_console(), kernel.cache_folder()
    if folder is None:
        console.print("Nothing to do: NUMBA_DISABLE_JIT is set, so nothing is compiled.", soft_wrap=True)
        return
    for name in game or list_games():
        found = named_game(name)
        chosen = warmup.steps(found)
        seconds = warmup.run(chosen, new_console(stderr=True), found.title)
        compiling.mark_warm(found.name)
        console.print(f"{found.title} is compiled: {len(chosen)} steps in {seconds:.1f} s.", soft_wrap=True)
    console.print(f"Compiled code is kept in {folder.parent}", soft_wrap=True)
