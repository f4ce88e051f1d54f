"""Converts readings of mats to commands and lists the mats that the game waits for."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.games.definition import TRAY, MatAnswer, ReadingStage, RecordedDice, SeenDie
from companion.games.refusals import RefusedError
from companion.games.roll.model import errors
from companion.games.roll.model.dice import (
    FACE_PAIRS,
    PHASES,
    DieType,
    Face,
    Phase,
    Place,
    PlacedDie,
)
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import PLAYERS_WITH_SPARE_DIE, Step
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.phases.reveal import RecordMat, RecordSpareDie
from companion.games.roll.phases.round import SignalReady, WithdrawReady
from companion.games.roll.rules.judge import Command
from companion.games.roll.view.table_view import SeatView, TableView

_STRIP: Final = "strip-"
_READING_NEEDS: Final = {"scan_mat", "spare_die", "roll"}
_IN_TRAY: Final = {"spare_die", "roll"}

_PLACES: Final = {
    "dictate": Place(None),
    **{phase.value: Place(phase) for phase in PHASES},
    **{f"select_{phase.value}": Place(phase, selecting=True) for phase in PHASES},
}
"""Zone of a strip mat -> place."""

_KINDS: Final = {(die.value, face.value): (die, face) for die, face in FACE_PAIRS}


def wanted_mats(view: TableView) -> tuple[str, ...]:
    """Return the ids of the mats that the reveal waits for."""
    return tuple(
        TRAY if need.code in _IN_TRAY else f"{_STRIP}{need.seat}"
        for need in view.needs
        if need.code in _READING_NEEDS
    )


def readable_mats(view: TableView) -> tuple[str, ...]:
    """Return the ids of the mats that may be read, also again after recording."""
    if view.step is Step.ASSIGN and rolling_seat(view) is not None:
        return (TRAY,)  # no player's mat until the computer players have decided
    if view.step is not Step.REVEAL:
        return ()
    strips = tuple(f"{_STRIP}{seat.seat}" for seat in view.seats if seat.computer is None)
    return (*strips, TRAY) if len(view.seats) == PLAYERS_WITH_SPARE_DIE else strips


def rolling_seat(view: TableView) -> SeatView | None:
    """Return the computer player whose cup people must roll now, if any."""
    rolls = [need.seat for need in view.needs if need.code == "roll"]
    return next((seat for seat in view.seats if seat.seat in rolls), None)


def command_in(view: TableView) -> Callable[[str, tuple[SeenDie, ...]], MatAnswer]:
    """Return the function for readings in this view: the tray may show a computer player's roll."""
    rolling = rolling_seat(view)
    return partial(_read_again, view) if rolling is None else partial(_rolled, rolling)


def _rolled(seat: SeatView, mat_id: str, dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the roll of a whole cup; rejected if a die is missing, doubtful or foreign."""
    known = [_KINDS.get((die.type, die.face)) for die in dice]
    shown = tuple(RolledDie(*pair) for pair in known if pair is not None)
    cup = seat.tracking.cup if seat.tracking is not None else ()
    clear = Counter(die.type for die in shown) == Counter(cup) and len(shown) == len(dice)
    if mat_id != TRAY or not clear or any(die.doubtful for die in dice):
        return MatAnswer(None, (errors.ROLL_UNCLEAR(name=seat.name),))
    return MatAnswer(RollDice(seat.seat, shown))


def mat_command(mat_id: str, dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Convert a stable reading of one mat to a command.

    Unclear dice prevent recording and are reported: a die between the places, or one that does not
    exist in this game (it may be a misread die of this game). An empty strip is never recorded
    automatically.
    """
    if mat_id == TRAY:
        return _spare_die(dice)
    name = mat_id.removeprefix(_STRIP)
    notes: list[RefusedError] = []
    if any(die.zone not in _PLACES for die in dice):
        notes.append(errors.DIE_BETWEEN_PLACES(mat=name))
    if any((die.type, die.face) not in _KINDS for die in dice):
        notes.append(errors.FOREIGN_DIE(mat=name))
    if not dice:
        notes.append(errors.EMPTY_MAT(mat=name))
    if notes:
        return MatAnswer(None, tuple(notes))
    return MatAnswer(RecordMat(int(name), tuple(map(_placed, dice))))


def _read_again(view: TableView, mat_id: str, dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the command for a mat on which dice that a person has judged stay as they are."""
    answer = mat_command(mat_id, dice)
    if not isinstance(answer.command, RecordMat):
        return answer
    stood = next((each.dice for each in view.seats if each.seat == answer.command.seat), ())
    return MatAnswer(RecordMat(answer.command.seat, tuple(_kept(stood, dice))))


def _kept(stood: tuple[PlacedDie, ...], seen: tuple[SeenDie, ...]) -> Iterator[PlacedDie]:
    """Yield the dice that are read now, as a person has corrected, confirmed or added them.

    What is no longer among those that stood was removed by a person: there is no such die.
    """
    known, added = {die.mark: die for die in stood}, [die for die in stood if not die.mark]
    for each in seen:
        die = _placed(each)
        if each.was is not None:
            by_person = known.get(each.was.mark)
            if by_person is None:
                continue
            if by_person != _placed(each.was):
                die = replace(by_person, mark=die.mark)
        elif here := [other for other in added if other.place == die.place]:
            by_person = min(here, key=lambda other: other.type is not die.type)
            added.remove(by_person)
            die = replace(by_person, mark=die.mark)
        yield die
    yield from added


def known_kinds(named: Iterable[tuple[str, str]]) -> tuple[tuple[DieType, Face], ...]:
    """Return those kinds and faces that exist in this game."""
    return tuple(_KINDS[each] for each in named if each in _KINDS)


def expected_dice(view: TableView) -> Mapping[str, Mapping[str, int]] | None:
    """Return the dice that must be on the mats by the tracking; None without tracking."""
    if view.tracking is None:
        return None
    rolling = rolling_seat(view)
    if rolling is None or rolling.tracking is None or view.tracking.expected is None:
        return view.tracking.expected
    cup = Counter(die.value for die in rolling.tracking.cup)
    return {**view.tracking.expected, TRAY: dict(cup)}


def hides_mats(view: TableView) -> bool:
    """Whether the mats are behind the screens (R-12.1): a picture would reveal them."""
    return view.step is Step.ASSIGN


def marks(view: TableView, seat: int) -> tuple[str, ...]:
    """Return the marks of the dice on the seat's mat, by correction index."""
    return next(
        (tuple(die.mark for die in each.dice) for each in view.seats if each.seat == seat), ()
    )


def recorded_dice(view: TableView) -> RecordedDice:
    """Return the state of the dice that were read; they can be corrected until Reveal ends."""
    if view.step is Step.REVEAL:
        dice = (die for seat in view.seats for die in seat.dice)
        seen = {die.mark: (die.type.value, die.face.value) for die in dice}
        return RecordedDice(ReadingStage.CORRECTABLE, seen)
    undone = view.step in (Step.SETUP, Step.ASSIGN)
    return RecordedDice(ReadingStage.WITHDRAWN if undone else ReadingStage.SETTLED)


def button_command(view: TableView, seat: int) -> Command | None:
    """Return the command for a press of a ready button: ready, not ready, or None."""
    ready = {each.seat: each.ready for each in view.seats if each.computer is None}
    if seat not in ready or view.step not in (Step.ASSIGN, Step.MANAGE):
        return None
    return WithdrawReady(seat) if ready[seat] else SignalReady(seat)


def lit_seats(view: TableView) -> frozenset[int]:
    """Return the seats whose ready light is on."""
    return frozenset(each.seat for each in view.seats if each.ready)


def practised(dice: Sequence[SeenDie]) -> tuple[PlacedDie | None, ...]:
    """Return dice read for practice, placed; None for dice that do not exist in this game.

    Dice outside the strip's places are assigned to the phase of their face, wild ones to the most
    frequent phase.
    """
    kinds = [_KINDS.get((die.type, die.face)) for die in dice]
    shown = Counter(kind[1].value for kind in kinds if kind and kind[1] is not Face.WILD)
    most = max(PHASES, key=lambda phase: shown[phase.value])
    return tuple(
        None
        if kind is None
        else PlacedDie(
            *kind,
            _PLACES.get(die.zone or "")
            or Place(most if kind[1] is Face.WILD else Phase(kind[1].value)),
            die.doubtful,
        )
        for die, kind in zip(dice, kinds, strict=True)
    )


def _placed(seen: SeenDie) -> PlacedDie:
    die, face = _KINDS[seen.type, seen.face]
    return PlacedDie(die, face, _PLACES[seen.zone or ""], seen.doubtful, seen.mark)


def _spare_die(dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the spare die's face; only a clear reading of one white die counts (R-4.2)."""
    if len(dice) != 1 or dice[0].type != DieType.HOME.value or dice[0].doubtful:
        return MatAnswer(None, (errors.SPARE_DIE_UNCLEAR(),))
    return MatAnswer(RecordSpareDie(Face(dice[0].face)))
