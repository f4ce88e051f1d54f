"""Times of reading twelve tiles by stage, and their ratio to the time of reading 20 dice.

The picture has 1536 x 864 pixels and shows twelve invented tiles of about 190 pixels. It is read by
one thread: as it is, with all tiles enrolled in the box, and enlarged to 12 megapixels.
Tiles and dice are read alternately, so that their ratio is valid on a busy machine, too.
"""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.benches.report import BenchOptions, BenchReport, BenchRow, peak_memory_mb, row

if TYPE_CHECKING:
    from companion.session.ports import Frame
    from vision.tiles.reader import TilesFromStills

PICTURE: Final = Path(__file__).with_name("tiles_table.jpg")
DICE: Final = Path(__file__).with_name("vision_table.jpg")
TILES: Final = 12
TARGET_MS: Final = 600.0
MEMORY_TARGET_MB: Final = 450.0
LARGE_PX: Final = (4608, 2592)

_WARM_UP = 2


def measure(options: BenchOptions) -> BenchReport:
    """Measure times, ratio and memory.

    Raises:
        CompanionError: a picture, a model or the text recogniser cannot be used.
    """
    import cv2
    import numpy as np

    from companion.catalog import load_roll_catalog
    from companion.session.ports import Frame
    from vision.core.decoding import decode_file
    from vision.tiles.opening import open_tile_reader

    reader = open_tile_reader(load_roll_catalog(), threads=1)
    frame = decode_file(PICTURE)
    large = Frame(np.asarray(cv2.resize(frame.pixels, LARGE_PX), np.uint8), 0.0, "large")
    rows, notes = _in_turns(reader, frame, options.runs)
    named = [(tile.centre_px, tile.tile) for tile in reader.read([frame]).tiles if tile.tile]
    reader.enrolled(frame, named)
    few = max(1, options.runs // 4)
    rows.append(row("known box: total", _totals(reader, frame, few), target=TARGET_MS))
    rows.append(row("12 megapixels: total", _totals(reader, large, few)))
    rows.append(row("peak memory", [peak_memory_mb()], unit="MB", target=MEMORY_TARGET_MB))
    return BenchReport("tiles", tuple(rows), tuple(notes))


def _in_turns(
    reader: "TilesFromStills", frame: "Frame", runs: int
) -> tuple[list[BenchRow], list[str]]:
    from companion.session.ports import ReadRequest
    from vision.core.decoding import decode_file
    from vision.opening import open_table_reader

    dice, table = open_table_reader(threads=1), ReadRequest(decode_file(DICE))
    stages: dict[str, list[float]] = {"find": [], "read": [], "total": [], "processor": []}
    ratios: list[float] = []
    seen = 0
    for number in range(_WARM_UP + runs):
        begin = time.process_time()
        reading = reader.read([frame])
        tiles_ms = 1000.0 * (time.process_time() - begin)
        seen = len(reading.tiles)
        begin = time.process_time()
        dice.read(table)
        dice_ms = 1000.0 * (time.process_time() - begin)
        if number >= _WARM_UP:
            timings = reading.timings_ms
            took = (timings.find, timings.read, timings.total, tiles_ms)
            for values, value in zip(stages.values(), took, strict=True):
                values.append(value)
            ratios.append(tiles_ms / max(dice_ms, 1e-3))
    targets = {"total": TARGET_MS, "processor": TARGET_MS}
    rows = [row(f"12 tiles: {name}", values, target=targets.get(name))
            for name, values in stages.items()]  # fmt: skip
    rows.append(row("12 tiles / 20 dice", ratios, unit="times"))
    return rows, [] if seen == TILES else [f"{seen} of {TILES} tiles found"]


def _totals(reader: "TilesFromStills", frame: "Frame", runs: int) -> list[float]:
    return [reader.read([frame]).timings_ms.total for _ in range(runs)]
