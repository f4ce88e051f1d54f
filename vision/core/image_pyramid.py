"""Fast downsampling by integer factors (block means)."""

import cv2
import numpy as np

from vision.core.arrays import ImageU8

_HALF = 2


class ImagePyramid:
    """A frame at several scales, in colour and greyscale; computed once, cached for all stages."""

    def __init__(self, pixels: ImageU8) -> None:
        self.pixels = pixels
        self._greys: dict[int, ImageU8] = {}
        self._colours: dict[int, ImageU8] = {1: pixels}

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def grey(self, step_px: int = 1) -> ImageU8:
        """Return the frame in greyscale, downsampled by *step_px* (block means)."""
        if step_px not in self._greys:
            if step_px == 1:
                made = _grey(self.pixels)
            elif step_px == _HALF:
                made = _grey(self._smaller(_HALF))
            else:
                made = shrunk(self.grey(), step_px)
            self._greys[step_px] = made
        return self._greys[step_px]

    def grey_part(self, x0: int, y0: int, x1: int, y1: int, step_px: int = 1) -> ImageU8:
        """Return a part of `grey`, in its pixels; does not compute the rest if it is not cached."""
        if step_px > 1 or step_px in self._greys:
            return self.grey(step_px)[y0:y1, x0:x1]
        return _grey(self.pixels[y0:y1, x0:x1])

    def part(self, x0: int, y0: int, x1: int, y1: int, step_px: int) -> ImageU8:
        """Return a part of the frame, given in frame pixels, downsampled by *step_px*."""
        whole = (x0, y0, x1, y1) == (0, 0, *self.size_px)
        even = x0 % _HALF == 0 and y0 % _HALF == 0
        if whole or (step_px == _HALF and even and _HALF in self._greys):
            rows, columns = (y1 - y0) // step_px, (x1 - x0) // step_px
            return self._smaller(step_px)[y0 // step_px :, x0 // step_px :][:rows, :columns]
        return shrunk(self.pixels[y0:y1, x0:x1], step_px)

    def _smaller(self, step_px: int) -> ImageU8:
        """Return the frame, downsampled by *step_px*."""
        if step_px not in self._colours:
            half, odd = divmod(step_px, _HALF)
            made = shrunk(self.pixels, step_px) if odd else shrunk(self._smaller(half), _HALF)
            self._colours[step_px] = made
        return self._colours[step_px]


def shrunk(picture: ImageU8, step_px: int) -> ImageU8:
    """Return *picture*, shape (H, W) or (H, W, 3), downsampled by *step_px* (block means).

    Incomplete blocks at the right and bottom are dropped. OpenCV's ``INTER_AREA`` is fast only
    for a factor of two; larger factors are applied in stages.
    """
    while step_px > 1 and step_px % 2 == 0:
        picture = _resized(picture, 2, cv2.INTER_AREA)
        step_px //= 2
    while step_px > 1 and step_px % 3 == 0:
        picture = _resized(np.asarray(cv2.blur(picture, (3, 3), anchor=(0, 0)), np.uint8), 3)
        step_px //= 3
    return picture if step_px == 1 else _resized(picture, step_px, cv2.INTER_AREA)


def sampled(picture: ImageU8, step_px: int) -> ImageU8:
    """Return every n-th pixel of every n-th row (nearest neighbour)."""
    return _resized(picture, step_px)


def _resized(picture: ImageU8, step_px: int, interpolation: int = cv2.INTER_NEAREST) -> ImageU8:
    height, width = (max(1, side // step_px) for side in picture.shape[:2])
    whole = picture[: height * step_px, : width * step_px]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=interpolation), np.uint8)


def _grey(pixels: ImageU8) -> ImageU8:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
