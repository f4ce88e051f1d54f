"""What the players of the demonstration do, in order."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.demo.comparison import first_correction
from companion.demo.script import Action, DemoScript, LaidMat, PlayedGame, PlayedRound
from companion.games.roll.model.state import Step
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat, RecordSpareDie
from companion.games.roll.phases.round import FinishPhase, FinishRound, StopGame
from companion.games.roll.rules.judge import Command
from companion.games.roll.view.table_view import SeatView, TableView


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open an empty game."""


@dataclass(frozen=True, slots=True)
class Press:
    """Press a ready button."""

    seat: int


@dataclass(frozen=True, slots=True)
class AwaitReading:
    """Wait until the camera has read a mat."""

    mat: LaidMat

    @property
    def by_hand(self) -> Command:
        """What enters its dice if the camera cannot read them."""
        if self.mat.spare is not None:
            return RecordSpareDie(self.mat.spare)
        return RecordMat(self.mat.seat or 0, self.mat.in_fact)

    def is_done(self, view: TableView) -> bool:
        """Whether the dice are recorded."""
        if self.mat.seat is None:
            return view.spare_die is not None
        return _seat(view, self.mat.seat).recorded


Deed = Action | OpenGame | Press | AwaitReading


def deeds(script: DemoScript, view: Callable[[], TableView]) -> Iterator[Deed]:
    """All deeds of the evening.

    Args:
        script: the games.
        view: returns the table's view; a deed must be done before the next one is drawn.
    """
    for game in script.games:
        yield OpenGame()
        yield game.start
        yield from game.join
        for played in game.rounds:
            yield from _reveal(played, view)
            yield from _phases(played, view)
            yield from _manage(game, played, view)
        if view().step is not Step.OVER:
            yield StopGame()


def _reveal(played: PlayedRound, view: Callable[[], TableView]) -> Iterator[Deed]:
    yield from map(Press, played.ready)
    yield from map(AwaitReading, played.mats)
    for mat in played.mats:
        while (correction := _correction(view(), mat)) is not None:
            yield correction
    yield ConfirmReveal()


def _correction(view: TableView, mat: LaidMat) -> Command | None:
    if mat.seat is not None:
        return first_correction(mat.seat, _seat(view, mat.seat).dice, mat.in_fact)
    if mat.spare is not None and view.spare_die is not mat.spare:
        return RecordSpareDie(mat.spare)
    return None


def _phases(played: PlayedRound, view: Callable[[], TableView]) -> Iterator[Deed]:
    while (now := view()).step is Step.PHASE:
        if now.current_phase is not None:
            yield from played.phases[now.current_phase]
        if view().current_phase is now.current_phase:  # else it ended with its last action
            yield FinishPhase()


def _manage(game: PlayedGame, played: PlayedRound, view: Callable[[], TableView]) -> Iterator[Deed]:
    yield from played.manage
    if not game.rounds_end_with_ready:
        yield FinishRound()
        return
    for seat in played.ready:
        if view().step is Step.MANAGE:  # a round in which nobody can do more ends by itself
            yield Press(seat)


def _seat(view: TableView, seat: int) -> SeatView:
    return next(each for each in view.seats if each.seat == seat)
