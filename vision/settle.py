"""When to read: dice that roll and hands in the picture are waited for.

Pure over numbers: the time comes in with every picture. A reading counts once two pictures of a
quiet table agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import cv2
import numpy as np

from companion.session.ports import Reading
from vision.arrays import F32, ImageU8

PROBE_SIZE: Final = (192, 108)
"""Width and height of the small pictures that are compared."""

_FLOOR = 1.2  # grey levels; below it even a still camera differs
_MARGIN = 3.0  # times the camera's own noise
_LEARN = 0.1  # how fast the noise of quiet pictures is learned


class Motion(Enum):
    """What the table does."""

    MOVING = "moving"
    QUIET = "quiet"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class SettleGate:
    """The state between two pictures; `step` returns the next one.

    Attributes:
        noise: change between two pictures of a quiet table, in grey levels.
        quiet_since_s: when the table became quiet; None while it moves.
        motion: the verdict on the newest picture.
    """

    noise: float = 1.0
    quiet_since_s: float | None = None
    motion: Motion = Motion.MOVING

    def step(self, change: float, now_s: float, *, dwell_s: float = 0.2) -> SettleGate:
        """Return the state after a picture.

        Args:
            change: what `picture_change` gave for it and the one before.
            now_s: when it was taken; only differences count.
            dwell_s: how long the table must be quiet.
        """
        if change > max(_FLOOR, _MARGIN * self.noise):
            # Noise grows slowly even now: else a lamp that flickers would never be settled.
            noise = self.noise * (1 + _LEARN / 4)
            return SettleGate(min(noise, change), None, Motion.MOVING)
        since = now_s if self.quiet_since_s is None else self.quiet_since_s
        noise = self.noise + _LEARN * (change - self.noise)
        motion = Motion.SETTLED if now_s - since >= dwell_s else Motion.QUIET
        return SettleGate(noise, since, motion)


def probe(pixels: ImageU8) -> F32:
    """Return the small picture, shape (108, 192, 3), of a BGR frame.

    It keeps the colours: a red die on green felt may be as bright as its ground.
    """
    return cv2.resize(pixels, PROBE_SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)


def picture_change(before: F32, after: F32) -> float:
    """Return how much two probes differ: the largest change of any block of 3 x 3 pixels.

    What changes in the whole picture is taken out first: a cloud before the sun moves no die. A die
    covers several of the pixels, so a block changes by tens of levels when one moves.
    """
    difference = after - before
    difference = difference - np.median(difference, axis=(0, 1))
    blocks = np.abs(cv2.blur(difference, (3, 3)))
    return float(blocks.max())


def agree(first: Reading, second: Reading) -> bool:
    """Whether two readings show the same dice at the same places.

    Places may differ by a quarter of an edge; types, faces and zones may not differ at all.
    """
    if len(first.dice) != len(second.dice):
        return False
    left = list(second.dice)
    for die in first.dice:
        match = next(
            (
                other
                for other in left
                if np.hypot(
                    die.centre_px[0] - other.centre_px[0], die.centre_px[1] - other.centre_px[1]
                )
                <= die.size_px / 4
                and (die.type, die.face, die.mat, die.zone, die.status)
                == (other.type, other.face, other.mat, other.zone, other.status)
            ),
            None,
        )
        if match is None:
            return False
        left.remove(match)
    return True
