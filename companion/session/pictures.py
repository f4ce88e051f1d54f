"""Display images (RGB crops) from camera frames; a cache of those of recorded mats.

Images are not persisted: the log holds readings only. A die's mark is
``<delivery>.<number of the outline>``; delivery names are unique within a game, so that a mark
never resolves to the outline of another die, even after undo or a restart.
"""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, Protocol

from companion.session.ports import Frame
from companion.session.scan_plan import SettledMat
from companion.session.table_port import MatPicture, Picture

Box = tuple[int, int, int, int]
"""A crop of a frame: x0, y0, x1, y1 in pixels, x1 and y1 exclusive."""


class PictureMaker(Protocol):
    """Crops a box from a frame and downscales it for display."""

    def __call__(self, frame: Frame, box: Box, *, width_px: int) -> Picture:
        """Return the crop with a width of at most *width_px*."""


_RGB: Final = slice(None, None, -1)  # a frame is BGR


def sampled_picture(frame: Frame, box: Box, *, width_px: int) -> Picture:
    """Return the crop subsampled by every n-th pixel: fast, but aliased at large factors."""
    x0, y0, x1, y1 = box
    stride = max(1, -(-(x1 - x0) // width_px))
    pixels = frame.pixels[y0:y1:stride, x0:x1:stride, _RGB]
    height, width = pixels.shape[:2]
    return Picture(pixels.tobytes(), width, height)


def whole(frame: Frame) -> Box:
    height, width = frame.pixels.shape[:2]
    return 0, 0, width, height


_MOST_BYTES: Final = 20_000_000
"""Most of an evening: an image takes about half a megabyte."""


class MatPictures:
    """The newest images, by delivery. One writer thread, readable from every thread."""

    def __init__(self) -> None:
        self._cache: MappingProxyType[str, SettledMat] = MappingProxyType({})

    def keep(self, delivery: str, mat: SettledMat) -> None:
        """Cache a mat's image; the oldest ones are evicted."""
        cache = {**self._cache, delivery: mat}
        size = sum(len(each.picture.rgb) for each in cache.values())
        for oldest in tuple(cache)[:-1]:
            if size <= _MOST_BYTES:
                break
            size -= len(cache.pop(oldest).picture.rgb)
        self._cache = MappingProxyType(cache)

    def of(self, seat: int, marks: Sequence[str]) -> MatPicture | None:
        """Return the image that dice with these marks were read from.

        Its outlines are in the order of *marks*; None for a die added manually.
        """
        places = [mark.rpartition(".")[::2] for mark in marks]
        kept = self._cache
        delivery = next((name for name, _ in places if name in kept), None)
        if delivery is None:
            return None
        mat = kept[delivery]
        outlines = mat.outlines
        return MatPicture(
            seat,
            mat.picture,
            tuple(
                outlines[int(number)]
                if name == delivery and number.isdigit() and int(number) < len(outlines)
                else None
                for name, number in places
            ),
            mat.unread,
        )
