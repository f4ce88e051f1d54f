"""What to move on the table after an undo or a redo."""

from __future__ import annotations

from collections.abc import Callable

from kivy_ui.common.game_ui import GameMoment, GameUi
from kivy_ui.common.inventory import SeatChanges
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext


class UndoChanges:
    """Takes steps back and does them again, and tells what that changed on the table, once."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._before: GameMoment | None = None

    def undo(self) -> None:
        """Take the game's last step back; ``take`` then says what to move."""
        self._before = self._now()
        self._ui.port.undo()

    def redo(self) -> None:
        """Do the undone step again."""
        self._before = self._now()
        self._ui.port.redo()

    def take(self) -> Callable[[], tuple[SeatChanges, ...]] | None:
        """Return what says what to move, in the language of the moment; None for nothing."""
        before, now = self._before, self._ui.update
        if before is None or (before.version == now.version and now.error is None):
            return None
        self._before = None
        if before.version == now.version or before.game_id != now.game_id:
            return None
        after = self._now()
        if not self._changes(before, after):
            return None
        return lambda: self._changes(before, after)

    def _now(self) -> GameMoment:
        update, game = self._ui.update, self._game(self._ui.update.game)
        seats = game.own_views(update.view) if game is not None else ()
        own = {seat: self._ui.port.view_for(seat) for seat in seats}
        return GameMoment(update.game, update.game_id, update.version, update.view, own)

    def _game(self, key: str | None) -> GameUi | None:
        return self._ui.settings.games.get(key or "")

    def _changes(self, before: GameMoment, after: GameMoment) -> tuple[SeatChanges, ...]:
        game = self._game(after.game)
        if game is None or game.differences is None or before.game != after.game:
            return ()
        return game.differences(self._ui, self._group, before, after)
