"""The examples in docstrings run, and `help()` explains fields."""

from __future__ import annotations

import json
import re
from pathlib import Path
from pydoc import plain, render_doc

import pytest

import parlour
from tests import forked
from tests.docs.blocks import ROOT

PACKAGE = Path(str(parlour.__file__)).parent
EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
RUN = """
import doctest, importlib, json, sys
found = {name: doctest.testmod(importlib.import_module(name)) for name in sys.argv[1:]}
print(json.dumps({name: list(result) for name, result in found.items()}), file=sys.stderr)
"""


def modules_with_examples() -> list[str]:
    """Every module with an example, but for those of adapters, which need other packages and have their own test."""
    paths = (path for path in sorted(PACKAGE.rglob("*.py")) if path.parent.name != "adapters")
    found = [path.relative_to(ROOT).with_suffix("") for path in paths if EXAMPLE.search(path.read_text("utf-8"))]
    return ["parlour", *(".".join(path.parts).removesuffix(".__init__") for path in found)]


def test_the_examples_in_docstrings_run() -> None:
    """In plain Python and in a process of its own: other tests add games to this one."""
    modules = modules_with_examples()
    assert {"parlour.match.moves", "parlour.message", "parlour.grid"} <= set(modules)
    done = forked.run(RUN, *modules, folder=ROOT, NUMBA_DISABLE_JIT="1", PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stderr.splitlines()[-1])
    assert {name: failed for name, (failed, _) in results.items() if failed} == {}, done.stdout
    assert [name for name, (_, attempted) in results.items() if not attempted] == []


@pytest.mark.parametrize("record", [parlour.Outcome, parlour.Batch])
def test_help_explains_every_field(record: type) -> None:
    shown = plain(render_doc(record))
    fields = [name for name in record.__annotations__ if not name.startswith("_")]
    assert len(fields) > 4
    assert [
        name for name in fields if not re.search(rf"^[ |]+(\w+, )*{name}(, \w+)* {{4,}}\w", shown, re.MULTILINE)
    ] == []
