"""How a match ended: the outcome as data, and in sentences for those who played it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from parlour.message import Arg, Message, message, template


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended.

        reason     why it ended, in one word
        scores     the first score column, by seat
        details    every score column by name, each a tuple by seat
        winners    the winning seats; empty if nobody wins
        ranking    the place of each seat, from 1; tied seats share a place

    >>> Outcome("line", (0, 1), {"win": (0, 1)}, winners=(1,), ranking=(2, 1)).winners
    (1,)
    """

    reason: str
    """Why it ended.

    `line`, `turn_limit`, `rounds`, `cards`, `skipped`, `full`, `goal`, `captured`, `stuck` or `resigned`.
    """
    scores: tuple[int, ...]
    """The first score column, by seat. After a resignation, the scores at that moment."""
    details: dict[str, tuple[int, ...]]
    """Every score column by name, each a tuple by seat."""
    winners: tuple[int, ...]
    """The winning seats; empty if nobody wins."""
    ranking: tuple[int, ...]
    """The place of each seat, from 1; tied seats share a place."""


@dataclass(frozen=True)
class ScoreColumn:
    """What a score column counts, in words.

    >>> ScoreColumn("circles", "one circle", "{count} circles", "Complete circles of one colour.", "C9").counted(2).text
    'two circles'
    """

    name: str
    """Its heading, a plural: `circles`."""
    one: str
    """The template for one of them: `one circle`."""
    many: str
    """The template for any other number: `{count} circles`."""
    meaning: str = ""
    """What is counted, in a sentence or two."""
    rule: str = ""
    """The number of the rule that says so."""
    is_win: bool = False
    """True if the column only says who has won, so that nobody wins by a margin."""

    def counted(self, count: int) -> Message:
        """Return a number of them, small ones in words."""
        if count == 1:
            return Message(self.one)
        return Message(self.many, {"count": SMALL.get(count, _digits(count))})


SMALL = {
    2: message("two"),
    3: message("three"),
    4: message("four"),
    5: message("five"),
    6: message("six"),
    7: message("seven"),
    8: message("eight"),
    9: message("nine"),
}


def usual_column(name: str) -> ScoreColumn:
    """Return the words for a column that a game does not describe."""
    noun = name.replace("_", " ")
    return ScoreColumn(noun, f"one {noun.removesuffix('s')}", f"{{count}} {noun}", is_win=name == "win")


class Sentence(msgspec.Struct, frozen=True):
    """A message that names players: each client puts the names that it shows into the fields in `seats`."""

    template: str
    """The English template, with fields in braces."""
    args: Mapping[str, Arg] = {}
    """The values of its other fields, by name."""
    seats: Mapping[str, tuple[int, ...]] = {}
    """The seats that a field names, by the field's name."""

    def text(self, names: Sequence[str]) -> str:
        """Return the formatted English text, with these names of the seats."""
        named = {field: [names[seat] for seat in seats] for field, seats in self.seats.items()}
        return Message(self.template, {**self.args, **named}).text


class Verdict(msgspec.Struct, frozen=True):
    """A result in sentences, without final stops: `headline` for everyone, `own` for the seat that looks."""

    headline: Sentence
    """Who won, and by how much: `Ann won by two circles`."""
    own: Sentence | None
    """The same for the seat that looks, such as `You lost by one circle`; None for a spectator."""
    reasons: tuple[Sentence, ...]
    """Why the match ended, unless the headline says so, and who resigned before."""


REASONS: Mapping[str, Message] = {
    "line": message("A line is complete"),
    "turn_limit": message("The turn limit is reached"),
    "rounds": message("The last round is over"),
    "cards": message("The cards have run out"),
    "skipped": message("Everyone has skipped"),
    "full": message("The board is full"),
    "goal": message("A goal is reached"),
    "captured": message("All pieces of a side are captured"),
    "stuck": message("A player cannot move"),
}


@dataclass(frozen=True)
class _Forms:
    """The templates of one kind of sentence."""

    plain: str
    """Without a margin."""
    by: str
    """With a margin in the first column."""
    level: str
    """With a margin in a later column, between two seats."""
    level_with: str
    """The same among several seats."""


SOMEBODY_WON = _Forms(
    plain=template("{winners} won"),
    by=template("{winners} won by {margin}"),
    level=template("Level on {columns:, and}: {winners} won by {margin}"),
    level_with=template("Level with {rivals:, and} on {columns:, and}: {winners} won by {margin}"),
)
YOU_WON = _Forms(
    plain=template("You won"),
    by=template("You won by {margin}"),
    level=template("Level on {columns:, and}: you won by {margin}"),
    level_with=template("Level with {rivals:, and} on {columns:, and}: you won by {margin}"),
)
YOU_LOST = _Forms(
    plain=template("You lost"),
    by=template("You lost by {margin}"),
    level=template("Level on {columns:, and}: you lost by {margin}"),
    level_with=template("Level with {winners:, and} on {columns:, and}: you lost by {margin}"),
)
YOU_LOST_TO = _Forms(
    plain=template("You lost to {winners:, and}"),
    by=template("You lost to {winners:, and} by {margin}"),
    level=YOU_LOST.level,
    level_with=YOU_LOST.level_with,
)


def verdict(
    outcome: Outcome, columns: Mapping[str, ScoreColumn], resigned: Sequence[int] = (), seat: int | None = None
) -> Verdict:
    """Return a result in sentences, as `seat` reads it; `columns` are those that the game describes.

    >>> won = Outcome("rounds", (7, 5), {"circles": (7, 5)}, winners=(0,), ranking=(1, 2))
    >>> told = verdict(won, {}, seat=1)
    >>> told.headline.text(["Ann", "Ben"]), told.own.text(["Ann", "Ben"])
    ('Ann won by two circles', 'You lost by two circles')
    """
    result = _Result(outcome, columns, tuple(resigned))
    return Verdict(result.headline(), None if seat is None else result.own(seat), result.reasons())


@dataclass(frozen=True)
class _Result:
    """An outcome from which sentences are made."""

    outcome: Outcome
    columns: Mapping[str, ScoreColumn]
    resigned: tuple[int, ...]

    def headline(self) -> Sentence:
        """Who won, and by how much."""
        winners, is_given_up = self.outcome.winners, self.outcome.reason == "resigned"
        if self._players == 1:
            return self._sentence(template("{resigned} resigned")) if is_given_up else self._points()
        if not winners:
            return self._sentence(template("Nobody won"))
        if len(winners) > 1:
            return self._sentence(template("{winners:, and} share the win"))
        if is_given_up:
            return self._sentence(
                template("{winners} won: {resigned} resigned")
                if self._players == 2
                else template("{winners} won: all the others resigned")
            )
        return self._compared(SOMEBODY_WON, winners[0], self._second)

    def own(self, seat: int) -> Sentence:
        """The same for a seat that looks."""
        winners, is_given_up = self.outcome.winners, self.outcome.reason == "resigned"
        if seat in self.resigned:
            return self._sentence(
                template("You resigned; {winners:, and} won") if winners else template("You resigned")
            )
        if self._players == 1:
            return self._points()
        if not winners:
            return self._sentence(template("Nobody won"))
        if seat not in winners:
            return self._compared(YOU_LOST if self._players == 2 else YOU_LOST_TO, winners[0], seat)
        if len(winners) > 1:
            others = tuple(other for other in winners if other != seat)
            return self._sentence(template("You share the win with {others:, and}"), others=others)
        if is_given_up:
            return self._sentence(
                template("You won: {resigned} resigned")
                if self._players == 2
                else template("You won: all the others resigned")
            )
        return self._compared(YOU_WON, seat, self._second)

    def reasons(self) -> tuple[Sentence, ...]:
        """Why the match ended, unless the headline says so, and who resigned before."""
        gone = [self._sentence(template("{resigned:, and} resigned"))] if self.resigned else []
        if self.outcome.reason == "resigned":
            return tuple(gone) if self._players > 2 else ()
        unknown = Message(self.outcome.reason.replace("_", " ").capitalize())
        return (Sentence(REASONS.get(self.outcome.reason, unknown).template), *gone)

    @property
    def _players(self) -> int:
        return len(self.outcome.ranking)

    @property
    def _second(self) -> int:
        """A seat in second place."""
        return self.outcome.ranking.index(2)

    def _column(self, name: str) -> ScoreColumn:
        return self.columns.get(name) or usual_column(name)

    def _points(self) -> Sentence:
        """The score of a solo game."""
        name, (score,) = next(iter(self.outcome.details.items()))
        column = self._column(name)
        return Sentence(column.one) if score == 1 else Sentence(column.many, {"count": _digits(score)})

    def _compared(self, forms: _Forms, ahead: int, behind: int) -> Sentence:
        """By how much one seat is ahead of another, in the first column in which they differ."""
        level: list[str | Message] = []
        for name, scores in self.outcome.details.items():
            column, difference = self._column(name), scores[ahead] - scores[behind]
            if difference and column.is_win:
                break
            if difference > 0:
                form = forms.by if not level else forms.level if self._players == 2 else forms.level_with
                return self._sentence(form, {"margin": column.counted(difference), "columns": level})
            if difference:
                break  # ahead because others resigned
            level.append(Message(column.name))
        return self._sentence(forms.plain)

    def _sentence(self, form: str, args: Mapping[str, Arg] | None = None, **seats: tuple[int, ...]) -> Sentence:
        """A sentence with those of the arguments and seats that it has fields for."""
        fields = set(re.findall(r"\{(\w+)", form))
        second = tuple(seat for seat, place in enumerate(self.outcome.ranking) if place == 2)
        named = {"winners": self.outcome.winners, "resigned": self.resigned, "rivals": second, **seats}
        return Sentence(
            form,
            {name: arg for name, arg in (args or {}).items() if name in fields},
            {name: who for name, who in named.items() if name in fields},
        )


def _digits(number: int) -> str:
    return str(number).replace("-", "−")
