"""Random synthetic table images with ground truth, for training and testing both networks.

A frame is reproducible from (recipe, seed, index): ``draw_frame(seed, index)`` uses no other state.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.labels import FACES_OF
from models.training.arrays import F32, F64, ImageU8, Random
from models.training.generator import layouts
from models.training.generator.background import clutter, floors
from models.training.generator.background.grounds import GROUNDS
from models.training.generator.camera import Camera, look_at
from models.training.generator.lights import LIGHTS, draw_light, white_level
from models.training.generator.sensor import draw_sensor, expose
from models.training.generator.skins import die_piece, draw_game_set, draw_pip_set
from models.training.generator.stage import DieTruth, Piece, stage
from models.training.generator.tracer import Canvas, Light

RECIPE = "frames/7"
FRAME_PX = (512, 384)
GAME_LABELS = tuple(f"{die}/{face}" for die, faces in FACES_OF.items() for face in faces)
_PALE = tuple(n for n in GAME_LABELS if n.split("/")[0] in ("home", "consumption", "novelty"))
"""Dice that are hard to see on white paper."""

_GROUND_ODDS = {
    "plain": 0.07, "wood": 0.09, "felt": 0.08, "cloth": 0.05, "paper": 0.09, "checker": 0.02,
    "board": 0.06, "noise": 0.03, "weave": 0.04, "checks": 0.1, "print": 0.06, "tiles": 0.04,
    "marble": 0.03, "news": 0.04, "chess": 0.03, "icons": 0.09, "dark": 0.04, "white": 0.02,
    "mat": 0.05, "photo": 0.04,
}  # fmt: skip
_ODDS = np.array([_GROUND_ODDS[name] for name in GROUNDS])
_CLOSE_UPS = 0.05
"""Share of close-up images, in which dice are far larger than the finder expects."""

_OBLIQUE_SHARE = 0.4
"""Share of hand-held cameras tilted by 26 to 58 degrees."""

_STEEPEST_DEG = 66.0
"""Largest angle between viewing ray and straight down at the image centre."""

_STEEPEST_CORNER_DEG = 74.0
"""The same in the image corners: limits how far the visible background extends."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One synthetic image with its ground truth.

    Attributes:
        image: RGB output of the camera model, shape ``(H, W, 3)``.
        rgb: linear light before the camera model; white paper in the mean lighting is 0.9.
        white: linear RGB of white paper, mean 1.
        hard_negatives: hard negatives, squares that show no face; dice may cover them.
        sides: visible side faces of dice.
    """

    image: ImageU8
    rgb: F32
    white: F32
    dice: tuple[DieTruth, ...]
    hard_negatives: tuple[floors.HardNegative, ...]
    sides: tuple[floors.HardNegative, ...]


def generator(seed: int, index: int) -> Random:
    """Return the random stream of one sample."""
    return np.random.default_rng(np.random.SeedSequence([seed, index]))


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is sampled first: lighting, background, dice, their edge in pixels and mm, camera."""

    light_kind: str
    ground: str
    dice_kind: str
    light: Light
    edge: tuple[float, float]
    camera: Camera


def _draw_setting(rng: Random) -> _Setting:
    light_kind = str(rng.choice(LIGHTS, p=[0.17, 0.16, 0.18, 0.22, 0.1, 0.17]))
    ground_kind = str(rng.choice(GROUNDS, p=_ODDS / _ODDS.sum()))
    dice_kind = str(rng.choice(["roll", "d6", "both"], p=[0.68, 0.2, 0.12]))
    light = draw_light(rng, light_kind)
    low, high = (110.0, 260.0) if rng.random() < _CLOSE_UPS else (32.0, 74.0)
    edge_px = float(np.exp(rng.uniform(math.log(low), math.log(high))))
    edge_mm = float(rng.uniform(12.0, 16.0))
    camera = _draw_camera(rng, edge_px, edge_mm)
    return _Setting(light_kind, ground_kind, dice_kind, light, (edge_px, edge_mm), camera)


def camera_of(seed: int, index: int) -> Camera:
    """Return the camera of frame *index* of the series *seed*, without rendering the frame."""
    return _draw_setting(generator(seed, index)).camera


def draw_frame(seed: int, index: int, *, askew: bool = False) -> Frame:
    """Return frame *index* of the series *seed*.

    Args:
        askew: no image is meant to be empty; many dice are tilted, stacked or partly hidden.
    """
    rng = generator(seed, index)
    setting = _draw_setting(rng)
    light, camera, edge = setting.light, setting.camera, setting.edge
    edge_px, edge_mm = edge
    width, height = FRAME_PX
    border = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    area = camera.ground_points(border)
    floor, hard_negatives = floors.warped_ground(setting.ground, rng, camera, area, edge)
    region = (*area.min(axis=0).tolist(), *area.max(axis=0).tolist())
    hard_negatives += floors.lay_prints(floor, camera, rng, region, edge)
    pale = setting.ground == "paper" and rng.random() < 0.3
    names = _PALE if pale else GAME_LABELS
    pieces, tiles = _draw_dice(rng, camera, region, edge, setting.dice_kind, names, askew=askew)
    pieces += [
        clutter.solid_clutter(rng, region, edge_mm)
        for _ in range(int(rng.poisson(1.3)) if rng.random() < 0.6 else 0)
    ]
    pieces = _apart(pieces) + tiles
    hard_negatives += floors.cubes_seen(pieces, camera)

    def underlay(rgb: F32) -> None:
        for _ in range(int(rng.poisson(1.5)) if rng.random() < 0.5 else 0):
            clutter.paint_slab(rgb, camera, rng, region)

    def overlay(canvas: Canvas) -> None:
        if rng.random() < 0.08:
            clutter.paint_cup(canvas, rng, edge_px)
        if rng.random() < (0.3 if askew else 0.12):
            clutter.paint_hand(canvas, rng, edge_px)
        for _ in range(4 if askew else 1):
            if rng.random() < (0.5 if askew else 0.15):
                clutter.paint_card(canvas, rng, edge_px, _top_middles(pieces, camera))
        if rng.random() < 0.3:
            clutter.paint_shadow(canvas, rng, edge_px)

    occlusion = float(rng.uniform(0.2, 0.7))
    rgb, staged = stage(
        camera, floor, pieces, light, occlusion=occlusion, underlay=underlay, overlay=overlay
    )
    white = white_level(light)
    scene = np.asarray(cv2.mean(rgb)[:3], np.float32)
    sensor = draw_sensor(rng, white, scene, scale=min(edge_px, 90.0) / 45.0)
    if setting.light_kind == "dim":
        sensor = replace(sensor, exposure=sensor.exposure * 0.6,
                         noise=(sensor.noise[0] + 0.02, sensor.noise[1] + 0.006))  # fmt: skip
    level = float((white * np.asarray(sensor.gains, np.float32)).mean())
    image = expose(rgb, sensor, level * 0.9, rng)
    mean = np.float32(white.mean())
    dice = tuple(die for die in staged if die is not None)
    sides = tuple(floors.sides_seen(pieces, camera))
    return Frame(image, rgb / mean, white / mean, dice, tuple(hard_negatives), sides)


def _top_middles(pieces: Sequence[Piece], camera: Camera) -> F64:
    """Return the image positions of the centres of the dice's top faces, ``(N, 2)``."""
    bodies = [piece.body for piece in pieces if piece.label is not None]
    tops = [body.face_corners(body.up_face()).mean(axis=0) for body in bodies]
    return camera.project(np.array(tops).reshape(-1, 3))


def _draw_camera(rng: Random, edge_px: float, edge_mm: float) -> Camera:
    """A crop of a tilted camera's image; views beyond the angle limits are resampled."""
    while True:
        focal = float(rng.uniform(900, 2200))
        offset = rng.uniform(-1, 1, 2) * (520, 280)
        center = ((FRAME_PX[0] - 1) / 2 + offset[0], (FRAME_PX[1] - 1) / 2 + offset[1])
        oblique = rng.random() < _OBLIQUE_SHARE
        tilt = float(rng.uniform(26, 58) if oblique else rng.uniform(0, 26))
        azimuth = float(rng.uniform(0, 360))
        upright = rng.random() < (0.85 if oblique else 0.4)  # the near side is at the bottom
        roll = azimuth + float(rng.normal(0, 12) if upright else rng.uniform(0, 360))
        camera = look_at(
            (0.0, 0.0),
            distance_mm=focal * edge_mm / edge_px,
            tilt_deg=tilt,
            azimuth_deg=azimuth,
            roll_deg=roll,
            size_px=FRAME_PX,
            focal_px=focal,
            center_px=center,
        )
        half = np.array([(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]) * FRAME_PX
        rays = np.column_stack([np.vstack([(0, 0), half]) - offset, np.full(5, focal)])
        down = (rays / np.linalg.norm(rays, axis=1)[:, None]) @ camera.rotation[:, 2]
        limits = np.radians([_STEEPEST_DEG, *[_STEEPEST_CORNER_DEG] * 4])
        if (down > np.cos(limits)).all():
            return camera


def _draw_dice(
    rng: Random,
    camera: Camera,
    region: tuple[float, float, float, float],
    edge: tuple[float, float],
    kind: str,
    names: Sequence[str],
    *,
    askew: bool,
) -> tuple[list[Piece], list[Piece]]:
    """Return dice, and the tiles under some of them.

    Args:
        edge: of a die, in pixels and in millimetres.
        names: face labels of the game's dice.
        askew: no image is meant to be empty, and many dice are not flat.
    """
    edge_px, edge_mm = edge
    room = camera.size_px[0] * camera.size_px[1] / edge_px**2
    most = int(min(35, room * 0.45))
    low = 0 if rng.random() < 0.15 and not askew else min(4, most // 2)
    count = int(rng.integers(low, max(5, most)))
    if rng.random() < 0.5:  # clustered
        side = edge_mm * math.sqrt(count) * rng.uniform(1.1, 2.2)
        x = rng.uniform(region[0], max(region[0] + 1, region[2] - side))
        y = rng.uniform(region[1], max(region[1] + 1, region[3] - side))
        region = (x, y, x + side, y + side)
    poses = layouts.scatter(rng, region, count, edge_mm, togetherness=float(rng.uniform(0, 0.9)))
    game, pips = draw_game_set(rng), [draw_pip_set(rng) for _ in range(4)]
    pieces = []
    poses, tiles = _with_odd_ones(rng, poses, edge_mm, askew=askew)
    shown = layouts.spread_faces(rng, names, len(poses))
    for pose, label in zip(poses, shown, strict=True):
        if kind == "d6" or (kind == "both" and rng.random() < 0.4):
            label = f"d6/{int(rng.integers(1, 7))}"
        sets = (game, pips[int(rng.integers(len(pips)))])
        pieces.append(die_piece(rng, pose, label, sets, edge_mm))
    return pieces, tiles


def _with_odd_ones(
    rng: Random, poses: list[layouts.Pose], edge_mm: float, *, askew: bool
) -> tuple[list[layouts.Pose], list[Piece]]:
    """Tilt some dice, lean others against them and stack others on top, in 60 % of the images.

    With *askew* in all images, more dice, and some on tile edges; the tiles are returned second.
    """
    share = float(rng.uniform(0.05, 0.45)) if rng.random() < 0.6 else 0.0
    odds = [0.35, 0.38, 0.27]
    if askew:
        share, odds = float(rng.uniform(0.3, 0.8)), [0.2, 0.3, 0.27, 0.23]
    placed, tiles = [], []
    more: list[layouts.Pose | None] = []
    for pose in poses:
        odd = rng.random() < share
        kind = int(rng.choice(len(odds), p=odds)) if odd else -1
        place = pose
        if kind == 0:
            place = layouts.cocked_pose(rng, pose, edge_mm)
        elif kind == 1:
            others = [*poses, *(pose for pose in more if pose is not None)]
            more.append(layouts.leaning_pose(rng, pose, others, edge_mm))
        elif kind == 2:
            top = layouts.stacked_pose(rng, pose, poses, edge_mm)
            if askew and rng.random() < 0.3:  # stacked in alignment
                top = replace(top, rotation=pose.rotation)
            more.append(top)
        elif kind == 3:
            high = float(rng.uniform(1.6, 6.0))
            place, side = layouts.tipped_pose(rng, pose, edge_mm, high)
            tiles.append(clutter.tile_beside(rng, place.center_mm, side, high, edge_mm))
        placed.append(place)
    return placed + [pose for pose in more if pose is not None], tiles


def _apart(pieces: list[Piece]) -> list[Piece]:
    """Drop clutter that would intersect a die."""
    dice = [p for p in pieces if p.label is not None]
    kept = list(dice)
    for piece in pieces:
        if piece.label is None:
            reach = piece.body.half_mm
            if max(reach[2], 0) < 1.5 and max(reach) < 40:
                kept.append(piece)  # flat objects may lie under dice
                continue
            gap = [
                float(np.linalg.norm(d.body.center_mm[:2] - piece.body.center_mm[:2])) for d in dice
            ]
            if not gap or min(gap) > max(reach[:2]) + dice[0].body.half_mm[0] * 1.5:
                kept.append(piece)
    return kept
