"""Packs surfaces and pieces into one picture for each scale of the pages, with a table of places.

One texture for everything that is not a text, so a page needs few changes of texture. The pieces
of the other games are a second one.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image

from kivy_ui.art import board_pieces, card_pieces, pieces, storm_pieces, surfaces
from kivy_ui.art.files import SCALES, SHEETS, sheet_name
from kivy_ui.art.reducing import reduced

_WIDE_PX: Final = 2048
_PADDING_PX: Final = 2
_BOARD_SIZES_PX: Final = (28, 44, 60, 108)

_Drawn: TypeAlias = Sequence[tuple[str, Image.Image, tuple[int, ...]]]
_Entry: TypeAlias = tuple[str, Image.Image, dict[str, int]]


def make_sheets(folder: Path, compress_level: int) -> None:
    """Write the sheets and their tables into a folder."""
    drawn, dice = list(pieces.pictures()), list(pieces.dice())
    kinds = (board_pieces, card_pieces, storm_pieces)
    others = [each for kind in kinds for each in kind.pictures()]
    board = [(name, picture, _BOARD_SIZES_PX) for name, picture in others]
    for scale in SCALES:
        flat: list[_Entry] = [
            (f"surface/{name}", picture, {"margin": cut.margin, "corner": cut.corner})
            for name, picture, cut in surfaces.pictures(scale)
        ]
        for kind, entries in zip(
            SHEETS,
            (flat + _scaled(drawn, scale), _scaled(dice, scale), _scaled(board, scale)),
            strict=True,
        ):
            file = folder / sheet_name(kind, scale)
            sheet, table = _packed(entries)
            sheet.save(file.with_suffix(".png"), compress_level=compress_level)
            file.with_suffix(".json").write_text(json.dumps(table, indent=0), encoding="utf-8")


def _scaled(
    drawn: Sequence[tuple[str, Image.Image, tuple[int, ...]]], scale: float
) -> list[_Entry]:
    return [
        (f"{name}@{size}", reduced(master, round(size * scale)), {})
        for name, master, sizes in drawn
        for size in sizes
    ]


def _packed(entries: list[_Entry]) -> tuple[Image.Image, dict[str, dict[str, int]]]:
    """Place the pictures in rows, the highest first; return the sheet and the table of places."""
    sheet = Image.new("RGBA", (_WIDE_PX, _WIDE_PX))
    table: dict[str, dict[str, int]] = {}
    x = y = row = 0
    for name, picture, more in sorted(entries, key=lambda entry: -entry[1].height):
        if x + picture.width > _WIDE_PX:
            x, y, row = 0, y + row + _PADDING_PX, 0
        row = max(row, picture.height)
        if y + row > _WIDE_PX:
            raise SystemExit(f"the sheet is full at {name}")
        sheet.paste(picture, (x, y))
        table[name] = {"x": x, "y": y, "w": picture.width, "h": picture.height, **more}
        x += picture.width + _PADDING_PX
    height = 1 << (y + row - 1).bit_length()
    return sheet.crop((0, 0, _WIDE_PX, height)), table
