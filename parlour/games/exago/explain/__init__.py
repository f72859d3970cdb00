"""Exago for people: what to choose next, step by step, and which rule an illegal text breaks."""

from parlour.games.exago.explain.columns import COLUMNS
from parlour.games.exago.explain.steps import step, step_message
from parlour.games.exago.explain.why_not import why_not

__all__ = ["COLUMNS", "step", "step_message", "why_not"]
