"""A running table over a test's camera: real models, the scanner's own thread."""

from pathlib import Path

from calibration.service.table_profiles import TableProfiles
from companion.app.devices import TableButtons
from companion.app.wiring import RunningTable
from companion.choices import ChoicesFile
from companion.storage.memory_log import MemoryEventLog
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
    return RunningTable(MemoryEventLog(), lambda: lens, profiles, TableButtons()), profiles
