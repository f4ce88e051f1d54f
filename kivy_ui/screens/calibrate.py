"""The calibration screen: profile list, profile page, wizard, die faces, mat zones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.games.roll.model.dice import DieType
from kivy_ui.calibration.faces import dice_to_show
from kivy_ui.calibration.presenter import CalibratePresenter
from kivy_ui.calibration.profiles import Mode
from kivy_ui.calibration.zone_drawing import MATS, PlacesPresenter
from kivy_ui.panels.dice.proof_die import ProofDiePanel
from kivy_ui.panels.profile import (
    ImportProfilePanel,
    NewNamePanel,
    ProfileMorePanel,
)
from kivy_ui.screens.base import Navigator, TableScreen
from kivy_ui.screens.calibrate_camera import PlacesPart, ShowingPart, WizardPart
from kivy_ui.screens.calibrate_lists import FacesPart, ProfilePart, ProfilesPart
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_FAST = 5
"""Nudge steps of an arrow key pressed with Shift."""


class Calibrate(TableScreen):
    """The calibration screen; shows one of six parts, by the presenter's mode."""

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        self._shown: object = None
        super().__init__(presenters, window)
        self._list, self._page, self._faces = ProfilesPart(self), ProfilePart(self), FacesPart(self)
        self._wizard, self._showing = WizardPart(self), ShowingPart(self)
        self._places = PlacesPart(self)

    @property
    def presenter(self) -> CalibratePresenter:
        """The presenter of this screen."""
        return self.presenters.side.calibrate

    @property
    def places(self) -> PlacesPresenter:
        """The presenter of the zone drawing."""
        return self.presenter.places

    def tick(self) -> None:
        """Update the screen if the camera or the wizard has changed state."""
        self.presenter.tick()
        state = self.presenter.state()
        if state != self._shown:
            self._shown = state
            self.window.refresh()

    def refresh(self) -> None:
        """Show the part for the current mode, or the profile list if that part has no content."""
        self.ask(self.presenter.mode)
        show = {
            Mode.WIZARD: self._show_wizard,
            Mode.SHOWING: self._show_showing,
            Mode.PLACES: self.show_places,
            Mode.FACES: self._show_faces,
            Mode.PAGE: self._show_page,
            Mode.LIST: self._show_list,
        }[self.presenter.mode]
        if not show():
            self._show_list()
        news = self.presenter.take_news()
        if news is not None:
            self.window.show_banner(*news)

    # --- parts -----------------------------------------------------------------------------------

    def _show_list(self) -> bool:
        translate = self.presenters.ui.translate
        nothing = translate(
            "The dice are read without a profile, too. A profile for your lamp makes it more "
            "reliable."
        )
        self._list.show(self.presenter.profiles.lines(), nothing)
        return self._put(self._list)

    def _show_page(self) -> bool:
        page = self.presenter.profiles.page()
        if page is None:
            return False
        self._page.show(page, self.presenter.profiles)
        return self._put(self._page)

    def _show_faces(self) -> bool:
        model = self.presenter.faces.model()
        if model is None:
            return False
        translate = self.presenters.ui.translate
        nothing = translate(
            "Show dice of other editions, painted ones, ordinary ones and the robot's."
        )
        self._faces.show(model, nothing)
        return self._put(self._faces)

    def _show_wizard(self) -> bool:
        model = self.presenter.wizard.model()
        if model is None:
            return False
        self._wizard.show(model, self._letters())
        return self._put(self._wizard)

    def _show_showing(self) -> bool:
        model = self.presenter.faces.showing_model()
        if model is None:
            return False
        self._showing.show(model, self._letters())
        return self._put(self._showing)

    def show_places(self) -> bool:
        """Show the zone drawing; return whether there is one."""
        model = self.places.model()
        if model is None:
            return False
        self._places.show(model)
        return self._put(self._places)

    def _put(self, part: Widget) -> bool:
        if self.ids.body.children != [part]:
            self.ids.body.clear_widgets()
            self.ids.body.add_widget(part)
        return True

    def _letters(self) -> dict[str, str]:
        words = self.presenters.ui.words
        return {die.value: words.letters(die) for die in DieType}

    # --- taps ------------------------------------------------------------------------------------

    def back(self) -> None:
        """Leave this part without saving."""
        self.presenter.back()
        self.window.refresh()

    def open_profile(self, name: str) -> None:
        """Show a profile's page."""
        self.presenter.profiles.open(name)
        self.window.refresh()

    def create_without_light(self) -> None:
        """Create a profile without a printed calibration mat."""
        self.presenter.create_without_light()
        self.window.refresh()

    def import_profile(self) -> None:
        """Choose a profile file to import."""
        self.window.open_panel(ImportProfilePanel(self.presenters, self.window))

    def more(self) -> None:
        """Open the panel to rename, export or delete the profile."""
        self.window.open_panel(ProfileMorePanel(self.presenters, self.window))

    def show_faces(self) -> None:
        """Show the faces that the profile has learned."""
        self.presenter.show_faces()
        self.window.refresh()

    def draw_places(self) -> None:
        """Draw the mat zones on the picture."""
        self.presenter.draw_places()
        self.window.refresh()

    # --- the wizard ------------------------------------------------------------------------------

    def skip(self) -> None:
        """Skip the remaining test rolls."""
        self.presenter.wizard.skip()
        self.window.refresh()

    def name_new(self) -> None:
        """Type the name of the new profile."""
        self.window.open_panel(NewNamePanel(self.presenters, self.window))

    def correct(self, index: int) -> None:
        """Correct a misread die of the test roll."""
        if self.presenter.wizard.die_at(index) is not None:
            self.window.open_panel(ProofDiePanel(self.presenters, self.window, index))

    def primary(self) -> None:
        """Ask about a doubtful die before the test roll can be confirmed."""
        index = self.presenter.wizard.doubtful
        if index is None:
            super().primary()
        else:
            self.correct(index)

    # --- faces -----------------------------------------------------------------------------------

    def begin_showing(self, die: str) -> None:
        """Start showing this die to the camera."""
        self.presenter.faces.begin(die)
        self.window.refresh()

    def forget_face(self, die: str, face: str) -> None:
        """Remove a learned face; undo restores it."""
        self.presenter.faces.forget(die, face)
        self.window.refresh()

    def name_face(self, face: str) -> None:
        """Assign this face to the die in view."""
        self.presenter.faces.name(face)
        self.window.refresh()

    def pick(self, index: int) -> None:
        """Choose one of several dice in view."""
        self.presenter.faces.pick(index)
        self.window.refresh()

    # --- mat zones -------------------------------------------------------------------------------

    def choose_mat(self, mat: str) -> None:
        """Draw another mat."""
        self.places.choose(mat)
        self.window.refresh()

    def draw_or_remove(self) -> None:
        """Add the mat's zones to the picture, or remove them."""
        model = self.places.model()
        if model is not None and model.drawn:
            self.places.remove()
        else:
            self.places.draw()
        self.window.refresh()

    def nudge(self, right: int, down: int, *, steps: int = 1) -> None:
        """Move the chosen handle by a number of small steps."""
        self.places.nudge(right, down, steps=steps)
        self.window.refresh()

    # --- hardware keyboard -----------------------------------------------------------------------

    def typed(self, text: str) -> bool:
        """Treat a digit as a tap on the item with that number: a profile, a die, a face, a mat."""
        if not text.isdigit():
            return False
        number = (int(text) or 10) - 1
        things = self._numbered()
        if number >= len(things):
            return False
        things[number]()
        return True

    def pressed(self, key: str, *, shift: bool) -> bool:
        """Escape leaves the part; in the zone drawing arrows nudge, Tab selects the next handle."""
        mode = self.presenter.mode
        if key == "escape" and mode is not Mode.LIST:
            self.back()
            return True
        ways = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        if mode is not Mode.PLACES:
            return False
        if key in ways:
            self.nudge(*ways[key], steps=_FAST if shift else 1)
        elif key == "tab":
            self.places.next_handle(-1 if shift else 1)
            self.window.refresh()
        else:
            return False
        return True

    def _numbered(self) -> list[Callable[[], None]]:
        """Return the actions of the digit keys, in the displayed order."""
        presenter = self.presenter
        match presenter.mode:
            case Mode.LIST:
                lines = presenter.profiles.lines()
                return [partial(self.open_profile, line.key) for line in lines]
            case Mode.FACES:
                return [partial(self.begin_showing, die) for die in dice_to_show()]
            case Mode.SHOWING:
                model = presenter.faces.showing_model()
                if model is None or not model.can_name:
                    return []
                return [partial(self.name_face, button.key) for button in model.buttons]
            case Mode.PLACES:
                return [partial(self.choose_mat, mat) for mat in MATS]
            case _:
                return []


load_kv(__file__)
