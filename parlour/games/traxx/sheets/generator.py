"""Making new sheets for Träxx: coloured and numbered like the standard one, with four starts that are equally good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.errors import ParlourError
from parlour.game import Luck
from parlour.games.traxx.rules import CARDS, RADIUS, STARTS
from parlour.games.traxx.sheets import COLOURS, FIELDS, STANDARD, VALUES, Sheet, sheet_of
from parlour.grid import Cell, hex_cells

CELLS = dict(zip(FIELDS, hex_cells(RADIUS), strict=True))
RINGS = {
    2: ("2", "3", "4"),
    3: ("5", "6", "7"),
    4: ("8", "9", "10"),
}  # the higher a number, the farther from the centre
START_RING, START_GAP = 2, 3  # distance of starts from the centre, and minimum distance from each other
MOST = 1.0  # points by which the mean results of two starts may differ
QUICK_MOST = 1.5  # the same for a sheet made in seconds: still less than the standard sheet's starts differ

Deck = list[int]
# From a sheet, starts and decks to the results of solo games: one row per start, one column per deck.
Results = NDArray[np.int64]
Play = Callable[[Sheet, Sequence[str], Sequence[Deck]], Results]


def distance(one: str, other: str) -> int:
    """Return the distance between two fields."""
    return _steps(CELLS[one], CELLS[other])


def _steps(one: Cell, other: Cell) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def ring(number: int) -> list[str]:
    """Return the fields at this distance from the centre."""
    return [name for name, cell in CELLS.items() if _steps(cell, (0, 0)) == number]


# -- a sheet without regard to fairness --------------------------------------------------------------------------------


def random_colours(luck: Luck) -> dict[str, str]:
    """Every colour on ten or eleven fields, never on two neighbours."""
    while True:
        left = dict.fromkeys(COLOURS, len(FIELDS) // len(COLOURS))
        left[COLOURS[luck.below(len(COLOURS))]] += 1
        fields: dict[str, str] = {}
        for name in luck.shuffled(FIELDS):
            around = {colour for other, colour in fields.items() if distance(name, other) == 1}
            free = [colour for colour in luck.shuffled(COLOURS) if left[colour] and colour not in around]
            if not free:
                break  # start over
            fields[name] = max(free, key=lambda colour: left[colour])
            left[fields[name]] -= 1
        else:
            return {name: fields[name] for name in FIELDS}


def random_numbers(luck: Luck) -> dict[str, str]:
    """Each number on its ring, no two on neighbours."""
    while True:
        numbers: dict[str, str] = {}
        for steps, values in RINGS.items():
            numbers |= dict(zip(values, luck.shuffled(ring(steps))[: len(values)], strict=True))
        if all(distance(one, other) > 1 for one, other in combinations(numbers.values(), 2)):
            return numbers


def random_sheet(luck: Luck) -> Sheet:
    """A sheet whose starts are still to be found."""
    standard = sheet_of(STANDARD)
    numbers = random_numbers(luck)
    return {
        "radius": RADIUS,
        "colours": list(COLOURS),
        "fields": random_colours(luck),
        "numbers": {value: numbers[value] for value in VALUES},
        "starts": [],
        "cards": standard["cards"],
    }


# -- how fair it is ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fairness:
    """Mean solo results of the starts of a sheet, with the same decks."""

    starts: tuple[str, ...]
    games: int  # from each start
    means: tuple[float, ...]
    margins: tuple[float, ...]  # half-widths of the 95 % intervals of the means
    spread: float  # between the highest and the lowest mean
    margin: float  # half-width of the widest interval of a difference, with 95 % confidence for all together
    limit: float  # no two starts differ by more than this, with the same confidence

    @property
    def is_fair(self) -> bool:
        """Whether four starts are as good as equal."""
        return self.limit <= MOST


Z_ONE, Z_SIX = 1.96, 2.64  # of the normal distribution: 95 % for one interval, and for six together (Bonferroni)


def fairness(starts: Sequence[str], results: Results) -> Fairness:
    """What the results of games with the same decks say."""
    games = results.shape[1]
    means, deviations = results.mean(axis=1), results.std(axis=1, ddof=1)
    limit = margin = 0.0
    for one, other in combinations(range(len(starts)), 2):
        difference = results[one] - results[other]  # deck by deck, so that the luck of the cards cancels out
        reach = float(Z_SIX * difference.std(ddof=1) / sqrt(games))
        margin, limit = max(margin, reach), max(limit, abs(float(difference.mean())) + reach)
    return Fairness(
        starts=tuple(starts),
        games=games,
        means=tuple(float(mean) for mean in means),
        margins=tuple(float(Z_ONE * deviation / sqrt(games)) for deviation in deviations),
        spread=float(means.max() - means.min()),
        margin=margin,
        limit=limit,
    )


def measure(sheet: Sheet, luck: Luck, games: int, play: Play) -> Fairness:
    """How fair a sheet's own starts are."""
    starts = sheet["starts"]
    return fairness(starts, play(sheet, starts, random_decks(luck, games)))


def random_decks(luck: Luck, count: int) -> list[Deck]:
    """Orders of the cards."""
    return [luck.shuffled(range(CARDS)) for _ in range(count)]


# -- a fair one --------------------------------------------------------------------------------------------------------

TRIES = 100  # sheets tried before giving up; one of the first few is usually fair
SCREENING = 8  # final games per game with which the starts are chosen


def fair_sheet(
    luck: Luck, games: int, play: Play, tell: Callable[[str], None] = lambda text: None, most: float = MOST
) -> tuple[Sheet, Fairness]:
    """Make a new sheet and measure it; the same luck makes the same sheet."""
    for number in range(1, TRIES + 1):
        sheet = random_sheet(luck)
        tell(f"sheet {number}: looking for starts")
        groups = possible_starts(sheet)
        if not groups:
            continue
        candidates = sorted({name for group in groups for name in group})
        results = play(sheet, candidates, random_decks(luck, max(50, games // SCREENING)))
        starts = nearest_equals(groups, dict(zip(candidates, results.mean(axis=1).tolist(), strict=True)))
        sheet["starts"] = luck.shuffled(starts)
        tell(f"sheet {number}: measuring its starts")
        decks = random_decks(luck, games)  # new ones: the first were used to choose
        part = play(sheet, sheet["starts"], decks[: games // 4])
        measured = fairness(sheet["starts"], part)
        if measured.spread <= most:  # else the rest is not worth playing
            rest = play(sheet, sheet["starts"], decks[games // 4 :])
            measured = fairness(sheet["starts"], np.concatenate([part, rest], axis=1))
        if measured.limit <= most:
            return sheet, measured
        margin = measured.margin * sqrt(measured.games / games)  # estimated for all the games
        if margin >= most:
            enough = 100 * ceil(games * (2 * margin / most) ** 2 / 100)
            raise ParlourError(f"{games} games from each start are too few to tell; {enough} would be enough")
        tell(f"sheet {number}: starts differ by up to {measured.limit:.2f} points")
    raise ParlourError(
        f"none of {TRIES} sheets was shown to be fair within {most:g} point by {games} games a start: try more of them"
    )


def possible_starts(sheet: Sheet) -> list[tuple[str, ...]]:
    """Return the groups of four fields, without numbers and far enough apart, that may be the starts."""
    free = [name for name in ring(START_RING) if name not in sheet["numbers"].values()]
    return [
        group
        for group in combinations(free, STARTS)
        if all(distance(one, other) >= START_GAP for one, other in combinations(group, 2))
    ]


def nearest_equals(groups: Sequence[tuple[str, ...]], means: dict[str, float]) -> tuple[str, ...]:
    """Return the group whose means are closest together."""

    def spread(group: tuple[str, ...]) -> float:
        return max(means[name] for name in group) - min(means[name] for name in group)

    return min(groups, key=lambda group: (spread(group), group))
