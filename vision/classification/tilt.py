"""How dice stand: whose top face points elsewhere than the table's, and which are not in full view.

One crop cannot tell: a flat die at the picture's border looks like a leaning one in its middle. So
the network says which way each top face points against the ray of sight, and all dice together,
with the mats where there are some, say which way the table points. A die that disagrees leans.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64, ImageU8, median
from vision.core.crops import FACE_ZOOM, cut_faces
from vision.core.detections import Detections
from vision.core.inference import TILT_CROP_PX, TiltNet
from vision.detection.finder import Reduced
from vision.light.white_balance import balanced
from vision.mats.pose import MatPose, usual_focal_px

STANDS: Final = ("free", "tilted", "stacked", "covered", "nothing")
"""How a die may stand, in the order of the network's logits; the last is a place without one."""

CROP_SPAN: Final = 2.6
"""Side of a crop in edges of the die: its sides, its shadow and its neighbours are seen, too."""

_TILT_SPREAD = 0.3  # of the table's normal against the camera's axis, where nothing else tells
_MAT_SPREAD = 0.05  # the same where a mat shows how the table lies
_LEAST_SPREAD = 0.05
_ROBUST = 2.5  # spreads beyond which a die says little about the table
_STEEPEST = 0.95  # sine of the largest angle between a face and the ray of sight
_ROUNDS = 6
_LEAST_SEEN = 0.75  # of a crop's pixels: with fewer, sides and shadows blur


@dataclass(frozen=True, slots=True, eq=False)
class Tilt:
    """How N dice stand.

    Attributes:
        leans: (N,), angle between the top face's normal and the table's, in standard deviations
            of what can be known about it.
        stands: (N, 5), probabilities of ``STANDS`` by each die's crop alone.
        seen_deg: (N,), angle between the top face's normal and the ray to the camera by its crop.
        table_deg: (N,), the same by the table's normal: what a die that lies flat would show.
        top_faces: what ``leans`` and ``table_deg`` were calculated from; None where that is not
            known.
    """

    leans: F64
    stands: F64
    seen_deg: F64
    table_deg: F64
    top_faces: TopFaces | None = None

    def select(self, rows: npt.NDArray[np.bool_]) -> Tilt:
        """Return the dice of a mask, shape (N,); the others say nothing about the table then."""
        stands, seen_deg = self.stands[rows], self.seen_deg[rows]
        if self.top_faces is None:
            return Tilt(self.leans[rows], stands, seen_deg, self.table_deg[rows])
        faces = self.top_faces.select(rows)
        leans, table_deg = faces.against_table()
        return Tilt(leans, stands, seen_deg, table_deg, faces)


@dataclass(frozen=True, slots=True, eq=False)
class TopFaces:
    """Which way N top faces point, in the camera's axes.

    Attributes:
        normals: (N, 3), of length 1.
        spreads: (N,), how far off they may be, in radians.
        rays: (N, 3), rays of sight, z being 1.
        poses: the mats in view.
    """

    normals: F64
    spreads: F64
    rays: F64
    poses: tuple[MatPose, ...]

    def select(self, rows: npt.NDArray[np.bool_]) -> TopFaces:
        """Return the faces of a mask, shape (N,)."""
        return TopFaces(self.normals[rows], self.spreads[rows], self.rays[rows], self.poses)

    def against_table(self) -> tuple[F64, F64]:
        """Return ``leans`` and ``table_deg`` of `Tilt`."""
        if len(self.normals) == 0:
            return np.empty(0), np.empty(0)
        leans, tables = away_from_table(self.normals, self.spreads, self.poses)
        return leans, _view_deg(tables, self.rays)


class TiltReader:
    """Looks at how dice stand.

    Args:
        net: the network.
    """

    def __init__(self, net: TiltNet) -> None:
        self._net = net

    def read(
        self,
        crops: ImageU8,
        dice: Detections,
        size_px: tuple[int, int],
        poses: Sequence[MatPose] = (),
        gains: F32 | None = None,
    ) -> Tilt:
        """Return how *dice* stand.

        Args:
            crops: BGR, (N, 64, 64, 3), see `wide_crops`.
            dice: N dice in pixels of the frame.
            size_px: width and height of the frame.
            poses: the mats in view.
            gains: factors for blue, green and red, shape (3,), that make white things white.
        """
        if len(dice) == 0:
            nothing = np.empty(0)
            return Tilt(nothing, np.empty((0, len(STANDS))), nothing, nothing)
        seen, logits = (each.astype(np.float64) for each in self._net(balanced(crops, gains)))
        focal = poses[0].focal_px if poses else usual_focal_px(size_px)
        rays = _rays(dice, focal, size_px)
        normals = _normals(seen[:, :2], dice, rays)
        spreads = np.maximum(np.exp(seen[:, 2]), _LEAST_SPREAD)
        faces = TopFaces(normals, spreads, rays, tuple(poses))
        leans, table_deg = faces.against_table()
        return Tilt(leans, _shares(logits), _view_deg(normals, rays), table_deg, faces)


def wide_crops(pixels: ImageU8, dice: Detections, reduced: Reduced | None = None) -> ImageU8:
    """Cut N *dice* with what is around them out of BGR *pixels*, shape (H, W, 3).

    Args:
        pixels: the frame.
        dice: in its pixels.
        reduced: a smaller picture of all dice; where it is fine enough, they are cut out of it,
            which takes half the time.

    Returns:
        BGR, shape (N, 64, 64, 3).
    """
    wider = Detections(
        dice.centres_px,
        dice.edges_px * np.float32(CROP_SPAN / FACE_ZOOM),
        dice.angles_deg,
        dice.scores,
        dice.visibilities,
    )
    if reduced is not None and len(dice) and _fine_enough(reduced, dice):
        return cut_faces(reduced.pixels, reduced.seen_in(wider), size_px=TILT_CROP_PX)
    return cut_faces(pixels, wider, size_px=TILT_CROP_PX)


def _shares(logits: F64) -> F64:
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _fine_enough(reduced: Reduced, dice: Detections) -> bool:
    """Whether a crop gets nearly as many pixels as it has."""
    seen_px = median(dice.edges_px) * CROP_SPAN / reduced.step_px
    return reduced.step_px > 1 and seen_px >= _LEAST_SEEN * TILT_CROP_PX


def to_ray(rays: F64) -> F64:
    """Return the rotations of the camera's axes that make *rays*, shape (..., 3), their z.

    Returns:
        Shape (..., 3, 3).
    """
    x, y, z = np.moveaxis(rays / np.linalg.norm(rays, axis=-1, keepdims=True), -1, 0)
    rows = (
        (1 - x * x / (1 + z), -x * y / (1 + z), -x),
        (-x * y / (1 + z), 1 - y * y / (1 + z), -y),
        (x, y, z),
    )
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def _rays(dice: Detections, focal: float, size_px: tuple[int, int]) -> F64:
    """Return the rays of sight to the dice in the camera's axes, shape (N, 3), z being 1."""
    middle = (np.array(size_px) - 1) / 2
    away = (dice.centres_px.astype(np.float64) - middle) / focal
    return np.column_stack([away, np.ones(len(away))])


def _normals(leans: F64, dice: Detections, rays: F64) -> F64:
    """Return the top faces' normals in the camera's axes, shape (N, 3)."""
    turn = np.radians(dice.angles_deg.astype(np.float64))
    c, s = np.cos(turn), np.sin(turn)
    across = leans[:, 0] * c - leans[:, 1] * s
    down = leans[:, 0] * s + leans[:, 1] * c
    steep = np.hypot(across, down)
    shorter = np.minimum(1.0, _STEEPEST / np.maximum(steep, 1e-9))
    across, down = across * shorter, down * shorter
    towards = -np.sqrt(1.0 - across**2 - down**2)  # to the camera
    normals = np.column_stack([across, down, towards])
    return np.asarray(np.einsum("nji,nj->ni", to_ray(rays), normals))


def _view_deg(normals: F64, rays: F64) -> F64:
    """Return the angles between N normals and the ways to the camera, shape (N,)."""
    along = -(normals * rays).sum(axis=1) / np.linalg.norm(rays, axis=1)
    return np.asarray(np.degrees(np.arccos(np.clip(along, -1.0, 1.0))))


def away_from_table(normals: F64, spreads: F64, poses: Sequence[MatPose] = ()) -> tuple[F64, F64]:
    """Return how far each die's normal is from that of the others, in standard deviations.

    With it comes the others' normal, shape (N, 3).

    The table's normal is the robust mean (Cauchy's weights, Holland and Welsch 1977) of the others'
    and of what was to be expected: the mat's, or a camera that looks straight down.

    Args:
        normals: (N, 3), of the top faces in the camera's axes, of length 1.
        spreads: (N,), how far off they may be, in radians.
        poses: the mats in view.
    """
    usual, spread = np.array([0.0, 0.0, -1.0]), _TILT_SPREAD
    if poses:
        usual, spread = poses[0].up, _MAT_SPREAD
    count = len(normals)
    weight = 1.0 / spreads**2
    most_weight = (1.0 - np.eye(count)) * weight
    reach = (_ROBUST * spreads) ** 2
    table = np.tile(_best_start(normals, spreads, usual, spread), (count, 1))
    sums = np.empty(count)
    for _ in range(_ROUNDS):
        weights = most_weight / (1.0 + _apart(table, normals) / reach)
        sums = weights.sum(axis=1) + 1.0 / spread**2
        table = weights @ normals + usual / spread**2
        table /= np.sqrt((table * table).sum(axis=1))[:, None]
    angle = np.arccos(np.clip((normals * table).sum(axis=1), -1.0, 1.0))
    return np.asarray(angle / np.sqrt(spreads**2 + 1.0 / sums)), table


def _apart(ways: F64, others: F64) -> F64:
    """Return the squares of the distances between directions, (N, 3) and (M, 3), shape (N, M)."""
    return np.asarray(np.maximum(2.0 - 2.0 * (ways @ others.T), 0.0))


def _best_start(normals: F64, spreads: F64, usual: F64, spread: float) -> F64:
    """Return, of the dice's normals and the usual one, the one that most agree with."""
    ways = np.concatenate([usual[None], normals])
    off = _apart(ways, normals) / (_ROBUST * spreads) ** 2
    strange = _apart(ways, usual[None])[:, 0] / spread**2
    return np.asarray(ways[(np.log1p(off).sum(axis=1) + 0.5 * strange).argmin()])
