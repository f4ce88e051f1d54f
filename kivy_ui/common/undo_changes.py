"""Moves required on the table after an undo or a redo, and after steps that need them at once."""

from __future__ import annotations

from collections.abc import Callable

from companion.session.steps import PlayedStep
from companion.session.table_port import TableUpdate
from kivy_ui.common.event_text import EventContext, EventTexts
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_rows import Moves
from kivy_ui.common.move_texts import turned_rows
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext


class UndoChanges:
    """Undoes and redoes steps, and returns the resulting moves on the table, once."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._before: TableUpdate | None = None
        self._said = _version(ui.update.step)

    def undo(self) -> None:
        """Undo the game's last step; ``take`` then returns the moves."""
        self._before = self._ui.update
        self._ui.port.undo()

    def redo(self) -> None:
        """Redo the undone step."""
        self._before = self._ui.update
        self._ui.port.redo()

    def take(self) -> Callable[[], Moves] | None:
        """Return a function that returns the moves in the current language; None for no moves."""
        before, now = self._before, self._ui.update
        if before is None:
            return self._at_once()
        if before.version == now.version and now.error is None:
            return None
        self._before = None
        self._said = _version(now.step)
        game, step = self._game(now.game), now.step
        stays = before.version == now.version or before.game_id != now.game_id
        if stays or game is None or step is None:
            return None
        return (lambda: self._moves(game, step)) if self._moves(game, step) != Moves() else None

    def _at_once(self) -> Callable[[], Moves] | None:
        """Return the newest step's moves, once; not after a restart."""
        now = self._ui.update
        step, game = now.step, self._game(now.game)
        if step is None or step.version == self._said:
            return None
        self._said = step.version
        if now.restored or game is None or game.moves is None:
            return None
        return (lambda: self._moves(game, step)) if game.says_at_once(now.view, step) else None

    def _moves(self, game: GameUi, step: PlayedStep) -> Moves:
        """Return the description of a step and its moves."""
        if game.moves is not None:
            return game.moves(self._ui, self._group, step)
        names = self._group.names(self._ui.update.view)
        for event in step.events:  # players who join with this step, or left by its undo
            names |= {each.seat: each.name for each in getattr(event, "players", ())}
        context = EventContext(self._ui.translate, names, over=False)
        said = game.log.said(context, step.events) if isinstance(game.log, EventTexts) else ()
        if game.board_moves is None:
            return Moves(said)
        return Moves(said, turned_rows(game.board_moves, context, self._group.colour, step))

    def _game(self, key: str | None) -> GameUi | None:
        return self._ui.settings.games.get(key or "")


def _version(step: PlayedStep | None) -> int | None:
    return step.version if step is not None else None
