"""Exposure measured on the dice themselves, for images without a mat's paper as white reference.

The background is no measure of the exposure of the dice: on black cloth well-exposed dice lie in a
dark image. Every type of die is bright in at least one channel, so the brightest channel of the
bodies shows how far the dice are from clipping.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, ImageU8, median

BODY_LEVEL: Final = 215.0
"""Brightest channel of a well-exposed body, 0..255."""

LEAST_GAIN: Final = 1.35
"""Smaller corrections change no reading."""

MOST_GAIN: Final = 5.0
_NO_CLIPPING = 245.0
_FULL_SCALE = 253
_CLIPPING_STEP = 4  # subsampling of a crop's pixels, in both directions
_BRIGHTNESS_STEP = 2  # the same for the brightness
_BODY_SHARE = 0.6  # quantile that is body: ink covers a smaller, darker share of a face
_MARGIN = 0.2  # share of a crop's side left out on each side: background


def body_brightness(crops: ImageU8) -> F32:
    """Return the level of each body's brightest channel, shape (N,), 0..255.

    Args:
        crops: BGR, around N top faces, shape (N, h, w, 3), as captured.
    """
    if len(crops) == 0:
        return np.empty(0, np.float32)
    margin = round(crops.shape[1] * _MARGIN)
    pixels = crops[:, margin:-margin:_BRIGHTNESS_STEP, margin:-margin:_BRIGHTNESS_STEP]
    bright = np.sort(pixels.max(axis=3).reshape(len(crops), -1), axis=1)
    return bright[:, int(bright.shape[1] * _BODY_SHARE)].astype(np.float32)


def dice_exposure_gains(crops: ImageU8) -> F32 | None:
    """Return the `exposure_gains` of the dice in *crops*, see `body_brightness`."""
    return exposure_gains(body_brightness(crops))


def colour_clipped(crops: ImageU8) -> npt.NDArray[np.bool_]:
    """Return which bodies are clipped in two channels or all three, shape (N,).

    Their remaining colour is ambiguous between types: an overexposed light blue die is white, an
    overexposed brown one yellow.

    Args:
        crops: as for `body_brightness`.
    """
    if len(crops) == 0:
        return np.zeros(0, np.bool_)
    margin = round(crops.shape[1] * _MARGIN)
    few = crops[:, margin:-margin:_CLIPPING_STEP, margin:-margin:_CLIPPING_STEP]
    shares = np.sort((few >= _FULL_SCALE).mean(axis=(1, 2)), axis=1)
    return np.asarray(shares[:, 1] > 1.0 - _BODY_SHARE, np.bool_)


def exposure_gains(brightness: F32) -> F32 | None:
    """Return equal gains for the channels, shape (3,), that bring dark dice to `BODY_LEVEL`.

    No body is brightened so far that it clips.

    Args:
        brightness: (N,), see `body_brightness`.

    Returns:
        None where the dice are bright enough, or there are none.
    """
    if len(brightness) == 0:
        return None
    usual, brightest = median(brightness), float(brightness.max())
    gain = min(BODY_LEVEL / max(usual, 1.0), _NO_CLIPPING / max(brightest, 1.0), MOST_GAIN)
    return None if gain < LEAST_GAIN else np.full(3, gain, dtype=np.float32)
