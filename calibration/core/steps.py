"""Constructors of the checks of a calibration, each a traffic light with advice."""

from collections.abc import Iterable, Sequence

from calibration.core.errors import CalibrationError
from companion.session.calibration_ports import Signal, StepLight


def good(key: str, value: float | None = None) -> StepLight:
    return StepLight(key, Signal.GREEN, None, value)


def fair(key: str, advice: CalibrationError, value: float | None = None) -> StepLight:
    return StepLight(key, Signal.YELLOW, advice, value)


def bad(key: str, fault: CalibrationError, value: float | None = None) -> StepLight:
    return StepLight(key, Signal.RED, fault, value)


def rated(
    key: str, value: float, advice: CalibrationError, *, red: bool, yellow: bool
) -> StepLight:
    """Return a step of that colour, with *advice* unless it is green."""
    if red:
        return bad(key, advice, value)
    return fair(key, advice, value) if yellow else good(key, value)


def worst(steps: Iterable[StepLight]) -> Signal:
    """Return the worst signal; green without any step."""
    found = {step.signal for step in steps}
    return next((s for s in (Signal.RED, Signal.YELLOW) if s in found), Signal.GREEN)


def refuse_bad(steps: Sequence[StepLight]) -> None:
    """Raise the advice of the first red step.

    Raises:
        CalibrationError: a step is red.
    """
    for step in steps:
        if step.signal is Signal.RED and step.advice is not None:
            raise step.advice
