"""The examples in the adapters' docstrings run."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module

import pytest

from parlour.errors import to_install

NEEDS = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "vector": "gymnasium", "openspiel": "pyspiel"}


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "research"),
        ("pettingzoo", "gymnasium", "research"),
        ("gymnasium", "gymnasium", "research"),
        ("vector", "gymnasium", "research"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_framework_names_the_extra_to_install(name: str, package: str, extra: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None; import parlour.adapters.{name}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr.splitlines()[-1].endswith(f" needs {package}: {to_install(extra)}")
    caught = f"try:\n exec({program!r})\nexcept ImportError:\n pass"
    assert subprocess.run([sys.executable, "-c", caught], timeout=120, check=False).returncode == 0


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_docstring_examples_run(name: str) -> None:
    pytest.importorskip(NEEDS[name], reason=f"{NEEDS[name]} is in an extra that is not installed")
    tried = doctest.testmod(import_module(f"parlour.adapters.{name}"))
    assert tried.attempted
    assert not tried.failed
