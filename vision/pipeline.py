"""The whole way from a frame to a reading."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Final

import numpy as np

from companion.session.ports import (
    DiceKind,
    Expectation,
    Frame,
    Problem,
    Reading,
)
from vision.classification.enrolled import EnrolledFaces
from vision.classification.reader import FaceReader, FaceScores
from vision.classification.set_classifier import SceneContext, surroundings
from vision.classification.tilt import TiltReader
from vision.classification.type_ensemble import TypeEnsemble
from vision.core.arrays import F32, F64, ImageU8
from vision.core.crops import check_frame, cut_faces
from vision.core.detections import Detections
from vision.core.errors import NotEnrolledError
from vision.core.image_pyramid import ImagePyramid, sampled
from vision.core.inference import FinderNet, ReaderNet, TiltNet
from vision.core.labels import LabelSet
from vision.core.stage_timer import StageTimer
from vision.core.thresholds import Thresholds
from vision.decision.askew import UNWEIGHED, AskewWeights
from vision.decision.count_constraints import expected_dice
from vision.decision.decision import (
    overexposed,
    overexposed_problem,
    real_dice,
    verdicts,
    worth_reading,
)
from vision.decision.evidence import Evidence
from vision.detection.finder import EDGE_RANGE_PX, LEAST_PIPPED_EDGE_PX, DieFinder, Reduced, Region
from vision.detection.scales import whole_dice
from vision.detection.sizes import evened
from vision.light.exposure import body_brightness, colour_clipped, exposure_gains
from vision.light.lighting_profile import (
    OTHER_LAMP,
    Drift,
    LightingProfile,
    camera_problem,
    gains_for,
    other_camera,
)
from vision.light.picture_light import Lit, picture_light
from vision.light.picture_stats import look_at
from vision.light.surfaces import body_surfaces
from vision.light.white_balance import balanced, balanced_each
from vision.mats.drawn_zones import DrawnZones, ZonesInView, placed_in
from vision.mats.fitting import FittedMat, find_mats
from vision.mats.markers import MarkerFinder
from vision.mats.paper import sheets_in
from vision.mats.pose import DIE_EDGE_MM, MatPose, poses
from vision.mats.print_subtraction import explained_by_print, subtracted, unread_objects
from vision.mats.zones import OVERHANG_MM, places
from vision.problems.mat_light import light_problems
from vision.problems.occlusion import occlusion_problems
from vision.problems.picture import (
    colours_lost,
    dice_small,
    mismatch_problems,
    picture_problems,
    scene_problems,
)

_GLANCE_PX: Final = 16
_SAMPLE_PX: Final = 256
_BRIGHTEST_PERCENTILE: Final = 98.0
_MARGIN_MM: Final = OVERHANG_MM + 3 * DIE_EDGE_MM  # overhang, parallax, and what the finder needs


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How dice are read.

    Attributes:
        die_edge_mm: edge of the dice; their top faces lie so high above the paper.
        limits: when a person should look.
    """

    die_edge_mm: float = DIE_EDGE_MM
    limits: Thresholds = field(default_factory=Thresholds)


class TableReader:
    """Reads dice from frames (`companion.session.ports.DiceReader`).

    One instance belongs to one thread.

    Args:
        finder: the network that finds dice.
        reader: the network that reads faces.
        labels: what the reader's outputs stand for.
        settings: how dice are read.
        light: judges the dice's colours together; None judges each die's on its own.
        tilt: the network that says how dice stand; None goes by finder and reader alone.
        askew: how its word is weighed.
    """

    def __init__(
        self,
        finder: FinderNet,
        reader: ReaderNet,
        labels: LabelSet,
        *,
        settings: ReaderSettings | None = None,
        light: TypeEnsemble | None = None,
        tilt: TiltNet | None = None,
        askew: AskewWeights = UNWEIGHED,
    ) -> None:
        self._settings = settings or ReaderSettings()
        self._markers = MarkerFinder()
        self._finder = DieFinder(finder, min_score=self._settings.limits.min_score)
        self._reader = FaceReader(reader, labels, light)
        self._tilt = TiltReader(tilt) if tilt is not None else None
        self._askew = askew
        self._last_mats: tuple[FittedMat, ...] = ()
        self._last_evidence: tuple[Evidence, F64] | None = None
        self._known: LightingProfile | None = None
        self._zones: DrawnZones | None = None
        self._last_drift: Drift | None = None
        self._last_other_lamp = 0.0

    @property
    def last_drift(self) -> Drift | None:
        """How the newest picture's patches differ from the calibration; None without either."""
        return self._last_drift

    @property
    def last_other_lamp(self) -> float:
        """How likely the newest picture's dice stand under another lamp than the calibration's."""
        return self._last_other_lamp

    def know(self, table: LightingProfile | None) -> None:
        """Go by the calibration *table* from the next picture on; by none with None."""
        self._known = table

    def place(self, zones: DrawnZones | None) -> None:
        """Take *zones* for places of the table from the next picture on; none with None."""
        self._zones = zones

    def show(self, faces: EnrolledFaces) -> None:
        """Go by *faces* that people showed, for the dice that only they know."""
        self._reader.show(faces)

    def faces_in(self, frame: Frame) -> tuple[Detections, ImageU8]:
        """Return all dice in *frame* and their crops, (N, 64, 64, 3), for `EnrolledFaces`.

        Raises:
            BadFrameError: the frame's array is no picture.
        """
        pixels = frame.pixels
        check_frame(pixels)
        picture = ImagePyramid(pixels)
        in_view = find_mats(picture, self._markers)
        standing = poses(in_view.mats, picture.size_px)
        lit = picture_light(pixels, in_view.mats, look_at(picture), self._known)
        found, _ = self._find(picture, standing, lit.gains, only_mats=False)
        sure = found.scores >= self._settings.limits.sure_score
        found = found.select(sure & ~in_view.covers_marker(found.centres_px))
        raw = cut_faces(pixels, found)
        if lit.known is None:
            gains = lit.paper_gains
            return found, balanced(raw, _brightening(raw) if gains is None else gains)
        return found, balanced_each(raw, gains_for(lit.known.field.at(found.centres_px)))

    @property
    def last_mats(self) -> tuple[FittedMat, ...]:
        """The mats of the newest reading with all that is known of them, for drawing."""
        return self._last_mats

    @property
    def last_evidence(self) -> tuple[Evidence, F64] | None:
        """What the newest reading's answers rest on: the dice and (N, K) probabilities."""
        return self._last_evidence

    def read(
        self,
        frame: Frame,
        *,
        dice: DiceKind = DiceKind.ROLL,
        expect: Expectation | None = None,
        whole_image: bool = False,
    ) -> Reading:
        """Return the reading of *frame*.

        With a mat in view only dice on mats are listed, unless *whole_image*.

        Raises:
            BadFrameError: the frame's array is no picture.
            NotEnrolledError: nobody has shown the faces of *dice* yet.
        """
        if not self._reader.can_read(dice):
            raise NotEnrolledError(dice=dice.value)
        pixels = frame.pixels
        check_frame(pixels)
        height, width = pixels.shape[:2]
        size = width, height
        watch = StageTimer()
        picture = ImagePyramid(pixels)
        in_view = find_mats(picture, self._markers)
        self._last_mats = in_view.mats
        standing = poses(in_view.mats, size)
        look = look_at(picture)
        lit = picture_light(pixels, in_view.mats, look, self._known)
        watch.lap("mats")
        only_mats = bool(standing) and not whole_image
        drawn = self._drawn_in(in_view.mats, size)
        found, reduced = self._find(
            picture, standing, lit.gains, only_mats=only_mats, drawn=drawn, dice=dice
        )
        watch.lap("find")
        sheets = sheets_in(pixels, in_view.mats)
        bare = subtracted(sheets, standing)
        found = found.select(
            ~in_view.covers_marker(found.centres_px) & ~explained_by_print(found, bare)
        )
        evidence = self._classify(
            pixels, found, reduced, standing, lit, dice, drawn=drawn, only_mats=only_mats
        )
        expected = expected_dice(evidence, expect or {})
        in_sight = {mat.layout.mat_id for mat in in_view.mats}
        in_sight |= {mat.mat_id for mat in drawn.mats()} if drawn is not None else set()
        faults = picture_problems(look, dice, len(evidence.dice))
        self._last_evidence = evidence, expected.faces
        lost = overexposed(evidence, self._settings.limits)
        readings = verdicts(
            evidence,
            expected.faces,
            dice,
            self._settings.limits,
            lost=lost,
            contrary=expected.contrary,
            colours_lost=colours_lost(faults),
        )
        self._last_drift = lit.known.drift if lit.known else None
        self._last_other_lamp = evidence.scores.other_lamp
        watch.lap("classify")
        covered = occlusion_problems(sheets, found)
        hidden = {problem.params["mat"] for problem in covered}
        open_to_view = [mat for mat in bare if mat.sheet.mat.layout.mat_id not in hidden]
        problems = (
            *faults,
            *overexposed_problem(lost),
            *scene_problems(in_view, len(readings)),
            *covered,
            *unread_objects(open_to_view, evidence.dice, found),
            *dice_small(evidence.dice, self._settings.limits.small_edge_px),
            *light_problems(sheets, found),
            *mismatch_problems(expected.mismatches, in_sight),
            *(lit.problems(size, evidence.scores.other_lamp) or self._zones_problem(size)),
        )
        return Reading(
            width=width,
            height=height,
            mats=tuple(mat.reading for mat in in_view.mats),
            dice=readings,
            problems=problems,
            timings_ms=watch.timings(),
            drawn=drawn.mats() if drawn is not None else (),
        )

    def _drawn_in(
        self, mats: tuple[FittedMat, ...], size_px: tuple[int, int]
    ) -> ZonesInView | None:
        zones = self._zones
        return None if zones is None else ZonesInView(zones, zones.followed(mats, size_px))

    def _zones_problem(self, size_px: tuple[int, int]) -> tuple[Problem, ...]:
        zones = self._zones
        if zones is None or zones.size_px is None or not other_camera(zones.size_px, size_px):
            return ()
        return (camera_problem(zones.profile),)

    def _find(
        self,
        picture: ImagePyramid,
        standing: tuple[MatPose, ...],
        gains: F32 | None,
        *,
        only_mats: bool,
        drawn: ZonesInView | None = None,
        dice: DiceKind = DiceKind.ROLL,
    ) -> tuple[Detections, Reduced]:
        if not standing:
            least = LEAST_PIPPED_EDGE_PX if dice is DiceKind.D6 else EDGE_RANGE_PX[0]
            found, reduced = self._finder.find(picture, gains=gains, least_edge_px=least)
            brighter = None if gains is not None else _brightening_of(picture, found, reduced)
            if brighter is None:
                return found, reduced
            again, other = self._finder.find(picture, gains=brighter, least_edge_px=least)
            better = again.scores.sum() > found.scores.sum()
            return (again, other) if better else (found, reduced)
        scale = max(pose.mat.px_per_mm for pose in standing)
        region = None
        if only_mats:
            drawn_px = drawn.polygons if drawn is not None else ()
            corners = np.concatenate([*(pose.mat.corners_px for pose in standing), *drawn_px])
            region = Region.around(corners, _MARGIN_MM * scale, picture.size_px)
        edge_px = self._settings.die_edge_mm * scale
        return self._finder.find(picture, region=region, edge_px=edge_px, gains=gains)

    def _classify(
        self,
        pixels: ImageU8,
        found: Detections,
        reduced: Reduced,
        standing: tuple[MatPose, ...],
        lit: Lit,
        dice: DiceKind,
        *,
        drawn: ZonesInView | None,
        only_mats: bool,
    ) -> Evidence:
        where = places(found.centres_px, standing, edge_mm=self._settings.die_edge_mm)
        if drawn is not None:
            where = placed_in(where, found, drawn)
        keep = worth_reading(found.scores, where, self._settings.limits)
        if only_mats:
            keep &= np.array([place.mat is not None for place in where], dtype=np.bool_)
        found, where = found.select(keep), tuple(compress(where, keep))
        if dice is DiceKind.ROLL:
            found = evened(found, where, standing, edge_mm=self._settings.die_edge_mm)
        raw = cut_faces(pixels, found)
        crops, scores, gains = self._read(raw, found, lit, dice)
        evidence = Evidence(found, crops, scores, where, colour_clipped(raw))
        if self._tilt is not None:
            tilt = self._tilt.read(pixels, found, standing, gains, reduced)
            evidence = replace(evidence, tilt=tilt, askew=self._askew.of(evidence, tilt))
        evidence = real_dice(evidence, self._settings.limits)
        whole = whole_dice(evidence.dice, evidence.belief)
        return evidence if whole.all() else evidence.select(whole)

    def _read(
        self, raw: ImageU8, found: Detections, lit: Lit, dice: DiceKind
    ) -> tuple[ImageU8, FaceScores, F32 | None]:
        """Return the balanced crops, what they show, and the gains for the picture as a whole.

        Where no paper is in view and the dice say that this is not the lamp of the calibration,
        they are read as if there were none.
        """
        if lit.known is None:
            return self._read_uncalibrated(raw, found, lit, dice)
        white = lit.known.field.at(found.centres_px)
        calibrated = body_surfaces(raw, white), lit.known.table.colours
        even = balanced_each(raw, gains_for(white))
        scores = self._reader.read(even, dice, calibrated=calibrated)
        if lit.known.drift is not None or scores.other_lamp < OTHER_LAMP:
            return even, scores, lit.paper_gains
        crops, plain, gains = self._read_uncalibrated(raw, found, lit, dice)
        return crops, replace(plain, other_lamp=scores.other_lamp), gains

    def _read_uncalibrated(
        self, raw: ImageU8, found: Detections, lit: Lit, dice: DiceKind
    ) -> tuple[ImageU8, FaceScores, F32 | None]:
        """Return the same without any calibration.

        Dark dice without paper beside them are read as they are and brightened; the reading that
        is surer of its faces counts, so brightening never makes a reading worse.
        """
        choices = [lit.paper_gains]
        if lit.paper_gains is None and (brighter := _brightening(raw)) is not None:
            choices.append(brighter)
        readings = []
        for gains in choices:
            crops = balanced(raw, gains)
            around = surroundings(lit.mean_under(gains), on_paper=lit.paper_gains is not None)
            context = SceneContext(found, around)
            readings.append((crops, self._reader.read(crops, dice, context=context), gains))
        return max(readings, key=lambda reading: reading[1].sureness)


def _brightening(crops: ImageU8) -> F32 | None:
    return exposure_gains(body_brightness(crops))


def _brightening_of(picture: ImagePyramid, found: Detections, reduced: Reduced) -> F32 | None:
    """Return gains for a second look at a picture that is dark where its dice are.

    Where no die was found the brightest things in it may be dice.
    """
    if len(found):
        return _brightening(cut_faces(reduced.pixels, reduced.seen_in(found), size_px=_GLANCE_PX))
    brightest = sampled(picture.pixels, max(1, max(picture.size_px) // _SAMPLE_PX)).max(axis=2)
    return exposure_gains(np.percentile(brightest, [_BRIGHTEST_PERCENTILE]).astype(np.float32))
