"""What a screen beside the running game puts into the frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SideFrame:
    """Title, status and main button of a screen beside the game.

    Attributes:
        primary_text: of the main button; empty hides it.
        progress: how far the step is, below the status.
        primary_quiet: whether the main button offers something that is rarely wanted.
        rule: number of the section of the rules that the question mark leads to.
    """

    title: str
    status: str = ""
    status_icon: str = "info"
    primary_text: str = ""
    primary_enabled: bool = True
    can_undo: bool = False
    can_redo: bool = False
    progress: str = ""
    primary_quiet: bool = False
    rule: str = ""


class SidePresenter(Protocol):
    """What every screen beside the game can be asked."""

    def enter(self) -> None:
        """The screen is opened."""
        ...

    def frame(self) -> SideFrame:
        """Return what stands in the frame."""
        ...

    def primary(self) -> None:
        """The main button was pressed."""
        ...

    def undo(self) -> None:
        """Take the last change on this screen back."""
        ...

    def redo(self) -> None:
        """Do it again."""
        ...
