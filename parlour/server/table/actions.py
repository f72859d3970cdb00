"""What each client request does to a match: it gives entries for the log, or a refusal.

Nothing here is stored or sent, and the match is not modified: a change takes effect once it is committed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from parlour.bots import NAMES, title
from parlour.errors import GameOver, IllegalMove, NotWaiting
from parlour.game import Game, Json
from parlour.luck import Luck, commitment, new_salt
from parlour.match import Match
from parlour.message import message
from parlour.server.errors import Refused, Stale, illegal
from parlour.server.table import events, messages
from parlour.server.table.match_state import MatchState, Opening

STAND_IN = "3"  # the default bot that plays for people who resign or are away
AWAY = 120  # seconds after which an absent person may be replaced


@dataclass(frozen=True)
class NewMatch:
    """A match to start, with its seats."""

    options: dict[str, Json]
    deal: Json
    salt: str
    commit: str
    seats: list[events.Seat]
    rules: str  # the rules version
    moves: list[events.Move] = field(default_factory=list)  # made already, where it goes on from another match


@dataclass(frozen=True)
class Change:
    """What to store, all or nothing."""

    entries: list[events.Entry] = field(default_factory=list)
    is_over: bool = False  # the match ends with this change
    after: Match | None = None  # the match after a move, so that the move is not computed twice
    following: NewMatch | None = None  # the next match of the table


def first_match(game: Game, options: Mapping[str, Json], seats: list[events.Seat]) -> NewMatch:
    """A match with a secret deal. Needs no compiled rules."""
    players = game.check_players(len(seats))
    checked = game.check_options(options, players)
    return _promised(game, checked, game.notation.new_deal(Luck(), players, checked), seats)


def continued(match: Match, seats: list[events.Seat]) -> NewMatch:
    """A match that goes on after the moves that were made in it."""
    turns = Counter[int]()
    moves = []
    for seat, text in match.moves:
        moves.append(events.Move(seat, turns[seat], 0, text))
        turns[seat] += 1
    return replace(_promised(match.game, match.options, match.deal, seats), moves=moves)


def _promised(game: Game, options: dict[str, Json], deal: Json, seats: list[events.Seat]) -> NewMatch:
    """A match with this deal, committed to by a salted hash."""
    salt = new_salt()
    return NewMatch(options, deal, salt, commitment(salt, game.name, options, deal), seats, game.rules.VERSION)


def checked_bot(name: str) -> str:
    """The name of a bot, or Refused if there is none of that name."""
    if name not in NAMES:
        raise Refused(
            "unknown_bot", "there is no bot {bot}; the bots are: {bots:,}", status=422, bot=repr(name[:40]), bots=NAMES
        )
    return name


def usual_hints(seats: Sequence[events.Seat]) -> bool:
    """Whether players may ask for hints unless the table says otherwise: against bots, but not between people."""
    return sum(seat.bot is None for seat in seats) <= 1


def move(match_state: MatchState, message: messages.Move, bot: str | None = None) -> Change:
    """Make a move once, and only on the state that its sender, a person or this bot, saw; otherwise Stale."""
    is_current = message.match in (None, match_state.opening.number) and message.branch == match_state.branch
    if not is_current or message.turn != match_state.turn(message.seat):
        raise Stale
    _check_playing(match_state)
    if bot is None:
        _check_plays_itself(match_state, message.seat)
    elif match_state.seats[message.seat].bot != bot:  # the person is back
        raise Stale
    try:
        entry, after = match_state.after_move(message.seat, message.text)
    except NotWaiting as problem:
        raise Refused("not_waiting", problem.message) from None
    except GameOver:
        raise Refused("game_over", "the match is over: ask for a rematch") from None
    except IllegalMove as problem:
        raise illegal(problem) from None
    return Change([entry], after.outcome is not None, after)


def resign(match_state: MatchState, seat: int) -> Change:
    """Resign. With two seats the other seat wins; with more, a bot plays on."""
    _check_playing(match_state)
    if match_state.seats[seat].has_resigned:
        raise Refused("resigned", "this seat has already resigned")
    is_last = sum(not seating.has_resigned for seating in match_state.seats) <= 2
    return Change([events.Resign(seat, None if is_last else match_state.opening.stand_in)], is_over=is_last)


def offer_undo(match_state: MatchState, seat: int, held: Collection[int]) -> Change:
    """Offer to go back to before the seat's last move; done immediately if nobody else has to agree."""
    _check_playing(match_state)
    undo = match_state.undo_of(seat)
    _check_asked(match_state, undo, held)
    if match_state.is_in_turn(seat) or all(other in held for other in match_state.players_now):
        return Change([undo])
    if match_state.undo_offer is not None:
        if match_state.undo_offer.seat == seat:
            return Change()
        raise Refused("offer_open", "another offer to take a move back is open: answer it first")
    return _agreed(
        match_state, [events.Ask(seat, "undo"), *(events.Answer(other, True) for other in held if other != seat)]
    )


def _check_asked(match_state: MatchState, undo: events.Undo, held: Collection[int]) -> None:
    """Refuse to take back a move that a person made before a bot took over, since that person cannot be asked."""
    absent = [seat for seat in match_state.losers(undo) if seat not in held and match_state.seats[seat].bot is not None]
    if absent:
        raise Refused(
            "no_undo",
            "this would also take back a move by {names:and}: a bot plays that seat now, and only they could agree",
            names=[match_state.name_of(seat) for seat in absent],
        )


def answer_undo(match_state: MatchState, seat: int, yes: bool) -> Change:
    """Answer an offer to undo. The moves are taken back once everybody agrees; one no ends the offer."""
    if match_state.undo_offer is None:
        raise Refused("no_offer", "there is no offer to take a move back")
    if seat in match_state.undo_yes and yes:
        return Change()
    if seat not in match_state.players_now:
        raise Refused("not_playing", "only people who are playing can answer")
    return _agreed(match_state, [events.Answer(seat, yes)])


def _agreed(match_state: MatchState, entries: Sequence[events.Entry]) -> Change:
    """The entries, followed by the undo itself if everybody has now agreed."""
    offer = next((entry for entry in entries if isinstance(entry, events.Ask)), match_state.undo_offer)
    assert offer is not None
    yes = {*match_state.undo_yes, offer.seat} | {entry.seat for entry in entries if isinstance(entry, events.Answer)}
    refused = any(isinstance(entry, events.Answer) and not entry.yes for entry in entries)
    if not refused and set(match_state.players_now) <= yes:
        return Change([*entries, match_state.undo_of(offer.seat)])
    return Change(list(entries))


def hand_over(match_state: MatchState, seat: int, bot: str | None, held: Sequence[int], away: float | None) -> Change:
    """Let a bot play your own seat, or the table's stand-in that of a person who has been `away` long enough."""
    seating, stand_in, is_own = match_state.seats[seat], match_state.opening.stand_in, seat in held
    if seating.kind != "person":
        raise Refused("not_person", "no person plays this seat")
    if not is_own and (away is None or away < AWAY):
        raise Refused(
            "not_away", "only someone who has been away for {minutes} minutes can be replaced", minutes=int(AWAY // 60)
        )
    if not is_own and bot not in (None, stand_in):
        raise Refused(
            "other_stand_in", "at this table only {bot} may play for someone who is away", bot=title(stand_in)
        )
    by = seat if is_own else held[0]
    chosen = checked_bot(bot or stand_in)
    return _agreed_without(match_state, seat, events.Seat(seat, seating.holder, seating.name, chosen, by))


def _agreed_without(match_state: MatchState, seat: int, entry: events.Seat) -> Change:
    """Hand a seat over, and settle an open undo offer: its answer may no longer be needed, or no longer be possible."""
    offer = match_state.undo_offer
    if offer is None or offer.seat == seat:
        return Change([entry])
    undo = match_state.undo_of(offer.seat)
    is_absent = entry.by != seat
    if seat not in match_state.undo_yes and (is_absent or seat in match_state.losers(undo)):
        return Change([events.Answer(seat, False), entry])
    waiting = [other for other in match_state.players_now if other not in match_state.undo_yes and other != seat]
    return Change([entry] if waiting else [entry, undo])


def take_back(match_state: MatchState, seat: int) -> Change:
    """Let the person play again instead of the bot."""
    seating = match_state.seats[seat]
    if seating.has_resigned:
        raise Refused("resigned", "you have resigned and cannot play on")
    if seating.bot is None:
        return Change()
    return Change([events.Seat(seat, seating.holder, seating.name, None)])


def take_seat(match_state: MatchState, seat: int | None, holder: str, name: str | None) -> tuple[int, Change]:
    """Take the open seat that is named, or the first one."""
    open_seats = [number for number, seating in enumerate(match_state.seats) if seating.kind == "open"]
    if seat is not None and seat not in range(len(match_state.seats)):
        raise Refused("no_such_seat", "seats are 0 to {last}", status=422, last=len(match_state.seats) - 1)
    if not open_seats:
        raise Refused("table_full", "all seats at this table are taken; you can watch")
    if seat is not None and seat not in open_seats:
        raise Refused("seat_taken", "this seat is taken; open: {seats:,}", seats=[str(number) for number in open_seats])
    chosen = open_seats[0] if seat is None else seat
    return chosen, Change([events.Seat(chosen, holder, name, None)])


def rename(match_state: MatchState, seat: int, name: str | None) -> Change:
    """Change a person's name."""
    seating = match_state.seats[seat]
    if name == seating.name:
        return Change()
    return Change([events.Seat(seat, seating.holder, name, seating.bot)])


def request_rematch(match_state: MatchState, seats: Collection[int]) -> Change:
    """Request a rematch. It begins once everybody has asked for it."""
    if match_state.status != "over":
        raise Refused("not_over", "a rematch begins when the match is over")
    fresh = [seat for seat in seats if seat not in match_state.rematch_requests]
    entries: list[events.Entry] = [events.Ask(seat, "rematch") for seat in fresh]
    requested = {*match_state.rematch_requests, *fresh}
    is_agreed = set(match_state.people) <= requested
    return Change(entries, following=_following(match_state, requested) if is_agreed else None)


def _following(match_state: MatchState, requested: Collection[int]) -> NewMatch:
    """The next match. The bot of a person who resigned stays, unless that person asked for the rematch too."""
    match = match_state.match.rematch()
    seats = []
    for seat, old in enumerate(match.came_from):
        seating = match_state.seats[old]
        bot = None if seating.has_resigned and old in requested else seating.bot
        is_left = bot is not None and seating.holder is None and not seating.is_bots_own
        seats.append(events.Seat(seat, seating.holder, None if is_left else seating.name, bot))
    return _promised(match.game, match.options, match.deal, seats)


def begun(before: Opening, key: int, match: NewMatch, opened: float) -> MatchState:
    """The initial state of a table's next match."""
    match_state = MatchState(
        Opening(
            key=key,
            table=before.table,
            number=before.number + 1,
            game=before.game,
            players=before.players,
            options=match.options,
            deal=match.deal,
            salt=match.salt,
            commit=match.commit,
            opened=opened,
            stand_in=before.stand_in,
            rules=match.rules,
            hints=before.hints,
        )
    )
    for seat in match.seats:
        match_state.fold(seat)
    return match_state


def check_deletable(match_state: MatchState, own: Collection[str], away: Callable[[int], float | None]) -> None:
    """Refuse to delete a table while people other than its opener play there and have not been away for long."""
    others = [seat for seat in match_state.players_now if match_state.seats[seat].holder not in own]
    playing = [seat for seat in others if (gone_for := away(seat)) is None or gone_for < AWAY]
    if match_state.status == "playing" and playing:
        names = [match_state.name_of(seat) for seat in playing]
        one, several = (
            message("{name} still plays here", name=names[0]),
            message("{names:and} still play here", names=names),
        )
        raise Refused(
            "others_play",
            "{who}: the table can be deleted when the match is over, or when they have been away for two minutes",
            who=one if len(playing) == 1 else several,
        )


def check_to_move(match_state: MatchState, seat: int) -> None:
    """Refuse unless the person at this seat is to move."""
    _check_playing(match_state)
    _check_plays_itself(match_state, seat)
    try:
        match_state.match.check_waiting(seat)
    except NotWaiting as problem:
        raise Refused("not_waiting", problem.message) from None


def _check_plays_itself(match_state: MatchState, seat: int) -> None:
    """Refuse what a person asks for whose seat a bot plays now."""
    if match_state.seats[seat].bot is None:
        return
    if match_state.seats[seat].has_resigned:
        raise Refused("resigned", "you have resigned and cannot play on")
    raise Refused("handed_over", "a bot plays this seat: take it back first")


def _check_playing(match_state: MatchState) -> None:
    if match_state.status == "gathering":
        raise Refused("open_seats", "the match begins when every seat is taken")
    if match_state.status == "over":
        raise Refused("game_over", "the match is over: ask for a rematch")
