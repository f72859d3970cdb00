"""What a client is told of a review."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.bots.annotation import Annotation

Status = Literal["waiting", "running", "done", "failed"]


class Review(msgspec.Struct, frozen=True):
    """A finished match that is looked at by a bot, or was."""

    id: str
    """A hash of the match's record."""
    game: str
    """The game's name."""
    status: Status
    """Whether it waits for others, is running, is done, or could not be done."""
    done: int
    """How many steps are done; looking at a move is one."""
    total: int
    """How many there are."""
    place: int
    """Its place in the queue: 1 if it is next, 0 if it no longer waits."""
    sentence: str
    """Why it could not be done; "" otherwise."""
    annotation: Annotation | None
    """What was found, once it is done."""
