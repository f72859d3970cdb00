"""The error for a framework that is not installed."""

from __future__ import annotations

from parlour.errors import ParlourError, to_install


class MissingPackage(ParlourError, ImportError):
    """An adapter's framework cannot be imported. The message says what to install."""


def missing(adapter: str, extra: str, problem: ImportError) -> MissingPackage:
    """The error for an adapter that could not import its framework."""
    return MissingPackage(f"{adapter} needs {(problem.name or '').partition('.')[0]}: {to_install(extra)}")
