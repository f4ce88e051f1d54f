"""The screen of every game but Roll for the Galaxy: picks the game's pages and its frame."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.errors import CompanionError
from kivy_ui.calibration.faces import show_robot_dice
from kivy_ui.common.board.moves import BoardMove
from kivy_ui.common.board.pages import VISIT, Page, Pages
from kivy_ui.common.board.tray import ENROL, READ, TrayLine, tray_line, tray_picture
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.move_texts import board_moves
from kivy_ui.common.outlines import PictureModel
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.common.ui_context import UiContext
from kivy_ui.common.undo_changes import UndoChanges

BOARD: Final = "board"
"""Name of the screen."""


class BoardPresenter:
    """Behaviour of the other games' screen; the game's pages are made when it is first played."""

    def __init__(self, ui: UiContext, group: PlayerGroup, undo_changes: UndoChanges) -> None:
        self._ui = ui
        self._group = group
        self._made: dict[tuple[str, str], Pages | None] = {}
        self._undo_changes = undo_changes

    @property
    def runs(self) -> bool:
        """Whether the open game is one of this screen."""
        return self._pages is not None

    @property
    def _pages(self) -> Pages | None:
        game, game_id = self._ui.update.game or "", self._ui.update.game_id
        key = game, game_id or ""
        if key not in self._made:
            found = self._ui.settings.games.get(game)
            make = found.pages if found is not None else None
            self._made = {key: make(self._ui, self._group) if make is not None else None}
        return self._made[key]

    def page(self) -> Page:
        """Return what the screen shows now."""
        pages = self._pages
        if pages is None:
            return Page("", "")
        page = pages.page(self._ui.update.view)
        found = self._ui.settings.games[self._ui.update.game or ""]
        rule = found.rule_of(self._ui.update.view) if found.rules else ""
        return replace(page, rule=rule, moves=self._moves())

    def _moves(self) -> tuple[BoardMove, ...]:
        """What to move on the table after the newest step."""
        update = self._ui.update
        found = self._ui.settings.games.get(update.game or "")
        if found is None or found.board_moves is None or update.step is None:
            return ()
        context = EventContext(self._ui.translate, self._group.names(update.view), over=False)
        return board_moves(found.board_moves, context, self._group.colour, update.step)

    def tap(self, key: str) -> None:
        """A button was tapped; the window follows those that lead to a screen."""
        if key.startswith(VISIT):
            return
        if key == READ:
            self._ui.port.rescan()
            return
        if key == ENROL:
            self._enrol()
            return
        if (pages := self._pages) is not None:
            pages.tap(self._ui.update.view, key)

    def change(self, key: str, delta: int) -> None:
        """A number was changed by one step, or by a leap that ends where the number does."""
        if (pages := self._pages) is None:
            return
        if abs(delta) > 1:
            number = next(each for each in self.page().numbers if each.key == key)
            delta = max(number.low, min(number.high, number.value + delta)) - number.value
        if delta:
            pages.change(self._ui.update.view, key, delta)

    def _enrol(self) -> None:
        """Show the robot's dice to the camera; the calibration's screen leads back."""
        try:
            show_robot_dice(self._ui)
        except CompanionError as error:
            self._ui.complaint = error

    def tray(self) -> TrayLine:
        """Return what the camera does with the dice on the tray."""
        return tray_line(self._ui)

    def picture(self) -> PictureModel:
        """Return what the camera sees of the tray."""
        return tray_picture(self._ui)

    # --- the frame -----------------------------------------------------------------------------

    def enter(self) -> None:
        """The screen is opened: nothing to prepare."""

    def frame(self) -> SideFrame:
        """Return what stands in the frame."""
        page = self.page()
        update = self._ui.update
        return SideFrame(
            page.title,
            page.status,
            "info",
            page.primary,
            page.primary_enabled,
            update.can_undo,
            update.can_redo,
            progress=page.progress,
            primary_quiet=page.primary_quiet,
            rule=page.rule,
        )

    def primary(self) -> None:
        """The main button was pressed, or Enter, which knows nothing of a disabled button."""
        page = self.page()
        if (pages := self._pages) is None or not page.primary or not page.primary_enabled:
            return
        if page.primary_visits:
            self._ui.visit(page.primary_visits)
        else:
            pages.primary(self._ui.update.view)

    def undo(self) -> None:
        """Take the game's last step back."""
        self._undo_changes.undo()

    def redo(self) -> None:
        """Do it again."""
        self._undo_changes.redo()
