"""Made-up games for tests of statistics and reports, and an executor in this process."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor

from parlour.arena.tournament.config import rank
from parlour.arena.tournament.runner import Tournament
from parlour.arena.tournament.schedule import ScheduledGame
from parlour.arena.tournament.worker import GameResult


def played(
    bots: Sequence[str],
    ranking: Sequence[int],
    deal: int = 0,
    order: int = 0,
    scores: Sequence[int] = (),
    plies: int = 9,
) -> GameResult:
    """A game of these bots, by seat, with this ranking; by default with the scores of a win."""
    best = [seat for seat, place in enumerate(ranking) if place == 1]
    return GameResult(
        scheduled=ScheduledGame(" ".join(sorted(set(bots), key=rank)), deal, order, tuple(bots)),
        seed=f"0/{deal}",
        reason="line",
        scores={"points": list(scores) or [int(place == 1) for place in ranking]},
        winners=best,
        ranking=list(ranking),
        plies=plies,
        moves=[3] * len(bots),
        seconds=[0.3] * len(bots),
        slowest=[0.2] * len(bots),
        program="abc",
        record=None,
    )


class ThreadPool:
    """Plays games in a thread of this process."""

    workers = 1
    loses_all = True

    def __init__(self) -> None:
        self.executor: Executor = ThreadPoolExecutor(1)
        self.anew = 0

    def is_worker_loss(self, problem: BaseException) -> bool:
        return isinstance(problem, BrokenExecutor)

    def restart(self) -> None:
        self.anew += 1

    def news(self) -> str:
        return ""

    def end(self) -> None:
        self.executor.shutdown()


class Listener:
    """Records messages, and counts calls."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.looks = 0

    def on_progress(self, tournament: Tournament) -> None:
        self.looks += 1

    def on_message(self, sentence: str) -> None:
        self.told.append(sentence)
