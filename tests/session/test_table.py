"""The owner's thread: messages in, updates out, whatever goes wrong in between."""

import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from companion.games.definition import GameDefinition, SeenDie
from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.games.roll.at_table import at_table
from companion.games.roll.model.state import Step
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.view.table_view import TableView
from companion.session.errors import LogDamagedError
from companion.session.ports import EventLog, GameHeader, StoredEvent
from companion.session.scan_plan import SettledMat
from companion.session.table import TableOwner
from companion.session.table_port import Picture, TableUpdate
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.games.roll.table import THREE, TWO, command
from tests.games.roll.tracked_table import RULES, a_set_up
from tests.session.test_session import FailingLog
from tests.some import of, there

PICTURE = Picture(bytes(12), 2, 2)


class Table:
    """An owner whose updates can be waited for, one after the other."""

    def __init__(self, log: EventLog, games: Mapping[str, GameDefinition] = GAMES) -> None:
        self.owner = TableOwner(games, log, ManualClock())
        self._updates: queue.Queue[TableUpdate] = queue.Queue()
        self.owner.start()
        self.owner.subscribe(self._updates.put)

    def next(self) -> TableUpdate:
        return self._updates.get(timeout=20)

    def ask(self, *lines: str) -> TableUpdate:
        for line in lines[:-1]:
            self.owner.post(command(line))
            self.next()
        self.owner.post(command(lines[-1]))
        return self.next()

    def do(self, act: Callable[[], None]) -> TableUpdate:
        act()
        return self.next()

    def reveal(self, start: str = THREE) -> TableUpdate:
        self.do(lambda: self.owner.new_game("roll"))
        update = self.ask(start)
        for seat in [each.seat for each in update.view.seats]:
            update = self.ask(f"SignalReady seat={seat}")
        return update

    def settle(
        self, mat_id: str, *faces: str, ticket: int | None = None, at: Sequence[float] = range(9)
    ) -> TableUpdate:
        """Deliver dice that lie in a row; *at*: where, in widths of a die."""
        zones = ["select_ship", *["ship"] * 9] if mat_id != "tray" else ["tray"] * 9
        dice = tuple(
            SeenDie("home", face, zone, doubtful=False, mark=str(index))
            for index, (face, zone) in enumerate(zip(faces, zones, strict=False))
        )
        outlines = tuple(
            ((x / 10, 0.0), (x / 10 + 0.1, 0.0), (x / 10 + 0.1, 0.1), (x / 10, 0.1))
            for x in at[: len(dice)]
        )
        known = self.owner.scan_plan().ticket if ticket is None else ticket
        return self.do(
            lambda: self.owner.deliver(SettledMat(mat_id, known, dice, PICTURE, outlines))
        )


@contextmanager
def a_table(
    log: EventLog | None = None, games: Mapping[str, GameDefinition] = GAMES
) -> Iterator[Table]:
    table = Table(log or MemoryEventLog(), games)
    try:
        yield table
    finally:
        table.owner.stop()


def view_of(update: TableUpdate) -> TableView:
    return of(TableView, update.view)


def test_before_any_game() -> None:
    """Nothing is open; what is asked of no game is refused with what to do."""
    with a_table() as table:
        latest = table.owner.latest()
        assert (latest.view, latest.version) == (None, 0)
        assert not latest.can_undo
        assert not latest.can_redo
        assert table.owner.mat_picture(1) is None
        assert table.owner.lit_seats() == frozenset()
        for act in (
            table.owner.undo,
            table.owner.redo,
            table.owner.rescan,
            lambda: table.owner.post(SignalReady(1)),
            lambda: table.owner.press(1),
        ):
            assert there(table.do(act).error).code == "no_game"


def test_every_message_is_answered() -> None:
    """Taken: a new version. Refused: the reason, and the next answer is clean again."""
    with a_table() as table:
        update = table.do(lambda: table.owner.new_game("roll"))
        assert (update.version, update.game, view_of(update).step) == (0, "roll", Step.SETUP)
        assert table.ask(THREE).version == 2
        update = table.ask("FinishRound")
        assert update.error is not None
        assert (update.error.code, update.version) == ("wrong_step", 2)
        update = table.ask("SignalReady seat=1")
        assert (update.error, update.version) == (None, 3)
        update = table.do(table.owner.undo)
        assert (update.can_undo, update.can_redo, update.version) == (True, True, 4)
        assert table.do(table.owner.redo).version == 5
        assert table.owner.latest().version == 5


def test_an_unknown_game() -> None:
    """Refused; the running game stays open."""
    with a_table() as table:
        table.do(lambda: table.owner.new_game("roll"))
        update = table.do(lambda: table.owner.new_game("chess"))
        assert (there(update.error).code, update.game) == ("unknown_game", "roll")


def test_the_evening_goes_on_after_a_restart() -> None:
    """Same view, same version, undo and redo still there; said once that it was restored."""
    log = MemoryEventLog()
    with a_table(log) as table:
        table.reveal()
        before = table.do(table.owner.undo)
    with a_table(log) as table:
        after = table.owner.latest()
        assert after == replace(before, restored=True)
        assert table.do(table.owner.redo).restored is False


def test_a_game_that_is_over_does_not_go_on() -> None:
    """Its end is shown again after a restart, but nothing goes on where it stopped."""
    log = MemoryEventLog()
    with a_table(log) as table:
        table.reveal()
        for seat in (1, 2, 3):
            table.settle(f"strip-{seat}", "ship")
        table.ask("ConfirmReveal", "ChangeVp seat=1 delta=36", "FinishPhase", "FinishRound")
    with a_table(log) as table:
        assert view_of(table.owner.latest()).step is Step.OVER
        assert not table.owner.latest().restored


def test_the_camera_is_told_what_must_lie_there() -> None:
    """Of the wanted mats only; a game with counters kept by hand expects nothing."""
    with a_table(games={"roll": at_table(RULES)}) as table:
        table.do(lambda: table.owner.new_game("roll"))
        table.do(lambda: table.owner.post(a_set_up(1, 2, 3)))
        assert table.owner.scan_plan().expect is None, "nothing is read while they assign"
        for seat in (1, 2, 3):
            table.ask(f"SignalReady seat={seat}")
        expected = there(table.owner.scan_plan().expect)
        assert sorted(expected) == ["strip-1", "strip-2", "strip-3"]
        assert expected["strip-1"]["home"] == 3
    with a_table() as table:
        table.reveal()
        assert table.owner.scan_plan().expect is None


def test_a_new_game_closes_the_old_one() -> None:
    """Only the newest game is resumed; the old one is kept, finished."""
    log = MemoryEventLog()
    with a_table(log) as table:
        table.reveal()
        table.do(lambda: table.owner.new_game("roll"))
    assert [header.finished for header in log.games()] == [False, True]
    with a_table(log) as table:
        assert view_of(table.owner.latest()).step is Step.SETUP
        assert not table.owner.latest().restored


def test_ready_buttons() -> None:
    """A press is ready, another one takes it back; the lights follow."""
    with a_table() as table:
        table.do(lambda: table.owner.new_game("roll"))
        table.ask(THREE)
        table.do(lambda: table.owner.press(2))
        assert table.owner.lit_seats() == {2}
        table.do(lambda: table.owner.press(2))
        assert table.owner.lit_seats() == frozenset()
        update = table.do(lambda: table.owner.press(5))
        assert update.error is None, "a free seat's button does nothing"


# --- scanning ------------------------------------------------------------------------------------


def test_what_the_camera_passes_on_is_recorded() -> None:
    """Mat by mat; the wanted ones become fewer; the picture is kept with its outlines."""
    with a_table() as table:
        table.reveal()
        assert table.owner.scan_plan().mats == ("strip-1", "strip-2", "strip-3")
        update = table.settle("strip-2", "ship", "ship")
        assert {seat.seat for seat in view_of(update).seats if seat.recorded} == {2}
        assert table.owner.scan_plan().mats == ("strip-1", "strip-3")
        assert update.recorded is not None
        picture = there(table.owner.mat_picture(2))
        assert picture.picture is PICTURE
        assert [outline and outline[0] for outline in picture.outlines] == [(0.0, 0.0), (0.1, 0.0)]
        assert table.owner.mat_picture(1) is None


def test_outlines_follow_corrections() -> None:
    """In the order of the correction index, None for a die added by hand, also after undo."""
    with a_table() as table:
        table.reveal()
        table.settle("strip-1", "ship", "ship", "ship")
        table.ask("AddDie seat=1 die=home:explore", "RemoveDie seat=1 index=1")
        table.ask("CorrectDie seat=1 index=1 die=genes:wild@ship")
        picture = there(table.owner.mat_picture(1))
        assert [outline and outline[0][0] for outline in picture.outlines] == [0.0, 0.2, None]
        table.do(table.owner.undo)
        table.do(table.owner.undo)
        picture = there(table.owner.mat_picture(1))
        assert [o and o[0][0] for o in picture.outlines] == [0.0, 0.1, 0.2, None]


def test_pictures_are_secret_while_players_assign() -> None:
    """R-12.1: from the first roll to the reveal, and again in the next round."""
    with a_table() as table:
        table.do(lambda: table.owner.new_game("roll"))
        assert not table.owner.scan_plan().secret
        table.ask(THREE)
        assert table.owner.scan_plan().secret
        table.ask("SignalReady seat=1", "SignalReady seat=2", "SignalReady seat=3")
        assert not table.owner.scan_plan().secret


def test_what_is_no_longer_wanted_is_ignored() -> None:
    """A mat recorded by hand meanwhile, or an answer to an older question."""
    with a_table() as table:
        table.reveal()
        version = table.ask("RecordMat seat=1 dice=home:explore!").version
        assert table.settle("strip-1", "ship").version == version
        assert table.settle("strip-2", "ship", ticket=0).version == version
        assert table.settle("strip-5", "ship").error is None


def test_rescan_asks_for_a_mat_again() -> None:
    """Also for one that is recorded; a new ticket, so that the same dice are passed on again."""
    with a_table() as table:
        table.reveal()
        table.settle("strip-1", "ship")
        ticket = table.owner.scan_plan().ticket
        table.do(lambda: table.owner.rescan(1))
        assert "strip-1" in table.owner.scan_plan().mats
        assert table.owner.scan_plan().ticket > ticket
        update = table.settle("strip-1", "ship", "ship")
        assert len(next(s for s in view_of(update).seats if s.seat == 1).dice) == 2
        table.do(table.owner.rescan)
        plan = table.owner.scan_plan()
        assert (plan.mats, plan.asked) == (("strip-1", "strip-2", "strip-3"), 2)
        table.do(table.owner.rescan)
        now = table.owner.scan_plan()
        assert now == replace(plan, ticket=plan.ticket + 1, asked=3, judge=now.judge)


def test_dice_that_a_person_has_judged_stay_when_a_mat_is_read_again() -> None:
    """Corrected, confirmed, removed and added ones; bumped dice are known, moved ones are new."""
    with a_table() as table:
        table.reveal()
        table.settle("strip-1", "ship", "ship", "settle", "produce")
        table.ask(
            "CorrectDie seat=1 index=1 die=home:explore@ship",
            "RemoveDie seat=1 index=3",
            "AddDie seat=1 die=genes:wild@ship",
        )
        table.do(lambda: table.owner.rescan(1))
        row = (0.3, 0.8, 2, 3)
        table.settle("strip-1", "develop", "ship", "settle", "produce", at=row)
        assert shown_on(table) == ["home develop", "home explore", "home settle", "genes wild"]
        table.do(lambda: table.owner.rescan(1))
        table.settle("strip-1", "develop", "ship", "ship", "ship", at=(*row[:3], 5))
        assert shown_on(table) == ["home develop", "home explore", "home ship", "genes wild"]
        picture = there(table.owner.mat_picture(1))
        assert None not in picture.outlines, "also the added one is seen in the newest picture"


def shown_on(table: Table) -> list[str]:
    seats = view_of(table.owner.latest()).seats
    dice = next(each.dice for each in seats if each.seat == 1)
    return [f"{die.type.value} {die.face.value}" for die in dice]


def test_dice_that_may_have_been_counted_wait_after_a_restart() -> None:
    camera = replace(there(GAME.camera), throws_counted=lambda _view: 0)
    log, thrown = MemoryEventLog(), {"roll": replace(GAME, camera=camera)}
    with a_table(log, thrown) as table:
        table.reveal()
    with a_table(log, thrown) as table:
        assert table.owner.scan_plan().mats == ()
        table.do(table.owner.rescan)
        plan = table.owner.scan_plan()
        assert (len(plan.mats), plan.throws) == (3, 0)


def test_after_undo_the_camera_waits() -> None:
    """It would do again at once what was undone; asked to, it reads on."""
    with a_table() as table:
        table.reveal()
        table.settle("strip-1", "ship")
        table.do(table.owner.undo)
        assert table.owner.scan_plan().mats == ()
        table.do(lambda: table.owner.rescan(1))
        assert table.owner.scan_plan().mats == ("strip-1",)
        table.do(table.owner.undo)
        update = table.ask("SignalReady seat=2")
        assert view_of(update).step is Step.REVEAL
        assert len(table.owner.scan_plan().mats) == 3, "a new reveal is read by itself"


def test_the_spare_die_comes_from_the_tray() -> None:
    """Two players: the tray is wanted like a mat (R-4.2)."""
    with a_table() as table:
        table.reveal(TWO)
        assert table.owner.scan_plan().mats == ("strip-1", "strip-2", "tray")
        update = table.settle("tray", "produce")
        assert view_of(update).spare_die is not None
        assert table.owner.scan_plan().mats == ("strip-1", "strip-2")


# --- faults --------------------------------------------------------------------------------------


def test_a_full_disk_is_said_and_nothing_is_lost() -> None:
    """The screen keeps what it showed; with room again the game goes on."""
    log = FailingLog()
    with a_table(log) as table:
        table.reveal()
        shown = table.settle("strip-1", "ship")
        log.full = True
        update = table.ask("RecordMat seat=2 dice=home:ship!")
        assert there(update.error).code == "log_write"
        assert replace(update, error=None) == shown
        log.full = False
        assert table.ask("RecordMat seat=2 dice=home:ship!").error is None


@pytest.mark.parametrize("broken", ["decide", "apply", "view", "wanted"])
def test_a_fault_of_the_companion_ends_nothing(broken: str) -> None:
    """An exception in the middle of a message: said as internal, the next message is served."""
    faults: list[Exception] = []
    with a_table(games={"roll": with_faults(broken, faults)}) as table:
        table.do(lambda: table.owner.new_game("roll"))
        before = table.ask(THREE)
        faults.append(ZeroDivisionError())
        update = table.ask("SignalReady seat=1")
        assert there(update.error).code == "internal"
        if broken != "wanted":  # that one is only asked when the step is stored
            assert update.version == before.version
        assert table.ask("SignalReady seat=2").error is None


def test_not_even_an_answer_can_be_made() -> None:
    """The message stays without an answer; the thread lives and serves the next one."""
    faults: list[Exception] = []
    with a_table(games={"roll": with_faults("wanted", faults)}) as table:
        table.do(lambda: table.owner.new_game("roll"))
        faults.extend([ZeroDivisionError(), ZeroDivisionError()])
        table.owner.post(command(THREE))
        assert table.ask("SignalReady seat=1").version == 3


def with_faults(function: str, faults: list[Exception]) -> GameDefinition:
    """Return the game with a function that raises the faults put there, one a call."""
    owner = GAME.camera if function == "wanted" else GAME
    real = getattr(owner, function)

    def call(*args: object) -> object:
        if faults:
            raise faults.pop()
        return real(*args)

    changes: dict[str, Any] = {function: call}
    if GAME.camera is not None and owner is GAME.camera:
        changes = {"camera": replace(GAME.camera, **changes)}
    return replace(GAME, **changes)


def test_a_listener_that_fails_does_not_stop_the_others() -> None:
    """A screen's fault is the screen's."""
    owner = TableOwner(GAMES, MemoryEventLog(), ManualClock())
    heard: list[int] = []

    def fail(_update: TableUpdate) -> None:
        raise ZeroDivisionError

    owner.subscribe(fail)
    unsubscribe = owner.subscribe(lambda update: heard.append(update.version))
    owner.start()
    owner.new_game("roll")
    owner.post(command(THREE))
    owner.stop()
    assert heard == [0, 2]
    unsubscribe()
    unsubscribe()
    assert len(owner._listeners) == 1


class BrokenLog(MemoryEventLog):
    """Only the first two events can be read."""

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        raise LogDamagedError(last_good_version=2, good=super().load(game_id)[:2])


def test_a_damaged_evening_can_be_looked_at() -> None:
    """It shows the last good moment with the reason, reads no mats, and a new game can begin."""
    log = BrokenLog()
    with a_table(log) as table:
        table.reveal()
    with a_table(log) as table:
        update = table.owner.latest()
        assert (there(update.error).code, update.version) == ("log_damaged", 2)
        assert view_of(update).step is Step.ASSIGN
        assert there(table.ask("SignalReady seat=1").error).code == "log_damaged"
        assert table.owner.scan_plan().mats == ()
        assert table.do(lambda: table.owner.new_game("roll")).error is None


class UnlistedLog(MemoryEventLog):
    """Not even the list of games can be read, as often as there are *faults*."""

    def __init__(self, *faults: Exception) -> None:
        super().__init__()
        self.faults = list(faults)

    def games(self) -> tuple[GameHeader, ...]:
        if self.faults:
            raise self.faults.pop()
        return super().games()


@pytest.mark.parametrize(
    ("faults", "code"),
    [([LogDamagedError(last_good_version=0)] * 3, "log_damaged"), ([OSError()], "internal")],
)
def test_a_log_without_a_list(faults: list[Exception], code: str) -> None:
    """Said on the empty screen; a new game can begin."""
    with a_table(UnlistedLog(*faults)) as table:
        assert there(table.owner.latest().error).code == code
        assert table.do(lambda: table.owner.new_game("roll")).error is None


def test_a_game_of_a_newer_companion() -> None:
    """Not resumed, not finished either: a newer companion finds it as it was."""
    log = MemoryEventLog()
    log.begin("g1", game="chess", started_at="t")
    with a_table(log) as table:
        assert there(table.owner.latest().error).code == "unknown_game"
    assert not log.games()[0].finished


def test_stopping_serves_what_was_posted() -> None:
    """Nothing that a player did before the end is thrown away; stopping twice is fine."""
    log = MemoryEventLog()
    with a_table(log) as table:
        table.owner.new_game("roll")
        for line in (THREE, "SignalReady seat=1", "SignalReady seat=2"):
            table.owner.post(command(line))
        assert table.owner._thread.daemon, "never stopped, it holds up no exit"
        table.owner.stop()
        table.owner.stop()
        assert table.owner.latest().version == 4
