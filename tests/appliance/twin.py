"""The same table on this machine, off the screen: what the appliance must show, and where.

Every tap goes to both. Afterwards the twin's picture is the expected one, and its log has as many
events as the appliance's must have.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final

from PIL import Image

from companion.app.wiring import games_at_table
from companion.session.clock import SystemClock
from companion.session.table import TableOwner
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.pages.opening import Table
from tests.appliance.machine import SIZE_PX
from tests.ui.approved import differences, small
from tests.ui.hand import Hand

Place = tuple[int, int]

_MOST_BLOCK: Final = 10.0
"""Largest mean difference of any block of 40 by 40 pixels, of 255."""


class Twin:
    """A window over a real game; ``with Twin(log, rotation_deg)`` is a start of the appliance.

    Args:
        log: the evening; the next twin goes on with it as the restarted appliance does.
        rotation_deg: quarter turns of the picture to the left, as in the settings.
    """

    def __init__(self, log: MemoryEventLog, rotation_deg: int = 0) -> None:
        self._rotation_deg = rotation_deg
        self._size_px = SIZE_PX if rotation_deg % 180 == 0 else (SIZE_PX[1], SIZE_PX[0])
        self._owner = TableOwner(games_at_table(), log, SystemClock())
        self.hand: Hand

    def __enter__(self) -> "Twin":
        self._owner.start()
        self.hand = Hand(self._owner, size_px=self._size_px).__enter__()
        self.hand.app.shell.hide_notice()  # it goes away by itself, sooner or later
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hand.__exit__(kind, error, trace)
        self._owner.stop()

    @property
    def events(self) -> int:
        """How many events the running game has."""
        return self._owner.latest().version

    def tap(self, text: str, *, then: str) -> Place:
        """Tap what says *text*, wait for the screen *then*; returns the place."""
        return self.touch(self.hand.key_of(text), then=then)

    def touch(self, key: object, *, then: str) -> Place:
        """Touch a place of the page, wait for the screen *then*; returns the place."""
        view = self.hand.app.root
        self.hand.wait_until(lambda: not view.in_motion)
        place = self._at(*self.hand.place_on_page(key))
        self._settle(lambda: self.hand.app.current_screen == then)
        return place

    def tap_ready(self, seat: int) -> Place:
        """Tap a seat's ready light; returns where it is on the panel."""
        before = self.events
        ready = self.hand.page.body
        assert isinstance(ready, Table), "everybody is waited for"
        key = next(each.key for each in ready.seats if each.seat.number == seat)
        x, y = self.hand.touch_page(key)
        self._settle(lambda: self.events > before)
        return self._on_panel(x, y)

    def _tap(self, widget: object) -> Place:
        return self._at(*widget.to_window(*widget.center))  # type: ignore[attr-defined] # untyped

    def _at(self, x: float, y: float) -> Place:
        self.hand.tap_at(x, y)
        return self._on_panel(x, y)

    def _on_panel(self, x: float, y: float) -> Place:
        return on_panel((int(x), int(self._size_px[1] - 1 - y)), self._size_px, self._rotation_deg)

    def _settle(self, holds: Callable[[], bool]) -> None:
        self.hand.wait_until(lambda: holds() and self.hand.app.shown_version == self.events)

    def picture(self) -> Image.Image:
        """What the panel must show."""
        self.hand.wait(6)
        self.hand.app.step(1)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "screen.png"
            self.hand.app.screenshot(file)
            with Image.open(file) as shot:
                return shot.convert("RGB").rotate(self._rotation_deg, expand=True)


def on_panel(place: Place, size_px: tuple[int, int], rotation_deg: int) -> Place:
    """From a window's pixel (from the upper left) to the panel's, whose picture is turned left."""
    x, y = place
    for _ in range(rotation_deg // 90):
        x, y = y, size_px[0] - 1 - x
        size_px = size_px[1], size_px[0]
    return x, y


def alike(one: Image.Image, other: Image.Image) -> tuple[bool, str]:
    """Whether two pictures show the same, and how far they are apart.

    They are compared small and grey, as the approved pictures are: two renderers smooth letters
    in different ways. A ready light that is on instead of off is a block of 39.
    """
    mean, block = differences(*(small(each) for each in (one, other)))
    return block <= _MOST_BLOCK, f"mean {mean:.1f}, worst block {block:.1f} of {_MOST_BLOCK:.0f}"
