"""Text from outside, shown as what it is: signs that would command a terminal or reorder a line are written out."""

from __future__ import annotations

import re

# Control characters (C0 but tab and line break, DEL, C1), separators of lines, what turns the direction of text, and
# halves of pairs, which stand for bytes that are no text.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_BREAKS = str.maketrans({"\n": "\\n", "\t": "\\t"})


def visible(text: str) -> str:
    r"""The text with `\x1b` for ESC, and so on; tabs and line breaks stay."""
    return _UNSAFE.sub(lambda found: _written_out(ord(found[0])), text)


def visible_line(text: str) -> str:
    r"""The same on one line: `\n` for a line break, too."""
    return visible(text).translate(_BREAKS)


def visible_json(text: str) -> str:
    """JSON with the same value: these signs stand in strings alone, which may name them by number."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _written_out(number: int) -> str:
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
