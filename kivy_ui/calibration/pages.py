"""The pages of the calibration on one screen: which part is shown, and what a touch means."""

from __future__ import annotations

from typing import Any

from kivy_ui.calibration import profiles, wizard
from kivy_ui.calibration.desk import Desk, Go
from kivy_ui.calibration.faces import Faces
from kivy_ui.calibration.places import Places
from kivy_ui.calibration.profiles import Profiles
from kivy_ui.calibration.wizard import Wizard
from kivy_ui.common.page_source import Said
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.letters import Erase, Letter, Shift, Turn
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
    def live(self) -> bool:
        """Whether the camera matters now."""
        if self._desk.naming is not None:
            return False
        return self._at_camera or bool(self._desk.measuring) or self._lists

    @property
    def _at_camera(self) -> bool:
        machine = self._desk.machine
        views = (machine.wizard(), machine.teaching.showing(), machine.drawing.view())
        return any(view is not None for view in views)

    @property
    def _lists(self) -> bool:
        return self._profiles.lists and not self._faces.profile

    def enter(self) -> None:
        """Show the profiles, and compare them with the current light."""
        self._faces.open()
        self._profiles.open()
        self._desk.naming, self._desk.news, self._desk.measuring = None, None, ""
        self._desk.machine.compare()

    def page(self) -> Page:
        """Return the page of what is going on at the camera, else of what is looked at."""
        machine = self._desk.machine
        if self._desk.naming is not None:
            return self._desk.naming.page()
        if (wizard_view := machine.wizard()) is not None:
            return self._wizard.page(wizard_view)
        if (showing := machine.teaching.showing()) is not None:
            return self._faces.showing(showing)
        if (drawing := machine.drawing.view()) is not None:
            return self._places.page(drawing)
        return self._faces.page() if self._faces.profile else self._profiles.page()

    def touch(self, key: Any) -> Said:
        """Handle a touch on a key of the page."""
        desk = self._desk
        match key:
            case Go.BACK:
                self._back()
            case Go.TYPED | Letter() | Erase() | Shift() | Turn():
                return self._type(key)
            case profiles.Do.WITH_MAT:
                return desk.attempt(lambda: self._wizard.begin(self._profiles.free_name()))
            case profiles.Do.FACES:
                self._faces.open(self._profiles.opened)
            case profiles.Do.PLACES:
                return desk.attempt(lambda: self._places.open(self._profiles.opened))
            case wizard.Do.SAVE:
                return desk.attempt(self._keep)
            case _:
                return self._part(key)
        return None

    def _part(self, key: object) -> Said:
        """Let the part that is shown handle a touch."""
        machine = self._desk.machine
        view = machine.wizard()
        if view is not None:
            return self._wizard.touch(key, view)
        if machine.drawing.view() is not None:
            return self._places.touch(key)
        if machine.teaching.showing() is not None or self._faces.profile:
            return self._faces.touch(key)
        return self._profiles.touch(key)

    def _type(self, key: Any) -> Said:
        naming = self._desk.naming
        if naming is None:
            return None
        if key is Go.TYPED:
            why = naming.done()
            self._desk.naming = naming if why else None
            return why
        naming.touch(key)
        return None

    def _keep(self) -> None:
        self._desk.machine.keep(self._wizard.name)
        self._profiles.open(self._wizard.name)

    def _back(self) -> None:
        machine = self._desk.machine
        if self._desk.naming is not None:
            self._desk.naming = None
        elif machine.wizard() is not None:
            self._wizard.back()
        elif machine.drawing.view() is not None:
            self._places.back()
        elif machine.teaching.showing() is not None or self._faces.profile:
            self._faces.back()
        else:
            self._profiles.back()

    def undo(self) -> None:
        """Undo: the wizard's stage, a picture, a point, a deleted face or profile."""
        machine = self._desk.machine
        if machine.wizard() is not None:
            machine.back()
        elif machine.drawing.view() is not None:
            self._places.undo()
        elif machine.teaching.showing() is not None or self._faces.profile:
            self._faces.undo()
        elif self._profiles.lists:
            why = self._desk.attempt(machine.restore)
            if why is not None:
                self._desk.tell(*why, icon="error")

    def redo(self) -> None:
        """Redo an undone change of drawn places; nothing else can be redone."""
        if self._desk.machine.drawing.view() is not None:
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
