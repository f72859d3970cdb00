"""All tables are exported to a zip and continue in another database, with every link still working."""

from __future__ import annotations

import json
import re
import stat
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import parlour
from parlour.luck import Luck
from tests.cli.terminal_driver import Terminal, run_here
from tests.server.client import Client, Message, Opened, Socket
from tests.server.command import done, done_here, refused, refused_here
from tests.server.process import ServerProcess


@dataclass
class Table:
    """A table with all rights to it."""

    opened: Opened
    tokens: list[str]  # of people who play

    @property
    def id(self) -> str:
        return self.opened.id


@pytest.fixture
def old(sqlite_url: str) -> Iterator[ServerProcess]:
    with ServerProcess(sqlite_url, "--no-limits") as process:
        yield process


def wait_until_ready(client: Client) -> None:
    """Wait until the rules of all games are loaded."""
    deadline = time.monotonic() + 120
    while not all(client.ask("GET", "/healthz")["ready"].values()):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def wait_for_match(socket: Socket, number: int) -> None:
    """Wait until both seats have seen this match of the series."""
    socket.wait_until(lambda: [state["match"] for state in socket.states.values()] == [number, number])


def without_order(state: Message) -> Message:
    """A state without what an import may change: log numbers, and the order of choices that are all revealed."""
    moves = sorted(state["history"]["moves"], key=lambda move: (move["seat"], move["text"] or ""))
    return {**state, "seq": None, "history": moves}


def played(client: Client, luck: Luck, seats: list[str | Message], game: str, moves: int, **more: Any) -> Table:
    """A table of people at one screen, and bots, after some moves of the people."""
    opened = client.open_table(game, seats, **more)
    table = Table(opened, list(opened.tokens.values()))
    with client.sit(table.id, *table.tokens) as socket:
        socket.play_random(luck, moves)
        own = set(opened.tokens)
        socket.wait_until(lambda: socket.is_over or bool(own & set(socket.states[min(own)]["view"]["waiting"])))
    return table


def series(client: Client, luck: Luck) -> Table:
    """Two people in the second match of a series."""
    opened = client.open_table("exago", [{"who": "me", "name": "Änne"}, "open"])
    other = client.take_seat(opened.id, opened.invitation, name="Bo <b>")
    tokens = [opened.tokens[0], other.token]
    with client.sit(opened.id, *tokens) as socket:
        socket.play_random(luck, 5)
        socket.send("resign", seat=0)
        socket.wait_until(lambda: socket.is_over)
        for seat in (0, 1):
            socket.send("rematch", seat=seat)
        wait_for_match(socket, 2)
        socket.play_random(luck, 4)
    return Table(opened, tokens)


def resigned(client: Client, luck: Luck) -> Table:
    """One of three has resigned, and a bot plays on."""
    opened = client.open_table("tracktic", ["me", "me", {"who": "me", "name": "Cleo"}], stand_in="random")
    tokens = list(opened.tokens.values())
    with client.sit(opened.id, *tokens) as socket:
        socket.play_random(luck, 4)
        socket.send("resign", seat=2)
        socket.wait_until(lambda: socket.states[0]["seats"][2]["bot"] is not None)
    with client.sit(opened.id, *tokens[:2]) as socket:
        socket.play_random(luck, 2)
        socket.wait_until(lambda: socket.states[0]["view"]["waiting"] != [2])
    return Table(opened, tokens)


def taken_back(client: Client, luck: Luck) -> Table:
    """A move was taken back, another offer is open, and a bot has the third seat of a person for a while."""
    opened = client.open_table("exago", ["me", "open", "me"])
    other = client.take_seat(opened.id, opened.invitation)
    own = list(opened.tokens.values())
    with client.sit(opened.id, *own) as socket, client.sit(opened.id, other.token) as second:
        socket.play_random(luck, 1)
        socket.send("undo_offer", seat=0)
        second.receive("offer", where=lambda message: bool(message["offers"]))
        second.send("undo_answer", seat=1, yes=True)
        socket.wait_until(lambda: all(state["branch"] == 1 for state in socket.states.values()))
        socket.play_random(luck, 1)
        second.wait_until(lambda: second.states[1]["branch"] == 1 and second.states[1]["view"]["waiting"] == [1])
        second.play_random(luck, 1)
        socket.send("hand_over", seat=2, bot="random")
        socket.wait_until(lambda: socket.states[0]["view"]["waiting"] == [0])
        second.send("undo_offer", seat=1)
        socket.receive("offer", where=lambda message: bool(message["offers"]))
    return Table(opened, [own[0], other.token, own[1]])


def hidden(client: Client, luck: Luck) -> Table:
    """Two of three have chosen in the second round, which is open."""
    opened = client.open_table("traxx", ["me", "me", "me"])
    tokens = list(opened.tokens.values())
    with client.sit(opened.id, *tokens) as socket:
        for seat in (2, 0, 1, 2, 0):
            socket.wait_until(lambda seat=seat: bool(socket.states[seat]["view"]["legal"]))  # type: ignore[misc]
            legal = socket.states[seat]["view"]["legal"]
            socket.move(seat, legal[luck.below(len(legal))])
    return Table(opened, tokens)


def test_imported_tables_continue_in_another_database(
    old: ServerProcess, postgres_url: str, tmp_path: Path, luck: Luck
) -> None:
    with ExitStack() as stack:
        client = stack.enter_context(Client(old))
        wait_until_ready(client)
        tables = {
            "over": played(client, luck, ["me", "greedy"], "cirplexed", 1000),
            "given up": played(client, luck, ["me", "me"], "exago", 2, public=True),
            "series": series(client, luck),
            "bot": played(client, luck, ["greedy", "me"], "exago", 3, options={"radius": 4}),
            "resigned": resigned(client, luck),
            "undo": taken_back(client, luck),
            "hidden": hidden(client, luck),
        }
        with client.sit(tables["given up"].id, tables["given up"].tokens[0]) as socket:
            socket.send("resign", seat=0)
            socket.wait_until(lambda: socket.is_over)
            socket.send("rematch", seat=0)  # and the other has not answered
            socket.receive("offer", where=lambda message: bool(message["offers"]))
        gathering = client.open_table("tracktic", ["me", "open", "greedy"])
        before = {
            (name, token): client.state(table.id, token)
            for name, table in tables.items()
            for token in [*table.tokens, None]
        }
        records = {name: client.record(tables[name].id) for name in ("over", "given up", "series")}

        zipped = tmp_path / "all.zip"
        said = done("export", str(zipped), "--database", old.database)
        assert said.startswith(f"8 tables with 9 records written to {zipped}.\n")
        assert stat.S_IMODE(zipped.stat().st_mode) == 0o600
        assert "in use by another parlour" in refused("import", str(zipped), "--database", old.database)

        new = stack.enter_context(ServerProcess(postgres_url, "--no-limits"))
        assert done("import", str(zipped), "--database", postgres_url) == "8 tables with 9 records imported.\n"
        again = done("import", str(zipped), "--database", postgres_url)
        assert again.startswith("Nothing is new.\nAlready there, and left unchanged: ")
        second = tmp_path / "again.zip"
        done("export", str(second), "--database", postgres_url)
        assert second.read_bytes() == zipped.read_bytes()  # every record and everything else

        there = stack.enter_context(Client(new))
        wait_until_ready(there)
        for (name, token), state in before.items():
            assert without_order(there.state(tables[name].id, token)) == without_order(state), name
        for name, text in records.items():
            assert there.record(tables[name].id) == text
            with zipfile.ZipFile(zipped) as archive:
                assert archive.read(f"records/{tables[name].id}-1.txt").decode() == text
            file = tmp_path / "record.txt"
            file.write_text(text)
            assert "hash that was shown" in done_here(
                "verify", str(file), "--commit", parlour.load(text).header["commit"]
            )

        go_on(there, tables, gathering, luck)


def go_on(there: Client, tables: dict[str, Table], gathering: Opened, luck: Luck) -> None:
    """People return with their old links and play."""
    for name in ("bot", "resigned", "hidden"):
        playing = tables[name].tokens[:2] if name == "resigned" else tables[name].tokens
        with there.sit(tables[name].id, *playing) as socket:
            socket.play_random(luck, 6)
    with there.sit(tables["hidden"].id, *tables["hidden"].tokens) as socket:
        assert len(socket.moves[0]) == 11
    with there.sit(tables["series"].id, *tables["series"].tokens) as socket:
        socket.play_random(luck, 2)
        socket.send("resign", seat=1)
        socket.wait_until(lambda: socket.is_over)
        for seat in (0, 1):
            socket.send("rematch", seat=seat)
        wait_for_match(socket, 3)
    with there.sit(tables["given up"].id, tables["given up"].tokens[1]) as socket:
        socket.send("rematch", seat=1)  # the other's request was imported
        socket.receive("state", where=lambda state: state["match"] == 2)
    table = tables["undo"]
    with there.sit(table.id, table.tokens[0]) as socket:
        socket.send("undo_answer", seat=0, yes=True)  # the offer was imported
        socket.receive("state", where=lambda state: state["branch"] == 2)
        assert len(socket.moves[0]) == 1
        presence = socket.receive("presence")
        assert not any(seat["can_be_replaced"] for seat in presence["seats"])  # they have time to return
    with there.sit(table.id, table.tokens[2]) as socket:
        socket.send("take_back", seat=2)
        socket.receive("state", where=lambda state: state["seats"][2]["kind"] == "person")
    late = there.take_seat(gathering.id, gathering.invitation, name="Late")
    with there.sit(gathering.id, gathering.tokens[0], late.token) as socket:
        assert socket.play_random(luck, 4) == 4
        socket.send("resign", seat=late.seat)  # otherwise the table could not be deleted
        socket.wait_until(lambda: socket.states[0]["seats"][late.seat]["kind"] == "bot")
    there.delete(gathering.id, gathering.owner)


@pytest.fixture
def zipped(tmp_path: Path, luck: Luck) -> Path:
    """A zip as an export makes it, of one finished and one running match, made without a server."""
    records, database = tmp_path / "records.zip", tmp_path / "made.sqlite"
    matches = [
        parlour.new("exago", players=players, names=["Ann", "red (greedy)", "Cy"][:players]) for players in (2, 3)
    ]
    for match in matches:  # three moves: no seat can have won three moves later, whatever they are
        for _ in range(3):
            seat = match.waiting[0]
            legal = match.legal(seat)
            match.play(seat, legal[luck.below(len(legal))])
    matches[0].resign(0)
    matches[1].resign(2)
    with zipfile.ZipFile(records, "w") as archive:
        archive.writestr("over.txt", matches[0].record())
        archive.writestr("more/running.txt", matches[1].record())
        archive.writestr("../../letter.md", "not a record")
    said = done_here("import", str(records), "--database", str(database))
    assert said.startswith("2 tables with 2 records imported.\nNot records, and left out: ../../letter.md.\n")
    (tmp_path / "said.txt").write_text(said)
    out = tmp_path / "ours.zip"
    done_here("export", str(out), "--database", str(database))
    return out


def changed(source: Path, name: str, **changes: bytes | None) -> Path:
    """The same zip with other contents of some files: those whose names end so."""
    target = source.with_name(name)
    with zipfile.ZipFile(source) as old_zip, zipfile.ZipFile(target, "w") as new_zip:
        for file in old_zip.namelist():
            data: bytes | None = old_zip.read(file)
            for ending, other in changes.items():
                if file.endswith(ending.replace("_", ".")):
                    data = other
            if data is not None:
                new_zip.writestr(file, data)
    return target


def test_records_from_elsewhere_become_tables_with_open_seats(tmp_path: Path, zipped: Path) -> None:
    database = str(tmp_path / "made.sqlite")
    with zipfile.ZipFile(zipped) as archive:
        tables = {
            table["matches"][0]["ended"] is None: table for table in json.loads(archive.read("tables.json"))["tables"]
        }
        names = [parlour.load(archive.read(name).decode()).names for name in archive.namelist() if "records/" in name]
    assert sorted(names) == [["Ann", "red (greedy)"], ["Ann", "red (greedy)", "Cy"]]
    with ServerProcess(database) as server, Client(server) as client:
        wait_until_ready(client)
        over, running = client.table(tables[False]["id"]), client.table(tables[True]["id"])
        assert over["status"] == "over"
        assert "resigned" in client.record(over["id"])
        assert running["status"] == "gathering"
        assert [seat["kind"] for seat in running["seats"]] == ["open", "open", "bot"]  # Cy has resigned
        said = (tmp_path / "said.txt").read_text()
        (invitation,) = re.findall(rf"/table/{running['id']}#join=(\S+)", said)
        tokens = [client.take_seat(running["id"], invitation, name=name).token for name in ("Dee", "Eve")]
        with client.sit(running["id"], *tokens) as socket:
            assert socket.play_random(Luck(1), 3) == 3
            assert socket.states[0]["view"]["names"] == ["Dee", "Eve", "Cy"]


def test_in_a_terminal_a_progress_bar_is_shown(tmp_path: Path, zipped: Path) -> None:
    for arguments, bar, end in (
        (("import", str(zipped), "--database", "b.sqlite"), "Checking records", "2 tables with 2 records imported."),
        (("export", "b.zip", "--database", "b.sqlite"), "Writing tables", "2 tables with 2 records written to b.zip."),
    ):
        with Terminal(*arguments, folder=tmp_path) as terminal:
            terminal.expect(bar)
            terminal.expect(end)
            assert terminal.end() == 0
    assert (tmp_path / "b.zip").read_bytes() == zipped.read_bytes()


def test_nothing_is_imported_when_anything_is_wrong(tmp_path: Path, zipped: Path) -> None:
    with zipfile.ZipFile(zipped) as archive:
        index = json.loads(archive.read("tables.json"))
        names = sorted(name for name in archive.namelist() if name != "tables.json")
        text = archive.read(names[0]).decode()
    end = names[0].rsplit("-", 1)[0][-16:] + "-1.txt"

    def told(name: str, **changes: bytes | None) -> str:
        target = tmp_path / f"{name}.sqlite"
        sentence = refused_here("import", str(changed(zipped, f"{name}.zip", **changes)), "--database", str(target))
        assert not target.exists()
        return sentence

    def with_index(change: Any) -> bytes:
        copy = json.loads(json.dumps(index))
        change(copy["tables"])
        return json.dumps(copy).encode()

    key = end.replace(".", "_")
    assert f"{names[0]} is missing" in told("gone", **{key: None})
    assert f"{names[0]}: line" in told("moved", **{key: text.replace("\n0 ", "\n0 a1 ", 1).encode()})
    assert "does not match this commitment" in told(
        "salted", **{key: re.sub('salt "..', 'salt "zz', text).replace("zz", "00").encode()}
    )
    assert f"{names[0]} is not UTF-8 text" in told("bytes", **{key: b"\xff"})
    assert f"{names[0]} is too large" in told("large", **{key: b"x" * (1 << 21)})
    assert "tables.json is missing" in told("bare", tables_json=None)
    assert "tables.json is not as" in told("json", tables_json=b"{}")
    assert "Expected `str` matching regex" in told(
        "id", tables_json=with_index(lambda tables: tables[0].update(id="../../../etc/pas"))
    )
    assert "more than once" in told("twice", tables_json=with_index(lambda tables: tables.append(tables[0])))
    assert "no bot 'hal'" in told(
        "bot", tables_json=with_index(lambda tables: tables[0]["matches"][0]["seats"][0].update(bot="hal"))
    )
    assert "names differ from those" in told(
        "name", tables_json=with_index(lambda tables: tables[0]["matches"][0]["seats"][0].update(name="Zoe"))
    )
    assert "its date differs" in told(
        "date", tables_json=with_index(lambda tables: tables[0]["matches"][0].update(opened=0))
    )
    assert "has 0 seats" in told(
        "seats", tables_json=with_index(lambda tables: tables[0]["matches"][0]["seats"].clear())
    )
    sentence = told("both", **{key: b"", names[1][-22:].replace(".", "_"): b"\xff"})
    assert names[0] in sentence
    assert names[1] in sentence  # all errors are reported together


def test_other_files_are_refused_in_a_sentence(tmp_path: Path) -> None:
    database = str(tmp_path / "none.sqlite")
    text = tmp_path / "text.zip"
    text.write_text("hello")
    assert refused_here("import", str(text), "--database", database) == f"{text} is not a zip file"
    assert "No such file" in refused_here("import", str(tmp_path / "nowhere.zip"), "--database", database)
    empty = tmp_path / "empty.zip"
    zipfile.ZipFile(empty, "w").close()
    said = refused_here("import", str(empty), "--database", database)
    assert said == f"{empty} contains no record in a .txt file: nothing was imported"
    assert not Path(database).exists()
    out = str(tmp_path / "out.zip")
    assert "No such file" in refused_here("export", out, "--database", database)
    assert not Path(database).exists()
    Path(database).touch()
    assert "not a Parlour database" in refused_here("export", out, "--database", database)
    assert not Path(out).exists()


def test_an_export_overwrites_nothing_and_leaves_no_partial_file(tmp_path: Path, zipped: Path) -> None:
    database, out = tmp_path / "made.sqlite", tmp_path / "out.zip"
    before = zipped.read_bytes()
    assert "already exists" in refused_here("export", str(zipped), "--database", str(database))
    assert zipped.read_bytes() == before
    assert "No such file" in refused_here("export", str(tmp_path / "no" / "out.zip"), "--database", str(database))
    engine = sa.create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET game = 'chess'")
    engine.dispose()
    assert "there is no game 'chess'" in refused_here("export", str(out), "--database", str(database))
    assert not out.exists()


def test_a_zip_with_any_fault_is_read_or_refused(zipped: Path, luck: Luck) -> None:
    whole = zipped.read_bytes()
    broken = zipped.with_name("broken.zip")
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(1 + luck.below(4)):
            data[luck.below(len(data))] = luck.below(256)
        broken.write_bytes(data)
        for name in broken.parent.glob("new.sqlite*"):
            name.unlink()
        ran = run_here("import", "broken.zip", "--database", "new.sqlite", folder=broken.parent)
        assert ran.returncode in (0, 2)
        assert (ran.returncode == 0) == ran.stdout.startswith("2 tables with 2 records imported.")
        assert (ran.returncode == 2) == (not (broken.parent / "new.sqlite").exists())
