"""The mats as pictures: markers that OpenCV finds, bare paper where dice are read."""

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.mats.artwork import TINT_GREY, draw_sheet
from calibration.mats.display_list import Anchor, Label, MatSheet
from calibration.mats.raster import PX_PER_MM, png_bytes, raster
from calibration.mats.write import mats_listing
from tests.some import of, some, there
from vision.mats.layout import (
    MARKER_DICTIONARY,
    MARKER_SIDE_MM,
    MatLayout,
    Paper,
    Rect,
    mat_layouts,
)

Image = npt.NDArray[np.uint8]
LAYOUTS = [layout for paper in Paper for layout in mat_layouts(paper)]


def _name(layout: MatLayout) -> str:
    return f"{layout.paper.name}-{layout.mat_id}"


every_mat = pytest.mark.parametrize("layout", LAYOUTS, ids=_name)


@cache
def _picture(layout: MatLayout, *, tinted: bool = True) -> Image:
    return raster(draw_sheet(layout, tinted=tinted))


def _cut(image: Image, rect: Rect, inset: float = 0.0) -> Image:
    x0, y0, x1, y1 = (
        round(v * PX_PER_MM)
        for v in (rect.x0 + inset, rect.y0 + inset, rect.x1 - inset, rect.y1 - inset)
    )
    return image[y0:y1, x0:x1]


def _detected(image: Image, px_per_mm: float) -> dict[int, npt.NDArray[np.float64]]:
    """Marker number -> corners in millimetres, shape (4, 2)."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    assert ids is not None
    return {
        int(number): (np.asarray(four, np.float64).reshape(4, 2) + 0.5) / px_per_mm
        for number, four in zip(np.asarray(ids).reshape(-1), corners, strict=True)
    }


def _promised(layout: MatLayout) -> dict[int, npt.NDArray[np.float64]]:
    """What mats.json says about the markers, in the form of ``_detected``."""
    mats = of(list, mats_listing([layout])["mats"])
    return {m["id"]: np.asarray(m["corners_mm"]) for m in mats[0]["markers"]}


def _assert_same_places(
    found: dict[int, npt.NDArray[np.float64]], layout: MatLayout, within_mm: float
) -> None:
    promised = _promised(layout)
    assert found.keys() == promised.keys()
    for number, corners in promised.items():
        assert np.abs(found[number] - corners).max() < within_mm


@every_mat
def test_markers_are_where_the_listing_says(layout: MatLayout) -> None:
    """OpenCV finds these four markers and no others, within a fifth of a millimetre."""
    _assert_same_places(_detected(_picture(layout), PX_PER_MM), layout, within_mm=0.2)


@every_mat
def test_markers_survive_distance_and_blur(layout: MatLayout) -> None:
    """At 2.5 px/mm and slightly out of focus they are still found, within half a millimetre."""
    scale = 2.5 / PX_PER_MM
    small = cv2.resize(_picture(layout), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), 0.8)
    _assert_same_places(_detected(np.asarray(blurred, np.uint8), 2.5), layout, within_mm=0.5)


@pytest.mark.parametrize(
    ("layout", "tinted"),
    [(layout, tinted) for layout in LAYOUTS for tinted in (True, False)
     if tinted or layout.paper is Paper.A4],
)  # fmt: skip
def test_zones_hold_nothing_but_their_tint(layout: MatLayout, tinted: bool) -> None:
    """Inside a border of 2.5 mm the zones are even: dice are read there."""
    picture = _picture(layout, tinted=tinted)
    for name, rect in layout.zones:
        zone = _cut(picture, rect, inset=2.5)
        assert zone.min() == zone.max() == (TINT_GREY if tinted else 255), name


@every_mat
def test_white_patches_are_bare_paper(layout: MatLayout) -> None:
    """The white balance needs paper without ink, and without any tint in reach of blur."""
    for white in some(rect for level, rect in layout.patches if level == 255):
        assert _cut(_picture(layout), white).min() == 255


@every_mat
def test_patches_have_their_grey(layout: MatLayout) -> None:
    """A patch is filled with its level and nothing else."""
    for level, rect in some(layout.patches):
        assert set(np.unique(_cut(_picture(layout), rect)).tolist()) == {level}


@every_mat
def test_white_border_of_the_markers(layout: MatLayout) -> None:
    """A module of bare paper surrounds every marker."""
    for marker in some(layout.markers):
        around = _cut(_picture(layout), marker.rect, inset=-MARKER_SIDE_MM / 6).copy()
        m = round(MARKER_SIDE_MM / 6 * PX_PER_MM)
        assert around[m:-m, m:-m].min() == 0
        around[m:-m, m:-m] = 255
        assert around.min() == 255


@every_mat
def test_print_margin_is_bare(layout: MatLayout) -> None:
    """Nothing is printed within 7 mm of the paper's edges."""
    image = _picture(layout).copy()
    m = 7 * PX_PER_MM
    image[m:-m, m:-m] = 255
    assert image.min() == 255


@pytest.mark.parametrize("paper", list(Paper))
def test_picture_has_the_papers_size(paper: Paper) -> None:
    """The picture covers the sheet at the given resolution, and says so in the file."""
    image = raster(draw_sheet(mat_layouts(paper)[0]), 4.0)
    assert image.shape == (round(paper.value[1] * 4), round(paper.value[0] * 4))
    data = png_bytes(image, 4.0)
    read = there(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED))
    assert np.array_equal(read, image)
    dots_per_metre = data[data.index(b"pHYs") + 4 :][:8]
    assert [int.from_bytes(dots_per_metre[i : i + 4], "big") for i in (0, 4)] == [4000, 4000]


def test_seat_number_differs() -> None:
    """Strips show their seat: their margins are not alike."""
    margins = [
        _picture(layout)[62 * PX_PER_MM : 140 * PX_PER_MM, : 32 * PX_PER_MM].tobytes()
        for layout in mat_layouts(Paper.A4)[:5]
    ]
    assert len(set(margins)) == 5


@pytest.mark.parametrize("anchor", list(Anchor))
@pytest.mark.parametrize("upwards", [False, True])
def test_label_stands_at_its_anchor(anchor: Anchor, upwards: bool) -> None:
    """Text starts, is centred or ends at its place, also when it runs upwards."""
    label = Label("HHHH", (100.0, 100.0), 10.0, anchor=anchor, upwards=upwards)
    ys, xs = np.nonzero(raster(MatSheet(mat_layouts(Paper.A4)[0], (label,)), 4.0) < 128)
    along, across = (-ys / 4.0, xs / 4.0) if upwards else (xs / 4.0, ys / 4.0)
    origin = -100.0 if upwards else 100.0
    reached = {
        Anchor.START: along.min(),
        Anchor.MIDDLE: (along.min() + along.max()) / 2,
        Anchor.END: along.max(),
    }
    assert abs(reached[anchor] - origin) < 1.5  # a capital has white at its sides
    assert abs(across.max() - 100.0) < 0.5
    assert across.min() > 90.0
