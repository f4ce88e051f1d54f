"""Parts of the calibration's screen with the camera's picture: wizard, showing, drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.calibration_ports import Stage
from kivy_ui.calibration.faces import FaceButton, ShowingModel
from kivy_ui.calibration.strip_shape import Point
from kivy_ui.calibration.wizard import StepRow, WizardModel
from kivy_ui.calibration.zone_drawing import MatTab, PlacesModel
from kivy_ui.screens.base import keep_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.photos import photo, place_canvas  # noqa: F401 - the rules name their widgets
from kivy_ui.widgets.rules import load_rules

if TYPE_CHECKING:
    from kivy_ui.screens.calibrate import Calibrate


class StepLightView(TapArea):
    """A traffic light: a symbol, a name, a word with a number; a tap tells what to do."""

    key = ""
    name = StringProperty("")
    icon = StringProperty("minus")
    signal = StringProperty("wait")
    verdict = StringProperty("")
    chosen = BooleanProperty(False)

    def show(self, row: StepRow, *, chosen: bool) -> None:
        """Show a light."""
        self.key, self.name, self.icon = row.key, row.name, row.icon
        self.signal, self.verdict, self.chosen = row.signal.value, row.verdict, chosen


class WizardPart(BoxLayout):
    """The wizard: lights at one side, the camera's picture at the other.

    Once the lights are green the picture has all the room: dice are tapped in it.
    """

    looking = BooleanProperty(True)
    beside = BooleanProperty(False)
    advice = StringProperty("")
    can_skip = BooleanProperty(False)
    name = StringProperty("")

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        self._asked = ""
        super().__init__()
        self.ids.photo.bind(on_die=lambda _photo, index: screen.correct(index))

    def show(self, model: WizardModel, letters: dict[str, str]) -> None:
        """Show lights, picture and what to do now; a light that was asked speaks instead."""
        # Without a picture nothing can be checked: what to do about that has all the room.
        self.looking = model.stage is Stage.LOOK and model.picture.picture is not None
        rows = model.rows if self.looking else ()
        views = keep_children(self.ids.steps, len(rows), self._make_light)
        for view, row in zip(views, rows, strict=True):
            view.show(row, chosen=row.key == self._asked)
        asked = next((row.advice for row in rows if row.key == self._asked), "")
        self.advice = asked or model.advice
        self.can_skip, self.name = model.can_skip, model.name
        self.ids.photo.show(model.picture, letters)

    def _make_light(self) -> StepLightView:
        view = StepLightView()
        view.bind(on_release=self._ask)
        return view

    def _ask(self, view: StepLightView) -> None:
        self._asked = "" if self._asked == view.key else view.key
        self.screen.window.refresh()


class FaceButtonView(TapArea):
    """What the face in view may be called."""

    key = ""
    word = StringProperty("")
    glyph = StringProperty("")
    die = StringProperty("")
    single = BooleanProperty(False)
    looks = StringProperty("")
    enough = BooleanProperty(False)

    def show(self, button: FaceButton) -> None:
        """Show a name and how often the face was shown."""
        self.key, self.word, self.glyph = button.key, button.word, button.glyph
        self.die, self.single = button.die, len(button.word) == 1
        self.looks = str(button.looks) if button.looks else ""
        self.enough = button.enough


class ShowingPart(BoxLayout):
    """A die before the camera, and the names of its faces."""

    advice = StringProperty("")

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()
        self.ids.photo.bind(on_die=lambda _photo, index: screen.pick(index))

    def show(self, model: ShowingModel, letters: dict[str, str]) -> None:
        """Show picture and names."""
        views = keep_children(self.ids.faces, len(model.buttons), self._make)
        for view, button in zip(views, model.buttons, strict=True):
            view.show(button)
            view.disabled = not model.can_name
        self.advice = model.advice
        self.ids.photo.show(model.picture, letters)

    def _make(self) -> FaceButtonView:
        view = FaceButtonView()
        view.bind(on_release=lambda tapped: self.screen.name_face(tapped.key))
        return view


class MatTabView(TapArea):
    """A mat to draw; a check stands beside those that are drawn."""

    mat = ""
    label = StringProperty("")
    drawn = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def show(self, tab: MatTab) -> None:
        """Show a tab."""
        self.mat, self.label, self.drawn, self.chosen = tab.mat, tab.label, tab.drawn, tab.chosen


class PlacesPart(BoxLayout):
    """The picture to draw on, beside what can be done."""

    advice = StringProperty("")
    drawn = BooleanProperty(False)
    columns = BooleanProperty(True)
    selections = BooleanProperty(False)
    dictate = BooleanProperty(False)
    draws_here = BooleanProperty(False)

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()
        canvas = self.ids.canvas
        canvas.bind(on_grab=self._grab, on_drag=self._drag, on_let_go=self._let_go)

    def show(self, model: PlacesModel) -> None:
        """Show the picture and the mats."""
        tabs = keep_children(self.ids.tabs, len(model.tabs), self._make_tab)
        for view, tab in zip(tabs, model.tabs, strict=True):
            view.show(tab)
        self.advice, self.drawn, self.columns = model.advice, model.drawn, model.columns
        self.selections, self.dictate = model.selections, model.dictate
        self.draws_here = not model.drawn and self.screen.places.changed
        self.ids.canvas.show(model)

    def _make_tab(self) -> MatTabView:
        view = MatTabView()
        view.bind(on_release=lambda tab: self.screen.choose_mat(tab.mat))
        return view

    def _grab(self, _canvas: object, place: Point, reach: float, aspect: float) -> None:
        if self.screen.places.grab(place, reach, aspect):
            self.ids.canvas.take()
        self.screen.window.refresh()

    def _drag(self, _canvas: object, place: Point) -> None:
        self.screen.places.drag(place)
        self.screen.show_places()

    def _let_go(self, _canvas: object) -> None:
        self.screen.places.release()
        self.screen.window.refresh()


load_rules(__file__)
