"""What shows pages on the page screen, and the keys that lead from a page to another screen."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from kivy_ui.pages.page import Page

Said: TypeAlias = tuple[str, str] | tuple[str, str, str] | None
"""Why a touch had no effect, what to do, and the numbers of the rules; None if it had one."""


class Turns(Protocol):
    """Goes back and forth among what was done one after the other."""

    def undo(self) -> object:
        """Undo the last step, of the game or of what is entered here."""
        ...

    def redo(self) -> object:
        """Redo the undone step."""
        ...


class Steps(Turns, Protocol):
    """What was done one after the other."""

    @property
    def can_undo(self) -> bool: ...


class PageSource(Turns, Protocol):
    """The pages of a screen: what is shown now, and what a touch means."""

    @property
    def live(self) -> bool:
        """Whether the page changes without a new state, such as a picture of the camera."""
        ...

    def enter(self) -> None:
        """Begin anew: the screen is opened."""
        ...

    def page(self) -> Page:
        """Return the page that is shown now."""
        ...

    def touch(self, key: Any) -> Said:
        """Handle a touch on a key of the page, except those that lead to another screen."""
        ...


@dataclass(frozen=True, slots=True)
class Visit:
    """Key: opens another screen; None returns to the game."""

    screen: str | None


@dataclass(frozen=True, slots=True)
class Help:
    """Key: shows a section of the rules."""

    number: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Key: closes a page of the window; what lay behind it is shown again, as it was."""


@dataclass(frozen=True, slots=True)
class Speak:
    """Key: switches the language."""

    language: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Key: closes the program."""


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Key: takes away the message over the page."""


@dataclass(frozen=True, slots=True)
class Rescan:
    """Key: the camera reads all mats again."""
