"""A source whose pages lie on each other, and the key that says itself what a touch does."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.i18n import Translator
from kivy_ui.common.page_source import Leave, Said, Steps
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.letters import Typing, TypingKey
from kivy_ui.pages.page import Main, Page, Picture, Sheet, Side
from kivy_ui.pages.photos import At


@dataclass(frozen=True, slots=True)
class Do:
    """Key: does something; made by ``do``. Two keys that do the same with the same are equal.

    Attributes:
        action: a method that returns why it had no effect; not a lambda, which equals no other.
        by: tells apart two buttons of a page that do the same.
    """

    action: Callable[..., Any]
    args: tuple[object, ...]
    by: str = ""

    def __call__(self, *more: object) -> Any:
        """Call the method, with further arguments behind those of the key."""
        return self.action(*self.args, *more)


def do(action: Callable[..., Any], *args: object, by: str = "") -> Do:
    """Return the key that calls a method; touched in a photo it adds x and y of the touch."""
    return Do(action, args, by)


@dataclass(frozen=True, slots=True)
class Close:
    """Key: closes the question; nothing was done."""


class Over:
    """Pages that a source lays over its own to ask something; most change nothing that is undone.

    Attributes:
        live: whether the page changes without a new state.
        can_undo: whether there is something to undo on the page.
    """

    live = False
    can_undo = False

    def undo(self) -> None:
        """Undo what ``can_undo`` says."""

    def redo(self) -> None:
        """Redo what was undone."""


class StackedPages(ABC):
    """Implements `PageSource`: a first page, what was opened from it, a question over all.

    Attributes:
        typing: the text that is being typed, if any.

    Args:
        steps: to be undone, of the game or of what is entered here; None where there are none.
    """

    leads_to: object = Leave()
    """Key of the arrow on the first page."""

    def __init__(self, ui: UiContext, steps: Steps | None = None) -> None:
        self.ui = ui
        self._turns = steps
        self.typing: Typing | None = None
        self._opened: list[Do] = []
        self._asked: Do | None = None

    @property
    def translate(self) -> Translator:
        return self.ui.translate

    @property
    def live(self) -> bool:
        """Whether the page changes without a new state; most do not."""
        return self.over is not None and self.over.live

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo; most pages change nothing."""
        return self._turns is not None and self._turns.can_undo

    @property
    def covered(self) -> bool:
        """Whether a page lies over the first one."""
        return bool(self._opened)

    @property
    def over(self) -> Over | None:
        """What asks something on top; None for a page of the source itself."""
        owner = getattr(self._opened[-1].action, "__self__", None) if self._opened else None
        return owner if isinstance(owner, Over) else None

    @abstractmethod
    def first(self) -> Page:
        """Return the page that lies below all others."""

    def enter(self) -> None:
        """Show the first page, and ask nothing."""
        self.typing = self._asked = None
        self._opened.clear()

    def page(self) -> Page:
        """Return the page on top, under the question if one is asked."""
        page = None
        while page is None and self._opened:
            page = self._opened[-1]()
            if page is None:
                self._opened.pop()
        back = do(self.back) if page is not None else self.leads_to
        can_undo = self.can_undo if self.over is None else self.over.can_undo
        onward = self.translate("Next")
        page = replace(page or self.first(), back=back, can_undo=can_undo, onward=onward)
        if self._asked is None:
            return page
        return replace(page, sheet=replace(self._asked(), dismiss=Close()))

    def open(self, made: Callable[..., Page | None], *args: object) -> None:
        """Lay a page over the one that is shown; once *made* returns None it is gone."""
        self._opened.append(Do(made, args))

    def back(self) -> None:
        """Close the page on top."""
        if self._opened:
            self._opened.pop()

    def turn(self, made: Callable[..., Page | None], *args: object) -> None:
        """Show a page instead of the one on top."""
        self.back()
        self.open(made, *args)

    def shows(self, made: Callable[..., Page | None], *args: object) -> bool:
        return self._opened[-1:] == [Do(made, args)]

    def ask(self, made: Callable[..., Sheet], *args: object) -> None:
        """Ask something over the page; the next touch closes the question."""
        self._asked = Do(made, args)

    def write_file(self, name: str, content: bytes, more: str = "") -> Said:
        """Write a file to the USB drive, else to this machine; return where, and *more* of it."""
        where = self.ui.settings.services.exchange.write(name, content)
        return self.translate("Saved: %(where)s", where=where), more

    def deleting(self, title: str, lines: tuple[str, ...], key: Do) -> Sheet:
        """Return the question whether to delete something; the usual answer keeps it."""
        keep = Main(self.translate("Keep it"), Close(), "tick")
        delete = Side(key, self.translate("Delete"), "bin")
        return Sheet(Picture("symbol/bin"), title, lines, keep, (delete,))

    def touch(self, key: Any) -> Said:
        """Close the question and do what the key says; return why it had no effect, or what it did.

        Raises:
            CompanionError: what the key does was not possible.
        """
        self._asked = None
        match key:
            case Do():
                said: Said = key()
            case At(Do() as touched, x, y):
                said = touched(x, y)
            case _:
                said = None
                if self.typing is not None and isinstance(key, TypingKey):
                    self.typing = self.typing.after(key)
        return said

    def undo(self) -> None:
        """Undo what ``can_undo`` says; most pages change nothing."""
        steps = self.over or self._turns
        if steps is not None:
            steps.undo()

    def redo(self) -> None:
        steps = self.over or self._turns
        if steps is not None:
            steps.redo()
