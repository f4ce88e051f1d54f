"""What the pages of the calibration share: the machine, errors and news in words, typing a name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum

from companion.errors import CompanionError
from companion.i18n import Translator
from companion.session.calibration_ports import Calibration, CameraView
from kivy_ui.calibration.dice_names import error_text
from kivy_ui.common.page_source import Said
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.letters import Erase, Letter, Shift, Turn, Typing
from kivy_ui.pages.page import Main, Page, Picture

GOOD = Picture("tick/good")
DOUBT = Picture("mark/doubt")


class Go(Enum):
    """Keys that more than one page has."""

    BACK = "back"
    TYPED = "typed"
    """The name is complete."""


class Part(ABC):
    """A part of the calibration: its pages, and what touches mean on them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def machine(self) -> Calibration:
        """The calibration of the table."""
        return self._desk.machine

    @property
    def translate(self) -> Translator:
        """The translation function of the chosen language."""
        return self._desk.ui.translate

    @abstractmethod
    def page(self) -> Page:
        """Return the page that is shown now."""

    @abstractmethod
    def touch(self, key: object) -> Said:
        """Handle a touch on a key of the page."""

    @abstractmethod
    def back(self) -> None:
        """Go back one page."""

    def undo(self) -> None:  # noqa: B027  # most have nothing to undo
        """Undo the last change."""


class Naming(Part):
    """A name that is being typed; *take* gets it, or raises why it is refused."""

    def __init__(self, desk: Desk, name: str, take: Callable[[str], None]) -> None:
        super().__init__(desk)
        self._take = take
        self._typing = Typing(name)

    def page(self) -> Page:
        """Return the page with the keyboard."""
        label = self.translate("Name of the profile")
        done = Main(self.translate("Done"), Go.TYPED, "tick")
        return Page(
            self.translate("Calibration"),
            label,
            self._typing.body(label, self.translate.language),
            main=done if self._typing.text.strip() else Main(self.translate("Type a name")),
            back=Go.BACK,
            can_undo=False,
        )

    def touch(self, key: object) -> Said:
        """Type; at the end give the name to whoever asked for it."""
        if isinstance(key, Letter | Erase | Shift | Turn):
            self._typing = self._typing.after(key)
            return None
        why = self._desk.attempt(lambda: self._take(self._typing.text.strip()))
        if why is None:
            self.back()
        return why

    def back(self) -> None:
        """Leave the name as it is."""
        self._desk.naming = None


class Desk:
    """What all pages of the calibration use.

    Attributes:
        measuring: name of the profile whose light is being measured; empty for none.
        naming: the name that is being typed, if any.
        news: what the window has to say, once: text, remedy, icon.

    Args:
        ui: the shared context of all presenters.
    """

    def __init__(self, ui: UiContext) -> None:
        self.ui = ui
        self.measuring = ""
        self.naming: Naming | None = None
        self.news: tuple[str, str, str] | None = None

    @property
    def machine(self) -> Calibration:
        """The calibration of the table."""
        return self.ui.settings.services.calibration

    def attempt(self, action: Callable[[], object]) -> Said:
        """Do something; return why it failed, and what to do about it."""
        try:
            action()
        except CompanionError as error:
            return self.said(error)
        return None

    def said(self, error: CompanionError) -> tuple[str, str]:
        """Return an error and its remedy in words."""
        text = error_text(self.ui)
        return text.message(error), text.hint(error)

    def measure(self, name: str) -> None:
        """Measure the light in the next picture for a profile."""
        self.measuring = name
        self.machine.refresh_light(name)

    def tell(self, text: str, hint: str = "", icon: str = "info") -> None:
        """Let the window say something over the page."""
        self.news = (text, hint, icon)

    def follow(self) -> bool:
        """Take note of what happened by itself: a profile is used, a light was measured.

        Returns whether something did.
        """
        translate = self.ui.translate
        followed = self.machine.followed()
        if followed:
            used = translate("The light matches %(name)s: it is now used to read the dice.",
                             name=followed)  # fmt: skip
            self.tell(used)
        outcome = self.machine.refreshed()
        if outcome is None:
            return bool(followed)
        name, self.measuring = self.measuring, ""
        if isinstance(outcome, CompanionError):
            self.tell(*self.said(outcome), icon="error")
        else:
            self.tell(translate("%(name)s now matches the light.", name=name))
        return True

    def in_the_way(self, view: CameraView) -> tuple[str, ...]:
        """Return why the camera shows nothing that could be used; empty if it does."""
        if view.hidden:
            translate = self.ui.translate
            return (translate("Players choose behind their screens: the camera is paused."),)
        if view.fault is not None:
            message, hint = self.said(view.fault)
            return tuple(each for each in (hint, message) if each)
        return ()
