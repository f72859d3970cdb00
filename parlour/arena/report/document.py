"""A report of results: an HTML page with plots, or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from parlour.arena.report import tables
from parlour.arena.report.plots import plots
from parlour.arena.report.summary import Summary, summarise
from parlour.arena.report.tables import Rows
from parlour.arena.tournament.results import Store
from parlour.errors import ParlourError, UnknownGame
from parlour.games import find

READING = "how-to-read"  # the target of links

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fbf8f2; --ink: #23262b; --quiet: #5f6167; --line: #d9d3c6; --accent: #1f6fb2;
  --plot-ink: #5f6167; --plot-mark: #1f6fb2; --plot-pale: #a9cbe8; --plot-line: #d9d3c6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1e2a2e; --ink: #f0ece2; --quiet: #aab3b3; --line: #3a494e; --accent: #7fb8ea;
    --plot-ink: #aab3b3; --plot-mark: #7fb8ea; --plot-pale: #37597a; --plot-line: #3a494e;
  }
}
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 58rem; color: var(--ink); background: var(--paper); }
body { font: 1rem/1.5 system-ui, sans-serif; }
h1, h2 { font-family: Georgia, serif; font-weight: 500; line-height: 1.2; }
h1 { font-size: 2rem; margin: 0 0 1.5rem; } h2 { font-size: 1.5rem; margin: 4rem 0 1rem; scroll-margin: 1rem; }
a { color: var(--accent); text-underline-offset: .2em; }
nav ul { list-style: none; margin: 0; padding: 0; columns: 16rem; } nav li { break-inside: avoid; padding: .2rem 0; }
.wide { overflow-x: auto; margin: 1.5rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .75rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 400; color: var(--quiet); vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; padding-left: 0; font-weight: 600; }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--paper); }
th:first-child { font-weight: 400; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 2rem; }
figure { margin: 0; } figcaption { font-weight: 600; } svg { display: block; width: 100%; height: auto; }
.note, code { color: var(--quiet); } .note { max-width: 44rem; } code { font-size: .875rem; overflow-wrap: anywhere; }
"""


def summaries(store: Store) -> list[tuple[int, Summary]]:
    """Every set-up of a file with its summary, or ParlourError if nothing was played."""
    found = [(number, summarise(store, number, facts)) for number, facts in store.setups().items()]
    if not found:
        raise ParlourError(f"there are no games in {store.path} yet")
    return found


def html_page(stores: Sequence[Store]) -> str:
    """A self-contained HTML page from one or more files."""
    found = [(store, number, summary) for store in stores for number, summary in summaries(store)]
    sections = [
        _section(part, summary, plots(summary, store.games(number), part))
        for part, (store, number, summary) in enumerate(found, 1)
    ]
    notes = tables.notes([summary for _, _, summary in found])
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Parlour's arena</title><style>{STYLE}</style></head><body>",
            "<h1>How strong the bots are</h1>",
            *([_contents([summary for _, _, summary in found])] if len(found) > 1 else []),
            *sections,
            f'<h2 id="{READING}">How to read this</h2>',
            *(f'<p class="note">{escape(note)}</p>' for note in notes),
            "</body></html>",
            "",
        ]
    )


def _contents(found: Sequence[Summary]) -> str:
    """The table of contents, with links."""
    entries = [(f"part-{part}", tables.heading(summary)) for part, summary in enumerate(found, 1)]
    links = [
        f'<li><a href="#{name}">{escape(text)}</a></li>' for name, text in [*entries, (READING, "How to read this")]
    ]
    return f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>'


def _section(part: int, summary: Summary, drawn: dict[str, str]) -> str:
    parts = [f'<h2 id="part-{part}">{escape(tables.heading(summary))}</h2>']
    parts.append(f"<p>{escape(' '.join(tables.conditions(summary, _usual(summary))))}</p>")
    parts += [f"<p><code>{escape(command)}</code></p>" for command in summary.commands]
    parts += [_html_table(rows) for rows in tables.tables(summary)]
    figures = [f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>" for title, svg in drawn.items()]
    parts.append(f'<div class="plots">{"".join(figures)}</div>')
    parts.append(f"<p>{escape(tables.closing_words(summary))}</p>")
    return "\n".join(parts)


def _html_table(rows: Rows) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def markdown(stores: Sequence[Store]) -> str:
    """A Markdown report of one or more files, with the commands that made them."""
    found = [summary for store in stores for _, summary in summaries(store)]
    lines = ["# How strong the bots are", ""]
    lines += ["Generated by `parlour arena report FILE --markdown OUT` from games played in the arena.", ""]
    for summary in found:
        lines += [f"## {tables.heading(summary)}", ""]
        lines += [" ".join(tables.conditions(summary, _usual(summary))), ""]
        lines += ["```", *summary.commands, "```", ""] if summary.commands else []
        for rows in tables.tables(summary):
            lines += [tables.markdown_table(rows), ""]
        lines += [tables.closing_words(summary), ""]
    lines += ["## How to read this", ""]
    lines += [f"- {note}" for note in tables.notes(found)]
    return "\n".join(lines) + "\n"


def _usual(summary: Summary) -> dict[str, Any]:
    """The game's default options."""
    try:
        return find(summary.facts["game"]).check_options({}, summary.facts["players"])
    except UnknownGame:
        return {}
