"""The pipeline from a frame to a reading, stage by stage."""

import time
from dataclasses import replace

from companion.session.ports import Frame, Reading, ReadRequest, Timings
from vision.classification.dice_classifier import DiceClassifier
from vision.classification.enrolled import EnrolledFaces
from vision.classification.evidence import Evidence
from vision.classification.listing import FeatureWeights
from vision.classification.reader import FaceReader
from vision.classification.set_classifier import SetClassifier
from vision.classification.tilt import TiltReader
from vision.core import thresholds as limits
from vision.core.arrays import ImageU8
from vision.core.crops import check_frame, cut_faces
from vision.core.detections import Detections
from vision.core.errors import NotEnrolledError
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import FinderNet, ReaderNet, TiltNet
from vision.core.labels import LabelSet
from vision.decision.decision import decide
from vision.detection.die_search import DieSearch
from vision.detection.finder import DieFinder
from vision.light.lighting_profile import LightingProfile
from vision.light.picture_light import PictureLight, picture_light
from vision.mats.drawn_zones import DrawnZones
from vision.mats.markers import MarkerFinder
from vision.mats.pose import DIE_EDGE_MM
from vision.mats.table_geometry import TableGeometry, table_geometry
from vision.problems.picture import all_problems
from vision.result import TableReadResult


class StageTimer:
    """Times the stages of one reading."""

    def __init__(self) -> None:
        self._begin = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """End the stage *name*, one of the fields of `Timings`."""
        now = time.perf_counter()
        self._laps[name] = (now - self._last) * 1000.0
        self._last = now

    def timings(self) -> Timings:
        """Return all stages so far, in milliseconds."""
        total = (time.perf_counter() - self._begin) * 1000.0
        laps = {name: round(value, 3) for name, value in self._laps.items()}
        return replace(Timings(**laps), total=round(total, 3))


class TableReader:
    """Reads dice from frames (`companion.session.ports.DiceReader`).

    Not thread-safe: use one instance per thread.

    Args:
        die_edge_mm: edge of the dice, and so the height of their top faces above the paper.
        light: joint classifier of the types of all dice; None classifies each separately.
        listing: feature weights for accepting a detection as a die; None uses thresholds.
    """

    def __init__(
        self,
        finder: FinderNet,
        reader: ReaderNet,
        tilt: TiltNet,
        labels: LabelSet,
        *,
        die_edge_mm: float = DIE_EDGE_MM,
        light: SetClassifier | None = None,
        listing: FeatureWeights | None = None,
    ) -> None:
        self._markers = MarkerFinder()
        die_finder = DieFinder(finder, min_score=limits.MIN_SCORE)
        self._search = DieSearch(die_finder, die_edge_mm)
        faces = FaceReader(reader, labels, light)
        self._classifier = DiceClassifier(faces, TiltReader(tilt), listing)
        self._profile: LightingProfile | None = None
        self._zones: DrawnZones | None = None

    def use_lighting(self, profile: LightingProfile | None) -> None:
        """Use the calibration *profile* from the next image on; None for no calibration."""
        self._profile = profile

    def use_zones(self, zones: DrawnZones | None) -> None:
        """Use *zones* as places of the table from the next image on; None for no zones."""
        self._zones = zones

    def use_faces(self, faces: EnrolledFaces) -> None:
        self._classifier.use_faces(faces)

    def faces_in(self, frame: Frame) -> tuple[Detections, ImageU8]:
        """Return all dice in *frame* and their crops, (N, 64, 64, 3), for `EnrolledFaces`.

        Raises:
            BadFrameError: the frame's array is not a BGR image.
        """
        picture, table, light = self._scene(frame)
        found = self._search.search(picture, table, light)
        sure = found.scores >= limits.SURE_SCORE
        found = found.select(sure & ~table.in_view.covers_marker(found.centres_px))
        return found, light.balanced(cut_faces(picture.pixels, found), found.centres_px)

    def candidates(self, request: ReadRequest) -> Evidence:
        """Return the evidence about each detection in a frame separately, die or not.

        Raises:
            BadFrameError: the frame's array is not a BGR image.
        """
        picture, table, light = self._scene(request.frame)
        candidates = self._search.find(picture, table, light, request)
        return self._classifier.run_networks(picture, candidates, table, light, request.dice)

    def read(self, request: ReadRequest) -> TableReadResult:
        """Return the reading of a frame, and the evidence for it.

        With a mat in view only dice on mats are accepted, unless ``whole_image`` is requested.

        Raises:
            BadFrameError: the frame's array is not a BGR image.
            NotEnrolledError: the faces of the dice are not enrolled yet.
        """
        if not self._classifier.can_read(request.dice):
            raise NotEnrolledError(dice=request.dice.value)
        timer = StageTimer()
        picture, table, light = self._scene(request.frame)
        timer.lap("mats")
        candidates = self._search.find(picture, table, light, request)
        timer.lap("find")
        found = self._classifier.run_networks(picture, candidates, table, light, request.dice)
        evidence, faint = self._classifier.classify(found, light, request.dice)
        decision = decide(evidence, faint, request, light.stats)
        timer.lap("classify")
        problems = all_problems(request, picture, table, light, candidates, decision)
        reading = Reading(
            *table.size_px,
            mats=tuple(mat.reading for mat in table.mats),
            dice=decision.readings,
            problems=problems,
            timings_ms=timer.timings(),
            drawn=table.drawn_mats,
            faint=decision.faint_readings,
        )
        return TableReadResult(
            reading=reading,
            mats=table.mats,
            evidence=decision.evidence,
            faces=decision.faces,
            drift=light.drift,
            other_lamp=decision.evidence.scores.other_lamp,
        )

    def _scene(self, frame: Frame) -> tuple[ImagePyramid, TableGeometry, PictureLight]:
        check_frame(frame.pixels)
        picture = ImagePyramid(frame.pixels)
        table = table_geometry(picture, self._markers, self._zones)
        return picture, table, picture_light(picture, table.mats, self._profile)
