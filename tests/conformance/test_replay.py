"""Looking back: each frame of a replay is what its viewpoint saw then, and shows nothing more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import parlour
from parlour.game import Viewpoint
from parlour.luck import Luck, plain_json
from parlour.replay import Replay, replay
from tests.conformance.shelf import TABLES, open_match, random_match

pytestmark = pytest.mark.parametrize(("name", "players"), TABLES)

AT_MOST = 60  # frames that are compared one by one


def as_seen(match: parlour.Match, viewpoint: Viewpoint, ply: int) -> dict[str, Any]:
    return {**match.at(ply).view(viewpoint), "legal": []}


def check_frames(match: parlour.Match, told: Replay, luck: Luck) -> None:
    """A replay has what `view` and `events` answered at each ply."""
    assert len(told.frames) == len(match.moves) + 1
    for ply in luck.shuffled(range(len(told.frames)))[:AT_MOST]:
        frame = plain_json(told.frames[ply])
        assert frame["view"] == as_seen(match, told.viewpoint, ply)
        assert frame["events"] == (match.events(told.viewpoint, ply - 1) if ply else [])


def test_frames_are_what_was_seen_at_each_ply(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck)
    for viewpoint in ("all", None, luck.below(players)):
        told = replay(match, viewpoint)
        check_frames(match, told, luck)
        assert told.frames[-1].view.outcome == match.outcome
        assert [(played.seat, played.text) for played in told.moves] == match.moves
        assert (told.viewpoint, told.is_over, told.record) == (viewpoint, True, match.record())
        assert told.seats == match.seats
    assert msgspec.json.decode(msgspec.json.encode(told))["game"] == name


def test_while_a_match_is_on_its_hidden_parts_stay_hidden(name: str, players: int, luck: Luck) -> None:
    match = open_match(name, players, luck, plies=luck.below(12))
    with pytest.raises(parlour.NotOver, match="when the match is over"):
        replay(match, "all")
    for seat in (None, *range(players)):
        told = replay(match, seat)
        check_frames(match, told, luck)
        assert [(played.seat, played.text) for played in told.moves] == match.history(seat)
        assert (told.is_over, told.record) == (False, None)
    with pytest.raises(parlour.BadPlayers):
        replay(match, players)


def _with_a_hidden_choice(match: parlour.Match) -> list[int]:
    """Return the seats that choose among several moves while others choose, too."""
    return [seat for seat in match.waiting if len(match.waiting) > 1 and len(match.legal(seat)) > 1]


def test_a_hidden_choice_cannot_be_told_from_a_replay(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=luck.below(30))
    while not (movers := _with_a_hidden_choice(match)) and match.moves:
        match.undo()
    if not movers:
        pytest.skip("one seat at a time here")
    mover = movers[luck.below(len(movers))]
    forks = [match.fork() for _ in range(2)]
    for fork, text in zip(forks, luck.shuffled(match.legal(mover))[:2], strict=True):
        fork.play(mover, text)
    for seat in (None, *range(players)):
        one, other = (plain_json(replay(fork, seat)) for fork in forks)
        assert (one == other) == (seat != mover)


def test_with_everything_open_nothing_depends_on_what_comes_later(name: str, players: int, luck: Luck) -> None:
    """The order of the deck stays out of it: a frame is the same whatever was still to be dealt."""
    match = random_match(name, players, luck)
    for ply in luck.shuffled(range(len(match.moves)))[:4]:
        then = match.at(ply)
        belief = then.belief(luck.below(players), seed=luck.number())
        if plain_json([belief.view(seat)["board"] for seat in range(players)]) != plain_json(
            [then.view(seat)["board"] for seat in range(players)]
        ):
            continue  # hands were dealt again, too
        assert belief.view("all")["board"] == then.view("all")["board"]
