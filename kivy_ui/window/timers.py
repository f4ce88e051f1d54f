"""Presenter of the time limits in the top bar: one for the step, one for the whole game."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.games.roll.model.steps import Step
from kivy_ui.common.clocks import ClockFace, Countdown
from kivy_ui.games.roll.context import RollContext


@dataclass(frozen=True, slots=True)
class TimersModel:
    """Both countdowns in one text; empty if none is running."""

    text: str
    over: bool


class TimersPresenter:
    """Presenter of the countdowns.

    Args:
        ui: the shared context of all presenters.
        now_s: returns monotonic seconds.
    """

    def __init__(self, ui: RollContext, now_s: Callable[[], float] = time.monotonic) -> None:
        self._ui = ui
        self._step, self._game = Countdown(now_s), Countdown(now_s)

    def model(self) -> TimersModel:
        """Return the current countdowns."""
        self._follow()
        preferences = self._ui.preferences
        faces = (
            self._step.face(preferences.turn_limit_min),
            self._game.face(preferences.evening_limit_min),
        )
        return TimersModel(
            text="  ".join(face.text for face in faces if face != ClockFace()),
            over=any(face.over for face in faces),
        )

    def call(self) -> bool:
        """Return whether a time limit has just expired."""
        self._follow()
        preferences = self._ui.preferences
        step = self._step.calls(preferences.turn_limit_min)
        return self._game.calls(preferences.evening_limit_min) or step

    def _follow(self) -> None:
        """Restart the countdowns for a new game or step; only Roll has a step limit."""
        update, view = self._ui.update, self._ui.view
        self._game.follow(update.game_id if self._runs else None)
        if view is None or not self._runs:
            self._step.follow(None)
        else:
            self._step.follow((update.game_id, view.round, view.step, view.current_phase))

    @property
    def _runs(self) -> bool:
        update, view = self._ui.update, self._ui.view
        if update.game_id is None:
            return False
        return view is None or view.step not in (Step.SETUP, Step.OVER)
