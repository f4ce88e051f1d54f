"""Content of the window frame for a side screen, and the interface of its presenter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SideFrame:
    """Title, status and main button of a side screen.

    Attributes:
        primary_text: text of the main button.
    """

    title: str
    status: str
    primary_text: str
    can_undo: bool


class SidePresenter(Protocol):
    """Interface of the presenters of all side screens."""

    def enter(self) -> None:
        """Prepare the screen when it is opened."""
        ...

    def frame(self) -> SideFrame:
        """Return the content of the window frame."""
        ...

    def primary(self) -> None:
        """Handle the main button."""
        ...

    def undo(self) -> None:
        """Undo the last change on this screen."""
        ...

    def redo(self) -> None:
        """Redo the undone change."""
        ...
