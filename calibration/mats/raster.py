"""Sheets as pictures: the same marks on a grid of pixels."""

from __future__ import annotations

import io
import math
from itertools import pairwise
from typing import assert_never

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from calibration.mats.display_list import Anchor, Area, Blocks, Label, Line, Point, Sheet
from calibration.mats.fonts import sized_font
from vision.mat_layout import Rect

PX_PER_MM = 12
"""Resolution of the pictures on disk: markers, zones and patches fall on whole pixels."""

GreyImage = npt.NDArray[np.uint8]

_PAPER = 255
_SHIFT = 6  # OpenCV takes places in 1/64 of a pixel
_MM_PER_INCH = 25.4
_PILLOW_ANCHORS = {Anchor.START: "ls", Anchor.MIDDLE: "ms", Anchor.END: "rs"}


def raster(sheet: Sheet, px_per_mm: float = PX_PER_MM) -> GreyImage:
    """Return the sheet as a picture, shape ``(height, width)``, grey levels of the display list."""
    width, height = (round(side * px_per_mm) for side in sheet.size_mm)
    image = np.full((height, width), _PAPER, np.uint8)
    labels = []
    for mark in sheet.marks:
        match mark:
            case Blocks():
                for rect in mark.rects:
                    _fill_block(image, rect, mark.grey, px_per_mm)
            case Area():
                _fill_polygon(image, mark.points, mark.grey, px_per_mm)
            case Line():
                _draw_line(image, mark, px_per_mm)
            case Label():
                labels.append(mark)
            case _:
                assert_never(mark)
    return _with_labels(image, labels, px_per_mm)


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


def _fill_polygon(image: GreyImage, points: tuple[Point, ...], grey: int, px_per_mm: float) -> None:
    cv2.fillPoly(image, [_fixed_point(points, px_per_mm)], grey, cv2.LINE_AA, _SHIFT)


def _draw_line(image: GreyImage, line: Line, px_per_mm: float) -> None:
    """Draw every piece as a bar and every joint as a disc: widths need not be whole pixels."""
    points = (*line.points, line.points[0]) if line.closed else line.points
    half = line.width_mm / 2
    for (xa, ya), (xb, yb) in pairwise(points):
        length = math.hypot(xb - xa, yb - ya)
        if length == 0:
            continue
        dx, dy = (xb - xa) / length * half, (yb - ya) / length * half
        bar = ((xa - dy, ya + dx), (xb - dy, yb + dx), (xb + dy, yb - dx), (xa + dy, ya - dx))
        _fill_polygon(image, bar, line.grey, px_per_mm)
    radius = round(half * px_per_mm * (1 << _SHIFT))
    for centre in _fixed_point(points, px_per_mm):
        x, y = int(centre[0]), int(centre[1])
        cv2.circle(image, (x, y), radius, line.grey, cv2.FILLED, cv2.LINE_AA, _SHIFT)


def _fixed_point(points: tuple[Point, ...], px_per_mm: float) -> npt.NDArray[np.int32]:
    """Return places for OpenCV, shape ``(n, 2)``: pixel centres are whole numbers there."""
    places = np.asarray(points, np.float64) * px_per_mm - 0.5
    return np.rint(places * (1 << _SHIFT)).astype(np.int32)


def _with_labels(image: GreyImage, labels: list[Label], px_per_mm: float) -> GreyImage:
    picture = Image.fromarray(image)
    draw = ImageDraw.Draw(picture)
    for label in labels:
        font = sized_font(label.size_mm * px_per_mm, bold=label.bold)
        anchor = _PILLOW_ANCHORS[label.anchor]
        x, y = label.at[0] * px_per_mm, label.at[1] * px_per_mm
        if label.upwards:
            _draw_upwards(picture, label, px_per_mm)
        else:
            draw.text((x, y), label.text, fill=label.grey, font=font, anchor=anchor)
    return np.asarray(picture, np.uint8)


def _draw_upwards(picture: Image.Image, label: Label, px_per_mm: float) -> None:
    """Draw the text on a strip of its own and paste that, turned to the left."""
    font = sized_font(label.size_mm * px_per_mm, bold=label.bold)
    ascent, descent = font.getmetrics()
    length = math.ceil(font.getlength(label.text)) + 2
    strip = Image.new("L", (length, ascent + descent), 0)
    ImageDraw.Draw(strip).text((1, ascent), label.text, fill=255, font=font, anchor="ls")
    turned = strip.transpose(Image.Transpose.ROTATE_90)
    before = {Anchor.START: 0.0, Anchor.MIDDLE: length / 2, Anchor.END: float(length)}
    x = round(label.at[0] * px_per_mm) - ascent
    y = round(label.at[1] * px_per_mm - length + before[label.anchor])
    picture.paste(label.grey, (x, y), turned)
