"""Sheets as pictures: the same marks on a grid of pixels."""

from __future__ import annotations

import io
import math
from itertools import pairwise
from typing import Any, assert_never

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from calibration.mats.display_list import Anchor, Area, Blocks, Label, MatSheet, StrokeMark
from calibration.mats.fonts import sized_font
from vision.mats.layout import Rect

PX_PER_MM = 12
"""Resolution of the pictures on disk: markers, zones and patches fall on whole pixels."""

GreyImage = npt.NDArray[np.uint8]

Points = npt.NDArray[np.float64]

_PAPER = 255
_FINE = 8  # shapes are drawn this much larger and averaged: even edges of true width
_FINE_TEXT = 4
_SHIFT = 4  # OpenCV takes places in 1/16 of a pixel
_DISC_CORNERS = 16
_MM_PER_INCH = 25.4


def raster(sheet: MatSheet, px_per_mm: float = PX_PER_MM) -> GreyImage:
    """Return the sheet as a picture, shape ``(height, width)``, grey levels of the display list."""
    width, height = (round(side * px_per_mm) for side in sheet.size_mm)
    image = np.full((height, width), _PAPER, np.uint8)
    for mark in sheet.marks:
        match mark:
            case Blocks():
                for rect in mark.rects:
                    _fill_block(image, rect, mark.grey, px_per_mm)
            case Area():
                _fill_polygon(image, np.asarray(mark.points) * px_per_mm, mark.grey)
            case StrokeMark():
                _draw_line(image, mark, px_per_mm)
            case Label():
                _draw_label(image, mark, px_per_mm)
            case _:
                assert_never(mark)
    return image


def png_bytes(image: GreyImage, px_per_mm: float = PX_PER_MM) -> bytes:
    """Return *image* as a PNG file that knows its true size."""
    file = io.BytesIO()
    dpi = px_per_mm * _MM_PER_INCH
    Image.fromarray(image).save(file, format="PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _fill_block(image: GreyImage, rect: Rect, grey: int, px_per_mm: float) -> None:
    """Fill whole pixels only: the edges of markers and patches stay sharp."""
    x0, y0, x1, y1 = (round(v * px_per_mm) for v in (rect.x0, rect.y0, rect.x1, rect.y1))
    image[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)] = grey


def _draw_line(image: GreyImage, line: StrokeMark, px_per_mm: float) -> None:
    """Draw every piece as a bar and every joint as a disc: widths need not be whole pixels."""
    ends = (*line.points, line.points[0]) if line.closed else line.points
    points = np.asarray(ends, np.float64) * px_per_mm
    half = line.width_mm * px_per_mm / 2
    for start, end in pairwise(points):
        length = float(np.hypot(*(end - start)))
        if length > 0:
            dx, dy = (end - start) / length * half
            side = np.array((-dy, dx))
            _fill_polygon(
                image, np.stack((start + side, end + side, end - side, start - side)), line.grey
            )
    turns = np.arange(_DISC_CORNERS) * (2 * np.pi / _DISC_CORNERS)
    disc = np.stack((np.cos(turns), np.sin(turns)), axis=1) * half
    for centre in points:
        _fill_polygon(image, centre + disc, line.grey)


def _fill_polygon(image: GreyImage, points: Points, grey: int) -> None:
    """Fill the polygon *points*, shape ``(n, 2)``, pixels from the picture's upper left."""
    x0, y0 = np.floor(points.min(axis=0)).astype(int)
    x1, y1 = np.ceil(points.max(axis=0)).astype(int) + 1
    fine = np.zeros(((y1 - y0) * _FINE, (x1 - x0) * _FINE), np.uint8)
    places = (points - (x0, y0)) * _FINE - 0.5  # pixel centres are whole numbers there
    cv2.fillPoly(fine, [np.rint(places * (1 << _SHIFT)).astype(np.int32)], 255, cv2.LINE_8, _SHIFT)
    _ink(image, (x0, y0), cv2.resize(fine, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA), grey)


def _draw_label(image: GreyImage, label: Label, px_per_mm: float) -> None:
    """Draw the text on a strip of its own and ink that, turned to the left where it runs upwards.

    The strip is drawn larger: at small sizes the font's hinting would move the letters.
    """
    font = sized_font(label.size_mm * px_per_mm * _FINE_TEXT, bold=label.bold)
    ascent, descent = font.getmetrics()
    length = font.getlength(label.text)
    before = {Anchor.START: 0.0, Anchor.MIDDLE: length / 2, Anchor.END: length}[label.anchor]
    along, down = (v * px_per_mm for v in label.at)
    if label.upwards:
        along, down = -down, along
    # Where the strip begins, in whole pixels of the picture, and the text in it, in fine ones.
    x0, y0 = math.floor(along - before / _FINE_TEXT), math.floor(down - ascent / _FINE_TEXT)
    x, y = (along - x0) * _FINE_TEXT - before, (down - y0) * _FINE_TEXT
    width = math.ceil((x + length) / _FINE_TEXT) + 1
    height = math.ceil((y + descent) / _FINE_TEXT) + 1
    strip = Image.new("L", (width * _FINE_TEXT, height * _FINE_TEXT), 0)
    ImageDraw.Draw(strip).text((x, y), label.text, fill=255, font=font, anchor="ls")
    coverage = np.asarray(strip.reduce(_FINE_TEXT), np.uint8)
    if label.upwards:
        _ink(image, (y0, -x0 - width), np.rot90(coverage), label.grey)
    else:
        _ink(image, (x0, y0), coverage, label.grey)


def _ink(image: GreyImage, corner: tuple[int, int], coverage: npt.NDArray[Any], grey: int) -> None:
    """Darken the picture where *coverage* (255 = all of the pixel) lies, at *corner* (x, y).

    Where two marks overlap the darker one counts, so joints of a line show no seam. What would
    lie outside the picture is left out.
    """
    x, y = (int(v) for v in corner)
    below, right = max(y + coverage.shape[0], 0), max(x + coverage.shape[1], 0)
    part = image[max(y, 0) : below, max(x, 0) : right]
    inside = coverage[max(-y, 0) :, max(-x, 0) :][: part.shape[0], : part.shape[1]]
    shade = _PAPER - inside.astype(np.float32) * ((_PAPER - grey) / 255)
    np.minimum(part, np.rint(shade).astype(np.uint8), out=part)
