"""The classification stage: face, type and tilt of each die."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind
from vision.classification.enrolled import EnrolledFaces
from vision.classification.evidence import Evidence, belief
from vision.classification.listing import FACELESS_ODDS, FAINT_ODDS, faceless_dice, listing_odds
from vision.classification.reader import FaceOutputs, FaceReader, FaceScores
from vision.classification.set_classifier import SceneContext, surroundings
from vision.classification.tilt import TiltReader, wide_crops
from vision.classification.weights import FeatureWeights
from vision.core.arrays import ImageU8
from vision.core.crops import cut_faces
from vision.core.image_pyramid import ImagePyramid
from vision.core.thresholds import Thresholds
from vision.detection.die_search import Candidates
from vision.light.lighting_profile import OTHER_LAMP
from vision.light.picture_light import PictureLight
from vision.light.surfaces import body_surfaces
from vision.mats.table_geometry import TableGeometry


@dataclass(frozen=True, slots=True, eq=False)
class NetworkOutputs:
    """Network outputs for the N detections of an image, before types are classified jointly.

    Attributes:
        evidence: about each detection separately.
        faces: the reader's outputs.
        raw: BGR, (N, 64, 64, 3), top faces without white balance.
    """

    evidence: Evidence
    faces: FaceOutputs
    raw: ImageU8

    def select(self, rows: npt.NDArray[np.bool_]) -> NetworkOutputs:
        """Return the detections of a mask, shape (N,)."""
        faces = self.faces.select(rows)
        return NetworkOutputs(self.evidence.select(rows), faces, self.raw[rows])


class DiceClassifier:
    """Classifies all dice of an image.

    Args:
        faces: reads the faces.
        tilt: estimates the tilt of dice.
        limits: thresholds for accepting dice without *listing*.
        listing: feature weights for accepting a detection as a die.
    """

    def __init__(
        self,
        faces: FaceReader,
        tilt: TiltReader,
        limits: Thresholds,
        listing: FeatureWeights | None = None,
    ) -> None:
        self._faces = faces
        self._tilt = tilt
        self._limits = limits
        self._listing = listing

    def can_read(self, dice: DiceKind) -> bool:
        """Whether the faces of *dice* are known."""
        return self._faces.can_read(dice)

    def use_faces(self, faces: EnrolledFaces) -> None:
        """Use enrolled *faces*, see `FaceReader.use_faces`."""
        self._faces.use_faces(faces)

    def run_networks(
        self,
        picture: ImagePyramid,
        candidates: Candidates,
        table: TableGeometry,
        light: PictureLight,
        dice: DiceKind,
    ) -> NetworkOutputs:
        """Return the network outputs for N detections, dice or not.

        Args:
            picture: the image.
            candidates: N detections.
            table: where the mats are.
            light: lighting of the image.
            dice: requested kind.
        """
        found = candidates.dice
        raw = cut_faces(picture.pixels, found)
        corrected = light.balanced(raw, found.centres_px)
        faces = self._faces.predict(corrected, dice)
        tilt = self._tilt.read(
            light.balanced(wide_crops(picture, found), found.centres_px),
            found,
            belief(found, faces.scores),
            table.size_px,
            table.poses,
        )
        evidence = Evidence(
            found, corrected, faces.scores, candidates.places, tilt, np.zeros(len(raw))
        )
        odds = listing_odds(evidence, dice, self._limits, self._listing)
        return NetworkOutputs(replace(evidence, listing=odds), faces, raw)

    def classify(
        self, outputs: NetworkOutputs, light: PictureLight, dice: DiceKind
    ) -> tuple[Evidence, Evidence]:
        """Return the evidence about the detections accepted as dice, and about faint candidates.

        Only the former are used to estimate the illuminant and the table's normal.

        Args:
            outputs: of all detections.
            light: lighting of the image.
            dice: requested kind.
        """
        odds = outputs.evidence.listing
        listed = (odds > 0.0) | faceless_dice(outputs.evidence)
        faint = ~listed & (odds > FAINT_ODDS)
        accepted = np.maximum(odds[listed], FACELESS_ODDS)
        return (
            replace(self._typed(outputs.select(listed), light, dice), listing=accepted),
            outputs.evidence.select(faint),
        )

    def _typed(self, outputs: NetworkOutputs, light: PictureLight, dice: DiceKind) -> Evidence:
        """Return the evidence about dice with jointly classified types.

        Where no paper is in view and the dice indicate another illuminant than the calibration's,
        the calibration is ignored.
        """
        evidence = outputs.evidence
        if light.profile is None or light.field is None:
            return replace(evidence, scores=self._one_illuminant(outputs, light, dice))
        white = light.field.at(outputs.evidence.dice.centres_px)
        calibrated = body_surfaces(outputs.raw, white), light.profile.colours
        scores = self._faces.classify(
            outputs.faces,
            evidence.crops,
            dice,
            context=self._context(outputs, light),
            calibrated=calibrated,
        )
        if light.drift is not None or scores.other_lamp < OTHER_LAMP:
            return replace(evidence, scores=scores)
        faces = self._faces.predict(outputs.raw, dice)
        again = NetworkOutputs(replace(evidence, crops=outputs.raw), faces, outputs.raw)
        plain = self._one_illuminant(again, light, dice)
        return replace(
            evidence, crops=outputs.raw, scores=replace(plain, other_lamp=scores.other_lamp)
        )

    def _one_illuminant(
        self, outputs: NetworkOutputs, light: PictureLight, dice: DiceKind
    ) -> FaceScores:
        """Return the scores of dice under one common, unknown illuminant."""
        context = self._context(outputs, light)
        return self._faces.classify(outputs.faces, outputs.evidence.crops, dice, context=context)

    def _context(self, outputs: NetworkOutputs, light: PictureLight) -> SceneContext:
        """Return what the joint classifier of types needs beside the dice."""
        gains = light.gains if light.on_paper else None
        mean = light.stats.mean_bgr if gains is None else light.stats.mean_bgr * gains
        return SceneContext(outputs.evidence.dice, surroundings(mean, on_paper=light.on_paper))
