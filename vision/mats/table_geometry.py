"""The first stage: printed mats and drawn zones in the image, and the camera pose."""

from dataclasses import dataclass

from companion.session.ports import MatReading
from vision.core.image_pyramid import ImagePyramid
from vision.mats.drawn_zones import DrawnZones, ZonesInView
from vision.mats.fitting import FittedMat, MatsInView, find_mats
from vision.mats.markers import MarkerFinder
from vision.mats.paper import Sheet, sheets_in
from vision.mats.pose import MatPose, poses
from vision.mats.print_subtraction import BareMat, bare_mats


@dataclass(frozen=True, slots=True, eq=False)
class TableGeometry:
    """The table in one image.

    Attributes:
        poses: of the mats, in their order.
        bare: the mats after print subtraction, in the same order.
    """

    size_px: tuple[int, int]
    in_view: MatsInView
    poses: tuple[MatPose, ...]
    bare: tuple[BareMat, ...]
    drawn: ZonesInView | None
    drawn_mats: tuple[MatReading, ...]

    @property
    def mats(self) -> tuple[FittedMat, ...]:
        return self.in_view.mats

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The rectified paper of the printed mats."""
        return tuple(mat.sheet for mat in self.bare)

    @property
    def mat_ids(self) -> frozenset[str]:
        """All mats in view, printed and drawn ones."""
        printed = {mat.layout.mat_id for mat in self.mats}
        return frozenset(printed | {mat.mat_id for mat in self.drawn_mats})


def table_geometry(
    picture: ImagePyramid, markers: MarkerFinder, zones: DrawnZones | None
) -> TableGeometry:
    """Return the mats in *picture* and the *zones* that were drawn by hand."""
    size_px = picture.size_px
    in_view = find_mats(picture, markers)
    mats = in_view.mats
    standing = poses(mats, size_px)
    drawn = None if zones is None else ZonesInView(zones, zones.followed(mats, size_px))
    return TableGeometry(
        size_px=size_px,
        in_view=in_view,
        poses=standing,
        bare=bare_mats(sheets_in(picture.pixels, mats), standing),
        drawn=drawn,
        drawn_mats=() if drawn is None else drawn.mats(),
    )
