"""A match and its players, from the command line's arguments."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from textwrap import fill

import msgspec

from parlour.bots import NAMES
from parlour.cli.play.seats import ME, OPPONENT
from parlour.cli.record_files import newest_kept, read_match, read_text
from parlour.cli.terminal.keyboard import Keyboard
from parlour.cli.terminal.screen import Screen
from parlour.errors import BadOption, BadPlayers, ParlourError, UnknownBot, UnknownGame
from parlour.game import Game, Json
from parlour.games import find, list_games
from parlour.luck import Seed
from parlour.match import Match
from parlour.message import say
from parlour.seat import Seat


def named_game(name: str) -> Game:
    """The game of this name, ignoring case, or UnknownGame."""
    return find(next((other for other in list_games() if other.casefold() == name.casefold()), name))


def chosen_game(name: str | None, screen: Screen, keyboard: Keyboard) -> Game:
    """The game of this name, the only game, or the one picked from a menu."""
    names = list_games()
    if name is not None or len(names) == 1:
        return named_game(name or names[0])
    found = [find(other) for other in names]
    for number, game in enumerate(found, 1):
        screen.say(fill(_menu_line(number, game), screen.console.width, subsequent_indent=" " * 5))
    while True:
        answer = keyboard.ask(say("Which game? "), lambda _: names)
        if answer.lower() in ("q", "quit", "exit"):
            raise EOFError
        if answer in map(str, range(1, len(found) + 1)):
            return found[int(answer) - 1]
        begun = [game for game in found if answer and game.name.startswith(answer.lower())]
        if len(begun) == 1:
            return begun[0]
        try:
            return named_game(answer)
        except UnknownGame:
            screen.say(say("Type a number from 1 to {last}, a name, or quit.", last=len(found)), style="red")


def _menu_line(number: int, game: Game) -> str:
    return say("{number}  {game}: {sentence}", number=f"{number:>3}", game=game.title, sentence=game.sentence)


def parsed_seats(text: str) -> list[str]:
    """`me,greedy` as a list of people and bots, or UnknownBot."""
    seats = [who.strip().lower() for who in text.split(",")]
    for who in seats:
        if who != ME and who not in NAMES:
            raise UnknownBot(
                "nobody called {who} can take a seat: write {words:, or} for each", who=repr(who), words=(ME, *NAMES)
            )
    return seats


def parsed_bots(text: str) -> list[str]:
    """`5,4,2` as a list of bots, or UnknownBot."""
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in NAMES:
            raise UnknownBot("there is no bot {name}: write {words:, or} for each", name=repr(name), words=NAMES)
    return names


def parsed_bot(text: str) -> str:
    """`3` as the one bot it names, or a ParlourError."""
    names = parsed_bots(text)
    if len(names) > 1:
        raise ParlourError("--bot names one bot, not {named}: --seats names one for each seat", named=len(names))
    return names[0]


def check_seats(text: str | None, players: int | None, bot: str | None = None) -> None:
    """Check, for any game, that the seats name people and bots, as many as play; or UnknownBot, BadPlayers."""
    if bot is not None:
        parsed_bot(bot)
        if text is not None:
            raise ParlourError("--bot is for every other seat, --seats for each: give one of them")
    if text is not None:
        _checked_seats(text, len(parsed_seats(text)) if players is None else players)


def _checked_seats(text: str, players: int) -> list[str]:
    seats = parsed_seats(text)
    if len(seats) != players:
        raise BadPlayers("--seats names {named}, but {players} play", named=len(seats), players=players)
    return seats


def parsed_options(given: Sequence[str] | None) -> dict[str, Json]:
    """Options from NAME=VALUE texts, the value JSON, a bare word or @FILE; or BadOption."""
    options: dict[str, Json] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption("--option", "write NAME=VALUE, not {text}", text=repr(text))
        if name in options:
            raise BadOption(name, "is given twice")
        is_file = value.startswith("@")
        try:
            options[name] = msgspec.json.decode(read_text(value[1:]) if is_file else value)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
            if is_file:
                raise BadOption(
                    name, "{file} does not hold JSON: {reason}", file=value[1:], reason=str(problem)
                ) from None
            options[name] = value
    return options


def new_match(
    game: Game,
    players: int | None,
    seats: str | None,
    options: Mapping[str, Json],
    seed: Seed | None,
    opponent: str | None = None,
) -> tuple[Match, list[str]]:
    """A match, and who sits where: as `seats` says, or one person against a bot, `opponent` if given."""
    if players is None:
        players = max(2, game.players[0]) if seats is None else len(parsed_seats(seats))  # one player only on request
    game.check_players(players)
    if opponent is not None and players == 1:
        raise ParlourError("--bot is for the other seats, and there is none: leave it out, or give --players 2 or more")
    who = [ME] + [opponent or OPPONENT] * (players - 1) if seats is None else _checked_seats(seats, players)
    match = Match.new(game, players, options, seed)
    match.seats = [_seat_for(by, seat.name) for by, seat in zip(who, match.seats, strict=True)]
    return match, who


def _seat_for(who: str, name: str) -> Seat:
    return Seat("person", name) if who == ME else Seat("bot", name, who)


def resumed(file: str, game: str | None, seats: str | None) -> tuple[Match, list[str]]:
    """The match in a file, and who sits where: as before, or as `seats` says."""
    match = _read_or_suggest(file)
    if game is not None and named_game(game) is not match.game:
        raise ParlourError(
            "{file} holds a game of {held}, not of {named}",
            file=file,
            held=match.game.title,
            named=named_game(game).title,
        )
    who = [_who(seat) for seat in match.seats] if seats is None else _checked_seats(seats, match.players)
    taken = [
        seat if seat.resigned else _seat_for(by, seat.name) for by, seat in zip(who, match.seats, strict=True)
    ]  # a person at this terminal needs no stand-in
    if taken != match.seats:
        match.seats = taken
    return match, who


def _who(seat: Seat) -> str:
    """Who plays a seat, as `--seats` would name it; or UnknownBot."""
    if seat.kind == "person":
        return ME
    if seat.bot not in NAMES:
        raise UnknownBot(
            "{name} was played by {bot}, a bot that is not here: say with --seats who plays",
            name=seat.name,
            bot=repr(seat.bot),
        )
    return seat.bot


def _read_or_suggest(file: str) -> Match:
    """The match in a file. If the file does not exist, the error suggests the game interrupted last."""
    try:
        return read_match(file)
    except ParlourError as problem:
        kept = None if file == "-" or os.path.isfile(file) else newest_kept()
        if kept is None:
            raise
        command = f"parlour play --resume {shlex.quote(str(kept))}"
        raise ParlourError(
            "{problem}; continue the newest kept game with: {command}", problem=problem.message, command=command
        ) from None


def rematch(match: Match, who: Sequence[str], seed: Seed | None) -> tuple[Match, list[str]]:
    """The next match of the same players, and who sits where."""
    following = match.rematch(seed)
    return following, [who[old] for old in following.came_from]
