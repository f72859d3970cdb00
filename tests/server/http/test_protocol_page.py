"""docs/protocol.md is complete, and its example client plays a complete game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec

import parlour
from parlour.game import View
from parlour.games import own
from parlour.server import errors
from parlour.server.http import limits
from parlour.server.http.openapi import document
from parlour.server.table import messages
from tests.server.process import ServerProcess

PAGE = Path(__file__).resolve().parents[3] / "docs" / "protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")
SERVER = Path(errors.__file__).parent


def section(heading: str) -> str:
    """The text under a heading."""
    (found,) = re.findall(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its header."""
    lines = re.findall(r"^\| (.*) \|$", section(heading), re.MULTILINE)
    return [re.split(r" ?\| ", line) for line in lines if not line.startswith("---")][1:]


def words(cell: str) -> list[str]:
    return re.findall(r"[a-z_0-9]+", " ".join(re.findall("`(.*?)`", cell)))


def fields(kind: Any) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind)]


PLACES = {"table": "ID", "seat": "SEAT", "number": "N", "review": "REVIEW"}  # of a path, as the page names them


def test_the_page_has_every_request() -> None:
    told = {
        (method, re.sub("[?].*", "", path))
        for cell, *_ in rows("REST")
        for method, path in re.findall("`([A-Z]+) ([^`]+)`", cell)
    }
    served = {
        (method.upper(), re.sub(r"\{(\w+)\}", lambda found: PLACES.get(found[1], found[0]), path))
        for path, methods in document()["paths"].items()
        for method in methods
    }
    assert told == served | {("GET", "/openapi.json")}


def test_the_page_has_every_kind_of_step() -> None:
    schemas = document(own())["components"]["schemas"]
    served = {
        title: {
            schemas[kind["$ref"].rpartition("/")[2]]["properties"]["kind"]["enum"][0]
            for kind in schemas[f"{title}Step"]["oneOf"]
        }
        for title in ("Exago", "Traxx", "Cirplexed", "Tracktic")
    }
    told = {row[0].strip("!").replace("ä", "a"): set(re.findall("`(.*?)`", row[1])) for row in rows("Steps")}
    assert told == served


def test_the_page_has_every_message_with_its_fields() -> None:
    for heading, kinds in (("Up", get_args(messages.Up)), ("Down", get_args(messages.Down))):
        told = {words(row[0])[0]: sorted(words(row[1])) for row in rows(heading)}
        hidden = {"ref"} if heading == "Up" else set()  # every message may have one
        assert told == {kind.__struct_config__.tag: sorted(set(fields(kind)) - hidden) for kind in kinds}


def test_the_page_has_every_field_of_a_view_and_a_seat() -> None:
    nested = dict.fromkeys(re.findall(r"^ {4}\| (`.*?`) \|", section("Down"), re.MULTILINE))
    assert [name for cell in nested for name in words(cell)] == fields(View)
    (told,) = re.findall(r"^- `seats` lists(.*?)^- ", section("Down"), re.MULTILINE | re.DOTALL)
    assert set(fields(messages.SeatInfo)) <= set(words(told))


def test_the_page_lists_exactly_the_error_codes() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(SERVER.rglob("*.py")))
    sent = set(re.findall(r'\b(?:Refused|Error)\(\s*"([a-z_]+)"', sources))
    sent |= {*errors._CODES.values(), *re.findall(r'super\(\).__init__\("([a-z_]+)", "', sources), "bad_request"}
    told = [code for row in rows("Error codes") for code in words(row[0]) if code not in ("rule", "notation")]
    assert sorted(told) == sorted(sent)


def test_the_page_lists_every_close_code() -> None:
    sources = "".join(
        SERVER.joinpath(name).read_text(encoding="utf-8") for name in ("table/socket.py", "app.py", "table/hub.py")
    )
    sent = set(re.findall(r"\b(?:Closed|close)\(\s*(\d{4})", sources)) | set(re.findall(r'"code": (\d{4})', sources))
    told = {row[0] for row in rows("When a socket closes")}
    assert sent <= told
    assert told - sent == {"1009"}  # by the library, for a frame that is too large


def test_the_figures_on_the_page_are_the_limits() -> None:
    allowed, told = limits.Limits(), " ".join(section("Limits").split())
    for sentence in (
        f"Each visitor may send {allowed.messages} messages a second (bursts of {10 * allowed.messages}) and have "
        f"{allowed.sockets} sockets and {allowed.tables} unfinished tables",
        f"Each address may send {allowed.address_messages} messages and {allowed.requests} requests a second, "
        f"have {allowed.address_sockets} sockets, {allowed.new_sockets} new ones a second, "
        f"and {allowed.connections} other connections",
        f"within {limits.HEAD_SECONDS:.0f} seconds, the rest of the request within {limits.BODY_SECONDS:.0f} more",
        f"must be read within {limits.ANSWER_SECONDS:.0f}",
        f"a message has at most {limits.MESSAGE:,} characters, a request {limits.BODY:,} bytes",
        f"After {limits.LOG_ENTRIES:,} entries",
    ):
        assert sentence.lower() in told.lower()


def test_the_example_messages_on_the_page_are_valid() -> None:
    (block,) = re.findall(r"```text\n(.*?)```", section("The socket"), re.DOTALL)
    up = [messages.parse_up(line) for line in re.findall("^> (.*)", block, re.MULTILINE)]
    assert [type(message).__name__ for message in up] == ["Hello", "Move", "Complete", "Move"]
    decoder = msgspec.json.Decoder(messages.Down)
    for text in re.findall("^< (.*)", block, re.MULTILINE):
        assert messages.message_text(decoder.decode(text)) == text  # no field is missing, or too many


def test_the_example_client_on_the_page_plays_to_the_end(sqlite_url: str) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    with ServerProcess(sqlite_url) as server:
        names: dict[str, object] = {}
        exec(code.replace("http://127.0.0.1:8000", server.url), names)
    record = names["record"]
    assert isinstance(record, str)
    match = parlour.load(record)
    assert match.game.name == "traxx"
    assert match.outcome is not None
    assert match.names[0] == "Ann"
