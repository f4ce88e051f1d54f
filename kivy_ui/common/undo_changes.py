"""What to move on the table after an undo or a redo, and after steps that need it at once."""

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
    """Takes steps back and does them again, and tells what that changed on the table, once."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._before: TableUpdate | None = None
        self._said = _version(ui.update.step)

    def undo(self) -> None:
        """Take the game's last step back; ``take`` then says what to move."""
        self._before = self._ui.update
        self._ui.port.undo()

    def redo(self) -> None:
        """Do the undone step again."""
        self._before = self._ui.update
        self._ui.port.redo()

    def take(self) -> Callable[[], Moves] | None:
        """Return what says what to move, in the language of the moment; None for nothing."""
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
        """What the newest step asks for, once; not after a restart, nor where people know."""
        now = self._ui.update
        step, game = now.step, self._game(now.game)
        if step is None or step.version == self._said:
            return None
        self._said = step.version
        if now.restored or self._ui.look.brief or game is None or game.moves is None:
            return None
        return (lambda: self._moves(game, step)) if game.says_at_once(now.view, step) else None

    def _moves(self, game: GameUi, step: PlayedStep) -> Moves:
        """What was done in a step, and what to move for it."""
        if game.moves is not None:
            return game.moves(self._ui, self._group, step)
        names = self._group.names(self._ui.update.view)
        for event in step.events:  # those who sit down with it, or got up
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
