"""Messages to people, as data: an English template and its arguments.

`Message.text` is the only place where Python formats them; web/src/message.ts is its counterpart in the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

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


def shortened(text: str, most: int) -> str:
    """Cut a text, which may quote long input, to so many characters.

    >>> shortened("a quarter", 9), shortened("a quarter of an hour", 9)
    ('a quarter', 'a quar...')
    """
    return text if len(text) <= most else text[: most - 3] + "..."


def with_texts(told: Message, change: Callable[[str], str]) -> Message:
    """Return a message with every text in its arguments changed; without arguments, its template.

    >>> with_texts(message("no {card}, only {cards:, or}", card="xy", cards=["v3", "s4"]), str.upper).text
    'no XY, only V3 or S4'
    """

    def changed(arg: Arg) -> Arg:
        if isinstance(arg, int):
            return arg
        if isinstance(arg, Sequence) and not isinstance(arg, str):
            return [change(item) if isinstance(item, str) else with_texts(item, change) for item in arg]
        return change(arg) if isinstance(arg, str) else with_texts(arg, change)

    if not told.args:
        return Message(change(told.template))
    return Message(told.template, {name: changed(arg) for name, arg in told.args.items()})


def _joint(word: str) -> str:
    return f"{word} " if word in ("", ",", ";") else f" {word} "


def _worded(arg: Arg, how: str) -> str:
    return str(arg) if isinstance(arg, str | int | Message) else listed(arg, how)
