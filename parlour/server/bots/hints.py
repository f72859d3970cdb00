"""Hints: where to look, then the move, then its line and what it gains. One search is enough for all three."""

from __future__ import annotations

import logging
import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from parlour import kernel
from parlour.bots import IsCancelled
from parlour.bots.analysis import Analysis, Candidate, analyse
from parlour.errors import IllegalMove, ParlourError
from parlour.match import Match
from parlour.message import Message, message
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.scheduler import Scheduler, Share, Work
from parlour.server.errors import Refused, illegal, refused
from parlour.server.http.addresses import counted_as
from parlour.server.metrics import HINTS
from parlour.server.table.actions import check_to_move
from parlour.server.table.hub import Hub
from parlour.server.table.live_table import LiveTable
from parlour.server.table.match_state import MatchState
from parlour.server.table.messages import AskHint, Hint

LOG = logging.getLogger("parlour.server")

SECONDS = 1.5  # that an analysis usually takes
KEPT = 500  # positions whose analysis is kept for the next steps


class Position(NamedTuple):
    """A seat's choice at a table. An undo changes the branch."""

    table: str
    match: int
    branch: int
    seat: int
    turn: int

    def imagined(self, match: Match) -> Match:
        """What the seat knows, the rest dealt again: the same for all matches that it cannot tell apart."""
        return match.belief(self.seat, seed=repr(self))


@dataclass(frozen=True)
class Question:
    """What a player asks for, with what the seat knows."""

    position: Position
    belief: Match
    considered: str | None  # as the game writes it


class Hints:
    """Answers players who ask for a hint. Observes the hub's tables, and forgets what no longer applies."""

    def __init__(self, hub: Hub, scheduler: Scheduler, readiness: Readiness) -> None:
        self._hub, self._scheduler, self._readiness = hub, scheduler, readiness
        self._found: OrderedDict[Position, Analysis] = OrderedDict()  # oldest first
        self._asked: dict[str, Position] = {}  # by visitor, while it is computed
        hub.observe(self)

    async def hint(
        self, live: LiveTable, asked: AskHint, held: Callable[[MatchState], list[int]], visitor: str, address: str
    ) -> Hint:
        """The answer, or Refused; SearchCancelled if the match moves on or the visitor leaves meanwhile."""
        question = await self._question(live, asked, held)
        if visitor in self._asked:
            raise Refused("one_hint", "one hint at a time: the last one is still being worked out", status=429)
        self._asked[visitor] = question.position
        try:
            analysis = await self._analysis(question, visitor, address)
        finally:
            del self._asked[visitor]
        HINTS.labels(asked.step).inc()
        return answer(question, analysis, asked)

    async def _question(self, live: LiveTable, asked: AskHint, held: Callable[[MatchState], list[int]]) -> Question:
        """What is asked, or why it cannot be."""
        async with live.lock:
            match_state = await self._hub.current(live)
            if asked.seat not in held(match_state):
                raise Refused("not_your_seat", "seat {seat} is not yours", seat=asked.seat)
            if not live.row.hints:
                raise Refused("no_hints", "this table was opened without hints")
            check_to_move(match_state, asked.seat)
            game = match_state.opening.game
            self._readiness.check_ready(game.name)
            considered = None
            if asked.considered is not None:
                try:
                    considered = match_state.after_move(asked.seat, asked.considered)[0].text
                except IllegalMove as problem:
                    raise illegal(problem) from None
                except ParlourError as problem:
                    raise refused(problem) from None
            opening = match_state.opening
            turn = match_state.turn(asked.seat)
            position = Position(live.id, opening.number, match_state.branch, asked.seat, turn)
            belief = position.imagined(match_state.match)
        return Question(position, belief, considered)

    async def _analysis(self, question: Question, visitor: str, address: str) -> Analysis:
        """What is known of the position; only a move that was not priced yet costs another search."""
        known = self._found.get(question.position)
        if known is not None and (question.considered is None or _priced(known, question.considered) is not None):
            return known
        moves = None if question.considered is None else [question.considered]
        if known is not None and moves is not None:
            moves = [known.move, *moves]

        def compute(is_cancelled: IsCancelled) -> Analysis:
            with kernel.loading():
                return advice(question.belief, question.position, moves, is_cancelled)

        share = Share(counted_as(address), visitor)
        found = await self._scheduler.run(Work(("hint", visitor), share, compute, SECONDS))
        if known is not None:  # the advice stays the same; both moves have their prices from one search
            more = [one for one in known.candidates if _priced(found, one.text) is None]
            found = Analysis(known.move, [*found.candidates, *more], known.line, known.simulations, known.seconds)
        self._keep(question.position, found)
        return found

    def _keep(self, position: Position, found: Analysis) -> None:
        live = self._hub.tables.get(position.table)
        if live is not None and _is_current(live, position):
            self._found[position] = found
            self._found.move_to_end(position)
            while len(self._found) > KEPT:
                self._found.popitem(last=False)

    # -- notifications from the hub ------------------------------------------------------------------------------------

    def changed(self, live: LiveTable) -> None:
        """Forget hints for positions that are past, and cancel those that are being worked out."""
        self._drop(live, lambda position: _is_current(live, position))

    def attendance_changed(self, live: LiveTable) -> None:
        """Nothing: a socket that closes says so itself."""

    def heartbeat(self, live: LiveTable) -> None:
        """Nothing."""

    def dropped(self, live: LiveTable) -> None:
        """Forget the table."""
        self._drop(live, lambda _: False)

    def _drop(self, live: LiveTable, stays: Callable[[Position], bool]) -> None:
        for position in [one for one in self._found if one.table == live.id and not stays(one)]:
            del self._found[position]
        for visitor, position in self._asked.items():
            if position.table == live.id and not stays(position):
                self._scheduler.cancel(("hint", visitor))


def advice(
    belief: Match,
    position: Position,
    moves: list[str] | None,
    is_cancelled: IsCancelled,
    simulations: int | None = None,
) -> Analysis:
    """An analysis of what a seat knows; it gets nothing else to see, and depends on nothing else."""
    seed = repr(position)
    return analyse(belief, position.seat, moves, simulations=simulations, seed=seed, is_cancelled=is_cancelled)


def _cells(belief: Match, seat: int, text: str) -> list[str]:
    """The cells that a player who looks for this move should look at."""
    tell = belief.game.hint_cells
    return [] if tell is None else list(tell(belief.state[0], seat, text))


def _is_current(live: LiveTable, position: Position) -> bool:
    match_state = live.match_state
    place = (live.id, match_state.opening.number, match_state.branch)
    return place == position[:3] and match_state.turn(position.seat) == position.turn and not match_state.has_ended


def _priced(analysis: Analysis, text: str) -> Candidate | None:
    return next((one for one in analysis.candidates if one.text == text), None)


# -- the answer --------------------------------------------------------------------------------------------------------


def answer(question: Question, analysis: Analysis, asked: AskHint) -> Hint:
    """As much as the step may tell."""
    has_move, has_line = asked.step != "where", asked.step == "line"
    best = _priced(analysis, analysis.move) if has_line else None
    other = _priced(analysis, question.considered) if has_line and question.considered is not None else None
    cells = _cells(question.belief, asked.seat, analysis.move)
    sentence = _sentence(asked.step, cells, analysis, best, other)
    has_points = best is not None and other is not None and best.points is not None and other.points is not None
    return Hint(
        seat=asked.seat,
        turn=question.position.turn,
        step=asked.step,
        cells=cells,
        move=analysis.move if has_move else None,
        line=analysis.line if has_line else [],
        value=None if best is None else best.value,
        error=None if best is None else best.error,
        points=None if best is None else best.points,
        considered=question.considered,
        gain=None if best is None or other is None else best.value - other.value,
        gain_error=None if best is None or other is None else math.hypot(best.error, other.error),
        gain_points=best.points - other.points if has_points else None,  # type: ignore[union-attr,operator]
        sentence=sentence.text,
        template=sentence.template,
        args=sentence.args,
        ref=asked.ref,
    )


def _sentence(
    step: str, cells: list[str], analysis: Analysis, best: Candidate | None, other: Candidate | None
) -> Message:
    """The answer for people who read English."""
    if step == "where":
        return message("Look at {cells:, and}", cells=cells) if cells else message("Ask again to see the move")
    if step == "move" or best is None:
        return message("Think about {move}", move=analysis.move)
    line = message("{move}, and then perhaps {line:,}", move=analysis.move, line=analysis.line[1:])
    line = line if analysis.line[1:] else message("{move}", move=analysis.move)
    if other is None:
        return message("{line}: it gives you a chance of {value}%", line=line, value=round(100 * best.value))
    if other.text == best.text:
        return message("{line}: that is the move you are thinking of", line=line)
    gain, error = 100 * (best.value - other.value), 100 * math.hypot(best.error, other.error)
    if gain <= 2 * error:
        return message("{line}: about as good as {other}", line=line, other=other.text)
    return message("{line}: it wins {gain}% more often than {other}", line=line, gain=round(gain), other=other.text)
