"""Messages to people, as data: an English template and its arguments.

`Message.text` is the only place where Python formats them; web/src/message.ts is its counterpart in the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Message(msgspec.Struct, frozen=True):
    """An English template with named fields, and their values: words, numbers, other messages, or lists of these.

    A field says how a list is joined, as in `{cells:, and}`, so that a translation can join it in its own way. A
    template without arguments is used as it is, braces included.
    """

    template: str
    """The English template, with fields in braces."""
    args: Mapping[str, Arg] = {}
    """The values of its fields, by name."""

    @property
    def text(self) -> str:
        """The formatted English text."""
        if not self.args:
            return self.template
        return _FIELD.sub(lambda field: _worded(self.args[field[1]], field[2] or ""), self.template)

    def __str__(self) -> str:
        return self.text


Arg = str | int | Message | Sequence[str | Message]
"""The value of a field."""


def message(template: str, /, **args: Arg) -> Message:
    """Create a message with named arguments; pass the template as a literal, so that tools can collect it.

    >>> message("{cells:, and} go home to {colour}", cells=["b6", "c6", "d7"], colour="blue").text
    'b6, c6 and d7 go home to blue'
    """
    return Message(template, args)


def template(text: str, /) -> str:
    """Return a template whose arguments come later; pass it as a literal, so that tools can collect it."""
    return text


def say(template: str, /, **args: Arg) -> str:
    """Format a message as English text.

    >>> say("{name} wins with {points}", name="Anna", points=message("{n} points", n=12))
    'Anna wins with 12 points'
    """
    return Message(template, args).text


def listed(items: Iterable[object], how: str = ", and") -> str:
    """Join items; `how` is the separator, followed by the one before the last item where that differs.

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
