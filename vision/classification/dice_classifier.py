"""The classification stage: face, type and tilt of each die."""

from dataclasses import replace

import numpy as np

from companion.session.ports import DiceKind
from vision.classification import listing
from vision.classification.enrolled import EnrolledFaces
from vision.classification.evidence import Evidence, belief
from vision.classification.reader import FaceReader
from vision.classification.set_classifier import SceneContext, surroundings
from vision.classification.tilt import TiltReader, wide_crops
from vision.core.crops import cut_faces
from vision.core.image_pyramid import ImagePyramid
from vision.detection.die_search import Candidates
from vision.light.known_colours import body_surfaces
from vision.light.lighting_profile import OTHER_LAMP
from vision.light.picture_light import PictureLight
from vision.mats.table_geometry import TableGeometry


class DiceClassifier:
    """Classifies all dice of an image.

    Args:
        listing: feature weights for accepting a detection as a die.
    """

    def __init__(
        self, faces: FaceReader, tilt: TiltReader, listing: listing.FeatureWeights | None = None
    ) -> None:
        self._faces = faces
        self._tilt = tilt
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
    ) -> Evidence:
        """Return the evidence about each of N detections separately, dice or not."""
        found = candidates.dice
        raw = cut_faces(picture.pixels, found)
        balanced = light.balanced(raw, found.centres_px)
        scores = self._faces.predict(balanced, dice)
        tilt = self._tilt.read(
            light.balanced(wide_crops(picture, found), found.centres_px),
            found,
            belief(found, scores),
            table.size_px,
            table.poses,
        )
        unlisted = np.zeros(len(found))
        evidence = Evidence(found, raw, balanced, scores, candidates.places, tilt, unlisted)
        odds = listing.listing_odds(evidence, dice, self._listing)
        return replace(evidence, listing=odds)

    def classify(
        self, evidence: Evidence, light: PictureLight, dice: DiceKind
    ) -> tuple[Evidence, Evidence]:
        """Return the evidence about the detections accepted as dice, and about faint candidates.

        Only the former are used to estimate the illuminant and the table's normal.
        """
        listed = (evidence.listing > 0.0) | listing.faceless_dice(evidence)
        faint = ~listed & (evidence.listing > listing.FAINT_ODDS)
        accepted = self._typed(evidence.select(listed), light, dice)
        odds = np.maximum(accepted.listing, listing.FACELESS_ODDS)
        return replace(accepted, listing=odds), evidence.select(faint)

    def _typed(self, evidence: Evidence, light: PictureLight, dice: DiceKind) -> Evidence:
        """Return the evidence about dice with jointly classified types.

        Where no paper is in view and the dice indicate another illuminant than the calibration's,
        the calibration is ignored.
        """
        if light.profile is None or light.field is None:
            return self._one_illuminant(evidence, light, dice)
        white = light.field.at(evidence.dice.centres_px)
        calibrated = body_surfaces(evidence.raw, white), light.profile.colours
        scores = self._faces.classify(
            evidence.scores,
            evidence.crops,
            dice,
            context=_context(evidence, light),
            calibrated=calibrated,
        )
        if light.drift is not None or scores.other_lamp < OTHER_LAMP:
            return replace(evidence, scores=scores)
        unbalanced = self._faces.predict(evidence.raw, dice)
        plain = replace(evidence, crops=evidence.raw, scores=unbalanced)
        plain = self._one_illuminant(plain, light, dice)
        return replace(plain, scores=replace(plain.scores, other_lamp=scores.other_lamp))

    def _one_illuminant(self, evidence: Evidence, light: PictureLight, dice: DiceKind) -> Evidence:
        """Return the evidence about dice under one common, unknown illuminant."""
        context = _context(evidence, light)
        scores = self._faces.classify(evidence.scores, evidence.crops, dice, context=context)
        return replace(evidence, scores=scores)


def _context(evidence: Evidence, light: PictureLight) -> SceneContext:
    """Return what the joint classifier of types needs beside the dice."""
    gains = light.gains if light.on_paper else None
    mean = light.stats.mean_bgr if gains is None else light.stats.mean_bgr * gains
    return SceneContext(evidence.dice, surroundings(mean, on_paper=light.on_paper))
