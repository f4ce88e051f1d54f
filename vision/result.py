"""Result of a `TableReader`."""

from dataclasses import dataclass

from companion.session.ports import ReadResult
from vision.classification.evidence import Evidence
from vision.core.arrays import F64
from vision.light.lighting_profile import Drift
from vision.mats.fitting import FittedMat


@dataclass(frozen=True, slots=True, eq=False)
class TableReadResult(ReadResult):
    """A reading and the evidence for it.

    Attributes:
        evidence: evidence about the N dice.
        faces: (N, K), probabilities of their labels given the known counts.
        drift: how the patches in view differ from the calibration; None without either.
        other_lamp: probability of another illuminant than the calibration's.
        profile: name of the profile that was selected; empty without one.
    """

    mats: tuple[FittedMat, ...]
    evidence: Evidence
    faces: F64
    drift: Drift | None
    other_lamp: float
    profile: str = ""
