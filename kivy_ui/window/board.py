"""The screen of every game but Roll for the Galaxy: picks the game's pages and its frame."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.errors import CompanionError
from kivy_ui.calibration.faces import show_robot_dice
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.move_texts import move_lines, move_pictures
from kivy_ui.common.outlines import PictureModel
from kivy_ui.common.pages import RULE, VISIT, Option, Page, Pages, Row
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.common.signs import Sign
from kivy_ui.common.tray import ENROL, READ, TrayLine, tray_line, tray_picture
from kivy_ui.common.ui_context import UiContext
from kivy_ui.common.undo_changes import UndoChanges

BOARD: Final = "board"
"""Name of the screen."""


_BIG: Final = "by:"
"""Begins the keys of buttons that change a number by more than one."""

_STEP: Final = 10
_WIDE: Final = 40
"""A number with at least as many values has them."""


def _with_big_steps(row: Row) -> Row:
    """A long way is tens: VP chips, points of all cards."""
    number = row.number
    if number is None or row.options or number.high - number.low < _WIDE:
        return row
    steps = tuple(
        Option(
            f"{_BIG}{number.key}:{delta}",
            f"{delta:+d}".replace("-", "\u2212"),
            enabled=number.low <= number.value + delta <= number.high,
        )
        for delta in (-_STEP, _STEP)
    )
    return replace(row, options=steps)


def _with_button(rows: tuple[Row, ...], button: Option) -> tuple[Row, ...]:
    """The button stands in the last row, with those that lead away from the turn."""
    if rows and rows[-1].options and not rows[-1].label:
        return *rows[:-1], replace(rows[-1], options=(*rows[-1].options, button))
    return *rows, Row("", (button,))


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
        rows = tuple(_with_big_steps(row) for row in page.rows)
        found = self._ui.settings.games[self._ui.update.game or ""]
        if number := found.rule_of(self._ui.update.view) if found.rules else "":
            text = self._ui.translate("Rules %(number)s", number=number)
            button = Option(f"{RULE}{number}", text, icon="question")
            if page.people or page.beside:
                page = replace(page, beside=(*page.beside, button))
            else:
                rows = _with_button(rows, button)
        return replace(page, rows=rows, moves=self._moves(), moved=self._moved())

    def _moves(self) -> tuple[str, ...]:
        """What to move on the table after the newest step."""
        update = self._ui.update
        found = self._ui.settings.games.get(update.game or "")
        if found is None or found.board_moves is None or update.step is None:
            return ()
        context = EventContext(self._ui.translate, self._group.names(update.view), over=False)
        return move_lines(found.board_moves, context, update.step)

    def _moved(self) -> tuple[Sign, ...]:
        """The pieces that are moved for it."""
        update = self._ui.update
        found = self._ui.settings.games.get(update.game or "")
        if found is None or found.board_moves is None or update.step is None:
            return ()
        return move_pictures(found.board_moves, update.step)

    def tap(self, key: str) -> None:
        """A button was tapped; to those that lead to another screen the window sees."""
        if key.startswith((RULE, VISIT)):
            return
        if key == READ:
            self._ui.port.rescan()
            return
        if key == ENROL:
            self._enrol()
            return
        if key.startswith(_BIG):
            name, _, delta = key.removeprefix(_BIG).rpartition(":")
            self.change(name, int(delta))
            return
        if (pages := self._pages) is not None:
            pages.tap(self._ui.update.view, key)

    def change(self, key: str, delta: int) -> None:
        """A number was changed."""
        if (pages := self._pages) is not None:
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
        )

    def primary(self) -> None:
        """The main button was pressed, or Enter, which knows nothing of a disabled button."""
        page = self.page()
        if (pages := self._pages) is not None and page.primary and page.primary_enabled:
            pages.primary(self._ui.update.view)

    def undo(self) -> None:
        """Take the game's last step back."""
        self._undo_changes.undo()

    def redo(self) -> None:
        """Do it again."""
        self._undo_changes.redo()
