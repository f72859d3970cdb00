"""The README's code runs and prints what it says."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import parlour

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_python_examples() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) >= 3
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert results.attempted > 15
    assert results.failed == 0


def test_package_example() -> None:
    assert doctest.testmod(parlour).failed == 0


def test_console_examples() -> None:
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            program, *arguments = shlex.split(command)
            assert program == "parlour"
            done = subprocess.run(
                [sys.executable, "-m", "parlour", *arguments], capture_output=True, text=True, timeout=120, check=False
            )
            assert done.returncode == 0, done.stderr
            assert done.stdout == expected


def test_every_command_that_the_readme_names_exists() -> None:
    named = set(re.findall(r"(?:^|`)parlour ([a-z]+)", README, re.MULTILINE))
    listed = subprocess.run(
        [sys.executable, "-m", "parlour", "--help"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    assert {"play", "perft", "replay", "rules"} <= named
    for command in named:
        assert re.search(rf"^. {command} ", listed, re.MULTILINE), command
    targets = set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text()
    assert {"play", "test"} <= targets
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_the_state_is_as_small_as_the_readme_says() -> None:
    size = parlour.new("exago").state.itemsize
    assert f"one NumPy record of {size} bytes" in README
