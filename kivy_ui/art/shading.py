"""Drawing primitives for the pieces: shapes, gradients and engravings as Pillow pictures.

All pictures are squares of ``MASTER_PX`` with straight alpha; coordinates are shares of the edge,
x to the right and y down, as in `companion.drawing.glyphs`.
"""

from collections.abc import Iterable, Sequence
from importlib.metadata import distribution
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from companion.drawing.glyphs import Fill, Part, Point, Stroke
from kivy_ui.theme import Rgba

MASTER_PX: Final = 288
"""Edge at which each piece is drawn once, before it is scaled to the sizes of the atlas."""

# Found without an import of Kivy, which would parse the arguments of ``make``.
_FONT: Final = str(distribution("kivy").locate_file("kivy/data/fonts/Roboto-Bold.ttf"))
_FINER: Final = 2  # supersampling factor: Pillow draws shapes without antialiasing
_MITRED_UP_TO: Final = 8  # closed strokes with at most this many points have mitred corners

Rgb: TypeAlias = tuple[int, int, int]

WHITE: Final[Rgb] = (255, 255, 255)
BLACK: Final[Rgb] = (0, 0, 0)
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def rgb(colour: Rgba) -> Rgb:
    """Return a theme colour as a Pillow colour."""
    red, green, blue = (round(255 * value) for value in colour[:3])
    return red, green, blue


def mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def lighter(colour: Rgb, share: float) -> Rgb:
    return mixed(colour, (255, 255, 255), share)


def darker(colour: Rgb, share: float) -> Rgb:
    return mixed(colour, (0, 0, 0), share)


def empty() -> Image.Image:
    return Image.new("RGBA", (MASTER_PX, MASTER_PX))


def rounded(box: Box, radius: float) -> Image.Image:
    """Return the mask of a rounded rectangle."""
    mask, draw = _large()
    draw.rounded_rectangle([_px(at) for at in box], _px(radius), fill=255)
    return _reduced(mask)


def ellipse(box: Box) -> Image.Image:
    mask, draw = _large()
    draw.ellipse([_px(at) for at in box], fill=255)
    return _reduced(mask)


def polygon(*points: Point) -> Image.Image:
    mask, draw = _large()
    draw.polygon([(_px(x), _px(y)) for x, y in points], fill=255)
    return _reduced(mask)


def ink(parts: Iterable[Part], box: Box = (0.0, 0.0, 1.0, 1.0)) -> Image.Image:
    """Return the mask of a drawing given in the unit square, scaled into *box*."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    mask, draw = _large()
    for part in parts:
        points = [(_px(left + x * wide), _px(top + y * high)) for x, y in part.points]
        if isinstance(part, Fill):
            draw.polygon(points, fill=255)
        else:
            _stroke(draw, points, part, _px(part.width * wide))
    return _reduced(mask)


def down(mask: Image.Image, top: Rgb, bottom: Rgb) -> Image.Image:
    """Return the mask filled with a gradient from the picture's top to its bottom."""
    shade = Image.linear_gradient("L").resize(mask.size)
    return _filled(mask, shade, top, bottom)


def around(mask: Image.Image, middle: Rgb, edge: Rgb, centre: Point, reach: float) -> Image.Image:
    """Return the mask filled with a radial gradient around *centre* with radius *reach*."""
    side = _at(2 * reach)
    glow = Image.radial_gradient("L").resize((side, side))
    shade = Image.new("L", mask.size, 255)
    shade.paste(glow, (_at(centre[0] - reach), _at(centre[1] - reach)))
    return _filled(mask, shade, middle, edge)


def even(mask: Image.Image, colour: Rgb, opacity: float = 1.0) -> Image.Image:
    picture = Image.new("RGBA", mask.size, (*colour, 0))
    picture.putalpha(mask.point(lambda value: round(value * opacity)))
    return picture


def rim(
    mask: Image.Image, offset: Point, colour: Rgb, opacity: float, blur: float = 0.0
) -> Image.Image:
    """Return a lit or shaded edge: the part of a mask not covered when it moves by *offset*."""
    moved = ImageChops.offset(mask, _at(offset[0]), _at(offset[1]))
    edge = ImageChops.subtract(mask, moved)
    if blur:
        edge = ImageChops.multiply(edge.filter(ImageFilter.GaussianBlur(_at(blur))), mask)
    return even(edge, colour, opacity)


def engraved(mask: Image.Image, colour: Rgb, ground: Rgb) -> Sequence[Image.Image]:
    """Return the layers of an engraving: a lit lower edge, the ink, its shadow."""
    lit = ImageChops.offset(mask, _at(0.008), _at(0.014))
    return (
        even(lit, lighter(ground, 0.55), 0.85),
        even(mask, colour),
        rim(mask, (0.008, 0.016), darker(colour, 0.6), 0.8),
    )


def medallion(symbol: Image.Image, colour: Rgb, metal: Rgb, ground: Rgb) -> Image.Image:
    """Return a round metal plate with the mask of a symbol on it.

    Args:
        metal, ground: colours of the ring and of the plate.
    """
    ring, plate = ellipse((0.02, 0.02, 0.98, 0.98)), ellipse((0.09, 0.09, 0.91, 0.91))
    return stacked(
        down(ring, lighter(metal, 0.45), darker(metal, 0.55)),
        around(plate, lighter(ground, 0.16), darker(ground, 0.2), (0.4, 0.3), 0.7),
        rim(plate, (0.0, 0.02), BLACK, 0.5),
        *engraved(symbol, colour, ground)[1:2],
    )


def plate(
    mask: Image.Image, colour: Rgb, light: float, shade: float, edge: float = 0.6,
    at: float = 0.018,
) -> tuple[Image.Image, Image.Image]:  # fmt: skip
    """Return the layers of a plate: lighter above, darker below, its upper edge lit.

    Args:
        light, shade: how much lighter and darker it becomes, as shares.
        edge, at: opacity of the lit edge, and its width as a share.
    """
    return (
        down(mask, lighter(colour, light), darker(colour, shade)),
        rim(mask, (0.0, at), WHITE, edge),
    )


def lettering(text: str, middle: Point, size: float) -> Image.Image:
    """Return the mask of a text; middle and height as shares of the picture."""
    mask = Image.new("L", (MASTER_PX, MASTER_PX))
    font = ImageFont.truetype(_FONT, round(size * MASTER_PX))
    place = (middle[0] * MASTER_PX, middle[1] * MASTER_PX)
    ImageDraw.Draw(mask).text(place, text, 255, font, anchor="mm")
    return mask


def stacked(*layers: Image.Image) -> Image.Image:
    """Return the layers as one picture, the first at the back."""
    picture = empty()
    for layer in layers:
        picture.alpha_composite(layer)
    return picture


def _filled(mask: Image.Image, shade: Image.Image, first: Rgb, last: Rgb) -> Image.Image:
    ground = Image.new("RGB", mask.size, first)
    ground.paste(Image.new("RGB", mask.size, last), mask=shade)
    picture = ground.convert("RGBA")
    picture.putalpha(mask)
    return picture


def _stroke(
    draw: ImageDraw.ImageDraw, points: list[Point], stroke: Stroke, width_px: float
) -> None:
    line = [*points, points[0], points[1]] if stroke.closed else points
    draw.line(line, fill=255, width=round(width_px), joint="curve")
    if stroke.closed and len(points) <= _MITRED_UP_TO:
        return
    half = width_px / 2
    for x, y in points if not stroke.closed else ():
        draw.ellipse([x - half, y - half, x + half, y + half], fill=255)


def _large() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (MASTER_PX * _FINER, MASTER_PX * _FINER))
    return mask, ImageDraw.Draw(mask)


def _reduced(mask: Image.Image) -> Image.Image:
    return mask.reduce(_FINER)


def _px(share: float) -> float:
    return share * MASTER_PX * _FINER


def _at(share: float) -> int:
    return round(share * MASTER_PX)
