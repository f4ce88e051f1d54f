"""Draws all pieces into two texture atlases, and the background picture: ``make art``.

The results are committed next to this file, so nothing is drawn when the program starts.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kivy.atlas import Atlas
from PIL import Image

from kivy_ui.art import board_pieces, pieces
from kivy_ui.art.atlas import ATLAS, BOARD_ATLAS, SIZES_PX, key_of
from kivy_ui.art.backdrop import backdrop

_SIDES_PX: Final = ((2048, 1024), (1024, 1024))
_PADDING_PX: Final = 2


def reduced(piece: Image.Image, size_px: int) -> Image.Image:
    """Return a piece scaled to *size_px*; transparent pixels have the colour of nearby pixels."""
    small = piece.resize((size_px, size_px), Image.Resampling.LANCZOS)
    # Linear filtering mixes neighbouring pixels: black beyond the edge would show as a line.
    coarse = small.convert("RGBa").resize((4, 4), Image.Resampling.BOX).convert("RGBA")
    picture = coarse.convert("RGB").resize(small.size, Image.Resampling.BILINEAR)
    alpha = small.getchannel("A")
    picture.paste(small.convert("RGB"), mask=alpha.point(lambda value: 255 if value else 0))
    picture.putalpha(alpha)
    return picture


def make(out: Path) -> None:
    """Write the atlas *out* (``.atlas``), and next to it the other games' and the background."""
    _pack(pieces.pictures(), out, _SIDES_PX[0])
    _pack(board_pieces.pictures(), out.with_name(BOARD_ATLAS.name), _SIDES_PX[1])
    backdrop().save(out.with_name("backdrop.png"), optimize=True)


def _pack(pictures: Iterable[tuple[str, Image.Image]], out: Path, side_px: tuple[int, int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, piece in pictures:
            for size_px in SIZES_PX:
                file = Path(folder) / f"{key_of(name, size_px)}.png"
                reduced(piece, size_px).save(file)
                files.append(str(file))
        made = Atlas.create(str(out.with_suffix("")), files, side_px, padding=_PADDING_PX)
    if made is None:
        raise SystemExit("the atlas could not be packed")


def main() -> None:
    """Make the atlas."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=ATLAS)
    make(parser.parse_args().out)


if __name__ == "__main__":
    main()
