"""What moves, matches and deals are worth: the one place that the page, the terminal and programs ask."""

from __future__ import annotations

from parlour.bots.analysis.position import Progress, analyse
from parlour.bots.analysis.review import annotate
from parlour.bots.candidates import Analysis, Candidate

__all__ = ["Analysis", "Candidate", "Progress", "analyse", "annotate"]
