"""All measurements of one image that a calibration needs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.core import errors
from calibration.core.missed_dice import find_missed_dice
from calibration.core.reader_profile import light_seen
from calibration.core.uniformity import Uniformity, reflecting_places, uniformity
from companion.session.ports import DieReading, DieStatus, Frame, Reading, ReadRequest
from vision.core.arrays import F64, ImageU8
from vision.core.crops import cut_faces
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.light.known_colours import body_surfaces
from vision.light.light_field import LightField, PatchSamples
from vision.light.picture_stats import PictureStats, picture_stats
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import MatKind
from vision.mats.pose import DIE_EDGE_MM, MatPose, poses
from vision.mats.zones import zones_at
from vision.pipeline import TableReader

CALIBRATION = "calibration"

_DARK_LEVEL = 128.0
_SIDE_DISTANCE, _SIDE_CONFIDENCE = 1.2, 0.5  # in edges; share of the other's confidence
_LOW_CONFIDENCE = 0.95  # below, the doubt is about type or face, not about flatness


@dataclass(frozen=True, slots=True)
class MeasuredDie:
    """A die on the calibration mat.

    Attributes:
        slot: the type in whose slot it lies; None outside all slots.
        flat: not flagged `check`, or flagged for low confidence only.
        size_px: edge of its top face.
        linear: body colour relative to white paper, linear RGB.
    """

    slot: str | None
    read: str
    flat: bool
    size_px: float
    linear: tuple[float, float, float]
    clipped: float


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Measurements of an image of the calibration mat.

    Attributes:
        source: the image's name, for messages.
        mats: all mats in view; *mat* is the calibration mat among them.
        edge_mm: median edge of the dice in the mat's millimetres; None without dice.
        unclear: slots with something that was not recognised.
        reflecting: slots with a specular reflection, the worst first.
    """

    source: str
    pixels: ImageU8
    mat: FittedMat
    mats: tuple[FittedMat, ...]
    samples: PatchSamples
    light: LightField
    uniformity: Uniformity
    look: PictureStats
    dice: tuple[MeasuredDie, ...]
    edge_mm: float | None
    unclear: tuple[str, ...]
    reflecting: tuple[str, ...]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the image."""
        return self.pixels.shape[1], self.pixels.shape[0]


def measure(frame: Frame, reader: TableReader) -> Measured:
    """Return the measurements of *frame*.

    The reader is used without a profile, since this image is to make one.

    Raises:
        CalibrationError: there is no calibration mat, or its lighting cannot be measured.
    """
    reader.use_lighting(None)
    result = reader.read(ReadRequest(frame))
    reading, mats = result.reading, result.mats
    mat = _calibration_mat(reading, mats)
    pixels = frame.pixels
    size = pixels.shape[1], pixels.shape[0]
    samples, light = light_seen(pixels, mats)
    if light is None:
        raise _no_light(pixels)
    on_mat = _without_side_faces([die for die in reading.dice if die.mat == CALIBRATION])
    on_mat += find_missed_dice(frame, reader, mat, on_mat)
    pose = next(p for p in poses(mats, size) if p.mat is mat)
    return Measured(
        source=frame.source,
        pixels=pixels,
        mat=mat,
        mats=mats,
        samples=samples,
        light=light,
        uniformity=uniformity(pixels, mat),
        look=picture_stats(ImagePyramid(pixels)),
        dice=_dice(pixels, on_mat, light),
        edge_mm=_edge_mm(on_mat, pose) if on_mat else None,
        unclear=_unclear(reading, mat),
        reflecting=reflecting_places(pixels, mat, light),
    )


def _without_side_faces(dice: Sequence[DieReading]) -> list[DieReading]:
    """Return *dice* without side faces of others seen obliquely: near and less confident."""
    return [
        die
        for die in dice
        if not any(
            math.dist(die.centre_px, other.centre_px) < _SIDE_DISTANCE * other.size_px
            and die.confidence < _SIDE_CONFIDENCE * other.confidence
            for other in dice
        )
    ]


def _unclear(reading: Reading, mat: FittedMat) -> tuple[str, ...]:
    outlines = [p.outline_px for p in reading.problems if p.outline_px]
    if not outlines:
        return ()
    middles: F64 = np.array(outlines, dtype=np.float64).mean(axis=1)
    zones = zones_at(mat.layout, transform(mat.inverse, middles))
    return tuple(zone for zone in zones if zone is not None)


def _calibration_mat(reading: Reading, mats: tuple[FittedMat, ...]) -> FittedMat:
    for mat in mats:
        if mat.layout.kind is MatKind.CALIBRATION:
            return mat
    image_problems = {problem.code for problem in reading.problems}
    faults = [p for p in reading.problems if p.params.get("mat") == CALIBRATION]
    if faults and "blurred" not in image_problems:
        raise _NOT_WHOLE.get(faults[0].code, errors.MAT_NOT_WHOLE)()
    if mats:
        raise errors.OTHER_MAT(mat=mats[0].layout.mat_id)
    if "too_dark" in image_problems:
        raise errors.TOO_DARK()
    raise (errors.BLURRED if "blurred" in image_problems else errors.NO_CALIBRATION_MAT)()


_NOT_WHOLE: Final = {"mat_duplicate": errors.MAT_TWICE, "mat_bent": errors.MAT_BENT}


def _no_light(pixels: ImageU8) -> errors.CalibrationError:
    bright = float(np.median(pixels[::8, ::8].max(axis=2)))
    return errors.TOO_DARK() if bright < _DARK_LEVEL else errors.OVEREXPOSED()


def _dice(pixels: ImageU8, dice: list[DieReading], light: LightField) -> tuple[MeasuredDie, ...]:
    if not dice:
        return ()
    centres = np.array([die.centre_px for die in dice], np.float32)
    edges = np.array([die.size_px for die in dice], np.float32)
    angles = np.array([die.angle_deg for die in dice], np.float32)
    ones = np.ones(len(dice), np.float32)
    crops = cut_faces(pixels, Detections(centres, edges, angles, ones))
    surfaces = body_surfaces(crops, light.at(centres))
    return tuple(
        MeasuredDie(
            slot=die.zone,
            read=die.type,
            flat=die.status is DieStatus.OK or die.confidence < _LOW_CONFIDENCE,
            size_px=die.size_px,
            linear=_rgb(linear),
            clipped=float(clipped),
        )
        for die, linear, clipped in zip(dice, surfaces.linear, surfaces.clipped, strict=True)
    )


def _rgb(bgr: F64) -> tuple[float, float, float]:
    blue, green, red = bgr.tolist()
    return red, green, blue


def _edge_mm(dice: list[DieReading], pose: MatPose) -> float:
    """Return the median edge of the dice in the mat's millimetres.

    A top face lies one edge above the paper, nearer to the camera and thus larger in the image, so
    the edge is solved for iteratively.
    """
    centres = np.array([die.centre_px for die in dice], np.float64)
    seen = np.array([die.size_px for die in dice], np.float64)
    edge = DIE_EDGE_MM
    for _ in range(3):
        middle = pose.foot_points(centres, height_mm=edge)
        right = pose.project(middle + np.array([edge / 2, 0.0]), height_mm=edge)
        left = pose.project(middle - np.array([edge / 2, 0.0]), height_mm=edge)
        lower = pose.project(middle + np.array([0.0, edge / 2]), height_mm=edge)
        upper = pose.project(middle - np.array([0.0, edge / 2]), height_mm=edge)
        across, down = right - left, lower - upper
        area = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
        edge = float(np.clip(edge * np.median(seen / np.sqrt(area)), 2.0, 60.0))
    return edge
