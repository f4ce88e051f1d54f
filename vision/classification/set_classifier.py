"""A set transformer that classifies the types of all dice of an image jointly.

The reader sees one crop at a time, so under a cast it cannot distinguish a white die from a lilac
one. All dice of an image share the illuminant, or it varies between two light sources with their
position; dice of a certain type reveal it, and dice of one type look alike. A small network with
self-attention over all dice (Vaswani et al. 2017; sets as in Lee et al. 2019) classifies the type
of each again. It was trained on images with large white-balance errors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64, ImageU8, median
from vision.core.detections import Detections
from vision.core.inference import LightNet
from vision.core.type_shares import masses, retyped, type_rows

FAINTEST: Final = -6.0
"""Floor of log probabilities."""

REACH_EDGES: Final = 8.0
"""Distance in edges that is 1 in the network's input."""

_FLOOR: Final = 8.0  # grey levels
_MIDDLE: Final = 96.0
LOOK_PX: Final = 32
"""Side of a crop in the network's input."""

_SIZES: Final = 3.0  # factor of the log of an edge


def _log_levels(levels: npt.NDArray[np.floating]) -> F32:
    """Return the network's input for grey levels, 0..255: logarithms, as light multiplies."""
    return np.asarray(np.log((levels + _FLOOR) / _MIDDLE), np.float32)


LOOK: Final = _log_levels(np.arange(256.0))
"""Lookup table: the network's input for each grey level."""


@dataclass(frozen=True, slots=True, eq=False)
class SceneContext:
    """Layout of the dice of an image.

    Attributes:
        dice: N of them.
        surroundings: (4,), see `surroundings`.
    """

    dice: Detections
    surroundings: F32


class SetClassifier:
    """Classifies the types of all dice of an image jointly.

    Args:
        types: die keys in the order of its outputs.
    """

    def __init__(self, net: LightNet, types: Sequence[str]) -> None:
        self._net = net
        self.types = tuple(types)

    def classify(
        self, shares: F64, kinds: Sequence[str], crops: ImageU8, context: SceneContext
    ) -> F64:
        """Return the label probabilities with jointly classified types.

        P(face | type) of each die is unchanged, and so are the probabilities of "none" and of other
        dice: the illuminant is evidence for a body's colour, not for its presence.

        Args:
            shares: (N, K), the reader's probabilities.
            kinds: type of each of the K labels.
            crops: balanced BGR crops, shape (N, 64, 64, 3).
        """
        if len(shares) == 0:
            return shares
        rows = type_rows(kinds, self.types)
        likely = chances(masses(shares, rows, len(self.types)))
        dice = context.dice
        places = relative_places(dice.centres_px, dice.edges_px)
        logits = self._net(looks(crops), likely, places, context.surroundings).astype(np.float64)
        return retyped(shares, rows, np.exp(logits - logits.max(axis=1, keepdims=True)))


def looks(crops: ImageU8) -> F32:
    """Return the network's input for BGR *crops*, shape (N, 64, 64, 3): (N, 3, 32, 32)."""
    count, side = crops.shape[:2]
    tall = np.ascontiguousarray(crops).reshape(count * side, side, 3)
    half = cv2.resize(tall, (LOOK_PX, count * LOOK_PX), interpolation=cv2.INTER_AREA)
    levels = cv2.LUT(half, LOOK).reshape(count, LOOK_PX, LOOK_PX, 3)
    return np.ascontiguousarray(levels[..., ::-1].transpose(0, 3, 1, 2))


def chances(shares: F64) -> F32:
    """Return the network's input for probabilities: log probabilities, at least ``FAINTEST``."""
    return np.log(np.maximum(shares, np.exp(FAINTEST))).astype(np.float32)


def surroundings(mean_bgr: npt.NDArray[np.floating], *, on_paper: bool) -> F32:
    """Return the network's input for the image as a whole, shape (4,).

    Args:
        mean_bgr: (3,), its mean colour (`vision.light.white_balance.coded_mean`), balanced.
        on_paper: it was balanced by a white reference (paper), so hardly any cast is left.
    """
    levels = _log_levels(np.clip(mean_bgr, 0.0, 255.0))
    return np.append(levels, np.float32(on_paper))


def relative_places(centres_px: npt.ArrayLike, edges_px: npt.ArrayLike) -> F32:
    """Return scale-invariant positions and sizes of dice, shape (N, 3).

    x and y relative to the mean of all centres, in units of ``REACH_EDGES`` median edges, and the
    scaled log of each edge relative to the median.

    Args:
        centres_px: (N, 2).
        edges_px: (N,).
    """
    centres = np.asarray(centres_px, np.float64)
    edges = np.asarray(edges_px, np.float64)
    usual = max(median(edges), 1.0)
    away = (centres - centres.mean(axis=0)) / (usual * REACH_EDGES)
    sizes = _SIZES * np.log(np.maximum(edges, 1.0) / usual)
    return np.column_stack([away, sizes]).astype(np.float32)
