"""Command-line options shared by several parts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

CpuSeconds = Annotated[float, typer.Option(min=0.01, help="CPU seconds for each measurement in each round.")]
Rounds = Annotated[int, typer.Option(min=1, help="How often everything is taken; the median counts.")]
Floors = Annotated[bool, typer.Option(help="Show the ratios against the floors.")]
JsonFile = Annotated[Path | None, typer.Option("--json", help="Write the figures to this file, too.")]
Limits = Annotated[bool, typer.Option(help="Show the figures against their limits.")]
