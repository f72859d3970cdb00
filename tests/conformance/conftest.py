"""Under `--dist loadgroup` one process has all tests of a game, so that no two compile the same."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and item.path.parent == HERE:
            parameters = item.callspec.params if hasattr(item, "callspec") else {}
            item.add_marker(pytest.mark.xdist_group(parameters.get("name", item.path.stem.removeprefix("test_"))))
