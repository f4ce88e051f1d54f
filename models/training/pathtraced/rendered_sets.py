"""Shared by the renderers of the evaluation sets: camera position, layout, index; no rendering."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

Spot: TypeAlias = tuple[float, float, float]
"""Position of a die on the table plane: x, y and rotation in radians."""


def camera_place(
    distance: float, tilt: float, heading: float, edge: float
) -> tuple[float, float, float]:
    """Return x, y, z of a camera that looks at the centre of the dice.

    Args:
        distance: from that centre, in the unit of *edge*.
        tilt: from the vertical, radians.
        heading: azimuth of the camera, radians.
        edge: edge of the dice; the table plane is z = 0.
    """
    aside = distance * math.sin(tilt)
    return (
        aside * math.cos(heading),
        aside * math.sin(heading),
        distance * math.cos(tilt) + edge,
    )


def block(first: Spot, columns: int, rows: int, pitch: float) -> list[Spot]:
    """Return positions in rows and columns, rotated like the first, centres *pitch* apart."""
    x, y, yaw = first
    c, s = pitch * math.cos(yaw), pitch * math.sin(yaw)
    return [
        (x + i * c - j * s, y + i * s + j * c, yaw) for j in range(rows) for i in range(columns)
    ]


def is_free(spot: Spot, others: Sequence[Spot], edge: float, half: tuple[float, float]) -> bool:
    """Whether a die of *edge* fits at *spot* next to the others, within +-*half*."""
    inside = abs(spot[0]) < half[0] and abs(spot[1]) < half[1]
    return inside and all(math.dist(spot[:2], other[:2]) >= edge * 1.42 for other in others)


def write_set(
    out: Path,
    count: int,
    entry_of: Callable[[int], Mapping[str, Any]],
    head: Mapping[str, Any],
    *,
    key: str = "images",
) -> None:
    """Write ``out/index.json``, one entry after the other; an interrupted run resumes.

    Args:
        out: output folder; created if missing.
        count: number of entries.
        entry_of: renders number k, writes its image and returns its entry.
        head: other fields of the index, such as the seed.
        key: name of the list of entries.
    """
    out.mkdir(parents=True, exist_ok=True)
    entries: list[Any] = []
    for k in range(count):
        note = out / f"{k:04d}.json"
        if not note.exists():
            note.write_text(json.dumps(entry_of(k)))
        entries.append(json.loads(note.read_text()))
        (out / "index.json").write_text(json.dumps({**head, key: entries}))
        print(f"{k + 1} of {count}", flush=True)
