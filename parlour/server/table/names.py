"""Which names people may have: visible text in any script that is not the name of a bot."""

from __future__ import annotations

import re
import unicodedata

from parlour.bots import NAMES
from parlour.game import JOINERS

NAME_LENGTH = 24
ACCENTS = 2  # maximum on one letter
MARKS = 4  # maximum of any kind on one letter: some scripts need several
OVERLAID = 200  # the first combining class of marks that can be stacked on any letter

# Printable but invisible: fillers, blank braille, and variation selectors other than those of emoji.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\ufffc\U00016fe4\U0001d159"
    "\U000e0000-\U000e0fff]"
)
_SELECTORS = "\ufe0e\ufe0f"  # text or emoji
_JOINED_PLAINLY = ("LATIN", "GREEK", "CYRILLIC", "DIGIT")  # scripts in which a joiner has no effect

_LOOK_ALIKES = str.maketrans(
    "авгеікмнорѕтухԁӏјпьѵαβγεηικμνορτυχʟᴇᴠʙᴏᴛɢʀᴅʏᴀɴᴍıɩøɡłđօո",
    "abreikmhopstyxdljnbvabyenikmvoptuxlevbotgrdyanmiiogldon",
)
_SPELLINGS = {
    "a": "[a4]",
    "b": "[b8]",
    "e": "[e3]",
    "g": "[g9]",
    "l": "[l1i]",
    "m": "(?:m|rn)",
    "o": "[o0]",
    "t": "[t7]",
}


def _spelt(word: str) -> str:
    return "".join(_SPELLINGS.get(letter, letter) for letter in word)


_WORDS = "|".join(_spelt(word) for word in ("bot", "level", *(name for name in NAMES if not name.isdecimal())))
_STRENGTHS = "|".join(("gentle", "easy", "fair", "hard", "strong"))
_LABEL = re.compile(rf"(?:\d|{_STRENGTHS})*(?:{_WORDS})(?:\d|{_STRENGTHS}|{_WORDS})*|{_spelt('level')}[ivx]+|[1-5]")
_SEAT = re.compile(r".*\((.*)\)")  # `red (3)`


def checked_name(name: str) -> str:
    """A name in its stored form, or ValueError, which says what is allowed."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name or len(name) > NAME_LENGTH or not all(sign.isprintable() or sign in JOINERS for sign in name):
        raise ValueError(f"a name has 1 to {NAME_LENGTH} characters, without invisible or control characters")
    if _BLANK.search(name) or not all(map(_is_in_place, " " + name, name, name[1:] + " ")):
        raise ValueError("a name may have only visible characters: leave out the blank ones")
    if any(_is_piled_up(marks) for marks in _marks(name)):
        raise ValueError(f"a letter has at most {ACCENTS} accents: leave out the others")
    if _is_label(name):
        raise ValueError("this is what bots are called here: choose another name, for example Ann")
    return name


def _is_in_place(before: str, sign: str, after: str) -> bool:
    """Whether an invisible character stands where it has an effect."""
    if sign in JOINERS:
        around = before + after
        is_plain = any(unicodedata.name(other, "").startswith(_JOINED_PLAINLY) for other in around)
        return not (is_plain or around.isascii() or any(other in f" {JOINERS}" for other in around))
    if unicodedata.category(sign).startswith("M"):
        return before not in f" {JOINERS}" and not (sign in _SELECTORS and before in _SELECTORS)
    return True


def _marks(name: str) -> list[str]:
    """The marks on each letter that has any, after decomposition."""
    found, run = [], ""
    for sign in unicodedata.normalize("NFD", name):
        if unicodedata.category(sign).startswith("M"):
            run += sign
        elif run:
            found.append(run)
            run = ""
    return [*found, run]


def _is_piled_up(marks: str) -> bool:
    return len(marks) > MARKS or sum(unicodedata.combining(mark) >= OVERLAID for mark in marks) > ACCENTS


def _is_label(name: str) -> bool:
    plain = _plain(name)
    seat = _SEAT.fullmatch(plain)
    return any(
        _LABEL.fullmatch("".join(filter(str.isalnum, part))) for part in (plain, *(seat.groups() if seat else ()))
    )


def _plain(name: str) -> str:
    """The name in lower case without marks, with look-alike letters replaced by Latin ones."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in apart if not unicodedata.category(sign).startswith("M")).translate(_LOOK_ALIKES)
