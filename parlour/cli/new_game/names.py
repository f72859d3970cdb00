"""What a game may be called."""

from __future__ import annotations

import keyword
import re
from importlib import import_module

from parlour.errors import ParlourError, UnknownGame
from parlour.game import Game
from parlour.games import find, own

LONGEST_NAME, LONGEST_TITLE = 24, 40
TITLE = re.compile(r"\w[\w !'’?.,&:()+-]*")


def title_of(name: str) -> str:
    """The title of a game when none is given: `nine_holes` is Nine holes."""
    return name.replace("_", " ").capitalize()


def type_name(name: str) -> str:
    """What the types of a game begin with in TypeScript: `nine_holes` has NineHolesView."""
    return "".join(word.capitalize() for word in name.split("_"))


def check_name(name: str) -> None:
    """Raise ParlourError unless a game may have this name."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > LONGEST_NAME or keyword.iskeyword(name):
        raise ParlourError(
            "a game's name is a Python identifier in lower case, of at most {most} characters, such as nine_holes, "
            "not {name}",
            most=LONGEST_NAME,
            name=repr(name),
        )
    if _found(name) is not None:
        raise ParlourError("there is a game called {name} already: give this one another name", name=name)
    if name in vars(import_module("parlour.games")):
        raise ParlourError("{name} is a name in the module parlour.games: give the game another one", name=name)


def check_title(title: str) -> str:
    """Return the title without blanks around it, or raise ParlourError."""
    title = title.strip()
    if not TITLE.fullmatch(title) or len(title) > LONGEST_TITLE:
        raise ParlourError(
            "a title is at most {most} letters, digits, spaces and signs such as !'?.,&:()+-, and begins with a letter "
            "or a digit; it cannot be {title}",
            most=LONGEST_TITLE,
            title=repr(title),
        )
    for other in own():
        if find(other).title.casefold() == title.casefold():
            raise ParlourError("the game {name} has the title {title}: choose another", name=other, title=title)
    return title


def _found(name: str) -> Game | None:
    try:
        return find(name)
    except UnknownGame:
        return None
