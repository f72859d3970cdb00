"""Moves and observations as numbers, for learning: what a game provides, and how it describes itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from parlour.option import Json


@dataclass(frozen=True)
class Feature:
    """A block of actions, planes or numbers in an encoding."""

    name: str
    """Its name, for programs and tables."""
    many: int
    """How many actions, planes or numbers the block has."""
    sentence: str
    """What they mean. Where there is one per seat, the observing seat comes first, then the others in turn order."""
    most: int = 1
    """The largest value; the smallest is 0."""


@dataclass(frozen=True)
class Encoding:
    """What the actions and observations of a game mean, for one number of players and one set of options."""

    actions: tuple[Feature, ...]
    """The blocks of actions, in order."""
    height: int
    """Rows of a plane."""
    width: int
    """Columns of a plane."""
    planes: tuple[Feature, ...]
    """The blocks of planes, in order."""
    vector: tuple[Feature, ...]
    """The blocks of numbers beside the planes, in order."""
    places: str = ""
    """Where a cell lies in a plane, and any other convention that several features share, in sentences."""
    scores: tuple[int, int] | None = None
    """In a solo game, the lowest and the highest possible score."""

    @property
    def action_count(self) -> int:
        """The number of actions, which are 0 to `action_count - 1`."""
        return sum(feature.many for feature in self.actions)

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """The shape of an observation's planes: planes, height, width."""
        return sum(feature.many for feature in self.planes), self.height, self.width

    @property
    def vector_size(self) -> int:
        """The length of an observation's vector."""
        return sum(feature.many for feature in self.vector)


class Encoder(Protocol):
    """A game's encoding/: moves and observations as numbers, for learning, as `parlour.kernel` specifies them.

    It may also have `list_actions`, where listing actions directly is quicker than converting listed moves.
    """

    def describe(self, players: int, options: Mapping[str, Json]) -> Encoding:
        """Return what actions and observations mean for these players and options."""

    @property
    def action_of(self) -> Callable[..., Any]:
        """The kernel `action_of(s, seat, move)`; see `parlour.kernel.action_of`."""

    @property
    def move_of(self) -> Callable[..., Any]:
        """The kernel `move_of(s, seat, action)`; see `parlour.kernel.move_of`."""

    @property
    def observe(self) -> Callable[..., Any]:
        """The kernel `observe(s, seat, planes, vector)`; see `parlour.kernel.observe`."""

    @property
    def deal(self) -> Callable[..., Any]:
        """The kernel `deal(s, rng)`; see `parlour.kernel.deal`."""
