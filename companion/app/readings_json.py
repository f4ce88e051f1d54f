"""Converts readings to JSON of the contracts ``scan/1`` and ``tiles/1``."""

from collections.abc import Sequence
from dataclasses import asdict

from companion.errors import one_line
from companion.session.ports import DieReading, MatReading, Problem, Reading
from companion.session.service_ports import TilesReading

SCAN = "scan/1"
TILES = "tiles/1"


def reading_json(image: str, reading: Reading, *, decode_ms: float) -> dict[str, object]:
    return {
        "schema": SCAN,
        "image": image,
        "width": reading.width,
        "height": reading.height,
        "timings_ms": {**asdict(reading.timings_ms), "decode": decode_ms},
        "mats": [_mat(mat) for mat in reading.mats],
        "problems": problems_json(reading.problems),
        "dice": [die_json(die) for die in reading.dice],
    }


def problems_json(problems: Sequence[Problem]) -> list[dict[str, str]]:
    """Return the JSON objects of the problems of a picture."""
    return [{"code": each.code, "message": one_line(each.message)} for each in problems]


def die_json(die: DieReading) -> dict[str, object]:
    fields = {**asdict(die), "status": die.status.value}
    del fields["odds"]
    return fields


def _mat(mat: MatReading) -> dict[str, object]:
    fields = asdict(mat)
    return {"id": fields.pop("mat_id"), **fields}


def tiles_json(image: str, reading: TilesReading) -> dict[str, object]:
    return {
        "schema": TILES,
        "image": image,
        "width": reading.width,
        "height": reading.height,
        "timings_ms": asdict(reading.timings_ms),
        "problems": problems_json(reading.problems),
        "tiles": [
            {**asdict(tile), "status": tile.status.value, "text": one_line(tile.text)}
            for tile in reading.tiles
        ],
        "dice": [die_json(die) for die in reading.dice],
    }
