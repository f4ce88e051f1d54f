"""The table's plane and the tiles' poses, from the edges of the tiles.

A bundle adjustment (Triggs et al. 2000): all tiles are squares of one size on one plane, so that
line segments on their borders tell how the plane is tilted and where each tile lies. Other lines
are outvoted: a side may be covered, or lie beside the border of another tile.
"""

from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F64, Indices
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.table import Table, TopView

FOUND: Final = 0.2
"""Standard error of a detected tile's centre, in sides: it lies in what is not covered."""

READ: Final = 0.12
"""The same of a tile whose name was read."""

_TILE_PX: Final = 80.0
_AROUND: Final = 1.0
_SHORTEST: Final = 0.2  # of a side
_BESIDE: Final = 0.5  # how far from a side's middle the middle of a segment on it may be
_REACHES: Final = (1.0, 0.8, 0.6, 0.5, 0.4)
"""Distance of segments that may be on a side, in standard errors of the centre, in each round."""

_OUTLIER: Final = 0.3  # of that reach
_NOISE: Final = 0.03  # of a segment as long as a side
_PLANE_STD: Final = (0.1, 0.25, 0.25)  # of the log of the tiles' size, and of the slope
_TURN_STD: Final = 0.12
_MOST_SLOPE: Final = 0.9
_MOST_STEP: Final = 0.2
_DELTA: Final = 1e-4
_QUARTERS: Final = np.array([[(1, 0), (0, 1)], [(0, -1), (1, 0)], [(-1, 0), (0, -1)],
                             [(0, 1), (-1, 0)]], np.float64)  # fmt: skip
_ON_BORDER: Final = 0.08
_GLOBAL: Final = 3  # parameters of the plane; each tile has three, too


def find_edges(picture: ImagePyramid, table: Table, centres: F64) -> F64:
    """Return line segments on and around tiles, (M, 2, 2), in pixels of the frame.

    They are detected in the view from above (von Gioi et al. 2010).

    Args:
        centres: of the tiles on the table, (P, 2).
    """
    view = TopView.of(picture, table, centres, around=_AROUND, tile_px=_TILE_PX)
    found = cv2.createLineSegmentDetector().detect(cv2.cvtColor(view.pixels, cv2.COLOR_BGR2GRAY))[0]
    if found is None:
        return np.empty((0, 2, 2))
    ends = view.on_table(found.reshape(-1, 2, 2).astype(np.float64))
    return table.seen(ends[np.hypot(*(ends[:, 1] - ends[:, 0]).T) > _SHORTEST])


def adjusted(
    table: Table, centres: F64, turns: F64, errors: F64, edges_px: F64
) -> tuple[Table, F64, F64]:
    """Return the plane, and the centres and directions of N tiles on it, that fit the edges.

    Args:
        table: the plane so far.
        centres: on it, (N, 2).
        turns: directions of a side of each, radians, (N,).
        errors: standard errors of the centres, (N,).
        edges_px: line segments, (M, 2, 2), in pixels of the frame.
    """
    tiles = _Tiles(table, centres, turns)
    state = np.zeros(_GLOBAL + 3 * len(centres))
    precisions = np.concatenate([
        1 / np.array(_PLANE_STD),
        np.column_stack([1 / errors, 1 / errors, np.full(len(errors), 1 / _TURN_STD)]).ravel(),
    ])  # fmt: skip
    for reach in _REACHES:
        owners, sides, lines = tiles.on_sides(state, edges_px, reach * errors)
        if not len(owners):
            break
        state = state + tiles.step(state, owners, sides, lines, reach * errors, precisions)
    return tiles.at(state)


def bordered(table: Table, centres: F64, turns: F64, edges_px: F64) -> F64:
    """Return the share of each tile's borders on which there are edges, (N,), but for one side.

    Args:
        table, centres, turns, edges_px: as in `adjusted`, and of its result.
    """
    tiles = _Tiles(table, centres, turns)
    state = np.zeros(_GLOBAL + 3 * len(centres))
    owners, sides, lines = tiles.on_sides(state, edges_px, np.full(len(centres), _ON_BORDER))
    ends = tiles.local(state, owners, lines)
    covered = np.zeros((len(centres), 4))
    np.add.at(covered, (owners, sides), np.hypot(*(ends[:, 1] - ends[:, 0]).T))
    return np.asarray(np.sort(np.minimum(covered, 1.0), axis=1)[:, 1:].mean(axis=1))


class _Tiles:
    """N tiles on the table; a state is the change of plane and poses."""

    def __init__(self, table: Table, centres: F64, turns: F64) -> None:
        self._table, self._turns = table, turns
        self._centres_px = table.seen(centres)
        beside = table.seen(centres + np.array([0.5, 0.0])) - table.seen(centres - [0.5, 0.0])
        self._sides_px = np.hypot(*beside.T)[:, None]

    def at(self, state: F64) -> tuple[Table, F64, F64]:
        """Return the plane, and the tiles' centres and directions on it."""
        before, poses = self._table, state[_GLOBAL:].reshape(-1, 3)
        slope = np.clip(before.slope + state[1:3], -_MOST_SLOPE, _MOST_SLOPE)
        table = Table(before.size_px, before.level * float(np.exp(state[0])), slope)
        centres = table.flat(self._centres_px + poses[:, :2] * self._sides_px)
        return table, centres, self._turns + poses[:, 2]

    def local(self, state: F64, owners: Indices, lines: F64) -> F64:
        """Return segments (M, 2, 2) of the frame relative to their tiles, unturned."""
        table, centres, turns = self.at(state)
        c, s = np.cos(turns), np.sin(turns)
        upright = np.stack([np.stack([c, -s], axis=-1), np.stack([s, c], axis=-1)], axis=1)
        return np.asarray((table.flat(lines) - centres[owners][:, None]) @ upright[owners])

    def on_sides(self, state: F64, edges_px: F64, reaches: F64) -> tuple[Indices, Indices, F64]:
        """Return tile, side and segment (2, 2) of all that may be on a side: the nearest one."""
        count = len(reaches)
        owners = np.repeat(np.arange(count), len(edges_px))
        lines = np.tile(edges_px, (count, 1, 1))
        ends = self.local(state, owners, lines)[:, None] @ _QUARTERS  # (M, side, end, 2)
        off = np.abs(ends[..., 1] + 0.5).max(axis=2)
        on = (off < reaches[owners][:, None]) & (np.abs(ends[..., 0].mean(axis=2)) < _BESIDE)
        off = np.where(on, off, np.inf).reshape(count, len(edges_px), 4)
        off = off.transpose(1, 0, 2).reshape(len(edges_px), 4 * count)
        nearest = off.argmin(axis=1)
        kept = np.flatnonzero(np.isfinite(off.min(axis=1)))
        return nearest[kept] // 4, nearest[kept] % 4, edges_px[kept]

    def _off(self, state: F64, owners: Indices, sides: Indices, lines: F64) -> F64:
        """Return how far the ends of segments are outside of their sides, (M, 2)."""
        return np.asarray((self.local(state, owners, lines) @ _QUARTERS[sides])[..., 1] + 0.5)

    def step(
        self, state: F64, owners: Indices, sides: Indices, lines: F64, reaches: F64, precisions: F64
    ) -> F64:
        """Return a step of Gauss and Newton, with Cauchy's weights."""
        off = self._off(state, owners, sides, lines)
        ends = self.local(state, owners, lines)
        length = np.hypot(*(ends[:, 1] - ends[:, 0]).T)[:, None]
        scale = _OUTLIER * reaches[owners][:, None]
        weights = np.sqrt(length / (1 + (off / scale) ** 2)) / _NOISE
        slopes = np.zeros((*off.shape, len(state)))
        for column in range(2 * _GLOBAL):
            moved = state.copy()
            # A tile's pose moves its own segments only: all tiles are moved at once.
            poses = slice(column, None, 3) if column >= _GLOBAL else slice(column, column + 1)
            moved[poses] += _DELTA
            change = (self._off(moved, owners, sides, lines) - off) / _DELTA * weights
            columns = column + 3 * owners if column >= _GLOBAL else np.full(len(owners), column)
            slopes[np.arange(len(owners)), :, columns] = change
        rows = slopes.reshape(-1, len(state))
        right = -rows.T @ (off * weights).ravel() - precisions**2 * state
        found = np.linalg.solve(rows.T @ rows + np.diag(precisions**2), right)
        return np.clip(found, -_MOST_STEP, _MOST_STEP)
