"""The calibration of a running table: the scanner's own thread, real models, a game behind it."""

import time
from pathlib import Path

import numpy as np

from companion.session.calibration_ports import Stage, WizardView
from companion.session.table_port import DeviceState
from tests.calibration.pictures import good_picture
from tests.calibration.service.rig import Lens
from tests.calibration.service.running_table import running_table
from tests.waiting import until


def test_a_running_table_is_calibrated(tmp_path: Path) -> None:
    """From the first picture to the profile without a frame in which the game loses its camera."""
    lens = Lens()
    lens.pixels = good_picture()
    table, _ = running_table(tmp_path, lens)
    service = table.calibration()

    def wizard() -> WizardView:
        view = service.wizard()
        assert view is not None
        assert view.fault is None
        return view

    table.start()
    table.start_devices()
    try:
        began_s = time.monotonic()
        until(lambda: table.owner.latest_scan().camera is DeviceState.READY)
        service.begin()
        until(lambda: wizard().stage is Stage.PROVE)
        for quarter in (1, 2, 3):
            lens.pixels = np.ascontiguousarray(np.rot90(good_picture(), quarter))
            until(lambda: bool(wizard().throw))
            service.confirm()
        assert wizard().stage is Stage.KEEP
        service.keep("Table")
        took_s = time.monotonic() - began_s
        print(f"\nfrom the first picture to a stored profile: {took_s:.1f} s")  # noqa: T201
        assert [(line.name, line.used) for line in service.profiles()] == [("Table", True)]
        service.compare()
        until(lambda: service.profiles()[0].fits is True)
        assert table.owner.latest_scan().camera is DeviceState.READY
    finally:
        table.stop()
