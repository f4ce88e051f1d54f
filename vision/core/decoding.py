"""Decode image files to frames; each failure raises a specific error.

Pillow decodes, not OpenCV: it reads size and format from the header before it allocates the
pixels, it raises on truncated files (OpenCV silently fills the rest with grey), and it supports
CMYK, palettes, alpha and EXIF. It is a dependency of reportlab.
"""

import re
import struct
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, UnidentifiedImageError

from companion.session.ports import Frame
from vision.core.arrays import F64, ImageU8
from vision.core.errors import (
    ImageMissingError,
    ImageTooLargeError,
    ImageTooLongError,
    ImageTooSmallError,
    ImageTruncatedError,
    ImageUnreadableError,
)

MAX_MEGAPIXELS: Final = 48.0
"""More than any table camera has; reading such an image takes less than 600 MB in all."""

_MAX_MEGAPIXELS_OF: Final = {"WEBP": 24.0}
"""Formats whose decoder holds several copies of the image."""

MAX_SIDE_PX: Final = 30_000
"""Longer images are no photographs; the cost after decoding scales with the longer side."""

MIN_SIDE_PX: Final = 24
"""A single die of readable size does not fit into less."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "PPM")

_STRIP_PIXELS = 500_000
_EXIF_ORIENTATION = 0x0112
_BACKGROUND = 255  # behind transparent pixels
_DEEP_MODES = ("I;16", "I;16L", "I;16B", "I", "F")


def decode_file(path: Path, *, taken_at_s: float = 0.0) -> Frame:
    """Return the image in *path* as a frame, upright and in BGR.

    Greyscale, 16-bit, CMYK, palette and transparent images are converted; of multi-page and
    animated files the first image is used.

    Raises:
        ImageMissingError: there is no such file.
        ImageUnreadableError: a folder, no permission, empty, not an image, corrupt.
        ImageTruncatedError: the file is truncated.
        ImageTooLargeError: more than ``MAX_MEGAPIXELS``; checked before decoding.
        ImageTooLongError: a side longer than ``MAX_SIDE_PX``; checked before decoding.
        ImageTooSmallError: a side shorter than ``MIN_SIDE_PX``.
    """
    _check_file(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own limits below are stricter
            with Image.open(path, formats=FORMATS) as picture:
                _check_size(path, picture)
                picture.load()
                pixels = _to_bgr(picture)
                orientation = _orientation(picture)
    except UnidentifiedImageError as err:
        raise ImageUnreadableError(path=path, reason="it is not a supported image format") from err
    except Image.DecompressionBombError as err:
        raise ImageTooLargeError(
            path=path, megapixels=_pixels_named_in(err) / 1e6, limit=MAX_MEGAPIXELS
        ) from err
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as err:
        if isinstance(err, (ImageTooLargeError, ImageTooLongError, ImageTooSmallError)):
            raise
        raise _decode_error(path, err) from err
    del picture  # frees its memory before the rotation
    return Frame(pixels=_upright(pixels, orientation), taken_at_s=taken_at_s, source=str(path))


def _check_file(path: Path) -> None:
    try:
        if path.is_dir():
            raise ImageUnreadableError(path=path, reason="it is a folder")
        if not path.exists():
            raise ImageMissingError(path=path)
        if not path.is_file():
            raise ImageUnreadableError(path=path, reason="it is no regular file")
        if path.stat().st_size == 0:
            raise ImageUnreadableError(path=path, reason="it is empty")
    except ValueError as err:
        if isinstance(err, ImageUnreadableError):
            raise
        raise ImageMissingError(path=path) from err  # an invalid file name
    except PermissionError as err:
        raise ImageUnreadableError(path=path, reason="it may not be opened") from err
    except OSError as err:
        if isinstance(err, ImageMissingError):
            raise
        raise ImageMissingError(path=path) from err


def _pixels_named_in(err: Exception) -> int:
    """Return the pixel count from Pillow's message, such as "(400000000 pixels)"."""
    found = re.search(r"\((\d+) pixels\)", str(err))
    return int(found[1]) if found else Image.MAX_IMAGE_PIXELS or 0


def _check_size(path: Path, picture: Image.Image) -> None:
    width, height = picture.size
    megapixels = width * height / 1e6
    most = _MAX_MEGAPIXELS_OF.get(picture.format or "", MAX_MEGAPIXELS)
    if megapixels > most:
        raise ImageTooLargeError(path=path, megapixels=megapixels, limit=most)
    if max(width, height) > MAX_SIDE_PX:
        raise ImageTooLongError(path=path, side=max(width, height), limit=MAX_SIDE_PX)
    if min(width, height) < MIN_SIDE_PX:
        raise ImageTooSmallError(path=path, width=width, height=height, limit=MIN_SIDE_PX)


def _decode_error(path: Path, err: Exception) -> ImageUnreadableError | ImageTruncatedError:
    if isinstance(err, PermissionError):
        return ImageUnreadableError(path=path, reason="it may not be opened")
    text = str(err).lower()
    if isinstance(err, EOFError) or any(
        word in text for word in ("truncated", "unexpected end", "not enough", "incomplete")
    ):
        return ImageTruncatedError(path=path)
    return ImageUnreadableError(path=path, reason="it is damaged")


def _orientation(picture: Image.Image) -> int:
    try:
        value = picture.getexif().get(_EXIF_ORIENTATION, 1)
    except (OSError, SyntaxError, ValueError, TypeError, struct.error):
        return 1  # corrupt metadata in an intact image
    return value if isinstance(value, int) else 1


def _to_bgr(picture: Image.Image) -> ImageU8:
    """Convert in strips, to avoid three copies of a large image in memory."""
    width, height = picture.size
    pixels = np.empty((height, width, 3), dtype=np.uint8)
    full = _full_scale(picture) if picture.mode in _DEEP_MODES else None
    for top, strip in _strips(picture):
        bottom = top + strip.size[1]
        if full is None:
            pixels[top:bottom] = _opaque_rgb(strip)[:, :, ::-1]
        else:
            grey = np.clip(_values(strip) / full * 255.0 + 0.5, 0, 255)
            pixels[top:bottom] = grey.astype(np.uint8)[:, :, None]
    return pixels


def _strips(picture: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    """Yield horizontal strips from top to bottom, each with the index of its first row."""
    width, height = picture.size
    rows = max(1, _STRIP_PIXELS // width)
    for top in range(0, height, rows):
        yield top, picture.crop((0, top, width, min(top + rows, height)))


def _opaque_rgb(strip: Image.Image) -> ImageU8:
    if "A" in strip.getbands() or "transparency" in strip.info:
        rgba = np.asarray(strip.convert("RGBA"), dtype=np.uint8)
        alpha = rgba[:, :, 3:].astype(np.uint16)
        mixed = rgba[:, :, :3] * alpha + _BACKGROUND * (255 - alpha)
        return ((mixed + 127) // 255).astype(np.uint8)
    return np.asarray(strip.convert("RGB"), dtype=np.uint8)


def _full_scale(picture: Image.Image) -> float:
    """Return the white level of 16-bit and float greyscale; Pillow itself would clip at 255."""
    if picture.mode.startswith("I;16"):
        return 65535.0
    top = max(float(_values(strip).max(initial=0.0)) for _, strip in _strips(picture))
    return 1.0 if top <= 1.0 else 255.0 if top <= 255.0 else max(65535.0, top)


def _values(strip: Image.Image) -> F64:
    values = np.asarray(strip, dtype=np.float64)
    return np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)


def _upright(pixels: ImageU8, orientation: int) -> ImageU8:
    """Rotate and flip according to the EXIF orientation (tag 0x0112, 1..8)."""
    if orientation in (5, 6, 7, 8):
        pixels = pixels.transpose(1, 0, 2)
    flip_x = orientation in (2, 3, 6, 7)
    flip_y = orientation in (3, 4, 7, 8)
    pixels = pixels[:: -1 if flip_y else 1, :: -1 if flip_x else 1]
    return np.ascontiguousarray(pixels)
