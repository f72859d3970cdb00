"""What hatch does before it packs: the page is built, with the Node that pip has brought."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts a fresh page into what is packed; a wheel that is made from the sdist finds it there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install needs none: it serves this folder, where `make play` keeps the page fresh."""
        if version == "editable":
            return
        sys.path.insert(0, str(ROOT))
        try:
            from tools import page
        finally:
            sys.path.remove(str(ROOT))
        page.provide()
