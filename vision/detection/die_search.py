"""The detection stage: candidate dice in the image, and their places on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind, ReadRequest
from vision.core.arrays import F64
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.core.thresholds import Thresholds
from vision.detection.finder import CLOSER_EDGE_PX, LEAST_PIPPED_EDGE_PX, DieFinder, Reduced, Region
from vision.detection.sizes import SURE_SCORE, size_deviations, with_equal_edges
from vision.light.picture_light import PictureLight
from vision.mats.drawn_zones import placed_in
from vision.mats.pose import DIE_EDGE_MM
from vision.mats.print_subtraction import explained_by_print
from vision.mats.table_geometry import TableGeometry
from vision.mats.zones import OVERHANG_MM, DiePosition, places

_LARGEST_OBJECT: Final = 3.0  # edges; larger objects are not a missed die
_MAX_OBJECTS: Final = 6
_OTHER_SIZES: Final = (1.3, 0.7)  # factors of the assumed edge: coarser and finer input scale
_USUAL_SIZE: Final = 0.25  # logarithm of the ratio of edges
_MARGIN_MM: Final = OVERHANG_MM + 3 * DIE_EDGE_MM  # overhang, parallax, context for the finder


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Detections in an image.

    Attributes:
        everything: all detections except markers and print, accepted as dice later or not.
        dice: N candidates among them, with consistent sizes of equal dice.
        places: where these N dice are.
        reduced: downsampled image of all dice.
    """

    everything: Detections
    dice: Detections
    places: tuple[DiePosition, ...]
    reduced: Reduced


class DieSearch:
    """Detects dice in images.

    Args:
        finder: runs the network.
        limits: thresholds of the finder's scores.
        edge_mm: edge of the dice, and so the height of their top faces above the paper.
    """

    def __init__(self, finder: DieFinder, limits: Thresholds, edge_mm: float) -> None:
        self._finder = finder
        self._limits = limits
        self._edge_mm = edge_mm

    def find(
        self, picture: ImagePyramid, table: TableGeometry, light: PictureLight, request: ReadRequest
    ) -> Candidates:
        """Return the candidate dice in *picture*."""
        only_mats = bool(table.poses) and not request.whole_image
        found, reduced = self.search(picture, table, light, request.dice, only_mats=only_mats)
        return self._on_table(found, reduced, table, request)

    def find_in_objects(
        self,
        outlines_px: Sequence[F64],
        candidates: Candidates,
        picture: ImagePyramid,
        table: TableGeometry,
        light: PictureLight,
        request: ReadRequest,
    ) -> Candidates | None:
        """Return *candidates* with dice detected at other scales in unrecognised objects on mats.

        Their visibility is set to 0, so they are flagged ``check``. None: no further detections.

        Args:
            outlines_px: of unrecognised objects, each (M, 2).
        """
        if not table.poses:
            return None
        edge_px = self._edge_mm * max(pose.mat.px_per_mm for pose in table.poses)
        small = [o for o in outlines_px if np.ptp(o, axis=0).max() < _LARGEST_OBJECT * edge_px]
        parts = [
            self._best_within(outline, edge_px, picture, table, light)
            for outline in small[:_MAX_OBJECTS]
        ]
        if not any(len(part) for part in parts):
            return None
        found = Detections.joined(parts)
        found = replace(found, visibilities=np.zeros(len(found), np.float32))
        x, y = (candidates.everything.centres_px[:, None] - found.centres_px).transpose(2, 0, 1)
        other = np.asarray(np.hypot(x, y).min(axis=1) > edge_px / 2, dtype=np.bool_)
        everything = Detections.joined([candidates.everything.select(other), found])
        return self._on_table(everything, candidates.reduced, table, request)

    def _best_within(
        self,
        outline_px: F64,
        edge_px: float,
        picture: ImagePyramid,
        table: TableGeometry,
        light: PictureLight,
    ) -> Detections:
        """Return the best detection at other scales with its centre inside an outline, or none."""
        region = Region.around(outline_px, edge_px, table.size_px)
        passes = [
            self._finder.find(picture, region=region, edge_px=edge_px * by, gains=light.gains)[0]
            for by in _OTHER_SIZES
        ]
        seen, hull = Detections.joined(passes), cv2.convexHull(outline_px.astype(np.float32))
        places = seen.centres_px.tolist()
        inside = [cv2.pointPolygonTest(hull, at, measureDist=False) >= 0 for at in places]
        seen = seen.select(np.array(inside, np.bool_) & (seen.scores >= self._limits.min_evidence))
        return seen.select(np.argsort(-seen.scores, kind="stable")[:1])

    def _on_table(
        self, found: Detections, reduced: Reduced, table: TableGeometry, request: ReadRequest
    ) -> Candidates:
        """Return the detections except markers and print, and the candidate dice among them."""
        only_mats = bool(table.poses) and not request.whole_image
        print_ = table.in_view.covers_marker(found.centres_px)
        found = found.select(~print_ & ~explained_by_print(found, table.bare))
        where = places(found.centres_px, table.poses, edge_mm=self._edge_mm)
        if table.drawn is not None:
            where = placed_in(where, found, table.drawn)
        # The print of mats is known: there weak detections, too, go to the other networks.
        keep = np.array([place.mat is not None for place in where], dtype=np.bool_)
        if not only_mats:
            keep |= found.scores >= self._limits.min_evidence
            keep |= _of_usual_size(found)
        dice, where = found.select(keep), tuple(compress(where, keep))
        if request.dice is DiceKind.ROLL:
            dice = with_equal_edges(dice, where, table.poses, edge_mm=self._edge_mm)
        return Candidates(found, dice, where, reduced)

    def search(
        self,
        picture: ImagePyramid,
        table: TableGeometry,
        light: PictureLight,
        dice: DiceKind = DiceKind.ROLL,
        *,
        only_mats: bool = False,
    ) -> tuple[Detections, Reduced]:
        """Return all detections of the network, and the downsampled image that it ran on."""
        if table.poses:
            scale = max(pose.mat.px_per_mm for pose in table.poses)
            region = _around_mats(table, scale) if only_mats else None
            edge_px = self._edge_mm * scale
            return self._finder.find(picture, region=region, edge_px=edge_px, gains=light.gains)
        least = LEAST_PIPPED_EDGE_PX if dice is DiceKind.D6 else CLOSER_EDGE_PX
        return self._finder.find(picture, gains=light.gains, least_edge_px=least)


def _of_usual_size(found: Detections) -> npt.NDArray[np.bool_]:
    """Return which detections are about as large as the sure ones, shape (N,); none without any."""
    deviations = size_deviations(found, found.scores >= SURE_SCORE)
    if deviations is None:
        return np.zeros(len(found), np.bool_)
    return np.asarray(deviations < _USUAL_SIZE, np.bool_)


def _around_mats(table: TableGeometry, px_per_mm: float) -> Region:
    drawn_px = table.drawn.polygons if table.drawn is not None else ()
    corners = np.concatenate([*(mat.corners_px for mat in table.mats), *drawn_px])
    return Region.around(corners, _MARGIN_MM * px_per_mm, table.size_px)
