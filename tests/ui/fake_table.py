"""A table for the screen's tests: real views built by hand, every message written down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from companion.errors import CompanionError
from companion.games.roll.model.dice import PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.state import EndReason, Step
from companion.games.roll.rules.needs import Need
from companion.games.roll.view.table_view import PhaseStatus, PhaseView, SeatView, TableView
from companion.session.ports import DieReading, DieStatus, MatReading, Problem, Reading
from companion.session.steps import PlayedStep
from companion.session.table_port import (
    DeviceState,
    MatPicture,
    Picture,
    PrivateView,
    ScanStage,
    ScanUpdate,
    TablePort,
    TableUpdate,
)

NAMES = ("Ann", "Béla", "Zażółcona Łucja", "Ödön", "Ewelina")
COLOURS = ("blue", "orange", "green", "purple", "yellow")


@dataclass
class FakeTable(TablePort):
    """A ``TablePort`` that keeps what was posted and shows what a test puts there."""

    update: TableUpdate
    scan: ScanUpdate = field(default_factory=ScanUpdate)
    pictures: dict[int, MatPicture] = field(default_factory=dict)
    posted: list[object] = field(default_factory=list)
    listeners: list[Callable[[TableUpdate], None]] = field(default_factory=list)

    def post(self, command: object) -> None:
        self.posted.append(command)

    def new_game(self, game: str) -> None:
        self.posted.append(("new_game", game))

    def undo(self) -> None:
        self.posted.append("undo")

    def redo(self) -> None:
        self.posted.append("redo")

    def set_date(self, day: str) -> None:
        self.posted.append(("date", day))

    def rescan(self, seat: int | None = None) -> None:
        self.posted.append(("rescan", seat))

    def latest(self) -> TableUpdate:
        return self.update

    def latest_scan(self) -> ScanUpdate:
        return self.scan

    def private_view(self, seat: int | None) -> PrivateView:
        return PrivateView(self.update, seat)

    def mat_picture(self, seat: int) -> MatPicture | None:
        return self.pictures.get(seat)

    def picture_of(self, seat: int, marks: Sequence[str]) -> MatPicture | None:
        return self.pictures.get(seat) if marks else None

    def subscribe(self, on_update: Callable[[TableUpdate], None]) -> Callable[[], None]:
        self.listeners.append(on_update)
        return lambda: self.listeners.remove(on_update)

    def show(self, view: TableView | None, *, error: CompanionError | None = None) -> None:
        """Send a new view to everybody who listens."""
        self.update = an_update(view, version=self.update.version + 1, error=error)
        for listener in tuple(self.listeners):
            listener(self.update)


def an_update(
    view: TableView | None,
    *,
    version: int = 1,
    error: CompanionError | None = None,
    step: PlayedStep | None = None,
) -> TableUpdate:
    return TableUpdate(
        version=version,
        game_id="g1" if view is not None else None,
        game="roll" if view is not None else None,
        view=view,
        can_undo=view is not None,
        can_redo=False,
        error=error,
        step=step,
    )


def a_seat(number: int, **changes: object) -> SeatView:
    seat = SeatView(
        seat=number,
        name=NAMES[number - 1],
        colour=COLOURS[number - 1],
        faction=number if number != 3 else None,
        home_world="doomed_world" if number == 2 else None,
        ready=False,
        credits=(1, 8, 3, 10, 0)[number - 1],
        vp_chips=(12, 0, 7, 25, 4)[number - 1],
        tiles=(3, 5, 12, 8, 4)[number - 1],
        recorded=False,
        dice=(),
        selected=None,
        workers=(),
        to_cup=(),
    )
    return replace(seat, **changes)  # type: ignore[arg-type]


def phases(*statuses: PhaseStatus) -> tuple[PhaseView, ...]:
    known = statuses or (PhaseStatus.UNKNOWN,) * 5
    return tuple(PhaseView(p, s, ()) for p, s in zip(PHASES, known, strict=True))


def a_view(step: Step, players: int = 3, **changes: object) -> TableView:
    view = TableView(
        step=step,
        round=3,
        seats=tuple(a_seat(number) for number in range(1, players + 1)),
        vp_pool=24,
        vp_beyond_pool=0,
        phases=phases(),
        current_phase=None,
        spare_die=None,
        needs=(),
        end_reasons=(),
    )
    return replace(view, **changes)  # type: ignore[arg-type]


def assigning(players: int = 3) -> TableView:
    view = a_view(Step.ASSIGN, players)
    seats = tuple(replace(seat, ready=seat.seat % 2 == 0) for seat in view.seats)
    needs = tuple(Need("ready", seat.seat) for seat in seats if not seat.ready)
    return replace(view, seats=seats, needs=needs)


def some_dice() -> tuple[PlacedDie, ...]:
    place = Place
    return (
        PlacedDie(DieType.HOME, Face.EXPLORE, place(Phase.EXPLORE)),
        PlacedDie(DieType.MILITARY, Face.DEVELOP, place(Phase.DEVELOP, selecting=True)),
        PlacedDie(DieType.NOVELTY, Face.PRODUCE, place(Phase.PRODUCE)),
        PlacedDie(DieType.GENES, Face.SETTLE, place(Phase.SETTLE)),
        PlacedDie(DieType.RARE_ELEMENTS, Face.PRODUCE, place(Phase.PRODUCE), doubtful=True),
        PlacedDie(DieType.ALIEN_TECHNOLOGY, Face.WILD, place(Phase.SHIP)),
        PlacedDie(DieType.CONSUMPTION, Face.SHIP, place(None)),
    )


def revealing(players: int = 3) -> TableView:
    view = a_view(Step.REVEAL, players)
    dice = some_dice()
    sure = tuple(replace(die, doubtful=False) for die in dice)
    seats = list(view.seats)
    seats[0] = replace(seats[0], recorded=True, dice=dice, selected=Phase.DEVELOP)
    if players > 2:
        seats[1] = replace(seats[1], recorded=True, dice=sure, selected=Phase.DEVELOP)
    needs = [Need("doubtful_die", 1)]
    needs += [Need("scan_mat", seat.seat) for seat in seats if not seat.recorded]
    if players == 2:
        needs.append(Need("spare_die"))
    return replace(view, seats=tuple(seats), needs=tuple(needs))


def playing(players: int = 3) -> TableView:
    statuses = (
        PhaseStatus.DONE,
        PhaseStatus.CURRENT,
        PhaseStatus.INACTIVE,
        PhaseStatus.WAITING,
        PhaseStatus.INACTIVE,
    )
    view = a_view(Step.PHASE, players, phases=phases(*statuses), current_phase=Phase.DEVELOP)
    seats = tuple(
        replace(
            seat,
            workers=((Phase.DEVELOP, seat.seat * 2 - 1), (Phase.PRODUCE, 5)),
            dice=(some_dice()[1],) * (seat.seat * 2 - 1),
            to_cup=((DieType.HOME, 2), (DieType.GENES, 1)) if seat.seat == 2 else (),
        )
        for seat in view.seats
    )
    return replace(view, seats=seats, needs=(Need("finish_phase"),))


def managing(players: int = 3) -> TableView:
    done = (PhaseStatus.DONE,) * 2 + (PhaseStatus.INACTIVE,) * 3
    return a_view(
        Step.MANAGE,
        players,
        phases=phases(*done),
        needs=(Need("finish_round"),),
        end_reasons=(EndReason.TILES,),
    )


def over(players: int = 3) -> TableView:
    view = a_view(Step.OVER, players, end_reasons=(EndReason.VP_POOL, EndReason.TILES))
    order = sorted(view.seats, key=lambda seat: -seat.vp_chips)
    seats = tuple(replace(seat, final_rank=order.index(seat) + 1) for seat in view.seats)
    return replace(view, seats=seats)


def a_picture(width: int = 320, height: int = 180) -> Picture:
    """A grey picture with a lighter middle, so that upside down shows."""
    rows = []
    for y in range(height):
        level = 60 + 90 * (height - y) // height
        rows.append(bytes((level, level, level + 10)) * width)
    return Picture(b"".join(rows), width, height)


def a_mat_picture(seat: int, dice: int = 7) -> MatPicture:
    outlines: list[tuple[tuple[float, float], ...] | None] = []
    for i in range(dice):
        x, y = 0.12 + 0.115 * i, 0.3 + 0.06 * (i % 3)
        outlines.append(((x, y), (x + 0.07, y + 0.01), (x + 0.06, y + 0.13), (x - 0.01, y + 0.12)))
    return MatPicture(seat, a_picture(), tuple(outlines))


def a_scan(
    stage: ScanStage = ScanStage.LOOKING, *, problems: tuple[Problem, ...] = ()
) -> ScanUpdate:
    die = DieReading(
        centre_px=(600.0, 300.0),
        size_px=60.0,
        angle_deg=12.0,
        mat="strip-2",
        position_mm=(80.0, 90.0),
        zone="settle",
        type="genes",
        colour="green",
        face="settle",
        confidence=0.99,
        status=DieStatus.OK,
    )
    corners = ((100.0, 80.0), (1300.0, 90.0), (1310.0, 700.0), (90.0, 690.0))
    mat = MatReading("strip-2", "strip", 2, corners, 0.4)
    reading = Reading(1536, 864, (mat,), (die,), problems)
    return ScanUpdate(
        stage=stage,
        camera=DeviceState.READY,
        camera_name="Folder",
        wanted_mats=("strip-3",),
        picture=a_picture(),
        reading=reading,
    )
