"""Matches from scratch and from positions."""

from __future__ import annotations

import json
from collections.abc import Sequence

from parlour.errors import BadPosition, ParlourError
from parlour.game import Json
from parlour.games.registry import playable
from parlour.luck import Seed
from parlour.match import FRESH, Match


def new(
    name: str,
    players: int | None = None,
    seed: Seed | None = None,
    deal: Json = FRESH,
    names: Sequence[str] | None = None,
    **options: Json,
) -> Match:
    """Start a match.

    Options are keyword arguments. The deal is `deal`, in the JSON form of the game's rules, or drawn from `seed`; with
    neither, it is random and secret. By default there are as few players as the game allows. Raises UnknownGame,
    BadPlayers, BadOption or BadDeal.

    >>> import parlour
    >>> parlour.new("exago", players=3, radius=4, names=["Ann", "Bob", "Cy"])
    <Exago, 3 seats, 0 moves>
    """
    return Match.new(playable(name), players, options, seed, deal, names)


def from_position(text: str) -> Match:
    """Start a match from a position as `Match.position` writes it, or raise BadPosition.

    >>> import parlour
    >>> position = parlour.new("exago", players=2).position()
    >>> parlour.from_position(position).legal(0)
    ['f6']
    """
    try:
        name, players, rest = text.split(" ", 2)
        chosen = playable(name)
        options, body = _split_json(rest)
        if players not in map(str, chosen.players):
            chosen.check_players(players)
        match = Match.at_position(chosen, int(players), options, body)
    except BadPosition:
        raise
    except ParlourError as problem:
        raise BadPosition(str(problem)) from problem
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise BadPosition(f"a position is 'GAME PLAYERS OPTIONS ...' on one line, not {text!r}") from None
    if match.position() != text:
        reason = "" if options.keys() == match.options.keys() else "a position lists every option: "
        raise BadPosition(f"{reason}write it as {match.position()!r}")
    return match


def _split_json(text: str) -> tuple[dict[str, Json], str]:
    """Split a JSON object from what follows it after a space."""
    options, end = json.JSONDecoder().raw_decode(text)
    if not isinstance(options, dict) or text[end : end + 1] != " ":
        raise ValueError
    return options, text[end + 1 :]
