"""Träxx: draw one line over as much of your sheet as you can, and reach the numbers before the others."""

from parlour.game import Game
from parlour.games.traxx import bot, draw, encoding, explain, notation, rules, sheets, view
from parlour.games.traxx.bot import evaluate
from parlour.games.traxx.bot.solver import Best, afterword, best_by_seat, best_possible
from parlour.games.traxx.draw import sheet_svg
from parlour.games.traxx.explain import mistakes
from parlour.games.traxx.sheets.picture import choice_svg
from parlour.games.traxx.sheets.solo import made
from parlour.option import Option

__all__ = ["GAME", "Best", "best_possible", "sheet_svg"]

GAME = Game(
    name="traxx",
    title="Träxx",
    package=__name__,
    sentence="Draw one line over as many fields as you can, and be early at the numbers.",
    minutes=15,
    players=range(1, 5),
    seat_names=notation.SEATS,
    simultaneous=True,
    reveals=True,
    options=(
        Option(
            "sheet",
            "json",
            sheets.STANDARD,
            "The sheet of coloured fields that everyone plays on. On each, the four starts are about equally good.",
            "T3",
            label="Sheet",
            choices=tuple(sheets.CHOICES),
            choice_labels=sheets.CHOICES,
            check=sheets.checked,
            draw=choice_svg,
            make=made,
        ),
    ),
    rules=rules,
    notation=notation,
    view=view,
    draw=draw,
    why_not=explain.why_not,
    step=explain.step,
    step_message=explain.step_message,
    columns=explain.COLUMNS,
    explain_mistake=mistakes.explain_mistake,
    hint_cells=mistakes.hint_cells,
    preview=view.preview,
    forget=view.forget,
    max_plies=lambda players, options: players * rules.ROUNDS,
    rematch_order=lambda outcome, luck: tuple(range(len(outcome.scores))),  # T4: the starts are dealt again
    sample=rules.sample,
    evaluate=evaluate.evaluate,
    encoding=encoding,
    levels=bot.LEVELS,
    searcher=bot.Planner,
    afterword=afterword,
    best_possible=best_by_seat,
)
