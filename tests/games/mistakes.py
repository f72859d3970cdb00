"""Pairs of moves in random games, and what a game says about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

import parlour
from parlour.luck import Luck
from parlour.message import Message

WORDS = "none one two three four five six seven eight nine ten eleven twelve".split()
LONGEST = 105  # characters


class Mistake(NamedTuple):
    """A sentence about a move, and what it is about."""

    seat: int
    played: str
    better: str
    line: list[str]
    message: Message

    @property
    def args(self) -> Mapping[str, Any]:
        return self.message.args


def number(word: Any) -> int:
    """The number that a word stands for, or digits."""
    return WORDS.index(str(word)) if str(word) in WORDS else int(word)


def sentence(match: parlour.Match, seat: int, played: str, better: str, *replies: str) -> str | None:
    """What the game says about a move, as text."""
    assert match.game.explain_mistake is not None
    told = match.game.explain_mistake(match.state[0], seat, played, better, [played, *replies])
    return None if told is None else told.text


def mistakes(match: parlour.Match, luck: Luck, pairs: int) -> Iterator[Mistake]:
    """What the game says about random pairs of moves; each sentence is short, and does not depend on hidden facts."""
    explain = match.game.explain_mistake
    assert explain is not None
    seat = match.waiting[luck.below(len(match.waiting))]
    legal = match.legal(seat)
    belief = match.belief(seat, seed=luck.number())
    good = parlour.bot(match.game.name, "greedy", seed=luck.number()).choose(match, seat)
    for pair in range(pairs):
        played, better = (legal[luck.below(len(legal))] for _ in range(2))
        better = better if pair % 2 else good
        line = [played, *_replies(match, seat, played, luck)]
        told = explain(match.state[0], seat, played, better, line)
        assert told == explain(belief.state[0], seat, played, better, line)
        if told is None:
            continue
        assert len(told.text) <= LONGEST
        assert told.text[0].isupper() == told.template.startswith(("This", "After", "{colour}")) or told.args["better"]
        assert told.text.endswith(".")
        yield Mistake(seat, played, better, line, told)


def check_game(
    match: parlour.Match, oracle: Any, is_true: Callable[[Any, Mistake], bool], luck: Luck, plies: int, pairs: int
) -> set[str]:
    """Play a game, and check every sentence with the oracle; returns their templates."""
    seen = set()
    while match.waiting and len(match.moves) < plies:
        for told in mistakes(match, luck, pairs):
            assert is_true(oracle, told), (match.position(), told)
            seen.add(told.message.template)
        seat, text = _next_move(match, luck)
        match.play(seat, text)
        oracle.play(seat, text)
    return seen


def _next_move(match: parlour.Match, luck: Luck) -> tuple[int, str]:
    """A move of a bot, or a random one."""
    seat = match.waiting[luck.below(len(match.waiting))]
    legal = match.legal(seat)
    if luck.below(2):
        return seat, parlour.bot(match.game.name, "greedy", seed=luck.number()).choose(match, seat)
    return seat, legal[luck.below(len(legal))]


def _replies(match: parlour.Match, seat: int, played: str, luck: Luck) -> list[str]:
    """A random reply, where the others see the move."""
    if match.game.simultaneous:
        return []
    after = match.fork()
    after.play(seat, played)
    if not after.waiting:
        return []
    legal = after.legal(after.waiting[0])
    return [legal[luck.below(len(legal))]]


def with_move(oracle: Any, seat: int, text: str, others: str = "") -> Any:
    """A copy of an oracle after a move; if given, everyone who is still to move in the round then makes the other."""
    after = deepcopy(oracle)
    after.play(seat, text)
    for other in oracle.waiting if others else ():
        if other != seat:
            after.play(other, others)
    return after
