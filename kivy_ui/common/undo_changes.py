"""Undo and redo of any number of steps, and what moves on the table because of them."""

from companion.games.instructions import combined
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_texts import Moves, turned_moves
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext


class UndoChanges:
    """Undoes and redoes steps; what moves is that of all steps since ``close``.

    Attributes:
        shown: the turned steps whose moves are to be made, joined to one; None for none.
        count: how many steps were undone, less those that were redone.
    """

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._begun: tuple[str | None, int] | None = None
        self._said = _version(ui.update.step)
        self.shown: PlayedStep | None = None
        self.count = 0

    @property
    def can_undo(self) -> bool:
        return self._ui.update.can_undo

    def undo(self, count: int = 1) -> None:
        """Undo the last *count* steps; ``take`` tells when it is done."""
        self._begin()
        for _ in range(count):
            self._ui.port.undo()

    def redo(self) -> None:
        self._begin()
        self._ui.port.redo()

    def close(self) -> None:
        """Forget what was shown: the pieces were moved."""
        self._begun = self.shown = None
        self.count = 0

    def _begin(self) -> None:
        if self._begun is None:
            self._begun = self._ui.update.game_id, self._ui.update.version

    def take(self) -> bool:
        """Return whether there is something new to show, in ``moves``; after each update."""
        now = self._ui.update
        step = now.step
        if step is None or step.version == self._said:
            return False
        self._said = step.version
        if step.kind is StepKind.DONE:
            self.close()
            return False
        if self._begun is None or self._begun[0] != now.game_id:
            self.close()
            return False
        self._join(self._begun[1])
        return self.moves() != Moves()

    def _join(self, since: int) -> None:
        """Join the steps that were turned back or forth after a version."""
        turned = [step for step in self._ui.steps if step.version > since]
        undone = sum(step.kind is StepKind.UNDONE for step in turned)
        self.count = 2 * undone - len(turned)
        self.shown = PlayedStep(
            turned[-1].version,
            turned[-1].kind,
            tuple(event for step in turned for event in step.events),
            combined(move for step in turned for move in step.instructions),
        )

    def moves(self) -> Moves:
        """Return what was done and which pieces move, in the chosen language."""
        return self._moves(self.shown) if self.shown is not None else Moves()

    def steps(self) -> tuple[tuple[str, ...], ...]:
        """Return the sentences of each step that can be undone, the newest first."""
        done: list[PlayedStep] = []
        for step in self._ui.steps:
            if step.kind is not StepKind.UNDONE:
                done.append(step)
            elif done:
                done.pop()
        return tuple(self._moves(step).said for step in reversed(done))

    def _moves(self, step: PlayedStep) -> Moves:
        game = self._game
        if game is None:
            return Moves()
        context = self._group.told(self._ui.translate, self._ui.update.view)
        context = context.with_players(step.events)
        said = game.log.said(context, step.events)
        if game.board_moves is None:
            return Moves(said)
        return Moves(said, turned_moves(game.board_moves, context, step))

    @property
    def _game(self) -> GameUi | None:
        return self._ui.settings.games.get(self._ui.update.game or "")


def _version(step: PlayedStep | None) -> int | None:
    return step.version if step is not None else None
