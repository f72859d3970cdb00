"""Tracktic: lay jigsaw pieces in the patterns of the cards; the longest path of your colour and white wins."""

from parlour.game import Game
from parlour.games.tracktic import bot, draw, encoding, explain, notation, rules, view
from parlour.games.tracktic.bot import evaluate
from parlour.games.tracktic.explain import mistakes
from parlour.games.tracktic.notation.names import COLOURS
from parlour.games.tracktic.paths import longest_path
from parlour.option import Option

__all__ = ["GAME", "longest_path"]

GAME = Game(
    name="tracktic",
    title="Tracktic",
    package=__name__,
    sentence="Lay pieces in the patterns of the cards; the longest path of your colour and of white pieces wins.",
    minutes=30,
    players=range(2, 5),
    seat_names=COLOURS,
    perfect_information=True,
    options=(
        Option(
            "deck",
            "choice",
            "standard",
            "How many squares the patterns on the cards have.",
            "K4",
            choices=rules.DECKS,
            label="Patterns",
            choice_labels={"standard": "2 to 4 squares", "long": "3 to 5 squares"},
        ),
        Option(
            "pieces",
            "choice",
            "jigsaw",
            "Whether pieces have tabs and blanks that must interlock.",
            "K12",
            choices=rules.PIECES,
            label="Pieces",
            choice_labels={"jigsaw": "Jigsaw pieces", "plain": "Plain squares"},
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
    complete=notation.complete,
    preview=view.preview,
    forget=view.forget,
    max_plies=lambda players, options: rules.CARDS + players,  # every move uses up a card or a seat
    rematch_order=lambda outcome, luck: (*range(1, len(outcome.ranking)), 0),
    sample=rules.sample,
    evaluate=evaluate.evaluate,
    encoding=encoding,
    levels=bot.LEVELS,
    searcher=bot.Playouts,
)
