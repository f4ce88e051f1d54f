"""Camera augmentation of a stored crop: each draw gives another image of the same linear light.

Adds what would otherwise need newly rendered frames: shadows and light gradients across a face,
glare, focus, the size of the die in the image, and all of ``sensor``.
"""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.arrays import F32, ImageU8, Random
from models.training.generator.paint import encoded, illuminant
from models.training.generator.sensor import Sensor, draw_sensor, motion_kernel
from vision.light.white_balance import PAPER_LEVEL

_EDGE_IN_CROP_PX = 64 / 1.4
_SMALLEST_EDGE_PX, _LARGEST_EDGE_PX = 22.0, 76.0
_FAR_EDGE_PX = 9.0
_FAR_SHARE = 0.15
_MASKS = 256
_SIDE = 64
_GRAIN_SIDE = 512
_STEPS = 2048
_DARKEST = 25.0
_DIM = 0.35
_CURVE = encoded(np.linspace(0.0, 1.0, _STEPS, dtype=np.float32)) / 255.0
_WARM_TO_COOL = np.log(illuminant(3000.0) / illuminant(7000.0))
_WARM_AXIS = _WARM_TO_COOL - _WARM_TO_COOL.mean()
_WARM_AXIS = (
    _WARM_AXIS / np.abs(_WARM_AXIS).max()
)  # white balance axis from cool to warm illuminants
_GREEN_AXIS = np.array([-0.5, 1.0, -0.5])  # tint axis, green against magenta


class LightEffects:
    """Precomputed random effects; drawing them each time would dominate the cost.

    Soft masks, 0..1, shape ``(64, 64)``, of shadow edges and of spots of glare; colours of one
    illuminant relative to another, linear RGB of mean 1; noise of unit standard deviation, white
    and as smoothed by a camera's filter.
    """

    def __init__(self, rng: Random) -> None:
        self.shadows = [_shadow(rng) for _ in range(_MASKS)]
        self.spots = [_spot(rng) for _ in range(_MASKS)]
        self.tints = [_tint(rng) for _ in range(_MASKS)]
        plain = rng.standard_normal((_GRAIN_SIDE, _GRAIN_SIDE, 3), dtype=np.float32)
        blotched = np.asarray(cv2.GaussianBlur(plain, (0, 0), 0.7)) * np.float32(1.6)
        self.grain = (plain, blotched.astype(np.float32))

    def apply(self, light: F32, white: F32, rng: Random) -> F32:
        """Return the crop's linear light, shape ``(64, 64, 3)``, with some effects or none."""
        if rng.random() < 0.3:
            slope = rng.normal(0.0, 0.12, 2)
            ramp = np.linspace(-1, 1, _SIDE, dtype=np.float32)
            level = 1.0 + ramp[:, None] * np.float32(slope[0]) + ramp * np.float32(slope[1])
            light = light * cv2.merge([level] * 3)
        if rng.random() < 0.12:  # nearer to one of two light sources than the rest of the image
            light = light * self.tints[int(rng.integers(_MASKS))] ** np.float32(rng.uniform(0, 0.5))
        if rng.random() < 0.22:
            mask = self.shadows[int(rng.integers(_MASKS))]
            left = np.clip(1.0 - rng.uniform(0.2, 0.85) * np.exp(rng.normal(0.0, 0.08, 3)), 0.08, 1)
            if rng.random() < 0.3:  # the remaining light has another illuminant
                tint = self.tints[int(rng.integers(_MASKS))]
                left = np.clip(left * tint ** rng.uniform(0, 0.6), 0.08, 1.2)
            light = light * cv2.merge([1.0 - mask * np.float32(1 - v) for v in left])
        if rng.random() < 0.18:
            mask = self.spots[int(rng.integers(_MASKS))] * np.float32(rng.uniform(0.1, 0.8) ** 1.5)
            light = light + cv2.merge([mask * v for v in white])
        if rng.random() < 0.12:  # a bright surface reflected by the whole face
            light = light + white * np.float32(rng.uniform(0.02, 0.25))
        return np.asarray(np.maximum(light, 0.0), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """What all crops of one image share: the camera and its settings.

    Attributes:
        white: linear RGB of white paper, mean 1.
        edge_px: a die's edge in the image.
        sensor: the camera.
        mixing: (3, 3), colour matrix of its filters on linear RGB.
        curve: (_STEPS,), its tone curve from linear light 0..1 to 0..1.
        after: gains of red, green and blue applied to the final image, or None.
    """

    white: F32
    edge_px: float
    sensor: Sensor
    mixing: F32
    curve: F32
    after: F32 | None

    def taken(self, light: F32, effects: LightEffects, rng: Random) -> F32:
        """Return the crop's image, RGB 0..255, from its linear light, both ``(64, 64, 3)``."""
        light = effects.apply(light, self.white, rng)
        side = _side(self.edge_px)
        if side < _SIDE:
            light = np.asarray(cv2.resize(light, (side, side), interpolation=cv2.INTER_AREA))
        image = _exposed(self, light, effects, rng)
        if side < _SIDE:
            image = np.asarray(cv2.resize(image, (_SIDE, _SIDE), interpolation=cv2.INTER_LINEAR))
        picture = image.astype(np.float32)
        return picture if self.after is None else np.clip(picture * self.after, 0.0, 255.0)

    def of_colour(self, rgb: F32, effects: LightEffects, rng: Random) -> F32:
        """Return the camera's RGB 0..255, (3,), of a large surface of linear *rgb*."""
        calm = replace(self.sensor, noise=(0.0, 0.0), motion_px=0.0, jpeg=0)
        surface = np.broadcast_to(rgb, (8, 8, 3)).astype(np.float32)
        seen = _exposed(replace(self, sensor=calm), surface, effects, rng).mean(axis=(0, 1))
        return np.asarray(seen if self.after is None else seen * self.after, np.float32)

    def on_paper(self, effects: LightEffects, rng: Random) -> "Shot":
        """Return the same with the white balance on white paper that the program applies."""
        paper = replace(self, after=None).of_colour(self.white, effects, rng)
        gains = np.clip(PAPER_LEVEL / np.maximum(paper, _DARKEST), 0.25, 4.0)
        return replace(self, after=(gains * np.exp(rng.normal(0.0, 0.02, 3))).astype(np.float32))


def draw_shot(rng: Random, white: F32, scene: F32) -> "Shot":
    """Return a random camera.

    Args:
        white: linear RGB of white paper, mean 1.
        scene: mean linear RGB of the image that the crops come from.
    """
    far = rng.random() < _FAR_SHARE
    low, high = (_FAR_EDGE_PX, _SMALLEST_EDGE_PX) if far else (_SMALLEST_EDGE_PX, _LARGEST_EDGE_PX)
    edge = math.exp(rng.uniform(math.log(low), math.log(high)))
    sensor = draw_sensor(rng, white, scene, scale=max(1.0, edge / 60.0) * _side(edge) / _SIDE)
    after = None
    if rng.random() < 0.3:  # corrected afterwards, by a mat's white paper or because it was dark
        after = np.exp(rng.normal(0.0, 0.05, 3) + rng.normal(0.1, 0.25)).astype(np.float32)
        if sensor.exposure < _DIM and rng.random() < 0.5:
            after = after * np.float32(rng.uniform(1.0, 2.2))
    return Shot(white, edge, sensor, np.eye(3, dtype=np.float32), _CURVE, after)


def with_colour_errors(shot: "Shot", rng: Random) -> "Shot":
    """Return a shot by a camera with much larger colour errors, as unknown ones may have.

    White balance for one of two illuminants or for none, colour filters with crosstalk, a filmic
    tone curve with toe and shoulder.
    """
    wild = 2.0 if rng.random() < 0.25 else 1.0
    lamp = rng.normal(0.0, 0.16 * wild) * _WARM_AXIS + rng.normal(0.0, 0.06 * wild) * _GREEN_AXIS
    gains = np.asarray(shot.sensor.gains) * np.exp(lamp + rng.normal(0.0, 0.03 * wild, 3))
    mixing = np.eye(3) + rng.normal(0.0, 0.03 * wild, (3, 3)) * (1.0 - np.eye(3))
    red, green, blue = gains / gains.mean()
    sensor = replace(
        shot.sensor,
        gains=(float(red), float(green), float(blue)),
        saturation=shot.sensor.saturation * float(np.exp(rng.normal(0.03, 0.1))),
    )
    curve = shot.curve
    if rng.random() < 0.5:
        curve = curve + (_film(float(rng.uniform(0.9, 1.3))) - curve) * rng.uniform(0.0, 0.7)
    mixing = mixing / mixing.sum(axis=1, keepdims=True)
    return replace(
        shot, sensor=sensor, mixing=mixing.astype(np.float32), curve=curve.astype(np.float32)
    )


def photograph(light: F32, white: F32, scene: F32, effects: LightEffects, rng: Random) -> F32:
    """Return a random camera's image of a crop's linear light, RGB 0..255, ``(64, 64, 3)``.

    Args:
        white: linear RGB of white paper, mean 1.
        scene: mean linear RGB of the image that the crop comes from.
    """
    return draw_shot(rng, white, scene).taken(light, effects, rng)


def _exposed(shot: "Shot", light: F32, effects: LightEffects, rng: Random) -> ImageU8:
    """Do the same as ``sensor.expose``, with precomputed noise and in fewer passes."""
    sensor, side = shot.sensor, light.shape[0]
    picture = cv2.GaussianBlur(light, (0, 0), max(sensor.blur_px, 0.2))
    if sensor.motion_px > 0:
        kernel = motion_kernel(sensor.motion_px, sensor.motion_deg)
        picture = cv2.filter2D(picture, -1, kernel)
    level = float((shot.white * np.asarray(sensor.gains, np.float32)).mean()) * 0.9
    gains = np.asarray(sensor.gains) * (sensor.exposure / max(level, 1e-6))
    seen = np.diag(gains) @ shot.mixing
    picture = np.clip(cv2.transform(picture, seen), 0.0, 1.5).astype(np.float32)
    shot_noise, read = sensor.noise
    x, y = rng.integers(_GRAIN_SIDE - side, size=2)
    grain = effects.grain[shot_noise + read > 0.015][y : y + side, x : x + side]
    variance = np.clip(picture, 0, 1) * np.float32(shot_noise**2) + np.float32(read**2)
    picture += grain * np.sqrt(variance)
    rest = (1.0 - sensor.saturation) / 3.0
    mix = np.full((3, 3), rest, np.float32) + np.eye(3, dtype=np.float32) * sensor.saturation
    index = np.clip(cv2.transform(picture, mix) * np.float32(_STEPS - 1), 0, _STEPS - 1)
    bent = shot.curve * shot.curve * (3.0 - 2.0 * shot.curve)
    contrast = np.float32(sensor.contrast * 0.5)
    curve = (shot.curve + (bent - shot.curve) * contrast) * np.float32(255.0)
    result = curve[index.astype(np.int32)]
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(result, (0, 0), 1.0)
        result = cv2.addWeighted(result, 1.0 + sensor.sharpen, soft, -sensor.sharpen, 0.0)
    image = np.asarray(np.clip(result + np.float32(0.5), 0, 255), np.uint8)
    if not sensor.jpeg:
        return image
    _, data = cv2.imencode(".jpg", image, [int(cv2.IMWRITE_JPEG_QUALITY), sensor.jpeg])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _side(edge_px: float) -> int:
    return min(_SIDE, round(_SIDE * edge_px / _EDGE_IN_CROP_PX))


def _film(exposure: float) -> F32:
    """Filmic tone curve (Narkowicz 2016, fit of ACES), gamma-encoded."""
    x = np.linspace(0.0, exposure, _STEPS)
    level = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0)
    return np.asarray(level ** (1 / 2.2), np.float32)


def _grid() -> tuple[F32, F32]:
    ramp = np.linspace(-1, 1, _SIDE, dtype=np.float32)
    return ramp[None, :], ramp[:, None]


def _shadow(rng: Random) -> F32:
    """A half-plane, a stripe, or a corner in shadow, with a sharp or soft edge."""
    x, y = _grid()
    soft = float(np.exp(rng.uniform(math.log(0.02), math.log(0.5))))
    mask = np.ones((_SIDE, _SIDE), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        turn = rng.uniform(0, 2 * math.pi)
        gap = math.cos(turn) * x + math.sin(turn) * y - rng.uniform(-0.7, 0.7)
        mask = mask * np.clip(0.5 + gap / soft, 0.0, 1.0)
    return np.asarray(mask, np.float32)


def _tint(rng: Random) -> F32:
    warm, cool = illuminant(rng.uniform(2500, 4000)), illuminant(rng.uniform(5000, 10000))
    ratio = warm / cool if rng.random() < 0.5 else cool / warm
    return np.asarray(ratio / ratio.mean(), np.float32)


def _spot(rng: Random) -> F32:
    """Specular reflection of a light source: an ellipse with a soft or hard edge."""
    x, y = _grid()
    turn, (cx, cy) = rng.uniform(0, math.pi), rng.uniform(-0.8, 0.8, 2)
    u = (x - cx) * math.cos(turn) + (y - cy) * math.sin(turn)
    v = (y - cy) * math.cos(turn) - (x - cx) * math.sin(turn)
    across, along = np.exp(rng.uniform(math.log(0.08), math.log(1.0), 2))
    reach = (u / across) ** 2 + (v / along) ** 2
    return np.asarray(
        np.exp(-reach) if rng.random() < 0.6 else np.clip(2 - 2 * reach, 0, 1), np.float32
    )
