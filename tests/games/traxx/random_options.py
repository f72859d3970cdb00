"""Values for the options of Träxx that hold JSON, for the conformance tests."""

from __future__ import annotations

from tests.games.traxx.sheets import random_sheet as sheet

__all__ = ["sheet"]
