"""Messages: templates, arguments and text; tools can collect every template."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour
from parlour import errors, kernel
from parlour.games import find, own
from parlour.match import Match
from parlour.message import Message, listed, message
from parlour.server.errors import Refused, refused

PACKAGE = Path(str(parlour.__file__)).parent
FIELD = re.compile(r"\{(\w+)(?::[^{}]*)?\}")


def test_lists_are_joined_as_the_template_says() -> None:
    assert [listed(""), listed("a"), listed("ab"), listed("abc")] == ["", "a", "a and b", "a, b and c"]
    told = message("{a} | {a:,} | {a:or} | {a:, or} | {a}", a=["x", "y", "z"])
    assert told.text == "x y z | x, y, z | x or y or z | x, y or z | x y z"


def test_messages_nest_and_round_trip_as_json() -> None:
    home = [message("{cells} home to {colour}", cells=["b6", "c6"], colour="blue"), message("5 tiles")]
    told = message("Lifting {lift} sends {home:,}.", lift="d6", home=home)
    assert str(told) == told.text == "Lifting d6 sends b6 c6 home to blue, 5 tiles."
    assert msgspec.json.decode(msgspec.json.encode(told), type=Message) == told


def test_text_from_players_is_never_a_template() -> None:
    assert message("{word} is no field", word="{word}").text == "{word} is no field"
    assert Message("write {x}").text == "write {x}"


def test_a_refusal_has_its_rule_sentence_template_and_arguments() -> None:
    with pytest.raises(parlour.IllegalMove) as caught:
        parlour.new("exago", players=2).play(0, "g6")
    for problem in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert (problem.rule, str(problem)) == ("X8", "X8: the first tile goes on the centre, f6")
        assert problem.message == Message("the first tile goes on the centre, {cell}", {"cell": "f6"})


# -- templates ---------------------------------------------------------------------------------------------------------


ERRORS = dict.fromkeys(("ParlourError", "UnknownGame", "UnknownBot", "BadPlayers", "NotWaiting", "GameOver"), 0)
LABELLED = {"BadOption": 1, "BadRecord": 1, "IllegalMove": 1}
PLACES = {"message": 0, "template": 0, "say": 0, "Refused": 1} | ERRORS | LABELLED  # which argument is the template


def calls() -> Iterator[tuple[str, str, ast.Call, ast.expr]]:
    """Every call in the package that takes a template: its location, the function, and the template."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and len(node.args) > PLACES.get(name, 99):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", name, node, node.args[PLACES[name]]


NOT_FIELDS = {"Refused": {"rule", "status"}, "IllegalMove": {"marks"}}  # other keywords of these errors


def wrong_template(name: str, call: ast.Call, template: ast.expr) -> str | None:
    """The error in a call: a template that tools cannot collect, or fields that differ from the arguments."""
    if isinstance(template, ast.Constant) and name == "template":
        return None  # the arguments come later
    if isinstance(template, ast.Constant):
        given = {keyword.arg for keyword in call.keywords} - NOT_FIELDS.get(name, set())
        fields = set(FIELD.findall(str(template.value)))
        return None if fields == given else f"the fields are {fields}"
    if name in ("message", "template", "say"):
        return "not a literal"
    is_text = isinstance(template, ast.JoinedStr | ast.BinOp) or ast.unparse(template).startswith("str(")
    is_for_developers = name not in ("Refused", "IllegalMove") and not call.keywords
    return "not a literal" if is_text and not is_for_developers else None


def test_templates_are_literals_and_their_fields_are_the_arguments() -> None:
    found = [(place, wrong_template(name, call, template)) for place, name, call, template in calls()]
    assert [f"{place}: {wrong}" for place, wrong in found if wrong] == []
    assert len(found) > 300


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ('message("{a} b", a=1)', None),
        ('template("{a} b")', None),
        ("template(text)", "not a literal"),
        ('message(f"{a} b")', "not a literal"),
        ("say(text)", "not a literal"),
        ('say("a" + b)', "not a literal"),
        ('say("{a} b", a=1, b=2)', "the fields are {'a'}"),
        ('Refused("code", "{a} b", status=404)', "the fields are {'a'}"),
        ('Refused("code", "{a} b", status=404, a=1)', None),
        ('Refused("code", f"{a} b")', "not a literal"),
        ('Refused("code", str(problem))', "not a literal"),
        ('Refused("code", problem.message)', None),
        ('BadPlayers(f"{a} b", a=1)', "not a literal"),
        ('BadOption("name", "{a} b")', "the fields are {'a'}"),
        ('IllegalMove("X1", f"{a} b")', "not a literal"),
        ('IllegalMove("X1", "{a} b", marks=cells, a=1)', None),
        ('IllegalMove("X1", "{a} b", marks=cells)', "the fields are {'a'}"),
    ],
)
def test_the_check_of_templates_finds_errors(code: str, wrong: str | None) -> None:
    call = ast.parse(code).body[0].value  # type: ignore[attr-defined]
    name = ast.unparse(call.func)
    assert wrong_template(name, call, call.args[PLACES[name]]) == wrong


def test_refusals_of_the_server_carry_template_and_arguments() -> None:
    """Every quotation from the client is shortened."""
    taken = Refused("seat_taken", "this seat is taken; open: {seats:,}", seats=["1", "2"])
    assert (taken.sentence, taken.status) == ("this seat is taken; open: 1, 2", 409)
    assert taken.message == Message("this seat is taken; open: {seats:,}", {"seats": ["1", "2"]})
    long = refused(errors.UnknownGame("there is no game {name}", name="x" * 1000))
    assert len(long.sentence) == len(str(long.message.args["name"])) == 300
    assert len(refused(errors.ParlourError("x" * 1000)).message.template) == 300
    with pytest.raises(errors.BadOption) as caught:
        parlour.new("exago", players=2, options={"hexagons": 1})
    option = refused(caught.value)
    assert option.sentence == option.message.text == str(caught.value)


@pytest.mark.parametrize("kind", [errors.UnknownGame, errors.UnknownBot, errors.BadPlayers, errors.NotWaiting])
def test_errors_keep_their_messages_when_they_are_pickled(kind: type[errors.ParlourError]) -> None:
    problem = pickle.loads(pickle.dumps(kind("{who} is {what}", who="a", what="b")))
    assert (type(problem), str(problem)) == (kind, "a is b")
    assert problem.message == Message("{who} is {what}", {"who": "a", "what": "b"})


# -- steps -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", own())
def test_each_query_lists_the_legal_moves_only_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for the server's `complete`: words, prompt, step, preview and whether the move is complete."""
    game, listings = find(name), []

    def counted(legal: Any) -> Any:
        def listing(*args: Any) -> Any:
            listings.append(args)
            return legal(*args)

        return listing

    match = Match.new(game, game.players[-1], seed=1)
    for _ in range(2 * match.players):
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    seat = match.waiting[0]
    words = match.fork().legal(seat)[-1].split()
    monkeypatch.setattr(kernel, "legal", counted(kernel.legal))
    monkeypatch.setattr(game.rules, "legal", counted(game.rules.legal))
    for k in range(len(words) + 1):
        text = " ".join(words[:k])
        match.complete(seat, text), match.prompt(seat, text), match.step(seat, text)
        match.preview(seat, text), match.is_move(seat, text)
    assert len(listings) == 1


@pytest.mark.parametrize("name", own())
def test_steps_have_kinds_and_follow_the_words(name: str) -> None:
    match = Match.new(find(name), find(name).players[-1], seed=1)
    seat = match.waiting[0]
    first = match.step(seat)
    assert isinstance(first, dict)
    assert first["kind"]
    assert match.prompt(seat) != ""
    assert match.step(match.players) is None  # nobody sits there
