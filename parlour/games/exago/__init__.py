"""Exago: line up four of your tiles on a hexagonal board, five with two players."""

from parlour.game import Game, Luck, Outcome
from parlour.games.exago import bot, draw, encoding, explain, notation, rules, view
from parlour.games.exago.bot import evaluate
from parlour.games.exago.explain import mistakes
from parlour.option import Option


def rematch_order(outcome: Outcome, luck: Luck) -> tuple[int, ...]:
    """X7: the last winner first, the others at random; after a draw, everyone at random."""
    others = [seat for seat in range(len(outcome.ranking)) if seat not in outcome.winners]
    return (*outcome.winners, *luck.shuffled(others))


GAME = Game(
    name="exago",
    title="Exago",
    package=__name__,
    sentence="Line up four of your tiles, five with two players; every tile touches another.",
    minutes=15,
    players=range(2, 7),
    seat_names=notation.COLOURS,
    perfect_information=True,
    options=(
        Option(
            "radius",
            "number",
            5,
            "Cells from the centre to a corner: with 4, the board has 61 cells, with 5 it has 91.",
            "X2",
            low=4,
            high=5,
            label="Size of the board",
        ),
        Option(
            "must_block",
            "choice",
            "choice",
            "With three players or more: when you must stop others who could win at their next turn.",
            "X16",
            label="Duty to block",
            choices=("choice", "always", "off"),
            choice_labels={"choice": "If two or more could win", "always": "Always", "off": "Never"},
        ),
        Option(
            "turn_limit",
            "number",
            60,
            "Full rounds after which the game is a draw.",
            "X18",
            low=1,
            high=1000,
            label="Rounds until a draw",
        ),
        Option(
            "early_relocation",
            "flag",
            False,
            "Tiles may be moved while there are still some in hand.",
            "X19",
            label="Moving tiles early",
        ),
        Option(
            "handicap",
            "numbers",
            0,
            "Tiles that each player goes without.",
            "X20",
            high=lambda players: 11 if players == 2 else 5,
        ),
        Option(
            "reconnect",
            "flag",
            False,
            "A moved tile may rejoin what its lift cut off.",
            "X21",
            label="Rejoining groups",
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
    max_plies=lambda players, options: players * int(options["turn_limit"]),
    rematch_order=rematch_order,
    shares_wins=False,  # X18b
    sample=rules.sample,
    evaluate=evaluate.evaluate,
    propose=evaluate.propose,
    encoding=encoding,
    levels=bot.LEVELS,
    searcher=bot.searcher,
)
