"""Enrolment of faces: other editions, painted dice, ordinary dice, the robot's dice.

A face is shown to the camera and labelled by a tap. A reading that was corrected at the table
becomes another example of that face, if the players agree. Only small crops are stored.
"""

import io
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from PIL import Image

from calibration.core.errors import FACE_NOT_KEPT, FACE_NOT_SHOWN
from calibration.core.profile import FACE_PX, MAX_FACES, Profile, ShownFace
from companion.session.calibration_ports import FaceLine
from companion.session.table_port import Picture
from vision.core.arrays import ImageU8

MOST_OF_A_FACE: Final = 12
"""Examples kept of one face; the oldest is replaced first, corrections before shown ones."""

_MAX_STORED_PIXELS: Final = 4_000_000
_NO_PICTURE: Final = Picture(b"\0\0\0", 1, 1)


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Enrolment of the faces of one die, one after the other.

    Attributes:
        faces: the names to show.
        shown: (face, PNG) in order of arrival.
    """

    die: str
    faces: tuple[str, ...]
    shown: tuple[tuple[str, bytes], ...] = ()

    def with_sample(self, crop: ImageU8, face: str) -> "Enrolment":
        """Return the enrolment with another example, of *face*.

        Raises:
            CalibrationError: no crop, or no such face on this die.
        """
        if face not in self.faces:
            raise FACE_NOT_KEPT(reason=f"{self.die} has no face {face}")
        return replace(self, shown=(*self.shown, (face, face_png(crop))))

    def back(self) -> "Enrolment":
        """Return the enrolment without its last example."""
        return replace(self, shown=self.shown[:-1])

    def into(self, profile: Profile) -> Profile:
        """Return *profile* with all examples.

        Raises:
            CalibrationError: there is no room for more.
        """
        for face, picture in self.shown:
            profile = _with(profile, ShownFace(self.die, face, picture))
        return profile


def with_correction(profile: Profile, die: str, face: str, crop: ImageU8) -> Profile:
    """Return *profile* with a corrected reading as an example.

    Raises:
        CalibrationError: no crop, or no room for more.
    """
    return _with(profile, ShownFace(die, face, face_png(crop), corrected=True))


def listed(profile: Profile) -> tuple[FaceLine, ...]:
    """Return the enrolled faces, by die, then by name."""
    rows = []
    for die, face in sorted({(each.die, each.face) for each in profile.faces}):
        examples = [each for each in profile.faces if (each.die, each.face) == (die, face)]
        by_hand = sum(each.corrected for each in examples)
        picture = stored_picture(examples[-1].picture) or _NO_PICTURE
        rows.append(FaceLine(die, face, len(examples), by_hand, picture))
    return tuple(rows)


def without(profile: Profile, die: str, face: str) -> Profile:
    """Return *profile* without the examples of a face.

    Raises:
        CalibrationError: there is none.
    """
    kept = tuple(each for each in profile.faces if (each.die, each.face) != (die, face))
    if len(kept) == len(profile.faces):
        raise FACE_NOT_SHOWN(die=die, face=face)
    return replace(profile, faces=kept)


def face_png(crop: ImageU8) -> bytes:
    """Return a crop as PNG.

    Raises:
        CalibrationError: the crop is not ``FACE_PX`` pixels a side.
    """
    if crop.shape != (FACE_PX, FACE_PX, 3):
        raise FACE_NOT_KEPT(reason="it is not an image of a face")
    content: bytes = cv2.imencode(".png", crop, [int(cv2.IMWRITE_PNG_COMPRESSION), 9])[1].tobytes()
    return content


def _with(profile: Profile, example: ShownFace) -> Profile:
    faces = list(profile.faces)
    same = [each for each in faces if (each.die, each.face) == (example.die, example.face)]
    if len(same) >= MOST_OF_A_FACE:
        faces.remove(next((each for each in same if each.corrected), same[0]))
    if len(faces) >= MAX_FACES:
        raise FACE_NOT_KEPT(reason="there are too many already")
    return replace(profile, faces=(*faces, example))


@lru_cache(maxsize=128)
def stored_picture(content: bytes) -> Picture | None:
    """Return a profile's picture for the screen; None where it is absent or undecodable."""
    if not (content and _is_small(content)):
        return None
    pixels = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        return None
    rgb = cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)
    height, width = rgb.shape[:2]
    return Picture(rgb.tobytes(), width, height)


def _is_small(content: bytes) -> bool:
    """Whether the header declares a small image: a few bytes may decode to gigabytes."""
    try:
        with Image.open(io.BytesIO(content), formats=("JPEG", "PNG")) as picture:
            return picture.width * picture.height <= _MAX_STORED_PIXELS
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return False
