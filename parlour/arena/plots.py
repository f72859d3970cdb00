"""Plots as SVG to be put into a page."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parlour.arena.estimates import Estimate
from parlour.arena.playing import Played
from parlour.arena.summary import Summary, scores_of
from parlour.game import ParlourError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PALE, LINE = "#1f4e79", "#a9c4de", "#888888"
WIDTH = 5.2  # inches
WHISKERS = (5, 95)  # percent


def plots(summary: Summary, games: Sequence[Played]) -> dict[str, str]:
    """All that there is to draw, by title."""
    drawn = {}
    if summary.base is not None:
        rated = {entrant.name: entrant.rating for entrant in summary.entrants if entrant.rating is not None}
        drawn["Ratings"] = _intervals(rated, f"Elo, {summary.base} at 0")
    scored = {entrant.name: entrant.score for entrant in summary.entrants if entrant.score is not None}
    if scored:
        drawn[f"Mean {summary.score_name}"] = _intervals(scored, f"{summary.score_name}, with 95 % intervals")
        drawn[f"Spread of {summary.score_name}"] = _spreads(summary, games)
    if summary.seats:
        drawn["Seats"] = _seats(summary)
    if summary.shortest < summary.longest:
        drawn["Length of games"] = _lengths(games)
    return drawn


def _svg(name: str, height: float, paint: Any) -> str:
    """A figure as SVG whose names are its own, so that several fit into one page."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise ParlourError("plots need matplotlib: pip install 'parlour[arena]'") from None
    style: Any = {
        "svg.fonttype": "none",  # text stays text, in the page's letters
        "svg.hashsalt": name,
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": LINE,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        paint(figure.add_subplot())
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.S)
    return re.sub(r'width="[\d.]+pt" height="[\d.]+pt" ', 'role="img" ', text, count=1)


def _intervals(values: dict[str, Estimate], label: str) -> str:
    """A point with its interval for each bot, the last on top."""

    def paint(axes: Axes) -> None:
        for row, value in enumerate(values.values()):
            axes.plot([value.low, value.high], [row, row], color=PALE, linewidth=5, solid_capstyle="round")
            axes.plot([value.value], [row], "o", color=INK)
        axes.set_yticks(range(len(values)), list(values))
        axes.set_ylim(-0.6, len(values) - 0.4)
        axes.set_xlabel(label)
        axes.grid(axis="x", color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)

    return _svg(label, 0.9 + 0.35 * len(values), paint)


def _spreads(summary: Summary, games: Sequence[Played]) -> str:
    """Half of a bot's scores lie in its box, nine of ten between its whiskers."""
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
            boxprops={"facecolor": PALE, "edgecolor": INK},
            medianprops={"color": INK},
            whiskerprops={"color": INK},
            capprops={"color": INK},
        )
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel(f"{summary.score_name}: half of all results in the box, nine of ten between the ends")

    return _svg("spreads", 0.9 + 0.4 * len(names), paint)


def _seats(summary: Summary) -> str:
    """How often each seat wins, beside what is fair."""

    def paint(axes: Axes) -> None:
        for column, seat in enumerate(summary.seats):
            wins = seat.wins
            axes.bar([column], [100 * wins.value], color=PALE, width=0.6)
            axes.plot([column, column], [100 * wins.low, 100 * wins.high], color=INK, linewidth=2)
        fair = 100 * sum(seat.wins.value for seat in summary.seats) / len(summary.seats)
        axes.axhline(fair, color=LINE, linewidth=1, linestyle="--")
        axes.set_xticks(
            range(len(summary.seats)), [f"{number} ({seat.name})" for number, seat in enumerate(summary.seats, 1)]
        )
        axes.set_ylabel("games won, %")

    return _svg("seats", 2.6, paint)


def _lengths(games: Sequence[Played]) -> str:
    """How many games had how many moves."""
    counts = Counter(game.plies for game in games)
    step = max(1, (max(counts) - min(counts)) // 40)  # so many bars can be told apart
    bars: Counter[int] = Counter()
    for plies, number in counts.items():
        bars[plies // step * step] += number

    def paint(axes: Axes) -> None:
        axes.bar([plies + step / 2 - 0.5 for plies in bars], list(bars.values()), width=0.9 * step, color=PALE)
        axes.set_xlabel("moves of all seats together")
        axes.set_ylabel("games")
        axes.locator_params(integer=True)

    return _svg("lengths", 2.4, paint)
