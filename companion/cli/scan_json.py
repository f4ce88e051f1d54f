"""Converts a reading to JSON of the contract ``scan/1``."""

from __future__ import annotations

from dataclasses import asdict

from companion.cli.output import one_line
from companion.session.ports import DieReading, MatReading, Reading

SCHEMA = "scan/1"


def reading_json(image: str, reading: Reading, *, decode_ms: float) -> dict[str, object]:
    """Return the JSON object for one picture."""
    return {
        "schema": SCHEMA,
        "image": image,
        "width": reading.width,
        "height": reading.height,
        "timings_ms": {**asdict(reading.timings_ms), "decode": decode_ms},
        "mats": [_mat(mat) for mat in reading.mats],
        "problems": [
            {"code": problem.code, "message": one_line(problem.message)}
            for problem in reading.problems
        ],
        "dice": [die_json(die) for die in reading.dice],
    }


def _mat(mat: MatReading) -> dict[str, object]:
    return {
        "id": mat.mat_id,
        "kind": mat.kind,
        "seat": mat.seat,
        "corners_px": [list(corner) for corner in mat.corners_px],
        "error_px": mat.error_px,
    }


def die_json(die: DieReading) -> dict[str, object]:
    """Return the JSON object of one die."""
    return {
        "centre_px": list(die.centre_px),
        "size_px": die.size_px,
        "angle_deg": die.angle_deg,
        "mat": die.mat,
        "position_mm": None if die.position_mm is None else list(die.position_mm),
        "zone": die.zone,
        "type": die.type,
        "colour": die.colour,
        "face": die.face,
        "confidence": die.confidence,
        "status": die.status.value,
        "alternatives": [asdict(other) for other in die.alternatives],
    }
