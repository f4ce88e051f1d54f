"""Illuminant colours, background textures, and the camera model (linear light to image)."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]
U8 = npt.NDArray[np.uint8]


def linear(srgb: npt.NDArray[Any]) -> F32:
    """Convert sRGB 0..255 to linear 0..1 (IEC 61966-2-1)."""
    s = np.asarray(srgb, np.float32) / 255
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4).astype(np.float32)


def encoded(light: F32) -> F32:
    """Linear 0..1 to sRGB 0..255."""
    v = np.clip(light, 0, 1)
    return (np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055) * 255).astype(
        np.float32
    )


def lamp(kelvin: float) -> F32:
    """Linear RGB of a black body, green 1 (approximation after Helland, 2012, linearised)."""
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.1 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else max(138.52 * math.log(t - 10) - 305.04, 10.0)
    rgb = linear(np.clip(np.array([red, green, blue]), 0, 255))
    return np.asarray(rgb / rgb[1], np.float32)


def ground_texture(kind: str, rng: np.random.Generator) -> U8:
    """Return a background texture of a kind, sRGB, ``(512, 512, 3)``."""
    size = 512
    noise: npt.NDArray[Any] = rng.normal(0, 1, (size, size)).astype(np.float32)
    base = np.array(
        {
            "plain": rng.uniform(30, 235, 3),
            "wood": np.array([150, 105, 65]) * rng.uniform(0.5, 1.3) + rng.normal(0, 8, 3),
            "felt": rng.choice([(25, 90, 50), (30, 50, 110), (110, 25, 35), (40, 40, 44)])
            + rng.normal(0, 6, 3),
            "cloth": rng.uniform(60, 220, 3),
            "paper": np.array([244, 243, 240]) + rng.normal(0, 3, 3),
        }[kind],
        np.float32,
    )
    if kind == "wood":
        grain = cv2.GaussianBlur(noise, (0, 0), sigmaX=60, sigmaY=1.6)
        noise = grain / grain.std() * 14 + noise * 2
    elif kind == "felt":
        noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 16
    elif kind == "cloth":
        y, x = np.mgrid[:size, :size]
        noise = (
            10 * np.sin(x * rng.uniform(0.4, 1.2)) * np.sin(y * rng.uniform(0.4, 1.2)) + noise * 3
        )
    else:
        noise = noise * 1.5
    return np.asarray(np.clip(base + noise[..., None], 0, 255), np.uint8)


def develop(image: F32, main: F32, light: str, rng: np.random.Generator) -> U8:
    """Camera model: white balance, exposure, blur, noise, JPEG. Returns BGR."""
    amount = rng.uniform(0.85, 1.0) if light in ("neutral", "hard") else rng.uniform(0.45, 0.95)
    image = image / main**amount * np.exp(rng.normal(0, 0.03, 3)).astype(np.float32)
    level = np.percentile(image.max(-1), 97)
    target = rng.uniform(0.16, 0.3) if light == "dim" else rng.uniform(0.55, 1.0)
    image = image * (target / level)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.1))), np.float32)
    iso = rng.uniform(0.004, 0.012) if light == "dim" else rng.uniform(0.001, 0.006)
    image = image + rng.normal(0, 1, image.shape).astype(np.float32) * np.sqrt(
        np.maximum(image, 0) * iso * 0.3 + iso**2 * 0.2
    )
    out = np.clip(encoded(image), 0, 255).astype(np.uint8)[..., ::-1]
    return compressed(out, int(rng.integers(70, 96)))


def compressed(picture: U8, quality: int) -> U8:
    """Return a BGR image after JPEG compression."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
