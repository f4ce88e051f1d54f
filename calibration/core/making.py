"""Making a profile from images of the calibration mat; checking and measuring its light again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from calibration.core import errors
from calibration.core.checks import steps_of
from calibration.core.errors import LIGHT_NOT_KNOWN, LIGHT_UNSEEN
from calibration.core.measuring import Measured, measure
from calibration.core.profile import (
    DIE_KEYS,
    MAX_PICTURE_BYTES,
    CameraSeen,
    DieColour,
    PaperLight,
    Profile,
    SeenMat,
    Triple,
)
from calibration.core.reader_profile import drawn_zones, light_seen, lighting_profile
from calibration.core.steps import bad, good, refuse_bad
from companion.session.calibration_ports import StepLight
from companion.session.ports import Frame, Problem, ReadRequest
from vision.core.arrays import F64, ImageU8, relative
from vision.light.light_field import LightField
from vision.light.lighting_profile import LIGHT_DIFFERS, Drift, drift_at
from vision.mats.fitting import FittedMat, mats_in
from vision.pipeline import TableReader

_THUMBNAIL_SIDE_PX: Final = 480
_THUMBNAIL_QUALITY: Final = 70
_DIGITS: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class MatInspection:
    """The result of checking one image.

    Attributes:
        steps: in display order, without those that could not be measured.
        measured: None where a red step prevented the measurement.
    """

    steps: tuple[StepLight, ...]
    measured: Measured | None


_STEP_OF: Final = MappingProxyType(
    {
        errors.BLURRED.code: "sharpness",
        errors.OVEREXPOSED.code: "exposure",
        errors.TOO_DARK.code: "exposure",
    }
)
"""Code of an error that prevents the measurement -> its step; others are about the mats."""


def inspect_mat(frame: Frame, reader: TableReader) -> MatInspection:
    """Return the checks of an image of the calibration mat. Never raises for its content.

    Raises:
        BadFrameError: the frame's array is not an image.
    """
    camera = good("camera")
    try:
        measured = measure(frame, reader)
    except errors.CalibrationError as err:
        return MatInspection((camera, bad(_STEP_OF.get(err.code, "mats"), err)), None)
    mats = good("mats", float(len(measured.mats)))
    return MatInspection((camera, mats, *steps_of(measured)), measured)


def make_profile(
    frames: Sequence[Frame], reader: TableReader, *, name: str, made_at: str, camera: str
) -> tuple[Profile, tuple[StepLight, ...]]:
    """Return a profile from images of the calibration mat under one light source, and its steps.

    Args:
        frames: at least one.
        reader: has no profile afterwards.
        made_at: UTC, ISO 8601.

    Raises:
        CalibrationError: an image cannot be used; the first fault is raised.
    """
    all_steps: list[tuple[StepLight, ...]] = []
    measured: list[Measured] = []
    for frame in frames:
        looked = inspect_mat(frame, reader)
        refuse_bad(looked.steps)
        if looked.measured is None:
            raise errors.CalibrationError
        all_steps.append(looked.steps)
        measured.append(looked.measured)
    _check_one_light(measured)
    first = measured[0]
    width, height = first.size_px
    edges = [each.edge_mm for each in measured if each.edge_mm is not None]
    profile = Profile(
        name=name,
        made_at=made_at,
        camera=CameraSeen(camera, width, height),
        light=stored_light(first.light),
        colours=tuple(_colour(key, measured) for key in DIE_KEYS),
        die_edge_mm=round(float(np.clip(np.median(edges), 8.0, 30.0)), 2),
        mats=seen_mats(first.mats, first.size_px),
        picture=thumbnail(first.pixels),
    )
    return profile, _worst_of_each(all_steps)


def refreshed(profile: Profile, frame: Frame, *, made_at: str) -> Profile:
    """Return *profile* with the lighting of *frame*, which shows any mat; all else is kept.

    Drawn zones move with a mat that was in view when they were drawn and is in view again.

    Raises:
        CalibrationError: the profile has no measured lighting, no mat is in view, or its patches
            are too dark or clipped.
    """
    if profile.light is None:
        raise errors.LIGHT_NOT_KNOWN(profile=profile.name)
    pixels = frame.pixels
    mats = mats_in(pixels)
    size = pixels.shape[1], pixels.shape[0]
    _, light = light_seen(pixels, mats)
    if light is None:
        raise errors.LIGHT_UNSEEN()
    camera = CameraSeen(profile.camera.name, *size)
    light_now = stored_light(light)
    fresh = replace(profile, made_at=made_at, serial=0, camera=camera, light=light_now)
    return _with_mats(fresh, mats, size)


def _with_mats(profile: Profile, mats: Sequence[FittedMat], size_px: tuple[int, int]) -> Profile:
    """Return *profile* with the mats of an image, its zones moved with them."""
    now = seen_mats(mats, size_px)
    zones = drawn_zones(profile)
    if zones is None:
        return replace(profile, mats=now)
    before = {mat.mat for mat in profile.mats}
    if before.isdisjoint(mat.mat for mat in now):  # no evidence that the camera was moved
        return replace(profile, mats=(*profile.mats, *now))
    places = [relative(place, size_px).round(4) for place in zones.followed(mats, size_px)]
    try:
        moved = tuple(
            replace(zone, corners=tuple((x, y) for x, y in place.tolist()))
            for zone, place in zip(profile.zones, places, strict=True)
        )
    except ValueError:  # far outside the image now: the old places can still be tracked
        return profile
    return replace(profile, mats=now, zones=moved)


def bare_profile(name: str, *, made_at: str, camera: CameraSeen) -> Profile:
    """Return a profile without lighting and colours, to which zones and faces can be added."""
    return Profile(name=name, made_at=made_at, camera=camera, light=None, colours=())


def stored_light(light: LightField) -> PaperLight:
    """Return a light field in the profile's form."""
    middle, *slopes = light.terms[:, ::-1]
    x0, y0, x1, y1 = np.clip(np.array(light.seen), -1.5, 1.5).round(4).tolist()
    white = np.clip(np.exp(middle), 1e-4, 20.0)
    return PaperLight(
        _triple(white), tuple(_triple(np.clip(t, -5.0, 5.0)) for t in slopes), (x0, y0, x1, y1)
    )


def seen_mats(mats: Sequence[FittedMat], size_px: tuple[int, int]) -> tuple[SeenMat, ...]:
    """Return where mats lie in an image of *size_px*."""
    found = []
    for mat in mats:
        a, b, c, d = (
            (round(x, 4), round(y, 4)) for x, y in relative(mat.corners_px, size_px).tolist()
        )
        found.append(SeenMat(mat.layout.mat_id, (a, b, c, d)))
    return tuple(found)


def thumbnail(pixels: ImageU8) -> bytes:
    """Return a small JPEG of BGR *pixels*; empty where it would still be too large."""
    scale = min(1.0, _THUMBNAIL_SIDE_PX / max(pixels.shape[:2]))
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    quality = [int(cv2.IMWRITE_JPEG_QUALITY), _THUMBNAIL_QUALITY]
    content: bytes = cv2.imencode(".jpg", small, quality)[1].tobytes()
    return content if len(content) <= MAX_PICTURE_BYTES else b""


def _check_one_light(measured: Sequence[Measured]) -> None:
    first = measured[0]
    for other in measured[1:]:
        if drift_at(other.samples, other.light, first.light.resized(other.size_px)).noticed:
            raise errors.LIGHTS_DIFFER(image=other.source)


def _colour(key: str, measured: Sequence[Measured]) -> DieColour:
    seen = [die.linear for each in measured for die in each.dice if die.slot == key]
    return DieColour(key, _triple(np.clip(np.mean(seen, axis=0), 0.0, 4.0)), len(seen))


def _worst_of_each(looks: Sequence[tuple[StepLight, ...]]) -> tuple[StepLight, ...]:
    """Return for each kind of step the worst over the images."""
    order = ("red", "yellow", "green")
    chosen: dict[str, StepLight] = {}
    for steps in looks:
        for step in steps:
            known = chosen.setdefault(step.key, step)
            if order.index(step.signal.value) < order.index(known.signal.value):
                chosen[step.key] = step
    return tuple(chosen.values())


def _triple(values: F64) -> Triple:
    a, b, c = np.round(np.asarray(values, np.float64), _DIGITS).tolist()
    return a, b, c


LEAST_DICE: Final = 3
"""Fewer dice are too little evidence about the lighting."""


@dataclass(frozen=True, slots=True)
class LightCheck:
    """The result.

    Attributes:
        fits: the profile can be used as it is.
        by: ``patches`` of a mat, or ``dice`` where no mat is in view.
        drift: of the patches from the profile's lighting; None without patches.
        other_lamp: probability of another light source, estimated from the dice, 0..1.
    """

    fits: bool
    by: str
    drift: Drift | None
    other_lamp: float
    problems: tuple[Problem, ...]


def check_light(profile: Profile, frame: Frame, reader: TableReader) -> LightCheck:
    """Return whether *frame* was taken under the lighting of *profile*.

    Raises:
        CalibrationError: no measured lighting, or neither a patch nor enough dice in view.
        BadFrameError: the frame's array is not an image.
    """
    table = lighting_profile(profile)
    if table is None:
        raise LIGHT_NOT_KNOWN(profile=profile.name)
    reader.use_lighting(table)
    try:
        result = reader.read(ReadRequest(frame, whole_image=True))
    finally:
        reader.use_lighting(None)
    reading, drift = result.reading, result.drift
    if drift is None and len(reading.dice) < LEAST_DICE:
        raise LIGHT_UNSEEN()
    problems = tuple(p for p in reading.problems if p.code.startswith("profile_"))
    differs = any(problem.code == LIGHT_DIFFERS for problem in problems)
    by = "dice" if drift is None else "patches"
    return LightCheck(not differs, by, drift, result.other_lamp, problems)
