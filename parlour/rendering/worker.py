"""A program that turns SVG pictures into pixels: run by rasteriser.py, it imports nothing of ours.

It reads a line of JSON, then pictures, each after its length in eight bytes; a length of 0 is the end. It answers each
picture with one byte, and in the end with the finished file, after its length. The first `samples` pictures of a film
only show its colours: with one palette for all frames, what does not change from one to the next takes no room.
"""

from __future__ import annotations

import json
import os
import re
import struct
import sys
from io import BytesIO
from typing import Any

COLOURS = 255  # of a film; one more is for what does not change
PLAIN = re.compile(r"[\x00-\u017f\u2013-\u2026\u2212]*")  # what the fonts of the package can write


def main() -> None:
    import resvg_py
    from PIL import Image

    if hasattr(os, "nice"):
        os.nice(10)  # a move at a table comes first
    source, target = sys.stdin.buffer, sys.stdout.buffer
    wanted = json.loads(source.readline())
    samples: list[Any] = []
    frames: list[Any] = []
    content = b""
    while length := _length(source):
        svg = source.read(length).decode()
        content = bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                width=wanted["width"],
                font_files=wanted["fonts"],
                font_family="Inter",
                sans_serif_family="Inter",
                skip_system_fonts=PLAIN.fullmatch(svg) is not None,
            )
        )
        if wanted["kind"] != "png":
            with Image.open(BytesIO(content)) as image:
                flat = image.convert("RGB")
            if len(samples) < wanted["samples"]:
                samples.append(flat)
                palette = palette_of(samples)
            else:
                frames.append(flat.quantize(palette=palette, dither=Image.Dither.NONE))
        target.write(b".")
        target.flush()
    if frames:
        content = film_of(frames, wanted)
    target.write(struct.pack(">Q", len(content)) + content)
    target.flush()


def palette_of(samples: list[Any]) -> Any:
    """An image with the palette for all of these."""
    from PIL import Image

    together = Image.new("RGB", (samples[0].width, sum(sample.height for sample in samples)))
    for number, sample in enumerate(samples):
        together.paste(sample, (0, number * samples[0].height))
    return together.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def film_of(frames: list[Any], wanted: dict[str, Any]) -> bytes:
    """Put a film together, which repeats for ever."""
    durations = [wanted["step"]] * (len(frames) - 1) + [wanted["end"]]
    target = BytesIO()
    more = {"lossless": True, "method": 3} if wanted["kind"] == "webp" else {"optimize": True, "disposal": 1}
    frames[0].save(
        target,
        wanted["kind"],
        save_all=True,
        append_images=frames[1:],
        duration=durations if len(frames) > 1 else durations[0],
        loop=0,
        **more,
    )
    return target.getvalue()


def _length(source: Any) -> int:
    head = source.read(8)
    return struct.unpack(">Q", head)[0] if len(head) == 8 else 0


if __name__ == "__main__":
    main()
