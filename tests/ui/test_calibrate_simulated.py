"""The whole way in a window over the simulated table: from the menu to a profile that reads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.session.table_port import DeviceState
from companion.settings import Settings
from companion.storage.memory_log import MemoryEventLog
from companion.wiring import Table, calibration_desk, demonstration
from kivy_ui.settings import Services, UiSettings
from tests.ui.hand import Hand

MOST_TAPS = 10
PATIENCE = 6000
"""Frames: two minutes on a busy machine."""


class CountingHand(Hand):
    """A hand that counts its taps."""

    taps = 0

    def tap_at(self, x: float, y: float) -> None:
        self.taps += 1
        super().tap_at(x, y)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """The demonstration's table with a data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    made = demonstration(Settings(), MemoryEventLog())
    made.start()
    yield made
    made.stop()


def test_a_table_is_calibrated_by_a_hand(table: Table) -> None:
    """Menu, Calibration, New calibration, three times All right, Keep; every light is said."""
    chosen: list[str] = []
    desk = calibration_desk(table, chosen=lambda: "".join(chosen), remember=chosen.append)
    settings = UiSettings(services=Services(calibration=desk))
    with CountingHand(table.owner, settings=settings) as hand:
        hand.wait_until(lambda: table.owner.latest_scan().camera is DeviceState.READY)
        began_s = time.monotonic()
        hand.tap_icon("menu")
        hand.tap_text("Calibration")
        hand.tap_text("New calibration")
        for throw in (1, 2, 3):
            hand.wait_until(
                lambda throw=throw: _tick(hand) and hand.reads(f"Proof throw {throw} of 3")
                and not hand.button("All right").disabled,
                frames=PATIENCE,
            )  # fmt: skip
            hand.tap_text("All right")
        assert hand.reads("of the dice will be read right.")
        hand.tap_text("Keep")
        took_s = time.monotonic() - began_s
        assert hand.reads("All profiles")
        assert hand.reads("21 read, 0 corrected, 0 doubtful")
        print(f"\na calibration by touch: {hand.taps} taps, {took_s:.1f} s")  # noqa: T201
        assert hand.taps <= MOST_TAPS
        (line,) = desk.profiles()
        assert (line.name, line.used) == ("Light 1", True)


def _tick(hand: Hand) -> bool:
    hand.app.root.tick()
    return True
