"""The results of a file for people: a page with plots, or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from parlour.arena import words
from parlour.arena.plots import plots
from parlour.arena.store import Store
from parlour.arena.summary import Summary, summarise
from parlour.arena.words import Rows
from parlour.game import ParlourError, UnknownGame
from parlour.games import find

STYLE = """
:root { color-scheme: light; }
body { margin: 2rem auto; padding: 0 1rem; max-width: 58rem; color: #222; background: #fff; }
body { font: 16px/1.5 system-ui, sans-serif; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 3rem; border-top: 1px solid #ddd; padding-top: 1.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #e5e5e5; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } th { font-weight: 600; background: #f6f6f6; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: 1rem 2rem; }
figure { margin: 0; } figcaption { font-weight: 600; } svg { width: 100%; height: auto; }
.note { color: #555; font-size: .9rem; } code { background: #f3f3f3; padding: .1rem .3rem; overflow-wrap: anywhere; }
"""


def summaries(store: Store) -> list[tuple[int, Summary]]:
    """Every set-up of a file with its figures, or ParlourError if nothing was played."""
    found = [(number, summarise(store, number, facts)) for number, facts in store.setups().items()]
    if not found:
        raise ParlourError(f"no game is in {store.path} yet")
    return found


def html_page(stores: Sequence[Store]) -> str:
    """One page that needs nothing else, from one or more files."""
    found = [(store, number, summary) for store in stores for number, summary in summaries(store)]
    sections = [_section(summary, plots(summary, store.games(number))) for store, number, summary in found]
    notes = words.notes([summary for _, _, summary in found])
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Parlour's arena</title><style>{STYLE}</style></head><body>",
            "<h1>How strong the bots are</h1>",
            *sections,
            "<h2>How to read this</h2>",
            *(f'<p class="note">{escape(note)}</p>' for note in notes),
            "</body></html>",
            "",
        ]
    )


def _section(summary: Summary, drawn: dict[str, str]) -> str:
    parts = [f"<h2>{escape(words.heading(summary))}</h2>"]
    parts.append(f"<p>{escape(' '.join(words.conditions(summary, _usual(summary))))}</p>")
    parts += [f"<p><code>{escape(command)}</code></p>" for command in summary.commands]
    parts += [_html_table(rows) for rows in words.tables(summary)]
    figures = [f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>" for title, svg in drawn.items()]
    parts.append(f'<div class="plots">{"".join(figures)}</div>')
    parts.append(f"<p>{escape(words.closing_words(summary))}</p>")
    return "\n".join(parts)


def _html_table(rows: Rows) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def markdown(stores: Sequence[Store]) -> str:
    """A summary of one or more files, with the commands that made them."""
    found = [summary for store in stores for _, summary in summaries(store)]
    lines = ["# How strong the bots are", ""]
    lines += ["Written by `parlour arena report FILE --markdown OUT` from games that the arena played.", ""]
    for summary in found:
        lines += [f"## {words.heading(summary)}", ""]
        lines += [" ".join(words.conditions(summary, _usual(summary))), ""]
        lines += ["```", *summary.commands, "```", ""] if summary.commands else []
        for rows in words.tables(summary):
            lines += [words.markdown_table(rows), ""]
        lines += [words.closing_words(summary), ""]
    lines += ["## How to read this", ""]
    lines += [f"- {note}" for note in words.notes(found)]
    return "\n".join(lines) + "\n"


def _usual(summary: Summary) -> dict[str, Any]:
    """The options of the game as tables have them by default."""
    try:
        return find(summary.facts["game"]).check_options({}, summary.facts["players"])
    except UnknownGame:
        return {}
