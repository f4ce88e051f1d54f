"""The detection stage: candidate dice in the image, and their places on the table."""

from dataclasses import dataclass
from itertools import compress
from typing import Final

import numpy as np

from companion.session.ports import DiceKind, ReadRequest
from vision.core import thresholds as limits
from vision.core.arrays import Mask
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.detection.finder import CLOSER_EDGE_PX, LEAST_PIPPED_EDGE_PX, DieFinder, Region
from vision.detection.scales import SURE_SCORE, size_deviations
from vision.light.picture_light import PictureLight
from vision.mats.drawn_zones import placed_in
from vision.mats.pose import DIE_EDGE_MM
from vision.mats.print_subtraction import explained_by_print
from vision.mats.table_geometry import TableGeometry
from vision.mats.zones import OVERHANG_MM, DiePosition, places

_USUAL_SIZE: Final = 0.25  # logarithm of the ratio of edges
_MARGIN_MM: Final = OVERHANG_MM + 3 * DIE_EDGE_MM  # overhang, parallax, context for the finder


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Detections in an image.

    Attributes:
        everything: all detections except markers and print, accepted as dice later or not.
        dice: N candidates among them.
        places: where these N dice are.
    """

    everything: Detections
    dice: Detections
    places: tuple[DiePosition, ...]


class DieSearch:
    """Detects dice in images.

    Args:
        edge_mm: edge of the dice, and so the height of their top faces above the paper.
    """

    def __init__(self, finder: DieFinder, edge_mm: float) -> None:
        self._finder = finder
        self._edge_mm = edge_mm

    def find(
        self, picture: ImagePyramid, table: TableGeometry, light: PictureLight, request: ReadRequest
    ) -> Candidates:
        only_mats = bool(table.poses) and not request.whole_image
        found = self.search(picture, table, light, request.dice, only_mats=only_mats)
        return self._on_table(found, table, request)

    def _on_table(
        self, found: Detections, table: TableGeometry, request: ReadRequest
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
            keep |= found.scores >= limits.MIN_EVIDENCE
            keep |= _of_usual_size(found)
        dice, where = found.select(keep), tuple(compress(where, keep))
        return Candidates(found, dice, where)

    def search(
        self,
        picture: ImagePyramid,
        table: TableGeometry,
        light: PictureLight,
        dice: DiceKind = DiceKind.ROLL,
        *,
        only_mats: bool = False,
    ) -> Detections:
        if table.poses:
            scale = max(pose.mat.px_per_mm for pose in table.poses)
            region = _around_mats(table, scale) if only_mats else None
            edge_px = self._edge_mm * scale
            return self._finder.find(picture, region=region, edge_px=edge_px, gains=light.gains)
        least = LEAST_PIPPED_EDGE_PX if dice is DiceKind.D6 else CLOSER_EDGE_PX
        return self._finder.find(picture, gains=light.gains, least_edge_px=least)


def _of_usual_size(found: Detections) -> Mask:
    """Return which detections are about as large as the sure ones, shape (N,); none without any."""
    deviations = size_deviations(found, found.scores >= SURE_SCORE)
    if deviations is None:
        return np.zeros(len(found), np.bool_)
    return np.asarray(deviations < _USUAL_SIZE, np.bool_)


def _around_mats(table: TableGeometry, px_per_mm: float) -> Region:
    drawn_px = table.drawn.polygons if table.drawn is not None else ()
    corners = np.concatenate([*(mat.corners_px for mat in table.mats), *drawn_px])
    return Region.around(corners, _MARGIN_MM * px_per_mm, table.size_px)
