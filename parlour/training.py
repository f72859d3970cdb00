"""The command line of the scripts that train a game's bots."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path


def run_script(
    train: Callable[..., None],
    description: str | None,
    file: Path,
    arguments: Sequence[str] | None = None,
    **numbers: tuple[int | None, str],
) -> None:
    """Train with arguments from the command line: an output file, a seed, and these numbers (default, help)."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, (default, help_text) in numbers.items():
        shown = help_text if default is None else f"{help_text} ({default})"
        parser.add_argument(f"--{name}", type=int, default=default, help=shown)
    parser.add_argument("--seed", type=int, default=1, help="seed for all random choices (1)")
    parser.add_argument("--out", type=Path, default=file, help=f"the file to write ({file.name} beside the script)")
    given = vars(parser.parse_args(arguments))
    train(given.pop("out"), **given)
