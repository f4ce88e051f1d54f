"""The pages of the calibration on one screen: which part is shown."""

from typing import Any

from kivy_ui.calibration.desk import Desk, Part
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
        self._desk = desk = Desk(ui)
        self._wizard = Wizard(desk, self._keep)
        self._faces = Faces(desk)
        self._places = Places(desk)
        self._profiles = Profiles(desk, self._wizard, self._faces, self._places)

    @property
    def _part(self) -> Part:
        """What goes on at the camera, else what is looked at."""
        machine = self._desk.machine
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
        return self._part.live

    def enter(self) -> None:
        """Show the profiles, and compare them with the current light."""
        self._faces.show("")
        self._profiles.enter()
        self._desk.news, self._desk.measuring = None, ""
        self._desk.machine.compare()

    def page(self) -> Page:
        return self._part.page()

    def touch(self, key: Any) -> Said:
        return self._part.touch(key)

    def _keep(self, name: str) -> None:
        self._desk.machine.keep(name)
        self._profiles.show(name)

    def undo(self) -> None:
        """Undo: the wizard's stage, a picture, a point, a removed face or profile."""
        self._part.undo()

    def redo(self) -> None:
        """Redo an undone change of drawn places; nothing else can be redone."""
        self._part.redo()

    def refresh_light(self, name: str) -> None:
        """Measure the light in the next picture for a profile."""
        self._desk.measure(name)

    def take_news(self) -> tuple[str, str, str] | None:
        """Return what the window has to say over any page, once: text, remedy, icon."""
        self._desk.follow()
        news, self._desk.news = self._desk.news, None
        return news
