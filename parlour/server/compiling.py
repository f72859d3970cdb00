"""`python -m parlour.server.compiling GAME [PLUGIN ...]`: compile the rules of a game; a line for each step."""

from __future__ import annotations

import sys

from parlour import warmup
from parlour.games import find
from parlour.server.plugins import load


def main(name: str, plugins: list[str]) -> None:
    """Compile what playing the game needs, one process at a time."""
    load(plugins)
    with warmup.only_one(name):
        for step in warmup.steps(find(name), study=False):
            step.run()
            print(step.name, flush=True)
        warmup.mark_warm(name)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
