"""Escaping of untrusted text: characters that would control a terminal or reorder a line are written out."""

from __future__ import annotations

import re

# Control characters (C0 except tab and line feed, DEL, C1), line separators, bidirectional controls, and lone
# surrogates, which stand for undecodable bytes.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_BREAKS = str.maketrans({"\n": "\\n", "\t": "\\t"})


def visible(text: str) -> str:
    r"""Return the text with `\x1b` for ESC, and so on; tabs and line breaks stay."""
    return _UNSAFE.sub(lambda found: _written_out(ord(found[0])), text)


def visible_line(text: str) -> str:
    r"""Return the same on one line, with `\n` for a line break."""
    return visible(text).translate(_BREAKS)


def visible_json(text: str) -> str:
    """Return JSON text with the same value: unsafe characters occur only in strings, where they can be escaped."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _written_out(number: int) -> str:
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
