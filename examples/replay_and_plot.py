"""Read a record, replay it, and plot how the game went: points, legal moves, and a bot's evaluation.

    python examples/replay_and_plot.py                             # lets bots play Exago and plots the game
    python examples/replay_and_plot.py --game tracktic             # the same with another game
    python examples/replay_and_plot.py FILE --out game.svg         # plots a record of yours as SVG

A record is a complete match as text. `parlour.load` reads it, and a match can be queried at every move of its replay.
`save` in `parlour play` writes a record, and the page offers one when a game is over.

Plots need matplotlib: .venv/bin/pip install -e '.[arena]'
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

import parlour
from parlour.bots import title, titled
from parlour.numbers import counted
from parlour.picture import PAINTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLAIN = (
    "#1f4e79",
    "#c0504d",
    "#6a9a3b",
    "#8064a2",
    "#c98a1b",
    "#3b9a9a",
)  # for seats without colours
EFFORT = 0.1  # a fraction of the usual budget, because the bot evaluates every move


class Moment(NamedTuple):
    """The facts about a move, from the position before it."""

    seat: int  # who made it
    legal: int  # the number of legal moves
    chances: float | None  # a bot's evaluation for that seat, from 0 (lost) to 1 (won)


def play(game: str, players: int | None, bot: str, seed: str) -> parlour.Match:
    """A game between equal bots."""
    match = parlour.new(game, players=players, seed=seed)
    bots = [parlour.bot(game, bot, seed=f"{seed}, seat {seat}", effort=EFFORT) for seat in range(match.players)]
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots[seat].choose(match, seat))
    return match


def replay(match: parlour.Match, bot: str, console: Console) -> tuple[list[Moment], list[list[int]]]:
    """Replay a match: the facts about each move, and the scores from the start to the end."""
    adviser = parlour.bot(match.game.name, bot, seed=0, effort=EFFORT)
    again = match.at(0)
    moments, scores = [], [again.view(None)["scores"]]
    for seat, text in track(match.moves, "replaying", console=console, transient=True):
        candidates = adviser.analyse(again, seat).candidates if match.players > 1 else []
        best = max((candidate.value for candidate in candidates), default=None)
        moments.append(Moment(seat, len(again.legal(seat)), best))
        again.play(seat, text)
        scores.append(again.view(None)["scores"])
    return moments, scores


def colours(match: parlour.Match) -> list[str]:
    """A colour for each seat: its own if the game has seat colours."""
    own = match.game.seat_names[: match.players]
    return [PAINTS[name].fill if name in PAINTS else PLAIN[seat] for seat, name in enumerate(own)]


def plot(match: parlour.Match, moments: list[Moment], scores: list[list[int]], bot: str) -> Figure:
    """Panels one below the other, all with moves on the x axis."""
    from matplotlib.figure import Figure

    has_scores = any(any(row) for row in scores[:-1])  # in some games, only the end has scores
    has_chances = any(moment.chances is not None for moment in moments)
    panels = 1 + has_scores + has_chances
    figure = Figure(figsize=(7.2, 0.8 + 2.1 * panels), layout="constrained")
    axes: list[Axes] = list(figure.subplots(panels, 1, sharex=True, squeeze=False)[:, 0])
    figure.suptitle(f"{match.game.title}: {result_text(match)}")
    for seat, colour in enumerate(colours(match)):
        style: dict[str, Any] = {"color": colour, "label": titled(match.seats[seat])}
        own = [(number, moment) for number, moment in enumerate(moments, 1) if moment.seat == seat]
        numbers = [number for number, _ in own]
        rest = iter(axes)
        if has_scores:
            next(rest).step(range(len(scores)), [row[seat] for row in scores], where="post", linewidth=2, **style)
        if has_chances:
            found = [(number, moment.chances) for number, moment in own if moment.chances is not None]
            next(rest).plot([number for number, _ in found], [value for _, value in found], "o-", markersize=3, **style)
        next(rest).plot(numbers, [moment.legal for _, moment in own], "o", markersize=3, **style)
    labels = [match.game.score_names[0].replace("_", " ")] * has_scores
    labels += [f"chances ({title(bot)})"] * has_chances
    for panel, label in zip(axes, [*labels, "legal moves"], strict=True):
        panel.set_ylabel(label)
        panel.grid(color="#e4e4e4", linewidth=0.6)
        panel.set_axisbelow(True)
        panel.spines[["top", "right"]].set_visible(False)
    axes[-1].set_yscale("log")
    axes[-1].yaxis.set_major_formatter("{x:.0f}")
    axes[-1].yaxis.set_minor_formatter("")
    axes[-1].set_xlabel("move")
    axes[0].legend(frameon=False, ncols=match.players, loc="upper left")
    return figure


def result_text(match: parlour.Match) -> str:
    """How a match ended, in words."""
    moves = counted(len(match.moves), "move")
    if match.outcome is None:
        return f"{moves} so far"
    winners = " and ".join(titled(match.seats[seat]) for seat in match.outcome.winners) or "nobody"
    if match.players == 1:
        return f"{moves}, {counted(match.outcome.scores[0], 'point')}"
    return f"{moves}, {winners} won ({', '.join(map(str, match.outcome.scores))})"


def main(
    record: Annotated[
        Path | None, typer.Argument(exists=True, dir_okay=False, help="A record; without one, bots play a game.")
    ] = None,
    game: Annotated[str, typer.Option(help="The game that the bots play.")] = "exago",
    players: Annotated[int | None, typer.Option(help="The number of seats; by default the game's minimum.")] = None,
    bot: Annotated[str, typer.Option(help="The bot that plays and evaluates every move: a level from 1 to 5.")] = "3",
    seed: Annotated[str, typer.Option(help="The seed of the deal and the bots.")] = "1",
    out: Annotated[Path, typer.Option(help="The picture; its suffix chooses PNG, SVG or PDF.")] = Path("replay.png"),
) -> None:
    """Replay a record and plot how the game went."""
    if find_spec("matplotlib") is None:
        sys.exit("Plots need matplotlib: .venv/bin/pip install -e '.[arena]'")
    console = Console(highlight=False)
    if record is None:
        record = out.with_suffix(".txt")
        record.write_text(play(game, players, bot, seed).record(), encoding="utf-8")
        console.print(f"The bots' game was saved to {record}.", soft_wrap=True)
    match = parlour.load(record.read_text(encoding="utf-8"))
    moments, scores = replay(match, bot, Console(stderr=True))
    plot(match, moments, scores, bot).savefig(out, dpi=150)
    console.print(f"{match.game.title}: {result_text(match)}.")
    console.print(f"The plot is in {out}.", soft_wrap=True)


if __name__ == "__main__":
    try:
        typer.run(main)
    except parlour.ParlourError as problem:
        sys.exit(str(problem))
