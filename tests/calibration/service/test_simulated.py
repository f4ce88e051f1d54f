"""A table without devices is calibrated: the bundled pictures serve the whole wizard."""

import time
from pathlib import Path

import pytest

from companion.app.wiring import demonstration
from companion.choices import ChoicesFile
from companion.demo.demo_player import DemoPlayer
from companion.demo.script import load_script
from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import TableView
from companion.session.calibration_ports import Stage, WizardView
from companion.session.table_port import DeviceState, TableUpdate
from companion.settings import Settings
from companion.storage.memory_log import MemoryEventLog
from tests.some import there
from tests.waiting import until


@pytest.fixture
def choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ChoicesFile:
    """A home of its own, and its choices."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return ChoicesFile(tmp_path / "choices.json")


def test_the_simulated_table_is_calibrated(choices: ChoicesFile) -> None:
    """Start, three throws confirmed, kept: no correction, and the table reads by it."""
    table = demonstration(Settings(), MemoryEventLog(), choices=choices)
    service = table.calibration()

    def wizard() -> WizardView:
        view = there(service.wizard())
        assert view.fault is None
        return view

    table.start()
    table.start_devices()
    try:
        began_s = time.monotonic()
        until(lambda: table.owner.latest_scan().camera is DeviceState.READY)
        service.begin()
        until(lambda: wizard().stage is Stage.PROVE)
        for throw in range(3):
            until(lambda: bool(wizard().throw))
            assert wizard().throws == throw
            service.confirm()
        assert wizard().stage is Stage.KEEP
        service.keep("Table")
        took_s = time.monotonic() - began_s
        print(f"\nfrom the first picture to a stored profile: {took_s:.1f} s")  # noqa: T201
        (line,) = service.profiles()
        assert (line.name, line.used) == ("Table", True)
        assert table.owner.latest_scan().camera is DeviceState.READY
        page = service.page("Table")
        assert sum(each.read for each in page.counts) == 21
        assert sum(each.corrected for each in page.counts) == 0
    finally:
        table.stop()


@pytest.mark.slow
def test_the_dice_of_an_evening_are_counted(choices: ChoicesFile) -> None:
    """What the table reads by a profile is counted in it, and outlives the run."""
    table = demonstration(Settings(), MemoryEventLog(), choices=choices)
    service = table.calibration()
    table.start()
    table.start_devices()
    hands: list[DemoPlayer] = []

    def until_the_first_phase(update: TableUpdate) -> None:
        if isinstance(update.view, TableView) and update.view.step is Step.PHASE:
            hands[0].stop()

    try:
        until(lambda: table.owner.latest_scan().camera is DeviceState.READY)
        service.begin()
        until(lambda: getattr(service.wizard(), "stage", None) is Stage.PROVE)
        service.skip()
        service.keep("Table")
        assert service.page("Table").counts == ()
        hands.append(
            DemoPlayer(
                table.owner,
                table.buttons.keyboard,
                load_script(),
                before_deed=until_the_first_phase,
            )
        )
        hands[0].run()
        view = table.owner.latest().view
    finally:
        table.stop()
    recorded = sum(len(seat.dice) for seat in view.seats)
    assert recorded > 10
    again = demonstration(Settings(), MemoryEventLog(), choices=choices)
    counts = again.calibration().page("Table").counts
    again.stop()
    assert sum(count.read for count in counts) >= recorded
    assert sum(count.corrected for count in counts) == 0
