"""Times of a reading by stage: a usual table, a large one, one without a mat, a phone picture.

The usual picture has 1536 x 864 pixels with 20 dice on a mat, the large one 2304 x 1296 with 60 on
three, the one without a mat 1536 x 864 with 17 dice. They are renderings stored next to this
module. The phone picture in portrait format, 3024 x 4032 pixels, is an upscaled part of the last.
The networks are measured in fp32 and, where the models have them, in int8. "processor" is the CPU
time of the process on all cores: on a busy machine it is more reliable than wall-clock time.
The usual table is also read with a lighting profile; "drift check" is the part of that time in
which the patches are checked for changed light.
"""

import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.benches.report import BenchOptions, BenchReport, BenchRow, peak_memory_mb, row

if TYPE_CHECKING:
    from companion.session.ports import Frame
    from vision.opening import Precision
    from vision.pipeline import TableReader

THREADS: Final = (1, 2)
STAGES: Final = ("mats", "find", "classify", "total", "processor")
PICTURE: Final = Path(__file__).with_name("vision_table.jpg")
MEMORY_TARGET_MB: Final = 350.0
DRIFT_TARGET_MS: Final = 2.0
PHONE_PX: Final = (3024, 4032)

_WARM_UP = 3


@dataclass(frozen=True, slots=True)
class BenchPicture:
    """A test picture: its name in the report, its file, the number of dice in it.

    Attributes:
        target_ms: target median of the whole reading with one thread, without decoding.
        enlarged: it is upscaled to a portrait picture of 12 megapixels.
    """

    name: str
    picture: Path
    dice: int
    target_ms: float
    enlarged: bool = False


USUAL: Final = BenchPicture("usual", PICTURE, 20, 15.0)
LARGE: Final = BenchPicture("large", Path(__file__).with_name("vision_large.jpg"), 60, 40.0)
_NO_MAT = Path(__file__).with_name("vision_no_mat.jpg")
NO_MAT: Final = BenchPicture("no mat", _NO_MAT, 17, 25.0)
PHONE: Final = BenchPicture("12 megapixels", _NO_MAT, 15, 150.0, enlarged=True)
PICTURES: Final = (USUAL, LARGE, NO_MAT, PHONE)


def measure(options: BenchOptions) -> BenchReport:
    """Measure all stages for each precision and number of threads, and the memory.

    Raises:
        CompanionError: a picture or a model cannot be used.
    """
    from vision.core.decoding import decode_file

    rows: list[BenchRow] = []
    notes: list[str] = []
    for table in PICTURES:
        frame = decode_file(table.picture)
        if table.enlarged:
            frame = as_by_phone(frame)
        else:
            decoding = [_decoding_ms(table.picture) for _ in range(max(3, options.runs // 4))]
            rows.append(row(f"{table.name}: decode", decoding))
        notes.append(f"{table.name}: {frame.pixels.shape[1]} x {frame.pixels.shape[0]} pixels")
        for precision in _precisions():
            for threads in THREADS if table is USUAL else THREADS[:1]:
                stages, seen = _stages(table, frame, precision, threads, options.runs)
                rows += stages
                if seen != table.dice:
                    notes.append(f"{stages[0].name}: {seen} of {table.dice} dice found")
    rows += _by_profile(options.runs)
    rows.append(row("peak memory", [peak_memory_mb()], unit="MB", target=MEMORY_TARGET_MB))
    notes.append(f"{_usual_precision().value} is what this machine uses; decoding is not in total")
    return BenchReport("vision", tuple(rows), tuple(notes))


def as_by_phone(frame: "Frame") -> "Frame":
    """Return the centre of a picture, upscaled to a portrait one of 12 megapixels."""
    import cv2
    import numpy as np

    width, height = PHONE_PX
    rows, columns = frame.pixels.shape[:2]
    wide = rows * height // width  # a landscape picture, rotated
    left = (columns - wide) // 2
    upright = cv2.rotate(frame.pixels[:, left : left + wide], cv2.ROTATE_90_CLOCKWISE)
    large = cv2.resize(upright, PHONE_PX, interpolation=cv2.INTER_CUBIC)
    return replace(frame, pixels=np.asarray(large, np.uint8))


def _decoding_ms(picture: Path) -> float:
    from vision.core.decoding import decode_file

    begin = time.perf_counter()
    decode_file(picture)
    return (time.perf_counter() - begin) * 1000.0


def _precisions() -> "tuple[Precision, ...]":
    """Return the precisions that the installed models offer."""
    from models.store import load_manifest
    from vision.opening import Precision

    models = set(load_manifest().models)
    needed = {name for name in ("finder", "reader", "tilt") if name in models}
    has_int8 = {f"{name}_int8" for name in needed} <= models
    return (Precision.FLOAT, Precision.INTEGER) if has_int8 else (Precision.FLOAT,)


def _usual_precision() -> "Precision":
    from vision.core.runtime import int8_pays
    from vision.opening import Precision

    offered = _precisions()
    return offered[-1] if int8_pays() else Precision.FLOAT


def _stages(
    table: BenchPicture, frame: "Frame", precision: "Precision", threads: int, runs: int
) -> tuple[list[BenchRow], int]:
    from vision.opening import open_table_reader

    reader = open_table_reader(threads=threads, precision=precision)
    setting = f"{table.name}, {precision.value}, {threads} thread{'s' if threads > 1 else ''}"
    usual = precision is _usual_precision() and threads == 1
    target = table.target_ms if usual else None
    return _timed(reader, frame, runs, setting, target)


def _by_profile(runs: int) -> list[BenchRow]:
    """Return the times of the usual table with a lighting profile made from it."""
    from companion.session.ports import ReadRequest
    from vision.core.decoding import decode_file
    from vision.light.known_colours import FACTORY
    from vision.light.light_field import fit_light, sample_patches
    from vision.light.lighting_profile import LightingProfile, drift_at
    from vision.opening import open_table_reader

    reader, frame = open_table_reader(), decode_file(USUAL.picture)
    mats = reader.read(ReadRequest(frame)).mats
    size = frame.pixels.shape[1], frame.pixels.shape[0]
    light = fit_light(sample_patches(frame.pixels, mats), size)
    if light is None:
        return []
    reader.use_lighting(LightingProfile("bench", light, FACTORY))
    setting = f"{USUAL.name}, {_usual_precision().value}, 1 thread, by a profile"
    rows, _ = _timed(reader, frame, runs, setting, USUAL.target_ms)
    drift = []
    for _ in range(runs):
        begin = time.process_time()
        samples = sample_patches(frame.pixels, mats)
        seen = fit_light(samples, size)
        if seen is not None:
            drift_at(samples, seen, light)
        drift.append((time.process_time() - begin) * 1000.0)
    return [*rows, row("drift check: processor", drift, target=DRIFT_TARGET_MS)]


def _timed(
    reader: "TableReader", frame: "Frame", runs: int, setting: str, target: float | None
) -> tuple[list[BenchRow], int]:
    from companion.session.ports import ReadRequest

    for _ in range(_WARM_UP):
        reader.read(ReadRequest(frame))
    timings: list[dict[str, float]] = []
    seen = 0
    for _ in range(runs):
        begin = time.process_time()
        reading = reader.read(ReadRequest(frame)).reading
        spent_ms = (time.process_time() - begin) * 1000.0
        seen = len(reading.dice)
        timings.append({**asdict(reading.timings_ms), "processor": spent_ms})
    rows = [
        row(
            f"{setting}: {stage}",
            [timing[stage] for timing in timings],
            target=target if stage == "total" else None,
        )
        for stage in STAGES
    ]
    return rows, seen
