"""Presenter of the board screen, which shows every game except Roll for the Galaxy."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.errors import CompanionError
from kivy_ui.asking.game_pages import AskedPages
from kivy_ui.asking.tray import TrayLine, tray_line
from kivy_ui.calibration.faces import show_robot_dice
from kivy_ui.common.board.hex_map import HEX
from kivy_ui.common.board.moves import BoardMove
from kivy_ui.common.board.pages import VISIT, Option, Page, Pages
from kivy_ui.common.board.tray import ENROL, READ, tray_option, tray_picture
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_texts import board_moves
from kivy_ui.common.outlines import PictureModel
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.common.ui_context import UiContext
from kivy_ui.common.undo_changes import UndoChanges

BOARD: Final = "board"
PAGE: Final = "page"
"""Names of the screens."""


class BoardPresenter:
    """Presenter of the board screen; a game's pages are created when the game is first opened."""

    def __init__(self, ui: UiContext, group: PlayerGroup, undo_changes: UndoChanges) -> None:
        self._ui = ui
        self._group = group
        self._made: dict[tuple[str, str], Pages | AskedPages | None] = {}
        self._undo_changes = undo_changes

    @property
    def runs(self) -> bool:
        """Whether the open game uses the board screen or the page screen."""
        return self._shown is not None

    @property
    def screen(self) -> str:
        """Name of the screen that shows the game."""
        return PAGE if isinstance(self._shown, AskedPages) else BOARD

    @property
    def asked(self) -> AskedPages:
        """The pages of a game on the page screen."""
        shown = self._shown
        if not isinstance(shown, AskedPages):
            message = f"{self._ui.update.game} has no pages of questions"
            raise TypeError(message)
        return shown

    @property
    def _pages(self) -> Pages | None:
        shown = self._shown
        return None if isinstance(shown, AskedPages) else shown

    @property
    def _shown(self) -> Pages | AskedPages | None:
        game, game_id = self._ui.update.game or "", self._ui.update.game_id
        key = game, game_id or ""
        if key not in self._made:
            self._made = {key: self._make(self._ui.settings.games.get(game))}
        return self._made[key]

    def _make(self, game: GameUi | None) -> Pages | AskedPages | None:
        if game is None:
            return None
        if game.asking is not None:
            steps = self._undo_changes
            return AskedPages(self._ui, self._group, game.asking, self.moves, self._rule, steps)
        return game.pages(self._ui, self._group) if game.pages is not None else None

    def page(self) -> Page:
        """Return the page to show now."""
        pages = self._pages
        if pages is None:
            return Page("", "")
        page = pages.page(self._ui.update.view)
        return replace(page, rule=self._rule(), moves=self.moves())

    def _rule(self) -> str:
        """Return the section of the rules for the current step; empty for none."""
        found = self._ui.settings.games[self._ui.update.game or ""]
        return found.rule_of(self._ui.update.view) if found.rules else ""

    def moves(self) -> tuple[BoardMove, ...]:
        """Return the pieces to move on the table after the newest step."""
        update = self._ui.update
        found = self._ui.settings.games.get(update.game or "")
        if found is None or found.board_moves is None or update.step is None:
            return ()
        context = EventContext(self._ui.translate, self._group.names(update.view), over=False)
        return board_moves(found.board_moves, context, self._group.colour, update.step)

    def tap(self, key: str) -> None:
        """Handle a tapped button; keys that lead to another screen are handled by the window."""
        if key.startswith(VISIT):
            return
        if key == READ:
            self._ui.port.rescan()
            return
        if key == ENROL:
            self.enrol()
            return
        if key.startswith(HEX):
            tapped = int(key.removeprefix(HEX))
            key = next((each.key for each in self.page().hexes if each.number == tapped), key)
            if not key:
                return
        if (pages := self._pages) is not None:
            pages.tap(self._ui.update.view, key)

    def change(self, key: str, delta: int) -> None:
        """Change a number by *delta*, limited to its range."""
        if (pages := self._pages) is None:
            return
        if abs(delta) > 1:
            number = next(each for each in self.page().numbers if each.key == key)
            delta = max(number.low, min(number.high, number.value + delta)) - number.value
        if delta:
            pages.change(self._ui.update.view, key, delta)

    def enrol(self) -> None:
        """Start enrolling the robot's dice with the camera, on the calibration screen."""
        try:
            show_robot_dice(self._ui)
        except CompanionError as error:
            self._ui.complaint = error

    def tray(self) -> TrayLine:
        """Return the state of reading the dice tray."""
        return tray_line(self._ui)

    def tray_option(self) -> Option | None:
        """Return what can be done about the tray."""
        return tray_option(self._ui, tray_line(self._ui))

    def picture(self) -> PictureModel:
        """Return the camera picture of the tray."""
        return tray_picture(self._ui)

    # --- the frame -----------------------------------------------------------------------------

    def enter(self) -> None:
        """Do nothing: the screen needs no preparation."""

    def frame(self) -> SideFrame:
        """Return the content of the window's frame."""
        update = self._ui.update
        if isinstance(self._shown, AskedPages):  # the page has a head and a foot of its own
            asked = self._shown.page()
            return SideFrame(
                asked.above,
                asked.question,
                can_undo=update.can_undo,
                can_redo=update.can_redo,
                rule=self._rule(),
            )
        page = self.page()
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
        """Handle the main button or the Enter key, which ignores that the button is disabled."""
        page = self.page()
        if (pages := self._pages) is None or not page.primary or not page.primary_enabled:
            return
        if page.primary_visits:
            self._ui.visit(page.primary_visits)
        elif page.primary_key:
            pages.tap(self._ui.update.view, page.primary_key)
        else:
            pages.primary(self._ui.update.view)

    def undo(self) -> None:
        """Undo the game's last step."""
        self._undo_changes.undo()

    def redo(self) -> None:
        """Redo the undone step."""
        self._undo_changes.redo()
