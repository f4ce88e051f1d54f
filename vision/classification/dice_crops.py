"""The stage between detection and classification: crops of each die."""

from __future__ import annotations

from dataclasses import dataclass

from vision.classification.tilt import wide_crops
from vision.core.arrays import ImageU8
from vision.core.crops import cut_faces
from vision.core.image_pyramid import ImagePyramid
from vision.detection.die_search import Candidates


@dataclass(frozen=True, slots=True, eq=False)
class DiceCrops:
    """Crops of N dice, rotated upright, without white balance.

    Attributes:
        faces: BGR, (N, 64, 64, 3), top faces.
        wide: BGR, (N, 64, 64, 3), with sides, shadow and neighbours, for the tilt network.
    """

    faces: ImageU8
    wide: ImageU8


def cut_dice(picture: ImagePyramid, candidates: Candidates) -> DiceCrops:
    """Return the crops of the candidate dice in *picture*."""
    pixels = picture.pixels
    return DiceCrops(
        cut_faces(pixels, candidates.dice), wide_crops(pixels, candidates.dice, candidates.reduced)
    )
