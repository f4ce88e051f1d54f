"""The Pi's camera: the real picamera2 over a stand-in for libcamera."""

import gc
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.session.errors import CameraLostError
from companion.session.ports import Frame
from hardware.cameras.controls import CameraControls
from hardware.cameras.picamera2_camera import DEFAULT_SIZE_PX, Picamera2Camera
from hardware.errors import CameraUnavailableError
from tests.hardware.board.libcamera_stub import World
from tests.hardware.board.real_picamera2 import Board
from tests.hardware.board.sensors import ALL, MODULE_1, MODULE_2, SMALL, Sensor

FULL_PX = SMALL.size
STREAM_PX = (192, 108)
LAMP = CameraControls(
    exposure_us=40_000, gain=3.0, red_gain=2.1, blue_gain=1.3, focus=4.0
)  # values that a person may find; longer than a frame of the stream usually lasts

Open = Callable[..., Picamera2Camera]


@pytest.fixture
def world(board: Board) -> World:
    """A board with a small camera."""
    return board.connect(SMALL)


@pytest.fixture
def open_camera(board: Board, world: World) -> Iterator[Open]:
    """Opens a camera of the world that was connected last."""
    del world
    opened: list[Picamera2Camera] = []

    def open_one(*sensors: Sensor, **options: Any) -> Picamera2Camera:
        if sensors:
            board.connect(*sensors)
        options = {"size_px": STREAM_PX, **options}
        camera = Picamera2Camera(import_module=lambda: board.module, **options)
        opened.append(camera)
        return camera

    yield open_one
    for camera in opened:
        camera.close()


# --- what can be missing -------------------------------------------------------------------------


def test_without_the_package_the_error_says_which_one_to_install() -> None:
    """Off a Pi the module is missing; the hint is the line to run."""
    with pytest.raises(CameraUnavailableError, match="picamera2 is not installed") as caught:
        Picamera2Camera()
    assert "apt install" in caught.value.hint_text
    assert "python3-picamera2" in caught.value.hint_text


def test_a_missing_part_of_it_is_named() -> None:
    """picamera2 from pip has no libcamera."""

    def fail() -> Any:
        message = "No module named 'libcamera'"
        raise ModuleNotFoundError(message, name="libcamera")

    with pytest.raises(CameraUnavailableError, match="needs the module libcamera"):
        Picamera2Camera(import_module=fail)


def test_numpy_of_another_generation_is_explained() -> None:
    """The trap of Raspberry Pi OS Bookworm."""

    def fail() -> Any:
        message = "numpy.dtype size changed, may indicate binary incompatibility"
        raise ValueError(message)

    with pytest.raises(CameraUnavailableError, match="do not fit together"):
        Picamera2Camera(import_module=fail)


def test_no_camera_connected(board: Board, open_camera: Open) -> None:
    """The package is there but no camera."""
    board.connect()
    with pytest.raises(CameraUnavailableError, match="no camera is connected"):
        open_camera()


def test_a_usb_camera_is_none_of_the_pi(board: Board, open_camera: Open) -> None:
    """libcamera lists it as well; it has a driver of its own, and no exposure to wait for."""
    board.connect(webcams=("HD Webcam",))
    with pytest.raises(CameraUnavailableError, match="no camera is connected"):
        open_camera()


def test_a_usb_camera_beside_a_pi_camera_is_passed_over(board: Board, open_camera: Open) -> None:
    """Whatever their order."""
    board.connect(MODULE_2, webcams=("HD Webcam",))
    assert open_camera().info.name == "imx219"
    with pytest.raises(CameraUnavailableError, match="no camera is connected"):
        open_camera(index=1)


def _open_files() -> int:
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_camera_in_use_is_tried_again_without_a_trace(world: World, open_camera: Open) -> None:
    """The reason is shown; a day of trying again leaves no file open."""
    world.busy = True
    with pytest.raises(CameraUnavailableError, match="did not complete"):
        open_camera()
    before = _open_files()
    for _ in range(5):
        with pytest.raises(CameraUnavailableError):
            open_camera()
    assert _open_files() == before
    world.busy = False
    assert open_camera().capture().source == "small"


def test_a_camera_that_does_not_start_is_released(world: World, open_camera: Open) -> None:
    """The next try finds it free."""
    world.lost = True
    with pytest.raises(CameraUnavailableError, match="Remote I/O error"):
        open_camera()
    world.lost = False
    assert open_camera().capture().source == "small"


# --- pictures ------------------------------------------------------------------------------------


def test_every_buffer_goes_back(open_camera: Open) -> None:
    """A request that is kept would stop the stream after three frames."""
    camera = open_camera()
    assert len([camera.capture() for _ in range(8)]) == 8


def test_a_camera_that_is_gone_is_lost_and_comes_back(world: World, open_camera: Open) -> None:
    """The open request is cancelled; the camera is opened anew once its cable is on again."""
    camera = open_camera()
    camera.capture()
    world.lost = True
    for ask in (
        lambda: camera.capture(timeout_s=0.1),
        lambda: camera.measured(timeout_s=0.1),
        lambda: camera.still(timeout_s=0.1),
    ):
        with pytest.raises(CameraLostError, match="small"):
            ask()
    camera.close()
    with pytest.raises(CameraLostError):
        camera.unlock()
    world.lost = False
    assert open_camera().capture().source == "small"


def scene() -> Any:
    """A white ring at the field of view's edge, and a blue spot towards a corner."""
    pixels = np.zeros((324, 576, 3), np.uint8)
    cv2.rectangle(pixels, (0, 0), (575, 323), (255, 255, 255), 12)
    cv2.circle(pixels, (430, 230), 12, (255, 0, 0), -1)
    return pixels


def _spot(frame: Frame) -> tuple[float, float]:
    """Where the blue spot is, as fractions of the picture."""
    blue = (frame.pixels[:, :, 0] > 128) & (frame.pixels[:, :, 2] < 128)
    rows, columns = np.nonzero(blue)
    height, width = blue.shape
    return float(columns.mean()) / width, float(rows.mean()) / height


@pytest.mark.parametrize("sensor", ALL, ids=lambda sensor: sensor.model)
def test_stream_and_still_show_the_same_part_of_the_table(
    sensor: Sensor, board: Board, open_camera: Open
) -> None:
    """All that the sensor sees from left to right; what lies on a place is there in both."""
    world = board.connect(sensor)
    world.scene = scene()
    camera = open_camera(size_px=DEFAULT_SIZE_PX)
    stream, still = camera.capture(), camera.still()
    for frame in (stream, still):
        middle = frame.pixels.shape[0] // 2
        assert frame.pixels[middle, 2].min() > 200, "the left edge of the sensor's view"
        assert frame.pixels[middle, -3].min() > 200, "the right edge"
        assert frame.crop is not None
        assert frame.crop[2] == sensor.size[0]
    assert still.pixels.shape[1] == sensor.size[0]
    assert _spot(still) == pytest.approx(_spot(stream), abs=0.003)


@pytest.mark.parametrize("sensor", ALL, ids=lambda sensor: sensor.model)
def test_no_image_is_larger_than_the_sensor(sensor: Sensor, open_camera: Open) -> None:
    """Of the shape that was asked for, and as large where the sensor is."""
    camera = open_camera(sensor, size_px=DEFAULT_SIZE_PX)
    for frame in (camera.capture(), camera.still()):
        height, width = frame.pixels.shape[:2]
        assert (width <= sensor.size[0], height <= sensor.size[1]) == (True, True)
        assert width / height == pytest.approx(16 / 9, rel=0.003)
    small = min(a / b for a, b in zip(sensor.size, DEFAULT_SIZE_PX, strict=True)) < 1
    assert small == (camera.info.width < DEFAULT_SIZE_PX[0])


def test_damaged_and_first_frames_are_never_given(world: World, open_camera: Open) -> None:
    """A frame with an error comes every now and then; the capture waits for the next one."""
    world.scene = np.full((54, 96, 3), 90, np.uint8)
    world.errors_at = frozenset(range(4, 400, 2))
    camera = open_camera()
    for _ in range(6):
        assert camera.capture().pixels.min() == 90


# --- holding -------------------------------------------------------------------------------------


def test_locked_controls_are_seen_in_the_frames(open_camera: Open) -> None:
    """The report comes after the first frame that has them, not after the call that asks."""
    camera = open_camera()
    report = camera.lock(LAMP)
    assert report.is_locked
    assert report.held == LAMP.asked()
    assert camera.measured() == LAMP


def test_a_control_that_does_not_hold_is_named(world: World, open_camera: Open) -> None:
    """A driver that takes a value and does not use it is found out."""
    camera = open_camera()
    world.automatics.ignored = {"AnalogueGain", "AnalogueGainMode", "AeEnable"}
    report = camera.lock(LAMP, timeout_s=0.1)
    assert report.wrong.keys() == {"gain"}
    assert not report.is_locked


def test_a_lens_that_cannot_move_has_no_focus_to_hold(open_camera: Open) -> None:
    """Older camera modules: named, and never asked for, since libcamera refuses unknown names."""
    camera = open_camera(MODULE_1)
    report = camera.lock(LAMP)
    assert report.unsupported == ("focus",)
    assert report.held.keys() == LAMP.asked().keys() - {"focus"}
    assert camera.lock().held.keys() == report.held.keys()


def test_what_the_automatics_found_is_held(world: World, open_camera: Open) -> None:
    """After all of them stood still; the exposure becomes one that lamps do not stripe."""
    report = open_camera().lock()
    assert report.is_locked
    assert report.held["exposure_us"] == 20_000  # found: 16.3 ms
    assert report.held["gain"] == pytest.approx(2.0 * 16_300 / 20_000)
    assert report.held["focus"] == world.automatics.focus
    assert report.held["red_gain"] == pytest.approx(world.automatics.colour_gains[0], rel=0.01)
    assert report.held["blue_gain"] == pytest.approx(world.automatics.colour_gains[1], rel=0.01)


def test_the_focus_of_before_is_not_believed(world: World, open_camera: Open) -> None:
    """Frames that were under way still say that the lens has found its place: the old one."""
    camera = open_camera()
    camera.lock()
    world.automatics.focus = 3.0  # the camera hangs lower now
    world.automatics.colour_gains = (2.4, 1.1)  # and another lamp is on
    report = camera.lock()
    assert report.held["focus"] == 3.0
    assert report.held["red_gain"] == pytest.approx(2.4, rel=0.01)


def test_unlocking_lets_everything_adjust_itself(world: World, open_camera: Open) -> None:
    """Exposure, white balance, focus and how long a frame may last."""
    camera = open_camera()
    camera.lock(LAMP)
    camera.unlock()
    for _ in range(4):  # they travel with the requests that go back
        camera.capture()
    taken: dict[str, Any] = {}
    for controls in world.queued:
        taken |= controls
    assert (taken["AeEnable"], taken["AwbEnable"], taken["AfMode"]) == (True, True, 2)
    assert taken["FrameDurationLimits"] == (33_333, 33_333)
    assert camera.lock().held["focus"] == world.automatics.focus


def test_a_still_and_the_stream_after_it_keep_what_is_locked(
    open_camera: Open, caplog: pytest.LogCaptureFixture
) -> None:
    """picamera2 begins each mode with the controls of its configuration, not with those set."""
    camera = open_camera()
    camera.lock(LAMP)
    for _ in range(2):
        camera.still()
        assert camera.measured() == LAMP
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


def test_a_still_waits_for_a_frame_with_what_is_locked(world: World, open_camera: Open) -> None:
    """Values may reach the frames late in a new mode, too; one that never does is told."""
    camera = open_camera()
    camera.lock(LAMP)
    told = []
    complete = type(world.automatics).step

    def late(automatics: Any, shortest_us: int) -> dict[str, Any]:
        tells = complete(automatics, shortest_us)
        told.append(shortest_us)
        return {**tells, "LensPosition": 1.0} if len(told) < 6 else tells

    world.automatics.step = late.__get__(world.automatics)  # type: ignore[method-assign]
    camera.still()
    assert len(told) >= 6
    assert camera.measured() == LAMP


def test_a_lock_that_does_not_last_is_told(
    world: World, open_camera: Open, caplog: pytest.LogCaptureFixture
) -> None:
    """In the journal; the picture is used."""
    camera = open_camera()
    camera.lock(LAMP)
    world.automatics.ignored = {"AfMode", "LensPosition"}
    world.automatics._lens = 0.5
    assert camera.still().pixels.shape[:2] == FULL_PX[::-1]
    assert "did not keep its settings" in caplog.text


# --- a still that fails --------------------------------------------------------------------------


def test_a_still_that_cannot_be_had_leaves_the_stream(world: World, open_camera: Open) -> None:
    """No memory for the large picture: the stream goes on at its own size, held as before."""
    camera = open_camera()
    camera.lock(LAMP)
    world.refused_size = FULL_PX
    with pytest.raises(CameraLostError):
        camera.still()
    assert camera.capture().pixels.shape == (108, 192, 3)
    assert camera.measured() == LAMP


def test_a_camera_lost_in_a_still_is_lost_and_closes(world: World, open_camera: Open) -> None:
    """Every call returns in its time; after the cable is on again it is opened anew."""
    camera = open_camera()
    world.lost_in_size = FULL_PX
    with pytest.raises(CameraLostError):
        camera.still(timeout_s=0.3)
    with pytest.raises(CameraLostError):
        camera.capture(timeout_s=0.1)
    camera.close()
    world.lost, world.lost_in_size = False, None
    assert open_camera().still().pixels.shape[1] == FULL_PX[0]
