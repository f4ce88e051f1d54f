"""Tilt of dice: whose top face is not parallel to the table, and which are not fully visible.

One crop is not enough: a flat die at the image border looks like a tilted one in the centre. So the
network estimates the surface normal of each top face relative to the viewing ray; the table's
normal is estimated from all dice, and the mats if there are any. A die that deviates is tilted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.core.arrays import F64, ImageU8, Mask, median, softmax
from vision.core.crops import FACE_ZOOM, cut_faces
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import TILT_CROP_PX, TiltNet
from vision.mats.pose import MatPose, usual_focal_px

STANDS: Final = ("free", "tilted", "stacked", "covered", "nothing")
"""Pose classes of a die, in the order of the network's logits; the last is a place without one."""

CROP_SPAN: Final = 2.6
"""Side of a crop in die edges; it includes the sides of the die, its shadow and its neighbours."""

STRAIGHT_UP: Final = np.array([0.0, 0.0, -1.0])
"""The table's normal under a camera that looks straight down."""

_TILT_SPREAD = 0.3  # radians, of the table's normal to the camera's axis, without a mat
_MAT_SPREAD = 0.05  # the same with a mat
_LEAST_SPREAD = 0.05
_ROBUST = 2.5  # standard deviations beyond which a die has little weight for the table's normal
_STEEPEST = 0.95  # sine of the largest angle between a normal and the viewing ray
_SIDE = 1.2  # negative log probability of a side face: at least 0.5, or flat dice pass for sides
_ROUNDS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Tilt:
    """Tilt estimates of N dice.

    Attributes:
        leans: (N,), angle between the top face's normal and the table's, in standard deviations
            of its estimate.
        leans_deg: (N,), the same in degrees.
        stands: (N, 5), probabilities of ``STANDS`` from each die's crop alone.
        seen_deg: (N,), angle between the top face's normal and the viewing ray, from its crop.
        table_deg: (N,), the same from the table's normal: expected for a flat die.
        top_faces: what the others except ``stands`` and ``seen_deg`` were calculated from; None if
            not known.
    """

    leans: F64
    leans_deg: F64
    stands: F64
    seen_deg: F64
    table_deg: F64
    top_faces: "TopFaces | None" = None

    def select(self, rows: Mask) -> "Tilt":
        """Return the dice of a mask, shape (N,), and re-estimate the table's normal from them."""
        stands, seen_deg = self.stands[rows], self.seen_deg[rows]
        if self.top_faces is None:
            leans, leans_deg = self.leans[rows], self.leans_deg[rows]
            return Tilt(leans, leans_deg, stands, seen_deg, self.table_deg[rows])
        return self.top_faces.select(rows).against_table(stands, seen_deg)


@dataclass(frozen=True, slots=True, eq=False)
class TopFaces:
    """Surface normals of N top faces, in camera coordinates.

    Attributes:
        normals: (N, 3), of length 1.
        spreads: (N,), their standard deviations, radians.
        rays: (N, 3), viewing rays, z being 1.
        beliefs: (N,), probabilities that these are dice.
        prior: (3,), of length 1: the table's normal without them.
        prior_spread: its standard deviation, radians.
    """

    normals: F64
    spreads: F64
    rays: F64
    beliefs: F64
    prior: F64
    prior_spread: float

    def select(self, rows: Mask) -> "TopFaces":
        """Return the faces of a mask, shape (N,); what all of them say of the table is the prior.

        A low camera sees top faces that are too flat to be read: they tell how low it is.
        """
        _, tables = deviation_from_table(self)
        prior = tables.mean(axis=0) if len(tables) else self.prior
        normals, spreads, rays = self.normals[rows], self.spreads[rows], self.rays[rows]
        prior = np.asarray(prior / np.linalg.norm(prior))
        return TopFaces(normals, spreads, rays, self.beliefs[rows], prior, self.prior_spread)

    def against_table(self, stands: F64, seen_deg: F64) -> "Tilt":
        """Return the tilt estimates of these faces; the arguments are those of `Tilt`."""
        leans, tables = deviation_from_table(self)
        leans_deg, table_deg = _angles_deg(self.normals, tables), _view_deg(tables, self.rays)
        return Tilt(leans, leans_deg, stands, seen_deg, table_deg, self)


class TiltReader:
    """Estimates the tilt of dice."""

    def __init__(self, net: TiltNet) -> None:
        self._net = net

    def read(
        self,
        crops: ImageU8,
        dice: Detections,
        beliefs: F64,
        size_px: tuple[int, int],
        poses: Sequence[MatPose] = (),
    ) -> "Tilt":
        """Return the tilt estimates of *dice*.

        Args:
            crops: balanced, BGR, (N, 64, 64, 3), see `wide_crops`.
            dice: N dice in pixels of the frame.
            beliefs: (N,), probabilities that these are dice.
        """
        if len(dice) == 0:
            nothing = np.empty(0)
            return Tilt(nothing, nothing, np.empty((0, len(STANDS))), nothing, nothing)
        seen, logits = (each.astype(np.float64) for each in self._net(crops))
        focal = poses[0].focal_px if poses else usual_focal_px(size_px)
        rays = _rays(dice, focal, size_px)
        normals = _normals(seen[:, :2], dice, rays)
        spreads = np.maximum(np.exp(seen[:, 2]), _LEAST_SPREAD)
        prior = (poses[0].up, _MAT_SPREAD) if poses else (STRAIGHT_UP, _TILT_SPREAD)
        faces = TopFaces(normals, spreads, rays, beliefs, *prior)
        return faces.against_table(softmax(logits), _view_deg(normals, rays))


def wide_crops(picture: ImagePyramid, dice: Detections) -> ImageU8:
    """Return BGR crops of N *dice* with their surroundings, (N, 64, 64, 3).

    They are cut from a smaller image where its resolution suffices, which takes half the time.
    """
    wider = replace(dice, edges_px=dice.edges_px * np.float32(CROP_SPAN / FACE_ZOOM))
    wide = len(dice) and median(dice.edges_px) * CROP_SPAN >= 2 * TILT_CROP_PX
    step = 2 if wide else 1
    part = picture.part(0, 0, *picture.size_px, step)
    return cut_faces(part, wider.moved(1 / step, (0.0, 0.0)), size_px=TILT_CROP_PX)


def to_ray(rays: F64) -> F64:
    """Return the rotations of the camera's axes that align z with *rays*, shape (..., 3).

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
    """Return the viewing rays of the dice in camera coordinates, shape (N, 3), z being 1."""
    middle = (np.array(size_px) - 1) / 2
    away = (dice.centres_px.astype(np.float64) - middle) / focal
    return np.column_stack([away, np.ones(len(away))])


def _normals(leans: F64, dice: Detections, rays: F64) -> F64:
    """Return the surface normals of the top faces in camera coordinates, shape (N, 3)."""
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
    """Return the angles between N normals and the directions to the camera, shape (N,)."""
    return _angles_deg(normals, -rays / np.linalg.norm(rays, axis=1, keepdims=True))


def _angles_deg(directions: F64, others: F64) -> F64:
    """Return the angles between unit vectors, both (N, 3), shape (N,)."""
    return np.asarray(np.degrees(np.arccos(np.clip((directions * others).sum(axis=1), -1.0, 1.0))))


def deviation_from_table(faces: "TopFaces") -> tuple[F64, F64]:
    """Return the angle of each die's normal to the table's, in standard deviations.

    Also returns the table's normal as estimated from the other dice, shape (N, 3): the robust mean
    (Cauchy's weights, Holland and Welsch 1977) of their normals and of the prior's.
    """
    normals, beliefs, prior, spread = faces.normals, faces.beliefs, faces.prior, faces.prior_spread
    count = len(normals)
    most_weight = (1.0 - np.eye(count)) * beliefs / faces.spreads**2
    reach = (_ROBUST * faces.spreads) ** 2
    table = np.tile(_best_start(normals, reach, beliefs, prior, spread), (count, 1))
    sums = np.empty(count)
    for _ in range(_ROUNDS):
        as_top, as_side = _misfits(table, normals, reach)
        weights = most_weight * np.exp(-as_top) / (1.0 + np.exp(as_top - as_side))
        from_prior = _squared_distances(table, prior[None])[:, 0] / spread**2
        pull = 1.0 / (spread**2 * (1.0 + from_prior / _ROBUST**2))
        sums = weights.sum(axis=1) + pull
        table = weights @ normals + pull[:, None] * prior
        table /= np.sqrt((table * table).sum(axis=1))[:, None]
    angles = np.radians(_angles_deg(normals, table))
    return np.asarray(angles / np.sqrt(faces.spreads**2 + 1.0 / sums)), table


def _squared_distances(directions: F64, others: F64) -> F64:
    """Return the squared distances between unit vectors, (N, 3) and (M, 3), shape (N, M)."""
    return np.asarray(np.maximum(2.0 - 2.0 * (directions @ others.T), 0.0))


def _misfits(tables: F64, normals: F64, reach: F64) -> tuple[F64, F64]:
    """Return how badly N *normals* fit M tables' as those of top and of side faces, both (M, N).

    They are negative log probabilities, Cauchy's. Side faces are at right angles to the table's
    normal, in any direction: many normals that agree are those of top faces.
    """
    as_top = np.log1p(_squared_distances(tables, normals) / reach)
    as_side = _SIDE + np.log1p((tables @ normals.T) ** 2 / reach)
    return as_top, as_side


def _best_start(normals: F64, reach: F64, beliefs: F64, prior: F64, spread: float) -> F64:
    """Return, of the dice's normals and the prior's, the one that most agree with."""
    candidates = np.concatenate([prior[None], normals])
    off = np.minimum(*_misfits(candidates, normals, reach)) @ beliefs
    from_prior = _squared_distances(candidates, prior[None])[:, 0] / spread**2
    return np.asarray(candidates[(off + np.log1p(0.5 * from_prior)).argmin()])
