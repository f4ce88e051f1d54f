"""Lighting of the path-traced images, the camera that takes them, and printed mats on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import mitsuba as mi
import numpy as np
import numpy.typing as npt

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from models.training.generator.colors import linear
from models.training.pathtraced import scene as parts
from models.training.pathtraced.geometry import F32
from vision.mats.layout import MatLayout

KELVIN = {"neutral": 5500, "warm": 2800, "cool": 7500, "mixed": 3000, "dim": 3600, "hard": 4800}
"""Colour temperature of the key light by kind of lighting."""

LAMPS = (
    "neutral", "warm", "cool", "mixed", "dim", "hard", "warm cast", "cool cast", "dim cast",
    "candle cast", "shade cast",
)  # fmt: skip
"""Kinds of lighting: "cast" is an illuminant that white balance does not compensate (strongest:
candle light and shade under a blue sky); "dim" is two stops darker."""

_KELVIN = {
    "warm cast": 2600, "cool cast": 9500, "dim cast": 2800, "candle cast": 2000,
    "shade cast": 16000,
}  # fmt: skip
_PLAIN = {
    "warm cast": "warm", "cool cast": "cool", "dim cast": "warm", "candle cast": "warm",
    "shade cast": "cool",
}  # fmt: skip
_MAT_PX_PER_MM = 8


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lighting condition and the camera's settings for it.

    Attributes:
        lights: Mitsuba's emitters.
        balance: white-balance gains for red, green and blue.
        white: linear level of the brightest parts of the image.
        blur_px, noise, jpeg: parameters of the camera.
    """

    lights: dict[str, Any]
    balance: npt.NDArray[Any]
    white: float
    blur_px: float
    noise: float
    jpeg: int


def draw_lamp(rng: np.random.Generator, kind: str) -> Lamp:
    """Return random lighting of a kind, one of ``LAMPS``, with camera settings for it."""
    plain = _PLAIN.get(kind, kind)
    kelvin = _KELVIN.get(kind, KELVIN[plain]) * float(np.exp(rng.normal(0, 0.06)))
    main = lamp(kelvin)
    cast = kind.endswith("cast")
    low, high = (0.0, 0.2) if cast else (0.85, 1.0) if plain in ("neutral", "hard") else (0.5, 0.95)
    balance = main ** -rng.uniform(low, high) * np.exp(rng.normal(0, 0.03, 3))
    dim = kind.startswith("dim")
    made = Lamp(
        lights=lights_of(rng, plain, main),
        balance=np.asarray(balance, np.float32),
        white=float(rng.uniform(0.16, 0.24) if dim else rng.uniform(0.6, 0.95)),
        blur_px=float(rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(0.004, 0.012) if dim else rng.uniform(0.001, 0.006)),
        jpeg=int(rng.integers(78, 96)),
    )
    rng.integers(5)  # the recipe's random stream has this draw
    return made


def lights_of(rng: np.random.Generator, light: str, main: npt.NDArray[Any]) -> dict[str, Any]:
    """A key light above and to the side (small and hard or large and soft) and ambient light."""
    fill = lamp(7000) if light == "mixed" else main
    angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(250, 700)
    spot = [reach * math.cos(angle), reach * math.sin(angle), float(rng.uniform(350, 800))]
    spread = 25.0 if light == "hard" else float(rng.uniform(70, 240))
    toward = mi.ScalarTransform4f().look_at(origin=spot, target=[0, 0, 0], up=[0, 0.3, 1])
    share = 0.12 if light == "hard" else float(rng.uniform(0.25, 0.6))
    return {
        "lamp": {
            "type": "rectangle",
            "to_world": toward.scale([spread, spread, 1]),
            "emitter": {"type": "area", "radiance": _rgb(main, 4.0e5 / spread**2)},
        },
        "sky": {"type": "constant", "radiance": _rgb(fill, share)},
    }


def _rgb(values: npt.NDArray[Any], share: float = 1.0) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) * share for v in values]}


def developed(
    image: npt.NDArray[np.float32], light: Lamp, gain: float, rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """Return the camera's BGR image with its fixed white balance and exposure."""
    level = image * light.balance * np.float32(gain)
    level = np.asarray(cv2.GaussianBlur(level, (0, 0), light.blur_px), np.float32)
    spread = np.sqrt(np.maximum(level, 0) * light.noise * 0.3 + light.noise**2 * 0.2)
    noise: npt.NDArray[Any] = rng.normal(0, 1, level.shape).astype(np.float32)
    return np.asarray(np.clip(encoded(level + noise * spread), 0, 255)[..., ::-1], np.uint8)


def printed_sheet(mat: MatLayout) -> dict[str, Any]:
    """Return the printed mat on the table, centred at the world origin."""
    grey = raster(draw_sheet(mat), _MAT_PX_PER_MM)[::-1]  # Mitsuba's first row is the lowest
    # White paper reflects about as much as the palest die.
    texture = np.repeat(grey[:, :, None], 3, axis=2)
    width, height = mat.paper.value
    place = mi.ScalarTransform4f().translate([0, 0, 0.15]).scale([width / 2, height / 2, 1])
    reflectance = parts.bitmap(np.asarray(texture * 0.96, np.uint8))
    return {
        "type": "rectangle",
        "to_world": place,
        "bsdf": {"type": "diffuse", "reflectance": reflectance},
    }


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


def compressed(picture: npt.NDArray[np.uint8], quality: int) -> npt.NDArray[np.uint8]:
    """Return a BGR image after JPEG compression."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
