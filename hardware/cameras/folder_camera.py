"""A camera that serves the image files of a folder."""

import struct
import threading
import time
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
from PIL import Image

from companion.session.errors import CameraLostError
from companion.session.ports import CameraInfo, Frame
from hardware.cameras.controls import CameraControls, LockReport, judge
from hardware.errors import CameraUnavailableError, PictureUnreadableError

if TYPE_CHECKING:
    from companion.session.ports import ImageU8

SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
FORMATS: Final = ("JPEG", "PNG", "WEBP", "BMP")
MAX_PIXELS: Final = 24_000_000


class FolderCamera:
    """Serves the images of a folder sorted by name and repeats the last one.

    Args:
        folder: the image folder.
        frames_each: captures of each image before the next one; None never advances by itself.
        fps: maximum frame rate, as a real camera has; 0 is unlimited.
        choose: called before each capture; returns the name of the image to show, with or
            without its suffix.

    Raises:
        CameraUnavailableError: there is no such folder, or no readable image in it.
    """

    def __init__(
        self,
        folder: Path,
        *,
        frames_each: int | None = None,
        fps: float = 15.0,
        choose: Callable[[], str] | None = None,
    ) -> None:
        self._folder = folder
        self._choose = choose
        self._names = _picture_names(folder)
        self._frames_each = frames_each
        self._interval_s = 1.0 / fps if fps > 0 else 0.0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._captured = 0
        self._last_s = float("-inf")
        self._index = 0
        self._loaded: tuple[int, ImageU8] | None = None
        try:
            height, width = self._pixels().shape[:2]
        except PictureUnreadableError as err:
            raise CameraUnavailableError(name=str(folder), reason=err.message) from err
        self._info = CameraInfo("folder", folder.name or str(folder), width, height)

    @property
    def info(self) -> CameraInfo:
        """Camera description; the size is that of the first image."""
        return self._info

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        """Return a frame of the current image.

        Raises:
            CameraLostError: the camera is closed, or the image cannot be read (any more).
        """
        self._wait(timeout_s)
        with self._lock:
            if self._closing.is_set():
                raise CameraLostError(name=self._info.name)
            if self._frames_each is not None and self._captured >= self._frames_each:
                self._index = min(self._index + 1, len(self._names) - 1)
                self._captured = 0
            try:
                if self._choose is not None:
                    self._index = self._index_of(self._choose())
                pixels = self._pixels()
            except PictureUnreadableError as err:
                raise CameraLostError(name=self._names[self._index]) from err
            self._captured += 1
            self._last_s = time.monotonic()
            return Frame(pixels, self._last_s, self._names[self._index])

    def measured(self, *, timeout_s: float = 2.0) -> CameraControls:
        """Return no values: image files have none."""
        del timeout_s
        return CameraControls()

    def lock(self, controls: CameraControls | None = None, *, timeout_s: float = 4.0) -> LockReport:
        """Report all controls as unsupported: image files do not change."""
        del timeout_s
        asked = (controls or CameraControls()).asked()
        return judge(asked, {}, tuple(asked))

    def unlock(self) -> None:
        """Do nothing."""

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        """Return the current image: it has no higher resolution.

        Raises:
            CameraLostError: as ``capture``.
        """
        return self.capture(timeout_s=timeout_s)

    def close(self) -> None:
        """Release the image. Safe to call twice."""
        self._closing.set()
        with self._lock:
            self._loaded = None

    def _wait(self, timeout_s: float) -> None:
        """Limit the frame rate; ``close`` ends the wait."""
        due_s = self._last_s + self._interval_s - time.monotonic()
        if due_s > 0:
            self._closing.wait(min(due_s, timeout_s))

    def _index_of(self, name: str) -> int:
        if name in self._names:
            return self._names.index(name)
        stems = [Path(known).stem for known in self._names]
        if name in stems:
            return stems.index(name)
        raise PictureUnreadableError(path=self._folder / name, reason="it is not there")

    def _pixels(self) -> "ImageU8":
        if self._loaded is None or self._loaded[0] != self._index:
            pixels = _decode(self._folder / self._names[self._index])
            self._loaded = (self._index, pixels)
        return self._loaded[1]


def _picture_names(folder: Path) -> tuple[str, ...]:
    try:
        names = sorted(
            path.name
            for path in folder.iterdir()
            if path.suffix.lower() in SUFFIXES and path.is_file()
        )
    except OSError as err:
        reason = err.strerror or "it cannot be opened"
        raise CameraUnavailableError(name=str(folder), reason=reason) from err
    if not names:
        raise CameraUnavailableError(name=str(folder), reason="there is no image in the folder")
    return tuple(names)


def _decode(path: Path) -> "ImageU8":
    """Return the image as read-only BGR, shape ``(height, width, 3)``."""
    _check(path)
    try:
        pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    except cv2.error as err:
        raise PictureUnreadableError(path=path, reason="it is damaged") from err
    if pixels is None:
        raise PictureUnreadableError(path=path, reason="it is missing or not an image")
    pixels.setflags(write=False)
    return pixels  # type: ignore[return-value]  # cv2's stubs know no dtype


def _check(path: Path) -> None:
    """Reject truncated files, which OpenCV would pad with grey, and decompression bombs.

    Raises:
        PictureUnreadableError: truncated, corrupt, far too large, or not an image.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own limit is stricter
            with Image.open(path, formats=FORMATS) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    raise PictureUnreadableError(path=path, reason="it is far too large")
                picture.load()
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as err:
        if isinstance(err, PictureUnreadableError):
            raise
        reason = "it is missing or not an image"
        if "truncated" in str(err).lower():
            reason = "it is cut short"
        raise PictureUnreadableError(path=path, reason=reason) from err
    except Image.DecompressionBombError as err:
        raise PictureUnreadableError(path=path, reason="it is far too large") from err
