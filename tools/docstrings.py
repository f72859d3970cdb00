"""Docstrings as the reference shows them: a Griffe extension, used while mkdocs builds the pages in docs/reference.

In the source, a docstring is plain text that reads well in `help()`. Here its examples become blocks of code, and what
it names becomes a link. Structs get the signature of their constructor.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

import griffe

import parlour

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).*)*", re.MULTILINE)
CODE = re.compile(r"(^```.*?^```$|^    [^\n]*$)", re.MULTILINE | re.DOTALL)
MATCH = "parlour.match"  # the class is spread over the modules of this package
NAME = re.compile(r"(?<![\w`])`([A-Za-z_][\w.]*)(\([^`]*\))?`(?!`)")
CLASS = re.compile(r"(?<![\w`.\"'])(?:[A-Z][a-z]+){2,}(?![\w`])")


def with_examples(text: str) -> str:
    """Put each example, up to the next blank line, into a block of code."""
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", text)


def link(target: str, shown: str) -> str:
    """Link to a name if the reference has it; otherwise this shows as plain text."""
    return f'<autoref optional identifier="{target}">{shown}</autoref>'


def with_links(text: str, owner: griffe.Object) -> str:
    """Link the names in backticks, and those of public classes such as IllegalMove, outside of code."""
    parts = CODE.split(text)
    for k in range(0, len(parts), 2):
        parts[k] = re.sub(
            rf"{NAME.pattern}|{CLASS.pattern}",
            lambda found: linked_name(found, owner) if found[0].startswith("`") else linked_class(found[0]),
            parts[k],
        )
    return "".join(parts)


def linked_name(found: re.Match[str], owner: griffe.Object) -> str:
    """Link a name in backticks, as seen from the object whose docstring names it."""
    target = target_of(found[1], owner)
    shown = f"<code>{escape(found[0].strip('`'))}</code>"
    return found[0] if target is None or target == owner.path else link(target, shown)


def linked_class(name: str) -> str:
    """Link a public class or error."""
    return link(f"parlour.{name}", name) if name in parlour.__all__ else name


def target_of(name: str, owner: griffe.Object) -> str | None:
    """Return the full path of a name: a public one, a member of the same class, or one of the same module."""
    first, _, rest = name.partition(".")
    if first == "parlour":
        return name
    if owner.path.startswith(f"{MATCH}.") and not rest:
        return f"parlour.Match.{name}"
    if first in parlour.__all__:
        return f"parlour.{name}"
    scope: griffe.Object | None = owner
    while scope is not None and not rest:
        if name in scope.members and (scope.is_class or scope.is_module):
            return f"{scope.path}.{name}"
        scope = scope.parent
    return None


def is_assigned_in_constructor(attribute: griffe.Attribute) -> bool:
    """Whether an attribute has its value from an expression in `__init__`: no default that readers should know."""
    constructor = attribute.parent.members.get("__init__") if attribute.parent is not None else None
    return constructor is not None and bool(constructor.lineno) and "instance-attribute" in attribute.labels


class Docstrings(griffe.Extension):
    """Prepares every docstring of the package."""

    def on_object(self, *, obj: griffe.Object, loader: griffe.GriffeLoader, **kwargs: Any) -> None:
        """Rewrite a docstring once the whole package is known, and hide what a constructor assigns to an attribute."""
        if isinstance(obj, griffe.Attribute) and obj.parent is not None and is_assigned_in_constructor(obj):
            obj.value = None
        if obj.docstring is not None and not obj.is_alias:
            obj.docstring.value = with_links(with_examples(obj.docstring.value), obj)

    def on_class_members(self, *, cls: griffe.Class, **kwargs: Any) -> None:
        """Give a struct the constructor that msgspec makes from its fields."""
        if not any(str(base).endswith("Struct") for base in cls.bases) or "__init__" in cls.members:
            return
        fields = [member for member in cls.attributes.values() if "property" not in member.labels and member.annotation]
        kind = griffe.ParameterKind.positional_or_keyword
        given = [griffe.Parameter("self", kind=kind)]
        given += [griffe.Parameter(one.name, annotation=one.annotation, kind=kind, default=one.value) for one in fields]
        cls.set_member("__init__", griffe.Function("__init__", parameters=griffe.Parameters(*given), parent=cls))
