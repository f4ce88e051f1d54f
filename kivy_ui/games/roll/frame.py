"""Screen frame: round, VP pool, devices, undo, status line, main button."""

from __future__ import annotations

from companion.games.roll.model.steps import Step
from companion.games.roll.view.table_view import TableView
from companion.i18n import N_
from kivy_ui.common.frame import FrameModel, FramePresenter, Notice, Primary
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.mat_verdict import is_inconsistent

SCREENS = {
    Step.SETUP: "start",
    Step.ASSIGN: "table",
    Step.REVEAL: "reveal",
    Step.PHASE: "phases",
    Step.MANAGE: "phases",
    Step.OVER: "end",
}
"""Screen of each step."""

_PRIMARY_TEXTS = {
    Primary.NONE: "",
    Primary.COUNT_TILES: N_("Count tiles"),
    Primary.NEW_GAME: N_("New game"),
}

DOUBLE_TAP_S = 0.5
"""A second tap on the main button within this time is ignored as accidental."""


class RollFramePresenter(FramePresenter):
    """Presenter of the screen frame."""

    _ui: RollContext

    def __init__(self, ui: RollContext) -> None:
        super().__init__(ui)
        self._last_primary_s = -DOUBLE_TAP_S

    def model(self) -> FrameModel:
        """Return the current content of the frame."""
        view = self._ui.view
        primary = self._primary()
        return FrameModel(
            screen=self._screen(),
            title=self._title(view),
            pool=self._pool(view),
            can_undo=self._ui.update.can_undo,
            can_redo=self._ui.update.can_redo,
            status=self._status(view),
            status_icon="info",
            primary=primary,
            primary_text=self._primary_text(primary),
            primary_enabled=True,
            camera=self.camera(),
            buttons=self.buttons(),
            notice=self.notice(),
        )

    def act(self, now_s: float) -> Primary:
        """Perform the action of the main button."""
        model = self.model()
        if now_s - self._last_primary_s < DOUBLE_TAP_S:
            return Primary.NONE
        self._last_primary_s = now_s
        return model.primary

    def notice(self) -> Notice:
        """Return a notice of the last round."""
        view = self._ui.view
        if view is None or view.step is Step.OVER or self._composing(view):
            return Notice()
        last = self._ui.words.last_round(view.end_reasons)
        return Notice(last, "flag") if last else Notice()

    def _composing(self, view: TableView) -> bool:
        """Return whether the players of a new game are being chosen."""
        return view.step is Step.SETUP or self._ui.visiting == "start"

    def _screen(self) -> str:
        """Return the current screen."""
        screen = self._ui.visiting or SCREENS[self._ui.step]
        if screen == "reveal" and self._ui.visiting is None and self._is_read():
            return "summary"
        return screen

    def _is_read(self) -> bool:
        """Return whether all mats are consistent and known from the tracking or the camera."""
        view, port = self._ui.view, self._ui.port
        if view is None or not view.needs or view.needs[0].code != "confirm":
            return False
        by_camera = all(port.mat_picture(seat.seat) is not None for seat in view.seats)
        known = self._ui.counts_everything or by_camera
        return known and not any(is_inconsistent(self._ui, seat) for seat in view.seats)

    def _primary(self) -> Primary:
        match self._ui.step:
            case Step.OVER:
                return Primary.NEW_GAME if self._ui.counts_everything else Primary.COUNT_TILES
            case _:
                return Primary.NONE

    def _primary_text(self, primary: Primary) -> str:
        text = _PRIMARY_TEXTS[primary]
        return self._ui.translate(text) if text else ""

    def _title(self, view: TableView | None) -> str:
        translate = self._ui.translate
        if view is None or self._composing(view):
            return translate("New game")
        if view.step is Step.OVER:
            return translate("End of the game")
        if view.end_reasons:
            return translate("Round %(number)s, the last", number=view.round)
        return translate("Round %(number)s", number=view.round)

    def _pool(self, view: TableView | None) -> str:
        if view is None or view.step is Step.OVER or self._composing(view):
            return ""
        translate = self._ui.translate
        if view.vp_beyond_pool:
            return translate("0 VP left, %(beyond)s extra taken", beyond=view.vp_beyond_pool)
        return translate("%(left)s VP left", left=view.vp_pool)

    def _status(self, view: TableView | None) -> str:
        words = self._ui.words
        if view is None or self._composing(view):
            return words.translate("Who plays, clockwise, with which faction and home world?")
        if view.step is Step.OVER:
            if self._ui.counts_everything:
                return words.translate("Tap a player to see every line of the score.")
            return words.translate(
                "Only VP chips are counted so far. Count the tiles for the final score."
            )
        return ""
