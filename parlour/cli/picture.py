"""Writes pictures of a saved match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from parlour import rendering
from parlour.cli.annotate import progress_bar
from parlour.cli.record_files import check_writable, write_bytes
from parlour.errors import ParlourError
from parlour.game import Viewpoint
from parlour.match import Match

KINDS = ("svg", "png", *rendering.FILMS)


def kind_of(path: Path, kinds: Sequence[str] = KINDS) -> str:
    """The kind of picture that a file's name asks for, or ParlourError if it is none of these."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in kinds:
        raise ParlourError(
            "the file's name says what to make: it must end with {kinds:, or}, not {name}",
            kinds=[f".{known}" for known in kinds],
            name=repr(path.name),
        )
    return kind


def write_picture(match: Match, path: Path, ply: int | None, seat: Viewpoint, console: Console) -> None:
    """Write the position after `ply` moves as SVG or PNG, or the whole match as an animated GIF or WebP."""
    kind = kind_of(path)
    if kind in rendering.FILMS:
        if ply is not None:
            raise ParlourError("a film shows the whole match: leave --ply out, or write a .png or .svg")
        check_writable(path)  # a film takes long to draw
        content = _film(match, kind, seat, console)
    else:
        svg = rendering.still(match, ply, seat)
        content = svg.encode() if kind == "svg" else rendering.png(svg)
    write_bytes(path, content)


def _film(match: Match, kind: str, seat: Viewpoint, console: Console) -> bytes:
    frames = len(rendering.film_plies(match, seat))
    with progress_bar(console, "Drawing") as report:
        report(0, frames)
        drawn = rendering.film_frames(match, seat)
        return rendering.film(drawn, kind, progress=lambda done: report(done, frames))
