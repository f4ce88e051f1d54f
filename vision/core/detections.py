"""The finder's detections: parallel arrays, one row per die."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.core.arrays import F32, Indices, Mask


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """N detected top faces of dice, best first.

    Attributes:
        centres_px: (N, 2), centre of the top face; integers are pixel centres.
        edges_px: (N,), edge length of the top face.
        angles_deg: (N,), angle of an edge against the x axis, 0 <= angle < 90, y down.
        scores: (N,), the finder's confidence that this is a die, 0..1.
    """

    centres_px: F32
    edges_px: F32
    angles_deg: F32
    scores: F32

    def __post_init__(self) -> None:
        count = len(self.centres_px)
        if self.centres_px.shape != (count, 2):
            raise ValueError(f"expected centres (N, 2), got {self.centres_px.shape}")
        for name in ("edges_px", "angles_deg", "scores"):
            if getattr(self, name).shape != (count,):
                raise ValueError(f"expected {name} ({count},), got {getattr(self, name).shape}")

    def __len__(self) -> int:
        return len(self.centres_px)

    @classmethod
    def empty(cls) -> "Detections":
        nothing = np.empty(0, np.float32)
        return cls(np.empty((0, 2), np.float32), nothing, nothing, nothing)

    @classmethod
    def joined(cls, parts: "Sequence[Detections]") -> "Detections":
        if len(parts) == 1:
            return parts[0]
        return cls(*(np.concatenate([getattr(p, name) for p in parts]) for name in cls.__slots__))

    def select(self, rows: Mask | Indices) -> "Detections":
        """Return the rows given by a mask or by indices, in their order."""
        return Detections(*(getattr(self, name)[rows] for name in self.__slots__))

    def moved(self, scale: float, offset_px: tuple[float, float]) -> "Detections":
        """Return the dice in an image scaled by *scale*, then shifted by the offset."""
        centres = (self.centres_px + 0.5) * scale - 0.5 + np.asarray(offset_px)
        return Detections(
            centres.astype(np.float32),
            (self.edges_px * scale).astype(np.float32),
            self.angles_deg,
            self.scores,
        )
