"""Pictures to share: positions with a heading as SVG and PNG, whole matches as films."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

import parlour
from parlour.errors import BadPlayers, NotOver, ParlourError
from parlour.luck import Luck
from parlour.picture import PAINTS
from parlour.rendering import RenderingCancelled, captioned, film, film_frames, film_plies, png, rasteriser, still
from tests.conformance.shelf import TABLES, open_match, random_match


def words(svg: str) -> list[str]:
    """All text in a picture."""
    return [text for element in ElementTree.fromstring(svg).iter() for text in (element.text,) if text]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_position_is_a_picture_with_a_heading(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=6)
    for ply in range(len(match.moves) + 1):
        told = words(still(match, ply))
        assert told[:3] == [match.game.title, " – ".join(match.names), f"{ply}/{len(match.moves)}"]
    assert still(match) == still(match, len(match.moves))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_frames_of_a_film_have_one_size(name: str, players: int, luck: Luck) -> None:
    match = random_match(name, players, luck, plies=30)
    frames = list(film_frames(match))
    assert len(frames) == len(film_plies(match))
    sizes = {(root.attrib["width"], root.attrib["height"]) for root in map(ElementTree.fromstring, frames)}
    assert len(sizes) == 1


@pytest.mark.parametrize("name", ["traxx", "cirplexed"])
def test_pictures_show_only_what_the_viewer_may_see(name: str) -> None:
    """A leak test: while a round is open, its hidden choices change the pictures of nobody else."""
    match = parlour.new(name, players=2, seed=7)
    others: list[parlour.Match] = []
    for text in (match.legal(0)[0], match.legal(0)[-1]):
        others.append(match.fork())
        others[-1].play(0, text)
    one, other = others
    assert still(one, seat=0) != still(other, seat=0)
    for viewpoint in (1, None):
        assert still(one, seat=viewpoint) == still(other, seat=viewpoint)
        assert list(film_frames(one, viewpoint)) == list(film_frames(other, viewpoint))
    for draw in (still, film_plies, lambda match, seat: list(film_frames(match, seat))):
        with pytest.raises(NotOver, match="when the match is over"):
            draw(match, seat="all")


def test_a_film_leaves_out_choices_that_its_viewer_cannot_see() -> None:
    match = parlour.new("traxx", players=2, seed=7)
    while len(match.moves) < 4:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    assert film_plies(match) == [0, 2, 4]
    assert film_plies(match, 0) == film_plies(match, 1) == [0, 2, 4]


def test_names_are_beside_the_seats_that_the_picture_shows() -> None:
    match = parlour.new("traxx", players=2, names=["Ann", "Ben"])
    assert words(still(match))[1] == "Ann (north) – Ben (east)"
    assert any(text.startswith("north: ") for text in words(still(match)))
    assert words(still(parlour.new("traxx", players=2)))[1] == "north – east"


def test_names_are_shown_as_they_are_written() -> None:
    match = parlour.new("exago", players=2, names=["<b>&Ann", "Ö" * 100])
    heading = words(still(match))[1]
    assert heading.startswith("<b>&Ann (red) – ÖÖÖ")
    assert heading.endswith("Ö…")
    assert len(heading) < 100
    assert png(still(match)).startswith(b"\x89PNG")


def test_a_picture_has_the_colours_of_the_tiles_and_letters() -> None:
    match = parlour.new("exago", players=2)
    match.play(0, "f6")
    with Image.open(BytesIO(png(still(match), 600))) as image:
        assert image.width == 600
        shown = {colour for _, colour in image.convert("RGB").getcolors(600 * 800) or []}
        heading = image.convert("L").crop((0, 0, 200, 30))
    assert tuple(bytes.fromhex(PAINTS["red"].fill[1:])) in shown
    assert min(heading.tobytes()) < 80  # ink: the package has its own letters, whatever the machine has


@pytest.mark.parametrize("kind", rasteriser.FILMS)
def test_a_film_shows_every_position_and_tells_its_progress(kind: str, luck: Luck) -> None:
    match = open_match("tracktic", 2, luck, plies=5)
    told: list[int] = []
    made = film(film_frames(match), kind, width=240, progress=told.append)
    assert told == [0, 0, 1, 2, 3, 4, 5, 6]
    with Image.open(BytesIO(made)) as image:
        assert (image.format, image.n_frames, image.width) == (kind.upper(), 6, 240)  # type: ignore[attr-defined]
        assert image.info["loop"] == 0


def test_a_film_that_nobody_needs_is_given_up(luck: Luck) -> None:
    frames = list(film_frames(open_match("exago", 2, luck, plies=8)))
    told: list[int] = []
    with pytest.raises(RenderingCancelled):
        film(frames, "gif", 120, told.append, lambda: len(told) >= 4)
    assert len(told) == 4


def test_a_long_match_and_bad_wishes_are_refused(monkeypatch: pytest.MonkeyPatch, luck: Luck) -> None:
    match = open_match("exago", 2, luck, plies=8)
    with pytest.raises(ParlourError, match="no position after 9 moves; 8 were made"):
        still(match, 9)
    with pytest.raises(BadPlayers):
        still(match, seat=5)
    with pytest.raises(ParlourError, match="a film is gif or webp, not 'mp4'"):
        film([], "mp4")
    monkeypatch.setattr(captioned, "MOST_FRAMES", 8)
    with pytest.raises(ParlourError, match="at most 7 moves, and this match has 8"):
        film_plies(match)


def test_a_picture_that_cannot_be_read_is_an_error_not_a_hang() -> None:
    with pytest.raises(ParlourError, match="the picture could not be made"):
        png("<svg")
