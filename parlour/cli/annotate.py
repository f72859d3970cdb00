"""The review of a recorded match: its moves with their grades, turning points, luck, and the best that was possible."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parlour.bots import Progress as Report
from parlour.bots.annotation import AnnotatedMove, Annotation, Grade
from parlour.cli.play.hints import scale_words
from parlour.cli.terminal.phrases import called
from parlour.cli.terminal.screen import Screen
from parlour.match import Match
from parlour.message import Message, message, say
from parlour.numbers import counted

GRADES: dict[Grade, tuple[Message, str]] = {
    "best": (message("best"), "green"),
    "fine": (message("fine"), ""),
    "inaccuracy": (message("inaccuracy"), "yellow"),
    "mistake": (message("mistake"), "dark_orange"),
    "blunder": (message("blunder"), "red"),
}


@contextmanager
def progress_bar(console: Console, what: str) -> Iterator[Report]:
    """A progress bar, in a terminal, that moves when it is told of progress."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def show(match: Match, told: Annotation, screen: Screen) -> None:
    """Print a review."""
    screen.say(f"{match.game.title}, {counted(len(match.moves), 'move')}.", style="bold")
    screen.say()
    screen.console.print(_moves(match, told))
    screen.say(scale_words(match), style="dim")
    screen.say(say("Loss is what the move is worth less than the best one found."), style="dim")
    _show_turning_points(match, told, screen)
    _show_luck(match, told, screen)
    _show_best_possible(match, told, screen)


def _moves(match: Match, told: Annotation) -> Table:
    """Every move, with its grade, its value and the best move if it is another."""
    has_points = told.points_curve is not None
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("#", justify="right")
    heads = [say("seat"), say("move"), say("grade"), say("value"), *([say("points")] if has_points else [])]
    heads += [say("loss"), say("best")]
    for head in heads:
        table.add_column(head, no_wrap=head not in (say("move"), say("best")))
    for move in told.moves:
        words, style = GRADES[move.grade]
        is_flawed = move.grade != "best"
        row = [str(move.ply + 1), match.game.seat_names[move.seat], move.played.text]
        row += [say("forced") if move.is_forced else words.text, f"{move.played.value:.2f}"]
        row += [f"{move.played.points or 0.0:.1f}"] if has_points else []
        row += [f"{move.loss:.2f}" if is_flawed else "", move.best.text if is_flawed else ""]
        table.add_row(*row, style=style)
    return table


def _show_turning_points(match: Match, told: Annotation, screen: Screen) -> None:
    """Print the costliest moves, each with the better one and what was likely to follow it."""
    if not told.turning_points:
        screen.say(say("No move was clearly worse than the best one found."))
        return
    screen.say()
    screen.say(say("Turning points"), style="bold")
    for ply in told.turning_points:
        move = told.moves[ply]
        screen.say(
            say(
                "Move {number}, {who}: {move} ({grade}, loses {loss}). Better: {line}",
                number=ply + 1,
                who=called(match, move.seat),
                move=move.played.text,
                grade=GRADES[move.grade][0],
                loss=_lost(move),
                line=", ".join(move.best.line),
            )
        )
        if move.message is not None:
            screen.say(f"  {move.message}")


def _lost(move: AnnotatedMove) -> str:
    """What a move loses, with its standard error, and in points where it loses any."""
    loss = f"{move.loss:.2f}{f' ± {move.error:.2f}' if move.error >= 0.005 else ''}"
    if move.points_lost is None or move.points_lost < 0.05:
        return loss
    return say("{loss} and {points} points", loss=loss, points=f"{move.points_lost:.1f}")


def _show_luck(match: Match, told: Annotation, screen: Screen) -> None:
    """Print how good the deal was for each seat."""
    if told.luck is None:
        return
    screen.say()
    screen.say(say("Luck of the deal: the same bot in every seat, with this deal and with others"), style="bold")
    rows = []
    for luck in told.luck:
        value = say("value {value}", value=f"{luck.value:.2f} ± {luck.error:.2f}")
        usually = say("usually {value}", value=f"{luck.usual:.2f} ± {luck.usual_error:.2f}")
        row = [match.game.seat_names[luck.seat], value, usually]
        if luck.points is not None and luck.usual_points is not None:
            points, usual = f"{luck.points:.1f}", f"{luck.usual_points:.1f}"
            row.append(say("points {points}, usually {usual}", points=points, usual=usual))
        rows.append(row)
    screen.grid(rows)


def _show_best_possible(match: Match, told: Annotation, screen: Screen) -> None:
    """Print the best score that each seat could have reached, and how."""
    for best in told.best_possible:
        who, points, moves = called(match, best.seat), best.points, ", ".join(best.moves)
        if best.is_exact:
            sentence = say(
                "With all cards known, {who} could have scored {points}, and no more: {moves}",
                who=who,
                points=points,
                moves=moves,
            )
        else:
            sentence = say(
                "With all cards known, {who} could have scored {points} or more: {moves}",
                who=who,
                points=points,
                moves=moves,
            )
        screen.say()
        screen.say(sentence)
