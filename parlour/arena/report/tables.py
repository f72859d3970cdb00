"""Figures as tables of text, the same in a terminal, on a page and in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from parlour.arena.report.summary import Pairing, Summary
from parlour.arena.statistics.intervals import Estimate
from parlour.bots import title
from parlour.luck import canonical_json
from parlour.numbers import counted

Rows = list[list[str]]  # the first is the heading


def heading(summary: Summary) -> str:
    """`Exago, 2 seats, effort 0.1`."""
    facts = summary.facts
    seats = counted(facts["players"], "seat")
    tables = ", mixed tables" if facts["mixed"] else ""
    if "everybody" in facts:
        tables = f", {title(facts['everybody'])} in each"
    return f"{summary.title}, {seats}{tables}" + ("" if facts["effort"] == 1 else f", effort {facts['effort']:g}")


def conditions(summary: Summary, usual: dict[str, Any]) -> list[str]:
    """The conditions of the games, in sentences; `usual` are the default options."""
    facts = summary.facts
    changed = {name: value for name, value in facts["options"].items() if usual.get(name, value) != value}
    sentences = [f"{counted(summary.games, 'game')}, rules version {facts['rules']}, seed {facts['seed']}."]
    if summary.unfinished:
        sentences.append("Not finished: the first table shows the games played and requested.")
    if changed:
        sentences.append(f"Options: {canonical_json(changed)}.")
    if facts["effort"] != 1:
        sentences.append(f"Every bot had {facts['effort']:g} times the time and simulations of its level.")
    if summary.programs > 1:
        sentences.append(f"The games were played by {summary.programs} versions of the code.")
    return sentences


def ratings_table(summary: Summary) -> Rows:
    """A row per bot, strongest first."""
    is_rated = summary.base is not None
    rows = [
        ["bot", *(["rating", "95 % interval", "seats won"] if is_rated else []), "games", "seconds a move", "slowest"]
    ]
    for entrant in reversed(summary.entrants):
        row = [entrant.name]
        if entrant.rating is not None:
            interval = "-" if entrant.name == summary.base else span(entrant.rating, 0)
            row += [f"{entrant.rating.value:.0f}", interval, percent(entrant.wins)]
        rows.append([*row, str(entrant.games), f"{entrant.seconds:.3f}", f"{entrant.slowest:.2f}"])
    return rows


def scores_table(summary: Summary) -> Rows:
    """A row per bot if scores say more than who won; otherwise none."""
    scored = [(entrant.name, entrant.score) for entrant in reversed(summary.entrants) if entrant.score is not None]
    rows = [[name, f"{score.value:.2f}", span(score, 2)] for name, score in scored]
    return [["bot", f"mean {summary.score_name}", "95 % interval"], *rows]


def pairings_table(summary: Summary) -> Rows:
    """A row per pair of bots."""
    rows = [["bots", "won-tied-lost", "share", "95 % interval", "stronger"]]
    for pairing in summary.pairings:
        counts = f"{pairing.wins}-{pairing.ties}-{pairing.losses}"
        row = [_against(pairing), counts, percent(pairing.share.value), percents(pairing.share), stronger(pairing)]
        rows.append(row)
    return rows


def distances_table(summary: Summary) -> Rows:
    """A row per pair of bots: how far apart they are in ratings and, if scores say more than who won, in scores."""
    rows = [["bots"]]
    rows[0] += [] if summary.is_alone else ["Elo ahead", "95 % interval"]
    has_margins = any(pairing.margin is not None for pairing in summary.pairings)
    rows[0] += [f"{summary.score_name} ahead", "95 % interval"] if has_margins else []
    for pairing in summary.pairings:
        row = [_against(pairing)]
        if pairing.rating is not None:
            row += [f"{pairing.rating.value:+.0f}", span(pairing.rating, 0)]
        if pairing.margin is not None:
            row += [f"{pairing.margin.value:+.2f}", span(pairing.margin, 2)]
        rows.append(row)
    return rows


def _against(pairing: Pairing) -> str:
    return f"{pairing.higher} : {pairing.lower}"


def seats_table(summary: Summary) -> Rows:
    """A row per seat."""
    rows = [["seat", "wins", "95 % interval"]]
    for number, seat in enumerate(summary.seats, 1):
        rows.append([f"{number} ({seat.name})", percent(seat.wins.value), percents(seat.wins)])
    return rows


def unfinished_table(summary: Summary) -> Rows:
    """A row per lineup with fewer games than requested."""
    rows = [["not finished", "games", "requested"]]
    for lineup in summary.unfinished:
        rows.append([" : ".join(reversed(lineup.bots)), str(lineup.games), str(lineup.asked)])
    return rows


def tables(summary: Summary) -> list[Rows]:
    """All tables that have rows."""
    made = (unfinished_table, ratings_table, scores_table, pairings_table, distances_table, seats_table)
    return [rows for make in made if len(rows := make(summary)) > 1]


def closing_words(summary: Summary) -> str:
    """How often seats would win by chance, and how long games were."""
    chance = (
        f"By chance alone, each seat would win {100 / len(summary.seats):.3g} % of games. " if summary.seats else ""
    )
    if summary.shortest == summary.longest:
        return f"{chance}Every game had {counted(summary.shortest, 'move')}."
    return f"{chance}Games had {summary.shortest} to {summary.longest} moves, with a median of {summary.usual:g}."


def stronger(pairing: Pairing) -> str:
    """The bot that is proved stronger, or `not sure`."""
    return {1: pairing.higher, -1: pairing.lower, 0: "not sure"}[pairing.verdict]


def notes(summaries: Sequence[Summary]) -> list[str]:
    """How to read the figures, each note once for all summaries."""
    sentences = []
    if any(summary.base is not None for summary in summaries):
        sentences.append(
            "Ratings are on the Elo scale, where 400 points correspond to odds of ten to one. They are fitted to all "
            "games together (Bradley-Terry for two players, Plackett-Luce for more). The bot at 0 has no interval; "
            "the intervals of the others are for the distance to it, from the Fisher information or from the spread "
            "between deals, whichever is wider."
        )
        sentences.append("Seats won: the share of a bot's seats that won, with shared wins divided.")
    if any(summary.pairings for summary in summaries):
        alone = "; in solo games, results on the same deal are compared" if any(s.is_alone for s in summaries) else ""
        sentences.append(
            f"Share: how often the first bot was ahead, with ties counted as half{alone}. Its interval holds at all "
            "points of a match simultaneously, so a match may be stopped as soon as it is decided: the error rate "
            "stays at or below 5 %."
        )
    if any(pairing.margin for summary in summaries for pairing in summary.pairings):
        sentences.append("Score differences are paired: both bots had the same deals from the same seats.")
    return sentences


def percent(part: float) -> str:
    """`57.3 %`."""
    return f"{100 * part:.1f} %"


def percents(estimate: Estimate) -> str:
    """`51.0 to 63.2 %`."""
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"


def span(estimate: Estimate, digits: int) -> str:
    """`-12 to 30`; empty if there is only one value, which has no spread."""
    if not isfinite(estimate.low):
        return "-"
    return f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}"


def markdown_table(rows: Rows) -> str:
    """A Markdown table with numbers aligned to the right."""
    marks = ["---" if column == 0 else "---:" for column in range(len(rows[0]))]
    return "\n".join("| " + " | ".join(row) + " |" for row in _with_marks(rows, marks))


def _with_marks(rows: Rows, marks: Sequence[str]) -> Rows:
    return [rows[0], list(marks), *rows[1:]]
