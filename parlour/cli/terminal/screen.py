"""Terminal output for matches: boards, choices, results, rules."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.status import Status
from rich.table import Column, Table
from rich.text import Text

from parlour.cli.play.move_prompt import MovePrompt
from parlour.cli.terminal.phrases import NOBODY, called, has_points, move_lines, natural_order, result_words, standings
from parlour.errors import ParlourError
from parlour.game import Game, Viewpoint
from parlour.match import Match
from parlour.message import Message, say

SHOWN = 40  # words shown at most; more are only counted
TEXT_WIDTH = 100  # longer lines are hard to read


class Screen:
    """Shows matches on a console."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def say(self, text: str | Text = "", style: str = "") -> None:
        """Print a line of text, wrapped."""
        self.console.print(text, style=style)

    def detail(self, text: str) -> None:
        """Print what belongs to the line before, indented and wrapped."""
        self.console.print(Padding(text, (0, 0, 0, 2), expand=False))

    def line(self, text: str, style: str = "") -> None:
        """Print a line that contains a file name, without wrapping."""
        self.console.print(text, style=style, soft_wrap=True)

    def command(self, line: str) -> None:
        """Print a command to copy, without wrapping."""
        self.line(f"  {line}", style="cyan")

    def thinking(self, match: Match, seat: int) -> Status:
        """A spinner to show while a bot thinks."""
        return self.console.status(say("{name} is thinking", name=called(match, seat)))

    def board(self, match: Match, seat: Viewpoint) -> None:
        """Print the board as a seat may see it, with the last move marked."""
        self.say()
        self.console.print(match.draw(seat), soft_wrap=True)  # a wide board is cropped, not wrapped
        self.say()

    def move(self, match: Match, ply: int, seat: Viewpoint, stood_in: Mapping[int, str] = NOBODY) -> None:
        """Print what a move did; `stood_in` names the bots that play for seats that resigned."""
        for line in move_lines(match, ply, seat, stood_in):
            self.say(f"  {line}", style="italic")

    def choices(self, move_prompt: MovePrompt) -> None:
        """Print what may be typed now, briefly."""
        words, ending = move_prompt.following, move_prompt.ending
        line = Text()
        if not move_prompt.words:
            line.append(say("Your turn, {name}. ", name=called(move_prompt.match, move_prompt.seat)), "bold")
        sentence = move_prompt.prompt
        more = say(" (… needs another word)") if 0 < len(ending) < len(words) <= SHOWN else ""
        if len(words) > SHOWN:
            moves = say("There are {many} moves to choose from; ? lists them.", many=len(words))
            several = say("There are {many} words to choose from; ? lists them.", many=len(words))
            line.append(f"{sentence} {moves if len(ending) == len(words) else several}".lstrip())
        elif set(words) <= set(re.findall(r"\w+", re.split("[?:] ", sentence)[-1])):
            line.append(sentence)  # the sentence already lists them
        else:
            label = sentence.removesuffix(".") or _label(move_prompt)
            line.append(f"{label}{more}: {' '.join(_marked(word, ending) for word in words)}")
        if move_prompt.words:
            enter, back = say(" (Enter plays {move})", move=move_prompt.text), say(" (back takes a word back)")
            line.append(enter if move_prompt.is_move else back, "dim")
        self.say(line)

    def every_choice(self, move_prompt: MovePrompt) -> None:
        """Print all words that may be typed now, those with the same letters on one line."""
        words, ending = move_prompt.following, move_prompt.ending
        if move_prompt.words:
            self.say(say("After {words}:", words=move_prompt.text))
        elif len(ending) == len(words):
            self.say(say("Moves now:"))
        else:
            marked = say("Moves now begin with (… needs another word):")
            self.say(marked if ending else say("Moves now begin with:"))
        for _, row in groupby(words, key=lambda word: natural_order(word)[0]):
            self.say("  " + " ".join(_marked(word, ending) for word in row))

    def legend(self, game: Game) -> None:
        """Explain the symbols on the board, if the game's rules have a section on them."""
        path = game.folder / "RULES.md"
        found = re.search(r"^## Reading the board\n(.*?)(?=^## |\Z)", _text_of(path), re.M | re.S)
        if found is not None:
            self.console.print(Markdown(found[1]), width=min(self.console.width, TEXT_WIDTH))

    def help(self, commands: Mapping[str, Message]) -> None:
        """Print what each command does."""
        self.grid([(name, does.text) for name, does in commands.items()])

    def grid(self, rows: Iterable[Sequence[str]]) -> None:
        """Print rows in aligned columns, the first column in bold."""
        table = Table.grid("", Column(style="bold"), padding=(0, 2))
        for row in rows:
            table.add_row("", *row)
        self.console.print(table)

    def result(self, match: Match, you: int | None = None) -> None:
        """Print how the match ended, and the standings if the sentence does not say it all."""
        self.say(result_words(match, you), style="bold")
        outcome = match.outcome
        assert outcome is not None
        if has_points(match) or (match.players > 2 and len(set(outcome.ranking)) > 1):
            heading, *rows = standings(match)
            table = Table(box=None, padding=(0, 2), header_style="dim")
            for column, name in enumerate(heading):
                table.add_column(name, justify="right" if column > 1 else "left")
            for row in rows:
                table.add_row(*row)
            self.console.print(table)
        if match.game.afterword is None:
            return
        with self.console.status(say("Looking back")):
            afterword = match.afterword()
        if afterword is not None:
            self.say(afterword)

    def rules(self, game: Game) -> None:
        """Print the game's rules, through a pager in a terminal."""
        path = game.folder / "RULES.md"
        if not path.is_file():
            raise ParlourError("{game} has no RULES.md in its folder", game=game.title)
        page = Markdown(path.read_text(encoding="utf-8"))
        width = min(self.console.width, TEXT_WIDTH)
        if self.console.is_terminal:
            os.environ.setdefault("LESS", "-FRX")  # keep colours, and do not wait if everything fits
            with self.console.pager(styles=True):
                self.console.print(page, width=width)
        else:
            self.console.print(page, width=width)

    def clear(self) -> None:
        """Clear the screen and its scrollback."""
        self.console.clear()
        self.console.file.write("\x1b[3J")
        self.console.file.flush()


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _label(move_prompt: MovePrompt) -> str:
    """The label before the words if the game has no sentence for it."""
    if move_prompt.words:
        return say("{words} continues with", words=move_prompt.text)
    if not move_prompt.ending:
        return say("Moves begin with")
    return say("Moves") if len(move_prompt.following) > 1 else say("The only move")


def _marked(word: str, ending: set[str]) -> str:
    return word if word in ending or not ending else f"{word}…"
