"""Photographs of ordinary dice with their labels, split by a fixed hash of the file's name.

Format of ``index.json``: boxes of whole visible dice in pixels (xyxy) and their values. The set is
nell-byler/dice_detection (BSD-3-Clause); the repository contains none of its images.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

HELD_OUT_OF_TEN = 3
"""Of ten photographs, how many are held out for evaluation."""


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One photograph: RGB, shape ``(H, W, 3)``; boxes ``(N, 4)``; values 1 to 6, shape ``(N,)``."""

    name: str
    image: npt.NDArray[np.uint8]
    boxes: npt.NDArray[np.float32]
    values: npt.NDArray[np.int64]


def held_out(name: str) -> bool:
    """Return whether a photograph is held out for evaluation."""
    return (
        hashlib.sha1(Path(name).name.encode(), usedforsecurity=False).digest()[0] % 10
        < HELD_OUT_OF_TEN
    )


def photos(folder: Path, *, evaluation: bool) -> Iterator[LabelledPhoto]:
    """Yield the photographs of one side of the split, in the order of the index."""
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    for entry in index["images"]:
        if held_out(entry["image"]) != evaluation:
            continue
        picture = cv2.imread(str(folder / entry["image"]), cv2.IMREAD_COLOR)
        if picture is None:
            raise FileNotFoundError(folder / entry["image"])
        boxes = entry["boxes"]
        yield LabelledPhoto(
            name=entry["image"],
            image=np.ascontiguousarray(picture[..., ::-1]),
            boxes=np.array([b["box"] for b in boxes], np.float32).reshape(-1, 4),
            values=np.array([b["pips"] for b in boxes], np.int64),
        )
