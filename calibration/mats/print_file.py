"""Sheets as one PDF: vector marks in true size, one page for each mat."""

import io
from collections.abc import Iterable
from typing import assert_never

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from calibration.mats.display_list import Anchor, Area, Blocks, Label, MatSheet, Point, StrokeMark
from calibration.mats.fonts import font_file

_ROUND = 1
_FONTS = {False: "MatRegular", True: "MatBold"}


def pdf_bytes(sheets: Iterable[MatSheet]) -> bytes:
    """Return the PDF file; deterministic.

    The file asks viewers not to scale it, and embeds the glyphs that it uses.
    """
    for bold, name in _FONTS.items():
        pdfmetrics.registerFont(TTFont(name, font_file(bold=bold)))
    file = io.BytesIO()
    canvas = Canvas(
        file,
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 6),
        lang="en",
        initialFontName=_FONTS[False],
    )
    canvas.setTitle("Mats")
    canvas.setCreator("companion mats")
    canvas.setViewerPreference("PrintScaling", "None")
    for sheet in sheets:
        _draw_page(canvas, sheet)
    canvas.save()
    return file.getvalue()


def _draw_page(canvas: Canvas, sheet: MatSheet) -> None:
    width, height = sheet.size_mm
    canvas.setPageSize((width * mm, height * mm))
    canvas.bookmarkPage(sheet.layout.mat_id)
    canvas.addOutlineEntry(sheet.layout.mat_id, sheet.layout.mat_id)
    # From here on one unit is a millimetre and y runs down, as in the display list.
    canvas.transform(mm, 0, 0, -mm, 0, height * mm)
    canvas.setLineCap(_ROUND)
    canvas.setLineJoin(_ROUND)
    labels = []
    for mark in sheet.marks:
        match mark:
            case Blocks():
                _fill_blocks(canvas, mark)
            case Area():
                canvas.setFillGray(mark.grey / 255)
                canvas.drawPath(_path(canvas, mark.points, closed=True), stroke=0, fill=1)
            case StrokeMark():
                canvas.setStrokeGray(mark.grey / 255)
                canvas.setLineWidth(mark.width_mm)
                canvas.drawPath(_path(canvas, mark.points, closed=mark.closed))
            case Label():
                labels.append(mark)
            case _:
                assert_never(mark)
    for label in labels:
        _draw_label(canvas, label)
    canvas.showPage()


def _fill_blocks(canvas: Canvas, blocks: Blocks) -> None:
    """Fill all rectangles as one path: a viewer shows no hairlines where they touch."""
    path = canvas.beginPath()
    for rect in blocks.rects:
        path.rect(rect.x0, rect.y0, rect.width, rect.height)
    canvas.setFillGray(blocks.grey / 255)
    canvas.drawPath(path, stroke=0, fill=1)


def _path(canvas: Canvas, points: tuple[Point, ...], *, closed: bool):  # type: ignore[no-untyped-def]
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if closed:
        path.close()
    return path


def _draw_label(canvas: Canvas, label: Label) -> None:
    canvas.saveState()
    canvas.translate(*label.at)
    canvas.scale(1, -1)  # letters stand upright again
    if label.upwards:
        canvas.rotate(90)
    canvas.setFillGray(label.grey / 255)
    canvas.setFont(_FONTS[label.bold], label.size_mm)
    match label.anchor:
        case Anchor.START:
            canvas.drawString(0, 0, label.text)
        case Anchor.MIDDLE:
            canvas.drawCentredString(0, 0, label.text)
        case Anchor.END:
            canvas.drawRightString(0, 0, label.text)
        case _:
            assert_never(label.anchor)
    canvas.restoreState()
