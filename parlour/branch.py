"""A match that goes on from a position of another one."""

from __future__ import annotations

from contextlib import suppress

from parlour.errors import GameOver, ParlourError
from parlour.game import Json
from parlour.luck import Seed
from parlour.match import Match
from parlour.numbers import as_number


def branch(match: Match, ply: int, seat: int | None = None, seed: Seed | None = None) -> Match:
    """Return a match of its own that begins with the first moves of another one and can be played on from there.

    What a seat, by default the next to act, did not know then is dealt again: hands of others, and cards and tiles to
    come. What it knew, and all moves so far, stay. In simultaneous games the round that is open then begins anew, and
    resignations are forgotten. Raises GameOver where nobody is to act, and ParlourError if the match began at a
    position instead of a deal.

    >>> import parlour
    >>> from parlour.branch import branch
    >>> match = parlour.new("cirplexed", players=2, seed=7)
    >>> for seat in (0, 1, 0, 1):
    ...     match.play(seat, match.legal(seat)[0])
    >>> other = branch(match, 2, seat=0, seed=1)
    >>> other.moves == match.moves[:2], other.legal(0) == match.at(2).legal(0), other.deal == match.deal
    (True, True, False)
    """
    number = as_number(ply)
    if number is None or number not in range(len(match.moves) + 1):
        made = len(match.moves)
        raise ParlourError("there is no position after {ply} moves; {made} were made", ply=repr(ply), made=made)
    if match._position is not None:
        raise ParlourError("this match began at a position, not with a deal: only a match with a deal can be played on")
    then = _begun(match, number, match.deal)
    if match.game.simultaneous:
        then = then.at(then.open_round)
    if not then.waiting:
        raise GameOver("the match is over after these moves: play on from an earlier one")
    looker = then.waiting[0] if seat is None else seat
    deal = match.game.notation.read_deal(then.belief(looker, seed).state[0])
    with suppress(ParlourError):  # a game need not write its deal in the middle of a match
        fresh = _begun(match, len(then.moves), deal)
        if fresh.seen(looker) == then.seen(looker) and fresh.waiting == then.waiting:
            return fresh
    return then


def _begun(match: Match, ply: int, deal: Json) -> Match:
    """A match with this deal and the first moves of another."""
    begun = Match.new(match.game, match.players, match.options, deal=deal, names=match.names)
    for seat, text in match.moves[:ply]:
        begun.play(seat, text)
    return begun
