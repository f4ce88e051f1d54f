"""How long a reading takes: a picture of 1536 x 864 pixels with 20 dice on a mat.

The picture is a rendering that lies beside this module (``vision_table.jpg``).
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli.benches.report import BenchOptions, BenchReport, Row, peak_memory_mb, row

if TYPE_CHECKING:
    from companion.session.ports import Frame

PICTURE: Final = Path(__file__).with_name("vision_table.jpg")
DICE: Final = 20
THREADS: Final = (1, 2)

TOTAL_TARGET_MS: Final = 100.0
MEMORY_TARGET_MB: Final = 400.0

_WARM_UP = 3


def measure(options: BenchOptions) -> BenchReport:
    """Return the times of all stages with one and two threads, and the memory.

    Raises:
        CompanionError: the picture or a model cannot be used.
    """
    import time

    from vision.decoding import decode_file

    frame = decode_file(PICTURE)
    decoding: list[float] = []
    for _ in range(max(3, options.runs // 4)):
        begin = time.perf_counter()
        decode_file(PICTURE)
        decoding.append((time.perf_counter() - begin) * 1000.0)
    rows = [row("decode", decoding)]
    notes = [f"{frame.pixels.shape[1]} x {frame.pixels.shape[0]} pixels"]
    for threads in THREADS:
        stages, dice = _stages(frame, threads, options.runs)
        rows += stages
        notes.append(f"{dice} of {DICE} dice found with {threads} thread(s)")
        if threads == 1:
            memory = peak_memory_mb()
            rows.append(row("peak memory", [memory], unit="MB", target=MEMORY_TARGET_MB))
    return BenchReport("vision", tuple(rows), tuple(notes))


def _stages(frame: Frame, threads: int, runs: int) -> tuple[list[Row], int]:
    from vision.opening import open_table_reader

    reader = open_table_reader(threads=threads)
    readings = [reader.read(frame) for _ in range(_WARM_UP + runs)][_WARM_UP:]
    timings = [asdict(reading.timings_ms) for reading in readings]
    rows = [
        row(
            f"{stage}, {threads} thread{'s' if threads > 1 else ''}",
            [timing[stage] for timing in timings],
            target=TOTAL_TARGET_MS if (stage, threads) == ("total", 1) else None,
        )
        for stage in ("mats", "find", "classify", "total")
    ]
    return rows, len(readings[-1].dice)
