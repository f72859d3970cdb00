"""The examples in the adapters' own words run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

NEEDS = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "vector": "gymnasium", "openspiel": "pyspiel"}


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_examples_run(name: str) -> None:
    pytest.importorskip(NEEDS[name], reason=f"{NEEDS[name]} is in an extra that is not installed")
    tried = doctest.testmod(import_module(f"parlour.adapters.{name}"))
    assert tried.attempted
    assert not tried.failed
