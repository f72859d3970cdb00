"""`python -m bench [PART]...`: run all parts, or some, in sequence, and print one table of ratios against floors.

A part is a module in this folder with a command line of its own: `python -m bench.server --help`. Each runs as its own
process, because each pins itself to the cores it needs. To add one, give its module the options `--no-floors`, which
leaves the table to this module, and `--json FILE`, which writes `{"bounds": [...]}` with a `Result` of `bench.report`
for each bound; then list it in `PARTS`. Sentences under `"doubts"` there are shown below the table.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from bench.progress import say
from bench.report import Failed, FloorsTable, Outcomes, Result, screen, summary

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "bench"  # the parts' results, as JSON
PARTS: dict[str, tuple[str, ...]] = {  # each with the options it accepts
    "start": (),
    "engine": ("seconds", "rounds"),
    "batches": ("seconds", "rounds"),
    "server": ("seconds", "rounds"),
    "strangers": ("rounds",),
    "reviews": ("rounds",),
    "page": ("rounds",),
}


class Report(msgspec.Struct):
    """What the final table needs from a part's JSON."""

    bounds: list[Result]
    doubts: list[str] = []  # reasons to doubt figures, as sentences


def run(module: str, arguments: Sequence[str]) -> int:
    """Run a module to its end, passing its output through; returns its exit code."""
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], cwd=ROOT)
    try:
        return process.wait()
    except SystemExit:  # only this process was asked to end
        process.terminate()
        raise
    finally:  # it may have servers to stop
        process.wait()


def measured(part: str, options: Sequence[str]) -> Report | Failed:
    """Run a part and read its results."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{part}.json"
    file.unlink(missing_ok=True)
    say(f"{part}: python -m bench.{part} {' '.join(options)}".rstrip())
    start = time.monotonic()
    code = run(f"bench.{part}", [*options, "--no-floors", "--json", str(file)])
    minutes, seconds = divmod(round(time.monotonic() - start), 60)
    say(f"{part}: {'failed' if code else 'done'} after {minutes}:{seconds:02}")
    if code:
        return Failed(f"failed to run: exit code {code}; its lines above say why")
    try:
        return msgspec.json.decode(file.read_bytes(), type=Report)
    except (FileNotFoundError, msgspec.MsgspecError) as problem:
        return Failed(f"failed to run: no figures ({problem})")


def known(parts: list[str] | None) -> list[str]:
    """The parts to run, by default all; raises BadParameter."""
    if unknown := [part for part in parts or () if part not in PARTS]:
        raise typer.BadParameter(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}")
    return parts or list(PARTS)


def main(
    parts: Annotated[
        list[str] | None,
        typer.Argument(metavar="PART", callback=known, help=f"{', '.join(PARTS)}; all if none is named."),
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.5, help="For each measurement in each round.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="How often everything is taken; the median counts.")] = None,
) -> None:
    """Measure Parlour beside its peers and show which floors are met."""
    given = {name: value for name, value in (("seconds", seconds), ("rounds", rounds)) if value is not None}
    reports: dict[str, Report | Failed] = {}
    for part in parts or ():
        options = [word for name in PARTS[part] if name in given for word in (f"--{name}", f"{given[name]:g}")]
        reports[part] = measured(part, options)
    conclude(reports)


def conclude(reports: Mapping[str, Report | Failed]) -> None:
    """Show which floors are met. Fails if a part failed, but not for a missed floor: machines are noisy."""
    outcomes: Outcomes = {
        part: report if isinstance(report, Failed) else report.bounds for part, report in reports.items()
    }
    console = screen()
    console.print()
    console.print(FloorsTable(outcomes))
    for report in reports.values():
        for doubt in () if isinstance(report, Failed) else report.doubts:
            console.print(doubt, style="yellow", highlight=False, markup=False)
    console.print(summary(outcomes), highlight=False)
    if any(isinstance(report, Failed) for report in reports.values()):
        raise typer.Exit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the part ends, too
    typer.run(main)
