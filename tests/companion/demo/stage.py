"""A table without devices: bundled pictures, a reader that knows what lies on them."""

from collections.abc import Callable
from dataclasses import replace

from companion.app.narrator import Narrator
from companion.demo.demo_player import DemoPlayer, Pace
from companion.demo.picture_selector import PictureSelector
from companion.demo.script import PICTURES, TRAY, LaidMat, load_script
from companion.games.registry import GAMES
from companion.games.roll.model.dice import PlacedDie
from companion.games.roll.model.state import Step
from companion.games.roll.view.camera import wanted_mats
from companion.session.clock import SystemClock
from companion.session.ports import (
    CameraSource,
    DieReading,
    DieStatus,
    EventLog,
    MatReading,
    Reading,
    ReadRequest,
)
from companion.session.scanner import Scanner, ScanSettings
from companion.session.table import TableOwner
from hardware.buttons.keyboard_buttons import KeyboardButtons
from hardware.cameras.folder_camera import FolderCamera
from tests.companion.demo.rehearsal import table_game
from tests.vision.fakes import result_of
from vision.result import TableReadResult

EVENING = load_script()
QUICK = ScanSettings(pause_s=0.001, idle_s=0.01)


class KnowingReader:
    """Reads a picture of the evening by its name.

    Args:
        change: what to make of a mat's dice: leave one out, doubt one, ...
    """

    def __init__(
        self, change: Callable[[LaidMat, list[DieReading]], list[DieReading]] | None = None
    ) -> None:
        self._mats = {mat.picture: mat for mat in EVENING.mats}
        self._change = change or (lambda _mat, dice: dice)

    def read(self, request: ReadRequest) -> TableReadResult:
        mat = self._mats.get(request.frame.source.removesuffix(".jpg"))
        if mat is None:
            return result_of(Reading(1536, 864, (), (), ()))
        corners = ((100.0, 100.0), (1400.0, 100.0), (1400.0, 800.0), (100.0, 800.0))
        kind = "tray" if mat.mat == TRAY else "strip"
        found = MatReading(mat.mat, kind, mat.seat, corners, 0.1)
        seen = self._change(mat, _readings(mat))
        return result_of(Reading(1536, 864, (found,), tuple(seen), ()))


class Stage:
    """Owner, scanner, picture selector, keyboard and a demo player over *log*."""

    def __init__(
        self, log: EventLog, *, reader: KnowingReader | None = None, reading_s: float = 10.0
    ) -> None:
        self.log = log
        self.told: list[str] = []
        self.narrator = Narrator(self.told.append)
        self.owner = TableOwner(GAMES.replaced(table_game()), log, SystemClock())
        self.lens = PictureSelector(EVENING, lambda: self.owner.scan_plan().mats)
        self.keyboard = KeyboardButtons()
        self.scanner = Scanner(
            self.owner, reader or KnowingReader(), self._camera, SystemClock(), settings=QUICK
        )
        self._reading_s = reading_s

    def _camera(self) -> CameraSource:
        return FolderCamera(PICTURES, fps=0, choose=self.lens.before_capture)

    def start(self) -> None:
        self.owner.subscribe(self.narrator.take)
        self.owner.subscribe(self.lens.take)
        self.owner.subscribe(lambda _update: self.scanner.wake())
        self.owner.start()
        self.lens.take(self.owner.latest())
        self.keyboard.start(self.owner.press)
        self.scanner.start()

    def stop(self) -> None:
        self.scanner.stop()
        self.owner.stop()

    def demo_player(self, *, deeds: int | None = None) -> DemoPlayer:
        """A demo player that stops after a number of deeds."""
        done = [0]

        def count(_update: object) -> None:
            done[0] += 1
            if deeds is not None and done[0] > deeds:
                demo_player.stop()

        demo_player = DemoPlayer(
            self.owner,
            self.keyboard,
            EVENING,
            pace=Pace(between_s=0.0, reading_s=self._reading_s),
            before_deed=count,
            say=self.told.append,
        )
        return demo_player


def _readings(mat: LaidMat) -> list[DieReading]:
    if mat.spare is not None:
        return [_reading(0, mat.mat, "home", mat.spare.value, "tray")]
    return [
        _reading(i, mat.mat, die.type.value, die.face.value, zone_of(die))
        for i, die in enumerate(mat.dice)
    ]


def zone_of(die: PlacedDie) -> str:
    if die.place.phase is None:
        return "dictate"
    return f"select_{die.place.phase.value}" if die.place.selecting else die.place.phase.value


def _reading(index: int, mat: str, kind: str, face: str, zone: str) -> DieReading:
    place = 20.0 + 25.0 * index, 100.0
    return DieReading(
        centre_px=(place[0] * 4, place[1] * 4),
        size_px=50.0,
        angle_deg=0.0,
        mat=mat,
        position_mm=place,
        zone=zone,
        type=kind,
        colour="white",
        face=face,
        confidence=0.999,
        status=DieStatus.OK,
    )


def doubted(reading: DieReading) -> DieReading:
    """The same die, but a person should look."""
    return replace(reading, status=DieStatus.CHECK, confidence=0.6)


def all_recorded(owner: TableOwner) -> bool:
    """Whether the dice of every seat, and in the tray, are revealed and read.

    The scan plan would be a moment ahead of the newest update.
    """
    view = owner.latest().view
    if view is None or view.step is not Step.REVEAL or wanted_mats(view):
        return False
    return all(seat.recorded for seat in view.seats)
