"""Commands for playing and watching."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.commands.arguments import Effort, GameName, Options
from parlour.cli.commands.compile_first import get_ready
from parlour.cli.terminal.console import new_console


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; you are asked for it if there are several."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Number of players; by default as many as --seats names.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,...",
            help="Who plays, in turn order: 'me' for each person at this terminal, or the name of a bot, as "
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
    resume: Annotated[str | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
) -> None:
    """Play at this terminal: people, bots, or both. Type ? while playing to see what you can do."""
    from parlour import kernel
    from parlour.cli.play.new_match import check_seats, chosen_game, new_match, parsed_bot, parsed_options, resumed
    from parlour.cli.play.seats import ME, STAND_IN
    from parlour.cli.play.session import Session
    from parlour.cli.terminal.keyboard import Keyboard
    from parlour.cli.terminal.screen import Screen
    from parlour.errors import ParlourError
    from parlour.games import playable

    kernel.compile_untold()  # play does not wait for it
    screen, keyboard = Screen(new_console()), Keyboard()
    try:
        if resume is not None:
            if players is not None or option or seed is not None or bot is not None:
                raise ParlourError(
                    "--resume restores the players, options and deal: leave out --players, --bot, --option and --seed"
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
            if seed is not None:  # for the same moves every time, bots must not be limited by time
                get_ready(match.game, [name for name in dict.fromkeys([STAND_IN, *who]) if name != ME])
        session = Session(match, who, screen, keyboard, seed, file)
    except (EOFError, KeyboardInterrupt):
        screen.say()
        return
    session.run()


def watch(
    game: GameName,
    bots: Annotated[str, typer.Option(metavar="NAME,NAME,...", help="Who plays, in turn order.")],
    pause: Annotated[float, typer.Option(metavar="S", min=0, help="Seconds to pause after each move.")] = 0.5,
    option: Options = None,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The same seed gives the same deal and the same bots.")
    ] = None,
    effort: Effort = 1.0,
) -> None:
    """Watch bots play each other, move by move. Ctrl-C ends it."""
    from parlour import kernel
    from parlour.cli.play.new_match import named_game, parsed_bots, parsed_options
    from parlour.cli.terminal.screen import Screen
    from parlour.cli.watch import Watching

    kernel.compile_untold()  # _get_ready shows it
    found = named_game(game)
    names = parsed_bots(bots)
    watching = Watching(found, names, parsed_options(option), seed, effort, Screen(new_console()))
    try:
        get_ready(found, list(dict.fromkeys(names)))
        watching.run(pause)
    except KeyboardInterrupt:
        watching.leave()


def replay(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a match; - reads standard input.")],
    ply: Annotated[int | None, typer.Option(metavar="N", help="Show only the position after N moves.")] = None,
    step: Annotated[
        bool | None,
        typer.Option("--step/--no-step", metavar="", help="Wait for Enter after each move; by default in a terminal."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Show what this seat could see; seats count from 0.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", metavar="", help="Show every hand and every choice, if the match is over.")
    ] = False,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write a picture of the position (the last, or --ply) to a .svg file."),
    ] = None,
) -> None:
    """Replay a saved game, move by move, and show how it ended."""
    from parlour.cli.record_files import read_match, write_text
    from parlour.cli.replay import Replay
    from parlour.cli.terminal.keyboard import Keyboard
    from parlour.cli.terminal.screen import Screen
    from parlour.errors import ParlourError

    if everything and seat is not None:
        raise ParlourError("--all shows everything, --seat what one seat could see: give one of them")
    if svg is not None:
        from parlour.cli.picture import kind_of

        kind_of(svg, ["svg"])  # before the record is read
    screen = Screen(new_console())
    shown = Replay(read_match(file), screen, "all" if everything else seat)
    if svg is not None:
        write_text(svg, shown.picture(shown.last if ply is None else ply))
        screen.line(f"Written to {svg}.")
    elif ply is not None:
        shown.show(ply)
    elif file != "-" and (step if step is not None else sys.stdin.isatty() and sys.stdout.isatty()):
        shown.step(Keyboard())
    else:
        shown.run()


def rules(game: GameName) -> None:
    """Show the rules of a game."""
    from parlour.cli.play.new_match import named_game
    from parlour.cli.terminal.screen import Screen

    Screen(new_console()).rules(named_game(game))


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Show the options and bots of this game, level by level.")
    ] = None,
) -> None:
    """List the games, or show the details of one."""
    from parlour.cli.games import show_details, show_games
    from parlour.cli.play.new_match import named_game
    from parlour.games import list_games

    console = new_console()
    chosen = [named_game(name) for name in ([game] if game else list_games())]
    show_games(chosen, console)
    if game:
        show_details(chosen[0], console)
