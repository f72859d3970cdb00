"""A bot keeps its search between the moves of a match, and is dropped when it is no longer needed."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.bots import GameBot, SearchCancelled, new_bot
from parlour.bots.level_bot import never
from parlour.bots.tree_search import TreeSearch
from parlour.match import Match
from parlour.server.bots import kept_bots
from parlour.server.bots.kept_bots import BotKey, KeptBots
from tests.conformance import shelf  # noqa: F401  registers connect four and sealed bids

KEY = BotKey("table", 1, 0, 0, "5")
OTHERS = [KEY._replace(table=table) for table in ("second", "third")]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all bots that were created; all search equally, and briefly."""
    names: list[str] = []

    def noted(game: str, name: str) -> GameBot:
        names.append(name)
        return new_bot(game, name, seed=1, simulations=200)

    monkeypatch.setattr(kept_bots, "new_bot", noted)
    return names


@pytest.fixture
def went_on(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each search that could have reused the previous tree, whether it did."""
    results: list[bool] = []
    go_on = TreeSearch.go_on

    def noted(self: TreeSearch, *args: Any) -> bool:
        results.append(go_on(self, *args))
        return results[-1]

    monkeypatch.setattr(TreeSearch, "go_on", noted)
    return results


def test_the_second_search_reuses_the_tree_of_the_first(made: list[str], went_on: list[bool]) -> None:
    bots, match = KeptBots(), parlour.new("connect_four")
    match.play(0, bots.choose(KEY, "5", match.fork(), never))
    match.play(1, "d")
    match.play(0, bots.choose(KEY, "5", match.fork(), never))
    assert made == ["5"]
    assert went_on == [True]


def test_after_an_undo_the_search_starts_afresh(made: list[str], went_on: list[bool]) -> None:
    bots, match = KeptBots(), parlour.new("connect_four")
    for text in "dcdcd":  # red wins with d4
        match.play(match.waiting[0], text)
    first = bots.choose(KEY._replace(seat=1), "5", match.fork(), never)
    assert first == "d"
    for _ in range(4):
        match.undo()
    match.play(1, "d")
    match.play(0, "a")
    again = bots.choose(KEY._replace(seat=1), "5", match.fork(), never)
    assert again in match.legal(1)
    assert not any(went_on)
    assert made == ["5"]


def test_another_branch_has_another_bot(made: list[str]) -> None:
    bots, match = KeptBots(), parlour.new("connect_four")
    for branch in range(2):
        bots.choose(KEY._replace(branch=branch), "5", match, never)
    assert made == ["5", "5"]


def test_a_bot_is_usable_after_a_cancelled_search(made: list[str]) -> None:
    bots, match = KeptBots(), parlour.new("connect_four")
    answers = iter([False, True])  # when it begins, and in the middle of the search
    with pytest.raises(SearchCancelled):
        bots.choose(KEY, "5", match, lambda: next(answers))
    assert bots.choose(KEY, "5", match, never) in match.legal(0)
    assert made == ["5"]


def test_a_search_cancelled_before_it_starts_creates_no_bot(made: list[str]) -> None:
    """Its match may be over, and its bots dropped, when it is cancelled."""
    bots = KeptBots()
    with pytest.raises(SearchCancelled):
        bots.choose(KEY, "5", parlour.new("connect_four"), lambda: True)
    assert not made
    assert len(bots) == 0


def test_two_threads_never_use_one_bot(made: list[str]) -> None:
    """A request during a search, which may run for some milliseconds after it is cancelled, gets another bot."""
    bots, match = KeptBots(), parlour.new("connect_four")
    asked: list[str] = []

    def is_cancelled() -> bool:
        if len(made) == 1 and not asked:  # the search is under way
            asked.append("")
            asked.append(bots.choose(KEY, "5", match.fork(), never))
        return False

    assert bots.choose(KEY, "5", match, is_cancelled) == asked[1]
    assert made == ["5", "5"]
    assert len(bots) == 1


def test_the_least_recently_used_bots_are_evicted(made: list[str]) -> None:
    bots, match = KeptBots(most=2), parlour.new("connect_four")
    for key in (KEY, OTHERS[0], KEY, OTHERS[1]):
        bots.choose(key, "5", match, never)
    assert len(bots) == 2
    assert len(made) == 3
    bots.choose(KEY, "5", match, never)
    assert len(made) == 3
    bots.choose(OTHERS[0], "5", match, never)
    assert len(made) == 4


def test_a_tables_bots_are_dropped_except_those_still_playing(made: list[str]) -> None:
    bots, match = KeptBots(), parlour.new("connect_four")
    for key in (KEY, KEY._replace(bot="4"), *OTHERS):
        bots.choose(key, key.bot, match, never)
    bots.retain(KEY.table, {KEY})
    assert len(bots) == 3
    bots.retain(KEY.table)
    assert len(bots) == 2
    bots.choose(OTHERS[0], "5", match, never)
    assert len(made) == 4


def test_a_bot_dropped_during_its_search_is_not_kept(made: list[str]) -> None:
    bots, match = KeptBots(), parlour.new("connect_four")

    def is_cancelled() -> bool:
        if made:  # the search is under way
            bots.retain(KEY.table)
        return False

    assert bots.choose(KEY, "5", match, is_cancelled)
    assert len(bots) == 0


@pytest.mark.usefixtures("made")
def test_an_idle_bot_is_dropped() -> None:
    now = [0.0]
    bots, match = KeptBots(clock=lambda: now[0]), parlour.new("connect_four")
    bots.choose(KEY, "5", match, never)
    now[0] = kept_bots.IDLE
    bots.choose(OTHERS[0], "5", match, never)
    bots.drop_idle()
    assert len(bots) == 2
    now[0] += 1
    bots.drop_idle()
    assert len(bots) == 1


def test_a_temporary_level_uses_a_separate_bot(made: list[str]) -> None:
    bots, match = KeptBots(), parlour.new("connect_four")
    for level in ("3", "3", "5", "5"):
        bots.choose(KEY, level, match, never)
    assert made == ["3", "5"]
    assert len(bots) == 1


def test_bots_without_search_are_not_kept(made: list[str]) -> None:
    bots, match = KeptBots(), parlour.new("connect_four")
    for level in ("random", "greedy", "1", "2"):
        assert bots.choose(KEY._replace(bot=level), level, match, never) in match.legal(0)
    assert made == ["random", "greedy", "1", "2"]
    assert len(bots) == 0


@pytest.mark.usefixtures("made")
def test_a_failed_bot_is_not_reused(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> int:
        raise RuntimeError("a bug")

    bots, match = KeptBots(), parlour.new("connect_four")
    monkeypatch.setattr(TreeSearch, "search", broken)
    with pytest.raises(RuntimeError, match="a bug"):
        bots.choose(KEY, "5", match, never)
    assert len(bots) == 0


class Guarded:
    """A match that gives one seat's bot what the seat may know, and nothing else."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat
        self.game, self.players = match.game, match.players

    def check_waiting(self, seat: int) -> int:
        """The seat itself."""
        return self._match.check_waiting(self._own(seat))

    def belief(self, seat: int, seed: Any) -> Match:
        """The belief of the seat."""
        return self._match.belief(self._own(seat), seed)

    def history(self, seat: int) -> list[tuple[int, str | None]]:
        """The history of the seat."""
        return self._match.history(self._own(seat))

    def played_codes(self, start: int) -> list[tuple[int, int]]:
        """The moves, none of which is hidden from the seat."""
        assert None not in [text for _, text in self._match.history(self._seat)]
        return self._match.played_codes(start)

    def _own(self, seat: int) -> int:
        assert seat == self._seat
        return seat


def test_a_kept_bot_learns_only_what_its_seat_may_know(made: list[str], went_on: list[bool]) -> None:
    bots, match = KeptBots(), parlour.new("sealed_bids", 3, seed=1)
    for before in (0, 0, 1, 2):  # how many others have chosen, unseen, before the bot chooses
        for seat in (1, 2)[:before]:
            match.play(seat, match.legal(seat)[0])
        guarded: Any = Guarded(match.fork(), 0)
        match.play(0, bots.choose(KEY, "5", guarded, never))
        for seat in (1, 2)[before:]:
            match.play(seat, match.legal(seat)[0])
    assert made == ["5"]
    assert went_on == [True]  # in the second round, when nothing was hidden
