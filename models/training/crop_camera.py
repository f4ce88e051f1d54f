"""A camera for one stored crop: every time the same light becomes another photograph.

What whole frames would need to be drawn anew for is put on here: shadows and slopes of light across
a face, glare, focus, the size at which the camera sees the die, and all of ``sensor``.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.training.camera import F32
from models.training.colors import encoded, illuminant
from models.training.sensor import ImageU8, Sensor, draw_sensor, motion_kernel

_EDGE_IN_CROP_PX = 64 / 1.4
_SMALLEST_EDGE_PX, _LARGEST_EDGE_PX = 22.0, 76.0
_MASKS = 256
_SIDE = 64
_GRAIN_SIDE = 512
_STEPS = 2048
_CURVE = encoded(np.linspace(0.0, 1.0, _STEPS, dtype=np.float32)) / 255.0


class LightEffects:
    """Ready-made chance, which would cost more than all the rest if it were drawn each time.

    Soft masks, 0..1, shape ``(64, 64)``, of shadow edges and of spots of glare; colours of one
    lamp against another's, linear RGB of mean 1; noise of unit spread, plain and as a camera's own
    filter leaves it.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self.shadows = [_shadow(rng) for _ in range(_MASKS)]
        self.spots = [_spot(rng) for _ in range(_MASKS)]
        self.tints = [_tint(rng) for _ in range(_MASKS)]
        plain = rng.standard_normal((_GRAIN_SIDE, _GRAIN_SIDE, 3), dtype=np.float32)
        blotched = np.asarray(cv2.GaussianBlur(plain, (0, 0), 0.7)) * np.float32(1.6)
        self.grain = (plain, blotched.astype(np.float32))

    def apply(self, light: F32, white: F32, rng: np.random.Generator) -> F32:
        """Return the crop's linear light, shape ``(64, 64, 3)``, with some effects or none."""
        if rng.random() < 0.3:
            slope = rng.normal(0.0, 0.12, 2)
            ramp = np.linspace(-1, 1, _SIDE, dtype=np.float32)
            level = 1.0 + ramp[:, None] * np.float32(slope[0]) + ramp * np.float32(slope[1])
            light = light * cv2.merge([level] * 3)
        if rng.random() < 0.12:  # nearer to one of two lamps than the rest of the picture
            light = light * self.tints[int(rng.integers(_MASKS))] ** np.float32(rng.uniform(0, 0.5))
        if rng.random() < 0.22:
            mask = self.shadows[int(rng.integers(_MASKS))]
            left = np.clip(1.0 - rng.uniform(0.2, 0.85) * np.exp(rng.normal(0.0, 0.08, 3)), 0.08, 1)
            if rng.random() < 0.3:  # what is left is the light of a lamp of another colour
                tint = self.tints[int(rng.integers(_MASKS))]
                left = np.clip(left * tint ** rng.uniform(0, 0.6), 0.08, 1.2)
            light = light * cv2.merge([1.0 - mask * np.float32(1 - v) for v in left])
        if rng.random() < 0.18:
            mask = self.spots[int(rng.integers(_MASKS))] * np.float32(rng.uniform(0.1, 0.8) ** 1.5)
            light = light + cv2.merge([mask * v for v in white])
        if rng.random() < 0.12:  # a bright surface mirrored by the whole face
            light = light + white * np.float32(rng.uniform(0.02, 0.25))
        return np.asarray(np.maximum(light, 0.0), np.float32)


def photograph(
    light: F32, white: F32, scene: F32, effects: LightEffects, rng: np.random.Generator
) -> F32:
    """Return what a random camera makes of a crop's linear light, RGB 0..255, ``(64, 64, 3)``.

    Args:
        white: linear RGB of white paper, mean 1.
        scene: mean linear RGB of the picture that the crop comes from.
    """
    light = effects.apply(light, white, rng)
    edge = math.exp(rng.uniform(math.log(_SMALLEST_EDGE_PX), math.log(_LARGEST_EDGE_PX)))
    side = min(_SIDE, round(_SIDE * edge / _EDGE_IN_CROP_PX))
    if side < _SIDE:
        light = np.asarray(cv2.resize(light, (side, side), interpolation=cv2.INTER_AREA))
    sensor = draw_sensor(rng, white, scene, scale=max(1.0, edge / 60.0) * side / _SIDE)
    level = float((white * np.asarray(sensor.gains, np.float32)).mean()) * 0.9
    image = _developed(light, sensor, level, effects, rng)
    if side < _SIDE:
        image = np.asarray(cv2.resize(image, (_SIDE, _SIDE), interpolation=cv2.INTER_LINEAR))
    picture = image.astype(np.float32)
    if rng.random() < 0.3:  # balanced afterwards, by a mat's paper or because it was dark
        gains = np.exp(rng.normal(0.0, 0.05, 3) + rng.normal(0.1, 0.25))
        picture = np.clip(picture * gains.astype(np.float32), 0.0, 255.0)
    return picture


def _developed(
    light: F32, sensor: Sensor, white: float, effects: LightEffects, rng: np.random.Generator
) -> ImageU8:
    """What ``sensor.expose`` does, with ready-made noise and in fewer passes."""
    side = light.shape[0]
    picture = cv2.GaussianBlur(light, (0, 0), max(sensor.blur_px, 0.2))
    if sensor.motion_px > 0:
        kernel = motion_kernel(sensor.motion_px, sensor.motion_deg)
        picture = cv2.filter2D(picture, -1, kernel)
    gains = np.asarray(sensor.gains) * (sensor.exposure / max(white, 1e-6))
    picture = np.minimum(cv2.transform(picture, np.diag(gains)), 1.5)
    shot, read = sensor.noise
    x, y = rng.integers(_GRAIN_SIDE - side, size=2)
    grain = effects.grain[shot + read > 0.015][y : y + side, x : x + side]
    picture += grain * np.sqrt(np.clip(picture, 0, 1) * np.float32(shot**2) + np.float32(read**2))
    rest = (1.0 - sensor.saturation) / 3.0
    mix = np.full((3, 3), rest, np.float32) + np.eye(3, dtype=np.float32) * sensor.saturation
    index = np.clip(cv2.transform(picture, mix) * np.float32(_STEPS - 1), 0, _STEPS - 1)
    bent = _CURVE * _CURVE * (3.0 - 2.0 * _CURVE)
    curve = (_CURVE + (bent - _CURVE) * np.float32(sensor.contrast * 0.5)) * np.float32(255.0)
    result = curve[index.astype(np.int32)]
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(result, (0, 0), 1.0)
        result = cv2.addWeighted(result, 1.0 + sensor.sharpen, soft, -sensor.sharpen, 0.0)
    image = np.asarray(np.clip(result + np.float32(0.5), 0, 255), np.uint8)
    if not sensor.jpeg:
        return image
    _, data = cv2.imencode(".jpg", image, [int(cv2.IMWRITE_JPEG_QUALITY), sensor.jpeg])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _grid() -> tuple[F32, F32]:
    ramp = np.linspace(-1, 1, _SIDE, dtype=np.float32)
    return ramp[None, :], ramp[:, None]


def _shadow(rng: np.random.Generator) -> F32:
    """Half a plane, a stripe, or a corner in shadow, its border sharp or soft."""
    x, y = _grid()
    soft = float(np.exp(rng.uniform(math.log(0.02), math.log(0.5))))
    mask = np.ones((_SIDE, _SIDE), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        turn = rng.uniform(0, 2 * math.pi)
        gap = math.cos(turn) * x + math.sin(turn) * y - rng.uniform(-0.7, 0.7)
        mask = mask * np.clip(0.5 + gap / soft, 0.0, 1.0)
    return np.asarray(mask, np.float32)


def _tint(rng: np.random.Generator) -> F32:
    warm, cool = illuminant(rng.uniform(2500, 4000)), illuminant(rng.uniform(5000, 10000))
    ratio = warm / cool if rng.random() < 0.5 else cool / warm
    return np.asarray(ratio / ratio.mean(), np.float32)


def _spot(rng: np.random.Generator) -> F32:
    """A reflected lamp: an ellipse with a soft or hard border."""
    x, y = _grid()
    turn, (cx, cy) = rng.uniform(0, math.pi), rng.uniform(-0.8, 0.8, 2)
    u = (x - cx) * math.cos(turn) + (y - cy) * math.sin(turn)
    v = (y - cy) * math.cos(turn) - (x - cx) * math.sin(turn)
    across, along = np.exp(rng.uniform(math.log(0.08), math.log(1.0), 2))
    reach = (u / across) ** 2 + (v / along) ** 2
    return np.asarray(
        np.exp(-reach) if rng.random() < 0.6 else np.clip(2 - 2 * reach, 0, 1), np.float32
    )
