"""What replays with everything open show in each game, and the bots that stood in for people."""

from __future__ import annotations

import parlour
from parlour import incidents
from parlour.luck import Luck
from parlour.replay import replay


def played_out(match: parlour.Match, luck: Luck) -> parlour.Match:
    while match.waiting:
        seat = match.waiting[luck.below(len(match.waiting))]
        legal = match.legal(seat)
        match.play(seat, legal[luck.below(len(legal))])
    return match


def test_c6_every_hand_is_open_and_tiles_lie_as_soon_as_they_are_placed(luck: Luck) -> None:
    match = played_out(parlour.new("cirplexed", 3, seed=luck.number()), luck)
    told = replay(match, "all")
    for ply, frame in enumerate(told.frames):
        then = match.at(ply)
        own = [then.view(seat)["board"] for seat in range(3)]
        assert frame.view.board.hands == [board["hand"] for board in own]
        assert [[tile.cell for tile in tiles] for tiles in frame.view.board.tiles] == [
            [tile["cell"] for tile in board["tiles"][seat]] for seat, board in enumerate(own)
        ]
    placed = [event for frame in told.frames for event in frame.events if type(event).__name__ == "Placed"]
    assert [(event.seat, f"{event.tile} {event.cell} {event.turned}") for event in placed] == match.moves
    assert replay(match, 0).frames[-1].view.board.hands == []


def test_t10_lines_grow_as_soon_as_they_are_chosen(luck: Luck) -> None:
    match = played_out(parlour.new("traxx", 3, seed=luck.number()), luck)
    told = replay(match, "all")
    for ply, (seat, text) in enumerate(match.moves, 1):
        before, after = (told.frames[number].view.board.lines for number in (ply - 1, ply))
        fields = text.split()[1:]
        assert sorted(after[seat]) == sorted([*before[seat], *fields])
        assert [line for other, line in enumerate(after) if other != seat] == [
            line for other, line in enumerate(before) if other != seat
        ]
        kinds = {"passed"} if text == "pass" else {"drew"}
        assert {event["kind"] for event in match.events("all", ply - 1)} >= kinds
    opened, watched = (
        [event for ply in range(len(match.moves)) for event in match.events(viewpoint, ply)]
        for viewpoint in ("all", None)
    )
    assert [event for event in opened if event["kind"] == "reached"] == [
        event for event in watched if event["kind"] == "reached"
    ]


def test_moves_name_the_bots_that_stood_in(luck: Luck) -> None:
    match = parlour.new("exago", players=3, names=["Ann", "Ben", "Cleo"], turn_limit=4)
    ann, ben, cleo = parlour.Seat("person", "Ann"), parlour.Seat("person", "Ben", "3"), parlour.Seat("bot", "Cleo", "2")
    match.seats = [ann, ben, cleo]
    match.header["incidents"] = incidents.plain([incidents.StandIn(2, 0, "greedy", 0), incidents.Return(5, 0)])
    match.play(0, "f6")
    match.resign(1)
    played_out(match, luck)
    bots = [(played.seat, played.stand_in) for played in replay(match, "all").moves]
    assert bots[:7] == [(0, None), (1, "3"), (2, None), (0, "greedy"), (1, "3"), (2, None), (0, None)]
