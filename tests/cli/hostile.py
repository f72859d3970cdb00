"""What somebody might put into records, names and arguments to control the terminal of whoever displays them."""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import parlour
from parlour.luck import Luck, commitment, new_salt
from tests.cli.sessions import RED_WINS

TITLE = "\x1b]0;owned\x07"  # sets a window's title
LOUD = "\x1b[6;53m"  # a style that rich never writes
PIECES = (
    TITLE, LOUD, "\x9b2J", "\x85", "\x7f", "\x08\x08", "\r", "\x0b", "\u2028", "\u202e", "\u2066", "\u200f",
    "[red]", "[/]", "[link=file:///]", "]8;;", "\\", "x",
)  # fmt: skip
MARKUP = "[red]Ann[/] :smiley:"  # printable, as names must be
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def hostile(luck: Luck, many: int = 4) -> str:
    """Some of the pieces in random order, always with an ESC."""
    return TITLE + "".join(PIECES[luck.below(len(PIECES))] for _ in range(many)) + LOUD


def finished() -> parlour.Match:
    """A finished match with names that are legal but contain rich markup."""
    match = parlour.new("exago", players=2, names=[MARKUP, "[/]"])
    for text in RED_WINS:
        match.play(match.waiting[0], text)
    salt = new_salt()
    commit = commitment(salt, "exago", match.options, match.deal)
    match.header |= {"commit": commit, "salt": salt, "date": "2026-01-01"}
    return match


def records(luck: Luck) -> Iterator[str]:
    """Records with something hostile in one line, for each line in turn."""
    lines = finished().record().split("\n")
    for number, line in enumerate(lines[:-1]):
        word, _, rest = line.partition(" ")
        text = hostile(luck)
        quoted = json.dumps(text)  # as valid JSON, so that it can be read
        for changed in (text, f"{word} {text}", f"{word} {quoted}", f"{word} {{{quoted}:{quoted}}}", f"{line}{text}"):
            yield "\n".join([*lines[:number], changed, *lines[number + 1 :]])
        if rest.startswith(("{", "[")):
            value = f"[{quoted},{quoted}]" if rest.startswith("[") else f"{rest[:-1]},{quoted}:{quoted}}}"
            yield "\n".join([*lines[:number], f"{word} {value}", *lines[number + 1 :]])


def file_name(luck: Luck, ending: str) -> str:
    return f"{hostile(luck).replace('/', '')}{ending}"


def archive(path: Path, luck: Luck, *contents: str) -> None:
    """A zip with these records under hostile names."""
    with zipfile.ZipFile(path, "w") as opened:
        for number, text in enumerate(contents):
            opened.writestr(f"{number}{file_name(luck, '.txt')}", text)
        opened.writestr(f"other{file_name(luck, '.png')}", "")


def rename_bots(store: Path, name: str) -> None:
    """Rename the bot `random` in an arena's file, without spaces."""
    quoted = json.dumps(name)[1:-1]
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE games SET bots = replace(bots, 'random', ?)", (quoted,))
        connection.execute("UPDATE games SET lineup = replace(lineup, 'random', ?)", (name,))
        connection.execute("UPDATE requests SET bots = replace(bots, 'random', ?)", (quoted,))
