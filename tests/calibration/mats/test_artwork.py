"""The drawing of the mats: true ruler, all words in three languages, letters that exist."""

import pytest
from reportlab.pdfbase.ttfonts import TTFont

from calibration.mats import words
from calibration.mats.artwork import draw_sheet, marker_blocks
from calibration.mats.display_list import Anchor, Blocks, Label
from calibration.mats.fonts import fitting_size_mm, font_file, sized_font, text_width_mm
from tests.some import some
from vision.mats.layout import MatKind, MatLayout, Paper, Rect, mat_layout, mat_layouts

LAYOUTS = [layout for paper in Paper for layout in mat_layouts(paper)]
every_mat = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda m: f"{m.paper.name}-{m.mat_id}")


def _labels(layout: MatLayout) -> list[Label]:
    return [mark for mark in draw_sheet(layout).marks if isinstance(mark, Label)]


def _box(label: Label) -> Rect:
    """Return the rectangle of the label's ink across, and of its advance along."""
    length = text_width_mm(label.text, label.size_mm, bold=label.bold)
    before = {Anchor.START: 0.0, Anchor.MIDDLE: length / 2, Anchor.END: length}[label.anchor]
    x, y = label.at
    ink = sized_font(100, bold=label.bold).getbbox(label.text, anchor="ls")
    high, deep = -ink[1] * label.size_mm / 100, ink[3] * label.size_mm / 100
    if label.upwards:
        return Rect(x - high, y + before - length, x + deep, y + before)
    return Rect(x - before, y - high, x - before + length, y + deep)


@every_mat
def test_labels_keep_clear(layout: MatLayout) -> None:
    """No label runs into another one, a zone, a patch or a marker's white border."""
    boxes = [(label.text, _box(label)) for label in _labels(layout)]
    others = [(name, rect) for name, rect in layout.zones]
    others += [(f"patch {level}", rect) for level, rect in layout.patches]
    for marker in layout.markers:
        r = marker.rect
        others.append(("marker", Rect(r.x0 - 3.5, r.y0 - 3.5, r.x1 + 3.5, r.y1 + 3.5)))
    for i, (text, a) in enumerate(some(boxes)):
        for name, b in some((*boxes[i + 1 :], *others)):
            clear = a.x1 <= b.x0 or b.x1 <= a.x0 or a.y1 <= b.y0 or b.y1 <= a.y0
            assert clear, (text, name)


@every_mat
def test_ruler_is_true(layout: MatLayout) -> None:
    """The ruler has 101 ticks exactly a millimetre apart, and figures from 0 to 100."""
    ticks = max(
        (mark for mark in draw_sheet(layout).marks if isinstance(mark, Blocks)),
        key=lambda blocks: len(blocks.rects),
    ).rects[:-1]
    centres = [rect.centre[0] for rect in ticks]
    assert len(centres) == 101
    assert centres == pytest.approx([centres[0] + mm for mm in range(101)])
    figures = {label.text for label in _labels(layout)}
    assert {str(mm) for mm in range(0, 101, 10)} <= figures


@every_mat
def test_every_mat_says_how_to_print_it(layout: MatLayout) -> None:
    """Print scale in three languages, and the mat's name with its paper."""
    texts = {label.text for label in _labels(layout)}
    assert set(words.PRINT_SCALE) <= texts
    assert f"{layout.mat_id} · {layout.paper.name.capitalize()}" in texts


@every_mat
def test_words_in_three_languages(layout: MatLayout) -> None:
    """Strips name the five phases, the calibration mat the seven dice, in all languages."""
    texts = {label.text for label in _labels(layout)}
    if layout.kind is MatKind.STRIP:
        expected = {*words.DICTATE, *words.SELECTION, *words.SEAT, str(layout.seat)}
        expected |= {word for trio in words.PHASES.values() for word in trio}
        expected |= set(words.PHASE_NUMERALS.values())
    elif layout.kind is MatKind.TRAY:
        expected = set(words.TRAY)
    else:
        expected = {word for trio in words.DICE.values() for word in trio}
        expected |= set(words.CALIBRATION_HINT)
    assert expected <= texts


@every_mat
def test_nothing_is_too_small_to_read(layout: MatLayout) -> None:
    """No label had to shrink below 2.2 mm to fit."""
    assert min(label.size_mm for label in _labels(layout)) >= 2.2


@pytest.mark.parametrize("bold", [False, True])
def test_font_has_all_letters(bold: bool) -> None:
    """Every character on any mat has a glyph, so no empty boxes are printed."""
    face = TTFont("Probe", font_file(bold=bold)).face
    used = {c for layout in LAYOUTS for label in _labels(layout) for c in label.text}
    polish_and_hungarian = set("ąćęłńóśźżĄĆĘŁŃÓŚŹŻáéíóöőúüűÁÉÍÓÖŐÚÜŰ")
    missing = [c for c in used | polish_and_hungarian if ord(c) not in face.charToGlyph]
    assert not missing


def test_long_text_is_set_smaller() -> None:
    """A text keeps its size where it fits and shrinks to the room where it does not."""
    assert fitting_size_mm("I", 3.0, 50.0) == 3.0
    size = fitting_size_mm("Technologie Obcych Cywilizacji", 3.0, 20.0)
    assert text_width_mm("Technologie Obcych Cywilizacji", size) == pytest.approx(20.0)


def test_marker_blocks_stay_inside() -> None:
    """The modules of a marker fill the rim of its square and do not leave it."""
    marker = mat_layout("tray", Paper.A4).markers[0]
    rects = marker_blocks(marker).rects
    assert min(r.x0 for r in rects) == marker.rect.x0
    assert max(r.x1 for r in rects) == marker.rect.x1
    assert min(r.y0 for r in rects) == marker.rect.y0
    assert max(r.y1 for r in rects) == marker.rect.y1
    assert 20 <= len(rects) < 36
