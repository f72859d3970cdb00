"""The state of a match: its log, folded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from parlour import incidents
from parlour.game import Game, Json
from parlour.incidents import Incident
from parlour.match import Match
from parlour.seat import Kind, Seat
from parlour.server.errors import Refused
from parlour.server.table import events
from parlour.server.table.messages import History, Offered, Played, SeatInfo, State
from parlour.server.table.tokens import is_same

Status = Literal["gathering", "playing", "over"]


@dataclass(frozen=True)
class Seating:
    """Who holds and plays a seat."""

    holder: str | None = None  # hash of the person's token
    name: str | None = None
    bot: str | None = None  # the bot that plays it now, if any
    has_resigned: bool = False
    is_bots_own: bool = False  # belongs to a bot, not to a person

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """Who plays it."""
        return "bot" if self.bot is not None else "person" if self.holder is not None else "open"

    @property
    def owner(self) -> Kind:
        """Whose seat it is."""
        return "bot" if self.is_bots_own else "person"


@dataclass(frozen=True)
class Opening:
    """What was fixed before a match began."""

    key: int  # in the database
    table: str
    number: int  # in the table's series, from 1
    game: Game
    players: int
    options: dict[str, Json]
    deal: Json
    salt: str
    commit: str
    opened: float  # seconds since 1970
    stand_in: str  # the bot that plays for people who are away or resign
    rules: str | None  # the rules version, if known
    hints: bool  # players may ask for hints


class Told(NamedTuple):
    """What a client already knows of a match, so that the next message contains only what is new."""

    number: int = 0
    branch: int = 0
    moves: int = 0
    known: int = 0  # moves before the first one whose text was hidden


@dataclass
class MatchState:
    """A match built from its log. The rules are used only when needed, since they may still be compiling."""

    opening: Opening
    seq: int = 0  # entries so far
    branch: int = 0
    has_ended: bool = False
    seats: list[Seating] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)
    stand_ins: list[str | None] = field(default_factory=list)  # for each move, the bot that made it for a person
    incidents: list[Incident] = field(default_factory=list)
    undo_offer: events.Ask | None = None
    undo_yes: set[int] = field(default_factory=set)
    rematch_requests: list[int] = field(default_factory=list)  # seats that want a rematch, first to last
    _turns: list[int] = field(default_factory=list)
    _infos: list[SeatInfo] | None = None
    _match: Match | None = None
    _resigned: list[tuple[int, int]] = field(default_factory=list)  # seat, and number of moves made before

    def __post_init__(self) -> None:
        self.seats = self.seats or [Seating()] * self.opening.players
        self._turns = [0] * self.opening.players

    # -- reading ------------------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match in the rules core."""
        if self._match is None:
            self._match = self._replayed()
        return self._match

    def _replayed(self) -> Match:
        opening = self.opening
        match = Match.new(opening.game, opening.players, opening.options, deal=opening.deal)
        match.seats = self.match_seats()
        match.header["commit"] = opening.commit
        match.header["rules"] = opening.rules or opening.game.rules.VERSION
        for ply in range(len(self.moves) + 1):
            for seat in (seat for seat, before in self._resigned if before == ply):
                match.resign(seat)
            if ply < len(self.moves):
                match.play(*self.moves[ply])
        return match

    def match_seats(self) -> list[Seat]:
        """The seats as the match and its record name them. An open seat is that of a person yet to come."""
        return [
            Seat(seating.owner, self.name_of(number), seating.bot, seating.has_resigned)
            for number, seating in enumerate(self.seats)
        ]

    def name_of(self, seat: int) -> str:
        """The name given to a seat, or its default name."""
        return self.seats[seat].name or self.opening.game.seat_names[seat]

    @property
    def status(self) -> Status:
        """The status of the match."""
        if self.has_ended:
            return "over"  # even with open seats, which an imported match may have
        return "gathering" if any(info.kind == "open" for info in self.seat_infos()) else "playing"

    @property
    def people(self) -> list[int]:
        """Seats of people, including those who have resigned."""
        return [seat for seat, seating in enumerate(self.seats) if seating.kind == "person"]

    @property
    def players_now(self) -> list[int]:
        """Seats that people play."""
        return [seat for seat in self.people if not self.seats[seat].has_resigned]

    def seats_of(self, token_hashes: list[str]) -> list[int]:
        """The seats that belong to these tokens."""
        return [
            seat
            for seat, seating in enumerate(self.seats)
            if any(is_same(seating.holder, given) for given in token_hashes)
        ]

    def turn(self, seat: int) -> int:
        """The number of moves that a seat has made."""
        return self._turns[seat]

    def bots_to_move(self) -> list[tuple[int, str]]:
        """Seats where a bot is to move now, each with the bot's name."""
        if self.status != "playing":
            return []
        return [(seat, bot) for seat in self.match.waiting if (bot := self.seats[seat].bot) is not None]

    def seat_infos(self) -> list[SeatInfo]:
        """Who sits where, for everyone to know."""
        if self._infos is None:
            self._infos = [self._seat_info(seat) for seat in range(self.opening.players)]
        return self._infos

    def _seat_info(self, seat: int) -> SeatInfo:
        seating = self.seats[seat]
        return SeatInfo(
            seat=seat,
            kind=seating.kind,
            name=self.name_of(seat),
            bot=seating.bot,
            has_person=seating.holder is not None and not seating.has_resigned,
            resigned=seating.has_resigned,
        )

    def offers(self) -> list[Offered]:
        """Offers waiting for an answer."""
        found = []
        if self.undo_offer is not None:
            waiting = [seat for seat in self.players_now if seat not in self.undo_yes]
            found.append(Offered("undo", self.undo_offer.seat, sorted(self.undo_yes), waiting))
        if self.rematch_requests:
            waiting = [seat for seat in self.people if seat not in self.rematch_requests]
            found.append(Offered("rematch", self.rematch_requests[0], sorted(self.rematch_requests), waiting))
        return found

    def undo_of(self, seat: int) -> events.Undo:
        """The undo of every move from the seat's last one on (only its choice in a simultaneous round), or Refused."""
        ply = self._last_of(seat)
        if ply is None:
            raise Refused("no_undo", "this seat has made no move that could be taken back")
        if any(seating.has_resigned for seating in self.seats):
            raise Refused("no_undo", "somebody has resigned: moves can no longer be taken back")
        if not self.opening.game.simultaneous:
            return events.Undo(seat, list(range(ply, len(self.moves))))
        if ply < self.match.open_round or (seat in self.match.waiting and not self.is_in_turn(seat)):
            raise Refused("no_undo", "the round is closed: a choice can be taken back only until all have chosen")
        return events.Undo(seat, [ply])

    def losers(self, undo: events.Undo) -> set[int]:
        """Seats of other people whose own moves would be taken back."""
        made = {self.moves[ply][0] for ply in undo.dropped if self.stand_ins[ply] is None}
        return {seat for seat in made - {undo.seat} if self.seats[seat].holder is not None}

    def is_in_turn(self, seat: int) -> bool:
        """Whether a seat acts again in a simultaneous round and nobody else knows its last move yet (C7)."""
        match, ply = self.match, self._last_of(seat)
        if not self.opening.game.simultaneous or ply is None or seat not in match.waiting:
            return False
        return ply >= match.open_round and match.history(None, ply)[0][1] is None

    def _last_of(self, seat: int) -> int | None:
        """The number of a seat's last move."""
        return next((ply for ply in reversed(range(len(self.moves))) if self.moves[ply][0] == seat), None)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may ask to take its last move back."""
        try:
            return self.status == "playing" and bool(self.undo_of(seat).dropped)
        except Refused:
            return False

    def state(self, seat: int | None, told: Told) -> State:
        """The message for a seat or a spectator who already knows `told`."""
        match = self.match
        knows = told.number == self.opening.number and told.branch == self.branch and told.moves <= len(self.moves)
        first_new, start = (told.moves, told.known) if knows else (len(self.moves), 0)
        view, status = match.seen(seat), self.status
        if seat is not None and (status == "gathering" or self.seats[seat].bot is not None):
            view.legal = []  # this seat's person is not to move
        return State(
            table=self.opening.table,
            match=self.opening.number,
            seq=self.seq,
            branch=self.branch,
            status=status,
            commit=self.opening.commit,
            seat=seat,
            seats=self.seat_infos(),
            stand_in=self.opening.stand_in,
            hints=self.opening.hints,
            view=view,
            events=[event for ply in range(first_new, len(self.moves)) for event in match.happened(seat, ply)],
            can_undo=seat is not None and self.can_undo(seat),
            history=History(
                start,
                [
                    Played(mover, text, stand_in)
                    for (mover, text), stand_in in zip(match.history(seat, start), self.stand_ins[start:], strict=True)
                ],
            ),
        )

    def told(self, state: State) -> Told:
        """What a client knows after this message."""
        known = state.history.start
        for played in state.history.moves:
            if played.text is None:
                break
            known += 1
        return Told(self.opening.number, self.branch, len(self.moves), known)

    def record(self) -> str:
        """The record, with the salt that opens the commitment."""
        match = self.match.fork()
        match.header |= {"salt": self.opening.salt, "date": date_text(self.opening.opened)}
        if self.incidents:
            match.header["incidents"] = incidents.plain(self.incidents)
        return match.record()

    def after_move(self, seat: int, text: str) -> tuple[events.Move, Match]:
        """The entry of a move and the match after it, or what `Match.play` raises. Changes nothing."""
        after = self.match.fork()
        after.play(seat, text)
        return events.Move(seat, self.turn(seat), self.branch, after.last_text), after

    # -- changing -----------------------------------------------------------------------------------------------------

    def fold(self, entry: events.Entry, after: Match | None = None) -> None:
        """Apply the next entry. `after` is the match after a move, if it has been computed already."""
        self.seq += 1
        match entry:
            case events.Move():
                self._fold_move(entry, after)
            case events.Undo():
                self._fold_undo(entry)
            case events.Resign():
                self._fold_resign(entry)
            case events.Seat():
                self._fold_seat(entry)
            case events.Ask(what="undo"):
                self.undo_offer, self.undo_yes = entry, {entry.seat}
            case events.Ask():
                self.rematch_requests.append(entry.seat)
            case events.Answer(yes=True):
                self.undo_yes.add(entry.seat)
            case events.Answer():
                self._end_offer()

    def _fold_seat(self, entry: events.Seat) -> None:
        old = self.seats[entry.seat]
        is_bots_own = entry.holder is None and entry.bot is not None
        self.seats[entry.seat] = replace(
            old, holder=entry.holder, name=entry.name, bot=entry.bot, is_bots_own=is_bots_own
        )
        if entry.holder is not None and entry.bot != old.bot:
            self.incidents.append(
                incidents.Return(len(self.moves), entry.seat)
                if entry.bot is None
                else incidents.StandIn(len(self.moves), entry.seat, entry.bot, entry.by)
            )
        self._reseat()

    def _fold_move(self, entry: events.Move, after: Match | None) -> None:
        if after is not None:
            self._match = after
        elif self._match is not None:
            self._match.play(entry.seat, entry.text)
        self.moves.append((entry.seat, entry.text))
        seating = self.seats[entry.seat]
        self.stand_ins.append(None if seating.holder is None else seating.bot)
        self._turns[entry.seat] += 1
        self._end_offer()

    def _fold_undo(self, entry: events.Undo) -> None:
        self.branch += 1
        dropped = set(entry.dropped)
        if entry.dropped:  # an imported match may only say that something was taken back
            taken_back = [(ply, *self.moves[ply]) for ply in entry.dropped]
            self.incidents.append(incidents.Undo(len(self.moves), entry.seat, taken_back))
        self.moves = [move for ply, move in enumerate(self.moves) if ply not in dropped]
        self.stand_ins = [bot for ply, bot in enumerate(self.stand_ins) if ply not in dropped]
        self._turns = [sum(mover == seat for mover, _ in self.moves) for seat in range(self.opening.players)]
        if self._match is not None and dropped == set(range(len(self.moves), len(self.moves) + len(dropped))):
            for _ in dropped:  # the last moves, as is nearly always the case
                self._match.undo()
        else:
            self._match = None  # what is left is replayed
        self._end_offer()

    def _fold_resign(self, entry: events.Resign) -> None:
        if self._match is not None:
            self._match.resign(entry.seat)
        self._resigned.append((entry.seat, len(self.moves)))
        self.seats[entry.seat] = replace(self.seats[entry.seat], has_resigned=True, bot=entry.bot)
        self._end_offer()
        self._reseat()

    def _end_offer(self) -> None:
        self.undo_offer, self.undo_yes = None, set()

    def _reseat(self) -> None:
        self._infos = None
        if self._match is not None:
            self._match.seats = self.match_seats()


def date_text(seconds: float) -> str:
    """The date of a time, as records write it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
