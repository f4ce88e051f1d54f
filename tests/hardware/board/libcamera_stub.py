"""A stand-in for libcamera's Python binding, as far as picamera2 uses it.

It behaves as the Raspberry Pi's pipeline does: a sensor mode is chosen by its size and bit depth
and shows its crop, controls travel with requests, the first frames of a stream are marked, and a
camera that is gone gives its requests back cancelled. ``World`` is what a test may change.
"""

import errno
import mmap
import os
import threading
import time
from collections import deque
from dataclasses import dataclass, field, replace
from enum import Enum
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np

from tests.hardware.board.automatics import Automatics
from tests.hardware.board.sensors import MODULE_3, Crop, Mode, Sensor

FRAME_S = 0.008
_STARTUP_FRAMES, _HIDDEN_FRAMES = 3, 1


@dataclass
class World:
    """Everything around the cameras that tests change.

    Attributes:
        scene: what the whole sensor sees, BGR.
        sensors: the camera modules that are connected.
        webcams: names of USB cameras, which libcamera lists as well.
        busy: another program has the camera.
        lost: the cable has come off: no frame comes any more.
        stuck: stopping does not return.
        lost_in_size: the cable comes off as soon as frames of this size are asked for.
        refused_size: frames of this size cannot be had (no memory for them).
        errors_at: numbers of frames since the stream's start that are damaged.
    """

    scene: Any = field(default_factory=lambda: np.zeros((54, 96, 3), np.uint8))
    sensors: tuple[Sensor, ...] = (MODULE_3,)
    webcams: tuple[str, ...] = ()
    busy: bool = False
    lost: bool = False
    stuck: bool = False
    lost_in_size: tuple[int, int] | None = None
    refused_size: tuple[int, int] | None = None
    errors_at: frozenset[int] = frozenset({5})
    queued: list[dict[str, Any]] = field(default_factory=list)
    automatics: Automatics = field(default_factory=lambda: Automatics(lens_moves=True))


# --- plain values --------------------------------------------------------------------------------


@dataclass
class Size:
    width: int = 0
    height: int = 0


@dataclass(eq=True, unsafe_hash=True)
class Rectangle:
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


class Transform:
    def __init__(self, other: Any = None, *, hflip: int = 0, vflip: int = 0, transpose: int = 0):
        self.hflip = bool(other.hflip if other else hflip)
        self.vflip = bool(other.vflip if other else vflip)
        self.transpose = bool(other.transpose if other else transpose)

    def __hash__(self) -> int:
        return hash((self.hflip, self.vflip, self.transpose))

    def __str__(self) -> str:
        return f"hflip {self.hflip} vflip {self.vflip} transpose {self.transpose}"


Orientation = Enum(
    "Orientation",
    "Rotate0 Rotate0Mirror Rotate180 Rotate180Mirror Rotate90Mirror Rotate270 Rotate270Mirror "
    "Rotate90",
)


class ColorSpace:
    YcbcrEncoding = Enum("YcbcrEncoding", "Null Rec601 Rec709")
    Range = Enum("Range", "Full Limited")

    def __init__(self, other: Any = None, name: str = "") -> None:
        self.primaries: str = other.primaries if other else name
        self.transferFunction = self.primaries
        self.ycbcrEncoding: Any = other.ycbcrEncoding if other else self.YcbcrEncoding.Rec601
        self.range: Any = other.range if other else self.Range.Full

    def __hash__(self) -> int:
        return hash(self.primaries)

    def __str__(self) -> str:
        return str(self.primaries)

    @staticmethod
    def Sycc() -> "ColorSpace":  # noqa: N802 - the binding's name
        return ColorSpace(name="sycc")

    @staticmethod
    def Smpte170m() -> "ColorSpace":  # noqa: N802
        return ColorSpace(name="smpte170m")

    @staticmethod
    def Rec709() -> "ColorSpace":  # noqa: N802
        return ColorSpace(name="rec709")

    @staticmethod
    def Raw() -> "ColorSpace":  # noqa: N802
        return ColorSpace(name="raw")


@dataclass(frozen=True)
class PixelFormat:
    name: str

    def __str__(self) -> str:
        return self.name


class SensorConfiguration:
    bit_depth = 0
    output_size = Size()


StreamRole = Enum("StreamRole", "StillCapture Raw VideoRecording Viewfinder")
ControlType = Enum("ControlType", "Bool Integer Float Rectangle Size")


@dataclass(frozen=True)
class ControlId:
    name: str
    type: ControlType = ControlType.Integer


def _range(least: Any, most: Any, default: Any = None) -> SimpleNamespace:
    return SimpleNamespace(min=least, max=most, default=default)


_NAMES = (
    "AeEnable", "AeState", "AfMode", "AfState", "AfTrigger", "AnalogueGain", "AnalogueGainMode",
    "AwbEnable", "ColourGains", "ExposureTime", "ExposureTimeMode", "FrameDuration",
    "FrameDurationLimits", "LensPosition", "NoiseReductionMode", "SensorTimestamp",
)  # fmt: skip
CONTROLS = {name: ControlId(name) for name in _NAMES}
CONTROLS["ScalerCrop"] = ControlId("ScalerCrop", ControlType.Rectangle)
_LENS_CONTROLS = ("AfMode", "AfTrigger", "LensPosition")
_TAKEN = (
    "AeEnable", "AnalogueGain", "AnalogueGainMode", "AwbEnable", "ColourGains", "ExposureTimeMode",
    "NoiseReductionMode",
)  # fmt: skip


# --- buffers and requests ------------------------------------------------------------------------

FrameStatus = Enum("FrameStatus", "Success Error Cancelled Startup")
RequestStatus = Enum("RequestStatus", "Pending Complete Cancelled")
NoiseReduction = Enum("NoiseReduction", "Minimal HighQuality Fast")
ConfigStatus = Enum("ConfigStatus", "Valid Adjusted Invalid")


class _Plane:
    """Keeps a copy of the descriptor that it is given, as the binding does."""

    offset = length = 0
    _fd = -1

    @property
    def fd(self) -> int:
        return self._fd

    @fd.setter
    def fd(self, value: int) -> None:
        self._fd = os.dup(value)

    def __del__(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)


class FrameBuffer:
    Plane = _Plane

    def __init__(self, planes: list[_Plane]) -> None:
        self.planes = planes
        self.metadata = SimpleNamespace(status=FrameStatus.Success)
        self._memory: mmap.mmap | None = None

    def write(self, rows: Any, stride: int) -> None:
        if self._memory is None:
            self._memory = mmap.mmap(self.planes[0].fd, self.planes[0].length)
        height, bytes_wide = rows.shape
        whole = np.frombuffer(self._memory, np.uint8)[: stride * height].reshape(height, stride)
        whole[:, :bytes_wide] = rows


class Request:
    Status = RequestStatus

    def __init__(self, cookie: int) -> None:
        self.cookie = cookie
        self.buffers: dict[Any, FrameBuffer] = {}
        self.reuse()

    def reuse(self) -> None:
        self.status = RequestStatus.Pending
        self.controls: dict[str, Any] = {}
        self.metadata: dict[ControlId, Any] = {}

    def add_buffer(self, stream: "Stream", buffer: FrameBuffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, control: ControlId, value: Any) -> None:
        self.controls[control.name] = value


@dataclass(eq=False)
class Stream:
    is_raw: bool


# --- configurations ------------------------------------------------------------------------------


class StreamConfiguration:
    def __init__(self, role: StreamRole, sensor: Sensor) -> None:
        self.stream = Stream(role is StreamRole.Raw)
        self.size, self.stride, self.frame_size = Size(640, 480), 0, 0
        self.pixel_format, self.buffer_count = PixelFormat("XBGR8888"), 4
        self.color_space: ColorSpace | None = None
        sizes: dict[PixelFormat, list[Size]] = {}
        for mode in sensor.modes:
            sizes.setdefault(PixelFormat(mode.pixel_format), []).append(Size(*mode.size))
        self.formats = SimpleNamespace(pixel_formats=list(sizes), sizes=sizes.__getitem__)


class CameraConfiguration:
    Status = ConfigStatus

    def __init__(self, roles: list[StreamRole], sensor: Sensor) -> None:
        self._streams = [StreamConfiguration(role, sensor) for role in roles]
        self._sensor = sensor
        self.orientation = Orientation.Rotate0
        self.sensor_config: SensorConfiguration | None = None
        self.mode: Mode | None = None

    def at(self, index: int) -> StreamConfiguration:
        return self._streams[index]

    def __iter__(self) -> Any:
        return iter(self._streams)

    def validate(self) -> ConfigStatus:
        """Find the mode that the sensor configuration names; there is no other choice with one."""
        wanted = self.sensor_config
        assert wanted is not None, "picamera2 always names a sensor mode for these cameras"
        size = (wanted.output_size.width, wanted.output_size.height)
        found = [
            mode
            for mode in self._sensor.modes
            if mode.size == size and mode.bit_depth == wanted.bit_depth
        ]
        if not found:
            return ConfigStatus.Invalid
        self.mode = found[0]
        for each in self._streams:
            if each.stream.is_raw:
                each.size, each.pixel_format = Size(*size), PixelFormat(self.mode.pixel_format)
            wide = each.size.width * (2 if each.stream.is_raw else 3)
            each.stride = -(-wide // 64) * 64
            each.frame_size = each.stride * each.size.height
        return ConfigStatus.Adjusted


# --- the camera ----------------------------------------------------------------------------------


class Camera:
    def __init__(self, manager: "CameraManager", camera_id: str, sensor: Sensor) -> None:
        self.id, self._sensor, self._manager = camera_id, sensor, manager
        self._world = manager.world
        self.properties: dict[ControlId, Any] = {ControlId("Model"): sensor.model}
        if "/usb" not in camera_id:
            self.properties[ControlId("ColorFilterArrangement")] = 0
        self._mode = sensor.modes[-1]
        self._stream: StreamConfiguration | None = None
        self._waiting: deque[Request] = deque()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._started_before = self._acquired = False
        self._picture: tuple[Any, Any] = (None, None)

    @property
    def controls(self) -> dict[ControlId, Any]:
        crop = Rectangle(*self._mode.crop)
        found = {CONTROLS[name]: _range(0, 1) for name in _TAKEN}
        if self._world.automatics.lens_moves:
            found |= {CONTROLS[name]: _range(0, 32) for name in _LENS_CONTROLS}
        shortest_us = self._mode.shortest_frame_us
        return found | {
            CONTROLS["ExposureTime"]: _range(26, 112_015_443, 20_000),
            CONTROLS["FrameDurationLimits"]: _range(shortest_us, 120_000_000, 33_333),
            CONTROLS["ScalerCrop"]: _range(Rectangle(0, 0, 64, 64), crop, crop),
        }

    def acquire(self) -> None:
        if self._world.busy or self._acquired:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self._acquired = True

    def release(self) -> None:
        self._acquired = False

    def generate_configuration(self, roles: list[StreamRole]) -> CameraConfiguration:
        return CameraConfiguration(roles, self._sensor)

    def configure(self, configuration: CameraConfiguration) -> int:
        assert self._thread is None, "a running camera cannot be configured"
        assert configuration.mode is not None
        self._mode = configuration.mode
        self._stream = configuration.at(0)
        size = (self._stream.size.width, self._stream.size.height)
        if size == self._world.refused_size:
            return -errno.ENOMEM
        return 0

    def create_request(self, cookie: int) -> Request:
        return Request(cookie)

    def start(self, controls: dict[ControlId, Any]) -> None:
        if self._world.lost:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self._take({each.name: value for each, value in controls.items()}, at_once=True)
        self._stopping.clear()
        self._thread = threading.Thread(target=self._expose, name="sensor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        while self._world.stuck:
            time.sleep(FRAME_S)
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._cancel_all()

    def queue_request(self, request: Request) -> None:
        with self._lock:
            self._waiting.append(request)
        if self._world.lost:
            self._cancel_all()

    def _cancel_all(self) -> None:
        with self._lock:
            while self._waiting:
                request = self._waiting.popleft()
                request.status = RequestStatus.Cancelled
                self._manager.done(request)

    def _take(self, controls: dict[str, Any], *, at_once: bool = False) -> None:
        if controls:
            self._world.queued.append(controls)
            self._world.automatics.apply(controls, at_once=at_once)

    def _expose(self) -> None:
        """Make a frame every few milliseconds, for whoever waits for one."""
        hidden = _HIDDEN_FRAMES if self._started_before else _STARTUP_FRAMES
        self._started_before = True
        number = 0
        while not self._stopping.wait(FRAME_S):
            assert self._stream is not None
            size = (self._stream.size.width, self._stream.size.height)
            self._world.lost |= size == self._world.lost_in_size
            if self._world.lost:
                self._cancel_all()
                continue
            with self._lock:
                request = self._waiting.popleft() if self._waiting else None
            number += 1
            if request is not None:
                self._take(request.controls)
            tells = self._world.automatics.step(self._mode.shortest_frame_us)
            if request is not None:
                self._complete(request, tells, _status(number, hidden, self._world.errors_at))

    def _complete(self, request: Request, tells: dict[str, Any], status: FrameStatus) -> None:
        crop = self._scaler_crop()
        for stream, buffer in request.buffers.items():
            buffer.metadata.status = status
            if not stream.is_raw and self._stream is not None:
                buffer.write(self._rows(crop), self._stream.stride)
        tells = {**tells, "SensorTimestamp": time.monotonic_ns(), "ScalerCrop": Rectangle(*crop)}
        request.metadata = {CONTROLS[name]: value for name, value in tells.items()}
        request.status = RequestStatus.Complete
        self._manager.done(request)

    def _scaler_crop(self) -> Crop:
        """Return the part of the sensor that the frames show: of the mode's, in their shape."""
        assert self._stream is not None
        x, y, width, height = self._mode.crop
        shape = self._stream.size.width / self._stream.size.height
        wide, high = (
            (width, round(width / shape))
            if width < height * shape
            else (round(height * shape), height)
        )
        return x + (width - wide) // 2, y + (height - high) // 2, wide, high

    def _rows(self, crop: Crop) -> Any:
        """Return the picture's bytes, a row each, in the order of the stream's pixel format."""
        assert self._stream is not None
        size = (self._stream.size.width, self._stream.size.height)
        key = (id(self._world.scene), crop, size, self._stream.pixel_format)
        if self._picture[0] != key:
            scene = self._world.scene
            part = _cut(scene, crop, self._sensor.size)
            seen = cv2.resize(part, size, interpolation=cv2.INTER_NEAREST)
            # RGB888 lies in memory as B, G, R; BGR888 the other way round.
            ordered = seen if str(self._stream.pixel_format) == "RGB888" else seen[:, :, ::-1]
            self._picture = (key, np.ascontiguousarray(ordered).reshape(size[1], -1))
        return self._picture[1]


def _cut(scene: Any, crop: Crop, whole: tuple[int, int]) -> Any:
    x, y, width, height = crop
    across, down = scene.shape[1] / whole[0], scene.shape[0] / whole[1]
    columns = slice(round(x * across), round((x + width) * across))
    return scene[round(y * down) : round((y + height) * down), columns]


def _status(number: int, hidden: int, errors_at: frozenset[int]) -> FrameStatus:
    if number <= hidden:
        return FrameStatus.Startup
    return FrameStatus.Error if number in errors_at else FrameStatus.Success


class CameraManager:
    def __init__(self, world: World) -> None:
        self.world = world
        self.event_fd = os.eventfd(0, os.EFD_NONBLOCK)
        self._done: list[Request] = []
        self._lock = threading.Lock()
        self.cameras = [
            Camera(self, f"/base/soc/i2c0mux/i2c@{number}/{each.model}@1a", each)
            for number, each in enumerate(world.sensors)
        ] + [
            Camera(self, f"\\_SB_.PCI0.GP17/usb1/1-{number}:1.0", replace(MODULE_3, model=name))
            for number, name in enumerate(world.webcams)
        ]

    def done(self, request: Request) -> None:
        with self._lock:
            self._done.append(request)
        os.eventfd_write(self.event_fd, 1)

    def get_ready_requests(self) -> list[Request]:
        with self._lock:
            done, self._done = self._done, []
        return done

    def __del__(self) -> None:
        os.close(self.event_fd)


def as_module(world: World) -> Any:
    """Return the module ``libcamera`` of this world."""
    module: Any = ModuleType("libcamera")
    manager = CameraManager(world)
    module.controls = SimpleNamespace(
        **CONTROLS, draft=SimpleNamespace(NoiseReductionModeEnum=NoiseReduction)
    )
    module.CameraManager = SimpleNamespace(singleton=lambda: manager)
    module.FrameMetadata = SimpleNamespace(Status=FrameStatus)
    module.FrameBufferAllocator = None
    for each in (
        Camera, CameraConfiguration, ColorSpace, ControlType, FrameBuffer, Orientation,
        PixelFormat, Rectangle, Request, SensorConfiguration, Size, StreamRole, Transform,
    ):  # fmt: skip
        setattr(module, each.__name__, each)
    module._libcamera = module
    return module
