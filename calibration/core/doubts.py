"""Doubtful and misread dice with the answers that people gave, as a file to train with.

The file is a zip with ``doubts.json`` and a PNG for each die. It holds no names: profiles and
players are left out, and nothing but the faces of dice is seen.
"""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

import cv2
import numpy as np

from calibration.core.enrolment import face_png
from calibration.core.profile import FACE_PX, CameraSeen, PaperLight, Triple
from companion.decoding import decode
from companion.text_formats import from_json
from vision.core.arrays import ImageU8

SCHEMA: Final = "doubtful-dice/1"
_INDEX: Final = "doubts.json"

DieFace = tuple[str, str]
"""Keys of a type and a face."""


@dataclass(frozen=True, slots=True, eq=False)
class Doubt:
    """A die that was flagged or misread.

    Attributes:
        crop: of its face, (64, 64, 3), BGR, white balanced.
        answer: what people said that it is; None if they took it away, as no die.
        profile: by which it was read; empty without one, and not stored.
    """

    crop: ImageU8
    read: DieFace
    answer: DieFace | None
    flagged: bool
    profile: str = ""


@dataclass(frozen=True, slots=True)
class _Entry:
    image: str
    read: DieFace
    flagged: bool
    answer: DieFace | None = None
    paper_rgb: Triple | None = None


@dataclass(frozen=True, slots=True)
class _Index:
    schema: str
    reader_sha256: str
    camera: CameraSeen
    dice: tuple[_Entry, ...]


def packed(
    doubts: Sequence[Doubt],
    *,
    reader_sha256: str,
    camera: CameraSeen,
    lights: Mapping[str, PaperLight | None],
) -> bytes:
    """Return the file; *lights* are by the name of a profile."""
    content, entries = io.BytesIO(), []
    with zipfile.ZipFile(content, "w") as bundle:  # the pictures are compressed
        for number, doubt in enumerate(doubts):
            name, light = f"{number:03d}.png", lights.get(doubt.profile)
            bundle.writestr(name, face_png(doubt.crop))
            white = None if light is None else light.white
            entries.append(_Entry(name, doubt.read, doubt.flagged, doubt.answer, white))
        index = asdict(_Index(SCHEMA, reader_sha256, camera, tuple(entries)), dict_factory=_known)
        bundle.writestr(_INDEX, json.dumps(index, indent=1))
    return content.getvalue()


def _known(items: list[tuple[str, object]]) -> dict[str, object]:
    return {name: value for name, value in items if value is not None}


def unpacked(content: bytes) -> list[Doubt]:
    """Return the dice of a file that this program has written.

    Raises:
        ValueError: it is no such file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as bundle:
            index = decode(_Index, from_json(bundle.read(_INDEX).decode()), "")
            if index.schema != SCHEMA:
                raise ValueError(f"its schema is not {SCHEMA}")
            return [
                Doubt(_crop(bundle.read(each.image)), each.read, each.answer, each.flagged)
                for each in index.dice
            ]
    except (KeyError, zipfile.BadZipFile) as error:
        raise ValueError(f"it holds no doubtful dice: {error}") from error


def _crop(png: bytes) -> ImageU8:
    crop = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if crop is None or crop.shape != (FACE_PX, FACE_PX, 3):
        raise ValueError("an image in it is not of a face")
    return np.asarray(crop, np.uint8)
