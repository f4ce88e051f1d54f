"""Linear light in one byte per channel, so that stored crops allow camera augmentation.

The encoding is logarithmic (steps of 2 % near white, 4 % in ink) and reaches four times the level
of white paper, so that an overexposed image clips where a camera would clip it.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.training.generator.camera import F32
from models.training.generator.sensor import ImageU8

_TOE = 0.03
_MOST = 4.0
_GAIN = 255.0 / math.log1p(_MOST / _TOE)
_TABLE = (_TOE * np.expm1(np.arange(256) / _GAIN)).astype(np.float32)


def coded(light: F32, rng: np.random.Generator) -> ImageU8:
    """Return linear light 0..4 as bytes, dithered against banding."""
    level = np.log1p(np.maximum(light, 0.0) * np.float32(1.0 / _TOE)) * np.float32(_GAIN)
    level += rng.random(light.shape, dtype=np.float32)
    return np.asarray(np.minimum(level, 255.0), np.uint8)


def decoded(codes: ImageU8) -> F32:
    """Return the linear light of bytes."""
    return np.asarray(cv2.LUT(codes, _TABLE), np.float32)
