"""Simulates mats of fully tracked games that no bundled picture shows, with random rolls.

The pictures match the script only. In a game that deviates from it or continues after it, the cups
have other dice; then random mats are recorded, so that it can be played to its end without devices.
"""

import random
from collections.abc import Callable, Sequence

from companion.demo.script import TRAY, DemoScript
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.state import Step
from companion.games.roll.phases.reveal import RecordMat, RecordSpareDie
from companion.games.roll.view.table_view import TableView
from companion.session.table_port import TableUpdate


class SimulatedMats:
    """Records the first mat that the table is waiting for, once for each request.

    Args:
        script: the script with the pictures.
        wanted: returns the ids of the mats that the table is waiting for; called at every update.
        post: sends the command to the table.
    """

    def __init__(
        self,
        script: DemoScript,
        wanted: Callable[[], Sequence[str]],
        post: Callable[[object], object],
    ) -> None:
        self._script = script
        self._wanted = wanted
        self._post = post
        self._entered: tuple[object, ...] = ()

    def take(self, update: TableUpdate) -> None:
        """Record the first requested mat, unless a picture shows it. Any thread."""
        view = update.view
        tracked = isinstance(view, TableView) and view.tracking is not None
        unread = [mat for mat in self._wanted() if tracked and _is_unread(mat, view)]
        if not unread or view.step is not Step.REVEAL:
            self._entered = ()
            return
        mat = unread[0]
        now = (update.game_id, view.round, mat)
        if now == self._entered or self._script.shows(mat, view):
            return
        self._entered = now
        chance = random.Random("/".join(map(str, now)))  # noqa: S311 - dice of a demonstration
        if mat == TRAY:
            self._post(RecordSpareDie(chance.choice(FACES[DieType.HOME])))
            return
        seat = next(each for each in view.seats if mat == f"strip-{each.seat}")
        cup = seat.tracking.cup if seat.tracking is not None else ()
        self._post(RecordMat(seat.seat, _sorted(cup, chance)))


def _is_unread(mat: str, view: TableView) -> bool:
    if mat == TRAY:
        return view.spare_die is None
    return any(mat == f"strip-{seat.seat}" and not seat.recorded for seat in view.seats)


def _sorted(cup: Sequence[DieType], chance: random.Random) -> tuple[PlacedDie, ...]:
    """Return the rolled dice, sorted by face; the first one selects its phase."""
    placed: list[PlacedDie] = []
    for die in cup:
        face = chance.choice(FACES[die])
        phase = chance.choice(PHASES) if face is Face.WILD else Phase(face.value)
        placed.append(PlacedDie(die, face, Place(phase, selecting=not placed)))
    return tuple(placed)
