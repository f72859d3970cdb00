"""Commands that can be typed during a match and after it."""

from __future__ import annotations

from collections.abc import Container

from parlour.errors import ParlourError
from parlour.message import message

IN_PLAY = {
    "?": message("this help, and everything you can type now"),
    "hint": message("what the strongest bot would play"),
    "undo": message("take back the last move of a person, with what bots answered"),
    "back": message("take back the last word of an unfinished move"),
    "board": message("draw the board again"),
    "save": message("keep the game in a file: save, or save FILE"),
    "rules": message("read the rules of the game"),
    "resign": message("resign"),
    "quit": message("leave (so does Ctrl-D)"),
}
AFTERWARDS = {
    "?": message("this help"),
    "again": message("play again, in the seats that the rules assign"),
    "undo": message("take back the last move of a person, and play on from there"),
    "board": message("draw the board again, and how it ended"),
    "save": message("keep the game in a file: save, or save FILE"),
    "rules": message("read the rules of the game"),
    "quit": message("leave (so does Enter)"),
}
ALIASES = {"help": "?", "exit": "quit"}


class Quit(Exception):
    """The user wants to leave."""


def parse_command(typed: str, commands: Container[str]) -> tuple[str, str] | None:
    """A command and the file it names; None if it is not a command, ParlourError if it has too many words."""
    word, _, rest = typed.partition(" ")
    command, rest = ALIASES.get(word.lower(), word.lower()), rest.strip()
    if command not in commands:
        return None
    if command != "save":
        if rest:
            raise ParlourError("{word} takes no further words", word=word)
    elif rest[:1] in ("'", '"') and rest.find(rest[0], 1) == len(rest) - 1:
        rest = rest[1:-1]
    elif len(rest.split()) > 1:
        raise ParlourError("save takes the name of one file; put quotes around a name with spaces")
    return command, rest
