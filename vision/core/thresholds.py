"""Thresholds between status ``ok``, status ``check`` and "not a die".

Chosen on held-out images; a wrong reading that is not flagged costs far more than a check.
"""

from typing import Final

MIN_SCORE: Final = 0.12  # minimum peak score of the finder
SURE_SCORE: Final = 0.28  # minimum finder score of dice that are shown for enrolment
MIN_EVIDENCE: Final = 0.30
"""Minimum finder score of detections outside the mats to be passed to the other networks, unless
they are as large as the sure ones; without listing weights (`vision.classification.listing`) also
the minimum combined score of finder and reader for accepting a die."""

CERTAIN_SCORE: Final = 0.70
CERTAIN_FREE: Final = 0.75
"""Without listing weights a detection with at least this finder score is accepted whatever the
reader's output, unless its probability of ``free`` reaches the second: a cocked die has no readable
face, but it is a die."""

# A die is flagged ...
SURE_LISTING: Final = 1.6  # with lower log odds (`vision.classification.listing`)
MIN_CONFIDENCE: Final = 0.88  # with a lower probability of its type and face
NONE_CHECKED: Final = 0.40  # with a higher probability of "no readable face"
FOREIGN_CHECKED: Final = 0.20  # with a higher probability of another kind than requested
LEAST_FREE: Final = 0.05  # with a lower probability of lying free (`vision.classification.tilt`)
MOST_NOTHING: Final = 0.3  # a game die, with a higher probability of being none: print
LEAST_RIM_STEP: Final = 6.0
"""... a pipped one, if its top face differs less, in grey levels, from what is outside of its rim
(`vision.decision.rim`)."""

LEAN_DEG: Final = 15.0
LEAN_DEVIATIONS: Final = 4.0
"""... if its top face leans against the table's normal by more than both, in degrees and in
standard deviations of the estimate."""

LEAST_EDGE_PX: Final = 24.0
MOST_VIEW_DEG: Final = 55.0
"""Where the median edge of the top faces is smaller, or the camera looks at them at a larger angle
from the table's normal, dice are missed or read wrong: that is reported, and all are flagged."""
