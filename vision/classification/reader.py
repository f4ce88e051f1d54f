"""What the faces show: one pass for all dice, more looks at the doubtful ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind
from vision.classification.enrolled import (
    EnrolledFaces,
    FacePrototypes,
    embedded,
    one_of_each,
    unit,
)
from vision.classification.prototype_classifier import PrototypeClassifier
from vision.classification.set_classifier import SceneContext
from vision.classification.type_ensemble import TypeEnsemble
from vision.core.arrays import F32, F64, ImageU8
from vision.core.inference import ReaderNet
from vision.core.labels import NONE, ROBOT_DICE, LabelSet
from vision.light.known_colours import KnownColours, with_known_colours
from vision.light.surfaces import Surfaces

QUARTER_TURNS: Final = 4

_SURE = 0.96  # above it three more looks have hardly ever changed an answer
_HOPELESS = 0.9  # what is no face from one side is none from the others
_LOST, _NOTHING = 0.4, 0.99  # between them "no face" may mean a face that is not in the middle
_FOUND_AGAIN = 0.7  # share of the wanted faces in the best of the shifted looks
_DOUBTED = 0.45  # share of "no face" that asks a person
_MOST_AGAIN = 2  # crops of a picture that are looked at so: print and clutter could be many
_LEAST_BELIEF = 0.02  # one hopeless crop does not decide for all
_ASIDE_PX: Final = (-6, 0, 6)  # of a crop's 64: up to an eighth of an edge


@dataclass(frozen=True, slots=True, eq=False)
class FaceScores:
    """Probabilities for N faces.

    Attributes:
        labels: what the columns stand for.
        faces: (N, K), of each label among the dice that were asked for; zero for the others
            and for "none"; rows add up to 1 (or to 0 where no label is allowed).
        none: (N,), that this is no readable face.
        foreign: (N,), that this is a face of other dice than those asked for.
        odd: (N,), that the body's colour is none of the calibrated ones; 0 without a calibration.
        other_lamp: that the picture's light is not the calibration's, by its dice.
    """

    labels: LabelSet
    faces: F64
    none: F64
    foreign: F64
    odd: F64
    other_lamp: float = 0.0

    def select(self, rows: npt.NDArray[np.bool_]) -> FaceScores:
        """Return the faces of a mask, shape (N,)."""
        return replace(
            self,
            faces=self.faces[rows],
            none=self.none[rows],
            foreign=self.foreign[rows],
            odd=self.odd[rows],
        )

    @property
    def best(self) -> F64:
        """Probability of each crop's best label, and that there is such a face at all, (N,)."""
        readable = np.clip(1.0 - self.none - self.foreign, 0.0, 1.0)
        return np.asarray(self.faces.max(axis=1, initial=0.0) * readable)

    @property
    def sureness(self) -> float:
        """How sure the whole reading is: sum of the logarithms of ``best``."""
        return float(np.log(np.maximum(self.best, _LEAST_BELIEF)).sum())


@dataclass(frozen=True, slots=True, eq=False)
class FaceLooks:
    """What the network sees of N faces.

    Attributes:
        scores: each die on its own.
        shares: (N, K), probabilities of all labels.
        points: (N, 64), embeddings.
        again: (N,), which were read beside the place that the finder told.
    """

    scores: FaceScores
    shares: F64
    points: F32
    again: npt.NDArray[np.bool_]

    def select(self, rows: npt.NDArray[np.bool_]) -> FaceLooks:
        """Return the faces of a mask, shape (N,)."""
        scores = self.scores.select(rows)
        return FaceLooks(scores, self.shares[rows], self.points[rows], self.again[rows])


class FaceReader:
    """Reads crops of faces.

    Args:
        net: the network.
        labels: its outputs.
        light: classifies the types of all dice of a picture together; None each on its own.
    """

    def __init__(self, net: ReaderNet, labels: LabelSet, light: TypeEnsemble | None = None) -> None:
        self._net = net
        self.labels = labels
        self._light = light
        self._kinds = tuple(kind for kind, _ in labels.pairs)
        faces = sorted({face for _, face in labels.pairs})
        self._of_face = np.array([[face == each for each in faces] for _, face in labels.pairs])
        self._shown: FacePrototypes | None = None
        self._prototypes: PrototypeClassifier | None = None

    def use_faces(self, faces: EnrolledFaces) -> None:
        """Use *faces*: alone for the robot's dice, together with the network for all others.

        Faces that are not among them are forgotten.
        """
        robots = faces.of(ROBOT_DICE)
        self._shown = FacePrototypes.of(robots, self._net) if len(robots) else None
        self._prototypes = PrototypeClassifier.of(faces, self.labels, self._net)

    def can_read(self, dice: DiceKind) -> bool:
        """Whether the faces of *dice* are known."""
        if dice is DiceKind.ROBOT:
            return self._shown is not None
        return bool(self.labels.allowed(dice).any())

    def look(self, crops: ImageU8, dice: DiceKind) -> FaceLooks:
        """Return what the network sees of the BGR *crops*, shape (N, 64, 64, 3); N may be 0.

        Of doubtful crops the network sees all four quarter turns; its logits are averaged, which
        makes a tenth fewer mistakes than one look and fewer than the mean of the probabilities.

        Args:
            crops: balanced on white.
            dice: what was asked for.
        """
        count = len(crops)
        none_again = np.zeros(count, dtype=np.bool_)
        if dice is DiceKind.ROBOT and self._shown is not None:
            scores = _like_shown(crops, self._shown, self._net)
            return FaceLooks(scores, scores.faces, np.empty((count, 0), np.float32), none_again)
        if count == 0:
            nothing, empty = np.empty(0), np.empty((0, len(self.labels)))
            scores = FaceScores(self.labels, empty, nothing, nothing, nothing)
            return FaceLooks(scores, empty, np.empty((0, 0), np.float32), none_again)
        allowed = self.labels.allowed(dice)
        shares, points = self._looked_at(crops, allowed)
        shares, again = self._recentred(crops, shares, allowed)
        known, _ = self._with_prototypes(shares, points)
        scores = _doubted(_among(known, self.labels, dice), again)
        return FaceLooks(scores, shares, points, again)

    def classify(
        self,
        looks: FaceLooks,
        crops: ImageU8,
        dice: DiceKind,
        *,
        context: SceneContext | None = None,
        calibrated: tuple[Surfaces, KnownColours] | None = None,
    ) -> FaceScores:
        """Return what N dice show, the types of all together.

        Args:
            looks: what the network sees of them.
            crops: the same as for ``look``.
            dice: what was asked for.
            context: how the N dice lie, to classify their types together; each on its own without.
            calibrated: the bodies' colours, and those that they should have; without them
                the light is unknown.
        """
        if dice is DiceKind.ROBOT or len(crops) == 0:
            return looks.scores
        shares, points = looks.shares, looks.points
        if calibrated is not None and dice is DiceKind.ROLL:
            match = with_known_colours(shares, self._kinds, *calibrated)
            shares, shown = self._with_prototypes(match.shares, points)
            odd = match.odd * (1.0 - shown)  # a painted die has any colour
            scores = _among(shares, self.labels, dice)
            scores = replace(scores, odd=odd, other_lamp=match.other_lamp)
        else:
            if self._light is not None and context is not None and dice is DiceKind.ROLL:
                shares = self._light.classify(shares, self._kinds, crops, context)
            scores = _among(self._with_prototypes(shares, points)[0], self.labels, dice)
        return _doubted(scores, looks.again)

    def _looked_at(self, crops: ImageU8, allowed: npt.NDArray[np.bool_]) -> tuple[F64, F32]:
        """Return probabilities of all labels and the embeddings; doubtful crops are seen turned.

        In doubt is the face: a turned look sees the same colour again.
        """
        logits, points = self._net(crops)
        shares = softmax(logits)
        faces = shares[:, allowed] @ self._of_face[allowed]
        unsure = faces.max(axis=1, initial=0.0) < _SURE
        doubtful = np.flatnonzero(unsure & (shares[:, self.labels.none_row] < _HOPELESS))
        if len(doubtful):
            turned = [np.rot90(crops[doubtful], k, axes=(1, 2)) for k in range(1, QUARTER_TURNS)]
            more, _ = self._net(np.concatenate(turned))
            total = logits[doubtful] + more.reshape(len(turned), len(doubtful), -1).sum(axis=0)
            shares[doubtful] = softmax(total / QUARTER_TURNS)
        return shares, points

    def _recentred(
        self, crops: ImageU8, shares: F64, allowed: npt.NDArray[np.bool_]
    ) -> tuple[F64, npt.NDArray[np.bool_]]:
        """Look again at dice whose middle may have been found beside the true one.

        Pale dice on paper are found up to a sixth of an edge aside, where their faces look like
        none. The best of the shifted looks counts, and a person is to be asked.

        Returns:
            The probabilities, and for which of the N dice such a look counts.
        """
        none = shares[:, self.labels.none_row]
        lost = np.flatnonzero((none > _LOST) & (none < _NOTHING))
        lost = lost[np.argsort(none[lost], kind="stable")[:_MOST_AGAIN]]
        again = np.zeros(len(shares), dtype=np.bool_)
        if not len(lost):
            return shares, again
        moved = [_shifted(crops[lost], x, y) for x in _ASIDE_PX for y in _ASIDE_PX if x or y]
        looks = softmax(self._net(np.concatenate(moved))[0])
        looks = looks.reshape(len(moved), len(lost), -1)
        choice = looks[..., allowed].sum(axis=2).argmax(axis=0)
        best = looks[choice, np.arange(len(lost))]
        better = best[:, allowed].sum(axis=1) > _FOUND_AGAIN
        again[lost] = better
        result = shares.copy()
        result[lost[better]] = best[better]
        return result, again

    def _with_prototypes(self, shares: F64, points: F32) -> tuple[F64, F64]:
        if self._prototypes is None:
            return shares, np.zeros(len(shares))
        return self._prototypes.weighed(shares, unit(points))


def _doubted(scores: FaceScores, again: npt.NDArray[np.bool_]) -> FaceScores:
    """Return *scores* with doubt about the N faces of a mask: a person is asked about them."""
    return replace(scores, none=np.where(again, np.maximum(scores.none, _DOUBTED), scores.none))


def _shifted(crops: ImageU8, x: int, y: int) -> ImageU8:
    """Return crops whose middle lies *x*, *y* pixels further right and down."""
    side = crops.shape[1]
    rows, columns = (np.clip(np.arange(side) + by, 0, side - 1) for by in (y, x))
    return np.asarray(crops[:, rows][:, :, columns], np.uint8)


def _like_shown(crops: ImageU8, shown: FacePrototypes, net: ReaderNet) -> FaceScores:
    """Tell faces by those that were shown; one that is like none of them is no readable face."""
    labels = LabelSet((*shown.labels, (NONE, "")))
    if len(crops) == 0:
        nothing = np.empty(0)
        return FaceScores(labels, np.empty((0, len(labels))), nothing, nothing, nothing)
    shares, none = shown.shares(embedded(net, crops))
    shares = one_of_each(shares, tuple(kind for kind, _ in shown.labels))
    faces = np.column_stack([shares, np.zeros(len(shares))])
    return FaceScores(labels, faces, none, np.zeros(len(none)), np.zeros(len(none)))


def softmax(logits: F32) -> F64:
    """Return probabilities for each row of *logits*, shape (N, K)."""
    shifted = logits.astype(np.float64)
    shifted -= shifted.max(axis=1, keepdims=True)
    powers = np.exp(shifted)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float64)


def _among(shares: F64, labels: LabelSet, dice: DiceKind) -> FaceScores:
    """Take away what cannot lie on the table; how much that was says how far to trust the rest."""
    allowed = labels.allowed(dice)
    faces = np.where(allowed, shares, 0.0)
    whole = faces.sum(axis=1, keepdims=True)
    none = shares[:, labels.none_row]
    foreign = np.clip(1.0 - whole[:, 0] - none, 0.0, 1.0)
    return FaceScores(labels, faces / np.maximum(whole, 1e-12), none, foreign, np.zeros(len(none)))
