"""Refine each detection to a tile's corners, and classify the tile."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.finding import TilePlaces
from vision.tiles.networks import CROP_PX, OutlineNet

EDGE_IN_CROP_PX: Final = 64.0
CORNER_UNIT_PX: Final = 8.0

COLOURS: Final = ("gray", "novelty", "rare_elements", "genes", "alien_technology")
"""The colours of worlds in the order of the network's output."""

_IDEAL = (np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * EDGE_IN_CROP_PX + CROP_PX - 1) / 2
_SPLITS: Final = (1, 9, 13, 15, 20)
_FINER: Final = 80.0  # a tile's side in the downscaled image that crops are cut from


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """N tiles.

    Attributes:
        corners_px: (N, 4, 2), clockwise from the tile's own top left corner.
        is_tile: probability of a tile, (N,), 0..1. ``score``: of the finder, (N,), 0..1.
        kind, colour, cost: log probabilities, (N, 2), (N, 5), (N, 7).
    """

    corners_px: F64
    is_tile: F64
    score: F64
    kind: F64
    colour: F64
    cost: F64

    def __len__(self) -> int:
        return len(self.corners_px)

    def select(self, rows: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Outlines:
        """Return the rows selected by an index or a mask."""
        return Outlines(
            self.corners_px[rows], self.is_tile[rows], self.score[rows], self.kind[rows],
            self.colour[rows], self.cost[rows],
        )  # fmt: skip

    def with_more(self, more: Outlines) -> Outlines:
        """Return these rows and then those of *more*."""
        columns = ((getattr(self, f.name), getattr(more, f.name)) for f in fields(self))
        return Outlines(*(np.concatenate(pair) for pair in columns))


def outlines(net: OutlineNet, picture: ImagePyramid, places: TilePlaces) -> Outlines:
    """Return the outlines of the tiles at *places*, in their order."""
    if not len(places):
        nothing = np.empty((0, 4, 2))
        empty = (np.empty((0, n)) for n in (2, 5, 7))
        return Outlines(nothing, np.empty(0), np.empty(0), *empty)
    corners = _square(places)
    values, corners = _refined(net, picture, corners)
    quarter = values[1].argmax(axis=1)
    # The crop's top left corner is the tile's own after so many quarter turns.
    corners = np.stack([np.roll(c, -int(q), axis=0) for c, q in zip(corners, quarter, strict=True)])
    values, corners = _refined(net, picture, corners)
    is_tile, _, kind, colour, cost = values
    return Outlines(
        corners, 1 / (1 + np.exp(-is_tile[:, 0])), places.scores,
        _log_softmax(kind), _log_softmax(colour), _log_softmax(cost),
    )  # fmt: skip


def _square(places: TilePlaces) -> F64:
    cosine, sine = np.cos(places.turns_rad), np.sin(places.turns_rad)
    along = np.column_stack([cosine, sine]) * places.edges_px[:, None] / 2
    down = np.column_stack([-sine, cosine]) * places.edges_px[:, None] / 2
    middle = places.centres_px
    corners = (middle - along - down, middle + along - down, middle + along + down,
               middle - along + down)  # fmt: skip
    return np.stack(corners, axis=1)


def _refined(net: OutlineNet, picture: ImagePyramid, corners: F64) -> tuple[list[F64], F64]:
    """Return the network's outputs except the corners, and the corners in the frame."""
    crops, to_crop = _cut(picture, corners)
    values = net(crops).astype(np.float64)
    parts = np.split(values, _SPLITS, axis=1)
    seen = parts[1].reshape(-1, 4, 2) * CORNER_UNIT_PX + _IDEAL
    back = np.linalg.inv(to_crop)
    better = seen @ back[:, :2, :2].transpose(0, 2, 1) + back[:, None, :2, 2]
    return [parts[0], *parts[2:]], better


def _cut(picture: ImagePyramid, corners: F64) -> tuple[ImageU8, F64]:
    """Return crops (N, 96, 96, 3) around squares, and affine maps from the frame, (N, 3, 3)."""
    width, height = picture.size_px
    middle = corners.mean(axis=1)
    along = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    edges = np.sqrt(np.abs(along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]).clip(4.0))
    turns = np.arctan2(along[:, 1], along[:, 0])
    crops = np.empty((len(corners), CROP_PX, CROP_PX, 3), np.uint8)
    maps = np.empty((len(corners), 3, 3))
    half = (CROP_PX - 1) / 2
    for number, ((x, y), edge, turn) in enumerate(zip(middle, edges, turns, strict=True)):
        scale = EDGE_IN_CROP_PX / edge
        c, s = np.cos(turn) * scale, np.sin(turn) * scale
        matrix = np.array([[c, s, half - c * x - s * y], [-s, c, half + s * x - c * y], [0, 0, 1]])
        maps[number] = matrix
        step = max(1, round(edge / _FINER))
        small = picture.part(0, 0, width, height, step)
        widen = np.array([[step, 0, (step - 1) / 2], [0, step, (step - 1) / 2], [0, 0, 1]])
        crops[number] = cv2.warpAffine(
            small, (matrix @ widen)[:2], (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR
        )
    return crops, maps


def _log_softmax(logits: F64 | F32) -> F64:
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))
