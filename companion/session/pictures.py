"""Display images (RGB crops) from camera frames; a cache of those of recorded mats.

Images are not persisted: the log holds readings only. A die's mark is
``<delivery>.<number of the outline>``; delivery names are unique within a game, so that a mark
never resolves to the outline of another die, even after undo or a restart.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Protocol

from companion.games.definition import SeenDie
from companion.session.ports import Corners, Frame
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
        delivery, mat = self._newest(marks)
        if mat is None:
            return None
        places = [mark.rpartition(".")[::2] for mark in marks]
        numbers = [
            int(number) if name == delivery and number.isdigit() else -1 for name, number in places
        ]
        found = dict(enumerate(mat.outlines))
        others = {number: die.others for number, die in enumerate(mat.dice)}
        return MatPicture(
            seat,
            mat.picture,
            tuple(map(found.get, numbers)),
            mat.unread,
            tuple(others.get(number, ()) for number in numbers),
        )

    def compared(self, marks: Sequence[str], mat: SettledMat) -> tuple[SeenDie, ...]:
        """Return a mat's dice, each with what was read at its place in the image of *marks*.

        A die that was bumped is still within the outline that it had.
        """
        delivery, before = self._newest(marks)
        if before is None:
            return mat.dice
        free = {n: _in_px(before, outline) for n, outline in enumerate(before.outlines)}
        found = []
        for die, outline in zip(mat.dice, mat.outlines, strict=True):
            centre, _ = _in_px(before, outline)
            there = [n for n, (at, edge) in free.items() if math.dist(at, centre) < edge / 2]
            if there:
                near = min(there, key=lambda n: math.dist(free[n][0], centre))
                del free[near]
                die = replace(die, was=replace(before.dice[near], mark=f"{delivery}.{near}"))
            found.append(die)
        return tuple(found)

    def _newest(self, marks: Sequence[str]) -> tuple[str, SettledMat | None]:
        """Return the first delivery of dice with these marks whose image is kept."""
        kept = self._cache
        names = (mark.rpartition(".")[0] for mark in marks)
        return next(((name, kept[name]) for name in names if name in kept), ("", None))


def _in_px(mat: SettledMat, outline: Corners) -> tuple[tuple[float, float], float]:
    """Return an outline's centre and edge in the pixels of a mat's picture."""
    size = mat.picture.width, mat.picture.height
    corners = [(x * size[0], y * size[1]) for x, y in outline]
    centre = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    return centre, math.dist(*corners[:2])
