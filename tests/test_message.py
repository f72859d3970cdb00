"""Messages: templates and arguments, the text they make, and that tools can collect every template."""

from __future__ import annotations

import ast
import doctest
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

import parlour
from parlour import errors, kernel
from parlour import message as message_module
from parlour.games import find, own
from parlour.match import Match
from parlour.message import Message, listed, message

PACKAGE = Path(str(parlour.__file__)).parent
FIELD = re.compile(r"\{(\w+)(?::[^{}]*)?\}")


@pytest.mark.parametrize("module", [message_module, errors])
def test_examples_in_docstrings(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


def test_lists_are_joined_as_the_template_says() -> None:
    assert [listed(""), listed("a"), listed("ab"), listed("abc")] == ["", "a", "a and b", "a, b and c"]
    told = message("{a} | {a:,} | {a:or} | {a:, or} | {a}", a=["x", "y", "z"])
    assert told.text == "x y z | x, y, z | x or y or z | x, y or z | x y z"


def test_messages_nest_and_survive_the_wire() -> None:
    home = [message("{cells} home to {colour}", cells=["b6", "c6"], colour="blue"), message("5 tiles")]
    told = message("Lifting {lift} sends {home:,}.", lift="d6", home=home)
    assert str(told) == told.text == "Lifting d6 sends b6 c6 home to blue, 5 tiles."
    assert msgspec.json.decode(msgspec.json.encode(told), type=Message) == told


def test_what_a_player_wrote_is_no_template() -> None:
    assert message("{word} is no field", word="{word}").text == "{word} is no field"
    assert Message("write {x}").text == "write {x}"


def test_a_refusal_has_its_rule_its_sentence_and_what_that_was_made_from() -> None:
    with pytest.raises(parlour.IllegalMove) as caught:
        parlour.new("exago", players=2).play(0, "g6")
    for problem in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert (problem.rule, str(problem)) == ("X8", "X8: the first tile goes on the centre, f6")
        assert problem.message == Message("the first tile goes on the centre, {cell}", {"cell": "f6"})


# -- templates ---------------------------------------------------------------------------------------------------------


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call of `message` and `IllegalMove` in the package, with where it stands."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("message", "IllegalMove"):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def test_templates_are_literals_and_their_fields_are_the_arguments() -> None:
    wrong, many = [], 0
    for place, call in calls():
        template = call.args[-1]
        if isinstance(template, ast.Constant):
            many += 1
            fields = set(FIELD.findall(str(template.value)))
            if fields != {keyword.arg for keyword in call.keywords}:
                wrong.append(f"{place}: the fields are {fields}")
        elif isinstance(template, ast.JoinedStr | ast.BinOp):
            wrong.append(f"{place}: not a literal")
    assert not wrong
    assert many > 100


# -- steps -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", own())
def test_one_question_about_a_move_lists_the_legal_moves_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the server asks it for `complete`: words, prompt, step, preview and whether the move is whole."""
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
