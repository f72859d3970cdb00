"""`python -m bench.first_timers`: how often somebody who plays for the first time wins against level 1.

First-timers are scripted: each knows the rules of a game and has one simple plan, looks no further than the move to be
made, and plays anything where the plan says nothing. Every deal is played twice, once from either seat, and all numbers
come from seeds, so that every run prints the same.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Container, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

import parlour
from parlour.arena.statistics.intervals import share
from parlour.games import find
from parlour.games.cirplexed import rules as cirplexed
from parlour.games.tracktic import rules as tracktic
from parlour.grid import HEX_STEPS, Cell, hex_cells, parse_hex
from parlour.luck import Luck
from parlour.match import Match

Policy = Callable[[Match, int, Luck], str]


# -- Exago -------------------------------------------------------------------------------------------------------------

FIVE = 5  # tiles in line win (X5)


def exago_move(match: Match, seat: int, luck: Luck) -> str:
    """Complete a five; stop a four; stop an open three; extend the longest line; else any tile beside another.

    Of a line with a gap, only what lies on either side of the gap is seen.
    """
    radius = match.view(seat)["board"]["radius"]
    owners = {parse_hex(name, radius) or (0, 0): owner for name, owner in match.view(seat)["board"]["tiles"].items()}
    mine = {cell for cell, owner in owners.items() if owner == seat}
    theirs = set(owners) - mine
    free = set(hex_cells(radius)).difference(owners)

    @cache
    def worth(cell: Cell | None) -> tuple[int, ...]:
        if cell is None:  # a pass
            return (-1,)
        own, others = ([runs(cell, step, tiles) for step in HEX_STEPS[:3]] for tiles in (mine, theirs))
        longest, stopped = (1 + max(one[0] + other[0] for one, other in lines) for lines in (own, others))
        stops_three = any(length == FIVE - 2 and end in free for line in others for length, end in line)
        return int(longest >= FIVE), int(stopped >= FIVE), int(stops_three), longest

    return best_of(match.legal(seat), lambda text: worth(parse_hex(text.split(" ")[-1], radius)), luck)


def runs(cell: Cell, step: Cell, tiles: Container[Cell]) -> list[tuple[int, Cell]]:
    """Return, for both directions of an axis, how many of these tiles follow a cell, and the cell after them."""
    found = []
    for sign in (1, -1):
        length, (q, r) = 0, (cell[0] + sign * step[0], cell[1] + sign * step[1])
        while (q, r) in tiles:
            length, q, r = length + 1, q + sign * step[0], r + sign * step[1]
        found.append((length, (q, r)))
    return found


# -- Träxx -------------------------------------------------------------------------------------------------------------


def distance(a: Cell, b: Cell) -> int:
    """Steps between two fields."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def traxx_move(match: Match, seat: int, luck: Luck) -> str:
    """Take the numbers within reach that bring most; else as many fields as possible, ending nearest to a number."""
    board = match.view(seat)["board"]
    spots = {name: parse_hex(name, board["radius"]) or (0, 0) for name in board["fields"]}
    values = {
        name: board["worth"][seat][str(value)]
        for name, value in board["numbers"].items()
        if name not in board["lines"][seat]
    }

    def worth(text: str) -> tuple[int, int, int]:
        entered = text.split(" ")[1:]
        if not entered:  # a pass
            return -1, 0, 0
        ahead = [distance(spots[entered[-1]], spots[name]) for name in values if name not in entered]
        return sum(values.get(name, 0) for name in entered), len(entered), -min(ahead, default=0)

    return best_of(match.legal(seat), worth, luck)


# -- Cirplexed! --------------------------------------------------------------------------------------------------------


def cirplexed_move(match: Match, seat: int, luck: Luck) -> str:
    """Close as many circles as possible now; else have as many as possible with one quarter missing, else half done."""
    start = match.belief(seat, seed=luck.number()).state
    table = np.zeros((match.players, len(cirplexed.SCORE_NAMES)), np.int64)

    def worth(code: int) -> tuple[int, ...]:
        after = start.copy()
        cirplexed.apply(after[0], seat, code)
        after[0].shown = after[0].count[seat]  # so that the tile just placed counts
        cirplexed.scores(after[0], table)
        return tuple(int(number) for number in table[seat])

    return move_worth_most(match, seat, worth, luck)


# -- Tracktic ----------------------------------------------------------------------------------------------------------


def tracktic_move(match: Match, seat: int, luck: Luck) -> str:
    """Lay what makes the longest path now; skip only if nothing fits."""
    start = match.belief(seat, seed=luck.number()).state
    table = np.zeros((match.players, len(tracktic.SCORE_NAMES)), np.int64)

    def worth(code: int) -> tuple[int, ...]:
        after = start.copy()
        tracktic.apply(after[0], seat, code)
        tracktic.scores(after[0], table)
        return int(code != tracktic.SKIP), int(table[seat, 0])

    return move_worth_most(match, seat, worth, luck)


# -- playing -----------------------------------------------------------------------------------------------------------


def any_of(moves: Iterable[str], luck: Luck) -> str:
    """Return one of these moves, each equally likely."""
    listed = sorted(moves)
    return listed[luck.below(len(listed))]


def best_of(moves: Iterable[str], worth: Callable[[str], tuple[int, ...]], luck: Luck) -> str:
    """Return the move that is worth most; of equal ones, any."""
    worths = {text: worth(text) for text in moves}
    most = max(worths.values())
    return any_of((text for text, value in worths.items() if value == most), luck)


def move_worth_most(match: Match, seat: int, worth: Callable[[int], tuple[int, ...]], luck: Luck) -> str:
    """The same for moves by their codes."""
    text = partial(match.game.notation.move_text, match.state[0], seat)
    codes = {text(code): code for code in match.move_codes(seat)}
    return best_of(codes, lambda move: worth(codes[move]), luck)


PLANS: dict[str, Policy] = {
    "exago": exago_move,
    "traxx": traxx_move,
    "cirplexed": cirplexed_move,
    "tracktic": tracktic_move,
}


THOUSANDTHS = 1000  # the resolution of slips


def played(game: str, level: str, number: int, slips: float, effort: float) -> float:
    """Play a game, the same for the same number; return 1 if the first-timer won, 0.5 if they shared it, or else 0."""
    luck = Luck(f"first timers/{game}/{number // 2}")  # the same deal twice, from either seat
    match, seat = parlour.new(game, players=2, seed=luck.number()), number % 2
    luck = Luck(f"first timers/{game}/{number}")
    bot = parlour.bot(game, level, luck.number(), effort=effort, clock=never_late)
    while match.waiting:
        acting = match.waiting[0]
        if acting != seat:
            text = bot.choose(match, acting)
        elif luck.below(THOUSANDTHS) < THOUSANDTHS * slips:
            text = any_of(match.legal(seat), luck)
        else:
            text = PLANS[game](match, seat, luck)
        match.play(acting, text)
    assert match.outcome is not None
    winners = match.outcome.winners
    return 0.5 if len(winners) != 1 else float(seat in winners)


def never_late() -> float:
    """A clock that stands still: bots search by simulations, so that every run gives the same figures."""
    return 0.0


def main(
    game: Annotated[list[str] | None, typer.Option(help="A game; by default all, repeat for several.")] = None,
    level: Annotated[list[str] | None, typer.Option(help="A level to play against; repeat for several.")] = None,
    games: Annotated[int, typer.Option(min=2, help="How many games of each.")] = 200,
    slips: Annotated[float, typer.Option(min=0.0, max=1.0, help="How often the first-timer plays anything.")] = 0.0,
    effort: Annotated[float, typer.Option(min=0.001, help="A factor on the bot's simulations.")] = 1.0,
) -> None:
    """Play scripted first-timers against a level and print how often they win, with 95 % intervals."""
    pairs = [(name, against) for name in game or PLANS for against in level or ["1"]]
    asked = [(*pair, number, slips, effort) for pair in pairs for number in range(games)]
    columns = (SpinnerColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("games"))
    processes = ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))
    with processes, Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        results = processes.map(played, *zip(*asked, strict=True), chunksize=5)
        shares = list(progress.track(results, total=len(asked)))
    console = Console()
    for k, (name, against) in enumerate(pairs):
        own = shares[k * games : (k + 1) * games]
        part = share(own)
        console.print(
            f"{find(name).title}, level {against}: {100 * part.value:.1f} % of {games} games "
            f"(95 %: {100 * part.low:.1f} to {100 * part.high:.1f}), {own.count(0.5)} of them shared",
            highlight=False,
        )


if __name__ == "__main__":
    typer.run(main)
