"""Numbered bots: a searcher, a budget, and a blunder rate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

from parlour import kernel
from parlour.bots.candidates import Analysis, Candidate
from parlour.bots.simple import sampled_move
from parlour.bots.tree_search import TreeSearch
from parlour.errors import ParlourError
from parlour.game import Game, Level, Searcher, SearchResult
from parlour.luck import Luck, Seed
from parlour.match import Match

FIRST = 1  # simulations before the first look at the clock; then as many as take about SLICE
SLICE = 0.01  # seconds for which compiled code runs without a pause
THOUSANDTHS = 1000  # the resolution of blunder rates

IsCancelled = Callable[[], bool]
"""Called every few milliseconds of a search, which ends with SearchCancelled once it returns true."""


class SearchCancelled(ParlourError):
    """A search ended without a result because its answer is no longer wanted."""


def never() -> bool:
    """For searches that nobody cancels."""
    return False


# For games without a table of their own.
USUAL = (
    Level("1", "Looks at a few moves, and often blunders.", 50, 0.1, blunder_rate=0.3),
    Level("2", "Looks at each move, but not for long.", 400, 0.1, blunder_rate=0.1),
    Level("3", "Looks some moves ahead.", 3_000, 0.5),
    Level("4", "Looks further ahead.", 15_000, 1.0),
    Level("5", "Thinks for two seconds.", 100_000, 2.0),
)


def levels(game: Game) -> tuple[Level, ...]:
    """Return a game's numbered bots, from weakest to strongest."""
    return game.levels or USUAL


class LevelBot:
    """A bot that searches as its level says, and keeps its tree from move to move of a match."""

    def __init__(
        self,
        game: Game,
        level: Level,
        seed: Seed | None,
        simulations: int | None,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self.name = level.name
        self._game = game
        self._level = level
        self._luck = Luck(seed)
        self._simulations, self._seconds, self._clock = simulations, seconds, clock
        self._searcher: Searcher | None = None
        self._players = 0
        self._history: list[tuple[int, str | None]] = []  # the moves up to the position at the searcher's root
        self._seat = -1

    def choose(self, match: Match, seat: int, is_cancelled: IsCancelled = never) -> str:
        """Return a legal move for a waiting seat."""
        seat = match.check_waiting(seat)
        if self._luck.below(THOUSANDTHS) < THOUSANDTHS * self._level.blunder_rate:
            imagined = match.belief(seat, seed=self._luck.number()).state
            move = int(sampled_move(imagined, seat, kernel.new_rng(self._luck.number())))
            return match.game.notation.move_text(imagined[0], seat, move)
        return self.analyse(match, seat, is_cancelled).move

    def analyse(self, match: Match, seat: int, is_cancelled: IsCancelled = never) -> Analysis:
        """Return its best move and what it found out about the candidates."""
        seat = match.check_waiting(seat)
        began, since, compiled = perf_counter(), self._clock(), kernel.compiled()
        imagined = match.belief(seat, seed=self._luck.number())
        searcher = self._begin(imagined, match, seat)
        done = self._search(searcher, since, compiled, is_cancelled)
        return _analysis(imagined, seat, searcher.result(), done, perf_counter() - began)

    def _begin(self, imagined: Match, match: Match, seat: int) -> Searcher:
        """Return the searcher, set to this position."""
        rng = kernel.new_rng(self._luck.number())
        if self._searcher is None or self._players != match.players:
            self._players, self._seat = match.players, -1
            self._searcher = searcher_of(self._game, match.players, self._level.tuning)
        moves = self._moves_since(match, seat)
        if moves is None or not self._searcher.go_on(imagined.state, moves, rng):
            self._searcher.begin(imagined.state, seat, rng)
        self._seat, self._history = seat, match.history(seat)
        return self._searcher

    def _moves_since(self, match: Match, seat: int) -> list[tuple[int, int]] | None:
        """Return the moves since this seat last thought in this match, or None if they are not known."""
        known = len(self._history)
        history = match.history(seat)
        if self._seat != seat or history[:known] != self._history or None in [text for _, text in history]:
            return None
        return match.played_codes(known)

    def _search(self, searcher: Searcher, since: float, compiled: int, is_cancelled: IsCancelled) -> int:
        """Search until the budget is used up and return the number of simulations; compile time does not count."""

        def is_late() -> bool:
            nonlocal since, compiled
            if kernel.compiled() != compiled:
                since, compiled = self._clock(), kernel.compiled()
            return self._clock() - since >= self._seconds

        return run_search(searcher, self._simulations, is_cancelled, is_late)


def run_search(
    searcher: Searcher, simulations: int | None, is_cancelled: IsCancelled, is_late: Callable[[], bool] = never
) -> int:
    """Run this many simulations, or until it is late; return how many were run. SearchCancelled ends it as well."""
    done, slice_ = 0, FIRST
    while simulations is None or done < simulations:
        if is_cancelled():
            raise SearchCancelled("the search was cancelled")
        left = slice_ if simulations is None else min(slice_, simulations - done)
        before = perf_counter()
        took = searcher.search(left)
        passed = perf_counter() - before
        done += took
        if took == 0 or is_late():
            break
        slice_ = max(1, min(4 * slice_, int(took * SLICE / max(passed, 1e-6))))
    return done


def searcher_of(game: Game, players: int, tuning: Mapping[str, float]) -> Searcher:
    """Return a game's own search, or the tree search."""
    own = game.searcher(players, tuning) if game.searcher else None
    return own or TreeSearch(game, players, tuning)


def _analysis(imagined: Match, seat: int, found: SearchResult, simulations: int, seconds: float) -> Analysis:
    """Convert a search result to move texts."""
    ranked = sorted(range(len(found.moves)), key=lambda k: (-found.visits[k], -found.values[k]))
    candidates = [candidate(imagined, seat, found, k) for k in ranked]
    return Analysis(candidates[0].text, candidates, line_texts(imagined, seat, found.line), simulations, seconds)


def candidate(imagined: Match, seat: int, found: SearchResult, k: int) -> Candidate:
    """Convert one move of a search result."""
    line = found.lines[k] if found.lines else found.line if found.line[:1] == [found.moves[k]] else [found.moves[k]]
    text = imagined.game.notation.move_text(imagined.state[0], seat, found.moves[k])
    return Candidate(
        text=text,
        visits=found.visits[k],
        value=found.values[k],
        error=found.errors[k] if found.errors else 0.0,
        points=found.points[k] if found.points else None,
        points_error=(found.points_errors[k] if found.points_errors else 0.0) if found.points else None,
        line=line_texts(imagined, seat, line) if len(line) > 1 else [text],
    )


def line_texts(imagined: Match, seat: int, line: list[int]) -> list[str]:
    """Return a line as move texts, up to the first move that this belief makes illegal."""
    texts: list[str] = []
    ahead = imagined.fork()
    for move in line:
        mover = seat if ahead.game.simultaneous else ahead.waiting[0] if ahead.waiting else -1
        if mover not in ahead.waiting or move not in ahead.move_codes(mover):
            break
        texts.append(ahead.game.notation.move_text(ahead.state[0], mover, move))
        ahead.play(mover, texts[-1])
    return texts
