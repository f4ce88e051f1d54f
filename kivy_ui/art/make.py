"""Draws pieces, surfaces and backgrounds, and packs them into textures: ``make art``.

The results are committed next to this file, so nothing is drawn when the program starts.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from kivy.atlas import Atlas
from PIL import Image

from kivy_ui.art import board_pieces, pieces
from kivy_ui.art.atlas import ATLAS, BOARD_ATLAS, NAMES, SIZES_PX, key_of
from kivy_ui.art.backdrop import backdrop
from kivy_ui.art.files import ASSETS, BACKDROPS, backdrop_name
from kivy_ui.art.files import SIZES_PX as WINDOWS_PX
from kivy_ui.art.reducing import reduced
from kivy_ui.art.sheets import make_sheets

_SIDES_PX: Final = ((2048, 1024), (1024, 1024))
_PADDING_PX: Final = 2


def make(folder: Path) -> None:
    """Write all pictures into a folder."""
    _pack(_widget_pieces(), folder / ATLAS.name, _SIDES_PX[0])
    _pack(board_pieces.pictures(), folder / BOARD_ATLAS.name, _SIDES_PX[1])
    make_sheets(folder)
    for size_px in WINDOWS_PX:
        for kind in BACKDROPS:
            backdrop(size_px, kind).save(folder / backdrop_name(size_px, kind), optimize=True)


def _widget_pieces() -> Iterator[tuple[str, Image.Image]]:
    """Yield the pieces that widgets show, under the names of their icons."""
    for name, picture, _ in pieces.pictures():
        if name in NAMES:
            yield NAMES[name], picture
        elif name.startswith(("die/", "world/")):
            yield name, picture


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
    """Make all pictures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=ASSETS)
    make(parser.parse_args().out)


if __name__ == "__main__":
    main()
