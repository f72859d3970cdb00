"""Plots as SVG, to be embedded in a page."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from parlour.arena.report.summary import Summary, scores_of
from parlour.arena.statistics.intervals import Estimate
from parlour.arena.tournament.worker import GameResult
from parlour.errors import ParlourError, to_install

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    Paint = Callable[[Axes], None]

# Light-mode colours; the page replaces them by variables, which differ in dark mode.
INK, MARK, PALE, LINE = "#5f6167", "#1f6fb2", "#a9cbe8", "#d9d3c6"
VARIABLES = {INK: "plot-ink", MARK: "plot-mark", PALE: "plot-pale", LINE: "plot-line"}
WIDTH = 4.6  # inches
WHISKERS = (5, 95)  # percent


def plots(summary: Summary, games: Sequence[GameResult], page_part: int = 0) -> dict[str, str]:
    """All plots of a summary, by title. Each part of one page needs its own number."""
    paints: dict[str, tuple[float, Paint]] = {}
    if summary.base is not None:
        rated = {entrant.name: entrant.rating for entrant in summary.entrants if entrant.rating is not None}
        paints["Ratings"] = _intervals(rated, f"Elo, {summary.base} at 0")
    scored = {entrant.name: entrant.score for entrant in summary.entrants if entrant.score is not None}
    if scored:
        paints[f"Mean {summary.score_name}"] = _intervals(scored, f"{summary.score_name}, with 95 % intervals")
        paints[f"Spread of {summary.score_name}"] = _spreads(summary, games)
    if summary.seats:
        paints["Seats"] = _seats(summary)
    if summary.shortest < summary.longest:
        paints["Length of games"] = _lengths(games)
    return {title: _svg(title, f"{page_part} {title}", height, paint) for title, (height, paint) in paints.items()}


def _svg(title: str, salt: str, height: float, paint: Paint) -> str:
    """A figure as SVG. Its ids depend on the salt, so that several fit into one page."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise ParlourError(f"plots need matplotlib: {to_install('arena')}") from None
    style: Any = {
        "svg.fonttype": "none",  # text stays text, in the page's font
        "svg.hashsalt": salt,
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": LINE,
        "grid.color": LINE,
        **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        paint(figure.add_subplot())
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.S)
    text = re.sub(r'width="[\d.]+pt" height="[\d.]+pt" ', f'role="img" aria-label="{escape(title)}" ', text, count=1)
    text = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font-size: \1", text)  # use the page's font
    for colour, name in VARIABLES.items():
        text = text.replace(colour, f"var(--{name}, {colour})")
    used = set(re.findall(r"#(\w+)", text))
    return re.sub(r' id="([^"]+)"', lambda found: found[0] if found[1] in used else "", text)


def _intervals(values: dict[str, Estimate], label: str) -> tuple[float, Paint]:
    """A point with its interval for each bot, the last one at the top."""

    def paint(axes: Axes) -> None:
        for row, value in enumerate(values.values()):
            axes.plot([value.low, value.high], [row, row], color=PALE, linewidth=5, solid_capstyle="round")
            axes.plot([value.value], [row], "o", color=MARK)
        axes.set_yticks(range(len(values)), list(values))
        axes.set_ylim(-0.6, len(values) - 0.4)
        axes.set_xlabel(label)
        axes.grid(axis="x", linewidth=0.6)
        axes.set_axisbelow(True)

    return 0.9 + 0.35 * len(values), paint


def _spreads(summary: Summary, games: Sequence[GameResult]) -> tuple[float, Paint]:
    """A box plot: half of a bot's scores lie in its box, nine of ten between its whiskers."""
    names = [entrant.name for entrant in summary.entrants]

    def paint(axes: Axes) -> None:
        axes.boxplot(
            [scores_of(name, games) for name in names],
            orientation="horizontal",
            positions=list(range(len(names))),
            whis=WHISKERS,
            widths=0.55,
            showfliers=False,
            patch_artist=True,
            boxprops={"facecolor": PALE, "edgecolor": MARK},
            medianprops={"color": MARK},
            whiskerprops={"color": MARK},
            capprops={"color": MARK},
        )
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel(f"{summary.score_name}: half of all in the box, nine of ten between the ends")

    return 0.9 + 0.4 * len(names), paint


def _seats(summary: Summary) -> tuple[float, Paint]:
    """How often each seat wins, compared with an equal share."""

    def paint(axes: Axes) -> None:
        for column, seat in enumerate(summary.seats):
            wins = seat.wins
            axes.bar([column], [100 * wins.value], color=PALE, width=0.6)
            axes.plot([column, column], [100 * wins.low, 100 * wins.high], color=MARK, linewidth=2)
        fair = 100 * sum(seat.wins.value for seat in summary.seats) / len(summary.seats)
        axes.axhline(fair, color=INK, linewidth=1, linestyle="--")
        axes.set_xticks(
            range(len(summary.seats)), [f"{number} ({seat.name})" for number, seat in enumerate(summary.seats, 1)]
        )
        axes.set_ylabel("games won, %")

    return 2.6, paint


def _lengths(games: Sequence[GameResult]) -> tuple[float, Paint]:
    """A histogram of the number of moves."""
    counts = Counter(game.plies for game in games)
    step = max(1, (max(counts) - min(counts)) // 40)  # about as many bars as can be told apart
    bars: Counter[int] = Counter()
    for plies, number in counts.items():
        bars[plies // step * step] += number

    def paint(axes: Axes) -> None:
        axes.bar([plies + step / 2 - 0.5 for plies in bars], list(bars.values()), width=0.9 * step, color=PALE)
        axes.set_xlabel("moves of all seats together")
        axes.set_ylabel("games")
        axes.locator_params(integer=True)

    return 2.4, paint
