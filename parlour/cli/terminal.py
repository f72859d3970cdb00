"""People and bots playing a match at one terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from parlour.bots import Bot, bot
from parlour.cli.keeper import Keeper
from parlour.cli.keyboard import Keyboard
from parlour.cli.narrowing import Narrowing
from parlour.cli.screen import Screen
from parlour.cli.wording import listed
from parlour.game import IllegalMove, ParlourError
from parlour.luck import Seed, canonical_json
from parlour.match import Match

COMMANDS = {
    "?": "this help, and everything that may be typed now",
    "hint": "the move that the bot 'greedy' would make",
    "undo": "take back the last move of a person, with what bots answered",
    "back": "take back the last word (so does Enter, where it does not end the move)",
    "board": "draw the board again",
    "save": "keep the game in a file: save, or save FILE",
    "rules": "read the rules of the game",
    "resign": "give up",
    "quit": "leave (so does Ctrl-D)",
}
ALIASES = {"help": "?", "exit": "quit"}


class Quit(Exception):
    """Somebody has had enough."""


class Session:
    """A match and those who play it, until it is over or somebody leaves."""

    def __init__(
        self, match: Match, seats: Sequence[str], screen: Screen, keyboard: Keyboard, seed: Seed | None = None
    ) -> None:
        """`seats` holds `me` or the name of a bot for each seat; `seed` is for the bots."""
        self.match = match
        self.screen = screen
        self.keyboard = keyboard
        self._seed = seed
        self._people = {seat for seat, who in enumerate(seats) if who == "me"}
        self._only_person = min(self._people) if len(self._people) == 1 else None  # who reads all that is shown
        self._bots = {seat: self._new_bot(who, seat) for seat, who in enumerate(seats) if who != "me"}
        self._told = len(match.moves)  # moves that everybody has been told of
        self._is_secret = False  # people at this terminal know different things
        self._last_person: int | None = None
        self._keeper = Keeper(match, screen, keyboard)
        self._resigned: dict[int, int] = {}  # seat: moves made before
        for seat in match.resigned:
            self._leave(seat)

    def _new_bot(self, name: str, seat: int) -> Bot:
        return bot(self.match.game.name, name, None if self._seed is None else f"{self._seed}/bot {seat}")

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        try:
            self._open()
            while True:
                while waiting := self.match.waiting:
                    if waiting[0] in self._bots:
                        self._bot_moves(waiting[0])
                    else:
                        self._person_moves(waiting[0])
                self._end()
        except Quit:
            pass
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            self._keeper.keep_for_later()

    # -- the course of a game -----------------------------------------------------------------------------------------

    def _open(self) -> None:
        match = self.match
        who = [f"{name} (you)" if seat == self._only_person else name for seat, name in enumerate(match.names)]
        self.screen.say(f"{match.game.title}: {listed(who)}.", style="bold")
        self.screen.say(match.game.sentence)
        changed = [
            f"{option.name} {canonical_json(match.options[option.name])}"
            for option in match.game.options
            if match.options[option.name] != option.value_for(match.players)
        ]
        if changed:
            self.screen.say(f"Options: {', '.join(changed)}.")
        if self._people and match.waiting:
            self.screen.say("Type a move, or ? for help.")

    def _bot_moves(self, seat: int) -> None:
        self.match.play(seat, self._bots[seat].choose(self.match, seat))
        self._tell()

    def _person_moves(self, seat: int) -> None:
        self._hand_over(seat)
        self.screen.board(self.match, seat)
        narrowing: Narrowing | None = Narrowing(self.match, seat)
        while narrowing is not None:
            self.screen.choices(narrowing)
            prompt = f"{' '.join((self.match.names[seat], *narrowing.words))}> "
            completer = partial(narrowing.completions, commands=COMMANDS)
            narrowing = self._answered(narrowing, self.keyboard.ask(prompt, completer))

    def _answered(self, narrowing: Narrowing, typed: str) -> Narrowing | None:
        """What is left to narrow after a line was typed; None when the turn is over."""
        if not typed:
            if narrowing.words and narrowing.is_move:
                return self._play(narrowing, narrowing.text)
            return narrowing.back()
        further = narrowing.extended(typed)
        if further is not None:
            return further if further.following else self._play(narrowing, further.text)
        command, _, rest = typed.partition(" ")
        command = ALIASES.get(command.lower(), command.lower())
        if command in COMMANDS:
            return self._command(narrowing, command, rest.strip())
        return self._play(narrowing, narrowing.meant(typed))

    def _play(self, narrowing: Narrowing, text: str) -> Narrowing | None:
        try:
            self.match.play(narrowing.seat, text)
        except IllegalMove as problem:
            self.screen.say(_explained(problem), style="red")
            return narrowing
        self._tell()
        return None

    def _tell(self) -> None:
        """Say what happened since it was said last; where people know different things, each hears it in turn."""
        if not self._has_secrets():
            self._tell_since(self._told, self._only_person)

    def _tell_since(self, ply: int, seat: int | None) -> None:
        for number in range(ply, len(self.match.moves)):
            self.screen.move(self.match, number, seat)
        self._told = len(self.match.moves)

    def _has_secrets(self) -> bool:
        """Whether people at this terminal know different things, now or before."""
        boards = [self.match.game.view.board(self.match.state[0], seat) for seat in self._people]
        self._is_secret = self._is_secret or any(board != boards[0] for board in boards)
        return self._is_secret

    def _hand_over(self, seat: int) -> None:
        """Where people know different things: wipe the screen, wait for the next one, and only then tell."""
        if self._has_secrets():
            if self.keyboard.is_live and seat != self._last_person:
                self.screen.clear()
                self.keyboard.ask(f"Now {self.match.names[seat]}: press Enter when nobody else looks. ")
            own = [ply for ply, (mover, _) in enumerate(self.match.moves) if mover == seat]
            self._tell_since(max(own, default=0), seat)
        self._last_person = seat

    def _end(self) -> None:
        """Show how it ended; return if a move was taken back, else Quit."""
        self._tell_since(self._told, self._only_person)
        self.screen.board(self.match, self._only_person)
        self.screen.result(self.match, self._only_person)
        undo = ", undo takes a move back" if self._people or self._resigned else ""
        self.screen.say(f"Enter leaves, save keeps the game for parlour replay{undo}.")
        while True:
            try:
                command, _, rest = self.keyboard.ask("> ").partition(" ")
            except (EOFError, KeyboardInterrupt):
                self.screen.say()
                raise Quit from None
            if command in ("", "quit", "exit"):
                raise Quit
            if command == "save":
                self._keeper.save(rest.strip())
            elif command == "undo" and self._undo():
                return
            elif command != "undo":
                self.screen.say("The game is over: type save, undo, or just Enter.", style="red")

    # -- commands -----------------------------------------------------------------------------------------------------

    def _command(self, narrowing: Narrowing, command: str, rest: str) -> Narrowing | None:
        seat = narrowing.seat
        if command == "?":
            self._help(narrowing)
        elif command == "hint":
            self.screen.say(f"'greedy' would play: {bot(self.match.game.name, 'greedy').choose(self.match, seat)}")
        elif command == "undo":
            return None if self._undo() else narrowing
        elif command == "back":
            return narrowing.back()
        elif command == "board":
            self.screen.board(self.match, seat)
        elif command == "save":
            self._keeper.save(rest)
        elif command == "rules":
            try:
                self.screen.rules(self.match.game)
            except ParlourError as problem:
                self.screen.say(f"{problem}.", style="red")
        elif command == "resign":
            return self._resign(narrowing)
        else:
            self._keeper.ask()
            raise Quit
        return narrowing

    def _help(self, narrowing: Narrowing) -> None:
        self.screen.say("Type a move, or its first words to see how it goes on; Tab completes words.")
        self.screen.help(COMMANDS)
        self.screen.every_choice(narrowing)

    def _undo(self) -> bool:
        """Back to before the last move that a person made."""
        moves = self.match.moves
        own = [
            ply
            for ply, (seat, _) in enumerate(moves)
            if seat in self._people or ply < self._resigned.get(seat, 0)  # a person until then
        ]
        if not own:
            self.screen.say("There is no move of yours to take back.", style="red")
            return False
        while len(moves) > own[-1]:
            self.match.undo()
        for seat in [seat for seat, ply in self._resigned.items() if ply > len(moves)]:
            del self._resigned[seat], self._bots[seat]
            self._people.add(seat)
        self._told = len(moves)
        self.screen.say("Taken back.")
        return True

    def _resign(self, narrowing: Narrowing) -> Narrowing | None:
        name = self.match.names[narrowing.seat]
        if self.keyboard.is_live and not self.keyboard.agrees(f"Really give up, {name}?", otherwise=False):
            return narrowing
        self.match.resign(narrowing.seat)
        self._leave(narrowing.seat)
        going_on = "; the bot 'greedy' plays on in that seat" if self.match.waiting else ""
        self.screen.say(f"{name} resigns{going_on}.")
        return None

    def _leave(self, seat: int) -> None:
        """Let a bot play on for somebody who resigned."""
        if seat in self._people:
            self._people.remove(seat)
            self._resigned[seat] = len(self.match.moves)
            self._bots[seat] = self._new_bot("greedy", seat)


def _explained(problem: IllegalMove) -> str:
    """`X9: a1 touches no tile.`"""
    if problem.rule == "notation":
        return f"{problem.sentence[0].upper()}{problem.sentence[1:]}. Type ? for help."
    return f"{problem}."
