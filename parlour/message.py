"""What is said to a person, as data: an English template and its arguments.

`Message.text` is the one place where Python makes text of them; the page has its twin in web/src/message.ts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Message(msgspec.Struct, frozen=True):
    """An English template with named fields, and what goes into them: words, numbers, clauses, or lists of these.

    A field says how a list is joined, `{cells:, and}`, so that a translation can join it in its own way. A template
    without arguments is text as it stands.
    """

    template: str
    args: Mapping[str, Arg] = {}

    @property
    def text(self) -> str:
        """The finished English."""
        if not self.args:
            return self.template
        return _FIELD.sub(lambda field: _worded(self.args[field[1]], field[2] or ""), self.template)

    def __str__(self) -> str:
        return self.text


Arg = str | int | Message | Sequence[str | Message]


def message(template: str, /, **args: Arg) -> Message:
    """A message whose arguments are given by name; the template is a literal, so that tools can collect it.

    >>> message("{cells:, and} go home to {colour}", cells=["b6", "c6", "d7"], colour="blue").text
    'b6, c6 and d7 go home to blue'
    """
    return Message(template, args)


def say(template: str, /, **args: Arg) -> str:
    """The finished English of a message.

    >>> say("{name} wins with {points}", name="Anna", points=message("{n} points", n=12))
    'Anna wins with 12 points'
    """
    return Message(template, args).text


def listed(items: Iterable[object], how: str = ", and") -> str:
    """Items in a row; `how` is what stands between them and, where that differs, before the last one.

    >>> [listed("abc"), listed("abc", ", or"), listed("abc", "or"), listed("abc", ","), listed("abc", "")]
    ['a, b and c', 'a, b or c', 'a or b or c', 'a, b, c', 'a b c']
    """
    words = [str(item) for item in items]
    between, last = (how.split() * 2)[:2] or ("", "")
    return _joint(last).join([_joint(between).join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _joint(word: str) -> str:
    return f"{word} " if word in ("", ",", ";") else f" {word} "


def _worded(arg: Arg, how: str) -> str:
    return str(arg) if isinstance(arg, str | int | Message) else listed(arg, how)
