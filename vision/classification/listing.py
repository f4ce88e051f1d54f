"""Which detections are accepted as dice.

No network decides alone: the finder detects printed dice, the reader reads printed faces, the tilt
network knows neither. A logistic regression combines their outputs for a detection and
its consistency with the others. Its weights were fitted on the development sets, which are disjoint
from the networks' training data (`models.training.networks.listing_weights`), and are stored in the
manifest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind
from vision.classification.evidence import Evidence
from vision.classification.tilt import STANDS, Tilt
from vision.core import thresholds as limits
from vision.core.arrays import F64, Mask
from vision.detection.scales import size_deviations

FEATURES: Final = (
    "score", "none", "foreign", "nothing", "lean",
    "upright", "flatter", "oblique", "size", "printed",
)  # fmt: skip
"""The columns of ``features``."""

FAINT_ODDS: Final = -4.0
"""Log odds above which a detection may be a die that was missed: another frame may accept it."""

FACELESS_ODDS: Final = 0.1
"""Least log odds of what is accepted as a die: `faceless_dice` may have lower ones."""

_SURE: Final = 0.5  # belief from which dice are used as size reference
_MOST_LEAN = 3.0  # standard deviations; larger values are clipped, cocked dice are dice
_COCKED_DEG = 40.0  # most cocked dice lean less, the sides of flat ones more
_MOST_UPRIGHT_DEG = 30.0
_MOST_FLATTER_DEG = 30.0
_MOST_SIZE = 1.0

_LEAST_PROBABILITY = 0.002  # no output for a single crop is more certain

# Of a die with an unknown face:
_SURE_FIND = 0.6
_MOST_NOTHING = 0.3
_MOST_LEAN_DEG = 20.0
_SAME_SIZE = 0.3  # logarithm of the ratio of edges


@dataclass(frozen=True, slots=True)
class FeatureWeights:
    """Weights of a logistic regression.

    Attributes:
        weights: of the features, in their order.
    """

    weights: tuple[float, ...]
    bias: float

    @classmethod
    def parse(cls, written: Mapping[str, Any], names: Sequence[str]) -> "FeatureWeights":
        """Return the weights in the manifest of the features *names*.

        Raises:
            KeyError: a feature has no weight.
        """
        return cls(tuple(float(written[name]) for name in names), float(written["bias"]))

    def of(self, features: F64) -> F64:
        """Return the log odds of N dice, shape (N,), from their *features*, shape (N, S)."""
        return np.asarray(features @ np.array(self.weights) + self.bias)


def listing_odds(evidence: Evidence, kind: DiceKind, weights: "FeatureWeights | None") -> F64:
    """Return the log odds of each detection being a die, shape (N,); above 0 it is accepted.

    Without weights, and for the robot's dice, the combined score of finder and reader is
    thresholded; a die that is not flat has no readable face, so a detection with a high finder
    score and a low probability of ``free`` by the tilt network is accepted, too.
    """
    tilt = evidence.tilt
    if weights is not None and kind is not DiceKind.ROBOT:
        return weights.of(features(evidence))
    scores = evidence.scores
    together = evidence.dice.scores * (1.0 - scores.none - scores.foreign)
    certain = evidence.dice.scores >= limits.CERTAIN_SCORE
    certain &= tilt.stands[:, 0] < limits.CERTAIN_FREE
    return np.where((together >= limits.MIN_EVIDENCE) | certain, np.inf, -np.inf)


def faceless_dice(evidence: Evidence) -> Mask:
    """Return which detections are plainly dice but for a face that the reader knows, shape (N,).

    A sure find that stands flat, is as large as the others and looks like a die from around: it is
    shown with the likeliest face and flagged ``check`` for its low odds, instead of being left out.
    """
    tilt = evidence.tilt
    found = evidence.dice.scores > _SURE_FIND
    found &= tilt.stands[:, STANDS.index("nothing")] < _MOST_NOTHING
    found &= (tilt.leans_deg < _MOST_LEAN_DEG) & (_other_size(evidence) < _SAME_SIZE)
    return np.asarray(found, np.bool_)


def features(evidence: Evidence) -> F64:
    """Return the features of N detections, shape (N, 10), columns ``FEATURES``."""
    scores, tilt = evidence.scores, evidence.tilt
    columns = (
        _log_odds(evidence.dice.scores),
        _log_odds(scores.none),
        _log_odds(scores.foreign),
        _log_odds(tilt.stands[:, STANDS.index("nothing")]),
        np.minimum(tilt.leans, _MOST_LEAN),
        _upright_deg(tilt),
        np.clip(tilt.table_deg - tilt.seen_deg, -_MOST_FLATTER_DEG, _MOST_FLATTER_DEG),
        tilt.table_deg,
        _other_size(evidence),
        _in_printed_zone(evidence),
    )
    return np.stack(columns, axis=1).astype(np.float64)


def _other_size(evidence: Evidence) -> F64:
    """Return the absolute log ratio of edges to the median of confident dice, shape (N,)."""
    deviations = size_deviations(evidence.dice, evidence.belief >= _SURE)
    if deviations is None:
        return np.zeros(len(evidence.dice))
    return np.minimum(deviations, _MOST_SIZE)


def _in_printed_zone(evidence: Evidence) -> Mask:
    """Return which detections are in a zone of a mat, where the print is known, shape (N,).

    Around the zones and in zones drawn by hand anything may be printed.
    """
    places = evidence.places
    printed = [place.zone is not None and place.position_mm is not None for place in places]
    return np.array(printed, np.bool_)


def _upright_deg(tilt: Tilt) -> F64:
    """Return by how much each face is steeper than a cocked die's top face, degrees, shape (N,).

    The side faces of flat dice are. One standard deviation of the estimate is subtracted.
    """
    surely = tilt.leans_deg * (1.0 - 1.0 / np.maximum(tilt.leans, 1.0))
    return np.asarray(np.clip(surely - _COCKED_DEG, 0.0, _MOST_UPRIGHT_DEG))


def _log_odds(share: npt.NDArray[np.floating]) -> F64:
    """Return the log odds of a probability, clipped."""
    kept = np.clip(share.astype(np.float64), _LEAST_PROBABILITY, 1.0 - _LEAST_PROBABILITY)
    return np.asarray(np.log(kept / (1.0 - kept)))
