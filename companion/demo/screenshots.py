"""Output files of the demonstration: annotated pictures and a screenshot of every screen."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import TableView
from companion.session.ports import Frame, ReadResult
from companion.session.table_port import TableUpdate

log = logging.getLogger(__name__)

_WINDOW_TIMEOUT_S = 60.0
_SETTLE_S = 0.25
_READS_BEFORE_WRITING = 2


class Window(Protocol):
    """The window's interface for screenshots."""

    @property
    def shown_version(self) -> int:
        """Number of the last stored event that the screen shows."""
        ...

    def schedule(self, action: Callable[[], None], delay_s: float = 0.0) -> None:
        """Run *action* on the window's thread."""
        ...

    def screenshot(self, path: Path) -> None:
        """Write the window's contents to a file."""
        ...


class ReadingRecorder:
    """Passes each picture with its result once to *keep*; called with every reading.

    Args:
        keep: writes a frame annotated with its result.
    """

    def __init__(self, keep: Callable[[Frame, ReadResult], None]) -> None:
        self._keep = keep
        self._seen: dict[str, int] = {}

    def __call__(self, frame: Frame, result: ReadResult) -> None:
        """Take the reading of a frame; the first may be of the picture before."""
        times = self._seen[frame.source] = self._seen.get(frame.source, 0) + 1
        if times == _READS_BEFORE_WRITING and result.reading.mats:
            self._keep(frame, result)


class Screenshots:
    """Takes a screenshot of every new scene.

    Args:
        window: takes the screenshots.
        folder: the output folder; created if it is missing.
    """

    def __init__(self, window: Window, folder: Path) -> None:
        self._window = window
        self._folder = folder
        self._taken: set[str] = set()
        self._answered = threading.Event()
        self._closed = False

    def close(self) -> None:
        """Take no more screenshots and release a waiting ``take``. Any thread."""
        self._closed = True
        self._answered.set()

    def take(self, update: TableUpdate) -> None:
        """Take a screenshot of a scene not captured before; waits until it is written."""
        scene = scene_of(update)
        if self._closed or scene in self._taken:
            return
        self._taken.add(scene)
        path = self._folder / f"{len(self._taken):02d}-{scene}.png"
        self._answered.clear()
        if self._closed:  # meanwhile
            return

        def wait_for_it() -> None:
            is_shown = self._window.shown_version >= update.version
            self._window.schedule(shoot if is_shown else wait_for_it, _SETTLE_S)

        def shoot() -> None:
            try:
                self._window.screenshot(path)
            except Exception as err:  # a missing screenshot must not stop the demonstration
                log.warning("no screenshot", extra={"path": str(path), "reason": str(err)})
            self._answered.set()

        self._window.schedule(wait_for_it)
        if not self._answered.wait(_WINDOW_TIMEOUT_S):
            log.warning("the window takes no screenshots", extra={"path": str(path)})


def scene_of(update: TableUpdate) -> str:
    """Return a name for the scene on the screen: the step and its variant."""
    view = update.view
    if not isinstance(view, TableView):
        return "new-game"
    match view.step:
        case Step.SETUP:
            return "new-game"
        case Step.ASSIGN:
            return "table-ready" if any(each.ready for each in view.seats) else "table"
        case Step.REVEAL:
            return _reveal_scene(view)
        case Step.PHASE:
            return f"phases-{view.current_phase.value}" if view.current_phase else "phases"
        case Step.MANAGE:
            return "phases-manage"
        case Step.OVER:
            return "end"


def _reveal_scene(view: TableView) -> str:
    codes = {need.code for need in view.needs}
    if "doubtful_die" in codes:
        return "reveal-doubtful"
    if codes & {"scan_mat", "spare_die"}:
        return "reveal-reading" if not any(each.recorded for each in view.seats) else "reveal-next"
    return "reveal-two-players" if view.spare_die is not None else "reveal"
