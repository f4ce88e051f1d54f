"""The composition root: picks the adapters and puts the table together.

The only module that knows every folder. Each device is optional: one that is missing or fails is a
state on the screen and never keeps the table from starting.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibrating.loan import FrameLoan
from companion.choices import read_choices
from companion.demo.evening import PICTURES, Evening, load_evening
from companion.demo.gallery import KeepingReader
from companion.demo.lens import Lens
from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.games.registry import GAMES
from companion.priority import step_back
from companion.session.calibration_ports import Calibration
from companion.session.clock import SystemClock
from companion.session.ports import (
    CameraSource,
    DiceKind,
    DiceReader,
    EventLog,
    Expectation,
    Frame,
    Reading,
)
from companion.session.scanner import Scanner, ScanSettings
from companion.session.table import TableOwner
from companion.session.table_port import DeviceState, TableUpdate
from companion.settings import ButtonSettings, RulesSettings, Settings, places
from companion.storage.sqlite_log import SqliteEventLog
from hardware.button_group import ButtonDevice, ButtonGroup
from hardware.button_switch import ButtonSwitch
from hardware.errors import CameraUnavailableError
from hardware.keyboard_buttons import KeyboardButtons

if TYPE_CHECKING:
    from vision.pipeline import TableReader

log = logging.getLogger(__name__)

_SEATS: Final = range(1, 6)
_DEMO_IDLE_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class Parts:
    """What a table is made of.

    Attributes:
        log: where the evening is kept; closed with the table.
        open_camera: opens the camera, again after it was lost.
        reader: reads dice; belongs to the scanner's thread.
        buttons: what people press or try; the keyboard is always among it.
        keyboard: the keyboard alone, for programs that press.
        devices: the state of the real buttons, for the screen.
        lens: lays pictures before the folder camera; None with a real camera.
    """

    log: EventLog
    open_camera: Callable[[], CameraSource]
    reader: DiceReader
    buttons: ButtonSwitch
    keyboard: KeyboardButtons
    devices: Callable[[], DeviceState]
    lens: Lens | None = None


class Table:
    """A running table: the owner of the state, the scanner, buttons with their lights.

    Args:
        parts: what it is made of; the table closes all of it.
        scan: how the scanner spends its time.
        rules: how the table reads what the rules leave open.
    """

    def __init__(
        self,
        parts: Parts,
        *,
        scan: ScanSettings | None = None,
        rules: RulesSettings | None = None,
    ) -> None:
        from companion.preview import scaled_picture

        clock = SystemClock()
        self.parts = parts
        self.owner = TableOwner(games_at_table(rules), parts.log, clock)
        self.loan = FrameLoan(self.owner)
        self._scanner = Scanner(
            self.loan,
            parts.reader,
            self.loan.lent(parts.open_camera),
            clock,
            make_picture=scaled_picture,
            settings=scan,
        )
        self.loan.wake = self._scanner.wake
        self._scanning = False

    def start(self) -> None:
        """Resume the evening, listen to the buttons, look at the mats."""
        self.owner.subscribe(self._follow)
        self.owner.start()
        self._follow(self.owner.latest())
        self.parts.buttons.start(self.owner.press)
        self._scanner.start()
        self._scanning = True

    def stop(self) -> None:
        """End in order: eyes, hands, state, log. Safe to call twice."""
        if self._scanning:
            self._scanning = False
            self._scanner.stop()
        self.parts.buttons.close()
        self.owner.stop()
        self.parts.log.close()

    def _follow(self, update: TableUpdate) -> None:
        """Let lights, pictures and scanner follow the table. On the owner's thread."""
        lit = self.owner.lit_seats()
        for seat in _SEATS:
            self.parts.buttons.set_light(seat, on=seat in lit)
        if self.parts.lens is not None:
            self.parts.lens.take(update)
        self._scanner.wake()


class LazyReader:
    """A reader that is opened with the first frame: its models take half a second.

    Where they cannot be opened every reading says why; the table is played by hand then.
    """

    def __init__(self, open_reader: Callable[[], DiceReader]) -> None:
        self._open_reader = open_reader
        self._reader: DiceReader | None = None
        self._failure: CompanionError | None = None
        self._stale = False

    def renew(self) -> None:
        """Open the reader anew with the next frame: what it goes by has changed. Any thread."""
        self._stale = True

    def read(
        self,
        frame: Frame,
        *,
        dice: DiceKind = DiceKind.ROLL,
        expect: Expectation | None = None,
        whole_image: bool = False,
    ) -> Reading:
        """Return the reading of *frame*.

        Raises:
            CompanionError: the models cannot be used, or the frame is none.
        """
        if self._stale:
            self._stale, self._reader, self._failure = False, None, None
        if self._failure is not None:
            raise self._failure
        if self._reader is None:
            step_back()
            try:
                self._reader = self._open_reader()
            except CompanionError as err:
                self._failure = err
                raise
        return self._reader.read(frame, dice=dice, expect=expect, whole_image=whole_image)


def games_at_table(rules: RulesSettings | None = None) -> Mapping[str, GameDefinition]:
    """Return the games as a table with a screen plays them: Roll with all of its rules."""
    from companion.catalog.roll_loader import load_roll_catalog
    from companion.games.roll.at_table import at_table
    from companion.games.roll.options import table_options
    from companion.games.roll.rules import Rules

    chosen = (
        {} if rules is None else {each.name: getattr(rules, each.name) for each in fields(rules)}
    )
    roll = at_table(Rules(load_roll_catalog(), table_options(chosen)))
    return GAMES.replaced(roll)


# --- choosing ------------------------------------------------------------------------------------


def open_log(path: Path) -> SqliteEventLog:
    """Return the game log in *path*.

    Raises:
        LogError: in use, newer, damaged, not a log, or not to be opened.
    """
    return SqliteEventLog(path, GAMES)


def has_running_game(path: Path) -> bool:
    """Whether a log exists in *path* with a game that is not finished. Changes nothing."""
    if not path.is_file():
        return False
    try:
        games = open_log(path)
    except CompanionError:
        return True  # what it holds must be looked at, so that its error is seen
    try:
        return any(not game.finished for game in games.games())
    except CompanionError:
        return True
    finally:
        games.close()


def find_camera(settings: Settings) -> CameraSource | None:
    """Return the opened camera of the settings; None where ``auto`` or ``none`` finds none.

    Raises:
        CameraUnavailableError: the camera named is not there (yet).
        UnknownCameraError: there is no such kind of camera.
    """
    from hardware.camera_choice import open_camera
    from hardware.camera_controls import CameraControls

    chosen = settings.camera
    held = {each.name: getattr(chosen, each.name) or None for each in fields(CameraControls)}
    return open_camera(
        chosen.source,
        size_px=(chosen.width_px, chosen.height_px),
        hold=CameraControls(**held),
    )


def real_parts(
    settings: Settings,
    game_log: EventLog,
    *,
    camera: CameraSource | None,
    say: Callable[[str], None],
) -> Parts:
    """Return the parts of a table with real devices.

    Args:
        settings: which devices.
        game_log: where the evening is kept.
        camera: one that is open already; the next ones are opened by the settings.
        say: takes a sentence about each device that was asked for and does not work.
    """
    keyboard = KeyboardButtons()
    devices = _button_devices(settings.buttons, say)
    return Parts(
        log=game_log,
        open_camera=_Reopening(partial(find_camera, settings), camera),
        reader=LazyReader(partial(_profiled_reader, settings)),
        buttons=ButtonSwitch(ButtonGroup([keyboard, *devices])),
        keyboard=keyboard,
        devices=_state_of(devices),
    )


def simulated_parts(
    settings: Settings,
    game_log: EventLog,
    *,
    evening: Evening | None = None,
    annotate_into: Path | None = None,
    wanted: Callable[[], Sequence[str]],
) -> Parts:
    """Return the parts of a demonstration: the bundled pictures and the keyboard.

    Args:
        settings: how dice are read.
        game_log: where the evening is kept.
        evening: the pictures; None takes the bundled ones.
        annotate_into: folder for the pictures with what was read in them; None writes none.
        wanted: the mats that the table waits for.
    """
    from hardware.folder_camera import FolderCamera

    lens = Lens(evening or load_evening(), wanted)

    def open_camera() -> CameraSource:
        camera = FolderCamera(PICTURES)
        lens.attach(camera)
        return camera

    def open_reader() -> DiceReader:
        reader = _table_reader(settings)
        if annotate_into is None:
            return reader
        return KeepingReader(reader, partial(_write_annotated, reader, annotate_into))

    keyboard = KeyboardButtons()
    return Parts(
        log=game_log,
        open_camera=open_camera,
        reader=LazyReader(open_reader),
        buttons=ButtonSwitch(ButtonGroup([keyboard])),
        keyboard=keyboard,
        devices=lambda: DeviceState.ABSENT,
        lens=lens,
    )


def demonstration(
    settings: Settings, game_log: EventLog, *, annotate_into: Path | None = None
) -> Table:
    """Return a table that plays with bundled pictures; the lens follows what it waits for."""
    tables: list[Table] = []

    def wanted() -> Sequence[str]:
        return tables[0].owner.scan_plan().mats if tables else ()

    parts = simulated_parts(settings, game_log, annotate_into=annotate_into, wanted=wanted)
    tables.append(Table(parts, scan=ScanSettings(pause_s=0.02, idle_s=_DEMO_IDLE_S)))
    return tables[0]


class _Reopening:
    """Gives the camera that was opened at the start, then opens it anew."""

    def __init__(
        self, find: Callable[[], CameraSource | None], camera: CameraSource | None
    ) -> None:
        self._find = find
        self._camera = camera

    def __call__(self) -> CameraSource:
        camera, self._camera = self._camera, None
        camera = camera or self._find()
        if camera is None:
            raise CameraUnavailableError(
                name="auto",
                reason="no camera is connected",
                advice="Connect one at any time; until then enter the dice by hand.",
            )
        return camera


def _profiled_reader(settings: Settings) -> DiceReader:
    """Return a reader that goes by the table's calibration, if there is one that fits."""
    from calibration.following import FollowingReader
    from calibration.store import ProfileStore

    where = places()
    chosen = read_choices(where.choices_file).profile or ""
    return FollowingReader(_table_reader(settings), ProfileStore(where.profiles).all, chosen=chosen)


def calibration_desk(
    table: Table,
    settings: Settings,
    *,
    folder: Path,
    chosen: Callable[[], str],
    remember: Callable[[str], None],
) -> Calibration:
    """Return the calibration of a running table, for its screen.

    Args:
        table: lends its camera's frames.
        settings: how dice are read.
        folder: of the profiles.
        chosen: name of the profile that people chose; empty where nobody did.
        remember: keeps such a name.
    """
    from calibration.store import ProfileStore
    from companion.calibrating.course import Course
    from companion.calibrating.desk import CalibrationDesk, Hooks
    from companion.preview import scaled_picture
    from models.store import load_manifest

    clock, reader = SystemClock(), table.parts.reader

    def new_course() -> Course:
        return Course(
            partial(_table_reader, settings),
            reader_sha256=lambda: load_manifest().models["reader"].sha256,
            make_picture=scaled_picture,
            utc_iso=clock.utc_iso,
        )

    def renew_reader() -> None:
        if isinstance(reader, LazyReader):
            reader.renew()

    hooks = Hooks(
        scan=table.owner.latest_scan,
        new_course=new_course,
        renew_reader=renew_reader,
        chosen=chosen,
        remember=remember,
        utc_iso=clock.utc_iso,
    )
    return CalibrationDesk(ProfileStore(folder), table.loan, hooks)


def _table_reader(settings: Settings) -> TableReader:
    from vision.opening import open_table_reader
    from vision.pipeline import ReaderSettings

    return open_table_reader(settings=ReaderSettings(die_edge_mm=settings.table.die_edge_mm))


def _write_annotated(reader: TableReader, folder: Path, frame: Frame, reading: Reading) -> None:
    import cv2

    from vision.annotate import annotated

    picture = annotated(frame.pixels, reading, reader.last_mats)
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{Path(frame.source).stem}-read.jpg").write_bytes(data)
    except OSError as err:
        log.warning("no annotated picture", extra={"reason": err.strerror})


def _button_devices(settings: ButtonSettings, say: Callable[[str], None]) -> list[ButtonDevice]:
    from hardware.probe import has_pi_pins

    devices: list[ButtonDevice] = []
    if settings.gpio == "on" or (settings.gpio == "auto" and has_pi_pins()):
        try:
            devices.append(_gpio_buttons(settings))
        except CompanionError as err:
            say(f"{err.message} {err.hint_text}")
    if settings.serial != "off":
        from hardware.serial_buttons import SerialButtons, find_ports

        port = settings.serial
        devices.append(SerialButtons(find_ports if port == "auto" else lambda: (port,)))
    return devices


def _gpio_buttons(settings: ButtonSettings) -> ButtonDevice:
    from hardware.gpio_buttons import DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS, GpioButtons

    return GpioButtons(
        dict(enumerate(settings.pins or DEFAULT_BUTTON_PINS, 1)),
        dict(enumerate(settings.lights or DEFAULT_LIGHT_PINS, 1)),
        bounce_s=settings.bounce_ms / 1000,
    )


def _state_of(devices: Sequence[ButtonDevice]) -> Callable[[], DeviceState]:
    group = ButtonGroup(devices)
    return lambda: group.state
