"""A running table over a test's camera: real models, the scanner's own thread."""

from pathlib import Path

from calibration.service.table_profiles import TableProfiles
from companion.app.wiring import Parts, RunningTable
from companion.choices import ChoicesFile
from companion.session.table_port import DeviceState
from companion.storage.memory_log import MemoryEventLog
from hardware.buttons.button_group import ButtonGroup
from hardware.buttons.button_switch import ButtonSwitch
from hardware.buttons.keyboard_buttons import KeyboardButtons
from tests.calibration.service.rig import SHA, Lens
from vision.opening import open_table_reader


def running_table(folder: Path, lens: Lens) -> tuple[RunningTable, TableProfiles]:
    """Return a table that is not started yet, and its profiles.

    Args:
        folder: of the profiles.
        lens: its camera.
    """
    choices = ChoicesFile(folder / "choices")
    profiles = TableProfiles(
        folder,
        chosen=choices.profile,
        remember=lambda name: choices.remember(profile=name),
        open_reader=open_table_reader,
        reader_sha256=lambda: SHA,
    )
    keyboard = KeyboardButtons()
    parts = Parts(
        log=MemoryEventLog(),
        camera=lambda: lens,
        reader=profiles,
        buttons=ButtonSwitch(ButtonGroup([keyboard])),
        keyboard=keyboard,
        devices=lambda: DeviceState.ABSENT,
        profiles=profiles,
    )
    return RunningTable(parts), profiles
