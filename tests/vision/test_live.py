"""The scanner with the real reader on drawn clips: it waits for hands, and is quick when they go.

Ten pictures a second by a clock of the test; every picture is new noise over a drawn scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from companion.games.definition import MatAnswer, SeenDie
from companion.session.errors import CameraLostError
from companion.session.ports import CameraInfo, Frame
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import Scanner
from companion.session.sightings import COVERED_AFTER
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from models.training.generator.scenes import Look, MatScene, SceneDie, View, render_mat
from tests.fakes import ManualClock
from vision.core.arrays import ImageU8
from vision.mats.layout import Paper, mat_layout
from vision.opening import open_table_reader
from vision.pipeline import TableReader

FRAME_S = 0.1
SOON = 5
"""Pictures from the last motion to the result: half a second at ten a second."""

SIZE_PX = (896, 504)
LAYOUT = mat_layout("strip-1", Paper.A4)
DICE = (
    SceneDie("home", "explore", 80.0, 120.0, 15.0),
    SceneDie("military", "settle", 150.0, 110.0, 50.0),
    SceneDie("genes", "wild", 190.0, 150.0, 80.0),
    SceneDie("alien_technology", "develop", 110.0, 160.0, 33.0),
)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return open_table_reader()


@pytest.fixture(scope="module")
def mat_rgb() -> ImageU8:
    sheet = raster(draw_sheet(LAYOUT), 4)
    return np.repeat(sheet[..., None], 3, axis=2)


GO = object()
"""A command; what it says does not matter here."""


class Scenes:
    """Draws each scene once."""

    def __init__(self, mat_rgb: ImageU8) -> None:
        self._mat_rgb = mat_rgb
        self._drawn: dict[object, ImageU8] = {}

    def __call__(
        self, dice: Sequence[SceneDie] = DICE, *, hand: bool = False, roll_deg: float = 0.0
    ) -> ImageU8:
        """Return the BGR picture of the mat with *dice*."""
        key = tuple(dice), hand, roll_deg
        if key not in self._drawn:
            view = View(SIZE_PX, tilt_deg=8.0, roll_deg=roll_deg, margin=0.03)
            look = Look(seed=1, hand=hand)
            scene: MatScene = render_mat(
                self._mat_rgb, LAYOUT.paper.value, dice, view=view, look=look
            )
            self._drawn[key] = np.ascontiguousarray(scene.image[..., ::-1])
        return self._drawn[key]


@pytest.fixture(scope="module")
def scene(mat_rgb: ImageU8) -> Scenes:
    return Scenes(mat_rgb)


class ClipCamera:
    """Shows a clip, picture by picture, then its last one for ever; None is a lost camera."""

    def __init__(self, clip: Sequence[ImageU8 | None], clock: ManualClock, *, noise: float) -> None:
        self._clip, self._clock, self._noise = list(clip), clock, noise
        self._chance = np.random.default_rng(1)
        self.shown = 0
        self.opened = 0

    @property
    def info(self) -> CameraInfo:
        return CameraInfo("usb", "clip", *SIZE_PX, is_live=True)

    def open(self) -> ClipCamera:
        self.opened += 1
        return self

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        picture = self._clip[min(self.shown, len(self._clip) - 1)]
        self.shown += 1
        self._clock.advance(FRAME_S)
        if picture is None:
            raise CameraLostError(name="clip")
        if self._noise:
            grain = self._chance.normal(0, self._noise, picture.shape)
            picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
        return Frame(picture, self._clock.monotonic_s(), "clip")

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        return self.capture(timeout_s=timeout_s)

    def close(self) -> None:
        """Nothing to release."""


@dataclass
class Host:
    """Stands for the table: wants the mat, notes what comes and when."""

    camera: ClipCamera
    plan: ScanPlan = field(
        default_factory=lambda: ScanPlan(("strip-1",), 1, judge=lambda _mat, _dice: MatAnswer(GO))
    )
    delivered: list[tuple[int, SettledMat]] = field(default_factory=list)
    updates: list[ScanUpdate] = field(default_factory=list)

    def scan_plan(self) -> ScanPlan:
        return self.plan

    def show_scan(self, update: ScanUpdate) -> None:
        self.updates.append(update)

    def deliver(self, mat: SettledMat) -> None:
        self.delivered.append((self.camera.shown, mat))


def play(
    clip: Sequence[ImageU8 | None],
    reader: TableReader,
    *,
    turns: int | None = None,
    noise: float = 1.5,
) -> Host:
    """Play *clip* through scanner and reader; returns what the table heard."""
    clock = ManualClock()
    camera = ClipCamera(clip, clock, noise=noise)
    host = Host(camera)
    scanner = Scanner(host, reader, camera.open, clock)
    for _ in range(turns or len(clip)):
        clock.advance(scanner.turn())
    return host


def seen(mat: SettledMat) -> set[tuple[str, str]]:
    return {(die.type, die.face) for die in mat.dice}


TRUTH = {(die.die, die.face) for die in DICE}


def rolling(step: int) -> tuple[SceneDie, ...]:
    """The dice a few centimetres before their places; they turn as they come."""
    return tuple(
        replace(die, x_mm=die.x_mm - 14.0 * step, y_mm=die.y_mm - 6.0 * step, angle_deg=47.0 * step)
        for die in DICE
    )


def doubtful(dice: Sequence[SeenDie]) -> int:
    return sum(die.doubtful for die in dice)


def test_dice_that_roll_in_are_read_soon_after_they_stop(
    scene: Scenes, reader: TableReader
) -> None:
    """Nothing while they move; half a second later everything, and right."""
    moving = [scene(rolling(step)) for step in (2, 1)]
    host = play([*moving, *[scene()] * SOON], reader)
    ((when, mat),) = host.delivered
    assert len(moving) < when <= len(moving) + SOON
    assert seen(mat) == TRUTH
    assert doubtful(mat.dice) == 0


def test_a_hand_over_the_mat_is_waited_for(scene: Scenes, reader: TableReader) -> None:
    """However still it lies; when it is gone the dice are read soon."""
    host = play([*[scene(hand=True)] * 12, *[scene()] * SOON], reader)
    ((when, mat),) = host.delivered
    assert 12 < when <= 12 + SOON
    assert seen(mat) == TRUTH


def test_what_never_goes_away_is_told_and_asked_about(scene: Scenes, reader: TableReader) -> None:
    """A cup that stays on the mat does not stop the game: all dice are shown as doubtful."""
    host = play([scene(hand=True)], reader, turns=COVERED_AFTER + 1)
    ((when, mat),) = host.delivered
    assert when >= COVERED_AFTER
    assert doubtful(mat.dice) == len(mat.dice)
    reading = host.updates[-1].reading
    assert reading is not None
    assert "mat_covered" in {problem.code for problem in reading.problems}


def test_a_pushed_camera_is_waited_for(scene: Scenes, reader: TableReader) -> None:
    """While the picture turns no two readings agree, although the dice lie still on the mat."""
    turning = [scene(roll_deg=float(step)) for step in (0, 3)]
    host = play([*turning, *[scene(roll_deg=6.0)] * SOON], reader)
    ((when, mat),) = host.delivered
    assert len(turning) < when <= len(turning) + SOON
    assert seen(mat) == TRUTH


@pytest.mark.parametrize("kind", ["light off", "lens covered"])
def test_in_the_dark_nothing_is_passed_on(scene: Scenes, reader: TableReader, kind: str) -> None:
    """The light goes out, or a thumb lies on the lens; after it the dice are read."""
    bright = scene()
    dark = (bright * 0.02 + 1).astype(np.uint8) if kind == "light off" else np.zeros_like(bright)
    host = play([*[dark] * 12, *[bright] * SOON], reader)
    ((when, mat),) = host.delivered
    assert 12 < when <= 12 + SOON
    assert seen(mat) == TRUTH
    assert all(update.stage is not ScanStage.SETTLED for update in host.updates[:12])


def test_a_frozen_camera_is_noticed(scene: Scenes, reader: TableReader) -> None:
    """The very same bytes over and over: the camera is opened anew, and people are told."""
    host = play([scene()], reader, turns=12, noise=0.0)
    assert DeviceState.LOST in {update.camera for update in host.updates}
    codes = {note.code for update in host.updates for note in update.notes}
    assert "camera_frozen" in codes


def test_a_covered_lens_is_no_frozen_camera(reader: TableReader) -> None:
    """Black pictures have no noise either; opening the camera anew would not help."""
    black = np.zeros((SIZE_PX[1], SIZE_PX[0], 3), np.uint8)
    host = play([black], reader, turns=12, noise=0.0)
    assert DeviceState.LOST not in {update.camera for update in host.updates}


def test_a_lost_camera_begins_anew(scene: Scenes, reader: TableReader) -> None:
    """One reading before the loss and one after it are not two that agree."""
    host = play([scene(), None, *[scene()] * 30], reader, turns=30)
    assert host.camera.opened == 2
    ((_, mat),) = host.delivered
    assert seen(mat) == TRUTH


def test_blur_in_a_moving_picture_is_not_settled(scene: Scenes, reader: TableReader) -> None:
    """Dice smeared by motion are not passed on as sure."""
    smeared = [cv2.blur(scene(rolling(step)), (41, 9)).astype(np.uint8) for step in (2, 1)]
    host = play([*smeared, *[scene()] * SOON], reader)
    ((when, mat),) = host.delivered
    assert when > len(smeared)
    assert doubtful(mat.dice) == 0
