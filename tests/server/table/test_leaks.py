"""The server sends nothing that its receiver may not know: everything that was ever sent is checked."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import parlour
from parlour.errors import ParlourError
from parlour.games import find, own
from parlour.luck import Luck, canonical_json
from tests.server.client import Client, Message
from tests.server.gathering import Gathering, Person
from tests.server.knowledge import Moves, Replay
from tests.server.process import ServerProcess

FIELDS = {
    "state": "type table match seq branch status commit seat seats stand_in hints view events can_undo history".split(),
    "presence": "type seats watchers".split(),
    "offer": "type offers".split(),
    "words": "type seat text words is_move prompt step preview ref".split(),
    "error": "type code sentence rule ref template args".split(),
    "pong": "type ref".split(),
}
TABLES = [(game, players) for game in own() for players in (find(game).players[0], 3) if players in find(game).players]
MOST = 30  # moves per match, to save time; then all but one resign


@dataclass
class Asked:
    """The requests and responses during a match."""

    states: list[tuple[int | None, Message]] = field(default_factory=list)  # through REST: seat, response
    replays: list[tuple[int | None, int, Message]] = field(default_factory=list)  # seat, seq, response
    texts: list[str] = field(default_factory=list)  # every REST response during the match
    said: list[tuple[Person, int, Message, Message]] = field(default_factory=list)  # person, seq, question, answer


def sql(database: str, question: str, **values: Any) -> list[Any]:
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(sa.text(question), values).all()
    engine.dispose()
    return list(rows)


def ask_around(gathering: Gathering, asker: Client, asked: Asked) -> None:
    """All responses of REST during the match."""
    table = f"/api/tables/{gathering.id}"
    for person in gathering.everyone:
        response = asker.request("GET", f"{table}/state", person.token)
        seat = response.json()["seat"]
        assert seat == (person.seat if person.token else None)
        asked.states.append((seat, response.json()))
        asked.texts.append(response.text)
        told = asker.request("GET", f"{table}/matches/1/replay", person.token)
        assert told.json()["viewpoint"] == seat
        asked.replays.append((seat, response.json()["seq"], told.json()))
        asked.texts.append(told.text)
        for other in ("all", *(number for number in range(len(gathering.people)) if number != seat)):
            told = asker.request("GET", f"{table}/matches/1/replay?seat={other}", person.token)
            assert told.status_code == (409 if other == "all" else 403)
            asked.texts.append(told.text)
    for path in (table, "/api/tables", "/api/games", "/metrics", "/healthz"):
        response = asker.request("GET", path)
        assert response.status_code == 200
        asked.texts.append(response.text)
    for path in (f"{table}/record", f"{table}/record?match=1", f"{table}/record?match=2"):
        response = asker.request("GET", path)
        assert response.status_code in (404, 409)
        assert response.json().keys() == {"code", "sentence", "rule", "template", "args"}
        asked.texts.append(response.text)


def ask_on_the_socket(gathering: Gathering, luck: Luck, asked: Asked) -> None:
    """Someone sends `complete` for a move, possibly an illegal or another seat's one, and tries an illegal move."""
    person = gathering.people[luck.below(len(gathering.people))]
    gathering.settle()
    others = [text for other in gathering.people if other is not person for text in other.legal]
    texts = [others, person.legal][luck.below(2)] or others
    text = texts[luck.below(len(texts))] if texts and luck.below(4) else "?"
    person.say("complete", text=text.rsplit(" ", luck.below(3))[0], ref="complete")
    words = person.socket.receive("words")
    question = {"type": "complete", "text": words["text"]}
    asked.said.append((person, person.state["seq"], question, words))
    if text not in person.legal:
        move = {"branch": person.state["branch"], "turn": person.state["view"]["turn"], "text": text}
        answer = person.refusal("move", **move)
        asked.said.append((person, person.state["seq"], {"type": "move", "text": text}, answer))


def undo(gathering: Gathering, luck: Luck) -> None:
    """Someone asks to take a move back, if possible, and all others agree."""
    person = gathering.people[luck.below(len(gathering.people))]
    branch, known = gathering.settle()["branch"], len(person.socket.received)
    person.say("undo_offer")
    person.socket.wait_until(
        lambda: any(message["type"] in ("error", "offer", "state") for message in person.socket.received[known:])
    )
    if person.socket.received[-1]["type"] == "error":
        return
    for other in gathering.people:
        if other is not person:
            other.say("undo_answer", yes=True)
    for other in gathering.everyone:
        other.see(lambda state: state["branch"] == branch + 1)


def play_and_listen(gathering: Gathering, asker: Client, luck: Luck) -> Asked:
    asked = Asked()
    ask_around(gathering, asker, asked)
    for made in range(MOST):
        if not (movers := gathering.movers()):
            return asked
        movers[luck.below(len(movers))].play(luck)
        if gathering.settle()["status"] == "over":
            return asked
        chance = luck.below(8)
        if chance == 0:
            undo(gathering, luck)
        elif chance < 3:
            ask_on_the_socket(gathering, luck, asked)
        elif chance < 5 or made < 3:
            ask_around(gathering, asker, asked)
    for person in gathering.people[1:] or gathering.people:
        person.say("resign")
        person.see(lambda state: state["status"] == "over" or state["seats"][state["seat"]]["kind"] == "bot")
    return asked


# -- what is checked --------------------------------------------------------------------------------------------------


def check_state(replay: Replay, seat: int | None, state: Message, told: int | None, luck: Luck) -> None:
    """A state shows what the seat may know, and does not depend on what it may not know."""
    assert list(state) == FIELDS["state"]
    moves, branch = replay.moves_at(state["seq"])
    assert (state["seat"], state["branch"]) == (seat, branch)
    match = replay.match(moves)
    if state["status"] == "over" and match.outcome is None:
        match = match.fork()  # ended by resigning
        for entry in replay.entries[: state["seq"]]:
            if entry["kind"] == "resign":
                match.resign(entry["seat"])
    names = replay.names_at(state["seq"])
    check_shown(match, names, state, told)
    if match.outcome is not None:
        return
    for other in replay.otherwise(moves, seat, luck):
        check_shown(other, names, state, told)
    for believer in range(replay.players) if seat is None else (seat,):  # a spectator knows less than any seat
        belief = match.belief(believer, luck.number())
        belief.names = names
        assert {**shown(belief, state), "turn": state["view"]["turn"]} == state["view"]  # a belief has no history


def check_replay(replay: Replay, seat: int | None, seq: int, told: Message, luck: Luck) -> None:
    """Looking back shows what the seat saw at each move, and does not depend on what it may not know even now."""
    moves, _ = replay.moves_at(seq)
    names = replay.names_at(seq)
    for match in (replay.match(moves), *replay.otherwise(moves, seat, luck)):
        then = [match.at(ply) for ply in range(len(match.moves) + 1)]
        assert [frame["view"] for frame in told["frames"]] == [
            {**one.view(seat), "legal": [], "names": names} for one in then
        ]
        events = [match.events(seat, ply) for ply in range(len(match.moves))]
        assert [frame["events"] for frame in told["frames"]] == [[], *events]
        assert [(move["seat"], move["text"]) for move in told["moves"]] == match.history(seat)
    assert told["record"] is None


def shown(match: parlour.Match, state: Message) -> Message:
    """The view of a state's seat; `legal` is empty for a seat that its person cannot play now."""
    seat = state["seat"]
    cannot_play = state["status"] == "gathering" or (seat is not None and state["seats"][seat]["kind"] == "bot")
    return {**match.view(seat), **({"legal": []} if cannot_play else {})}


def check_shown(match: parlour.Match, names: list[str], state: Message, told: int | None) -> None:
    """A state is what a match shows to a seat that already has this many moves; None means none."""
    seat = state["seat"]
    assert state["view"] == {**shown(match, state), "names": names}
    history, start = state["history"]["moves"], state["history"]["start"]
    assert [(move["seat"], move["text"]) for move in history] == match.history(seat)[start:]
    first = len(match.moves) if told is None else told
    assert state["events"] == [event for ply in range(first, len(match.moves)) for event in match.events(seat, ply)]


def check_socket(replay: Replay, person: Person, luck: Luck) -> None:
    """Check all states that a socket received."""
    states = [message for message in person.socket.received if message["type"] == "state"]
    told: list[int | None] = [None]
    for before, after in pairwise(states):
        is_whole = before["branch"] != after["branch"]
        told.append(None if is_whole else len(replay.moves_at(before["seq"])[0]))
    for state, known in zip(states, told, strict=True):
        check_state(replay, state["seat"], state, known, luck)
    for message in person.socket.received:
        assert list(message) == FIELDS[message["type"]]


def check_answer(replay: Replay, person: Person, seq: int, question: Message, answer: Message, luck: Luck) -> None:
    """Answers about a seat's own move do not depend on what the seat may not know."""
    moves, _ = replay.moves_at(seq)
    for match in (replay.match(moves), *replay.otherwise(moves, person.seat, luck)):
        if question["type"] == "complete":
            assert answer["words"] == match.complete(person.seat, question["text"])
            assert answer["prompt"] == match.prompt(person.seat, question["text"])
            assert answer["step"] == match.step(person.seat, question["text"])
            assert answer["is_move"] == match.is_move(person.seat, question["text"])
            assert answer["preview"] == match.preview(person.seat, question["text"])
        else:
            tried = match.fork()
            tried.names = replay.names_at(seq)
            with pytest.raises(ParlourError) as caught:
                tried.play(person.seat, question["text"])
            assert answer["sentence"] == str(caught.value)


def secrets_of(gathering: Gathering, record: parlour.Match) -> dict[str, str]:
    """Secrets that must not be in anything sent, with their descriptions."""
    rights = {"owner": gathering.opened.owner, "invitation": gathering.opened.invitation or ""}
    rights |= {f"token {number}": person.token or "" for number, person in enumerate(gathering.people)}
    found = rights | {f"hash of {name}": hashlib.sha256(right.encode()).hexdigest() for name, right in rights.items()}
    found["salt"] = str(record.header["salt"])
    deal = record.at(0).deal
    if deal is not None:
        found |= {"deal": canonical_json(deal), "spaced deal": json.dumps(deal)}
        if isinstance(deal, dict):
            found["cards"] = f'"cards":{canonical_json(deal["cards"])}'  # all were seen when the last is turned up
    return found


@pytest.mark.parametrize(
    ("house", "game", "players"),
    [*(("sqlite", *table) for table in TABLES), ("postgres", "cirplexed", 2), ("postgres", "traxx", 3)],
    indirect=["house"],
)
def test_nothing_sent_exceeds_what_its_receiver_may_know(
    house: ServerProcess, visitor: Client, game: str, players: int, luck: Luck
) -> None:
    with Gathering(house, game, people=players, watchers=1, public=True) as gathering:
        asked = play_and_listen(gathering, visitor, luck)
        gathering.settle()
        text = visitor.record(gathering.id)
        visitor.answers.remove(text)
        record = parlour.load(text)
        question = "SELECT entry FROM log JOIN matches ON key = match WHERE table_id = :table ORDER BY seq"
        entries = [json.loads(row[0]) for row in sql(house.database, question, table=gathering.id)]
        replay = Replay(game, players, record.options, record.at(0).deal, entries)
        last: Moves = replay.moves_at(len(entries))[0]
        assert sorted(last) == sorted(record.moves)

        for person in gathering.everyone:
            check_socket(replay, person, luck)
        for seat, state in asked.states:
            assert state["history"]["start"] == 0
            check_state(replay, seat, state, None, luck)
        for seat, seq, told in asked.replays:
            check_replay(replay, seat, seq, told, luck)
        for said in asked.said:
            check_answer(replay, *said, luck)

        secrets = secrets_of(gathering, record)
        sent = {f"socket of {person.token or 'a watcher'}": person.socket.received for person in gathering.everyone}
        texts = {where: json.dumps(messages, separators=(",", ":")) for where, messages in sent.items()}
        texts |= {"REST": "\n".join(asked.texts + visitor.answers), "log": house.log()}
        for where, content in texts.items():
            found = [name for name, secret in secrets.items() if secret in content]
            assert found == [], where
        assert secrets["salt"] in text  # revealed at the end, with the deal, only in the record
        assert not any(secret in text for name, secret in secrets.items() if name not in ("salt", "deal", "cards"))

        stored = "\n".join(everything_stored(house.database))
        kept_as_hash = [name for name in secrets if name == "owner" or name.startswith("token")]
        assert [name for name in kept_as_hash if secrets[name] in stored] == []
        assert [name for name in kept_as_hash if secrets[f"hash of {name}"] not in stored] == []  # found there


def everything_stored(database: str) -> list[str]:
    """Everything in a database; for SQLite, the bytes of its files."""
    url = sa.make_url(database)
    if url.drivername == "sqlite":
        assert url.database is not None
        path = Path(url.database)
        return [file.read_bytes().decode("latin-1") for file in path.parent.glob(f"{path.name}*")]
    names = [row[0] for row in sql(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    return [str(row[0]) for name in names for row in sql(database, f'SELECT t::text FROM "{name}" t')]
