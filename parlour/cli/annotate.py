"""The review of a recorded match: its moves with their grades, turning points, luck, and the best that was possible."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parlour.bots import Progress as Report
from parlour.bots.analysis.grades import FLAGGED
from parlour.bots.analysis.luck import CLEAR
from parlour.bots.annotation import AnnotatedMove, Annotation, DealLuck, Grade
from parlour.cli.play.hints import scale_words
from parlour.cli.terminal.phrases import called, result_words
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

COUNTED: tuple[Grade, ...] = ("inaccuracy", "mistake", "blunder")


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


def as_json(told: Annotation) -> Any:
    """A review for programs; each message has its English text, too."""
    moves = [
        msgspec.to_builtins(move)
        | {
            "message": None
            if move.message is None
            else {**msgspec.to_builtins(move.message), "text": move.message.text}
        }
        for move in told.moves
    ]
    return {**msgspec.to_builtins(told), "moves": moves}


def show(match: Match, told: Annotation, screen: Screen, *, with_luck: bool = True) -> None:
    """Print a review; `with_luck` is what `annotate` was given."""
    ended = result_words(match) if match.outcome is not None else say("The game is not over.")
    screen.say(f"{match.game.title}, {counted(len(match.moves), 'move')}. {ended}", style="bold")
    if not told.moves:
        return
    screen.say()
    screen.console.print(_moves(match, told))
    screen.say(scale_words(match), style="dim")
    if match.players > 1:
        screen.say(say("A move's value is that for the seat that made it."), style="dim")
    screen.say(say("Loss: how much less the move is worth than the best one found."), style="dim")
    _show_turning_points(match, told, screen)
    _show_other_mistakes(match, told, screen)
    _show_given_away(match, told, screen)
    if with_luck:
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
        loss = f"{move.points_lost or 0.0:.1f}" if match.players == 1 and has_points else f"{move.loss:.2f}"
        row += [loss if is_flawed else "", move.best.text if is_flawed else ""]
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
        screen.say(_headline(match, move))
        if move.message is not None:
            screen.detail(move.message.text)
        screen.detail(say("Better: {line}", line=", ".join(move.best.line)))


def _show_other_mistakes(match: Match, told: Annotation, screen: Screen) -> None:
    """Print why the other flagged moves were worse than they could have been."""
    others = [move for move in told.moves if move.grade in FLAGGED and move.ply not in told.turning_points]
    if not others:
        return
    screen.say()
    screen.say(say("Other inaccuracies and mistakes"), style="bold")
    for move in others:
        screen.say(_headline(match, move))
        reason = say("Better: {line}", line=move.best.text) if move.message is None else move.message.text
        screen.detail(reason)


def _headline(match: Match, move: AnnotatedMove) -> str:
    """A flagged move, with its grade and what it loses."""
    return say(
        "Move {number}, {who}: {move} ({grade}, loses {loss})",
        number=move.ply + 1,
        who=called(match, move.seat),
        move=move.played.text,
        grade=GRADES[move.grade][0],
        loss=_lost(move, match.players),
    )


def _show_given_away(match: Match, told: Annotation, screen: Screen) -> None:
    """Print how many moves of each seat were flagged, and what they lose on average."""
    screen.say()
    screen.say(say("Skill: what each seat gave away"), style="bold")
    has_points = told.points_curve is not None
    has_losses = match.players > 1 or not has_points
    heads = [say("seat"), say("moves"), say("inaccuracies"), say("mistakes"), say("blunders")]
    heads += [say("loss per move")] if has_losses else []
    table = Table(*heads, *([say("points lost")] if has_points else []), box=None, padding=(0, 1), header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for seat in range(match.players):
        own = [move for move in told.moves if move.seat == seat]
        flagged = [str(sum(move.grade == grade for move in own)) for grade in COUNTED]
        loss, points = sum(move.loss for move in own), sum(move.points_lost or 0.0 for move in own)
        lost = [f"{loss / max(1, len(own)):.3f}"] if has_losses else []
        lost += [f"{points:.1f}"] if has_points else []
        table.add_row(match.game.seat_names[seat], str(len(own)), *flagged, *lost)
    screen.console.print(table)


def _lost(move: AnnotatedMove, players: int) -> str:
    """What a move loses, with its standard error, and in points where it loses any; alone, only the points count."""
    if players == 1 and move.points_lost is not None:
        return say("{points} points", points=f"{move.points_lost:.1f}")
    loss = f"{move.loss:.2f}{f' ± {move.error:.2f}' if move.error >= 0.005 else ''}"
    if move.points_lost is None or move.points_lost < 0.05:
        return loss
    return say("{loss} and {points} points", loss=loss, points=f"{move.points_lost:.1f}")


def _show_luck(match: Match, told: Annotation, screen: Screen) -> None:
    """Print how good the deal was for each seat, or why that is not known."""
    if told.luck is None:
        screen.say()
        screen.say(_no_luck(match))
        return
    screen.say()
    screen.say(say("Luck of the deal: the same bot in every seat, with this deal and with others"), style="bold")
    has_points = any(luck.points is not None for luck in told.luck)
    heads = [say("seat"), say("value"), say("usually"), *([say("points"), say("usually")] if has_points else []), ""]
    table = Table(*heads, box=None, padding=(0, 1), header_style="dim")
    for luck in told.luck:
        row = [f"{luck.value:.2f} ± {luck.error:.2f}", f"{luck.usual:.2f} ± {luck.usual_error:.2f}"]
        if has_points:
            row.append(f"{luck.points or 0.0:.1f} ± {luck.points_error or 0.0:.1f}")
            row.append(f"{luck.usual_points or 0.0:.1f} ± {luck.usual_points_error or 0.0:.1f}")
        table.add_row(match.game.seat_names[luck.seat], *row, _deal_words(luck, match.players))
    screen.console.print(table)


def _deal_words(luck: DealLuck, players: int) -> str:
    """How good a deal was, if that is clear: by the points where they show it, for they vary less than wins."""
    gains = [(luck.value - luck.usual, hypot(luck.error, luck.usual_error))] if players > 1 else []
    if luck.points is not None and luck.usual_points is not None:
        error = hypot(luck.points_error or 0.0, luck.usual_points_error or 0.0)
        gains.insert(0, (luck.points - luck.usual_points, error))
    clear = next((gain for gain, error in gains if abs(gain) > CLEAR * error), 0.0)
    return say("a good deal") if clear > 0 else say("a poor deal") if clear < 0 else say("an average deal")


def _no_luck(match: Match) -> str:
    """Why a review says nothing of luck."""
    if match.is_from_position:
        return say("The luck of the deal is not known: the match began in the middle of a game.")
    if match.at(0).deal is None:
        return say("{game} has no luck: nothing is dealt.", game=match.game.title)
    return say("The luck of the deal is measured when the game is over.")


def _show_best_possible(match: Match, told: Annotation, screen: Screen) -> None:
    """Print the best score that each seat could have reached, and how."""
    for best in told.best_possible:
        assert match.outcome is not None
        who, scored = called(match, best.seat), match.outcome.scores[best.seat]
        if best.is_exact:
            possible = say(
                "With all cards known, {who} could have scored {points}, and no more.", who=who, points=best.points
            )
        elif best.bound is None:
            possible = say(
                "With all cards known, {who} could have scored {points} or more.", who=who, points=best.points
            )
        else:
            possible = say(
                "With all cards known, {who} could have scored {points}, perhaps more, but not above {bound}.",
                who=who,
                points=best.points,
                bound=best.bound,
            )
        screen.say()
        screen.say(say("{possible} The score was {scored}.", possible=possible, scored=scored))
        screen.detail(", ".join(best.moves))
