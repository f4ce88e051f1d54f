"""Shared functions of ``scan --tiles``, ``enroll-tiles`` and ``score --from-images``."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.session.ports import DiceReader, Frame
    from companion.session.service_ports import TilesReading
    from vision.tiles.appearance import TileBox
    from vision.tiles.reader import TilesFromStills


def open_tiles(box: "TileBox | None", dice: "DiceReader | None" = None) -> "TilesFromStills":
    """Return a tile reader for the base box and the additional tile sets.

    Raises:
        CompanionError: the models, the tiles or the text recogniser cannot be used.
    """
    from companion.catalog import load_roll_catalog, use_tile_sets
    from companion.places import places
    from vision.tiles.opening import open_tile_reader

    use_tile_sets(places().tile_sets)
    return open_tile_reader(load_roll_catalog(), box=box, dice=dice)


def named_box(name_or_file: str) -> "TileBox":
    """Return the box with this name or in this file.

    Raises:
        TileBoxError: it does not exist or cannot be used.
    """
    from companion.app.tile_boxes import read_box

    return read_box(box_file(name_or_file))


def box_file(name_or_file: str) -> Path:
    from companion.app.tile_boxes import box_path
    from companion.places import places

    return box_path(name_or_file, places().tile_boxes)


def decoded(image: str) -> "tuple[Frame, float]":
    """Decode a picture; return it and the milliseconds that it took.

    Raises:
        CompanionError: the picture cannot be read.
    """
    from vision.core.decoding import decode_file

    begin = time.perf_counter()
    frame = decode_file(Path(image))
    return frame, round((time.perf_counter() - begin) * 1000.0, 3)


def read_tiles(reader: "TilesFromStills", image: str) -> "tuple[Frame, TilesReading]":
    """Decode a picture and read the tiles in it.

    Raises:
        CompanionError: the picture cannot be read.
    """
    frame, decode_ms = decoded(image)
    return frame, reader.read([frame]).decoded_in(decode_ms)


def tile_lines(image: str, reading: "TilesReading") -> "Iterator[str]":
    """Return the lines of text output: summary, problems, then a line for each tile."""
    checks = sum(tile.status.value == "check" for tile in reading.tiles)
    doubt = f", {checks} to check" if checks else ""
    yield one_line(
        f"{image}: {reading.width} x {reading.height}, {len(reading.tiles)} tiles{doubt}, "
        f"{len(reading.dice)} dice, {reading.timings_ms.total:.0f} ms"
    )
    yield from (f"  ! {one_line(problem.message)}" for problem in reading.problems)
    for tile in reading.tiles:
        x, y = tile.centre_px
        others = ", ".join(other.tile for other in tile.alternatives)
        question = f"  check: {others}" if tile.status.value == "check" else ""
        yield one_line(f"{x:6.0f} {y:5.0f}  {tile.tile or '-':32} {tile.confidence:6.1%}{question}")
