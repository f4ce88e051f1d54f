"""Which pieces to move on the table after an undo or redo, or when a round begins."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, StringProperty

from companion.session.steps import StepKind
from kivy_ui.common.move_rows import Moves
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets import move_list  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class MovedPanel(Panel):
    """The step that was done, undone or redone, and the pieces to move.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        moves: returns the description of the step and the moves.
    """

    said = StringProperty("")
    asks = BooleanProperty(True)
    passes_ready = True

    def __init__(
        self, presenters: Presenters, window: Navigator, moves: Callable[[], Moves]
    ) -> None:
        self._moves = moves
        step = presenters.ui.update.step
        self._kind = step.kind if step is not None else StepKind.UNDONE
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the list of moves."""
        translate, moves = self.presenters.ui.translate, self._moves()
        self.title = {
            StepKind.DONE: translate("Move this on the table"),
            StepKind.UNDONE: translate("Undone"),
            StepKind.REDONE: translate("Redone"),
        }[self._kind]
        self.said = " ".join(moves.said) if self._kind is not StepKind.DONE else ""
        self.ids.moves.show(moves.rows)

    def enter(self) -> None:
        """Close."""
        self.close()


load_kv(__file__)
