"""The layouts of the mats: sizes, margins, numbers, and that nothing lies on anything else."""

from itertools import combinations

import pytest

from tests.some import some
from vision.mats.layout import (
    DICTATE_ZONE,
    DIE_ZONES,
    MARKER_SIDE_MM,
    PHASE_ZONES,
    SELECT_ZONES,
    TRAY_ZONE,
    MatKind,
    MatLayout,
    Paper,
    Rect,
    mat_layout,
    mat_layouts,
    mat_of_marker,
)

DIE_MM = 16.0
LAYOUTS = [layout for paper in Paper for layout in mat_layouts(paper)]


def _name(layout: MatLayout) -> str:
    return f"{layout.paper.name}-{layout.mat_id}"


every_mat = pytest.mark.parametrize("layout", LAYOUTS, ids=_name)
every_paper = pytest.mark.parametrize("paper", list(Paper))


def _overlap(a: Rect, b: Rect) -> bool:
    return a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1


def _things(layout: MatLayout) -> list[Rect]:
    """Everything that has a place, markers with their white border."""
    m = MARKER_SIDE_MM / 6
    quiet = [
        Rect(k.rect.x0 - m, k.rect.y0 - m, k.rect.x1 + m, k.rect.y1 + m) for k in layout.markers
    ]
    return [*quiet, *(r for _, r in layout.zones), *(r for _, r in layout.patches)]


@every_paper
def test_seven_mats(paper: Paper) -> None:
    """Each paper has five strips, a tray and a calibration mat, in this order."""
    layouts = mat_layouts(paper)
    expected = [*(f"strip-{seat}" for seat in range(1, 6)), "tray", "calibration"]
    assert [layout.mat_id for layout in layouts] == expected
    assert [layout.seat for layout in layouts] == [1, 2, 3, 4, 5, None, None]
    assert all(layout.paper is paper for layout in layouts)


@every_paper
def test_marker_numbers(paper: Paper) -> None:
    """Numbers are as agreed, unique over all mats and inside a dictionary of 50."""
    numbers = {m.mat_id: [k.marker_id for k in m.markers] for m in mat_layouts(paper)}
    assert numbers["tray"] == [0, 1, 2, 3]
    assert numbers["calibration"] == [24, 25, 26, 27]
    for seat in range(1, 6):
        assert numbers[f"strip-{seat}"] == [4 * seat + i for i in range(4)]
    together = [number for four in numbers.values() for number in four]
    assert len(set(together)) == len(together)
    assert max(together) < 50


@every_mat
def test_markers_stand_in_the_corners_clockwise(layout: MatLayout) -> None:
    """The first marker is the upper left one, the others follow clockwise."""
    width, height = layout.paper.value
    quadrants = [
        (k.rect.centre[0] > width / 2, k.rect.centre[1] > height / 2) for k in layout.markers
    ]
    assert quadrants == [(False, False), (True, False), (True, True), (False, True)]
    assert all(k.rect.width == k.rect.height == MARKER_SIDE_MM for k in layout.markers)


@every_mat
def test_nothing_overlaps(layout: MatLayout) -> None:
    """Zones, patches and markers with their white border keep clear of each other."""
    assert not [(a, b) for a, b in combinations(_things(layout), 2) if _overlap(a, b)]


@every_mat
def test_print_margin(layout: MatLayout) -> None:
    """Everything printed keeps 7 mm from the paper's edges, and markers their white border."""
    width, height = layout.paper.value
    rects = [k.rect for k in layout.markers] + [r for _, r in (*layout.zones, *layout.patches)]
    for rect in some(rects):
        assert 7 <= rect.x0 < rect.x1 <= width - 7
        assert 7 <= rect.y0 < rect.y1 <= height - 7


@every_mat
def test_places_fall_on_whole_pixels(layout: MatLayout) -> None:
    """At 12 px/mm every edge lies between two pixels."""
    rects = [k.rect for k in layout.markers] + [r for _, r in (*layout.zones, *layout.patches)]
    edges = [v * 12 for r in rects for v in (r.x0, r.y0, r.x1, r.y1)]
    assert edges == [round(v) for v in edges]


@every_mat
def test_zone_names(layout: MatLayout) -> None:
    """Zones carry exactly the agreed names."""
    expected = {
        MatKind.STRIP: {*PHASE_ZONES, *SELECT_ZONES, DICTATE_ZONE},
        MatKind.TRAY: {TRAY_ZONE},
        MatKind.CALIBRATION: set(DIE_ZONES),
    }
    names = [name for name, _ in layout.zones]
    assert set(names) == expected[layout.kind]
    assert len(set(names)) == len(names)


@every_mat
def test_neutral_patches(layout: MatLayout) -> None:
    """White, black and four greys between them, near every corner of the mat."""
    width, height = layout.paper.value
    for right in (False, True):
        for low in (False, True):
            levels = {
                level
                for level, rect in layout.patches
                if (rect.centre[0] > width / 2) == right and (rect.centre[1] > height / 2) == low
            }
            assert {0, 255} < levels
            assert len(levels) >= 6


@every_paper
def test_strip_holds_the_dice(paper: Paper) -> None:
    """A column takes ten 16 mm dice with air between them, a selection place is 30 mm wide."""
    zones = dict(mat_layout("strip-1", paper).zones)
    pitch = DIE_MM + 2
    for phase in PHASE_ZONES:
        column = zones[phase]
        assert (column.width // pitch) * (column.height // pitch) >= 10
    for name in SELECT_ZONES:
        assert min(zones[name].width, zones[name].height) >= 30
    dictate = zones[DICTATE_ZONE]
    assert min(dictate.width, dictate.height) >= 30
    assert all(dictate.x0 > zones[phase].x1 for phase in PHASE_ZONES)


@every_paper
def test_columns_run_in_the_order_of_the_phases(paper: Paper) -> None:
    """Columns stand from left to right, each under its own selection place."""
    zones = dict(mat_layout("strip-2", paper).zones)
    lefts = [zones[phase].x0 for phase in PHASE_ZONES]
    assert lefts == sorted(lefts)
    for phase, select in zip(PHASE_ZONES, SELECT_ZONES, strict=True):
        assert (zones[phase].x0, zones[phase].x1) == (zones[select].x0, zones[select].x1)
        assert zones[select].y1 < zones[phase].y0


@every_paper
def test_tray_is_large(paper: Paper) -> None:
    """The tray leaves at least 200 x 170 mm to roll on."""
    tray = dict(mat_layout("tray", paper).zones)[TRAY_ZONE]
    assert tray.width >= 200
    assert tray.height >= 170


@every_paper
def test_calibration_slots_stand_apart(paper: Paper) -> None:
    """Slots are 36 mm or larger, and a die in the middle of one is far from the next."""
    slots = [rect for _, rect in mat_layout("calibration", paper).zones]
    assert all(min(slot.width, slot.height) >= 36 for slot in slots)
    for a, b in combinations(slots, 2):
        dx, dy = abs(a.centre[0] - b.centre[0]), abs(a.centre[1] - b.centre[1])
        assert max(dx, dy) - DIE_MM >= 30


def test_papers_differ_in_marker_spacing() -> None:
    """Width to height of the markers' rectangle tells the paper, whatever the print scale."""
    ratios = []
    for paper in Paper:
        corners = [k.rect.centre for k in mat_layout("tray", paper).markers]
        ratios.append((corners[1][0] - corners[0][0]) / (corners[3][1] - corners[0][1]))
    assert ratios[0] / ratios[1] > 1.08


@every_paper
def test_mat_is_found_by_marker(paper: Paper) -> None:
    """Every marker leads to its mat, and a number that no mat uses leads to none."""
    for layout in mat_layouts(paper):
        for marker in layout.markers:
            assert mat_of_marker(marker.marker_id, paper) == layout
    assert mat_of_marker(28, paper) is None
    assert mat_of_marker(-1, paper) is None


def test_unknown_mat() -> None:
    """A name that no mat has is an error, not a guess."""
    with pytest.raises(KeyError):
        mat_layout("strip-6", Paper.A4)


def test_rect() -> None:
    """A rectangle knows its measures and its corners, clockwise from the top left."""
    rect = Rect(1.0, 2.0, 4.0, 8.0)
    assert (rect.width, rect.height, rect.centre) == (3.0, 6.0, (2.5, 5.0))
    assert rect.corners == ((1.0, 2.0), (4.0, 2.0), (4.0, 8.0), (1.0, 8.0))
