"""All games, found by folder, by entry point or registered; and functions that start or load matches."""

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

from parlour import compiling, record
from parlour.errors import BadPosition, BadRecord, ParlourError, UnknownGame
from parlour.game import Game, Json
from parlour.luck import Seed, canonical_json, commitment
from parlour.match import FRESH, Match, bind_kernels
from parlour.seat import parse_seats_line

_registered: dict[str, Game] = {}
_entries: set[str] = set()  # registered games that other processes find by entry point
_folders = {path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")}


def _entry_points() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group="parlour.games")}


def games() -> list[str]:
    """Return the names of all games, sorted."""
    return sorted({*_registered, *_folders, *_entry_points()})


def own() -> list[str]:
    """Return the names of the games in this package, sorted."""
    return sorted(_folders)


def find(name: str) -> Game:
    """Return the game of this name, or raise UnknownGame."""
    if not isinstance(name, str):
        raise UnknownGame(
            "a game is named by a text, not by {name}; there are: {games:,}", name=repr(name), games=games()
        )
    if name in _registered:
        return _registered[name]
    if name in _folders:
        return register(importlib.import_module(f"{__name__}.{name}").GAME)
    if name in (entries := _entry_points()):
        _entries.add(name)
        return register(entries[name].load())
    raise UnknownGame("there is no game {name}; there are: {games:,}", name=repr(name), games=games())


def playable(name: str) -> Game:
    """Return the game of this name, ready to play: in plain Python until it is compiled in the background."""
    found = find(name)
    if name in _folders or name in _entries:
        compiling.begin([name])
    return found


def register(game: Game) -> Game:
    """Add a game and return it; raises TypeError if another game has its name."""
    if not isinstance(game, Game):
        raise TypeError(f"register takes a parlour.Game, not {game!r}")
    if _registered.get(game.name, game) is not game:
        raise TypeError(f"there is another game called {game.name}: give this one a name of its own")
    bind_kernels(game)
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
    """Start a match from a position as `Match.position` writes it, or raise BadPosition."""
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
        raise BadPosition(f"write it as {match.position()!r}")
    return match


def _split_json(text: str) -> tuple[dict[str, Json], str]:
    """Split a JSON object from what follows it after a space."""
    options, end = json.JSONDecoder().raw_decode(text)
    if not isinstance(options, dict) or text[end : end + 1] != " ":
        raise ValueError
    return options, text[end + 1 :]


def load(text: str) -> Match:
    """Load a match from a record, checking every move, or raise BadRecord.

    Loading loses nothing: `load(text).record() == text`.
    """
    parsed = record.parse(text)
    match = _opened(parsed)
    given_up = _resignations(parsed)
    for ply in range(len(parsed.moves) + 1):
        _resign(parsed, match, [seat for seat, before in given_up if before == ply])
        if ply < len(parsed.moves):
            _replay(parsed, match, ply)
    if parsed.result is None:
        match._omits_result = match.outcome is not None
    elif match.outcome is None and not given_up:
        raise BadRecord(parsed.result_line, "the match is not over, so it has no result")
    written = match.record()
    if written != text:
        pairs = zip_longest(text.split("\n"), written.split("\n"))
        number, expected = next((n, b) for n, (a, b) in enumerate(pairs, 1) if a != b)
        raise BadRecord(number, f"expected {'the end' if expected is None else repr(expected)}")
    return match


def _opened(parsed: record.Record) -> Match:
    """Start the match that a record's header describes."""
    where = parsed.lines
    line = where["game"]
    try:
        chosen = playable(parsed.game)
        line = where["players"]
        chosen.check_players(parsed.players)
        line = where["options"]
        if not isinstance(parsed.header["options"], dict):
            raise BadRecord(line, "options are a JSON object")
        options = chosen.check_options(parsed.header["options"], parsed.players)
        if options != parsed.header["options"]:
            raise BadRecord(line, f"a record lists every option: {canonical_json(options)}")
        line = where["names"]
        names = chosen.check_names(parsed.header["names"] or (), parsed.players)
        line = where["deal"]
        match = Match.new(chosen, parsed.players, options, deal=parsed.header["deal"], names=names)
        if parsed.position is not None:
            line = where["position"]
            match = Match.at_position(chosen, parsed.players, options, parsed.position, names)
        if "seats" in where:
            line = where["seats"]
            match.seats = parse_seats_line(parsed.header["seats"], names)
        else:
            match.take_old_names()
    except BadRecord:
        raise
    except ParlourError as problem:
        raise BadRecord(line, str(problem)) from problem
    match.header = {key: parsed.header[key] for key in record.OPTIONAL if key in parsed.header}
    match.header["rules"] = parsed.rules
    if "commit" in match.header and "salt" in match.header:
        promised = commitment(match.header["salt"], chosen.name, match.options, match.deal)
        if promised != match.header["commit"]:
            raise BadRecord(where["commit"], f"the deal does not match this commitment: its own is {promised}")
    return match


def _versions(parsed: record.Record, match: Match) -> str:
    ours = match.game.rules.VERSION
    same = parsed.rules == ours
    return "" if same else f" (the record was made by rules version {parsed.rules}, this is version {ours})"


def _replay(parsed: record.Record, match: Match, ply: int) -> None:
    seat, move = parsed.moves[ply]
    try:
        match.play(seat, move)
    except ParlourError as problem:
        number = parsed.first_move_line + ply
        raise BadRecord(number, f"{move!r} cannot be played: {problem}{_versions(parsed, match)}") from problem


def _resignations(parsed: record.Record) -> list[list[int]]:
    """Return the resignations in a record's result, each as [seat, moves made before]."""
    result: Json = {} if parsed.result is None else parsed.result
    listed = result.get("resigned", []) if isinstance(result, dict) else None
    pairs = isinstance(listed, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in listed)
    if not isinstance(listed, list) or not pairs or not all(type(number) is int for pair in listed for number in pair):
        sentence = "a result is a JSON object; 'resigned' in it lists seats, each with the moves made before"
        raise BadRecord(parsed.result_line, sentence)
    if any(not 0 <= ply <= len(parsed.moves) for _, ply in listed):
        raise BadRecord(parsed.result_line, f"nobody can resign after more than {len(parsed.moves)} moves")
    return listed


def _resign(parsed: record.Record, match: Match, seats: list[int]) -> None:
    for seat in seats:
        try:
            match.resign(seat)
        except ParlourError as problem:
            raise BadRecord(parsed.result_line, f"seat {seat} cannot resign there: {problem}") from problem


class _Shelf(ModuleType):
    """Makes this package callable: `parlour.games()` lists the names of all games."""

    def __call__(self) -> list[str]:
        return games()

    def __getattr__(self, name: str) -> ModuleType:
        """Import a game on first use, as in `parlour.games.tracktic`."""
        if name not in _folders:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return importlib.import_module(f"{__name__}.{name}")


sys.modules[__name__].__class__ = _Shelf
