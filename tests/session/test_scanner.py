"""The scanner turn by turn: a camera of the script, a reader of the script, time by hand."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.games.definition import MatAnswer, SeenDie
from companion.games.roll.view import camera as roll_camera
from companion.session.errors import CameraLostError
from companion.session.pictures import sampled_picture, whole
from companion.session.ports import (
    DieReading,
    DieStatus,
    Frame,
    MatReading,
    Problem,
    Reading,
    ReadRequest,
    ReadResult,
)
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import Scanner, ScanSettings
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from tests.fakes import ManualClock, ScriptedCamera, ScriptedReader

CORNERS = ((100.0, 50.0), (500.0, 50.0), (500.0, 350.0), (100.0, 350.0))
FRAME = Frame(np.zeros((480, 640, 3), np.uint8), 0.0, "scripted")
NOTHING = Reading(640, 480, (), (), ())


def a_die(x_px: float, zone: str = "select_ship", **changes: object) -> DieReading:
    die = DieReading(
        centre_px=(x_px, 100.0),
        size_px=40.0,
        angle_deg=0.0,
        mat="strip-1",
        position_mm=(x_px / 2, 50.0),
        zone=zone,
        type="home",
        colour="white",
        face="ship",
        confidence=0.99,
        status=DieStatus.OK,
    )
    return replace(die, **changes)  # type: ignore[arg-type]


def a_reading(*dice: DieReading, mats: Iterable[str] = ("strip-1",)) -> Reading:
    found = tuple(MatReading(mat, "strip", None, CORNERS, 0.1) for mat in mats)
    return Reading(640, 480, found, dice, ())


@dataclass
class Host:
    """Stands for the table."""

    plan: ScanPlan
    shown: list[ScanUpdate] = field(default_factory=list)
    delivered: list[SettledMat] = field(default_factory=list)

    def scan_plan(self) -> ScanPlan:
        return self.plan

    def show_scan(self, update: ScanUpdate) -> None:
        self.shown.append(update)

    def deliver(self, mat: SettledMat) -> None:
        self.delivered.append(mat)

    def stage(self) -> ScanStage:
        return self.shown[-1].stage

    def camera(self) -> DeviceState:
        return self.shown[-1].camera


WANTED = ScanPlan(("strip-1",), 1, judge=roll_camera.mat_command)


def a_scanner(
    host: Host,
    readings: Iterable[Reading] = (NOTHING,),
    *,
    frames: Iterable[Frame | None] = (FRAME,),
    clock: ManualClock | None = None,
    open_camera: Callable[[], ScriptedCamera] | None = None,
) -> Scanner:
    camera = ScriptedCamera(frames)
    return Scanner(
        host, ScriptedReader(readings), open_camera or (lambda: camera), clock or ManualClock()
    )


def turns(scanner: Scanner, count: int) -> float:
    rest_s = 0.0
    for _ in range(count):
        rest_s = scanner.turn()
    return rest_s


def test_two_readings_that_agree_are_passed_on_once() -> None:
    """With the dice, their outlines within the mat's picture, and the ticket that they answer."""
    host = Host(WANTED)
    scanner = a_scanner(host, [a_reading(a_die(300.0), a_die(200.0, "produce", face="ship"))])
    scanner.turn()
    assert host.delivered == []
    assert host.stage() is ScanStage.MOVING
    turns(scanner, 4)
    (mat,) = host.delivered
    assert host.stage() is ScanStage.SETTLED
    assert (mat.mat_id, mat.ticket) == ("strip-1", 1)
    assert [die.zone for die in mat.dice] == ["produce", "select_ship"]
    assert mat.dice[0] == SeenDie(
        "home", "ship", "produce", doubtful=False, mark="0", colour="white"
    )
    assert len(mat.picture.rgb) == 3 * mat.picture.width * mat.picture.height
    assert all(0 < x < 1 and 0 < y < 1 for outline in mat.outlines for x, y in outline)
    assert (mat.picture.width, mat.picture.height) == (509 - 92, 357 - 44)
    assert mat.outlines[0][0] == pytest.approx((88 / 417, 36 / 313))


def test_the_picture_of_a_mat_ends_with_the_frame() -> None:
    """A mat that fills the frame leaves no room for a margin on any side."""
    host = Host(WANTED)
    whole = a_reading(a_die(300.0))
    corners = ((0.0, 0.0), (640.0, 0.0), (640.0, 480.0), (0.0, 480.0))
    mats = tuple(replace(mat, corners_px=corners) for mat in whole.mats)
    turns(a_scanner(host, [replace(whole, mats=mats)]), 5)
    (outline,) = host.delivered[0].outlines
    assert outline[0] == pytest.approx((280 / 640, 80 / 480))
    assert outline[2] == pytest.approx((320 / 640, 120 / 480))


def test_a_mat_that_was_drawn_is_read_like_a_printed_one() -> None:
    """No paper lies there; its zones are known all the same, its picture is cut around them."""
    host = Host(WANTED)
    drawn = a_reading(a_die(300.0), a_die(200.0, "produce", face="ship"))
    scanner = a_scanner(host, [replace(drawn, mats=(), drawn=drawn.mats)])
    turns(scanner, 4)
    (mat,) = host.delivered
    assert (mat.mat_id, len(mat.dice)) == ("strip-1", 2)
    assert all(0 < x < 1 and 0 < y < 1 for outline in mat.outlines for x, y in outline)


def test_what_was_not_recognised_goes_with_its_mat() -> None:
    """As an outline within the mat's picture; what lies on another mat does not."""
    host = Host(WANTED)
    around = ((220.0, 120.0), (240.0, 120.0), (240.0, 140.0), (220.0, 140.0))
    things = tuple(
        Problem("unread_object", "%(mat)s", {"mat": mat}, outline_px=around)
        for mat in ("strip-1", "strip-2")
    )
    turns(a_scanner(host, [replace(a_reading(a_die(300.0)), problems=things)]), 5)
    (mat,) = host.delivered
    (outline,) = mat.unread
    assert len(outline) == 4
    assert things[0].message == "strip-1"
    assert all(0 < x < 1 and 0 < y < 1 for x, y in outline)


def test_asked_again_it_passes_on_again() -> None:
    """A new ticket: the same dice, read anew, not remembered."""
    host = Host(WANTED)
    scanner = a_scanner(host, [a_reading(a_die(300.0))])
    turns(scanner, 3)
    host.plan = replace(WANTED, ticket=2)
    scanner.turn()
    assert len(host.delivered) == 1
    scanner.turn()
    assert [mat.ticket for mat in host.delivered] == [1, 2]


def test_the_reader_is_told_what_the_rules_expect() -> None:
    """The plan's expectation goes with every frame."""
    expect = {"strip-1": {"home": 2}}
    reader = ScriptedReader([NOTHING])
    host = Host(replace(WANTED, expect=expect))
    camera = ScriptedCamera((FRAME,))
    turns(Scanner(host, reader, lambda: camera, ManualClock()), 2)
    assert reader.expected == [expect, expect]


def test_only_wanted_mats_are_passed_on() -> None:
    """Another mat in the picture is none of its business."""
    host = Host(WANTED)
    reading = a_reading(a_die(300.0, mat="strip-2"), mats=["strip-2"])
    turns(a_scanner(host, [reading]), 4)
    assert host.delivered == []
    assert host.shown[-1].stage is ScanStage.LOOKING
    assert host.shown[-1].wanted_seats == (1,)


def test_a_hand_over_the_mat_starts_anew() -> None:
    """Readings agree in a row or not at all."""
    host = Host(WANTED)
    seen = a_reading(a_die(300.0))
    turns(a_scanner(host, [seen, NOTHING, seen, NOTHING, seen, seen]), 5)
    assert host.delivered == []


def test_a_die_between_the_places_is_said_and_waited_for() -> None:
    """The table is told what to do; when it is done, the mat is passed on."""
    host = Host(WANTED)
    unclear = a_reading(a_die(300.0), a_die(400.0, zone=None))  # type: ignore[arg-type]
    clear = a_reading(a_die(300.0), a_die(400.0, zone="ship"))
    scanner = a_scanner(host, [unclear] * 5 + [clear] * 3)
    turns(scanner, 5)
    assert host.delivered == []
    assert [note.code for note in host.shown[-1].notes] == ["die_between_places"]
    turns(scanner, 2)
    assert len(host.delivered) == 1
    assert host.shown[-1].notes == ()


def test_nothing_wanted_a_slow_preview() -> None:
    """No reading, only a picture now and then."""
    host = Host(ScanPlan())
    reader = ScriptedReader([NOTHING])
    camera = ScriptedCamera([FRAME])
    settings = ScanSettings(idle_s=3.0)
    scanner = Scanner(host, reader, lambda: camera, ManualClock(), settings=settings)
    assert scanner.turn() == 3.0
    assert reader.asked == 0
    update = host.shown[-1]
    assert (update.stage, update.camera) == (ScanStage.OFF, DeviceState.READY)
    assert update.picture is not None
    assert update.picture.width == 640


def test_a_picture_is_whole_and_no_wider_than_asked() -> None:
    frame = replace(FRAME, pixels=np.arange(210, dtype=np.uint8).reshape(7, 10, 3))
    picture = sampled_picture(frame, whole(frame), width_px=4)
    assert (picture.width, picture.height, picture.rgb[:6]) == (4, 3, bytes([2, 1, 0, 11, 10, 9]))
    assert sampled_picture(frame, whole(frame), width_px=30).width == 10


def test_no_picture_while_the_mats_are_secret() -> None:
    """R-12.1: the camera looks behind the screens; nothing of it reaches anybody."""
    host = Host(ScanPlan())
    scanner = a_scanner(host, [a_reading(a_die(300.0))])
    scanner.turn()
    assert host.shown[-1].picture is not None
    host.plan = ScanPlan(secret=True)
    scanner.turn()
    update = host.shown[-1]
    assert (update.picture, update.reading) == (None, None)
    assert update.camera is DeviceState.READY


def test_no_camera() -> None:
    """Tried again and again, ever more slowly; the reason is shown; nothing else happens."""
    host, clock, tried = Host(WANTED), ManualClock(), []

    def fail() -> ScriptedCamera:
        tried.append(clock.now_s)
        raise CameraLostError(name="usb")

    scanner = a_scanner(host, clock=clock, open_camera=fail)
    for _ in range(8):
        clock.advance(scanner.turn())
    assert [b - a for a, b in pairwise(tried)] == [1, 2, 4, 8, 16, 30, 30]
    assert host.shown[-1].camera is DeviceState.ABSENT
    assert [note.code for note in host.shown[-1].notes] == ["camera_lost"]


def test_a_camera_that_comes_back() -> None:
    """Lost in the middle: closed, opened again after a while, and the reading goes on."""
    host, clock = Host(WANTED), ManualClock()
    first = ScriptedCamera([FRAME, None])
    second = ScriptedCamera([FRAME])
    cameras = iter([first, second])
    scanner = a_scanner(
        host, [a_reading(a_die(300.0))], clock=clock, open_camera=lambda: next(cameras)
    )
    turns(scanner, 2)
    assert first.closed
    assert host.camera() is DeviceState.LOST
    assert host.shown[-1].picture is None
    scanner.turn()
    assert second.captured == 0, "not at once"
    clock.advance(1.0)
    scanner.turn()
    assert host.delivered == [], "readings from before the loss do not count"
    assert host.camera() is DeviceState.READY
    scanner.turn()
    assert len(host.delivered) == 1


def half_lit(grey: int) -> Frame:
    pixels = np.zeros((480, 640, 3), np.uint8)
    pixels[240:] = grey
    return replace(FRAME, pixels=pixels)


def test_a_camera_that_repeats_a_frame_eight_times_is_opened_anew() -> None:
    """In the dark frames have no noise."""
    host, clock = Host(ScanPlan()), ManualClock()
    scanner = a_scanner(host, frames=[*[half_lit(16)] * 8, half_lit(17)], clock=clock)
    turns(scanner, 16)
    assert host.camera() is DeviceState.READY
    scanner.turn()
    assert (host.camera(), host.shown[-1].notes[0].code) == (DeviceState.LOST, "camera_frozen")
    clock.advance(1.0)
    turns(scanner, 7)
    assert host.camera() is DeviceState.READY
    scanner.turn()
    assert host.camera() is DeviceState.LOST
    turns(a_scanner(host, frames=[half_lit(15)]), 20)
    assert host.camera() is DeviceState.READY


def test_people_are_told_of_a_lost_camera_before_it_is_closed() -> None:
    """Closing a disconnected camera may take long, and nobody waits for it."""
    host, told = Host(WANTED), []

    class SlowToClose(ScriptedCamera):
        def close(self) -> None:
            told.append((host.camera(), [note.code for note in host.shown[-1].notes]))

    turns(a_scanner(host, open_camera=lambda: SlowToClose([FRAME, None])), 2)
    assert told == [(DeviceState.LOST, ["camera_lost"])]


class _BlindError(CompanionError):
    code = "blind"
    template = "The reader cannot work."


def test_a_reader_that_refuses_is_shown() -> None:
    """The reason reaches the screen; the preview goes on."""

    class BlindReader(ScriptedReader):
        def read(self, request: ReadRequest) -> ReadResult:
            raise _BlindError

    host = Host(WANTED)
    scanner = Scanner(host, BlindReader([]), lambda: ScriptedCamera([FRAME]), ManualClock())
    scanner.turn()
    assert isinstance(host.shown[-1].reading_error, _BlindError)
    assert host.shown[-1].picture is not None


def test_no_fault_ends_the_thread() -> None:
    """Whatever goes wrong in a turn: it is said, and the next turn may succeed."""
    host = Host(WANTED)

    def judge(_mat: str, _dice: tuple[SeenDie, ...]) -> MatAnswer:
        raise ZeroDivisionError

    host.plan = replace(WANTED, judge=judge)
    scanner = a_scanner(host, [a_reading(a_die(300.0))])
    assert scanner._guarded_turn() > 0
    assert [note.code for note in host.shown[-1].notes] == ["internal"]
    host.plan = WANTED
    for _ in range(3):
        scanner._guarded_turn()
    assert len(host.delivered) == 1


def test_the_thread_stops() -> None:
    """And closes its camera; stopping twice is fine."""
    camera = ScriptedCamera([FRAME])
    scanner = a_scanner(Host(ScanPlan()), open_camera=lambda: camera)
    scanner.start()
    scanner.wake()
    assert scanner._thread.daemon, "never stopped, it holds up no exit"
    scanner.stop()
    scanner.stop()
    assert not scanner._thread.is_alive()
    assert camera.closed or camera.captured == 0


# --- dice that are thrown, again and again, onto one mat -----------------------------------------

THROWN = replace(WANTED, throws=0, judge=lambda _mat, dice: MatAnswer(dice))
EMPTY = a_reading()
HAND = replace(EMPTY, problems=(Problem("mat_covered", "", {"mat": "strip-1"}),))


def test_thrown_dice_are_passed_on_whenever_they_lie_otherwise() -> None:
    """Dice that join the first ones are news, dice that lie still are none; so is an empty mat."""
    one, two = a_reading(a_die(300.0)), a_reading(a_die(300.0), a_die(400.0))
    host = Host(THROWN)
    turns(a_scanner(host, [*[one] * 4, *[two] * 4, *[EMPTY] * 4]), 12)
    assert [len(mat.dice) for mat in host.delivered] == [1, 2, 0]


def test_counted_dice_are_no_new_throw_until_they_were_picked_up() -> None:
    lies, other = a_reading(a_die(300.0)), a_reading(a_die(420.0, face="explore"))
    host = Host(THROWN)
    scanner = a_scanner(host, [*[lies] * 4, HAND, *[lies] * 2, *[EMPTY] * 2, *[other] * 3])
    turns(scanner, 3)
    host.plan = replace(THROWN, throws=1, ticket=2)
    turns(scanner, 4)
    assert len(host.delivered) == 1
    assert [note.code for note in host.shown[-1].notes] == ["counted_dice"]
    turns(scanner, 5)
    assert host.shown[-1].notes == ()
    assert [die.face for mat in host.delivered for die in mat.dice] == ["ship", "explore"]


def test_dice_count_again_where_people_ask_for_it() -> None:
    """An undone throw, or one after a restart: nothing has to be picked up."""
    host = Host(THROWN)
    scanner = a_scanner(host, [a_reading(a_die(300.0))])
    turns(scanner, 3)
    host.plan = replace(THROWN, throws=1, ticket=2, asked=1)
    turns(scanner, 3)
    assert [mat.ticket for mat in host.delivered] == [1, 2]


# --- a whole table, seen closer in a still -------------------------------------------------------

STILL = Frame(np.zeros((945, 1280, 3), np.uint8), 0.0, "still")
WHOLE = replace(WANTED, mats=("strip-1", "strip-2"))
MATS = ("strip-1", "strip-2")


def a_table(face: str = "ship", status: DieStatus = DieStatus.OK, x_px: float = 300.0) -> Reading:
    return a_reading(a_die(x_px, face=face, status=status), a_die(400.0, mat="strip-2"), mats=MATS)


def looks_closer(
    readings: Iterable[Reading], *, plan: ScanPlan = WHOLE, still: Frame | None = STILL
) -> tuple[Host, ScriptedCamera, Scanner]:
    host, camera = Host(plan), ScriptedCamera([FRAME], still_frame=still)
    return host, camera, a_scanner(host, readings, open_camera=lambda: camera)


def delivered(host: Host) -> dict[str, tuple[str, bool]]:
    return {mat.mat_id: (mat.dice[0].face, mat.dice[0].doubtful) for mat in host.delivered}


def test_mats_that_lie_still_together_are_read_from_a_still() -> None:
    """What the stream doubted the larger picture decides, at once."""
    doubted = a_table("explore", DieStatus.CHECK)
    host, camera, scanner = looks_closer([doubted, doubted, a_table()])
    turns(scanner, 2)
    assert delivered(host) == {"strip-1": ("ship", False), "strip-2": ("ship", False)}
    turns(scanner, 5)
    assert (camera.stills, len(host.delivered)) == (1, 2)


def test_pictures_that_contradict_each_other_are_for_a_person() -> None:
    """Both sure, and different: the still's answer, marked as doubtful."""
    host, _, scanner = looks_closer([a_table("explore"), a_table("explore"), a_table()])
    turns(scanner, 2)
    assert delivered(host) == {"strip-1": ("ship", True), "strip-2": ("ship", False)}


def test_what_moved_before_the_still_is_not_believed() -> None:
    """That mat waits for the stream; the other one is recorded."""
    host, _, scanner = looks_closer([a_table(), a_table(), a_table(x_px=200.0)])
    turns(scanner, 2)
    assert set(delivered(host)) == {"strip-1", "strip-2"}
    assert delivered(host)["strip-1"] == ("ship", False), "as the stream had it twice"


def test_a_mat_that_the_still_lost_does_not_keep_the_others_from_it() -> None:
    """That mat waits for the stream; the still decides about the next one."""
    doubted = a_die(400.0, mat="strip-2", status=DieStatus.CHECK)
    stream = a_reading(a_die(300.0, status=DieStatus.CHECK), doubted, mats=MATS)
    still = a_reading(replace(doubted, status=DieStatus.OK), mats=("strip-2",))
    host, _, scanner = looks_closer([stream, stream, still])
    turns(scanner, 2)
    assert delivered(host) == {"strip-2": ("ship", False)}


def test_one_mat_needs_no_still() -> None:
    """It is large in the stream, and the others are recorded already."""
    host, camera, scanner = looks_closer([a_table()], plan=WANTED)
    turns(scanner, 4)
    assert (camera.stills, len(host.delivered)) == (0, 1)


@pytest.mark.parametrize(
    "still",
    [
        None,
        FRAME,
        *(Frame(np.zeros((high, 1280, 3), np.uint8), 0.0, "still") for high in (935, 985)),
    ],
    ids=["none", "no larger", "too low", "too high"],
)
def test_a_camera_without_useful_stills_is_asked_once(still: Frame | None) -> None:
    """The stream's readings count as ever, and the camera is not taken for lost."""
    host, camera, scanner = looks_closer([a_table()], still=still)
    turns(scanner, 3)
    host.plan = replace(WHOLE, ticket=2)
    turns(scanner, 3)
    assert [mat.ticket for mat in host.delivered] == [1, 1, 2, 2]
    assert (camera.stills, host.camera()) == (1, DeviceState.READY)


@pytest.mark.parametrize(
    ("stream_crop", "reads_still"),
    [((92, 0, 4608, 2572), True), ((0, 93, 4608, 2592), False), (None, True)],
    ids=["the same", "a part of it", "not told"],
)
def test_a_still_of_another_part_of_the_table_is_not_read(
    stream_crop: tuple[int, int, int, int] | None, reads_still: bool
) -> None:
    """Drawn zones are places of the stream's picture; in such a still they would lie elsewhere."""
    frame = replace(FRAME, crop=stream_crop)
    camera = ScriptedCamera([frame], still_frame=replace(STILL, crop=(0, 0, 4608, 2592)))
    host, readings = Host(WHOLE), [a_table("explore"), a_table("explore"), a_table()]
    turns(a_scanner(host, readings, open_camera=lambda: camera), 3)
    assert delivered(host)["strip-1"] == (("ship", True) if reads_still else ("explore", False))


def test_a_mat_that_waits_for_people_costs_one_still() -> None:
    """Another one only when something was moved or the table asks anew."""
    plan = replace(WHOLE, judge=lambda _mat, _dice: MatAnswer(None))
    host, camera, scanner = looks_closer([a_table()], plan=plan)
    turns(scanner, 8)
    assert (camera.stills, host.delivered) == (1, [])
    host.plan = replace(plan, ticket=2)
    turns(scanner, 8)
    assert camera.stills == 2
