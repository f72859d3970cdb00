"""Cirplexed!: everyone builds a patch of tiles at the same time and completes circles of one colour."""

from parlour.game import Game
from parlour.games.cirplexed import bot, draw, encoding, explain, notation, rules, tiles, view
from parlour.games.cirplexed.bot import evaluate
from parlour.games.cirplexed.explain import mistakes
from parlour.option import Option

GAME = Game(
    name="cirplexed",
    title="Cirplexed!",
    package=__name__,
    sentence="Everyone lays tiles at the same time, so that quarters of one colour meet in complete circles.",
    minutes=20,
    players=range(2, 7),
    seat_names=tiles.SEAT_NAMES,
    simultaneous=True,
    reveals=True,
    options=(
        Option(
            "partial",
            "choice",
            "any",
            "Which three-quarter and half circles count when circles are equal.",
            "C10",
            choices=rules.PARTIAL,
            label="Breaking a tie",
            choice_labels={"any": "All of them", "open": "Only with no other tile around"},
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
    max_plies=lambda players, options: players * (int(rules.tiles_each(players)) - 1),
    rematch_order=lambda outcome, luck: (*range(1, len(outcome.ranking)), 0),  # everyone moves one seat on
    sample=rules.sample,
    evaluate=evaluate.evaluate,
    encoding=encoding,
    levels=bot.LEVELS,
    searcher=bot.Futures,
)
