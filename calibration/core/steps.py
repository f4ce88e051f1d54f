"""What a calibration looks at, each with a traffic light and one sentence of what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from calibration.core.errors import CalibrationError


class Signal(Enum):
    """``GREEN``: good. ``YELLOW``: works, could be better. ``RED``: no profile can be made."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing looked at.

    Attributes:
        key: ``camera``, ``mats``, ``die_size``, ``sharpness``, ``exposure``, ``clipping``,
            ``banding``, ``print``, ``white``, ``dice``, ``colours``.
        signal: how it is.
        advice: what is wrong and what to do; None where all is well.
        value: the number behind the signal, in the step's own unit; None where there is none.
    """

    key: str
    signal: Signal
    advice: CalibrationError | None = None
    value: float | None = None


def good(key: str, value: float | None = None) -> Step:
    """Return a green step."""
    return Step(key, Signal.GREEN, None, value)


def fair(key: str, advice: CalibrationError, value: float | None = None) -> Step:
    """Return a yellow step."""
    return Step(key, Signal.YELLOW, advice, value)


def bad(key: str, fault: CalibrationError, value: float | None = None) -> Step:
    """Return a red step."""
    return Step(key, Signal.RED, fault, value)


def worst(steps: Iterable[Step]) -> Signal:
    """Return the worst signal; green where there is no step."""
    found = {step.signal for step in steps}
    return next((s for s in (Signal.RED, Signal.YELLOW) if s in found), Signal.GREEN)


def refuse_bad(steps: Sequence[Step]) -> None:
    """Raise the advice of the first red step.

    Raises:
        CalibrationError: a step is red.
    """
    for step in steps:
        if step.signal is Signal.RED and step.advice is not None:
            raise step.advice
