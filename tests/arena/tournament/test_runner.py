"""Tournaments: complete, stopped, resumed, and with everything that can go wrong."""

from __future__ import annotations

import sqlite3
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from parlour.arena.tournament import runner
from parlour.arena.tournament.config import Setup, new_setup
from parlour.arena.tournament.request import Request
from parlour.arena.tournament.results import Store
from parlour.arena.tournament.runner import Plan, Tournament, new_plan
from parlour.arena.tournament.schedule import ScheduledGame
from parlour.arena.tournament.worker import GameResult, play
from parlour.errors import ParlourError
from parlour.games import find, load
from tests.arena.tables import Listener, ThreadPool, played

BOTS = ["random", "greedy"]


def plan_of(game: str = "exago", games: int = 6, sure: bool = False, players: int = 2, **more: Any) -> Plan:
    return new_plan(new_setup(find(game), players, **more), BOTS, games, sure)


def play_plan(plan: Plan, path: Path, pool: ThreadPool | None = None) -> tuple[Tournament, Listener]:
    listener = Listener()
    with Store(path) as store:
        tournament = Tournament(plan, store)
        tournament.run(pool or ThreadPool(), listener)
    return tournament, listener


def kept(plan: Plan, path: Path) -> list[GameResult]:
    with Store(path) as store:
        return store.games(store.setup_number(plan.setup.key))


@pytest.mark.parametrize(("game", "players", "number"), [("exago", 2, 6), ("cirplexed", 3, 4), ("traxx", 1, 6)])
def test_a_whole_tournament_is_in_the_file(tmp_path: Path, game: str, players: int, number: int) -> None:
    plan = plan_of(game, number, players=players)
    tournament, listener = play_plan(plan, tmp_path / "a.sqlite")
    games = kept(plan, tmp_path / "a.sqlite")
    wanted = {scheduled.key for lineup in plan.lineups for d in range(plan.deals) for scheduled in lineup.games(d)}
    assert {game.scheduled.key for game in games} == wanted
    assert tournament.finished == tournament.planned == len(wanted) == len(games)
    assert listener.told == []
    for game_ in games:
        again = play(plan.setup, game_.scheduled)
        assert (again.scores, again.ranking, again.winners, again.plies) == (
            game_.scores,
            game_.ranking,
            game_.winners,
            game_.plies,
        )


def test_a_stored_record_is_that_of_the_game(tmp_path: Path) -> None:
    plan = plan_of(games=2)
    play_plan(plan, tmp_path / "a.sqlite")
    (first, _) = kept(plan, tmp_path / "a.sqlite")
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as connection:
        ((text,), _) = connection.execute("SELECT record FROM games ORDER BY deal, seating").fetchall()
    outcome = load(text).outcome
    assert outcome is not None
    assert list(outcome.ranking) == first.ranking


def test_a_stopped_tournament_resumes_and_plays_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Impatient(Listener):
        def on_progress(self, tournament: Tournament) -> None:
            super().on_progress(tournament)
            if tournament.finished >= 3:
                raise KeyboardInterrupt

    plan, path = plan_of(games=8), tmp_path / "a.sqlite"
    with Store(path) as store, pytest.raises(KeyboardInterrupt):
        Tournament(plan, store).run(ThreadPool(), Impatient())
    before = len(kept(plan, path))
    assert 3 <= before < 8
    asked: list[tuple[str, int, int]] = []

    def noted(setup: Setup, scheduled: ScheduledGame) -> GameResult:
        asked.append(scheduled.key)
        return play(setup, scheduled)

    monkeypatch.setattr(runner, "play", noted)
    tournament, _ = play_plan(plan, path)
    assert tournament.before == before
    assert len(asked) == len(set(asked)) == 8 - before
    assert len(kept(plan, path)) == 8
    whole, _ = play_plan(plan, tmp_path / "b.sqlite")
    assert whole.finished == 8
    assert [game.ranking for game in kept(plan, path)] == [game.ranking for game in kept(plan, tmp_path / "b.sqlite")]


def test_another_setup_is_stored_separately_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    plans = [plan_of(games=2), plan_of(games=2, seed="1"), plan_of(games=2, options={"radius": 4})]
    for plan in plans:
        tournament, _ = play_plan(plan, path)
        assert tournament.before == 0
    more, _ = play_plan(plan_of(games=4), path)
    assert (more.before, more.finished) == (2, 4)
    fewer, _ = play_plan(plan_of(games=2), path)
    assert (fewer.before, fewer.finished) == (2, 2)
    with Store(path) as store:
        assert [facts["seed"] for facts in store.setups().values()] == ["0", "1", "0"]


def test_a_pairing_stops_when_it_is_decided(tmp_path: Path) -> None:
    tournament, _ = play_plan(plan_of(games=400, sure=True), tmp_path / "a.sqlite")
    assert tournament.decided == {"random greedy"}
    assert 10 <= tournament.finished < 80
    assert tournament.planned == tournament.finished
    assert tournament.finished % 2 == 0  # a deal once started is played in all orders
    again, _ = play_plan(plan_of(games=400, sure=True), tmp_path / "a.sqlite")
    assert again.finished == tournament.finished


def test_a_solo_bot_plays_until_every_comparison_is_decided(tmp_path: Path) -> None:
    tournament, _ = play_plan(plan_of("traxx", 400, sure=True, players=1), tmp_path / "a.sqlite")
    assert tournament.decided == {"random", "greedy"}
    assert 10 <= tournament.finished < 80


class Dying(ThreadPool):
    """Now and then a game kills its worker."""

    def __init__(self, period: int) -> None:
        super().__init__()
        self._inner = self.executor
        self.executor = self  # type: ignore[assignment]
        self.period = period
        self.asked = 0

    def submit(self, *work: Any) -> Future[Any]:
        self.asked += 1
        if self.asked % self.period:
            return self._inner.submit(*work)
        broken: Future[Any] = Future()
        broken.set_exception(BrokenExecutor("gone"))
        return broken


def test_a_lost_worker_loses_no_game(tmp_path: Path) -> None:
    pool = Dying(period=4)
    tournament, listener = play_plan(plan_of(games=12), tmp_path / "a.sqlite", pool)
    assert tournament.finished == 12
    assert pool.anew == len(listener.told) >= 2
    assert "A worker died." in listener.told[0]


def test_workers_that_keep_dying_end_the_run_with_an_error(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match=r"workers died 3 times .* 0 finished games are in .*a\.sqlite"):
        play_plan(plan_of(games=12), tmp_path / "a.sqlite", Dying(period=1))


def test_a_failed_game_is_named_and_the_others_are_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(setup: Setup, scheduled: ScheduledGame) -> GameResult:
        if scheduled.deal == 2:
            raise ZeroDivisionError("a bot's mistake")
        return play(setup, scheduled)

    monkeypatch.setattr(runner, "play", faulty)
    plan = plan_of(games=8)
    with pytest.raises(ParlourError, match=r"deal 2 of .*: ZeroDivisionError: a bot's mistake"):
        play_plan(plan, tmp_path / "a.sqlite")
    assert len(kept(plan, tmp_path / "a.sqlite")) == 4


# -- the file ----------------------------------------------------------------------------------------------------------


def test_a_file_in_another_format_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    connection.close()
    before = other.read_bytes()
    text = tmp_path / "text.txt"
    text.write_text("not a database, but a text that is long enough to have a header" * 10)
    for path, sentence in ((other, "not a results file"), (text, "cannot be used"), (tmp_path, "cannot open")):
        with pytest.raises(ParlourError, match=sentence):
            Store(path)
    assert other.read_bytes() == before
    with pytest.raises(ParlourError, match="there is no file"):
        Store(tmp_path / "none.sqlite", must_exist=True)
    assert not (tmp_path / "none.sqlite").exists()


def test_games_round_trip_and_the_first_of_two_is_kept(tmp_path: Path) -> None:
    game = played(("random", "greedy"), (2, 1), deal=3, order=1, scores=(-4, 7))
    with Store(tmp_path / "a.sqlite") as store:
        number = store.setup_number('{"game":"toy"}')
        store.add(number, [game])
        store.add(number, [played(("random", "greedy"), (1, 2), deal=3, order=1)])
        assert store.games(number) == [game]
        requests = [Request(("random", "1"), 8, True), Request(("random", "1"), 8, False)]
        for request in (*requests, *requests):
            store.add_request(number, request)
        assert store.requests(number) == requests
