"""The pages of the calibration on one screen: which part is shown, and what a touch means."""

from __future__ import annotations

from typing import Any

from kivy_ui.calibration import profiles, wizard
from kivy_ui.calibration.desk import Desk, Go, Part
from kivy_ui.calibration.faces import Faces
from kivy_ui.calibration.places import Places
from kivy_ui.calibration.profiles import Profiles
from kivy_ui.calibration.wizard import Wizard
from kivy_ui.common.page_source import Said
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.page import Page


class CalibrationPages:
    """Implements `PageSource`: the profiles, the wizard, the faces and the places."""

    def __init__(self, ui: UiContext) -> None:
        self._desk = Desk(ui)
        self._profiles = Profiles(self._desk)
        self._wizard = Wizard(self._desk)
        self._faces = Faces(self._desk)
        self._places = Places(self._desk)

    @property
    def _part(self) -> Part:
        """What goes on at the camera, else what is looked at."""
        desk, machine = self._desk, self._desk.machine
        if desk.naming is not None:
            return desk.naming
        if machine.wizard() is not None:
            return self._wizard
        if machine.drawing.view() is not None:
            return self._places
        if machine.teaching.showing() is not None or self._faces.profile:
            return self._faces
        return self._profiles

    @property
    def live(self) -> bool:
        """Whether the camera matters now."""
        part, showing = self._part, self._desk.machine.teaching.showing() is not None
        lists = part is self._profiles and self._profiles.lists
        return showing or lists or part in (self._wizard, self._places)

    def enter(self) -> None:
        """Show the profiles, and compare them with the current light."""
        self._faces.open()
        self._profiles.open()
        self._desk.naming, self._desk.news, self._desk.measuring = None, None, ""
        self._desk.machine.compare()

    def page(self) -> Page:
        """Return the page of the part that is shown."""
        return self._part.page()

    def touch(self, key: Any) -> Said:
        """Handle a touch on a key of the page."""
        attempt, opened = self._desk.attempt, self._profiles.opened
        match key:
            case Go.BACK:
                self._part.back()
            case profiles.Do.WITH_MAT:
                return attempt(lambda: self._wizard.begin(self._profiles.free_name()))
            case profiles.Do.FACES:
                self._faces.open(opened)
            case profiles.Do.PLACES:
                return attempt(lambda: self._places.open(opened))
            case wizard.Do.SAVE:
                return attempt(self._keep)
            case _:
                return self._part.touch(key)
        return None

    def _keep(self) -> None:
        self._desk.machine.keep(self._wizard.name)
        self._profiles.open(self._wizard.name)

    def undo(self) -> None:
        """Undo: the wizard's stage, a picture, a point, a removed face or profile."""
        self._part.undo()

    def redo(self) -> None:
        """Redo an undone change of drawn places; nothing else can be redone."""
        if self._part is self._places:
            self._places.redo()

    # --- news ------------------------------------------------------------------------------------

    def refresh_light(self, name: str) -> None:
        """Measure the light in the next picture for a profile."""
        self._desk.measure(name)

    def tick(self) -> None:
        """Take note of what happened by itself."""
        if self._desk.follow():
            self._profiles.read_again()

    def take_news(self) -> tuple[str, str, str] | None:
        """Return what the window has to say over any page, once: text, remedy, icon."""
        news, self._desk.news = self._desk.news, None
        return news
