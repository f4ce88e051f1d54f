"""From linear light to a file: exposure, colour filter mosaic, noise, white balance, curve, JPEG.

Another camera than the generator's: it measures through a Bayer mosaic and exposes by itself.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

F32: TypeAlias = npt.NDArray[np.float32]


def photograph(light: F32, lamp_rgb: F32, kind: str, rng: np.random.Generator) -> Any:
    """Return a BGR picture of linear RGB *light*, shape (H, W, 3).

    Args:
        light: scene radiance in any unit.
        lamp_rgb: colour of the main lamp, which the white balance aims at.
        kind: the class of light; dim rooms give noise, glare and hard shadows expose badly.
        rng: everything that differs between cameras.
    """
    picture = _focus(light, rng)
    picture = picture * np.float32(_exposure(picture, kind, rng))
    picture = picture * _vignette(picture.shape, rng)
    raw = _mosaic(picture, _noise(kind, rng), rng)
    seen = np.asarray(
        cv2.cvtColor((raw * 65535 + 0.5).astype(np.uint16), cv2.COLOR_BayerRG2BGR_EA), np.float32
    )
    linear = seen[..., ::-1] / np.float32(65535) * _balance(lamp_rgb, rng)
    mean = linear.mean(axis=2, keepdims=True)
    linear = mean + (linear - mean) * np.float32(rng.uniform(0.9, 1.25))
    coded = _curve(np.clip(linear, 0, 1), rng)
    if rng.random() < 0.7:
        soft = cv2.GaussianBlur(coded, (0, 0), 0.9)
        coded = coded + (coded - soft) * np.float32(rng.uniform(0.2, 0.9))
    return np.asarray(np.clip(coded * 255 + 0.5, 0, 255), np.uint8)[..., ::-1]


def _focus(light: F32, rng: np.random.Generator) -> F32:
    radius = float(rng.choice([0.4, 0.8, 1.4], p=[0.5, 0.35, 0.15])) * rng.uniform(0.8, 1.2)
    side = 2 * int(np.ceil(radius)) + 1
    y, x = np.mgrid[:side, :side] - side // 2
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    out = cv2.filter2D(light, -1, disc / disc.sum())
    if rng.random() < 0.1:  # shaken by hand: the way of the camera is drawn, not a straight line
        steps = np.cumsum(rng.normal(0, 0.6, (6, 2)), axis=0)
        moved = [
            cv2.warpAffine(
                out,
                np.array([[1, 0, dx], [0, 1, dy]], np.float64),
                out.shape[1::-1],
                borderMode=cv2.BORDER_REPLICATE,
            )
            for dx, dy in steps
        ]
        out = np.mean(moved, axis=0)
    return np.asarray(out, np.float32)


def _exposure(picture: F32, kind: str, rng: np.random.Generator) -> float:
    """Brings the mean to a middle grey, weighted to the middle, and errs by up to a stop."""
    luma = picture.mean(axis=2)
    height, width = luma.shape
    middle = luma[height // 5 : -height // 5, width // 5 : -width // 5]
    level = 0.7 * float(middle.mean()) + 0.3 * float(luma.mean())
    bright = float(np.percentile(luma, 99))
    gain = min(0.2 / level, 1.15 / bright)  # most cameras hold back for the brightest parts
    error = {"dim": -0.5, "glare": 0.1}.get(kind, 0.0) + rng.normal(0, 0.25)
    return gain * float(2.0**error)


def _vignette(shape: tuple[int, ...], rng: np.random.Generator) -> F32:
    y, x = np.linspace(-1, 1, shape[0])[:, None], np.linspace(-1, 1, shape[1])[None]
    fall = 1 / (1 + rng.uniform(0, 0.25) * (x**2 + y**2)) ** 2
    return np.asarray(fall[..., None], np.float32)


def _noise(kind: str, rng: np.random.Generator) -> tuple[float, float]:
    shot = rng.uniform(0.002, 0.012) * (2.0 if kind == "dim" else 1.0)
    return float(shot), float(rng.uniform(0.0003, 0.002) * (2.5 if kind == "dim" else 1.0))


def _mosaic(picture: F32, noise: tuple[float, float], rng: np.random.Generator) -> F32:
    raw = np.empty(picture.shape[:2], np.float32)
    # OpenCV's "BayerRG" names the second row's second and third columns.
    raw[0::2, 0::2], raw[1::2, 1::2] = picture[0::2, 0::2, 2], picture[1::2, 1::2, 0]
    raw[0::2, 1::2], raw[1::2, 0::2] = picture[0::2, 1::2, 1], picture[1::2, 0::2, 1]
    shot, read = noise
    spread = np.sqrt(np.clip(raw, 0, 1) * shot**2 * 4 + read**2)
    return np.asarray(np.clip(raw + rng.standard_normal(raw.shape) * spread, 0, 1), np.float32)


def _balance(lamp_rgb: F32, rng: np.random.Generator) -> F32:
    """A camera that balances most of the lamp's colour away and errs in both directions."""
    gains = (lamp_rgb[1] / np.maximum(lamp_rgb, 0.02)) ** rng.uniform(0.55, 1.02)
    tint = np.exp(np.array([rng.normal(0, 0.05), rng.normal(0, 0.02), rng.normal(0, 0.05)]))
    return np.asarray(gains * tint, np.float32)


def _curve(linear: F32, rng: np.random.Generator) -> F32:
    """The sRGB curve, mixed with one that has a toe and a shoulder as in film."""
    plain = np.where(linear < 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    x = linear * rng.uniform(0.9, 1.3)
    film = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0, 1) ** (1 / 2.2)
    share = rng.uniform(0, 0.6)
    return np.asarray(plain * (1 - share) + film * share, np.float32)
