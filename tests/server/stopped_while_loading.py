"""A plugin during whose import a stop signal comes, while a finalizer runs: there Python ignores exceptions."""

from __future__ import annotations

import signal

from tests.toys.sealed_bids import GAME

__all__ = ["GAME"]


class _Stopped:
    def __del__(self) -> None:
        signal.raise_signal(signal.SIGTERM)
        for _ in range(100):  # the handler of a signal runs between instructions
            pass


_Stopped()
