"""`parlour` without the waiting time: absent people can be replaced immediately. For tests of what happens then."""

from __future__ import annotations

import sys

from parlour.cli import main
from parlour.server.table import actions, presence
from tests.server.process import ServerProcess


class Impatient(ServerProcess):
    """A server that does not wait two minutes."""

    def command(self) -> list[str]:
        """With this file in place of the package."""
        return [sys.executable, "-m", "tests.server.impatient"]


if __name__ == "__main__":
    vars(actions)["AWAY"] = vars(presence)["AWAY"] = 0
    main()
