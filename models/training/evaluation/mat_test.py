"""Mats under all lightings: effect of zone tints on detection, and unreported missed dice.

    python -m models.training.evaluation.mat_test (tints|unread|calibration) [--pictures N]

``tints`` prints the table in calibration/README.md, ``unread`` the one in vision/README.md,
``calibration`` the refused sheets by lighting.

Random mats with random dice, two thirds of them pale, under the lightings of `lights.LIGHTS`, under
specular reflections and hard shadows of hands; half of the sheets are folded, all images have noise
and JPEG artefacts. The same arguments give the same images. ``unread`` removes each accepted die in
turn, as if it had not been detected, and tests whether its position is reported.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from unittest.mock import patch

import cv2
import numpy as np
import numpy.typing as npt

from calibration.core.errors import CalibrationError
from calibration.core.making import inspect_mat
from calibration.core.steps import refuse_bad
from calibration.mats.artwork import TINT_GREY, draw_sheet
from calibration.mats.raster import raster
from companion.session.ports import DieStatus, Frame, Problem, ReadRequest
from models.labels import FACES_OF
from models.training.generator.camera import F32, F64
from models.training.generator.frames import generator
from models.training.generator.lights import LIGHTS, draw_light, white_level
from models.training.generator.scenes import Look, MatScene, SceneDie, View, render_mat
from models.training.generator.sensor import Sensor
from models.training.generator.stage import DieTruth
from vision.core.arrays import ImageU8
from vision.core.detections import Detections
from vision.mats.layout import MatKind, MatLayout, Paper, Rect, mat_layout, mat_layouts
from vision.mats.print_subtraction import BareMat, unread_objects
from vision.opening import open_table_reader
from vision.result import TableReadResult

SPOILT: Final = ("glare", "shadow")
PALE: Final = ("home", "consumption", "novelty")
TINTS: Final = (
    ("plain", 255), ("grey", 240), ("grey", 228), ("grey", 214), ("blue", 240), ("blue", 228),
    ("blue", 214), ("dots", 200), ("dots", 150), ("lines", 215), ("lines", 180),
)  # fmt: skip
"""Zone prints: uniform, bluish, dots of 0.8 mm or lines of 0.4 mm every 2 mm; with their level."""

_PX_PER_MM = 8
_SIZE_PX = (1152, 648)
_DICE = 16
_PALE_SHARE = 0.7
_BLUE = 10.0  # levels taken from red and added to blue
_WEAK = 0.5  # detections with a lower score are nearly missed
_GAMMA = 2.2


@dataclass(frozen=True, slots=True)
class Shot:
    """One image to render: a mat, its lighting and its dice."""

    number: int
    layout: MatLayout
    light: str
    dice: tuple[SceneDie, ...]


def shots(pictures: int) -> Iterator[Shot]:
    """Yield what to render; lightings alternate, half of the mats are A4."""
    lights = (*LIGHTS, *SPOILT)
    for number in range(pictures):
        rng = np.random.default_rng([1501, number])
        mats = [mat for mat in mat_layouts(Paper.A4) if mat.kind is not MatKind.CALIBRATION]
        mat_id = mats[int(rng.integers(len(mats)))].mat_id
        paper = Paper.A4 if rng.random() < 0.5 else Paper.LETTER
        layout = next(mat for mat in mat_layouts(paper) if mat.mat_id == mat_id)
        dice = _dice(rng, layout, int(rng.integers(0, _DICE + 1)))
        yield Shot(number, layout, lights[number % len(lights)], dice)


def calibration_shots(pictures: int) -> Iterator[Shot]:
    """Yield valid calibration sheets, one die of each type in place, some with reflections."""
    lights = (*LIGHTS, "glare")
    for number in range(pictures):
        rng = np.random.default_rng([1503, number])
        layout = mat_layout("calibration", Paper.A4 if rng.random() < 0.5 else Paper.LETTER)
        dice = tuple(
            SceneDie(
                kind,
                str(rng.choice(FACES_OF[kind])),
                rect.centre[0] + float(rng.uniform(-6, 6)),
                rect.centre[1] + float(rng.uniform(-6, 6)),
                float(rng.uniform(0, 360)),
            )
            for kind, rect in layout.zones
        )
        yield Shot(number, layout, lights[number % len(lights)], dice)


def _dice(rng: np.random.Generator, layout: MatLayout, count: int) -> tuple[SceneDie, ...]:
    dice: list[SceneDie] = []
    zones = [rect for _, rect in layout.zones]
    for _ in range(20 * count):
        if len(dice) == count:
            break
        rect = zones[int(rng.integers(len(zones)))]
        x, y = rng.uniform(rect.x0 + 8, rect.x1 - 8), rng.uniform(rect.y0 + 8, rect.y1 - 8)
        if all(math.hypot(x - die.x_mm, y - die.y_mm) > 20.5 for die in dice):
            pale = rng.random() < _PALE_SHARE
            kind = str(rng.choice(PALE if pale else list(FACES_OF)))
            face = str(rng.choice(FACES_OF[kind]))
            dice.append(SceneDie(kind, face, float(x), float(y), float(rng.uniform(0, 360))))
    return tuple(dice)


def printed(layout: MatLayout, tint: str, level: int) -> ImageU8:
    """Return a mat printed with a tint, RGB."""
    sheet = np.repeat(_untinted(layout)[..., None], 3, axis=2)
    ink = np.full(sheet.shape, 255, np.uint8)
    for _, rect in layout.zones:
        zone = _zone(ink, rect)
        zone[_pattern(zone.shape, tint)] = level
        if tint == "blue":
            zone[:] = np.clip(np.array([-_BLUE, 0, _BLUE]) + level, 0, 255)
    return np.minimum(sheet, ink)


@cache
def _untinted(layout: MatLayout) -> ImageU8:
    return raster(draw_sheet(layout, tinted=False), _PX_PER_MM)


def _zone(sheet: ImageU8, rect: Rect) -> ImageU8:
    x0, y0, x1, y1 = (round(v * _PX_PER_MM) for v in (rect.x0, rect.y0, rect.x1, rect.y1))
    return sheet[y0:y1, x0:x1]


def _pattern(shape: tuple[int, ...], tint: str) -> npt.NDArray[np.bool_]:
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
    step = 2 * _PX_PER_MM
    if tint == "dots":
        off = np.hypot(x % step - step / 2, y % step - step / 2)
        return np.asarray(off <= 0.4 * _PX_PER_MM, np.bool_)
    if tint == "lines":
        return np.asarray((x + y) % step < 0.4 * _PX_PER_MM * math.sqrt(2), np.bool_)
    return np.ones(shape[:2], np.bool_)


def photograph(shot: Shot, mat_rgb: ImageU8) -> tuple[Frame, MatScene]:
    """Return the camera image of a shot."""
    rng = np.random.default_rng([1502, shot.number])
    light = "neutral" if shot.light in SPOILT else shot.light
    dim = light == "dim"
    white = white_level(draw_light(generator(shot.number, 77), light))
    gains = (white.mean() / white) ** rng.uniform(0.5, 1.0) * np.exp(rng.normal(0, 0.05, 3))
    sensor = Sensor(
        gains=(float(gains[0]), float(gains[1]), float(gains[2])),
        exposure=1.0,
        contrast=float(rng.uniform(0, 0.6)),
        saturation=float(rng.uniform(0.85, 1.15)),
        vignette=float(rng.uniform(0, 0.35)),
        blur_px=float(rng.uniform(0.4, 1.2)),
        noise=(float(rng.uniform(0.01, 0.035 if dim else 0.02)), 0.006 if dim else 0.002),
        sharpen=float(rng.uniform(0, 1)),
        jpeg=0,
    )
    look = Look(
        seed=shot.number,
        light=light,
        table=str(rng.choice(["wood", "felt", "plain", "cloth"])),
        exposure=float(rng.uniform(0.3, 0.5) if dim else rng.uniform(0.5, 0.95)),
        sensor=sensor,
    )
    view = View(
        size_px=_SIZE_PX,
        fov_deg=float(rng.uniform(55, 75)),
        tilt_deg=float(rng.uniform(0, 30)),
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.choice([0.0, 180.0, rng.uniform(-20, 20)])),
        margin=float(rng.uniform(0.02, 0.1)),
    )
    scene = render_mat(mat_rgb, shot.layout.paper.value, shot.dice, view=view, look=look)
    linear = np.asarray((scene.image[..., ::-1] / np.float32(255)) ** np.float32(_GAMMA))
    if rng.random() < 0.5:
        linear = linear * _folds(rng, shot.layout, scene.mat_corners_px)[..., None]
    if shot.light == "shadow":
        linear = linear * (1 - _shadow(rng))[..., None]
    if shot.light == "glare":
        linear = linear + _reflection(rng)[..., None]
    coded = np.clip(linear, 0, 1) ** np.float32(1 / _GAMMA) * 255 + 0.5
    quality = [int(cv2.IMWRITE_JPEG_QUALITY), int(rng.integers(60, 96))]
    data = cv2.imencode(".jpg", coded.astype(np.uint8), quality)[1]
    pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return Frame(pixels, 0.0, f"shot {shot.number}"), scene


def _folds(rng: np.random.Generator, layout: MatLayout, corners_px: F64) -> F32:
    """Return the shading of a sheet that was folded once or twice, as factors per pixel."""
    width, height = (round(side) for side in layout.paper.value)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    shade = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        turn = rng.uniform(0, math.pi)
        away = (x - rng.uniform(0, width)) * math.cos(turn)
        away += (y - rng.uniform(0, height)) * math.sin(turn)
        depth, reach = rng.uniform(-0.12, 0.12), rng.uniform(2, 20)
        shade += depth * np.exp(-np.abs(away) / reach) * np.sign(away)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    warp = cv2.getPerspectiveTransform(corners, corners_px.astype(np.float32))
    return np.asarray(1 + cv2.warpPerspective(shade, warp, _SIZE_PX), np.float32)


def _shadow(rng: np.random.Generator) -> F32:
    """Return shadows of hands and objects near the table, as shares of light lost."""
    width, height = _SIZE_PX
    lost = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        turns = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(3, 7))))
        reach = rng.uniform(0.08, 0.6, len(turns)) * width
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        corners = np.column_stack([x + reach * np.cos(turns), y + reach * np.sin(turns)])
        one = np.zeros((height, width), np.float32)
        cv2.fillPoly(one, [corners.astype(np.int32)], 1.0, cv2.LINE_AA)
        soft = cv2.GaussianBlur(one, (0, 0), float(np.exp(rng.uniform(0, 3.0))))
        lost = np.maximum(lost, soft * np.float32(rng.uniform(0.3, 0.8)))
    return lost


def _reflection(rng: np.random.Generator) -> F32:
    """Return specular reflections of one or two light sources in glossy paper, linear."""
    width, height = _SIZE_PX
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    light = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        right, down = x - rng.uniform(0.2, 0.8) * width, y - rng.uniform(0.2, 0.8) * height
        turn = rng.uniform(0, math.pi)
        along = (right * math.cos(turn) + down * math.sin(turn)) / np.exp(rng.uniform(3.0, 4.9))
        across = (down * math.cos(turn) - right * math.sin(turn)) / np.exp(rng.uniform(3.0, 4.9))
        light += rng.uniform(0.15, 0.7) * np.exp(-(along**2 + across**2) / 2)
    return np.asarray(light, np.float32)


def _same(truth: DieTruth, point_px: Sequence[float]) -> bool:
    return math.dist(truth.center_px, point_px) < truth.edge_px * 0.6


def test_tints(pictures: int) -> None:
    """Print how pale dice are detected on each tint."""
    reader = open_table_reader()
    print("tint        pale  missed  weak detections  misread  check  false positives (ok)")
    for tint, level in TINTS:
        counts: Counter[str] = Counter()
        for shot in shots(pictures):
            frame, scene = photograph(shot, printed(shot.layout, tint, level))
            result = reader.read(ReadRequest(frame))
            dice = [die for die in scene.dice if die is not None and die.visible > 0.6]
            if result.mats:
                _count(counts, dice, result)
        figures = "  ".join(
            f"{counts[key]:6}" for key in ("pale", "missed", "weak", "misread", "check", "ghosts")
        )
        print(f"{tint:6} {level}  {figures} ({counts['ghosts ok']})", flush=True)


def _count(counts: Counter[str], dice: Sequence[DieTruth], result: TableReadResult) -> None:
    read, detections = result.reading.dice, result.evidence.dice
    for truth in dice:
        if truth.label.split("/")[0] not in PALE:
            continue
        counts["pale"] += 1
        die = next((die for die in read if _same(truth, die.centre_px)), None)
        if die is None:
            counts["missed"] += 1
            continue
        score = max(
            detections.scores[k]
            for k in range(len(detections))
            if _same(truth, detections.centres_px[k].tolist())
        )
        counts["weak"] += bool(score < _WEAK)
        counts["misread"] += f"{die.type}/{die.face}" != truth.label
        counts["check"] += die.status is DieStatus.CHECK
    ghosts = [die for die in read if not any(_same(truth, die.centre_px) for truth in dice)]
    counts["ghosts"] += len(ghosts)
    counts["ghosts ok"] += sum(die.status is DieStatus.OK for die in ghosts)


def test_unread(pictures: int) -> None:
    """Print by lighting how many missed dice are reported and how many images have false alarms."""
    reader = open_table_reader()
    calls: list[tuple[tuple[BareMat, ...], Detections, Detections]] = []

    def recorded(*arguments: Any) -> tuple[Problem, ...]:
        calls.append(arguments)
        return unread_objects(*arguments)

    by_light = {light: Counter[str]() for light in (*LIGHTS, *SPOILT)}
    for shot in shots(pictures):
        frame, scene = photograph(shot, _print_variant(shot))
        with patch("vision.problems.picture.unread_objects", recorded):
            result = reader.read(ReadRequest(frame))
        reading = result.reading
        if not result.mats:
            continue
        dice = [die for die in scene.dice if die is not None]
        counts = by_light[shot.light]
        counts["pictures"] += 1
        told = [problem for problem in reading.problems if problem.outline_px]
        counts["false"] += any(not any(_near_outline(p, die, 1.0) for die in dice) for p in told)
        missed = [
            die
            for die in dice
            if die.visible > 0.6 and not any(_same(die, each.centre_px) for each in reading.dice)
        ]
        counts["missed"] += len(missed)
        counts["missed told"] += sum(
            any(_near_outline(p, die, 0.6) for p in told) for die in missed
        )
        _remove_each(counts, dice, *calls[-1])
    print("light     pictures  false alarms  dice taken away  told  missed by the finder  told")
    for light, counts in (*by_light.items(), ("all", sum(by_light.values(), Counter()))):
        figures = (
            counts[key] for key in ("pictures", "false", "taken", "told", "missed", "missed told")
        )
        print(f"{light:8}", *(f"{figure:8}" for figure in figures))


def _print_variant(shot: Shot) -> ImageU8:
    """Return the print of a shot's mat: white zones in every other cycle of lightings."""
    old = shot.number // (len(LIGHTS) + len(SPOILT)) % 2
    return printed(shot.layout, *(("plain", 255) if old else ("grey", TINT_GREY)))


def test_calibration(pictures: int) -> None:
    """Print by lighting how many calibration sheets are refused, and why."""
    reader = open_table_reader()
    sheets: Counter[str] = Counter()
    refused: Counter[tuple[str, str]] = Counter()
    for shot in calibration_shots(pictures):
        frame, _ = photograph(shot, _print_variant(shot))
        sheets[shot.light] += 1
        try:
            refuse_bad(inspect_mat(frame, reader).steps)
        except CalibrationError as fault:
            refused[shot.light, fault.message] += 1
    print("light     sheets  refused")
    for light, count in sheets.items():
        why = {message: n for (where, message), n in refused.items() if where == light}
        print(f"{light:8}  {count:6}  {sum(why.values()):7}", *why)


def _remove_each(
    counts: Counter[str],
    dice: Sequence[DieTruth],
    mats: tuple[BareMat, ...],
    listed: Detections,
    found: Detections,
) -> None:
    for k in range(len(listed)):
        point = listed.centres_px[k]
        truth = next((die for die in dice if _same(die, point.tolist())), None)
        if truth is None:
            continue
        rest = listed.select(np.arange(len(listed)) != k)
        others = found.select(np.linalg.norm(found.centres_px - point, axis=1) > 1.0)
        problems = unread_objects(mats, rest, others)
        counts["taken"] += 1
        counts["told"] += any(_near_outline(problem, truth, 0.2) for problem in problems)


def _near_outline(problem: Problem, die: DieTruth, margin: float) -> bool:
    """Whether a die's top face lies in an outline or less than *margin* edges outside it."""
    around = np.array(problem.outline_px, np.float32)
    depth = cv2.pointPolygonTest(around, die.center_px, measureDist=True)
    return bool(depth > -margin * die.edge_px)


_TABLES: Final = {"tints": test_tints, "unread": test_unread, "calibration": test_calibration}


def main() -> None:
    """Print one of the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=sorted(_TABLES))
    parser.add_argument("--pictures", type=int, default=64)
    args = parser.parse_args()
    _TABLES[args.table](args.pictures)


if __name__ == "__main__":
    main()
