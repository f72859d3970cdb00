"""Where a server's settings come from: the command line, then the environment, then defaults."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from parlour.errors import BadOption
from parlour.server.settings import Settings, StorageSettings, chosen, handed_on, option, variable
from tests.cli.terminal_driver import run_here
from tests.server.process import ROOT

# By setting: a text, the value it stands for, and another text.
VALUES: dict[str, tuple[str, Any, str]] = {
    "host": ("0.0.0.0", "0.0.0.0", "::"),
    "port": ("8765", 8765, "0"),
    "database": ("tables.sqlite", "tables.sqlite", "other.sqlite"),
    "workers": ("4", 4, "2"),
    "public_url": ("https://games.example.org/", "https://games.example.org", "http://x:8000"),
    "allowed_hosts": ("one.example, two.example,", ["one.example", "two.example"], "three.example"),
    "embed_on": ("https://a.example,*", ["https://a.example", "*"], "http://localhost:8080"),
    "keep_days": ("1.5", 1.5, "90"),
    "reviews_at_once": ("2", 2, "3"),
    "reviews_an_hour": ("5", 5, "50"),
    "reviews_kept": ("10", 10, "20"),
    "review_simulations": ("200", 200, "300"),
    "limits": ("false", False, "true"),
    "public_metrics": ("on", True, "off"),
    "log_format": ("json", "json", "text"),
    "open": ("1", True, "0"),
    "plugins": ('["first", "second"]', ["first", "second"], "third"),
}


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    """An environment without variables for a server, which the test may change."""
    with patch.dict(os.environ):
        for name in Settings.model_fields:
            os.environ.pop(variable(name), None)
        yield


def test_every_setting_is_tried() -> None:
    assert VALUES.keys() == Settings.model_fields.keys()


@pytest.mark.parametrize("name", VALUES)
def test_the_environment_wins_over_the_default_and_the_command_line_over_both(name: str) -> None:
    text, value, other = VALUES[name]
    default = getattr(chosen(Settings), name)
    os.environ[variable(name)] = ""
    assert getattr(chosen(Settings, **{name: None}), name) == default  # as a compose file leaves it
    os.environ[variable(name)] = text
    assert getattr(chosen(Settings), name) == value
    os.environ[variable(name)] = other
    assert getattr(chosen(Settings), name) != value
    assert getattr(chosen(Settings, **{name: value if isinstance(value, list) else text}), name) == value


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "many", "a whole number from 0 to 65535, not 'many'"),
        ("port", "65536", "a whole number from 0 to 65535, not '65536'"),
        ("workers", "0", "a whole number from 1 to 64, not '0'"),
        ("keep_days", "nan", "a number of at least 1, not 'nan'"),
        ("keep_days", "0.5", "a number of at least 1, not '0.5'"),
        ("limits", "maybe", "true or false, not 'maybe'"),
        ("log_format", "xml", "text or json, not 'xml'"),
        ("public_url", "http://x:port", "like https://games.example.org, without a path, not 'http://x:port'"),
    ],
)
def test_a_bad_value_is_refused_and_the_error_says_where_it_was_given(name: str, text: str, expected: str) -> None:
    with pytest.raises(BadOption) as problem:
        chosen(Settings, **{name: text})
    assert str(problem.value) == f"{option(name)}: must be {expected}"
    os.environ[variable(name)] = text
    with pytest.raises(BadOption) as problem:
        chosen(Settings, workers="1" if name != "workers" else None)
    assert str(problem.value) == f"{variable(name)}: must be {expected}"
    assert problem.value.name == f"PARLOUR_{name.upper()}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one.example,bad name", "'bad name'"),
        ('["one.example", 2]', "2"),
        ('["one.example"', "'[\"one.example\"'"),
    ],
)
def test_a_bad_item_of_a_list_is_named(text: str, shown: str) -> None:
    os.environ["PARLOUR_ALLOWED_HOSTS"] = text
    with pytest.raises(BadOption, match=rf"^PARLOUR_ALLOWED_HOSTS: .*, not {re.escape(shown)}$"):
        chosen(Settings)
    with pytest.raises(BadOption, match=r"^--allowed-host: must be a name like games\.example\.org, not 'bad name'$"):
        chosen(Settings, allowed_hosts=["bad name"])


def test_a_bad_variable_ends_a_command_in_one_sentence_unless_an_option_replaces_it(tmp_path: Path) -> None:
    done = run_here("serve", folder=tmp_path, PARLOUR_PORT="many")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "parlour: PARLOUR_PORT: must be a whole number from 0 to 65535, not 'many'\n"
    replaced = run_here("serve", "--port", "0", "--workers", "none", folder=tmp_path, PARLOUR_PORT="many")
    assert replaced.stderr == "parlour: --workers: must be a whole number from 1 to 64, not 'none'\n"


def test_export_and_import_take_only_what_is_theirs_from_the_environment(tmp_path: Path) -> None:
    os.environ.update(PARLOUR_PORT="many", PARLOUR_DATABASE="tables.sqlite", PARLOUR_PLUGINS="no_such_module")
    assert chosen(StorageSettings).database == "tables.sqlite"
    for command in ("export", "import"):
        done = run_here(command, "all.zip", folder=tmp_path)
        assert done.stderr.startswith("parlour: --plugin no_such_module: No module named 'no_such_module'; ")


def test_processes_of_one_server_have_the_same_settings_whatever_the_environment() -> None:
    os.environ.update(PARLOUR_PORT="many", PARLOUR_ALLOWED_HOSTS="one.example")
    settings = chosen(Settings, port="8765", keep_days="30", limits=False, log_format="json")
    settings.hand_on()
    os.environ.update(PARLOUR_KEEP_DAYS="1", PARLOUR_ALLOWED_HOSTS="bad name", PARLOUR_PUBLIC_URL="http://other")
    assert handed_on() == settings


def test_help_and_documentation_name_every_variable(tmp_path: Path) -> None:
    rows = re.findall(r"^\| `(PARLOUR_\w+)` \| `(--[\w-]+)[ `]", (ROOT / "docs" / "host.md").read_text(), re.M)
    assert dict(rows) == {variable(name): option(name) for name in Settings.model_fields}
    for command, settings in (("serve", Settings), ("export", StorageSettings), ("import", StorageSettings)):
        shown = run_here(command, "--help", folder=tmp_path, columns=160).stdout
        assert set(re.findall(r"\[env var: (\w+)\]", shown)) == {variable(name) for name in settings.model_fields}
        assert all(option(name) in shown for name in settings.model_fields)
