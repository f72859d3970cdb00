"""A whole random game, with all legal moves at each ply."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.game import Game, Json
from parlour.luck import Luck, Seed, canonical_json
from parlour.match import Match


def playthrough(game: Game, players: int | None, seed: Seed, options: Mapping[str, Json]) -> dict[str, Any]:
    """Play a game determined by the seed alone, and return it as builtins.

    The deal is that of `parlour.new(..., seed=seed)`. The lowest waiting seat always moves next: of its n legal moves,
    in the order of `Match.legal`, it plays the one with index `below(n)`, drawn from the single stream
    `Luck("SEED/moves")`.
    """
    match = Match.new(game, players, options, seed)
    luck = Luck(f"{seed}/moves")
    plies = []
    while match.waiting:
        seat = match.waiting[0]
        legal = match.legal(seat)
        move = legal[luck.below(len(legal))]
        match.play(seat, move)
        plies.append({"seat": seat, "legal": legal, "move": move})
    end = match.view(None)
    return {
        "game": game.name,
        "rules": end["rules"],
        "players": match.players,
        "options": match.options,
        "deal": match.deal,
        "plies": plies,
        "scores": end["scores"],
        "outcome": end["outcome"],
    }


def text_lines(told: Mapping[str, Any], names: Sequence[str], width: int) -> list[str]:
    """Format a playthrough for people: the facts, then for each move who made it and what was legal."""
    lines = [f"{key:<8} {told[key]}" for key in ("game", "rules", "players")]
    lines += [f"{key:<8} {canonical_json(told[key])}" for key in ("options", "deal")]
    for number, ply in enumerate(told["plies"], 1):
        lines.append(f"{number}. {names[ply['seat']]}: {ply['move']}")
        legal = " | ".join(ply["legal"]) if any(" " in text for text in ply["legal"]) else " ".join(ply["legal"])
        lines += textwrap.wrap(
            f"of {len(ply['legal'])}: {legal}", width, initial_indent="     ", subsequent_indent="     "
        )
    return lines + [f"{key:<8} {canonical_json(told[key])}" for key in ("scores", "outcome")]
