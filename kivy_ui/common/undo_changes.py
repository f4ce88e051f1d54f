"""What to move on the table after an undo or a redo, and after steps that need it at once."""

from __future__ import annotations

from collections.abc import Callable

from companion.session.steps import PlayedStep
from kivy_ui.common.game_ui import GameMoment, GameUi, MovesOf
from kivy_ui.common.move_rows import MoveRow, Moves
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext


class UndoChanges:
    """Takes steps back and does them again, and tells what that changed on the table, once."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._before: GameMoment | None = None
        self._said = _version(ui.update.step)

    def undo(self) -> None:
        """Take the game's last step back; ``take`` then says what to move."""
        self._before = self._now()
        self._ui.port.undo()

    def redo(self) -> None:
        """Do the undone step again."""
        self._before = self._now()
        self._ui.port.redo()

    def take(self) -> Callable[[], Moves] | None:
        """Return what says what to move, in the language of the moment; None for nothing."""
        before, now = self._before, self._ui.update
        if before is None:
            return self._at_once()
        if before.version == now.version and now.error is None:
            return None
        self._before = None
        if before.version == now.version or before.game_id != now.game_id:
            return None
        game = self._game(now.game)
        after = self._now()
        self._said = _version(now.step)
        if game is not None and game.moves is not None and now.step is not None:
            return self._moves(game.moves, now.step)
        if not self._changes(before, after).rows:
            return None
        return lambda: self._changes(before, after)

    def _at_once(self) -> Callable[[], Moves] | None:
        """What the newest step asks for, once; not after a restart, nor where people know."""
        now = self._ui.update
        step, game = now.step, self._game(now.game)
        if step is None or step.version == self._said:
            return None
        self._said = step.version
        if now.restored or self._ui.look.brief or game is None or game.moves is None:
            return None
        return self._moves(game.moves, step) if game.says_at_once(now.view, step) else None

    def _moves(self, moves: MovesOf, step: PlayedStep) -> Callable[[], Moves]:
        return lambda: moves(self._ui, self._group, step)

    def _now(self) -> GameMoment:
        update, game = self._ui.update, self._game(self._ui.update.game)
        seats = game.own_views(update.view) if game is not None else ()
        own = {seat: self._ui.port.view_for(seat) for seat in seats}
        return GameMoment(update.game, update.game_id, update.version, update.view, own)

    def _game(self, key: str | None) -> GameUi | None:
        return self._ui.settings.games.get(key or "")

    def _changes(self, before: GameMoment, after: GameMoment) -> Moves:
        game = self._game(after.game)
        if game is None or game.differences is None or before.game != after.game:
            return Moves()
        changes = game.differences(self._ui, self._group, before, after)
        return Moves(
            rows=tuple(
                MoveRow(each.seat, each.name, each.colour, note=line)
                for each in changes
                for line in each.lines
            )
        )


def _version(step: PlayedStep | None) -> int | None:
    return step.version if step is not None else None
