"""Rendered pictures of the calibration mat, good and bad."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import cv2
import numpy as np

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from companion.session.ports import Frame
from models.training.generator.scenes import Look, SceneDie, View, render_mat
from vision.core.arrays import ImageU8
from vision.mats.layout import Paper, mat_layout

SIZE_MM = Paper.A4.value
FACES = ("explore", "develop", "wild", "ship", "produce", "settle", "wild")
VIEW = View(size_px=(1280, 800), tilt_deg=6.0, azimuth_deg=30.0)
LOOK = Look(seed=5, exposure=0.7)


@cache
def printed(mat: str = "calibration") -> ImageU8:
    """A mat's print, grey."""
    return raster(draw_sheet(mat_layout(mat, Paper.A4)), 8)


def one_of_each() -> list[SceneDie]:
    """One die of each type on its place."""
    slots = mat_layout("calibration", Paper.A4).zones
    return [
        SceneDie(name, face, slot.centre[0] + 3, slot.centre[1] - 2, 17.0 + 31 * k)
        for k, ((name, slot), face) in enumerate(zip(slots, FACES, strict=True))
    ]


def taken(
    dice: Sequence[SceneDie], *, print_: ImageU8 | None = None, look: Look = LOOK, view: View = VIEW
) -> ImageU8:
    """The camera's picture, BGR."""
    sheet = printed() if print_ is None else print_
    rgb = np.repeat(sheet[:, :, None], 3, axis=2) if sheet.ndim == 2 else sheet
    scene = render_mat(rgb, SIZE_MM, dice, view=view, look=look)
    return np.ascontiguousarray(scene.image[..., ::-1])


@cache
def good_picture() -> ImageU8:
    """Everything as it should be."""
    return taken(one_of_each())


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


def short_of_cyan(sheet: ImageU8) -> ImageU8:
    """A printer that mixes grey from colours and has little cyan left: RGB."""
    light = (sheet / 255.0) ** 2.2
    red = 1.0 - 0.8 * (1.0 - light)
    return np.asarray(np.stack([red, light, light], axis=2) ** (1 / 2.2) * 255, np.uint8)


def blurred(pixels: ImageU8) -> ImageU8:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 6.0), np.uint8)
