"""`python -m tests.toys`: compile the games that only tests play once, instead of in each of their processes."""

from __future__ import annotations

import parlour
from bench.connect_four import GAME as CONNECT_FOUR
from parlour import warmup
from tests.toys import probes  # noqa: F401 - the folder of compiled code is that of all files with kernels
from tests.toys.sealed_bids import GAME as SEALED_BIDS

for game in (CONNECT_FOUR, SEALED_BIDS):
    for step in warmup.steps(parlour.register(game)):
        step.run()
