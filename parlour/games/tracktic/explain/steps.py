"""What to choose next in a move of Tracktic, step by step."""

from __future__ import annotations

import msgspec
import numpy as np

from parlour.game import Codes, State
from parlour.games.tracktic.board.bitboard import DRAWN
from parlour.games.tracktic.board.pieces import RACK_SIZE, SHAPES
from parlour.games.tracktic.notation import filling, laid_cells, parse_move
from parlour.games.tracktic.notation.names import CELL_NAMES
from parlour.message import Message, message


class MustSkipStep(msgspec.Struct, tag_field="kind", tag="must-skip", frozen=True):
    """None of the cards can be played."""


class ChooseCardStep(msgspec.Struct, tag_field="kind", tag="choose-card", frozen=True):
    """Take a card, or skip."""

    can_spend_token: bool
    is_first: bool  # the seat has not moved yet


class LayStep(msgspec.Struct, tag_field="kind", tag="lay", frozen=True):
    """Name the first cell of a pattern."""

    card: str
    cells: int  # how many it has
    spends_token: bool


class LayOnStep(msgspec.Struct, tag_field="kind", tag="lay-on", frozen=True):
    """Name the next cell of a pattern."""


class TurnPieceStep(msgspec.Struct, tag_field="kind", tag="turn-piece", frozen=True):
    """Choose the opponent's piece that a Flip card turns to white."""


class LayBesideStep(msgspec.Struct, tag_field="kind", tag="lay-beside", frozen=True):
    """Choose the cell beside it."""


class ChoosePieceStep(msgspec.Struct, tag_field="kind", tag="choose-piece", frozen=True):
    """Choose the piece for a cell."""

    cell: str


class ConfirmStep(msgspec.Struct, tag_field="kind", tag="confirm", frozen=True):
    """The move is complete."""

    pieces: list[str]  # the side numbers of the pieces it takes; [] with plain ones
    is_chosen: bool  # chosen by the player, not suggested


class ConfirmSkipStep(msgspec.Struct, tag_field="kind", tag="confirm-skip", frozen=True):
    """Confirm that no more pieces are laid in this game."""


Step = (
    MustSkipStep
    | ChooseCardStep
    | LayStep
    | LayOnStep
    | TurnPieceStep
    | LayBesideStep
    | ChoosePieceStep
    | ConfirmStep
    | ConfirmSkipStep
)


def step(s: State, seat: int, words: list[str], moves: Codes) -> Step | None:
    """Return what the next word of a move must be."""
    if not words:
        return _first_step(s, seat, moves)
    if words == ["skip"]:
        return ConfirmSkipStep()
    end = words.index(":") if ":" in words else len(words)
    if code := parse_move(s, seat, " ".join(words[:end]), moves):
        return _piece_step(s, seat, code, words)
    card, cells = words[0].removesuffix("*"), len(words) - 1
    if card == "flip" and cells < 2:
        return LayBesideStep() if cells else TurnPieceStep()
    if card not in DRAWN or cells >= int(card[1]):
        return None
    return LayOnStep() if cells else LayStep(card, int(card[1]), words[0].endswith("*"))


def _first_step(s: State, seat: int, moves: Codes) -> Step:
    if len(moves) == 1:
        return MustSkipStep()
    is_first = int(s.rack[SHAPES * seat : SHAPES * (seat + 1)].sum()) == RACK_SIZE
    return ChooseCardStep(bool((moves & 1).any()), is_first)


def _piece_step(s: State, seat: int, code: int, words: list[str]) -> Step | None:
    """Return which pieces of a complete move may still be chosen."""
    if ":" not in words:
        return ConfirmStep([] if s.is_plain else _numbers(filling(s, seat, code, [])), is_chosen=False)
    laid, chosen = laid_cells(s, code), words[words.index(":") + 1 :]
    if s.is_plain:
        return None
    if len(chosen) < len(laid):
        return ChoosePieceStep(CELL_NAMES[laid[len(chosen)]])
    is_move = parse_move(s, seat, " ".join(words), np.array([code])) is not None
    return ConfirmStep(chosen, is_chosen=True) if is_move else None


def _numbers(sides: list[int] | None) -> list[str]:
    return [f"{number:x}" for number in sides or ()]


def step_message(step: Step) -> Message | None:
    """Return the step as a prompt for people who type."""
    match step:
        case MustSkipStep():
            return message("None of the cards can be played: skip.")
        case ChooseCardStep(can_spend_token=True):
            return message("Take a card (* spends a token), or skip for the rest of the game.")
        case ChooseCardStep():
            return message("Take a card, or skip for the rest of the game.")
        case LayStep(spends_token=True):
            return message(
                "The first of {cells} cells in the pattern {card}, over opponents' pieces; "
                "cells go by letter, then by number.",
                cells=step.cells,
                card=step.card,
            )
        case LayStep():
            return message(
                "The first of {cells} cells in the pattern {card}; cells go by letter, then by number.",
                cells=step.cells,
                card=step.card,
            )
        case LayOnStep():
            return message("The next cell, in order.")
        case TurnPieceStep():
            return message("Which opponent's piece do you turn to white?")
        case LayBesideStep():
            return message("On which cell beside it do you lay a piece?")
        case ChoosePieceStep():
            return message(
                "The side number of the piece on {cell} "
                "(tabs: north 1, east 2, south 4, west 8, added up, a to f for 10 to 15).",
                cell=step.cell,
            )
        case ConfirmStep(is_chosen=False, pieces=[_, *_]):
            return message("It takes the pieces {pieces}. To choose others, type.", pieces=step.pieces)
    return None
