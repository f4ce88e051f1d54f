"""A table with a past: what the screens beside the running game show is filled."""

from typing import Final

from companion.history.archive import Archive
from companion.session.service_ports import BackupLine, Backups, PowerControl
from kivy_ui.settings import Services, UiSettings
from tests.history.evenings import an_evening
from tests.ui import camera_pictures as camera
from tests.ui.calibrations import LedCalibration
from tests.ui.practice_scans import DrawnDice
from tests.ui.test_beside_presenters import SCORE_ENTRY
from tests.ui.tile_scans import DrawnTiles

SEEN: Final = camera.tiles(
    unsure="trading_world", others=("galactic_bankers", "mining_world"), unread="faction_9"
)

KEYS: Final = tuple(tile.tile for tile in SEEN.tiles if tile.tile is not None)


class ListedBackups(Backups):
    """Three backups; notes what is asked for."""

    def __init__(self) -> None:
        self.restored: list[str] = []
        self.made = 0

    def listed(self) -> tuple[BackupLine, ...]:
        days = [f"2026-11-{day}T20:05:00+00:00" for day in (28, 21, 14)]
        return tuple(BackupLine(day, day, on_stick=day == days[0]) for day in days)

    def make(self) -> tuple[str, ...]:
        self.made += 1
        return ("kept-000001.zip",)

    def restore(self, name: str) -> None:
        self.restored.append(name)


def settings(language: str) -> UiSettings:
    """A table with a past that may be switched off."""
    log, header = an_evening(rounds=3)
    archive = Archive([header], {header.game_id: log.load(header.game_id)})
    archive.keep(SCORE_ENTRY)
    calibration = LedCalibration()
    return UiSettings(
        language=language,
        player_names=("Ann", "Béla", "Łucja", "Ödön"),
        services=Services(
            archive=archive,
            power=PowerControl(available=True),
            backups=ListedBackups(),
            calibration=lambda: calibration,
            tiles=DrawnTiles([SEEN], unknown=KEYS, known=44, picture=camera.tiles_picture()),
            practice=DrawnDice(scan=camera.practice_scan()),
        ),
    )
