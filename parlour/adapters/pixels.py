"""A picture as an array of pixels."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from parlour.errors import ParlourError, to_install
from parlour.picture import room_of

SIDE = 720  # the same for every picture, so that a game's pictures make a film even if its board grows
# Without any of these fonts text is left out: the rasteriser has no font of its own, and maps sans-serif to Arial.
FONTS = "DejaVu Sans, Liberation Sans, Noto Sans, Arial, Helvetica, sans-serif"


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG picture as an array (row, column, colour), scaled to fit a square of SIDE pixels and centred."""
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
    square = Image.new("RGB", (SIDE, SIDE), room_of(svg))
    with Image.open(BytesIO(bytes(drawn))) as image:
        square.paste(image.convert("RGB"), ((SIDE - image.width) // 2, (SIDE - image.height) // 2))
    return np.array(square)
