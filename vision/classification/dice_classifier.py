"""The classification stage: what each die shows, and how it stands."""

from __future__ import annotations

from dataclasses import replace

from companion.session.ports import DiceKind
from vision.classification.dice_crops import DiceCrops
from vision.classification.enrolled import EnrolledFaces
from vision.classification.evidence import Evidence
from vision.classification.reader import FaceReader, FaceScores
from vision.classification.set_classifier import SceneContext, surroundings
from vision.classification.tilt import TiltReader
from vision.core.arrays import F32, ImageU8
from vision.core.detections import Detections
from vision.detection.die_search import Finds
from vision.light.exposure import brightening, colour_clipped
from vision.light.lighting_profile import OTHER_LAMP, gains_for
from vision.light.picture_light import PictureLight
from vision.light.surfaces import body_surfaces
from vision.light.white_balance import balanced, balanced_each
from vision.mats.table_geometry import TableGeometry


class DiceClassifier:
    """Classifies all dice of a picture.

    Args:
        faces: reads the faces.
        tilt: reads how dice stand; None uses finder and faces alone.
    """

    def __init__(self, faces: FaceReader, tilt: TiltReader | None = None) -> None:
        self._faces = faces
        self._tilt = tilt

    def can_read(self, dice: DiceKind) -> bool:
        """Whether the faces of *dice* are known."""
        return self._faces.can_read(dice)

    def use_faces(self, faces: EnrolledFaces) -> None:
        """Use *faces* that people showed, for the dice that only they know."""
        self._faces.use_faces(faces)

    def classify(
        self,
        finds: Finds,
        crops: DiceCrops,
        table: TableGeometry,
        light: PictureLight,
        dice: DiceKind,
    ) -> Evidence:
        """Return what is known about the N dice of *finds*, cut out as *crops*."""
        faces, scores, gains = self._read(crops.faces, finds.dice, light, dice)
        tilt = None
        if self._tilt is not None:
            tilt = self._tilt.read(crops.wide, finds.dice, table.size_px, table.poses, gains)
        clipped = colour_clipped(crops.faces)
        return Evidence(finds.dice, faces, scores, finds.places, clipped, tilt)

    def _read(
        self, raw: ImageU8, found: Detections, light: PictureLight, dice: DiceKind
    ) -> tuple[ImageU8, FaceScores, F32 | None]:
        """Return the balanced crops, what they show, and the gains for the picture as a whole.

        Where no paper is in view and the dice say that this is not the lamp of the calibration,
        they are read as if there were none.
        """
        if light.known is None:
            return self._read_uncalibrated(raw, found, light, dice)
        white = light.known.field.at(found.centres_px)
        calibrated = body_surfaces(raw, white), light.known.profile.colours
        even = balanced_each(raw, gains_for(white))
        scores = self._faces.read(even, dice, calibrated=calibrated)
        if light.drift is not None or scores.other_lamp < OTHER_LAMP:
            return even, scores, light.paper_gains
        crops, plain, gains = self._read_uncalibrated(raw, found, light, dice)
        return crops, replace(plain, other_lamp=scores.other_lamp), gains

    def _read_uncalibrated(
        self, raw: ImageU8, found: Detections, light: PictureLight, dice: DiceKind
    ) -> tuple[ImageU8, FaceScores, F32 | None]:
        """Return the same without any calibration.

        Dark dice without paper beside them are read as they are and brightened; the reading that
        is surer of its faces counts, so brightening never makes a reading worse.
        """
        choices = [light.paper_gains]
        if light.paper_gains is None and (brighter := brightening(raw)) is not None:
            choices.append(brighter)
        readings = []
        for gains in choices:
            crops = balanced(raw, gains)
            on_paper = light.paper_gains is not None
            context = SceneContext(found, surroundings(light.mean_under(gains), on_paper=on_paper))
            readings.append((crops, self._faces.read(crops, dice, context=context), gains))
        return max(readings, key=lambda reading: reading[1].sureness)
