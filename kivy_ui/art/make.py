"""Draws pieces, surfaces and backgrounds, and packs them into textures: ``make art``.

The results are committed next to this file, so nothing is drawn when the program starts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kivy_ui.art.backdrop import backdrop
from kivy_ui.art.files import ASSETS, BACKDROPS, SIZES_PX, backdrop_name
from kivy_ui.art.sheets import make_sheets


def make(folder: Path) -> None:
    """Write all pictures into a folder."""
    make_sheets(folder)
    for size_px in SIZES_PX:
        for kind in BACKDROPS:
            backdrop(size_px, kind).save(folder / backdrop_name(size_px, kind), optimize=True)


def main() -> None:
    """Make all pictures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=ASSETS)
    make(parser.parse_args().out)


if __name__ == "__main__":
    main()
