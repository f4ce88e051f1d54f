"""Networks that need no training: they read dice painted in agreed colours.

A painted die is a square of one bright colour on a duller ground; its colour says what it shows.
Around these two stands the real pipeline.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.session.ports import Reading
from models.labels import LABELS
from vision.classification.evidence import Evidence
from vision.classification.reader import FaceScores
from vision.classification.tilt import STANDS, Tilt
from vision.core.arrays import F32, F64, ImageU8
from vision.core.detections import Detections
from vision.core.inference import CROP_PX
from vision.core.labels import LabelSet
from vision.detection.peaks import STRIDE
from vision.mats.zones import DiePosition
from vision.result import TableReadResult

LABEL_SET = LabelSet.parse(LABELS)

PAINT: dict[str, tuple[int, int, int]] = {
    "home/explore": (255, 0, 255),
    "military/wild": (255, 0, 0),
    "genes/settle": (0, 255, 0),
    "novelty/ship": (0, 255, 255),
    "d6/5": (255, 128, 0),
    "none": (128, 255, 0),
}
"""Label -> BGR."""


@dataclass(frozen=True, slots=True)
class PaintedDie:
    """A die to paint: middle and edge in pixels, turn in degrees, y down."""

    label: str
    x: float
    y: float
    edge: float = 50.0
    angle: float = 0.0


def paint(picture: ImageU8, dice: list[PaintedDie]) -> ImageU8:
    """Return a copy of the BGR *picture* with *dice* in it."""
    picture = picture.copy()
    for die in dice:
        corners = cv2.boxPoints(((die.x, die.y), (die.edge, die.edge), die.angle))
        fixed = np.rint(corners * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, fixed, PAINT[die.label], cv2.LINE_AA, 4)
    return picture


def _painted(bgr: ImageU8) -> ImageU8:
    """Where an (H, W, 3) picture is bright and colourful."""
    spread = bgr.max(axis=2) - bgr.min(axis=2)
    return np.asarray(spread > 150, dtype=np.uint8)


class PaintFinder:
    """Candidates painted squares; ``score`` is what it says of all of them."""

    def __init__(self, *, score: float = 0.95) -> None:
        self.score = score
        self.inputs: list[tuple[int, ...]] = []

    def __call__(self, image: ImageU8, /) -> tuple[F32, F32]:
        assert image.ndim == 4
        assert image.dtype == np.uint8
        assert image.shape[1] % 16 == 0
        assert image.shape[2] % 16 == 0
        self.inputs.append(image.shape)
        height, width = image.shape[1] // STRIDE, image.shape[2] // STRIDE
        heat = np.zeros((1, 1, height, width), np.float32)
        box = np.zeros((1, 6, height, width), np.float32)
        mask = _painted(image[0])
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            (x, y), (w, h), angle = cv2.minAreaRect(contour)
            if min(w, h) < 4:
                continue
            u, v = (x + 0.5) / STRIDE, (y + 0.5) / STRIDE
            column, row = int(u), int(v)
            turn = np.radians(4 * angle)
            heat[0, 0, row, column] = self.score
            box[0, :, row, column] = (
                u - column - 0.5,
                v - row - 0.5,
                np.log((w + h) / 2 + 1),
                np.cos(turn),
                np.sin(turn),
                6.0,
            )
        return heat, box


class PaintReader:
    """Reads the paint in the middle of crops; ``sureness`` is the lead of the best logit."""

    def __init__(self, *, sureness: float = 12.0) -> None:
        self.sureness = sureness
        self.batches: list[int] = []

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        assert crops.shape[1:] == (64, 64, 3)
        assert crops.dtype == np.uint8
        self.batches.append(len(crops))
        middle = crops[:, 24:40, 24:40].mean(axis=(1, 2))
        paints: F64 = np.array(list(PAINT.values()), dtype=np.float64)
        nearest = np.linalg.norm(middle[:, None] - paints, axis=2).argmin(axis=1)
        logits = np.zeros((len(crops), len(LABELS)), np.float32)
        for row, which in enumerate(nearest):
            logits[row, LABELS.index(list(PAINT)[which])] = self.sureness
        return logits, np.zeros((len(crops), 64), np.float32)


def lying_free(crops: ImageU8) -> tuple[F32, F32]:
    """What the network for tilt says of dice of which it sees nothing but that they lie free."""
    count = len(crops)
    seen, stands = np.zeros((count, 5), np.float32), np.zeros((count, len(STANDS)), np.float32)
    seen[:, [2, 4]] = np.log((0.5, 0.01))
    stands[:, 0] = 5.0
    return seen, stands


def result_of(
    reading: Reading, centres_px: F32 | None = None, crops: ImageU8 | None = None
) -> TableReadResult:
    """A reader's result: *reading*, and the crops (N, 64, 64, 3) of dice at places (N, 2)."""
    centres = np.empty((0, 2), np.float32) if centres_px is None else centres_px
    count, ones = len(centres), np.ones(len(centres), np.float32)
    crops = np.empty((0, CROP_PX, CROP_PX, 3), np.uint8) if crops is None else crops
    nothing = np.zeros(count)
    faces = np.zeros((count, len(LABEL_SET)))
    points = np.zeros((count, 64), np.float32)
    scores = FaceScores(LABEL_SET, faces, nothing, nothing, faces, points)
    dice = Detections(centres, ones, ones, ones)
    tilt = Tilt(nothing, nothing, np.zeros((count, len(STANDS))), nothing, nothing)
    evidence = Evidence(dice, crops, crops, scores, (DiePosition(),) * count, tilt, nothing)
    return TableReadResult(reading, (), evidence, faces, None, 0.0)
