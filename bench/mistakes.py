"""`python -m bench.mistakes`: how often a flagged mistake is one, by a search with ten times the simulations.

Bots of mixed levels play seeded games, which are annotated. For each flagged move, the move that was played and the one
proposed are priced again with ten times the simulations and other random numbers. Every game's figures go to a file as
soon as they are known, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

import parlour
from parlour.arena.statistics.intervals import share
from parlour.bots.analysis.grades import FLAGGED
from parlour.games import find, list_games
from parlour.luck import Luck

TIMES = 10  # the budget of the check, by that of the annotation
LEVELS = ("1", "1", "2", "3", "4", "5")  # of the bots; half of the time those that make mistakes
EFFORT = 10  # the bots have the simulations of their level divided by this


class Flagged(msgspec.Struct):
    """A flagged move, and what the check says."""

    ply: int
    grade: str
    loss: float
    error: float
    checked: float  # the loss at ten times the budget; at most 0 if the flag was wrong


class Played(msgspec.Struct):
    """A game and its flagged moves."""

    game: str
    number: int
    levels: list[str]
    plies: int
    flagged: list[Flagged]


def recorded(game: str, number: int) -> tuple[parlour.Match, list[str]]:
    """Return a finished game of bots of mixed levels, the same for the same number, and their levels."""
    luck = Luck(f"mistakes/{game}/{number}")
    seats = find(game).players
    match = parlour.new(game, players=seats[luck.below(min(3, len(seats)))], seed=luck.number())
    names = [LEVELS[luck.below(len(LEVELS))] for _ in range(match.players)]
    levels = {level.name: level.simulations for level in find(game).levels}
    bots = [parlour.bot(game, name, luck.number(), simulations=max(1, levels[name] // EFFORT)) for name in names]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat))
    return match, names


def checked(game: str, number: int, simulations: int | None) -> Played:
    """Annotate a game and check its flagged moves."""
    match, names = recorded(game, number)
    annotated = parlour.annotate(match, simulations=simulations, seed=number, with_luck=False)
    flagged = []
    for move in annotated.moves:
        if move.grade in FLAGGED:
            texts, runs = [move.played.text, move.best.text], TIMES * annotated.simulations
            before, seed = match.at(move.ply), f"check/{number}/{move.ply}"
            told = parlour.analyse(before, move.seat, texts, best=0, simulations=runs, seed=seed)
            values = {one.text: one.value for one in told.candidates}
            lost = values[move.best.text] - values[move.played.text]
            flagged.append(Flagged(move.ply, move.grade, move.loss, move.error, lost))
    return Played(game, number, names, len(match.moves), flagged)


def known(file: Path) -> Iterator[Played]:
    """Read the games that have been checked."""
    if file.exists():
        yield from (msgspec.json.decode(line, type=Played) for line in file.read_bytes().splitlines())


def report(found: list[Played], console: Console) -> None:
    """Print the share of right flags for each game and grade, with 95 % intervals."""
    for game in dict.fromkeys(one.game for one in found):
        games = [one for one in found if one.game == game]
        moves = [flag for one in games for flag in one.flagged]
        console.print(f"{find(game).title}, {len(games)} games, {sum(one.plies for one in games)} moves:")
        for what in ("flagged", *FLAGGED):
            right = [float(flag.checked > 0) for flag in moves if what in ("flagged", flag.grade)]
            if right:
                part = share(right)
                console.print(
                    f"  {what}: {sum(right):.0f} of {len(right)} hold, {100 * part.value:.1f} % "
                    f"(95 %: {100 * part.low:.1f} to {100 * part.high:.1f})"
                )


def main(
    file: Annotated[Path, typer.Argument(help="The file for the figures, one line per game; it is gone on with.")],
    game: Annotated[list[str] | None, typer.Option(help="A game; by default all, repeat for several.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games of each are checked.")] = 40,
    simulations: Annotated[int | None, typer.Option(min=1, help="Simulations of a price, as in annotate.")] = None,
    most: Annotated[int | None, typer.Option(min=0, help="Check no more than this many games now.")] = None,
) -> None:
    """Check flagged mistakes at ten times the budget, and print the share that holds."""
    console, found = Console(), list(known(file))
    done = {(one.game, one.number) for one in found}
    names = game or [name for name in list_games() if find(name).levels]
    left = [(name, number) for number in range(games) for name in names if (name, number) not in done]
    for name, number in left[:most]:
        found.append(checked(name, number, simulations))
        with file.open("ab") as out:
            out.write(msgspec.json.encode(found[-1]) + b"\n")
    report([one for one in found if one.game in names], console)


if __name__ == "__main__":
    typer.run(main)
