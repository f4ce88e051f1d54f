"""Screenshots and annotated pictures of the demonstration."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.demo.screenshots import ReadingRecorder, Screenshots, scene_of
from companion.session.ports import Frame, ReadRequest
from companion.session.table_port import TableUpdate
from tests.companion.demo.rehearsal import end_of, views
from tests.companion.demo.stage import EVENING, KnowingReader

NOTHING = TableUpdate()
END = TableUpdate(9, "g", "roll", end_of(EVENING.games[1]), True, False)
TABLE = TableUpdate(5, "g", "roll", [*views(EVENING.games[0])][-2], True, False)


class Window:
    """Runs what is scheduled at once, in a thread of its own."""

    def __init__(self, *, late: int = 0, dead: bool = False) -> None:
        self.taken: list[Path] = []
        self.asked = 0
        self._late = late
        self._dead = dead

    @property
    def shown_version(self) -> int:
        self.asked += 1
        return 0 if self.asked <= self._late else 99

    def schedule(self, action: Callable[[], None], delay_s: float = 0.0) -> None:
        if not self._dead:
            threading.Timer(delay_s / 100, action).start()

    def screenshot(self, path: Path) -> None:
        self.taken.append(path)
        if path.stem.endswith("end"):
            raise OSError("disk full")


def test_each_scene_is_taken_once_and_numbered(tmp_path: Path) -> None:
    """A scene that comes back gives no second picture; a failing one stops nothing."""
    window = Window()
    screenshots = Screenshots(window, tmp_path)
    for update in (NOTHING, TABLE, TABLE, END, NOTHING):
        screenshots.take(update)
    assert [path.name for path in window.taken] == ["01-new-game.png", "02-table.png", "03-end.png"]


def test_the_picture_waits_until_the_window_shows_the_scene(tmp_path: Path) -> None:
    """No picture of the screen before."""
    window = Window(late=3)
    Screenshots(window, tmp_path).take(TABLE)
    assert window.asked == 4
    assert len(window.taken) == 1


def test_closing_ends_the_wait_for_a_window_that_is_gone(tmp_path: Path) -> None:
    """The program can end although a picture was asked for."""
    screenshots = Screenshots(Window(dead=True), tmp_path)
    waiting = threading.Thread(target=screenshots.take, args=(TABLE,))
    waiting.start()
    while waiting.is_alive():
        screenshots.close()
        waiting.join(0.01)
    screenshots.take(END)  # returns at once


def test_each_picture_is_kept_once_when_its_mat_is_seen() -> None:
    """Not the first reading, which may be of the picture before."""
    kept: list[str] = []
    reader = KnowingReader()
    record = ReadingRecorder(lambda frame, _result: kept.append(frame.source))
    pixels = np.zeros((864, 1536, 3), np.uint8)
    for name in ("table", "game1-round1-ann", "game1-round1-ann", "game1-round1-ann", "table"):
        frame = Frame(pixels, 0.0, f"{name}.jpg")
        record(frame, reader.read(ReadRequest(frame)))
    assert kept == ["game1-round1-ann.jpg"]


def test_the_scenes_have_words() -> None:
    """Used as file names."""
    assert [scene_of(update) for update in (NOTHING, TABLE, END)] == ["new-game", "table", "end"]
