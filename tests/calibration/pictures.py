"""Rendered pictures of the calibration mat, good and bad."""

from collections.abc import Callable

import cv2
import numpy as np

from companion.session.ports import Frame
from tests.rendered import rendered
from vision.core.arrays import ImageU8


def taken(name: str = "calibration") -> ImageU8:
    """A stored picture, BGR; by default everything is as it should be."""
    return rendered(name).pixels


def good_picture() -> ImageU8:
    """Everything as it should be."""
    return taken()


def frame(pixels: ImageU8) -> Frame:
    """A picture as a camera gives it."""
    return Frame(np.ascontiguousarray(pixels), 0.0, "a test")


def lit(pixels: ImageU8, change: Callable[[np.ndarray], np.ndarray]) -> ImageU8:
    """The picture with its linear light changed."""
    light = ((pixels / 255.0) ** 2.2).astype(np.float32)
    return np.asarray(np.clip(change(light), 0, 1) ** (1 / 2.2) * 255 + 0.5, np.uint8)


def half_in_shadow(pixels: ImageU8) -> ImageU8:
    """Somebody stands between lamp and mat."""
    height, width = pixels.shape[:2]
    x = np.arange(width)[None, :] + 0.3 * np.arange(height)[:, None]
    shade = 1.0 - 0.65 / (1.0 + np.exp(-(x - 0.6 * width) / 8.0))
    return lit(pixels, lambda light: light * shade[..., None])


def clipped_in_red(pixels: ImageU8) -> ImageU8:
    """A camera clips an incandescent lamp's red at one side and scales red down afterwards."""
    x = np.linspace(1.0, 0.35, pixels.shape[1], dtype=np.float32)[None, :, None]
    lamp = np.array([0.4, 0.75, 2.6], np.float32)
    limit = np.array([1.0, 1.0, 0.62], np.float32)
    return lit(pixels, lambda light: np.minimum(light * x * lamp, limit))


def saturated_in_red(pixels: ImageU8, times: float) -> ImageU8:
    """Even light of an incandescent lamp, the red of paper *times* too bright for the sensor."""
    light = ((pixels / 255.0) ** 2.2).astype(np.float32)
    paper = float(np.quantile(light[..., 2], 0.95))
    lamp = np.array([0.4, 0.75, 1.0], np.float32)
    limit = np.array([1.0, 1.0, paper / times], np.float32)
    return lit(pixels, lambda light: np.minimum(light * lamp, limit))


def blurred(pixels: ImageU8) -> ImageU8:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 6.0), np.uint8)
