"""People and bots playing matches at one terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from parlour.bots import title, warming_words
from parlour.cli.play.game_over import GameOverMenu
from parlour.cli.play.hints import adviser, hint, show
from parlour.cli.play.move_prompt import MovePrompt
from parlour.cli.play.new_match import rematch
from parlour.cli.play.save import Saver
from parlour.cli.play.seats import GIVING_UP, STAND_IN, Seats
from parlour.cli.play.typed_commands import IN_PLAY, Quit, parse_command
from parlour.cli.terminal.keyboard import Keyboard
from parlour.cli.terminal.phrases import called, is_hidden, with_note
from parlour.cli.terminal.screen import Screen
from parlour.errors import IllegalMove, ParlourError
from parlour.luck import Seed, canonical_json
from parlour.match import Match
from parlour.message import Message, message, say
from parlour.option import Json, Option


class Session:
    """Matches between the same players, until somebody quits."""

    def __init__(
        self,
        match: Match,
        who: Sequence[str],
        screen: Screen,
        keyboard: Keyboard,
        seed: Seed | None = None,
        file: Path | None = None,
    ) -> None:
        """`who` has `me` or the name of a bot for each seat; `seed` is for the bots; the match may be from a file."""
        self.screen = screen
        self.keyboard = keyboard
        self._sit_down(match, who, seed, file)

    def _sit_down(self, match: Match, who: Sequence[str], seed: Seed | None, file: Path | None = None) -> None:
        self.match = match
        self._seed = seed
        self._seats = Seats(match, who, seed)
        self._saver = Saver(match, self.screen, self.keyboard, file)
        self._told = len(match.moves)  # moves already reported to everybody
        self._is_secret = False  # people at this terminal have different information
        self._last_person: int | None = None
        self._is_warming_told = False

    def run(self) -> None:
        """Play until somebody quits."""
        try:
            self._open()
            while True:
                while waiting := self.match.waiting:
                    if waiting[0] in self._seats.people:
                        self._person_moves(waiting[0])
                    else:
                        self._bot_moves(waiting[0])
                self._end()
        except Quit:
            pass
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            self._saver.keep_for_later()

    # -- the course of a game -----------------------------------------------------------------------------------------

    def _open(self) -> None:
        match = self.match
        notes = {
            seat: say("{bot} stands in", bot=title(name))
            for seat, name in self._seats.stood_in(len(match.moves)).items()
        }
        if self._seats.only_person in self._seats.people:
            notes[self._seats.only_person] = say("you")
        names = [called(match, seat) for seat in range(match.players)]
        who = [with_note(name, notes[seat]) if seat in notes else name for seat, name in enumerate(names)]
        self.screen.say(say("{game}: {who:, and}.", game=match.game.title, who=who), style="bold")
        self.screen.say(match.game.sentence)
        changed = [
            _worded(option, match.options[option.name])
            for option in match.game.options
            if match.options[option.name] != option.value_for(match.players)
        ]
        if changed:
            self.screen.say(say("Options: {options:,}.", options=changed))
        if self._seats.people and match.waiting:
            self.screen.say(say("Type a move, or ? for help."))

    def _bot_moves(self, seat: int) -> None:
        if self._seats.is_warming_up(seat) and not self._is_warming_told:
            self._is_warming_told = True
            self.screen.say(warming_words(self._seats.bots[seat].name), style="dim")
        with self.screen.thinking(self.match, seat):
            text = self._seats.choice(seat)
        self.match.play(seat, text)
        self._tell()

    def _person_moves(self, seat: int) -> None:
        """Show the board before the news, so that a small window shows the news and the prompt."""
        self._hand_over(seat)
        self.screen.board(self.match, seat)
        self._tell_since(self._first_news(seat), seat if self._is_secret else self._seats.only_person)
        move_prompt: MovePrompt | None = MovePrompt(self.match, seat)
        while move_prompt is not None:
            self.screen.choices(move_prompt)
            prompt = f"{' '.join((called(self.match, seat), *move_prompt.words))}> "
            completer = partial(move_prompt.completions, commands=IN_PLAY)
            typed = self.keyboard.ask(prompt, completer, is_patient=True)
            try:
                move_prompt = self._answered(move_prompt, typed)
            except ParlourError as problem:
                self.screen.say(_explained(problem), style="red")

    def _answered(self, move_prompt: MovePrompt, typed: str) -> MovePrompt | None:
        """The prompt after a line was typed; None if the turn is over."""
        if not typed:
            return self._play(move_prompt, move_prompt.text) if move_prompt.is_move else move_prompt
        further = move_prompt.extended(typed)
        if further is not None:
            is_typed_whole = len(typed.split()) > 1 and further.is_move
            return self._play(move_prompt, further.text) if is_typed_whole or not further.following else further
        command = parse_command(typed, IN_PLAY)
        if command is not None:
            return self._command(move_prompt, *command)
        misfit = move_prompt.misfit(typed)
        if misfit is not None:
            raise ParlourError(misfit)
        return self._play(move_prompt, move_prompt.meant(typed))

    def _play(self, move_prompt: MovePrompt, text: str) -> MovePrompt | None:
        self.match.play(move_prompt.seat, text)
        self._tell()
        return None

    def _tell(self) -> None:
        """Report what happened since the last report, if no board will be shown soon."""
        if not self._seats.people:
            self._tell_since(self._told, self._seats.only_person)

    def _first_news(self, seat: int) -> int:
        """The first move to report; with hidden information, that is each person's own last move."""
        own = [ply for ply, (mover, _) in enumerate(self.match.moves) if mover == seat]
        return max(own, default=0) if self._is_secret else self._told

    def _tell_since(self, ply: int, seat: int | None) -> None:
        last = len(self.match.moves)
        for number in range(ply, last):
            if is_hidden(self.match, number, seat):
                continue  # the board shows who has chosen
            self.screen.move(self.match, number, seat, self._seats.stood_in(number))
        self._told = last

    def _has_secrets(self) -> bool:
        """Whether people at this terminal have, or had, different information."""
        boards = [self.match.game.view.board(self.match.state[0], seat) for seat in self._seats.people]
        self._is_secret = self._is_secret or any(board != boards[0] for board in boards)
        return self._is_secret

    def _hand_over(self, seat: int) -> None:
        """With hidden information: clear the screen and wait for the next person."""
        if self._has_secrets() and self.keyboard.is_live and seat != self._last_person:
            self.screen.clear()
            self.keyboard.forget()
            self._wait_for(seat)
        self._last_person = seat

    def _wait_for(self, seat: int) -> None:
        """Wait until the next person is ready, or somebody quits."""
        question = say("Now {name}: press Enter when nobody else is looking. ", name=called(self.match, seat))
        while self.keyboard.ask(question).lower() in ("quit", "exit"):
            if self._saver.lets_go():
                raise Quit

    def _end(self) -> None:
        """Show how the match ended; return if there is more to play, else Quit."""
        you = self._seats.only_person
        self._tell_since(self._told, you)
        can_undo = self._seats.can_take_back
        if GameOverMenu(self.match, self.screen, self.keyboard, self._saver, you, can_undo).next() == "undo":
            self._undo()
        else:
            self._play_again()

    def _play_again(self) -> None:
        """Start the next match of the same players."""
        before = self.match
        seed = None if self._seed is None else f"{self._seed}/again"
        match, who = rematch(before, self._seats.who, seed)
        self._sit_down(match, who, seed)
        self.screen.say()
        self._open()
        if len(self._seats.people) > 1:
            seats = [(called(before, old), called(match, new)) for new, old in enumerate(match.came_from)]
            moved = [message("{old} is now {new}", old=old, new=new) for old, new in seats if old != new]
            if moved:
                self.screen.say(say("New seats: {moved:, and}.", moved=moved))

    # -- commands -----------------------------------------------------------------------------------------------------

    def _command(self, move_prompt: MovePrompt, command: str, file: str) -> MovePrompt | None:
        seat = move_prompt.seat
        if command == "?":
            self._help(move_prompt)
        elif command == "hint":
            self._hint(seat)
        elif command == "undo":
            return None if self._undo(seat) else move_prompt
        elif command == "back":
            return move_prompt.back()
        elif command == "board":
            self.screen.board(self.match, seat)
        elif command == "save":
            self._saver.save(file)
        elif command == "rules":
            self.screen.rules(self.match.game)
        elif command == "resign":
            return self._resign(move_prompt)
        elif self._saver.lets_go():
            raise Quit
        return move_prompt

    def _hint(self, seat: int) -> None:
        name = adviser(self.match.game.name)
        try:
            found = hint(self.match, seat, name, self.screen.console)
        except KeyboardInterrupt:
            self.screen.say(say("No hint, then."))
            return
        show(found, name, self.match, self.screen)

    def _help(self, move_prompt: MovePrompt) -> None:
        self.screen.say(say("Type a move, or its first words to see how it continues; Tab completes words."))
        self.screen.help(IN_PLAY)
        self.screen.legend(self.match.game)
        self.screen.every_choice(move_prompt)

    def _undo(self, seat: int | None = None) -> bool:
        """Undo the last move or resignation of a person; `seat` asks, and may not undo another's hidden choice."""
        last = self._seats.last_own
        mover = None if last is None else self.match.moves[last][0]
        if last is not None and mover is not None and mover != seat and is_hidden(self.match, last, seat):
            hidden = say("The last move is a hidden choice of {name}.", name=called(self.match, mover))
            self.screen.say(hidden, style="red")
            return False
        if not (undone := self._seats.take_back()):
            self.screen.say(say("You have made no move to take back."), style="red")
            return False
        self._told = len(self.match.moves)
        self.screen.say(say("Taken back: your resignation.") if undone == GIVING_UP else say("Taken back."))
        return True

    def _resign(self, move_prompt: MovePrompt) -> MovePrompt | None:
        name = called(self.match, move_prompt.seat)
        bot = title(STAND_IN)
        question = say("Really resign, {name}?", name=name)
        if self.match.players != 2:
            question = say("Really resign, {name}? A bot of {bot} would play on for you.", name=name, bot=bot)
        if self.keyboard.is_live and not self.keyboard.agrees(question, otherwise=False):
            return move_prompt
        self._seats.resign(move_prompt.seat)
        going_on = say("{name} resigns; a bot of {bot} plays on in that seat.", name=name, bot=bot)
        self.screen.say(going_on if self.match.waiting else say("{name} resigns.", name=name))
        return None


def _worded(option: Option, value: Json) -> Message:
    """`radius 4`; `sheet of your own`."""
    shown = option.choice_of(value) if option.kind == "json" else canonical_json(value)
    if shown is None:
        return message("{option} of your own", option=option.name)
    return message("{option} {value}", option=option.name, value=shown)


def _explained(problem: ParlourError) -> str:
    """`X9: a1 touches no tile.`"""
    if isinstance(problem, IllegalMove):
        if problem.rule != "notation":
            return say("{rule}: {reason}.", rule=problem.rule, reason=problem.message)
        return say("{reason}. Type ? for help.", reason=f"{problem.sentence[0].upper()}{problem.sentence[1:]}")
    return say("{reason}.", reason=str(problem))
