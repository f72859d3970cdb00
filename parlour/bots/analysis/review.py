"""The review of a whole match: every move beside the best one, the curve, the turning points, the luck of the deal."""

from __future__ import annotations

from parlour import compiling
from parlour.bots.analysis import luck
from parlour.bots.analysis.curve import Priced, points_curve, result_curve
from parlour.bots.analysis.grades import FLAGGED, grade_of, turning_points
from parlour.bots.analysis.position import Progress, level_of, seed_text, silent, simulations_of
from parlour.bots.analysis.pricing import Price, Pricing
from parlour.bots.annotation import AnnotatedMove, Annotation, DealLuck
from parlour.bots.candidates import Candidate
from parlour.bots.level_bot import IsCancelled, SearchCancelled, never, searcher_of
from parlour.luck import Seed
from parlour.match import Match
from parlour.message import Message
from parlour.searcher import BestPossible, Searcher

BOT = "5"  # the level whose search is used
BEST = 3  # moves of the free search that are priced beside the one played
FREE = 2  # simulations of the free search, for each simulation of a price
SHARE = 20  # of the simulations of the level's whole search go into a price, unless told otherwise


def annotate(
    match: Match,
    *,
    simulations: int | None = None,
    seed: Seed = 0,
    with_luck: bool = True,
    is_cancelled: IsCancelled = never,
    progress: Progress | None = None,
) -> Annotation:
    """Compare every move of a match with the best one, as its seat could know it then.

    Each move that is compared gets this many simulations, by default a twentieth of those of level 5; the same seed and
    simulations give the same answer. If the match is over, the luck of its deal is measured as well, and the best score
    that was possible, unless `with_luck` is false. `progress` is told how many pieces of work are done, and of how
    many; `is_cancelled` is asked every few milliseconds.

    >>> import parlour
    >>> match = parlour.new("exago", players=2)
    >>> for ply, text in enumerate("f6 e6 g6".split()):
    ...     match.play(ply % 2, text)
    >>> annotated = parlour.annotate(match, simulations=20)
    >>> [move.played.text for move in annotated.moves], annotated.moves[0].is_forced
    (['f6', 'e6', 'g6'], True)
    """
    runs, given = simulations_of(match.game, BOT, simulations, SHARE), seed_text(seed)
    compiling.require(match.game.name)
    return _Review(match, runs, given, with_luck, is_cancelled, progress or silent).annotation()


class _Review:
    """One review."""

    def __init__(
        self, match: Match, runs: int, seed: str, with_luck: bool, is_cancelled: IsCancelled, progress: Progress
    ) -> None:
        self._match, self._runs, self._seed, self._is_cancelled = match, runs, seed, is_cancelled
        self._progress, self._done = progress, 0
        self._searcher: Searcher = searcher_of(match.game, match.players, level_of(match.game, BOT).tuning)
        self._before = [match.at(ply) for ply in range(len(match.moves))]
        self._has_luck = with_luck and luck.has_luck(match)
        self._tells_best = with_luck and match.game.best_possible is not None and match.outcome is not None
        self._total = len(match.moves) + (luck.SAME + luck.OTHER if self._has_luck else 0) + self._tells_best

    def annotation(self) -> Annotation:
        match = self._match
        self._progress(0, self._total)
        codes = match.played_codes()
        plies, losses = [], []
        for ply, (seat, code) in enumerate(codes):
            priced, lost = self._priced(ply, seat, code)
            plies.append(priced)
            losses.append(lost)
            self._advance()
        curve, points = result_curve(match, plies), points_curve(match, plies)
        moves = [
            self._move(ply, priced, lost, curve[ply], points[ply] if points else None)
            for ply, (priced, lost) in enumerate(zip(plies, losses, strict=True))
        ]
        return Annotation(
            game=match.game.name,
            simulations=self._runs,
            seed=self._seed,
            moves=moves,
            curve=curve,
            points_curve=points,
            turning_points=turning_points(moves),
            luck=self._luck(),
            best_possible=self._best_possible(),
        )

    def _advance(self) -> None:
        self._done += 1
        self._progress(self._done, self._total)

    def _priced(self, ply: int, seat: int, code: int) -> tuple[Priced, tuple[float, float]]:
        """Price the move that was played and the best one; return them, and what the first loses, with its error."""
        before = self._before[ply]
        if len(before.move_codes(seat)) == 1:
            return Priced(seat, None, None), (0.0, 0.0)
        pricing = Pricing(before, seat, self._searcher, f"{self._seed}/{ply}", self._is_cancelled)
        prices = pricing.compare([code, *pricing.best_moves(FREE * self._runs, BEST)], self._runs)
        best = prices.best_first[0]
        return Priced(seat, prices[code], prices[best]), prices.loss(code, best)

    def _move(
        self, ply: int, priced: Priced, lost: tuple[float, float], values: list[float], points: list[float] | None
    ) -> AnnotatedMove:
        seat, text = self._match.moves[ply]
        if priced.played is None or priced.best is None:  # forced: the position is worth what it was
            only = Candidate(text, 0, values[seat], points=points[seat] if points else None, line=[text])
            return AnnotatedMove(ply, seat, only, only, 0.0, None if points is None else 0.0, "best", True, None)
        played, best = priced.played.candidate, priced.best.candidate
        loss, error = lost
        points_lost = _points_lost(priced.played, priced.best)
        is_best = played == best
        share = None
        if self._match.players == 1 and points_lost is not None:
            share = points_lost / max(abs(best.points or 0.0), 1.0)
        grade = grade_of(loss, error, is_best, share)
        return AnnotatedMove(
            ply=ply,
            seat=seat,
            played=played,
            best=best,
            loss=loss,
            points_lost=points_lost,
            grade=grade,
            is_forced=False,
            message=self._reason(ply, played, best) if grade in FLAGGED else None,
            error=error,
        )

    def _reason(self, ply: int, played: Candidate, best: Candidate) -> Message | None:
        """Return why a move was a mistake, as its seat could know, if the game can tell."""
        if self._match.game.explain_mistake is None:
            return None
        seat = self._match.moves[ply][0]
        imagined = self._before[ply].belief(seat, seed=0)
        return self._match.game.explain_mistake(imagined.state[0], seat, played.text, best.text, played.line)

    def _luck(self) -> list[DealLuck] | None:
        """Return the luck of the deal, if it can be measured."""
        if not self._has_luck:
            return None
        return luck.measure(self._match, f"{self._seed}/luck", self._is_cancelled, self._advance, luck.SAME, luck.OTHER)

    def _best_possible(self) -> list[BestPossible]:
        """Return what each seat could have reached, had it known everything."""
        if not self._tells_best:
            return []
        if self._is_cancelled():
            raise SearchCancelled("the search was cancelled")
        assert self._match.game.best_possible is not None
        found = self._match.game.best_possible(self._match)
        self._advance()
        return found


def _points_lost(played: Price, best: Price) -> float | None:
    """Return how many points the seat can expect to lose, which may be negative; None in games without points."""
    if played.candidate.points is None or best.candidate.points is None:
        return None
    return best.candidate.points - played.candidate.points
