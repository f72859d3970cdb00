"""Pictures of matches to share: a position as SVG or PNG, a whole match as an animated GIF or WebP."""

from parlour.rendering.captioned import film_frames as film_frames
from parlour.rendering.captioned import film_plies as film_plies
from parlour.rendering.captioned import still as still
from parlour.rendering.rasteriser import FILMS as FILMS
from parlour.rendering.rasteriser import RenderingCancelled as RenderingCancelled
from parlour.rendering.rasteriser import film as film
from parlour.rendering.rasteriser import png as png
