"""The composition root: selects the adapters and assembles the running table.

Each device is optional: a missing or failed device is shown as a state on the screen and never
prevents the table from starting.
"""

import logging
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from calibration.service.table_profiles import TableProfiles
from companion.app.devices import TableButtons, real_buttons, reopening
from companion.app.dice_service import DiceService
from companion.app.preview import scaled_picture
from companion.app.thread_priority import lower_thread_priority
from companion.app.tile_boxes import box_path
from companion.app.tile_service import BOX_NAME, TileService
from companion.choices import ChoicesFile
from companion.demo.picture_selector import PictureSelector
from companion.demo.screenshots import ReadingRecorder
from companion.demo.script import PICTURES, load_script
from companion.demo.simulated_mats import SimulatedMats
from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.games.registry import GAMES
from companion.places import places
from companion.session.calibration_ports import Calibration
from companion.session.clock import SystemClock, UncheckedClock
from companion.session.frame_tap import FrameTap
from companion.session.ports import CameraSource, Clock, EventLog, Frame, ReadResult
from companion.session.scanner import Scanner, ScanSettings
from companion.session.service_ports import DiceScans
from companion.session.table import TableOwner
from companion.session.table_port import TableUpdate
from companion.settings import Settings
from companion.storage.log_file import sidecars
from companion.storage.sqlite_log import SqliteEventLog

if TYPE_CHECKING:
    from companion.games.roll.rules.lookup import Rules
    from vision.pipeline import TableReader
    from vision.tiles.appearance import TileBox
    from vision.tiles.reader import TilesFromStills

log = logging.getLogger(__name__)

T = TypeVar("T")

_SEATS: Final = range(1, 6)
_DEMO_IDLE_S: Final = 0.5
_PRACTICE: Final = ("game1-round3-ann", "game2-round11-bea", "calibration-throw1")
"""Practice pictures if there is no camera: with a doubtful die, many dice, without a mat."""


class _BuiltOnce(Generic[T]):
    """Returns what *build* returned at the first call; threads that call meanwhile wait for it."""

    def __init__(self, build: Callable[[], T]) -> None:
        self._build = build
        self._built: list[T] = []
        self._lock = threading.Lock()

    def __call__(self) -> T:
        with self._lock:
            if not self._built:
                self._built.append(self._build())
            return self._built[0]


class RunningTable:
    """A running table: the state owner, the scanner, the buttons and their lights.

    Args:
        log: event log; closed with the table.
        open_camera: opens or reopens the camera.
        profiles: calibration profiles; they read the dice, on the scanner's thread.
        buttons: all ready buttons; closed with the table.
        sees_table: whether the camera looks at real dice.
        scan: timing of the scanner.
        clock: by default the system's.
    """

    def __init__(
        self,
        log: EventLog,
        open_camera: Callable[[], CameraSource],
        profiles: TableProfiles,
        buttons: TableButtons,
        *,
        sees_table: bool = True,
        scan: ScanSettings | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._log, self._clock = log, clock or SystemClock()
        self.profiles, self.buttons = profiles, buttons
        self._tracker = tracker = profiles.outcome_tracker
        self.owner = TableOwner(games_at_table(), log, self._clock, on_record=tracker.recorded)
        self._frame_tap = frame_tap = FrameTap(self.owner.scan_plan, scaled_picture)
        self.calibration = _BuiltOnce(self._open_calibration)
        self.tiles = TileService(
            frame_tap,
            open_reader=_open_tiles,
            box_file=box_path(BOX_NAME, places().tile_boxes),
        )
        self.practice: DiceScans = DiceService(
            frame_tap,
            open_reader=profiles.untracked_reader,
            has_camera=lambda: sees_table and self.owner.latest_scan().camera_ready,
            examples=[PICTURES / f"{name}.jpg" for name in _PRACTICE],
        )
        self._find_camera = profiles.camera_lock.locked(open_camera)
        self._scanner = Scanner(
            self.owner,
            profiles,
            self._open_camera,
            self._clock,
            settings=scan,
            tap=frame_tap,
            before_image=profiles.camera_lock.apply,
            on_deliver=tracker.deliver,
        )

    def start(self) -> None:
        """Resume the last game: all that the first screen needs."""
        self.owner.subscribe(self._follow)
        self.owner.subscribe(self._tracker.follow)
        self._tracker.start()
        self.owner.start()

    def start_devices(self) -> None:
        """Start buttons and scanner, whose thread loads the image libraries."""
        self._follow(self.owner.latest())
        self.buttons.start(self.owner.press)
        self._scanner.start()

    def stop(self) -> None:
        """Shut down scanner, buttons, state owner and log, in this order. Safe to call twice."""
        self._scanner.stop()
        self.buttons.close()
        self.owner.stop()
        self._tracker.stop()
        self._log.close()

    def _open_camera(self) -> CameraSource:
        """Load the image libraries and open the camera, both on the scanner's thread."""
        self.calibration()
        return self._find_camera()

    def _open_calibration(self) -> Calibration:
        from calibration.service.calibration_service import CalibrationService

        return CalibrationService(self.profiles, self._frame_tap, self._clock)

    def _follow(self, _update: TableUpdate) -> None:
        """Update lights and scanner. Runs on the owner's thread."""
        lit = self.owner.lit_seats()
        for seat in _SEATS:
            self.buttons.set_light(seat, on=seat in lit)
        self._scanner.wake()


def _open_tiles(box: "TileBox") -> "TilesFromStills":
    """Return a reader of tiles and dice; loads its models."""
    from companion.catalog.roll_loader import load_roll_catalog
    from vision.opening import open_table_reader
    from vision.tiles.opening import open_tile_reader

    return open_tile_reader(load_roll_catalog(), box=box, dice=open_table_reader())


def roll_rules() -> "Rules":
    """Return the tile catalogue of Roll."""
    from companion.catalog.roll_loader import load_roll_catalog
    from companion.games.roll.rules.lookup import Rules

    return Rules(load_roll_catalog())


def games_at_table() -> Mapping[str, GameDefinition]:
    """Return the game definitions for a table with a screen: with full rules and cards."""
    from companion.app.computer_players import seated_players
    from companion.games.roll.at_table import at_table

    roll = at_table(roll_rules(), seated_players())
    games = GAMES.replaced(roll)
    games = games.loaded_by("gathering_storm", lambda: _storm_with_cards("goals"))
    return games.loaded_by("gathering_storm_solo", lambda: _storm_with_cards("solo"))


def _storm_with_cards(game: str) -> GameDefinition:
    from companion.catalog.storm_loader import load_storm_cards
    from companion.games.storm import solo_with_cards, with_cards

    make = with_cards if game == "goals" else solo_with_cards
    return make(lambda second: load_storm_cards(second_edition=second))


# --- factories -----------------------------------------------------------------------------------


def has_running_game(path: Path) -> bool:
    """Return whether the log in *path* has an unfinished game, or cannot be read."""
    if not any(map(os.path.lexists, (path, *sidecars(path)))):
        return False
    try:
        with closing(SqliteEventLog(path, GAMES)) as opened:
            return any(not game.finished for game in opened.games())
    except CompanionError:
        return True  # open it as the real log, so that its error is shown


def real_table(
    settings: Settings,
    game_log: EventLog,
    *,
    camera: CameraSource | None = None,
    say: Callable[[str], None],
    choices: ChoicesFile | None = None,
    scan: ScanSettings | None = None,
) -> RunningTable:
    """Return a table with real devices.

    Args:
        settings: which devices to use.
        game_log: event log.
        camera: an open camera for the first use; later ones are opened from the settings.
        say: prints a message about each requested device that does not work.
        choices: stores the chosen profile; by default the user's preferences file.
        scan: timing of the scanner.
    """
    return RunningTable(
        game_log,
        reopening(settings, camera),
        table_profiles(settings, places().profiles, choices),
        real_buttons(settings.buttons, say),
        scan=scan,
    )


def demonstration(
    settings: Settings,
    game_log: EventLog,
    *,
    annotate_into: Path | None = None,
    choices: ChoicesFile | None = None,
) -> RunningTable:
    """Return a table with a keyboard, whose camera shows the bundled picture of the mat requested.

    Args:
        settings: reader settings.
        game_log: event log.
        annotate_into: folder for pictures annotated with the readings; None writes none.
        choices: stores the chosen profile; by default the user's preferences file.
    """
    profiles = table_profiles(settings, places().demo_profiles, choices)
    if annotate_into is not None:
        profiles.on_read = ReadingRecorder(partial(_write_annotated, annotate_into))
    table = RunningTable(
        game_log,
        lambda: _open_pictures(lens),
        profiles,
        TableButtons(),
        sees_table=False,
        scan=ScanSettings(pause_s=0.02, idle_s=_DEMO_IDLE_S),
        clock=UncheckedClock(),
    )

    def wanted() -> tuple[str, ...]:
        return table.owner.scan_plan().mats

    script = load_script()
    lens = PictureSelector(script, wanted, wizard=lambda: table.calibration().wizard())
    table.owner.subscribe(lens.take)
    table.owner.subscribe(SimulatedMats(script, wanted, table.owner.post).take)
    return table


def table_profiles(
    settings: Settings, folder: Path, choices: ChoicesFile | None = None
) -> TableProfiles:
    """Return the calibration profiles in a folder, with the one chosen by the user."""
    remembered = choices or ChoicesFile(places().choices_file)

    def reader_sha256() -> str:
        from models.store import load_manifest

        return load_manifest().models["reader"].sha256

    return TableProfiles(
        folder,
        chosen=remembered.profile,
        remember=lambda name: remembered.remember(profile=name),
        open_reader=partial(_table_reader, settings),
        reader_sha256=reader_sha256,
    )


def _open_pictures(lens: PictureSelector) -> CameraSource:
    from hardware.cameras.folder_camera import FolderCamera

    return FolderCamera(PICTURES, choose=lens.before_capture)


def _table_reader(settings: Settings) -> "TableReader":
    from vision.opening import open_table_reader

    lower_thread_priority()
    return open_table_reader(die_edge_mm=settings.table.die_edge_mm)


def _write_annotated(folder: Path, frame: Frame, result: ReadResult) -> None:
    import cv2

    from vision.annotate import annotated
    from vision.result import TableReadResult

    mats = result.mats if isinstance(result, TableReadResult) else ()
    picture = annotated(frame.pixels, result.reading, mats)
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{Path(frame.source).stem}-read.jpg").write_bytes(data)
    except OSError as err:
        log.warning("no annotated image", extra={"reason": err.strerror})
