"""The scanner with the real reader on drawn clips: it waits for hands, and is quick when they go.

Ten pictures a second by a clock of the test; every picture is new noise over a drawn scene.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from companion.games.definition import MatAnswer, SeenDie
from companion.session.errors import CameraLostError
from companion.session.ports import CameraInfo, Frame
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import Scanner
from companion.session.sightings import COVERED_FRAMES
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from tests.fakes import ManualClock
from tests.rendered import rendered
from tests.some import there
from vision.core.arrays import ImageU8
from vision.opening import open_table_reader
from vision.pipeline import TableReader

FRAME_S = 0.1
SOON = 5
"""Pictures from the last motion to the result: half a second at ten a second."""

SIZE_PX = (896, 504)
STILL, HAND = "live", "live_hand"
ROLLING = ("live_rolling_2", "live_rolling_1")
"""The dice a few centimetres before their places."""

TRUTH = {
    ("home", "explore"), ("military", "settle"), ("genes", "wild"), ("alien_technology", "develop"),
}  # fmt: skip


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return open_table_reader()


GO = object()
"""A command; what it says does not matter here."""


def scene(name: str = STILL) -> ImageU8:
    """Return a stored picture, BGR."""
    return rendered(name).pixels


class ClipCamera:
    """Shows a clip, picture by picture, then its last one for ever; None is a lost camera."""

    def __init__(self, clip: Sequence[ImageU8 | None], clock: ManualClock, *, noise: float) -> None:
        self._clip, self._clock, self._noise = list(clip), clock, noise
        chance = np.random.default_rng(1)
        self._grain = np.rint(chance.normal(0, noise, (2 * SIZE_PX[1], SIZE_PX[0], 3)))
        self._grain = self._grain.astype(np.int8)
        self.shown = 0
        self.opened = 0

    @property
    def info(self) -> CameraInfo:
        return CameraInfo("usb", "clip", *SIZE_PX, is_live=True)

    def open(self) -> "ClipCamera":
        self.opened += 1
        return self

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        picture = self._clip[min(self.shown, len(self._clip) - 1)]
        self.shown += 1
        self._clock.advance(FRAME_S)
        if picture is None:
            raise CameraLostError(name="clip")
        if self._noise:  # a part of the grain that no frame before had at this place
            grain = self._grain[self.shown :][: picture.shape[0]]
            picture = np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)
        return Frame(picture, self._clock.monotonic_s(), "clip")

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        return self.capture(timeout_s=timeout_s)

    def close(self) -> None:
        """Nothing to release."""


@dataclass
class Host:
    """Stands for the table: wants the mat, notes what comes and when."""

    camera: "ClipCamera"
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


def doubtful(dice: Sequence[SeenDie]) -> int:
    return sum(die.doubtful for die in dice)


def test_dice_that_roll_in_are_read_soon_after_they_stop(reader: TableReader) -> None:
    """Nothing while they move; half a second later everything, and right."""
    moving = [scene(name) for name in ROLLING]
    host = play([*moving, *[scene()] * SOON], reader)
    ((when, mat),) = host.delivered
    assert len(moving) < when <= len(moving) + SOON
    assert seen(mat) == TRUTH
    assert doubtful(mat.dice) == 0


def test_a_hand_over_the_mat_is_waited_for(reader: TableReader) -> None:
    """However still it lies; when it is gone the dice are read soon."""
    host = play([*[scene(HAND)] * 12, *[scene()] * SOON], reader)
    ((when, mat),) = host.delivered
    assert 12 < when <= 12 + SOON
    assert seen(mat) == TRUTH


def test_what_never_goes_away_is_told_and_asked_about(reader: TableReader) -> None:
    """A cup that stays on the mat does not stop the game: all dice are shown as doubtful."""
    host = play([scene(HAND)], reader, turns=COVERED_FRAMES + 1)
    ((when, mat),) = host.delivered
    assert when >= COVERED_FRAMES
    assert doubtful(mat.dice) == len(mat.dice)
    assert "mat_covered" in {problem.code for problem in there(host.updates[-1].reading).problems}


def test_a_pushed_camera_is_waited_for(reader: TableReader) -> None:
    """While the picture turns no two readings agree, although the dice lie still on the mat."""
    turning = [scene(), scene("live_turned_3")]
    host = play([*turning, *[scene("live_turned_6")] * SOON], reader)
    ((when, mat),) = host.delivered
    assert len(turning) < when <= len(turning) + SOON
    assert seen(mat) == TRUTH


@pytest.mark.parametrize("kind", ["light off", "lens covered"])
def test_in_the_dark_nothing_is_passed_on(reader: TableReader, kind: str) -> None:
    """The light goes out, or a thumb lies on the lens; after it the dice are read."""
    bright = scene()
    dark = (bright * 0.02 + 1).astype(np.uint8) if kind == "light off" else np.zeros_like(bright)
    host = play([*[dark] * 12, *[bright] * SOON], reader)
    ((when, mat),) = host.delivered
    assert 12 < when <= 12 + SOON
    assert seen(mat) == TRUTH
    assert all(update.stage is not ScanStage.SETTLED for update in host.updates[:12])


def test_a_frozen_camera_is_noticed(reader: TableReader) -> None:
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


def test_a_lost_camera_begins_anew(reader: TableReader) -> None:
    """One reading before the loss and one after it are not two that agree."""
    host = play([scene(), None, *[scene()] * 30], reader, turns=30)
    assert host.camera.opened == 2
    ((_, mat),) = host.delivered
    assert seen(mat) == TRUTH


def test_blur_in_a_moving_picture_is_not_settled(reader: TableReader) -> None:
    """Dice smeared by motion are not passed on as sure."""
    smeared = [cv2.blur(scene(name), (41, 9)).astype(np.uint8) for name in ROLLING]
    host = play([*smeared, *[scene()] * SOON], reader)
    ((when, mat),) = host.delivered
    assert when > len(smeared)
    assert doubtful(mat.dice) == 0
