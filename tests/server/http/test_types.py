"""The page's types agree with the server's."""

from __future__ import annotations

from tools import node, page_types


def test_the_page_has_the_types_of_this_server() -> None:
    complaint = page_types.stale(page_types.server_document())
    assert complaint is None, complaint


def test_the_types_compile() -> None:
    assert node.tool("typescript", "bin/tsc", "--noEmit", "--strict", str(page_types.TYPES)) == 0
