"""Fingers on the glass that go where chance sends them."""

from __future__ import annotations

import random
from typing import Any

from companion.app.wiring import games_at_table
from companion.session.session import GameSession
from companion.session.table import TableOwner
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.ui.hand import Hand

ENTER, ESCAPE, F2 = 13, 27, 283
_ON_SOMETHING = 0.85


def settle(hand: Hand, owner: TableOwner) -> None:
    """Wait until the owner has answered everything and the window shows it."""
    before = owner.latest()
    owner.rescan()
    hand.wait_until(lambda: owner.latest() is not before)
    hand.wait_until(lambda: hand.app.shown_version == owner.latest().version)


def is_whole(owner: TableOwner, log: MemoryEventLog) -> Any:
    """What the log gives back is what is shown; returns that state, None without a game."""
    latest = owner.latest()
    header = next((one for one in log.games() if one.game_id == latest.game_id), None)
    if header is None:
        return None
    assert latest.game is not None
    again = GameSession.resume(games_at_table()[latest.game], log, ManualClock(), header)
    assert again.version == latest.version
    assert again.view == latest.view
    return again.state


class RandomFingers:
    """Taps, two fingers at once, and fingers drawn over the glass.

    Args:
        hand: before an open window of 800 x 480 pixels.
        owner: the running evening behind it.
        chance: decides everything.
    """

    def __init__(self, hand: Hand, owner: TableOwner, chance: random.Random) -> None:
        self.hand, self.owner, self.chance = hand, owner, chance

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
        settle(self.hand, self.owner)

    def aims(self) -> list[tuple[float, float]]:
        """Return the middles of all that can be tapped."""
        return [place for _, place in self.hand.places_on_page()]

    def place(self) -> tuple[float, float]:
        """Return the middle of something that can be tapped, or any place of the window."""
        aims = self.aims()
        if aims and self.chance.random() < _ON_SOMETHING:
            return self.chance.choice(aims)
        return self.chance.uniform(0, 799), self.chance.uniform(0, 479)

    @staticmethod
    def finger(x: float, y: float) -> Any:
        """Return a finger at a place of the window."""
        from kivy.tests.common import UnitTestTouch

        return UnitTestTouch(x, y)
