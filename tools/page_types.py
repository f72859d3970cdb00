"""Write the page's types, web/src/api.ts, from the server's OpenAPI: `python -m tools.page_types [--check]`."""

from __future__ import annotations

import difflib
import itertools
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools import node

TYPES = node.WEB / "src" / "api.ts"
HEADER = """\
// What the server says and hears, written from its OpenAPI: `make types` makes this file anew, so do not edit it.
// The sources are parlour/server/ and the views of the games.

"""
LINES_SHOWN = 40


def generated(document: dict[str, Any]) -> str:
    """The TypeScript for an OpenAPI document."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "api.ts")
        source.write_text(json.dumps(document), encoding="utf-8")
        options = ("--root-types", "--root-types-no-schema-prefix")
        if node.tool("openapi-typescript", "bin/cli.js", str(source), "--output", str(target), *options):
            sys.exit("openapi-typescript could not make the types; the lines above say why")
        return HEADER + target.read_text(encoding="utf-8")


def difference(document: dict[str, Any], types: Path = TYPES) -> str:
    """The first lines of the diff from the file to the document's types; empty if it is up to date."""
    there = types.read_text(encoding="utf-8") if types.exists() else ""
    lines = difflib.unified_diff(
        there.splitlines(), generated(document).splitlines(), str(types.name), "what it should be", lineterm="", n=1
    )
    return "\n".join(itertools.islice(lines, LINES_SHOWN))


def stale(document: dict[str, Any], types: Path = TYPES) -> str | None:
    """A sentence and a short diff if the file does not match the document, else None."""
    changes = difference(document, types)
    return f"web/src/{types.name} is stale: 'make types' writes it anew\n{changes}" if changes else None


def server_document() -> dict[str, Any]:
    """The server's current OpenAPI document, with the games of this package."""
    from parlour.games import own
    from parlour.server.http import openapi

    return openapi.document(own())


def main(arguments: list[str]) -> None:
    if arguments == ["--check"]:
        sys.exit(stale(server_document()))
    if arguments:
        sys.exit("usage: python -m tools.page_types [--check]")
    TYPES.parent.mkdir(exist_ok=True)
    TYPES.write_text(generated(server_document()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
