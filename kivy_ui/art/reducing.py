"""Scales a drawn piece down to the size in which it is shown."""

from PIL import Image


def reduced(piece: Image.Image, size_px: int) -> Image.Image:
    """Return a piece scaled to *size_px*; transparent pixels have the colour of nearby pixels."""
    small = piece.resize((size_px, size_px), Image.Resampling.LANCZOS)
    # Linear filtering mixes neighbouring pixels: black beyond the edge would show as a line.
    coarse = small.convert("RGBa").resize((4, 4), Image.Resampling.BOX).convert("RGBA")
    picture = coarse.convert("RGB").resize(small.size, Image.Resampling.BILINEAR)
    alpha = small.getchannel("A")
    picture.paste(small.convert("RGB"), mask=alpha.point(lambda value: 255 if value else 0))
    picture.putalpha(alpha)
    return picture
