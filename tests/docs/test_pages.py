"""The documentation is correct: its Python code runs, its commands work, and what it names exists."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli.commands import app
from parlour.games import own
from tests import forked
from tests.cli.terminal_driver import get_command
from tests.docs.blocks import PAGES, ROOT, Block, blocks_of, commands_in, path_text

ELSEWHERE = {"adding-a-game.md", "protocol.md"}  # these have their own tests
RUN = {"games", "replay", "rules", "verify"}  # others wait for input, or take long: they are only parsed
SHELL = ("sh", "")  # the arena's page does not name the language


def run_sh(block: Block) -> None:
    for command in commands_in(block):
        words = shlex.split(command)
        if words[0] == "parlour" and words[1] in RUN and not {"FILE", "RECORD"} & set(words):
            output(words)


def run_console(block: Block) -> None:
    for example in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = example.partition("\n")
        assert output(shlex.split(command)) == expected


COMMAND = "import runpy; runpy.run_module('parlour', run_name='__main__', alter_sys=True)"


def output(words: list[str]) -> str:
    assert words[0] == "parlour"
    done = forked.run(COMMAND, *words[1:], folder=Path.cwd(), **os.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_session(block: Block, names: dict[str, Any], page: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, page, page, block.line)
    test.globs = names  # not a copy: definitions of a block are available to the next
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, clear_globs=False)
    assert results.attempted
    assert results.failed == 0


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in ELSEWHERE], ids=path_text)
def test_the_code_blocks_of_a_page_run_in_order(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(parlour.__file__).parent.parent))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks_of(page):
        if block.language == "python":
            exec(compile(block.text, f"{page.name}, line {block.line}", "exec"), names)
        elif block.language == "pycon":
            run_session(block, names, page.name)
        elif block.language == "console":
            run_console(block)
        elif block.language in SHELL:
            run_sh(block)
        else:
            assert block.language in ("text", "markdown", "toml", "nginx"), f"who reads {block.language}?"


def test_the_analysis_on_the_page_is_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "study.md"
    shown = next(block for block in blocks_of(page) if block.text.startswith("Level 5 would play"))
    making = next(block for block in blocks_of(page) if '"game.txt"' in block.text)
    exec(compile(making.text, page.name, "exec"), {"parlour": parlour})
    (asking,) = (text for name, text in commands() if name == page.name and text.startswith("parlour analyse game.txt"))
    told = output(shlex.split(asking)).splitlines()
    lines = shown.text.splitlines()
    assert [line.rstrip() for line in told[-len(lines) :]] == lines


def commands() -> list[tuple[str, str]]:
    """Every command on the pages, in blocks and inline, each with its page."""
    found = [
        (page.name, command)
        for page in PAGES
        for block in blocks_of(page)
        if block.language in SHELL
        for command in commands_in(block)
    ]
    for page in PAGES:
        prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        found += [(page.name, " ".join(code.split())) for code in re.findall("`([^`]+)`", prose)]
    return found


def problem_of(words: list[str]) -> str:
    """Parse a command as the command line would, without running it; returns the error, or ""."""
    command: Any = get_command(app)
    try:
        context = command.make_context("parlour", list(words))
        while hasattr(command, "commands"):
            name, command, rest = command.resolve_command(context, [*context._protected_args, *context.args])
            if not rest:
                return ""  # a command that is only mentioned
            context = command.make_context(name, rest, parent=context)
    except Exception as problem:
        return str(problem)
    return ""


def test_every_command_can_be_parsed() -> None:
    ours = [(page, shlex.split(text)[1:]) for page, text in commands() if re.match("parlour [a-z]", text)]
    assert len(ours) > 50
    wrong = [(page, " ".join(words), problem) for page, words in ours if (problem := problem_of(words))]
    assert wrong == []
    assert "--no-such" in problem_of(["play", "exago", "--no-such"])
    assert "nonsense" in problem_of(["nonsense"])


def test_every_target_and_every_extra_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {text.split()[1] for _, text in commands() if re.match("make [a-z]", text)}
    assert {"play", "test", "page", "docs"} <= targets
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
    extras = {extra for page in PAGES for extra in re.findall(r"'\.\[(\w+)\]'", page.read_text(encoding="utf-8"))}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"arena", "postgres"} <= extras <= set(project["optional-dependencies"])
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {"arena", "research", "openspiel"} <= set(re.findall(r"'\.\[(\w+)\]'", readme))


def test_state_sizes_agree_with_the_pages() -> None:
    sizes = {name: parlour.new(name).state.itemsize for name in own()}
    said = f"one NumPy record, of {sizes['exago']} bytes in Exago and at most {max(sizes.values()):,} in any game"
    assert said in " ".join((ROOT / "docs" / "study.md").read_text(encoding="utf-8").split())
