"""Random fingers before the window: anywhere, two at once, twice, in the middle of everything."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.games.roll.model.dice import PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.state import Step
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.view.table_view import TableView
from companion.session.table import TableOwner
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate, TableUpdate
from kivy_ui.pages import renderer
from tests.games.roll.tracked_table import laid
from tests.ui import fake_table as fake
from tests.ui.hand import Hand

_PLAYERS = 5
_SCREENS = (None, None, "start", "table", "guide", "practice", "calibrate", "status", "date")
_GUARD_S = renderer.GUARD_S
_ON_SOMETHING = 0.85
ENTER, ESCAPE, BACKSPACE, F1, F2 = 13, 27, 8, 282, 283
KEYS = (49, 50, 51, ENTER, ESCAPE, BACKSPACE, F1, F2, ord("z"), ord("q"))


@contextmanager
def _cautious() -> Iterator[None]:
    """Second taps are refused, as at a table; elsewhere the tests tap quicker than people."""
    quick, renderer.GUARD_S = renderer.GUARD_S, _GUARD_S
    yield
    renderer.GUARD_S = quick


class Monkey:
    """Does one random thing after the other.

    Args:
        hand: before an open window.
        owner: the running evening behind it.
        chance: decides everything.

    Attributes:
        done: how often each kind of thing was done.
        reveals: how often the camera was pulled out while mats were being read.
    """

    def __init__(self, hand: Hand, owner: TableOwner, chance: random.Random) -> None:
        self.hand, self.owner, self.chance = hand, owner, chance
        self.done: dict[str, int] = {}
        self.reveals = 0
        self._scan: ScanUpdate = ScanUpdate()
        self._deeds: tuple[tuple[float, Callable[[], None]], ...] = (
            (0.45, self.tap),
            (0.07, self.tap_twice),
            (0.07, self.two_fingers),
            (0.06, self.touch_during_a_change),
            (0.04, self.drag),
            (0.08, self.key),
            (0.03, self.language),
            (0.10, self.camera_reads),
            (0.04, self.camera_looks),
            (0.03, self.camera_is_pulled_out),
            (0.03, self.visit),
        )

    @property
    def step(self) -> Step | None:
        view = self.owner.latest().view
        return view.step if isinstance(view, TableView) else None

    def act(self) -> None:
        """Do one thing."""
        shares = [share for share, _ in self._deeds]
        (_, deed), *_ = self.chance.choices(self._deeds, shares)
        self.done[deed.__name__] = self.done.get(deed.__name__, 0) + 1
        deed()

    # --- fingers -------------------------------------------------------------------------------

    def tap(self) -> None:
        """One finger on something that can be tapped, or anywhere."""
        self.hand.tap_at(*self.place())

    def two_fingers(self) -> None:
        """Two fingers down, then up in any order, while the page may change."""
        fingers = [self.finger(*self.place()) for _ in range(2)]
        for finger in fingers:
            finger.touch_down()
        self.hand.wait(self.chance.randint(0, 2))
        self.chance.shuffle(fingers)
        for finger in fingers:
            finger.touch_up()
        self.hand.wait()

    def drag(self) -> None:
        """A finger drawn over the glass."""
        x, y = self.place()
        finger = self.finger(x, y)
        finger.touch_down()
        for _ in range(3):
            x += self.chance.uniform(-90, 90)
            y += self.chance.uniform(-120, 120)
            finger.touch_move(x, y)
            self.hand.wait(1)
        finger.touch_up()
        self.hand.wait()

    def settle(self) -> None:
        """Wait until the owner has answered everything and the window shows it."""
        before = self.owner.latest()
        self.owner.rescan()
        self.hand.wait_until(lambda: self.owner.latest() is not before)
        self.hand.wait_until(lambda: self.hand.app.shown_version == self.owner.latest().version)

    def place(self) -> tuple[float, float]:
        """Return the middle of something that can be tapped, or any place of the window."""
        aims = [place for _, place in self.hand.places_on_page()]
        if aims and self.chance.random() < _ON_SOMETHING:
            return self.chance.choice(aims)
        return self.chance.uniform(0, 799), self.chance.uniform(0, 479)

    @staticmethod
    def finger(x: float, y: float) -> Any:
        """Return a finger at a place of the window."""
        from kivy.tests.common import UnitTestTouch

        return UnitTestTouch(x, y)

    def tap_twice(self) -> None:
        """A finger that trembles: down, up, down, up before a frame is drawn.

        The main button, where it is hit, does what it says once.
        """
        spot, before = self.place(), self.owner.latest()
        on_primary = self._hits_primary(*spot)
        moved: set[int] = set()
        unsubscribe = self.owner.subscribe(lambda update: moved.add(update.version))
        with _cautious():
            for _ in range(2):
                finger = self.finger(*spot)
                finger.touch_down()
                finger.touch_up()
            self.settle()
        unsubscribe()
        if on_primary:
            most = _PLAYERS if self._everybody_was_waited_for(before) else 1
            steps = len(moved - {before.version})
            assert steps <= most, f"one double tap, {steps} steps"

    def touch_during_a_change(self) -> None:
        """The screen changes between down and up."""
        finger = self.finger(*self.place())
        finger.touch_down()
        change = self.chance.choice(
            (self.camera_reads, self.language, self.visit, self.camera_is_pulled_out, self._undo)
        )
        change()
        self.hand.wait(self.chance.randint(0, 3))
        finger.touch_up()
        self.hand.wait()

    def key(self) -> None:
        """A key of a real keyboard."""
        control = ("ctrl",) if self.chance.random() < 0.2 else ()
        self.hand.key(self.chance.choice(KEYS), *control)

    def language(self) -> None:
        """The next language, whatever is open."""
        self.hand.app.shell.next_language()

    def visit(self) -> None:
        """Another screen, or back to the round."""
        self.hand.app.shell.visit(self.chance.choice(_SCREENS))
        self.hand.wait()

    # --- the camera ----------------------------------------------------------------------------

    def camera_reads(self) -> None:
        """A mat is read: often what was in the cup."""
        seat = self.chance.randint(1, 5)
        self.owner.post(RecordMat(seat, self._seen(seat)))

    def camera_looks(self) -> None:
        """A frame with a reading comes in."""
        stage = self.chance.choice((ScanStage.LOOKING, ScanStage.MOVING, ScanStage.SETTLED))
        self._scan = fake.a_scan(stage)
        self.owner.show_scan(self._scan)
        self.hand.app.shell.tick()

    def camera_is_pulled_out(self) -> None:
        """The camera is gone; what was read stays."""
        self.reveals += self.step is Step.REVEAL
        lost = replace(self._scan, stage=ScanStage.OFF, camera=DeviceState.LOST, picture=None)
        self._scan = replace(lost, reading=None)
        self.owner.show_scan(self._scan)
        self.hand.app.shell.tick()

    # --- inside --------------------------------------------------------------------------------

    def _hits_primary(self, x: float, y: float) -> bool:
        main = self.hand.page.main
        return main is not None and main.key == self.hand.answer_at(x, y)

    @staticmethod
    def _everybody_was_waited_for(before: TableUpdate) -> bool:
        view = before.view
        return isinstance(view, TableView) and view.step is Step.ASSIGN

    def _undo(self) -> None:
        self.hand.app.shell.undo()

    def _seen(self, seat: int) -> tuple[PlacedDie, ...]:
        view = self.owner.latest().view
        seats = view.seats if isinstance(view, TableView) else ()
        tracking = next((each.tracking for each in seats if each.seat == seat), None)
        phase = self.chance.choice(PHASES)
        if tracking is None or self.chance.random() < 0.2:
            return _mat(phase, doubtful=self.chance.random() < 0.3)
        return tuple(
            laid(die, phase if not i else self.chance.choice(PHASES), selecting=not i)
            for i, die in enumerate(tracking.cup)
        )


def _mat(selects: Phase, *, doubtful: bool) -> tuple[PlacedDie, ...]:
    return (
        PlacedDie(DieType.HOME, Face(selects.value), Place(selects, selecting=True)),
        PlacedDie(DieType.HOME, Face.SHIP, Place(Phase.SHIP), doubtful=doubtful),
    )
