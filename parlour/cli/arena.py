"""The output of `parlour arena`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from parlour import warmup
from parlour.arena.report import tables
from parlour.arena.report.document import html_page, markdown, summaries
from parlour.arena.report.summary import Summary, summarise
from parlour.arena.statistics import confidence
from parlour.arena.statistics.comparison import Duel
from parlour.arena.statistics.intervals import require_scipy
from parlour.arena.tournament.config import fingerprint
from parlour.arena.tournament.pool import DaskPool, LocalPool, Pool, available_cores
from parlour.arena.tournament.results import Store
from parlour.arena.tournament.runner import Plan, Tournament
from parlour.cli.record_files import write_text
from parlour.cli.terminal.console import print_json
from parlour.numbers import counted

OFTEN = 1.0  # seconds between updates of the closest pairing


class Bars:
    """Progress in a terminal: all games, and the closest pairing."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._looked = 0.0
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}", style="dim"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._all: TaskID | None = None

    def __enter__(self) -> Bars:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def on_progress(self, tournament: Tournament) -> None:
        """Advance the bar, and once a second update the closest pairing."""
        if self._all is None:
            self._all = self._progress.add_task(
                "games", total=tournament.planned, completed=tournament.finished, note=""
            )
        self._progress.update(self._all, total=tournament.planned, completed=tournament.finished)
        if self._console.is_terminal and monotonic() - self._looked > OFTEN:
            self._looked = monotonic()
            self._progress.update(self._all, note=_closest(list(tournament.duels().values())))

    def on_message(self, sentence: str) -> None:
        """Print a sentence above the bar."""
        self._console.print(sentence, soft_wrap=True)


def _closest(found: Sequence[Duel]) -> str:
    """The pair of bots for which it is least clear which is stronger."""
    met = [duel for duel in found if duel.shares]
    unsure = [duel for duel in met if not confidence.verdict(duel.shares)]
    if not unsure:
        return "every pair is decided" if met else ""
    closest = min(unsure, key=lambda duel: abs(sum(duel.shares) / len(duel.shares) - 0.5))
    share = tables.percent(sum(closest.shares) / len(closest.shares))
    return f"closest: {closest.higher} has {share} against {closest.lower}"


def run(
    plan: Plan, file: Path, workers: int | None, cluster: str | None, as_json: bool, console: Console, progress: Console
) -> bool:
    """Play a plan, store the games in a file and print the result; False if it was stopped."""
    require_scipy()  # not only once all games are played
    with Store(file) as store:
        number = store.setup_number(plan.setup.key)
        store.add_request(number, plan.request)
        tournament = Tournament(plan, store)
        _tell_before(tournament, file, progress)
        is_whole = tournament.finished >= tournament.planned or _play(tournament, workers, cluster, progress)
        finished = Tournament(plan, store).finished  # Ctrl-C may come between storing a game and counting it
        if finished:
            summary = summarise(store, number, plan.setup.facts)
            if as_json:
                print_json(summary)
            else:
                show(summary, console)
        if not is_whole:
            done, kept = counted(finished - tournament.before, "new game"), counted(finished, "game")
            progress.print(f"Stopped after {done}. In {file}: {kept}. The same command resumes.")
        return is_whole


def _tell_before(tournament: Tournament, file: Path, progress: Console) -> None:
    plan = tournament.plan
    if plan.games_of_each != plan.games:
        progress.print(f"Every deal is played in all orders: {plan.games_of_each} games of each pairing.")
    if plan.stop_when_sure and len(plan.bots) == 1:
        progress.print("--stop-when-sure has no effect: with one bot there is nothing to compare.")
    if tournament.before:
        progress.print(f"{counted(tournament.before, 'game')} of these are already in {file}.", soft_wrap=True)
    if tournament.programs - {fingerprint(plan.setup.game)}:
        progress.print(
            "Some were played by another version of the code, and still count: use another --file to start over.",
            style="yellow",
        )


def _play(tournament: Tournament, workers: int | None, cluster: str | None, progress: Console) -> bool:
    """Play the remaining games; False if Ctrl-C was pressed."""
    plan = tournament.plan
    pool: Pool | None = None
    try:
        game = plan.setup.game
        warmup.run(warmup.steps(game, plan.bots, study=False), progress, game.title, patience=1.5)
        pool = (
            LocalPool(
                plan.setup.game, plan.bots, min(workers or available_cores(), tournament.planned - tournament.finished)
            )
            if cluster is None
            else DaskPool(cluster, plan.setup.game, plan.bots)
        )
        with Bars(progress) as bars:
            tournament.run(pool, bars)
    except KeyboardInterrupt:
        return False
    finally:
        if pool is not None:
            pool.end()
    return True


def show(summary: Summary, console: Console) -> None:
    """Print the figures as tables."""
    console.print(tables.heading(summary), style="bold")
    for rows in tables.tables(summary):
        console.print(_table(rows))
    console.print(tables.closing_words(summary))


def _table(rows: tables.Rows) -> Table:
    table = Table(box=SIMPLE, pad_edge=False)
    for column, name in enumerate(rows[0]):
        table.add_column(name, justify="right" if column else "left", no_wrap=True)
    for row in rows[1:]:
        table.add_row(*row)
    return table


def report(files: Sequence[Path], page: Path | None, text: Path | None, as_json: bool, console: Console) -> None:
    """Write a report on files: a page, Markdown or, by default, tables in the terminal."""
    with ExitStack() as opened:
        stores = [opened.enter_context(Store(file, must_exist=True)) for file in files]
        if page is not None:
            write_text(page, html_page(stores))
        if text is not None:
            write_text(text, markdown(stores))
        for written in (page, text):
            if written is not None:
                console.print(f"Written to {written}.", soft_wrap=True)
        found = [summary for store in stores for _, summary in summaries(store)]
        if as_json:
            print_json(found)
        elif page is None and text is None:
            for summary in found:
                show(summary, console)
