"""The wizard as a pure state machine: no camera, clock, file or screen.

The inputs are a checked image, a throw that was read, a tap; the output is the next state. From the
first image to a stored profile there are two taps (start, save) and one for each of three throws
that are right; a misread die costs two more.

    LOOK   --seen() three times without red-->  PROVE
    PROVE  --thrown(), corrected()*, confirmed() three times-->  KEEP
    KEEP   until ``to_save`` is stored
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from calibration.core.profile import Profile, counted
from calibration.core.steps import worst
from companion.session.calibration_ports import (
    ALL_DICE,
    ProofDie,
    ReadCount,
    ReadingOutcome,
    Signal,
    Stage,
    StepLight,
)
from companion.session.ports import DieReading, DieStatus
from companion.session.sightings import as_fractions, corners_px

STEADY_PICTURES: Final = 3
"""Images in a row that must be without a red light, against a hand in view."""

PROOF_THROWS: Final = 3


@dataclass(frozen=True, slots=True)
class Wizard:
    """The state.

    Attributes:
        steps: the newest image's traffic lights.
        steady: images in a row without a red one.
        draft: the profile so far; None until an image was without a red light.
        proven: the dice of all confirmed throws.
    """

    stage: Stage = Stage.LOOK
    steps: tuple[StepLight, ...] = ()
    steady: int = 0
    draft: Profile | None = None
    throw: tuple[ProofDie, ...] = ()
    proven: tuple[ProofDie, ...] = ()
    throws: int = 0

    @property
    def proof(self) -> ReadCount:
        """How the dice of the confirmed throws were read."""
        doubtful = sum(die.doubtful for die in self.proven)
        wrong = sum(not die.is_right for die in self.proven)
        return ReadCount(ALL_DICE, len(self.proven), doubtful, wrong)

    @property
    def to_save(self) -> Profile | None:
        """The profile to store now; None before the last stage."""
        return self.draft if self.stage is Stage.KEEP else None


def seen(wizard: Wizard, steps: Sequence[StepLight], draft: Profile | None) -> Wizard:
    """Return the state after an image.

    Args:
        wizard: images count in stage ``LOOK``.
        draft: the profile made of it; None where a light is red.
    """
    if wizard.stage is not Stage.LOOK:
        return wizard
    fit = draft is not None and worst(steps) is not Signal.RED
    steady = wizard.steady + 1 if fit else 0
    stage = Stage.PROVE if steady >= STEADY_PICTURES else Stage.LOOK
    kept = draft if fit else None
    return replace(wizard, steps=tuple(steps), steady=steady, draft=kept, stage=stage)


def thrown(wizard: Wizard, dice: Sequence[DieReading], size_px: tuple[int, int]) -> Wizard:
    """Return the state after dice came to rest: they wait for confirmation or correction.

    A throw that was corrected in part is not replaced by a new image of itself.

    Args:
        wizard: throws count in stage ``PROVE``.
    """
    if wizard.stage is not Stage.PROVE or any(die.correction for die in wizard.throw):
        return wizard
    read = tuple(
        ProofDie(
            die.type,
            die.face,
            die.status is DieStatus.CHECK,
            as_fractions(corners_px(die), size_px),
        )
        for die in dice
    )
    return replace(wizard, throw=read)


def corrected(wizard: Wizard, index: int, die: str, face: str) -> Wizard:
    """Return the state after a die of the throw got its true type and face; the same without it."""
    if wizard.stage is not Stage.PROVE or index >= len(wizard.throw):
        return wizard
    dice = list(wizard.throw)
    dice[index] = replace(dice[index], correction=(die, face))
    return replace(wizard, throw=tuple(dice))


def confirmed(wizard: Wizard) -> Wizard:
    """Return the state after a tap that confirms the throw. An empty throw is ignored."""
    if wizard.stage is not Stage.PROVE or not wizard.throw or wizard.draft is None:
        return wizard
    throws = wizard.throws + 1
    return replace(
        wizard,
        stage=Stage.KEEP if throws >= PROOF_THROWS else Stage.PROVE,
        throw=(),
        proven=(*wizard.proven, *wizard.throw),
        throws=throws,
    )


def skipped(wizard: Wizard) -> Wizard:
    """Return the state after a tap that skips the remaining proof throws."""
    if wizard.stage is not Stage.PROVE:
        return wizard
    return replace(wizard, stage=Stage.KEEP, throw=())


def back(wizard: Wizard) -> Wizard:
    """Return to the previous stage: from ``PROVE`` to ``LOOK``, from ``KEEP`` to ``PROVE``."""
    match wizard.stage:
        case Stage.PROVE:
            return Wizard()
        case Stage.KEEP:
            return replace(wizard, stage=Stage.PROVE, throw=(), proven=(), throws=0)
        case Stage.LOOK:
            return wizard


def with_proof(profile: Profile, wizard: Wizard, *, reader_sha256: str) -> Profile:
    """Return *profile* with the proof throws in its counts."""
    outcomes = [
        ReadingOutcome(die.shows[0], die.doubtful, not die.is_right) for die in wizard.proven
    ]
    return counted(profile, outcomes, reader_sha256=reader_sha256)
