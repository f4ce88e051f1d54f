"""Times of screen changes, and frames without input."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.games.roll.model.dice import FACES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import Step
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.phases.set_up import FirstTiles, SetUpGame
from companion.games.roll.rules.needs import Need
from companion.games.roll.view.table_view import TableView
from companion.session.table import TableOwner

if TYPE_CHECKING:
    from kivy_ui.app import TableApp
    from kivy_ui.shell import Shell

CHANGE_TARGET_MS: Final = 20.0
LIST_TARGET_MS: Final = 150.0
TILES: Final = "list of tiles"
PLAYERS: Final = (
    ("blue", 1, "earths_lost_colony"),
    ("orange", 5, "new_sparta"),
    ("green", 6, "alpha_centauri"),
)
SCREENS: Final = (
    *("start", "table", "guide", "practice", "calibrate", "status", "date", "menu"), None
)  # fmt: skip
_ROUNDS: Final = 4
_STILL_S: Final = 3.0

Until = Callable[[Callable[[], bool]], None]


def a_set_up() -> SetUpGame:
    """Return the set-up of three players with their start tiles."""
    players = tuple(
        PlayerSetup(seat, f"P{seat}", colour, faction, home)
        for seat, (colour, faction, home) in enumerate(PLAYERS, start=1)
    )
    return SetUpGame(players, (FirstTiles(),) * len(players))


@dataclass(frozen=True)
class Drawn:
    """Frames drawn without input, per second."""

    doubting: float
    resting: float


def reveal(owner: TableOwner, until: Until) -> Drawn:
    """Count the frames of a doubtful die and of a static reveal; then start Settle."""
    from kivy_ui.stopwatch import Frames

    def frames(length_s: float) -> list[float]:
        watch = Frames()
        time.sleep(length_s)
        watch.close()
        return watch.times_ms

    def is_read() -> bool:
        view = owner.latest().view
        return isinstance(view, TableView) and view.needs[:1] == (Need("confirm"),)

    _record(owner, doubtful=True)
    time.sleep(_STILL_S)
    doubting = len(frames(_STILL_S)) / _STILL_S
    _record(owner)
    until(is_read)
    time.sleep(_STILL_S)
    resting = len(frames(_STILL_S)) / _STILL_S
    owner.post(ConfirmReveal())
    until(lambda: owner.latest().view is not None and owner.latest().view.step is Step.PHASE)
    return Drawn(doubting, resting)


def _record(owner: TableOwner, *, doubtful: bool = False) -> None:
    """Record all dice under Settle; *doubtful* marks the first die of seat 1."""
    view = owner.latest().view
    for seat in view.seats if isinstance(view, TableView) else ():
        cup = seat.tracking.cup if seat.tracking is not None else ()
        dice = [_laid(die, not i) for i, die in enumerate(cup)]
        if doubtful and seat.seat == 1:
            dice[0] = replace(dice[0], doubtful=True)
        owner.post(RecordMat(seat.seat, tuple(dice)))


def _laid(die: DieType, selecting: bool) -> PlacedDie:  # noqa: FBT001 - a field of Place
    face = Face.SETTLE if Face.SETTLE in FACES[die] else Face.WILD
    return PlacedDie(die, face, Place(Phase.SETTLE, selecting=selecting))


@dataclass
class Changes:
    """Times of all screen changes except the first opening, by name of the screen."""

    times_ms: dict[str, list[float]] = field(default_factory=dict)

    def without(self, name: str) -> list[float]:
        """Return all times except those of *name*."""
        return [each for key, times_ms in self.times_ms.items() if key != name for each in times_ms]

    @property
    def slowest(self) -> str:
        """Name and median of the slowest change."""
        medians = {name: sorted(times)[len(times) // 2] for name, times in self.times_ms.items()}
        name = max(medians, key=lambda each: medians[each])
        return f"{name} {medians[name]:.0f} ms"

    def measure(self, app: "TableApp", until: Until) -> None:
        """Show every screen several times. Not on the window thread."""
        from kivy_ui.stopwatch import ChangeWatch

        watch = ChangeWatch()
        for count in range(1 + _ROUNDS):
            for name, action in _actions(app).items():
                watch.times_ms.clear()
                watch.do(action)
                until(lambda: not watch.busy)
                if count:
                    self.times_ms.setdefault(name, []).append(watch.times_ms[0])
        watch.close()


def _touch(shell: "Shell", action: Callable[[int], None]) -> None:
    action(1)
    shell.refresh()


def _actions(app: "TableApp") -> dict[str, Callable[[], None]]:
    shell, rounds = app.shell, app.shell.presenters.rounds
    found: dict[str, Callable[[], None]] = {
        name or "round": partial(shell.visit, name) for name in SCREENS
    }
    found["player"] = partial(_touch, shell, rounds.whole)
    found["other choice"] = partial(_touch, shell, rounds.in_full)
    found[TILES] = partial(_touch, shell, rounds.name)
    return found
