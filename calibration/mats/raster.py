"""Rasterises sheets: the same marks as in print on a grid of pixels."""

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
from vision.core.arrays import F64, ImageU8
from vision.mats.layout import Rect

PX_PER_MM = 12
"""Resolution of the image files: markers, zones and patches fall on whole pixels."""


_PAPER = 255
_LINE_SAMPLING = 8  # factor for lines: antialiased edges of true width
_AREA_SAMPLING = 4  # factor for areas, which are large and have no width to keep
_TEXT_SCALE = 4
_SHIFT = 4  # fractional bits of OpenCV's coordinates: 1/16 pixel
_DISC_CORNERS = 16
_MM_PER_INCH = 25.4


def raster(sheet: MatSheet, px_per_mm: float = PX_PER_MM) -> ImageU8:
    """Return the sheet as an image, shape ``(height, width)``, grey levels of the display list."""
    width, height = (round(side * px_per_mm) for side in sheet.size_mm)
    image = np.full((height, width), _PAPER, np.uint8)
    for mark in sheet.marks:
        match mark:
            case Blocks():
                for rect in mark.rects:
                    _fill_block(image, rect, mark.grey, px_per_mm)
            case Area():
                _fill_polygon(image, np.asarray(mark.points) * px_per_mm, mark.grey, _AREA_SAMPLING)
            case StrokeMark():
                _draw_line(image, mark, px_per_mm)
            case Label():
                _draw_label(image, mark, px_per_mm)
            case _:
                assert_never(mark)
    return image


def png_bytes(image: ImageU8, px_per_mm: float = PX_PER_MM) -> bytes:
    """Return *image* as a PNG file with its resolution (dpi)."""
    file = io.BytesIO()
    dpi = px_per_mm * _MM_PER_INCH
    Image.fromarray(image).save(file, format="PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _fill_block(image: ImageU8, rect: Rect, grey: int, px_per_mm: float) -> None:
    """Fill whole pixels only, so that the edges of markers and patches stay sharp."""
    x0, y0, x1, y1 = (round(v * px_per_mm) for v in (rect.x0, rect.y0, rect.x1, rect.y1))
    image[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)] = grey


def _draw_line(image: ImageU8, line: StrokeMark, px_per_mm: float) -> None:
    """Draw every segment as a bar and every joint as a disc, with subpixel widths."""
    ends = (*line.points, line.points[0]) if line.closed else line.points
    points = np.asarray(ends, np.float64) * px_per_mm
    half = line.width_mm * px_per_mm / 2
    for start, end in pairwise(points):
        length = float(np.hypot(*(end - start)))
        if length > 0:
            dx, dy = (end - start) / length * half
            side = np.array((-dy, dx))
            bar = np.stack((start + side, end + side, end - side, start - side))
            _fill_polygon(image, bar, line.grey, _LINE_SAMPLING)
    angles = np.arange(_DISC_CORNERS) * (2 * np.pi / _DISC_CORNERS)
    disc = np.stack((np.cos(angles), np.sin(angles)), axis=1) * half
    for centre in points:
        _fill_polygon(image, centre + disc, line.grey, _LINE_SAMPLING)


def _fill_polygon(image: ImageU8, points: F64, grey: int, sampling: int) -> None:
    """Fill the polygon *points*, shape ``(n, 2)``, pixels from the image's upper left.

    Args:
        sampling: fine pixels along the side of a pixel.
    """
    x0, y0 = np.floor(points.min(axis=0)).astype(int)
    x1, y1 = np.ceil(points.max(axis=0)).astype(int) + 1
    fine = np.zeros(((y1 - y0) * sampling, (x1 - x0) * sampling), np.uint8)
    places = (points - (x0, y0)) * sampling - 0.5  # pixel centres are integers there
    cv2.fillPoly(fine, [np.rint(places * (1 << _SHIFT)).astype(np.int32)], 255, cv2.LINE_8, _SHIFT)
    _ink(image, (x0, y0), cv2.resize(fine, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA), grey)


def _draw_label(image: ImageU8, label: Label, px_per_mm: float) -> None:
    """Draw the text on a separate strip and ink that, rotated by 90 degrees where it runs upwards.

    The strip is supersampled: at small sizes the font's hinting would move the letters.
    """
    font = sized_font(label.size_mm * px_per_mm * _TEXT_SCALE, bold=label.bold)
    ascent, descent = font.getmetrics()
    length = font.getlength(label.text)
    before = {Anchor.START: 0.0, Anchor.MIDDLE: length / 2, Anchor.END: length}[label.anchor]
    along, down = (v * px_per_mm for v in label.at)
    if label.upwards:
        along, down = -down, along
    # Origin of the strip in whole pixels of the image, and of the text in it in fine pixels.
    x0, y0 = math.floor(along - before / _TEXT_SCALE), math.floor(down - ascent / _TEXT_SCALE)
    x, y = (along - x0) * _TEXT_SCALE - before, (down - y0) * _TEXT_SCALE
    width = math.ceil((x + length) / _TEXT_SCALE) + 1
    height = math.ceil((y + descent) / _TEXT_SCALE) + 1
    strip = Image.new("L", (width * _TEXT_SCALE, height * _TEXT_SCALE), 0)
    ImageDraw.Draw(strip).text((x, y), label.text, fill=255, font=font, anchor="ls")
    coverage = np.asarray(strip.reduce(_TEXT_SCALE), np.uint8)
    if label.upwards:
        _ink(image, (y0, -x0 - width), np.rot90(coverage), label.grey)
    else:
        _ink(image, (x0, y0), coverage, label.grey)


def _ink(image: ImageU8, corner: tuple[int, int], coverage: npt.NDArray[Any], grey: int) -> None:
    """Darken the image by *coverage* (255 = the whole pixel), at *corner* (x, y).

    Where two marks overlap the darker one counts, so joints of a line show no seam. Coverage
    outside the image is clipped.
    """
    x, y = (int(v) for v in corner)
    below, right = max(y + coverage.shape[0], 0), max(x + coverage.shape[1], 0)
    part = image[max(y, 0) : below, max(x, 0) : right]
    inside = coverage[max(-y, 0) :, max(-x, 0) :][: part.shape[0], : part.shape[1]]
    shade = _PAPER - inside.astype(np.float32) * ((_PAPER - grey) / 255)
    np.minimum(part, np.rint(shade).astype(np.uint8), out=part)
