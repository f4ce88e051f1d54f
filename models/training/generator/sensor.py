"""Camera model from linear light to image: lens, white balance, exposure, noise, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.arrays import F32, ImageU8, Random
from models.training.generator.paint import encoded

_EXPOSURES = (0.14, 3.2)
"""Level of white paper from 2.5 EV underexposed to 2 EV overexposed; 0.8 is correct."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """One camera with its settings for one image.

    Attributes:
        gains: white balance, linear RGB.
        exposure: linear level to which white paper in the image's mean lighting is scaled.
        contrast: 0 plain sRGB curve, 1 strong S curve.
        saturation: 1 leaves colours as they are.
        blur_px, motion_px, motion_deg: focus and motion blur.
        noise: shot noise at white, read noise (linear).
        sharpen: amount of unsharp masking.
        jpeg: quality, 0 for none.
    """

    gains: tuple[float, float, float]
    exposure: float
    contrast: float = 0.2
    saturation: float = 1.0
    vignette: float = 0.1
    blur_px: float = 0.5
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: tuple[float, float] = (0.01, 0.002)
    sharpen: float = 0.3
    jpeg: int = 90


def draw_sensor(rng: Random, lamp_color: F32, scene_color: F32, *, scale: float = 1.0) -> Sensor:
    """Return a random camera for an illuminant *lamp_color* (mean linear RGB on white paper).

    Args:
        scene_color: mean linear RGB of the image, for gray-world white balance and metering.
        scale: size of a die's edge relative to 45 pixels; blur grows with it.
    """
    exact = 1.0 / np.maximum(lamp_color / lamp_color.mean(), 0.05)
    mode = rng.random()
    if mode < 0.15:  # gray-world white balance, biased by a colored background
        gray = scene_color / scene_color.mean()
        gains = np.maximum(gray, 0.2) ** -rng.uniform(0.3, 0.9) * np.exp(rng.normal(0.0, 0.03, 3))
    elif mode < 0.5:  # white reference
        gains = exact * np.exp(rng.normal(0.0, 0.03, 3))
    elif mode < 0.87:  # automatic, partial correction
        gains = exact ** rng.uniform(0.6, 1.0) * np.exp(rng.normal(0.0, 0.05, 3))
    else:  # fixed at daylight
        gains = exact ** rng.uniform(0.3, 0.7)
    gains = gains / gains.mean()
    mode = rng.random()
    low, high = (0.28, 1.05) if mode < 0.75 else _EXPOSURES
    exposure = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    if mode < 0.35:  # metered on the whole image: dark cloth overexposes the dice
        wanted = float(np.exp(rng.uniform(np.log(0.1), np.log(0.32))))
        mean = float((scene_color * gains).mean() / (lamp_color * gains).mean())
        exposure = float(np.clip(0.9 * wanted / max(mean, 1e-3), *_EXPOSURES))
    motion = rng.uniform(0.5, 4.0) if rng.random() < 0.12 else 0.0
    return Sensor(
        gains=(float(gains[0]), float(gains[1]), float(gains[2])),
        exposure=exposure,
        contrast=float(rng.uniform(0.0, 0.8)),
        saturation=float(np.exp(rng.normal(0.0, 0.12))),
        vignette=float(rng.uniform(0.0, 0.4)),
        blur_px=float(rng.uniform(0.25, 1.0) + (rng.uniform(0, 1.1) if rng.random() < 0.25 else 0))
        * max(0.7, scale),
        motion_px=float(motion * max(0.7, scale)),
        motion_deg=float(rng.uniform(0, 180)),
        noise=(float(rng.uniform(0.0, 0.035)), float(rng.uniform(0.0, 0.008))),
        sharpen=float(rng.uniform(0.0, 1.2) if rng.random() < 0.6 else 0.0),
        jpeg=int(rng.integers(45, 97)) if rng.random() < 0.8 else 0,
    )


def expose(light: F32, sensor: Sensor, white: float, rng: Random) -> ImageU8:
    """Return the camera's RGB image of linear *light*, shape ``(H, W, 3)``.

    Args:
        white: linear level of white paper in the scene, scaled to ``sensor.exposure``.
    """
    height, width = light.shape[:2]
    blurred = cv2.GaussianBlur(light, (0, 0), max(sensor.blur_px, 0.2))
    if sensor.motion_px > 0:
        blurred = cv2.filter2D(blurred, -1, motion_kernel(sensor.motion_px, sensor.motion_deg))
    picture = np.asarray(blurred, np.float32)
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] ** 2
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :] ** 2
    level = (1.0 - sensor.vignette * (x + y) / 2) * (sensor.exposure / max(white, 1e-6))
    gains = level[..., None] * np.asarray(sensor.gains, np.float32)
    picture = np.asarray(np.clip(picture * gains, 0.0, 1.5), np.float32)
    picture = _add_noise(picture, sensor, rng)
    if sensor.saturation != 1.0:
        gray = picture.mean(axis=2, keepdims=True)
        picture = gray + (picture - gray) * np.float32(sensor.saturation)
    picture = np.clip(picture, 0.0, 1.0)
    result = _developed(picture, sensor)
    if sensor.jpeg:
        quality = [int(cv2.IMWRITE_JPEG_QUALITY), sensor.jpeg]
        _, data = cv2.imencode(".jpg", result[..., ::-1], quality)
        result = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR_RGB), np.uint8)
    return result


def _developed(picture: F32, sensor: Sensor) -> ImageU8:
    """The camera's tone curve and sharpening."""
    coded = encoded(picture)
    if sensor.contrast > 0:
        t = coded / 255.0
        bent = t * t * (3.0 - 2.0 * t) * 255.0
        coded = coded + (bent - coded) * np.float32(sensor.contrast * 0.5)
    if sensor.sharpen > 0:
        coded = coded + (coded - cv2.GaussianBlur(coded, (0, 0), 1.0)) * np.float32(sensor.sharpen)
    return np.asarray(np.clip(coded + 0.5, 0, 255), np.uint8)


def _add_noise(picture: F32, sensor: Sensor, rng: Random) -> F32:
    shot, read = sensor.noise
    if shot == 0 and read == 0:
        return picture
    noise: F32 = rng.standard_normal(picture.shape, dtype=np.float32)
    if shot + read > 0.015:  # in-camera denoising leaves correlated noise
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.7), np.float32) * np.float32(1.6)
    spread = np.sqrt(picture.clip(0, 1) * np.float32(shot**2) + np.float32(read**2))
    return np.asarray(picture + noise * spread, np.float32)


def motion_kernel(length: float, degrees: float) -> F32:
    """Return the kernel of a linear motion blur of *length* pixels."""
    side = int(np.ceil(length)) * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    middle = side / 2 - 0.5
    step = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * length / 2
    a, b = (middle - step) * 16, (middle + step) * 16
    start, end = tuple(a.round().astype(int).tolist()), tuple(b.round().astype(int).tolist())
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(kernel, (0, 0), 0.4)
    return np.asarray(soft / soft.sum(), np.float32)
