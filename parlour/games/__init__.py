"""The shelf: games found by folder, by entry point or registered; and matches taken from it."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour import kernel, record
from parlour.game import (
    BadPosition,
    BadRecord,
    Game,
    Json,
    ParlourError,
    UnknownGame,
)
from parlour.luck import Seed, canonical_json, commitment
from parlour.match import FRESH, Match

_registered: dict[str, Game] = {}
_folders = {path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")}


def _entry_points() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group="parlour.games")}


def games() -> list[str]:
    """Names of all games."""
    return sorted({*_registered, *_folders, *_entry_points()})


def find(name: str) -> Game:
    """The game of this name, or UnknownGame."""
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by a text, not by {name!r}; there are: {', '.join(games())}")
    if name in _registered:
        return _registered[name]
    if name in _folders:
        return register(importlib.import_module(f"{__name__}.{name}").GAME)
    if name in (entries := _entry_points()):
        return register(entries[name].load())
    raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(games())}")


def register(game: Game) -> Game:
    """Put a game on the shelf and let kernels find it by its record."""
    if not isinstance(game, Game):
        raise TypeError(f"register takes a parlour.Game, not {game!r}")
    rules = game.rules
    required = {name: getattr(rules, name) for name in ("setup", "waiting", "legal", "apply", "scores", "redeal")}
    optional = {"sample": game.sample, "evaluate": game.evaluate, "propose": game.propose}
    kernel.bind(
        game.name,
        rules.STATE,
        {**required, **optional},
        max_moves=rules.MAX_MOVES,
        score_columns=len(rules.SCORE_NAMES),
    )
    _registered[game.name] = game
    return game


def new(
    name: str,
    players: int | None = None,
    seed: Seed | None = None,
    deal: Json = FRESH,
    names: Sequence[str] | None = None,
    **options: Json,
) -> Match:
    """A new match; options by name. Without seed or deal, the deal is secret and random."""
    return Match.new(find(name), players, options, seed, deal, names)


def from_position(text: str) -> Match:
    """A match that starts at a position as `Match.position` writes it, or BadPosition."""
    try:
        name, players, rest = text.split(" ", 2)
        chosen = find(name)
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
        raise BadPosition(f"write it as {match.position()!r}")
    return match


def _split_json(text: str) -> tuple[dict[str, Json], str]:
    """A JSON object and what follows it after a space."""
    options, end = json.JSONDecoder().raw_decode(text)
    if not isinstance(options, dict) or text[end : end + 1] != " ":
        raise ValueError
    return options, text[end + 1 :]


def load(text: str) -> Match:
    """The match of a record, every move checked, or BadRecord; `load(x).record() == x`."""
    parsed = record.parse(text)
    match = _opened(parsed)
    for number, (seat, move) in enumerate(parsed.moves, parsed.first_move_line):
        try:
            match.play(seat, move)
        except ParlourError as problem:
            raise BadRecord(number, f"{move!r} cannot be played: {problem}{_versions(parsed, match)}") from problem
    _load_result(parsed, match)
    written = match.record()
    if written != text:
        pairs = zip_longest(text.split("\n"), written.split("\n"))
        number, expected = next((n, b) for n, (a, b) in enumerate(pairs, 1) if a != b)
        raise BadRecord(number, f"expected {'the end' if expected is None else repr(expected)}")
    return match


def _opened(parsed: record.Record) -> Match:
    """The match of a record's header."""
    where = parsed.lines
    line = where["game"]
    try:
        chosen = find(parsed.game)
        line = where["players"]
        chosen.check_players(parsed.players)
        line = where["options"]
        if not isinstance(parsed.header["options"], dict):
            raise BadRecord(line, "options are a JSON object")
        options = chosen.check_options(parsed.header["options"], parsed.players)
        if options != parsed.header["options"]:
            raise BadRecord(line, f"all options are written: {canonical_json(options)}")
        line = where["names"]
        if not isinstance(parsed.header["names"], list):
            raise BadRecord(line, "names are a JSON list")
        line = where["deal"]
        match = Match.new(chosen, parsed.players, options, deal=parsed.header["deal"], names=parsed.header["names"])
        if parsed.position is not None:
            line = where["position"]
            match = Match.at_position(chosen, parsed.players, options, parsed.position)
            match.names = list(parsed.header["names"])
    except BadRecord:
        raise
    except ParlourError as problem:
        raise BadRecord(line, str(problem)) from problem
    match.header = {key: parsed.header[key] for key in record.OPTIONAL if key in parsed.header}
    match.header["rules"] = parsed.rules
    if "commit" in match.header and "salt" in match.header:
        promised = commitment(match.header["salt"], chosen.name, match.options, match.deal)
        if promised != match.header["commit"]:
            raise BadRecord(where["commit"], f"the deal does not keep the promise: its commitment is {promised}")
    return match


def _versions(parsed: record.Record, match: Match) -> str:
    ours = match.game.rules.VERSION
    same = parsed.rules == ours
    return "" if same else f" (the record was made by rules version {parsed.rules}, this is version {ours})"


def _load_result(parsed: record.Record, match: Match) -> None:
    result = parsed.result
    if result is None:
        match._omits_result = match.outcome is not None
        return
    given_up: Json = result.get("resigned", []) if isinstance(result, dict) else None
    if not _are_resignations(given_up, match):
        sentence = "a result is a JSON object; 'resigned' in it lists different seats, each with the moves made before"
        raise BadRecord(parsed.result_line, sentence)
    match._resigned = [(seat, ply) for seat, ply in given_up]
    if match.outcome is None and not given_up:
        raise BadRecord(parsed.result_line, "the match is not over, so it has no result")


def _are_resignations(listed: Json, match: Match) -> bool:
    """Pairs of a seat and a number of moves, in order, no seat twice."""
    if not isinstance(listed, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in listed):
        return False
    if not all(type(number) is int for pair in listed for number in pair):
        return False
    seats, plies = [seat for seat, _ in listed], [ply for _, ply in listed]
    known = len(set(seats)) == len(seats) and set(seats) <= set(range(match.players))
    return known and plies == sorted(plies) and all(0 <= ply <= len(match.moves) for ply in plies)


class _Shelf(ModuleType):
    """`parlour.games` is this package, and `parlour.games()` lists what is on it."""

    def __call__(self) -> list[str]:
        return games()


sys.modules[__name__].__class__ = _Shelf
