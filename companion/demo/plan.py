"""Determines the next act of the demonstration from the state of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.demo.comparison import first_correction
from companion.demo.dry_run import Counters, PhaseMoment, actions_at, counters, dry_run
from companion.demo.errors import OtherGameError
from companion.demo.script import TRAY, Action, DemoScript, LaidMat, PlayedGame, PlayedRound
from companion.games.roll.model.state import Step
from companion.games.roll.phases.counters import Correct, Correctable
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat, RecordSpareDie
from companion.games.roll.phases.round import FinishPhase, FinishRound, StopGame
from companion.games.roll.rules.judge import Command
from companion.games.roll.view.table_view import SeatView, TableView
from companion.session.table_port import TableUpdate


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open an empty game."""


@dataclass(frozen=True, slots=True)
class Press:
    """Press a ready button."""

    seat: int


@dataclass(frozen=True, slots=True)
class AwaitReading:
    """Wait until the camera has read a mat; *by_hand* enters its dice if that fails."""

    mat: str
    by_hand: Command


Deed = Action | OpenGame | Press | AwaitReading


@dataclass(frozen=True, slots=True)
class Act:
    """One action, and a function that returns whether the table shows its result."""

    deed: Deed
    is_done: Callable[[TableUpdate], bool]


class Plan:
    """Determines the next act from the latest update.

    The progress within a phase is stored while the program runs; after a restart in the middle of a
    phase it is derived from the counters.

    Args:
        script: the demonstration script.
        games_begun: number of games in the log, which determines the next one.
    """

    def __init__(self, script: DemoScript, games_begun: int = 0) -> None:
        self._script = script
        self._next_game = games_begun
        self._opened = False
        self._expected: dict[int, dict[PhaseMoment, tuple[Counters, ...]]] = {}
        self._progress: tuple[int, PhaseMoment, int] | None = None

    def first_game(self, update: TableUpdate) -> Act:
        """Return the act that opens the first game, even if another one is open."""
        return self._open(0, update)

    def next_act(self, update: TableUpdate) -> Act | None:
        """Return the next act; None at the end of the script.

        Raises:
            OtherGameError: a game that is not part of the script is open.
        """
        view = update.view
        if update.game is None or not isinstance(view, TableView):
            return self._open(self._next_game, update)
        if view.step is Step.SETUP:
            # An empty game found at the start is the last one of the log: do not count it twice.
            return self._start(self._next_game - (not self._opened))
        index = self._index_of(view)
        game = self._script.games[index]
        if view.round < game.first_round and view.step is not Step.OVER:
            return _next_counter(game, view)
        played = game.round_number(view.round)
        if view.step is Step.OVER or played is None:
            if view.step is not Step.OVER:  # no pictures left: stop and score it
                return Act(StopGame(), lambda now: now.view.step is Step.OVER)
            last = index + 1 == len(self._script.games)
            return None if last else self._open(index + 1, update)
        return self._in_round(index, played, update)

    def _open(self, index: int, update: TableUpdate) -> Act:
        self._next_game, self._opened = index, True
        self._progress = None
        return Act(OpenGame(), lambda now: now.game_id not in {None, update.game_id})

    def _start(self, index: int) -> Act:
        start = self._script.games[index % len(self._script.games)].start
        return Act(start, lambda now: now.view.step is not Step.SETUP)

    def _index_of(self, view: TableView) -> int:
        names = tuple(each.name for each in sorted(view.seats, key=lambda each: each.seat))
        for index, game in enumerate(self._script.games):
            if game.names == names:
                return index
        raise OtherGameError(names=", ".join(names))

    def _in_round(self, index: int, played: PlayedRound, update: TableUpdate) -> Act:
        view: TableView = update.view
        if view.step is Step.ASSIGN:
            return _ready(played, view)
        if view.step is Step.REVEAL:
            return _reveal(played, update)
        moment = PhaseMoment(view.round, view.current_phase)
        actions = actions_at(played, moment)
        done = self._done(index, moment, view)
        if done < len(actions):
            return self._bookkeeping(index, moment, done, actions[done], update)
        if moment.phase is not None:
            return Act(FinishPhase(), lambda now: _moment(now.view) != moment)
        if self._script.games[index].rounds_end_with_ready:
            return _ready(played, view)
        return Act(FinishRound(), lambda now: _moment(now.view) != moment)

    def _done(self, index: int, moment: PhaseMoment, view: TableView) -> int:
        """Return how many actions of *moment* are done."""
        if self._progress is not None and self._progress[:2] == (index, moment):
            return self._progress[2]
        if index not in self._expected:
            self._expected[index] = dry_run(self._script.games[index])[0]
        expected = self._expected[index].get(moment, ())
        now = counters(view)
        # If the counters match no expected state, somebody else changed them: skip the rest.
        done = expected.index(now) if now in expected else len(expected)
        self._progress = (index, moment, done)
        return done

    def _bookkeeping(
        self, index: int, moment: PhaseMoment, done: int, action: Action, update: TableUpdate
    ) -> Act:
        def is_done(now: TableUpdate) -> bool:
            if now.version <= update.version:
                return False
            self._progress = (index, moment, done + 1)
            return True

        return Act(action, is_done)


def _next_counter(game: PlayedGame, view: TableView) -> Act:
    """Set the next counter of a game that began without the companion; the round is set last."""
    correction = next(each for each in game.join if _value(view, each) != each.value)
    return Act(correction, lambda now: _value(now.view, correction) == correction.value)


def _ready(played: PlayedRound, view: TableView) -> Act:
    waiting = {each.seat for each in view.seats if not each.ready}
    seat = next(seat for seat in played.ready if seat in waiting)
    here = (view.step, view.round)
    return Act(
        Press(seat),
        lambda now: (now.view.step, now.view.round) != here or _seat(now.view, seat).ready,
    )


def _reveal(played: PlayedRound, update: TableUpdate) -> Act:
    for mat in played.mats:
        if not _is_read(update.view, mat):
            return _reading(mat)
    for mat in played.mats:
        command = _correction(update.view, mat)
        if command is not None:
            return Act(command, lambda now: now.version > update.version)
    return Act(ConfirmReveal(), lambda now: now.view.step is not Step.REVEAL)


def _reading(mat: LaidMat) -> Act:
    by_hand: Command
    if mat.seat is not None:
        by_hand = RecordMat(mat.seat, mat.in_fact)
    else:
        assert mat.spare is not None, f"{TRAY} has its die"  # noqa: S101 - given by the script
        by_hand = RecordSpareDie(mat.spare)
    return Act(AwaitReading(mat.mat, by_hand), lambda now: _is_read(now.view, mat))


def _moment(view: TableView) -> PhaseMoment | None:
    if view.step not in {Step.PHASE, Step.MANAGE}:
        return None
    return PhaseMoment(view.round, view.current_phase)


def _seat(view: TableView, seat: int) -> SeatView:
    return next(each for each in view.seats if each.seat == seat)


def _is_read(view: TableView, mat: LaidMat) -> bool:
    if mat.seat is None:
        return view.spare_die is not None
    return _seat(view, mat.seat).recorded


def _correction(view: TableView, mat: LaidMat) -> Command | None:
    if mat.seat is not None:
        return first_correction(mat.seat, _seat(view, mat.seat).dice, mat.in_fact)
    if mat.spare is not None and view.spare_die is not mat.spare:
        return RecordSpareDie(mat.spare)
    return None


def _value(view: TableView, correction: Correct) -> int:
    match correction.what:
        case Correctable.VP_POOL:
            return view.vp_pool
        case Correctable.ROUND:
            return view.round
        case Correctable.CREDITS:
            return _seat(view, correction.seat or 0).credits
        case Correctable.VP_CHIPS:
            return _seat(view, correction.seat or 0).vp_chips
        case Correctable.TILES:
            return _seat(view, correction.seat or 0).tiles
