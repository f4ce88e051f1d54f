"""Presenter of every game except Roll for the Galaxy: its pages of questions."""

from typing import Final

from kivy_ui.asking.game_pages import AskedPages
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_texts import BoardMove
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.common.undo_changes import UndoChanges

PAGE: Final = "page"
"""Name of the screen that shows pages."""


class BoardPresenter:
    """A game's pages, which are created when the game is first opened."""

    def __init__(self, ui: UiContext, group: PlayerGroup, undo_changes: UndoChanges) -> None:
        self._ui = ui
        self._group = group
        self._made: dict[tuple[str, str], AskedPages | None] = {}
        self._undo_changes = undo_changes

    @property
    def runs(self) -> bool:
        """Whether the open game is shown by pages of questions."""
        return self._shown is not None

    @property
    def asked(self) -> AskedPages:
        shown = self._shown
        if shown is None:
            message = f"{self._ui.update.game} has no pages of questions"
            raise TypeError(message)
        return shown

    @property
    def _shown(self) -> AskedPages | None:
        game, game_id = self._ui.update.game or "", self._ui.update.game_id
        key = game, game_id or ""
        if key not in self._made:
            self._made = {key: self._make(self._ui.settings.games.get(game))}
        return self._made[key]

    def _make(self, game: GameUi | None) -> AskedPages | None:
        if game is None or game.asking is None:
            return None
        steps = self._undo_changes
        return AskedPages(self._ui, self._group, game.asking, self.moves, self._rule, steps)

    def _rule(self) -> str:
        """Return the section of the rules for the current step; empty for none."""
        return self._ui.settings.games[self._ui.update.game or ""].rules.of_step(
            self._ui.update.view
        )

    def moves(self) -> tuple[BoardMove, ...]:
        """Return the pieces to move on the table after the newest step."""
        update = self._ui.update
        found = self._ui.settings.games.get(update.game or "")
        if found is None:
            return ()
        return found.moves(self._group.told(self._ui.translate, update.view), update.step)
