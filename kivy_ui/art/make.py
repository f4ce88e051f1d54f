"""Draws pieces, surfaces and backgrounds, and packs them into textures: ``make art``.

The results are committed next to this file, so nothing is drawn when the program starts.
"""

import argparse
from pathlib import Path

from kivy_ui.art.backdrop import backdrop
from kivy_ui.art.files import ASSETS, BACKDROPS, SIZES_PX, backdrop_name
from kivy_ui.art.sheets import make_sheets


def make(folder: Path, *, compress_level: int = 9) -> None:
    """Write all pictures into a folder; *compress_level* of the PNG files, from 0 to 9."""
    make_sheets(folder, compress_level)
    for size_px in SIZES_PX:
        for kind in BACKDROPS:
            file = folder / backdrop_name(size_px, kind)
            backdrop(size_px, kind).save(file, compress_level=compress_level)


def main() -> None:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=ASSETS)
    make(parser.parse_args().out)


if __name__ == "__main__":
    main()
