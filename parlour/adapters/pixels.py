"""A picture as an array of pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from parlour.game import ParlourError
from parlour.picture import PAPER

SIDE = 720  # the same for every picture, so that those of a game, whose board may grow, make a film


def pixels(svg: str) -> NDArray[np.uint8]:
    """Row, column, colour: an SVG picture, as large as it can be in the middle of a square of SIDE pixels."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as problem:
        raise ParlourError(f"pictures of pixels need {problem.name}: pip install parlour[research]") from problem
    drawn = resvg_py.svg_to_bytes(svg_string=svg, zoom=4)
    square = Image.new("RGB", (SIDE, SIDE), PAPER)
    with Image.open(BytesIO(bytes(drawn))) as image:
        ratio = SIDE / max(image.size)
        width, height = (max(1, round(length * ratio)) for length in image.size)
        square.paste(image.convert("RGB").resize((width, height)), ((SIDE - width) // 2, (SIDE - height) // 2))
    return np.array(square)
