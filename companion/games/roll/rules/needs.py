"""What the table waits for, in the order of importance."""

from dataclasses import dataclass

from companion.games.roll.model.state import PLAYERS_WITH_SPARE_DIE, GameState, Step
from companion.games.roll.rules.mats import faults, is_blocking, shows_the_roll, too_many


@dataclass(frozen=True, slots=True)
class Need:
    """Something that must happen before the round can go on.

    Attributes:
        code: stable key, translated by the screen: ``ready``, ``roll`` (the cup of a computer
            player), ``scan_mat``, ``doubtful_die``, ``no_selection``, ``two_selections``,
            ``all_dictated``, ``unusual_place``, ``mat_dice`` (in a fully tracked game: not what was
            rolled), ``impossible_dice``, ``spare_die``, ``confirm``, ``finish_phase``,
            ``finish_round``.
        seat: the player concerned; None for everybody.
        blocking: False for a warning that a person may override.
    """

    code: str
    seat: int | None = None
    blocking: bool = True


def needs(state: GameState) -> tuple[Need, ...]:
    """Return what must happen, or should be checked, before the round goes on.

    Before Reveal the result does not depend on the dice on a mat (R-12.1).
    """
    match state.step:
        case Step.SETUP | Step.OVER:
            return ()
        case Step.ASSIGN:
            people = (
                Need("ready", part.seat)
                for part in state.round.assignments
                if not part.ready and state.computers.at(part.seat) is None
            )
            return *_roll(state), *people
        case Step.REVEAL:
            blocking = missing_for_reveal(state)
            confirm = () if blocking else (Need("confirm"),)
            return *blocking, *_warnings(state), *confirm
        case Step.PHASE:
            return (Need("finish_phase"),)
        case Step.MANAGE:
            return (Need("finish_round"),)


def _roll(state: GameState) -> tuple[Need, ...]:
    """The next cup that people roll for a computer player: one at a time in the tray."""
    for part in state.round.assignments:
        held = state.empire(part.seat).holdings
        waits = held is not None and held.cup and not held.rolled and part.dice is None
        if waits and state.computers.at(part.seat) is not None:
            return (Need("roll", part.seat),)
    return ()


def missing_for_reveal(state: GameState) -> tuple[Need, ...]:
    """Return what prevents Reveal from being confirmed; empty in every other step."""
    if state.step is not Step.REVEAL:
        return ()
    parts = state.round.assignments
    unread = [Need("scan_mat", part.seat) for part in parts if part.dice is None]
    if len(parts) == PLAYERS_WITH_SPARE_DIE and state.round.spare_die is None:
        unread.append(Need("spare_die"))
    wrong = [
        Need(fault.value, part.seat)
        for part in parts
        if part.dice is not None
        for fault in faults(part.dice)
        if is_blocking(fault, part.dice)
    ]
    others = [
        Need("mat_dice", empire.seat)
        for empire, part in zip(state.empires, parts, strict=True)
        if empire.holdings is not None
        and part.dice is not None
        and not shows_the_roll(part.dice, empire.holdings)
    ]
    return *unread, *wrong, *others


def _warnings(state: GameState) -> tuple[Need, ...]:
    """Return warnings that a person may override: the camera may be wrong, the table is right."""
    parts = state.round.assignments
    odd = [
        Need(fault.value, part.seat, blocking=False)
        for part in parts
        if part.dice is not None
        for fault in faults(part.dice)
        if not is_blocking(fault, part.dice)
    ]
    if too_many(part.dice or () for part in parts):
        odd.insert(0, Need("impossible_dice", blocking=False))
    return tuple(odd)
