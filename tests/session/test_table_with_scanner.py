"""Owner and scanner together, each in its thread, as the table runs them."""

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from companion.games.registry import GAMES
from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import TableView
from companion.session.clock import SystemClock
from companion.session.ports import (
    DiceReader,
    DieReading,
    DieStatus,
    Frame,
    MatReading,
    Reading,
    ReadRequest,
    ReadResult,
)
from companion.session.scanner import Scanner, ScanSettings
from companion.session.table import TableOwner
from companion.session.table_port import TableUpdate
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ScriptedCamera, ScriptedReader
from tests.games.roll.table import THREE, command
from tests.some import there

CORNERS = ((10.0, 10.0), (600.0, 10.0), (600.0, 400.0), (10.0, 400.0))


def a_table_of(*faces: str) -> Reading:
    """Return a reading with one mat for each face, its die selecting that phase."""
    mats = tuple(
        MatReading(f"strip-{seat}", "strip", seat, CORNERS, 0.1)
        for seat in range(1, len(faces) + 1)
    )
    dice = tuple(
        DieReading(
            centre_px=(100.0, 100.0),
            size_px=40.0,
            angle_deg=0.0,
            mat=f"strip-{seat}",
            position_mm=(50.0, 30.0),
            zone=f"select_{face}",
            type="home",
            colour="white",
            face=face,
            confidence=0.99,
            status=DieStatus.OK,
        )
        for seat, face in enumerate(faces, start=1)
    )
    return Reading(640, 480, mats, dice, ())


class Running:
    """An owner with a scanner whose updates are waited for."""

    def __init__(self, reader: DiceReader) -> None:
        self.owner = TableOwner(GAMES, MemoryEventLog(), SystemClock())
        frame = Frame(np.zeros((480, 640, 3), np.uint8), 0.0, "scripted")
        self.scanner = Scanner(
            self.owner,
            reader,
            lambda: ScriptedCamera([frame]),
            SystemClock(),
            settings=ScanSettings(pause_s=0.001, idle_s=60.0),
        )
        self.updates: queue.Queue[TableUpdate] = queue.Queue()
        self.owner.subscribe(self.updates.put)
        self.owner.subscribe(lambda _update: self.scanner.wake())
        self.owner.start()
        self.scanner.start()

    def wait_for(self, step: Step, *, recorded: int = 0) -> TableView:
        while True:
            view = self.updates.get(timeout=20).view
            if not isinstance(view, TableView) or view.step is not step:
                continue
            if sum(seat.recorded for seat in view.seats) >= recorded:
                return view

    def ask(self, *lines: str) -> None:
        for line in lines:
            self.owner.post(command(line))

    def start_reveal(self) -> None:
        self.owner.new_game("roll")
        self.ask(THREE, "SignalReady seat=1", "SignalReady seat=2", "SignalReady seat=3")


@contextmanager
def running(reader: DiceReader) -> Iterator[Running]:
    table = Running(reader)
    try:
        yield table
    finally:
        table.scanner.stop()
        table.owner.stop()


def test_from_the_picture_to_the_next_phase() -> None:
    """The reveal wakes the scanner, all three mats are recorded, and the phases begin."""
    with running(ScriptedReader([a_table_of("explore", "ship", "ship")])) as table:
        table.start_reveal()
        view = table.wait_for(Step.REVEAL, recorded=3)
        assert [need.code for need in view.needs] == ["confirm"]
        table.ask("ConfirmReveal")
        view = table.wait_for(Step.PHASE)
        assert [phase.phase.value for phase in view.phases if phase.selected_by] == [
            "explore",
            "ship",
        ]
        assert len(there(table.owner.mat_picture(2)).outlines) == 1
        assert table.owner.latest().error is None


def test_a_touch_never_waits_for_a_reading() -> None:
    """A reading that takes for ever holds up no answer of the table."""
    reading, release = threading.Event(), threading.Event()

    class SlowReader(ScriptedReader):
        def read(self, request: ReadRequest) -> ReadResult:
            reading.set()
            assert release.wait(20)
            return super().read(request)

    with running(SlowReader([a_table_of("explore", "ship", "ship")])) as table:
        table.start_reveal()
        assert reading.wait(20)
        table.ask("RecordMat seat=1 dice=home:settle!")
        table.wait_for(Step.REVEAL, recorded=1)
        release.set()
        view = table.wait_for(Step.REVEAL, recorded=3)
        selected = {seat.seat: seat.selected for seat in view.seats}
        assert selected[1] is not None
        assert selected[1].value == "settle", "what a hand recorded is not overwritten"
