"""A picture as an array of pixels."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from parlour.errors import ParlourError, to_install
from parlour.picture import PAPER

SIDE = 720  # the same for every picture, so that those of a game, whose board may grow, make a film
# Words are left off where none of these is installed: the rasteriser brings no font, and takes sans-serif for Arial.
FONTS = "DejaVu Sans, Liberation Sans, Noto Sans, Arial, Helvetica, sans-serif"


def pixels(svg: str) -> NDArray[np.uint8]:
    """Row, column, colour: an SVG picture, as large as it can be in the middle of a square of SIDE pixels."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as problem:
        raise ParlourError(f"pictures of pixels need {problem.name}: {to_install('research')}") from problem
    root = ElementTree.fromstring(svg)
    is_wide = float(root.attrib["width"]) >= float(root.attrib["height"])
    width, height = (SIDE, None) if is_wide else (None, SIDE)
    lettered = svg.replace('font-family="sans-serif"', f'font-family="{FONTS}"')
    drawn = resvg_py.svg_to_bytes(svg_string=lettered, width=width, height=height)
    square = Image.new("RGB", (SIDE, SIDE), PAPER)
    with Image.open(BytesIO(bytes(drawn))) as image:
        square.paste(image.convert("RGB"), ((SIDE - image.width) // 2, (SIDE - image.height) // 2))
    return np.array(square)
